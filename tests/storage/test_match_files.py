from __future__ import annotations

import shutil
import subprocess
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import RULESETS, AgreeDraw, Ending, Side, StartingPosition
from backgammon_tui.match.record import DiceKind, DiceOrigin
from backgammon_tui.storage.match_files import NoPlaceInFormat, read_mat, write_mat
from backgammon_tui.text_file import LineError
from tests.storage.matches import content_of, random_match

TODAY = "2026-03-01"
GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")

BEGUN = """ 5 point match

 Game 1
 Anna : 0                              Boris : 0
  1) 31: 8/5 6/5                       66: 24/18(2) 13/7(2)
  2) 55: 13/8(2) 6/1(2)                42: 8/4 6/4
"""


@pytest.mark.parametrize("seed", [0, 5])
def test_mat_file_round_trip(seed: int) -> None:
    record = random_match(seed)
    back = read_mat(write_mat(record), TODAY)
    assert content_of(back) == content_of(record)
    assert (back.white, back.black, back.length) == ("Anna", "Boris", record.length)
    assert {game.dice for game in back.games} == {DiceOrigin(DiceKind.TYPED)}
    turns = [line for line in write_mat(record).splitlines() if line[3:4] == ")"]
    assert all(line[38] == " " for line in turns if len(line) > 38)


def test_rows_match_other_programs() -> None:
    assert write_mat(read_mat(BEGUN, TODAY)).splitlines()[2:] == [
        " 5 point match",
        "",
        " Game 1",
        " Anna : 0                              Boris : 0",
        "  1) 31: 8/5 6/5                       66: 24/18(2) 13/7(2)",
        "  2) 55: 13/8(2) 6/1(2)                42: 8/4 6/4",
    ]
    endless = read_mat(BEGUN.replace("5 point", "0 point"), TODAY)
    assert endless.length is None
    assert " 0 point match" in write_mat(endless)


@pytest.mark.parametrize(
    ("row", "winner", "points"),
    [("      Wins 2 points\n", Side.WHITE, 2), (" " * 39 + "Wins 1 point\n", Side.BLACK, 1)],
)
def test_winner_of_unfinished_game_means_resignation(row: str, winner: Side, points: int) -> None:
    record = read_mat(BEGUN + row, TODAY)
    result = record.games[0].play(record.rules).result
    assert result
    assert (result.winner, result.points) == (winner, points)


REFUSED_ROWS = {
    "  3) Doubles => 2                       Takes\n": "game 1 is played with the doubling cube",
    "  3) 31: 24/19\n": "line 7",
    "  3) 31: 13/10\n": "must play more than '13/10' in game 1",
    "  3) 77: 8/1\n": "is not a row of turns",
    "  3) 31: 8/5 6/5 hello\n": "line 7: not a move",
    "  3)                                    31: 8/5 6/5\n": "it is not Black's turn in game 1",
    "hello\n": "'hello' makes no sense in game 1",
    "      Wins 9 points\n": "line 7: No win in this game is worth 9 points.",
    "      Wins 0 points\n": "line 7: No win in this game is worth 0 points.",
}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        *((BEGUN + row, reason) for row, reason in REFUSED_ROWS.items()),
        (BEGUN.replace(" 5 point match", ""), "the length of its match"),
        (BEGUN.replace("Boris", "Anna"), "names"),
        (BEGUN + BEGUN.split("\n", 2)[2], "game 1 is not finished"),
        (f'; [EventDate "2025.13.45"]\n{BEGUN}', "line 1: '2025-13-45' is not a date"),
        (f"{BEGUN}; {'x' * 2_000_000}", "at most 2,000,000 characters"),
    ],
)
def test_faulty_file_is_rejected(text: str, reason: str) -> None:
    with pytest.raises(LineError, match=reason):
        read_mat(text, TODAY)


def test_wrong_result_is_rejected() -> None:
    record = random_match(1, games=1)
    result = record.games[0].play(record.rules).result
    assert result
    assert result.ending is Ending.BORNE_OFF
    wrong = write_mat(record).replace(f"Wins {result.points}", "Wins 4")
    with pytest.raises(LineError, match="game 1 did not end that way"):
        read_mat(wrong, TODAY)


def test_date_is_in_the_file_or_today() -> None:
    assert read_mat(f'; [EventDate "2025.12.31"]\n{BEGUN}', TODAY).date == "2025-12-31"
    assert read_mat(BEGUN, TODAY).date == TODAY


def test_inexpressible_match_is_not_written() -> None:
    record = read_mat(BEGUN, TODAY)
    with pytest.raises(NoPlaceInFormat, match="not Russian"):
        write_mat(replace(record, rules=RULESETS["russian"]))
    with pytest.raises(NoPlaceInFormat, match="house rules"):
        write_mat(replace(record, rules=replace(record.rules, opponent_completes=True)))
    with pytest.raises(NoPlaceInFormat, match="game 1 was drawn"):
        write_mat(record.with_game(record.games[0].add(AgreeDraw())))
    start = StartingPosition(record.rules.start.position, Side.WHITE)
    middle = replace(record.games[0], starting_position=start, entries=())
    with pytest.raises(NoPlaceInFormat, match="began in the middle"):
        write_mat(record.with_game(middle))


pieces = st.sampled_from([*"0123456789/*():, \n;=abW\x1b\t", "", "Wins 2 points", "  3) 31: 8/5"])


@given(st.lists(st.tuples(st.integers(0), st.integers(0, 3), pieces), max_size=5))
def test_any_text_is_read_or_rejected_with_a_line(changes: list[tuple[int, int, str]]) -> None:
    text = BEGUN
    for place, lost, piece in changes:
        at = place % (len(text) + 1)
        text = text[:at] + piece + text[at + lost :]
    with suppress(LineError):
        record = read_mat(text, TODAY)
        assert content_of(read_mat(write_mat(record), TODAY)) == content_of(record)


@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")
@pytest.mark.parametrize(
    "seed", [20, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(21, 98))]
)
def test_gnu_backgammon_round_trip(seed: int, tmp_path: Path) -> None:
    record = random_match(seed)
    ours, theirs, commands = tmp_path / "ours.mat", tmp_path / "theirs.mat", tmp_path / "commands"
    ours.write_text(write_mat(record))
    commands.write_text(f"import mat {ours}\nexport match mat {theirs}\n")
    assert GNUBG
    done = subprocess.run(
        [GNUBG, "-t", "-q", "-r", "-c", str(commands)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=100,
        check=True,
    )
    output = (done.stdout + done.stderr).lower()
    assert "warning" not in output
    assert "illegal" not in output
    assert content_of(read_mat(theirs.read_text(), TODAY)) == content_of(record)


@pytest.mark.parametrize(("column", "starter"), [(15, Side.WHITE), (16, Side.BLACK)])
def test_column_determines_the_side_of_a_turn(column: int, starter: Side) -> None:
    head, _, _ = BEGUN.partition("  1)")
    (game,) = read_mat(f"{head}{'  1)':<{column}}31: 8/5 6/5\n", TODAY).games
    assert game.starter is starter

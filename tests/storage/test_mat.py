from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import RULESETS, AgreeDraw, ScoreBefore, Side, StartingPosition
from backgammon_tui.match.record import DiceKind, DiceOrigin, MatchRecord
from backgammon_tui.storage.mat import RULES, NoPlaceInFormat, PartlyRead, read_mat, write_mat
from backgammon_tui.storage.match_files import read_match_file
from backgammon_tui.storage.transcripts import read_transcript, write_transcript
from backgammon_tui.text_file import LineError
from tests.storage.matches import content_of, match_of, random_match

TODAY = "2026-03-01"
CASES = Path(__file__).parents[1] / "data" / "mat"
"""Small files in dialects of the format, and real matches with other names."""

GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")

BEGUN = """ 5 point match

 Game 1
 Anna : 0                              Boris : 0
  1) 31: 8/5 6/5                       66: 24/18(2) 13/7(2)
  2) 55: 13/8(2) 6/1(2)                42: 8/4 6/4
"""


@pytest.mark.parametrize("seed", [0, 5])
def test_mat_file_round_trips(seed: int) -> None:
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
    "  3) Doubles => 4                       Takes\n": "the cube is at 1 before this double",
    "  3) Doubles => 2                       Beavers\n": "line 7: there are no beavers here",
    "  3) Doubles => 2                       Takes\n  4) Doubles => 4\n": "line 8: 'Doubles",
    "  3)                                    Doubles => 2\n": "it is not Black's turn in game 1",
    "  3) Takes\n": "'Takes': That cannot be done now",
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
    text = (CASES / "real-03.mat").read_text()
    wrong = text.replace("Drops                       Wins 1", "Drops                       Wins 2")
    with pytest.raises(LineError, match="game 1 did not end that way: White passes the double"):
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


# ---- files of other programs

MADE_UP = {
    "gnubg_roll_then_resign": ("Anna", "Boris", 3, 0, 1),
    "latin1_names": ("Jörg", "Zoë", 1, 1, 0),
    "names_swapped_in_game_2": ("Anna", "Boris", 5, 1, 1),
    "names_without_space": ("Anna", "Boris", 1, 1, 0),
    "opengammon_resigned_game": ("Anna", "Boris", 7, 0, 2),
    "ratings_in_names": ("Anna", "Boris", 1, 1, 0),
    "resigns": ("Anna", "Boris", 1, 0, 1),
    "score_not_zero": ("Anna", "Boris", 7, 7, 5),
}
REAL = {1: (7, 5), 2: (0, 6), 3: (9, 6), 4: (5, 7), 5: (9, 4), 6: (6, 0)}
REAL |= {7: (8, 0), 8: (5, 7), 9: (8, 3), 10: (0, 7), 11: (6, 8), 12: (6, 3)}
"""Final scores, as GNU Backgammon reads them."""


def final_score(record: MatchRecord) -> tuple[int, int]:
    match = match_of(record)
    return match.score(Side.WHITE), match.score(Side.BLACK)


@pytest.mark.parametrize("name", MADE_UP)
def test_dialects_are_read(name: str) -> None:
    record = read_match_file(CASES / f"{name}.mat")
    read = (record.white, record.black, record.length, *final_score(record))
    assert read == MADE_UP[name]
    assert content_of(read_mat(write_mat(record), TODAY)) == content_of(record)


@pytest.mark.parametrize("number", REAL)
def test_real_matches_are_read(number: int) -> None:
    record = read_match_file(CASES / f"real-{number:02}.mat")
    assert final_score(record) == REAL[number]
    assert content_of(read_mat(write_mat(record), TODAY)) == content_of(record)
    again = read_transcript(write_transcript(record))
    assert again == record


TURNS = " 1) 31: 8/5 6/5                 42: 8/4 6/4"


@pytest.mark.parametrize(
    ("scores", "rows", "after_crawford"),
    [
        ("6 5", ["      Wins 1 point"], False),
        ("5 6", [" 2) Doubles => 2                Drops", "      Wins 1 point"], True),
        ("4 4", [" 2) Doubles => 2                Drops", "      Wins 1 point"], False),
    ],
)
def test_score_before_the_first_game_is_kept(
    scores: str, rows: list[str], after_crawford: bool
) -> None:
    white, black = map(int, scores.split())
    head = f" Game 3\n Anna : {white}                 Boris : {black}"
    record = read_mat("\n".join([" 7 point match", head, TURNS, *rows]), TODAY)
    assert record.begun_at == ScoreBefore(white, black, after_crawford)
    assert final_score(record) == (white + 1, black)


def test_heading_that_contradicts_the_games_is_refused() -> None:
    wrong = f"{BEGUN}      Wins 1 point\n\n Game 2\n Anna : 0        Boris : 1\n"
    with pytest.raises(PartlyRead, match="score is 0 : 1 here, but 1 : 0 after the games") as error:
        read_mat(wrong, TODAY)
    assert (error.value.line, error.value.games, len(error.value.record.games)) == (9, 2, 1)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: f"\ufeff{text}",
        lambda text: text.replace("\n", "\r\n"),
        lambda text: f"; a comment\n\n;[x]\n{text}",
        lambda text: text.replace("  2)", "; between rows\n  2)"),
        lambda text: text.replace("Anna : 0", "Anna:0").replace("Boris : 0", "Boris: 0"),
        lambda text: text.replace(" 5 point match", "5 Point Match"),
        lambda text: text.replace("Anna", "Anna,1750").replace("Boris", "Boris,1612.25"),
    ],
)
def test_variants_of_the_form_are_read(change: Callable[[str], str], tmp_path: Path) -> None:
    file = tmp_path / "match.mat"
    file.write_bytes(change(BEGUN).encode())
    assert read_match_file(file) == replace(read_mat(BEGUN, TODAY), date=date.today().isoformat())


@pytest.mark.parametrize(
    ("encoding", "names"),
    [
        ("utf-16", "Zoë–x€ Иван Jörg"),
        ("latin-1", "Jörg Zoë ÅSE É._Roché José_Mª Ærø"),
        ("cp1252", "Zoë–x€ Jörg MÜLLER Åse Gößl Þór Noël D’Août Œuvré"),
        ("cp1251", "Иван ПЁТР Ія Юрій Євген_Ґава М’якота Димитър А._Петров Ђорђе Иван–x€"),
    ],
)
def test_windows_encoding_is_read(encoding: str, names: str, tmp_path: Path) -> None:
    file = tmp_path / "match.mat"
    for name in names.split():
        file.write_bytes(BEGUN.replace("Anna", name).encode(encoding))
        assert read_match_file(file).white == name


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.08]", "an SGF file"),
        (b'[Event "World Championship"]\n1. e4 e5', "a PGN file of chess"),
        (b"RGMH\x01\x00\xff\xfe", "an .xg file"),
        (b"PK\x03\x04\xff", "an archive"),
        (b"<!DOCTYPE html><html>", "a web page"),
        ((CASES / "xg_text_export.txt").read_bytes(), "a position, not a match"),
    ],
)
def test_files_of_other_kinds_are_named(data: bytes, kind: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(data)
    with pytest.raises(LineError, match=f"this is {kind}"):
        read_match_file(file)


def test_match_without_a_cube_stays_without_it() -> None:
    record = replace(read_mat(BEGUN, TODAY), rules=replace(RULES, cube=False))
    text = write_mat(record)
    assert '[CubeLimit "1"]' in text
    assert read_mat(text, TODAY) == record


def test_answers_before_a_resignation_keep_their_column() -> None:
    """GNU Backgammon would read them as a beaver."""
    doubled = f"{BEGUN}  3) 31: 8/5 6/5                       Doubles => 2\n"
    taken = f"{doubled}  4) Takes\n      Wins 2 points\n"
    rows = write_mat(read_mat(taken, TODAY)).splitlines()
    assert rows[-2:] == [f"{'  4)  Takes':<39}", "      Wins 2 points"]
    passed = f"{doubled}  4) Drops\n{'':<39}Wins 1 point\n"
    rows = write_mat(read_mat(passed, TODAY)).splitlines()
    assert rows[-1] == f"{'  4)  Drops':<39}Wins 1 point"


# ---- GNU Backgammon


def through_gnubg(mat: Path, folder: Path) -> MatchRecord:
    """Return a match that GNU Backgammon has imported and exported again."""
    theirs, commands = folder / "theirs.mat", folder / "commands"
    commands.write_text(f"import mat {mat}\nexport match mat {theirs}\n")
    assert GNUBG
    done = subprocess.run(
        [GNUBG, "-t", "-q", "-r", "-c", str(commands)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=100,
        check=True,
    )
    output = (done.stdout + done.stderr).lower()
    assert b"warning" not in output
    assert b"illegal" not in output
    return read_match_file(theirs)


@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")
@pytest.mark.parametrize(
    "seed", [20, 21, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(22, 98))]
)
def test_match_round_trips_through_gnu_backgammon(seed: int, tmp_path: Path) -> None:
    record, ours = random_match(seed), tmp_path / "ours.mat"
    ours.write_text(write_mat(record))
    assert content_of(through_gnubg(ours, tmp_path)) == content_of(record)


@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")
@pytest.mark.parametrize("name", ["real-01", pytest.param("real-*", marks=pytest.mark.long)])
def test_real_files_end_as_in_gnu_backgammon(name: str, tmp_path: Path) -> None:
    for file in CASES.glob(f"{name}.mat"):
        record = read_match_file(file)
        assert content_of(through_gnubg(file, tmp_path)) == content_of(record), file.name


@pytest.mark.parametrize(("column", "starter"), [(15, Side.WHITE), (16, Side.BLACK)])
def test_column_determines_the_side_of_a_turn(column: int, starter: Side) -> None:
    head, _, _ = BEGUN.partition("  1)")
    (game,) = read_mat(f"{head}{'  1)':<{column}}31: 8/5 6/5\n", TODAY).games
    assert game.starter is starter

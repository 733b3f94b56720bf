from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import RULESETS
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.storage.transcripts import read_transcript, write_transcript
from tests.cli.program import run
from tests.engine.examples import rules_named
from tests.plain.talk import ASIDES, Player, Talk, expect_narrow_and_plain, hold, say, say_at
from tests.storage.matches import match_of


@pytest.mark.parametrize(
    "name",
    [
        "never-finishing",
        *(
            pytest.param(name, marks=pytest.mark.long)
            for name in ("russian", "french", "falood", "backgammon")
        ),
    ],
)
def test_whole_game_is_played_with_typed_dice(name: str) -> None:
    expect_played_out(name, Player(1), typed=True, length=1)


def test_opponent_completes_a_stage() -> None:
    player = Player(13, lines=250)
    talk = hold("falood", player, typed=True, length=1, opponent_completes=True)
    expect_narrow_and_plain(talk)
    assert any("checkers, one move at a time. Type your moves" in line for line in answers_of(talk))


def test_whole_match_to_three(tmp_path: Path) -> None:
    """The last line is accepted after the match, because a finished match can be saved."""
    file = tmp_path / "match.txt"
    game, last = ["6 3", "resign 1", "y"], f"save {file}"
    talk = say("backgammon", [*game, "next", *game, "next", *game, last, "next"], length=3)
    assert "Boris wins the match." in talk.lines
    assert "The match is over. save FILE: write it, quit: leave." in " ".join(talk.answers[-3])
    assert talk.answers[-1][0] == "The match has been won."
    assert match_of(read_transcript(file.read_text(encoding="utf-8"))).winner


def answers_of(talk: Talk) -> list[str]:
    return [" ".join(answer) for answer in talk.answers]


def expect_played_out(name: str, player: Callable[[Talk], str | None], **options: Any) -> Talk:
    talk = hold(name, player, **options)
    expect_narrow_and_plain(talk)
    assert talk.record
    winner = match_of(talk.record).winner
    assert winner
    names = {"W": "Anna", "B": "Boris"}
    assert f"{names[winner.value]} wins the match." in " ".join(talk.lines)
    assert "The match is over. save FILE: write it, quit: leave." in talk.lines
    text = write_transcript(talk.record)
    assert write_transcript(read_transcript(text)) == text
    return talk


@pytest.mark.parametrize("name", RULESETS)
def test_random_typing_breaks_nothing(name: str) -> None:
    chance = random.Random(6)
    words = [*ASIDES, "roll", "keep", "reroll", "1 2", "3 3", "play 1", "takeback", "draw", "y"]
    words += ["resign", "accept", "next", "takeback 2", "why hand/20", "bar/20", "in/19", "6/off"]
    lines = [chance.choice(words) for _ in range(250)]
    waiting = iter(lines)
    talk = hold(name, lambda _: next(waiting, None))
    expect_narrow_and_plain(talk)
    assert len(talk.answers) == len(lines) + 1


SEED = bytes(range(32))


def table(white: str, black: str, fair: bool = True, name: str = "backgammon") -> Table:
    match = MatchRecord(rules_named(name), white, black, "2026-03-01", None)
    return Table.new_match(match, FairDice(SEED) if fair else None)


def test_computer_plays_until_a_person_must_act() -> None:
    talk = say_at(table("Anna", "computer:easy"), "", "roll")
    assert "Computer, a word" not in " ".join(talk.asked)
    while talk.record and not any("Computer plays" in line for line in talk.lines):
        talk = say_at(table("Anna", "computer:easy"), *talk.typed, "plays", "play 1", "roll")
    assert talk.record
    assert talk.record.black == "computer:easy"


def test_people_type_real_dice_for_the_computer() -> None:
    talk = say_at(table("Anna", "computer:strong", fair=False), "1 6", "6 1", "plays", "play 1")
    assert any("Computer plays 13/7 8/7" in line for line in talk.lines)


def test_command_line_sets_computer_players() -> None:
    done = run(
        "backgammon", "--plain", "--white", "computer:easy", "--black", "computer:beginner",
        typed="accept\nquit\n",
    )  # fmt: skip
    assert done.code == 0, done.err
    assert "Easy plays" in done.out
    assert " wins " in done.out


# ---- the width of lines

ASKED = ("63", "k", "", "44", "board", "position", "plays", "help", "rules", "rolls", "log")


@pytest.mark.parametrize(("terminal", "maximum"), [(43, 43), (59, 59), (200, 60)])
@pytest.mark.parametrize("game", ["russian", "never-finishing"])
def test_lines_fit_the_terminal_and_60_columns(
    game: str, terminal: int, maximum: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(terminal))
    lines = say(game, ASKED).lines
    assert maximum - 6 < max(map(len, lines)) <= maximum


def test_narrow_board_has_every_point(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "45")
    lines = say("backgammon", ["63", "board"]).lines
    assert " 13 14 15 16 17 18   O  19 20 21 22 23 24" in lines
    assert "| O  .  .  .  X  . |   | X  .  .  .  .  O |" in lines
    assert " 12 11 10  9  8  7   O   6  5  4  3  2  1" in lines

"""The program as a player in plain mode."""

from __future__ import annotations

import pytest

from backgammon_tui.dice import FairDice
from backgammon_tui.names import Level, is_program, level_of
from backgammon_tui.storage.record import MatchRecord
from backgammon_tui.storage.table import Table
from tests.cli.program import refusal, run
from tests.engine.examples import rules_named
from tests.plain.talk import say_at

SEED = bytes(range(32))


def table(white: str, black: str, fair: bool = True, name: str = "backgammon") -> Table:
    match = MatchRecord(rules_named(name), white, black, "2026-03-01", None)
    return Table.sit_down(match, FairDice(SEED) if fair else None)


def test_names_of_levels() -> None:
    assert level_of("program:strong") is Level.STRONG
    assert level_of("Program:Easy 2") is Level.EASY
    assert level_of("Anna") is None
    assert not is_program("program:hard")
    with pytest.raises(ValueError, match="no level 'hard', only beginner"):
        level_of("program:hard")


def test_it_throws_and_plays_until_a_person_is_asked() -> None:
    talk = say_at(table("Anna", "program:easy"), "", "throw")
    assert "Program, a word" not in " ".join(talk.asked)
    while talk.record and not any("Program plays" in line for line in talk.lines):
        talk = say_at(table("Anna", "program:easy"), *talk.typed, "play 1", "throw")
    assert talk.record
    assert talk.record.black == "program:easy"


def test_two_programs_play_a_whole_game_which_a_person_accepts() -> None:
    talk = say_at(table("program:easy", "program:beginner", name="falood"), "accept")
    assert talk.record
    game = talk.record.games[0].play(talk.record.rules)
    assert game.is_over
    assert any("wins" in line for line in talk.lines)


def test_real_dice_are_typed_for_it() -> None:
    talk = say_at(table("Anna", "program:strong", fair=False), "1 6", "6 1", "play 1")
    assert any("Program plays 13/7 8/7" in line for line in talk.lines)


def test_on_the_command_line() -> None:
    assert "no level 'hard'" in refusal("backgammon", "--plain", "--black", "program:hard")
    done = run(
        "backgammon", "--plain", "--white", "program:easy", "--black", "program:medium",
        typed="accept\nquit\n",
    )  # fmt: skip
    assert done.code == 0, done.err
    assert "Easy plays" in done.out

"""The tutor: a stage that costs much is spoken of before the dice pass on."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from backgammon_tui.match.table import Table
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.settings import Help, Settings, Tutor
from tests.engine.examples import B, W, rules_named
from tests.modes.examples import message_of, new_table, table_from
from tests.modes.working import after, done

START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
POOR = "6/5 24/21"
"""A poor play of 3-1, which leaves three blots."""


def at_3_1(help: Help, computer: bool = False) -> PlayMode:
    """Anna is to play 3-1 at the start."""
    players = ("Anna", "computer:easy" if computer else "Boris")
    table = table_from("backgammon", START, W, players=players)
    table = replace(table, help=help)
    return after(PlayMode(PlayState.open(table, Settings())), "3", "1", Key.ENTER)


TUTORED = Help.TUTOR


def played(mode: PlayMode, text: str) -> PlayMode:
    keys = [Key.SPACE if character == " " else character for character in text]
    return after(mode, *keys, Key.ENTER)


def test_costly_stage_can_be_taken_back() -> None:
    before = at_3_1(TUTORED)
    mode = played(before, POOR)
    assert mode.state.question
    assert "costs about 0." in mode.state.question.text
    assert "computer's choice: 8/5 6/5" in mode.state.question.text
    # `w` counts what the opponent's rolls do after either play.
    assert "24/21 6/5: 36 of the opponent's 36 rolls hit." in message_of(after(mode, "w").state)
    assert "8/5 6/5: none of the opponent's 36 rolls hit at once." in message_of(
        after(mode, "w").state
    )
    back = after(mode, "y")
    assert back.state.game == before.state.game
    assert message_of(back.state) == "Play the 3 and the 1 again."


def test_continuing_ends_the_warning() -> None:
    mode = after(played(at_3_1(TUTORED), POOR), "n")
    assert mode.state.question is None
    assert mode.state.game.actor is B


@pytest.mark.parametrize("help", [Help.OFF, Help.ON])
def test_without_a_tutor_nothing_is_said(help: Help) -> None:
    assert played(at_3_1(help), POOR).state.question is None


def test_good_play_gets_no_warning() -> None:
    assert played(at_3_1(TUTORED), "8/5 6/5").state.question is None


def with_strict_tutor(table: Table) -> PlayMode:
    table = replace(table, help=Help.TUTOR)
    return PlayMode(PlayState.open(table, Settings(tutor=Tutor.STRICT)))


def test_costly_answer_gets_a_warning() -> None:
    opened = with_strict_tutor(new_table(rules_named("russian"), 9).roll())
    kept = after(opened, "k")
    assert kept.state.question
    assert re.fullmatch(
        r"Keeping the numbers costs about 0\.\d\d points. The computer's choice: rerolling.",
        kept.state.question.text,
    )
    assert after(kept, "n").state.question is None
    # What was answered stands, unless the other player agrees to have the same dice again.
    asked = after(kept, "y").state.question
    assert asked
    assert asked.text == "This takes back the opening roll 2-1. Black, do you agree?"
    assert after(kept, "y", "y", Key.SPACE).state.game == opened.state.game
    assert after(opened, "r").state.question is None


def test_costly_double_after_2_1_gets_a_warning() -> None:
    table = table_from("falood", "W 22:4 hand:11 / B 21:3 19:2 hand:10", W).roll((2, 1))
    first = with_strict_tutor(table.apply(*table.game.legal_plays()[0].moves))
    better, worse = (after(first, key).state.question for key in "56")
    assert better is None
    assert worse
    assert re.fullmatch(
        r"Four 6s cost about 0\.\d\d points. The computer's choice: four 5s.", worse.text
    )


def test_computer_waits_for_the_tutor() -> None:
    mode = at_3_1(TUTORED, computer=True)
    for key in [Key.SPACE if character == " " else character for character in POOR]:
        mode = after(mode, key)
    mode, effects = mode.handle(Key.ENTER)
    assert mode.state.is_tutored
    assert mode.pause is None
    assert mode.handle(Key.SPACE)[0].state == mode.state
    mode = after(done((mode, effects)), "n")
    assert not mode.state.is_tutored
    assert mode.state.game.actor is B

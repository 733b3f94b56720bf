"""The thing that a match waits for decides its keys, its panel and whether it continues."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import pytest

from backgammon_tui.dice import FairDice
from backgammon_tui.modes.effects import GameResult, Open
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.state import PlayState, Waits
from backgammon_tui.settings import Forced, Help, Settings
from tests.modes.examples import W, after, chosen, footer_of, panel_of, table_from, wording

START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
SHUT_OUT = "W bar:2 13:13 / B 6:2 5:2 4:2 3:2 2:2 1:2 9:3"
LAST = "W 1:1 off:14 / B 6:15"


def match_from(
    line: str, *keys: str | Key, black: str = "Boris", help: Help = Help.OFF
) -> PlayMode:
    """Return a match with typed dice after some keys; the long work is not done."""
    table = table_from("backgammon", line, W, players=("Anna", black))
    table = replace(table, record=replace(table.record, help=help))
    mode = PlayMode(PlayState.open(table, Settings()))
    for key in keys:
        mode, _ = mode.handle(key)
    return mode


class Wait(NamedTuple):
    waits: Waits
    space: str
    """The label of Space in the footer; empty for none."""
    panel: str
    """A part of the panel."""


ROLLED = ("3", "1", Key.ENTER)
POOR = (*ROLLED, *"6/5", Key.SPACE, *"24/21", Key.ENTER)


@pytest.mark.parametrize(
    ("mode", "wait"),
    [
        (match_from(START), Wait(Waits.ROLL, "", "Type the numbers rolled.")),
        (match_from(START, *ROLLED), Wait(Waits.PLAY, "", " plays")),
        (match_from(SHUT_OUT, "3", "1", Key.ENTER), Wait(Waits.READER, "space go on", "Turn lost")),
        (match_from(LAST, *ROLLED, Key.SPACE), Wait(Waits.RESULT, "space result", "Anna wins")),
        (
            match_from(START, *POOR, "5", "2", Key.ENTER, black="computer:easy"),
            Wait(Waits.COMPUTER, "space skip", "Any key skips this."),
        ),
        (match_from(START, *POOR, help=Help.TUTOR), Wait(Waits.TUTOR, "", "is checking it")),
    ],
    ids=lambda value: value.waits.name if isinstance(value, Wait) else "",
)
def test_footer_and_panel_follow_the_wait(mode: PlayMode, wait: Wait) -> None:
    state = mode.state
    assert state.waits_for is wait.waits
    footer = footer_of(state, 120).text
    assert wait.space in footer if wait.space else "space" not in footer
    assert wait.panel in wording(panel_of(state, 33, 30))


def test_question_comes_before_everything_else() -> None:
    for mode in (
        match_from(START, *ROLLED),
        match_from(SHUT_OUT, "3", "1", Key.ENTER),
        match_from(START, *POOR, "5", "2", Key.ENTER, black="computer:easy"),
        match_from(START, *POOR, help=Help.TUTOR),
    ):
        asked = chosen(mode.state, "R")
        assert asked.waits_for is Waits.ANSWER
        assert "space answer" in footer_of(asked, 120).text


def test_news_comes_before_the_computers_turn() -> None:
    mode = match_from(SHUT_OUT, "3", "1", Key.ENTER, black="computer:easy")
    assert mode.state.waits_for is Waits.READER
    fair = replace(mode.state, table=replace(mode.table, dice=FairDice(bytes(32))))
    assert fair.is_computers_turn
    assert fair.waits_for is Waits.READER
    assert after(PlayMode(fair), Key.SPACE).state.waits_for is Waits.COMPUTER


def test_only_the_wait_is_skipped() -> None:
    """Skipping passes pauses, never a question, the tutor or the result."""
    states = {
        Waits.ROLL: match_from(START),
        Waits.PLAY: match_from(START, *ROLLED),
        Waits.TUTOR: match_from(START, *POOR, help=Help.TUTOR),
        Waits.RESULT: match_from(LAST, *ROLLED, Key.SPACE),
        Waits.COMPUTER: match_from(START, *POOR, "5", "2", Key.ENTER, black="computer:easy"),
        Waits.READER: match_from(SHUT_OUT, "3", "1", Key.ENTER),
        Waits.ANSWER: PlayMode(chosen(match_from(START).state, "R")),
    }
    assert {waits: mode.state.waits_for for waits, mode in states.items()} == {
        waits: waits for waits in Waits
    }
    skipped = {waits for waits, mode in states.items() if mode.state.can_skip}
    assert skipped == {Waits.COMPUTER, Waits.READER}


@pytest.mark.parametrize("forced", [Forced.PLAY, Forced.STEP])
def test_last_forced_play_stays_visible_before_the_result(forced: Forced) -> None:
    mode = match_from(LAST, *ROLLED)
    mode = mode.with_options(Settings(forced=forced))
    over, effects = mode.advance()
    is_shown = any(isinstance(e, Open) and isinstance(e.window, GameResult) for e in effects)
    assert over.state.waits_for is Waits.RESULT
    assert is_shown is (forced is Forced.STEP)
    assert (over.pause is None) is is_shown


@pytest.mark.parametrize(
    ("line", "keys", "can_take_back"),
    [(START, POOR, True), ("W 24:1 off:14 / B 6:15", (*ROLLED, Key.SPACE), False)],
    ids=["a choice", "the only play"],
)
def test_computers_turn_offers_to_undo_a_choice(
    line: str, keys: tuple[str | Key, ...], can_take_back: bool
) -> None:
    played = match_from(line, *keys, black="computer:easy")
    fair = replace(played.state, table=replace(played.table, dice=FairDice(bytes(32))))
    assert fair.waits_for is Waits.COMPUTER
    assert ("Press u to take" in wording(panel_of(fair, 40, 30))) is can_take_back

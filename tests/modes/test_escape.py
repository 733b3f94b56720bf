"""Escape closes what was opened last, and leads to the menu or out only when nothing is open."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backgammon_tui.engine import Move, Rules
from backgammon_tui.modes.effects import Leave, Open
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.modes.play.board import BoardMode
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.prompts import redo, undo
from backgammon_tui.modes.play.state import Advice
from backgammon_tui.modes.sandbox import SandboxMode
from backgammon_tui.settings import Settings
from backgammon_tui.teach.lessons.catalogue import course
from tests.modes.examples import new_table
from tests.modes.test_hints import at_3_1
from tests.modes.test_play_state_held import GAMES, play_states
from tests.modes.working import after

OPENED = ((), ("w",), ("w", Key.DOWN), (Key.TAB, "w"))
WITH_BEGINNER_HELP = Settings(beginner_help_white=True, beginner_help_black=True)


def opened_things(mode: BoardMode) -> list[object]:
    """What stands open on the board and beside it."""
    state = mode.input
    if state is None:
        return []
    selection = state.choosing
    things = [state.asked, state.advice, state.is_opened, selection.text, selection.on_board]
    return [thing for thing in (*things, selection.row is not None) if thing]


def closed(mode: BoardMode) -> BoardMode:
    """The mode after Escape has closed one thing after the other, before it leads anywhere."""
    for _ in range(12):
        is_open, before = bool(mode.closing), mode
        mode, effects = mode.take(Key.ESCAPE)
        has_next_stage = any(isinstance(effect, Open | Leave) for effect in effects)
        assert has_next_stage is not is_open, opened_things(before)
        if has_next_stage:
            assert not opened_things(before)
            return before
        assert mode != before
    raise AssertionError(opened_things(mode))


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_match_escape_closes_then_opens_the_menu(
    rules: Rules,
) -> None:
    for state in play_states(rules, 6):
        for keys in OPENED:
            closed(after(PlayMode(state.with_options(WITH_BEGINNER_HELP)), *keys))


def test_escape_closes_before_it_leaves() -> None:
    for entry in course("russian")[:7]:
        for keys in (*OPENED, ("t", Key.DOWN, "w")):
            closed(after(LessonMode.begin(entry.read(), Settings(), entry), *keys))
    table = new_table(GAMES[0], None)
    for begun in ((), ("5",), ("5", "3", Key.ENTER)):
        for keys in OPENED:
            sandbox = SandboxMode.begin(table.record.rules, Settings())
            closed(after(sandbox, *begun, *keys))


def test_escape_closes_hint_and_explanation_in_order() -> None:
    mode = at_3_1()
    hinted = after(mode, *"8/", "t")
    assert after(hinted, Key.ESCAPE).state.advice is None
    assert after(hinted, Key.ESCAPE).state.choosing.text == "8/"
    explained = after(hinted, "w", Key.ESCAPE)
    assert isinstance(explained.state.advice, Advice)
    assert not explained.state.is_opened


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_redo_restores_the_exact_state(rules: Rules) -> None:
    for state in play_states(rules, 6):
        back = undo(state)
        is_undone = len(back.table.actions) < len(state.table.actions)
        if is_undone and isinstance(state.table.actions[-1], Move):
            again = redo(back)
            assert again.table == back.table.redo(), "the record has both steps"
            assert again.game == state.game
            assert replace(again, table=state.table, undone=None) == replace(state, undone=None)

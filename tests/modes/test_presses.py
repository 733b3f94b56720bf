from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from backgammon_tui.engine import RULESETS, Phase
from backgammon_tui.match.table import Table
from backgammon_tui.modes.effects import Open
from backgammon_tui.modes.inputs import Key, NextStep
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.prompts import PlayQuickly
from backgammon_tui.modes.play.state import Pace, PlayState
from backgammon_tui.names import Level, name_of
from backgammon_tui.settings import Forced, Settings
from tests.modes.examples import B, W, after, choose_row, done, new_table

PARALLEL, CONTRARY = ("russian", "falood"), ("french", "never-finishing", "backgammon")

FORCED = {
    "W hand:15 / B hand:15": (*PARALLEL, "french"),
    "W 1:3 off:12 / B 1:3 off:12": ("never-finishing", "backgammon"),
}
ORDINARY = {
    "W 24:2 19:3 15:6 12:1 6:3 / B 22:5 18:2 8:4 4:3 off:1": PARALLEL,
    "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5": CONTRARY,
}
SHUT_OUT = {
    "W bar:2 13:13 / B 24:2 23:2 22:2 21:2 20:2 19:2 1:3": PARALLEL,
    "W bar:1 13:14 / B 1:3 2:3 3:3 4:2 5:2 6:2": CONTRARY,
}
HALF_LOST = {
    "W bar:1 13:14 / B 24:2 23:2 22:2 20:2 16:2 8:2 7:3": PARALLEL,
    "W 24:1 off:14 / B 6:2 10:2 3:11": CONTRARY,
}
WITH_COMPLEMENT = {
    "W 24:5 19:5 18:5 / B 16:15": PARALLEL,
    "W 24:5 19:5 18:5 / B 24:15": ("french",),
}

PRESSES = {
    "forced": (FORCED, (5, 4), (2, 1, 1, 0)),
    "ordinary": (ORDINARY, (5, 4), (2, 2, 1, 1)),
    "forced and half lost": (HALF_LOST, (5, 4), (2, 1, 1, 0)),
    "lost": (SHUT_OUT, (5, 4), (2, 1, 1, 0)),
    "doubles and complement, up to the extra roll": (WITH_COMPLEMENT, (4, 4), (3, 3, 2, 2)),
}
"""Positions of a kind of turn, its roll, and the presses it takes: with neither option, with
forced plays alone automatic, with *rolls* alone, and with both. Keys that only move through the
list are not counted.
"""

OPTIONS = [
    Settings(forced=forced, rolls=rolls)
    for rolls in (False, True)
    for forced in (Forced.STEP, Forced.PLAY)
]

TURNS = [
    # Before a possible double, no roll is automatic.
    (name, line, dice, presses[:2] * 2 if RULESETS[name].cube else presses)
    for positions, dice, presses in PRESSES.values()
    for line, names in positions.items()
    for name in names
]


def table_before(name: str, line: str, dice: tuple[int, int]) -> Table:
    """Return a table with fair dice that show these numbers next, White to roll."""
    for seed in count():
        table = new_table(
            RULESETS[name], seed, starting_position=f"{line}; W to move; first double W"
        )
        if table.dice and table.dice.roll(1) == dice:
            return table
    raise AssertionError


def presses_of_turn(mode: PlayMode) -> int:
    """Count the presses of Space until Black is to roll or White has an extra roll."""
    pressed, begun = 0, len(mode.table.actions)
    while len(mode.table.actions) == begun or not is_done(mode):
        if mode.pause is not None:
            mode, _ = mode.advance()
            continue
        if len(mode.state.choosing.rows) > 1:
            mode, _ = mode.at(choose_row(mode.state, best_row(mode.state)))
        mode, _ = mode.handle(Key.SPACE)
        pressed += 1
    return pressed


def is_done(mode: PlayMode) -> bool:
    game = mode.state.game
    is_next = game.phase is Phase.ROLL_AGAIN or (game.phase is Phase.ROLL and game.side is B)
    return is_next and not mode.state.news


def best_row(state: PlayState) -> int:
    """Return a play that keeps most of the complement, if there is one."""
    ahead = [state.game.outlook(row.position) for row in state.choosing.rows]
    return max(range(len(ahead)), key=lambda at: getattr(ahead[at], "playable", 0))


@pytest.mark.parametrize(("name", "line", "dice", "presses"), TURNS)
def test_turn_needs_one_press_per_decision(
    name: str, line: str, dice: tuple[int, int], presses: tuple[int, ...]
) -> None:
    table = table_before(name, line, dice)
    # A resumed match waits for its first key; here it continues without one.
    states = [replace(PlayState.open(table, option), pace=Pace.USUAL) for option in OPTIONS]
    taken = [presses_of_turn(PlayMode(state)) for state in states]
    assert tuple(taken) == presses


@pytest.mark.parametrize("opponent", ["Boris", name_of(Level.MEDIUM)])
@pytest.mark.parametrize("name", RULESETS)
def test_first_choice_of_a_first_game_is_three_presses_away(name: str, opponent: str) -> None:
    """The presses are for the opening roll, the choice or roll after it, and the first question.

    Tied openings are not counted, and the game continues by itself without a press.
    """
    for seed in range(20):
        assert presses_to_first_choice(new_table(RULESETS[name], seed, ("Anna", opponent))) <= 3


def presses_to_first_choice(table: Table) -> int:
    mode = PlayMode(PlayState.open(table, Settings())).asking()
    pressed = 0
    while len(mode.state.choosing.rows) < 2 and mode.state.game.phase is not Phase.CHOOSE:
        if mode.pause is not None:
            mode = done(mode.advance())
            continue
        is_tied = mode.state.game.phase is Phase.OPENING and bool(mode.state.game.events)
        asked = isinstance(mode.state.open_question, PlayQuickly)
        mode = after(mode, "y" if asked else Key.SPACE)
        pressed += not is_tied
    return pressed


def test_two_presses_lead_from_result_to_next_game() -> None:
    """The first accepts the result, the second starts the game; the dialog highlights both."""
    rules = RULESETS["backgammon"]
    state = PlayState.open(
        new_table(rules, 1, starting_position="W 1:1 off:14 / B 1:2 off:13; W to move"), Settings()
    )
    over, effects = PlayMode(state).handle(Key.SPACE)[0].handle(Key.SPACE)
    assert over.state.game.is_over
    assert any(isinstance(effect, Open) for effect in effects), "the result opens by itself"
    accepted, (shown,) = over.take_result(NextStep.ACCEPT)
    assert isinstance(shown, Open)
    following, _ = accepted.take_result(NextStep.NEXT_GAME)
    assert following.state.game.awaits_roll
    assert following.state.game.actor in (None, W, B)

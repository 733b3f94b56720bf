"""Random states of random games, for properties that hold at every moment."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from backgammon_tui.engine import OpeningRoll, Roll, Rules
from backgammon_tui.match.table import Table
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.play.choosing import NOTATION
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.settings import Forced, Settings
from tests.engine.examples import NAMES, rules_named
from tests.engine.strategies import any_action
from tests.modes.examples import choose_row, chosen, new_table, pick, pressed

GAMES: list[Rules] = [
    *(rules_named(name) for name in NAMES),
    rules_named("russian", opponent_completes=True),
    rules_named("french", opponent_completes=True, free_entry=True),
    rules_named("never-finishing", opponent_completes=True, higher_number=True),
    rules_named("french", one_two=True, first_double_face_only=True),
]


MOMENTS = 8
"""Number of states examined in each random game, because playing costs more than examining."""


@cache
def tables(rules: Rules, seed: int) -> list[Table]:
    """Return tables with fair dice at several moments of a random game."""
    chance = random.Random(seed)
    moments = [chance.randint(0, 300) for _ in range(MOMENTS)]
    game = [new_table(rules, seed)]
    while len(game) <= max(moments) and not (table := game[-1]).game.is_over:
        action = any_action(table.game, chance)
        rolls = isinstance(action, Roll | OpeningRoll)
        game.append(table.roll() if rolls else table.apply(action))
    return [game[min(moment, len(game) - 1)] for moment in moments]


@cache
def random_state(rules: Rules, seed: int) -> PlayState:
    """Return a random state of a random game, sometimes with something selected or typed."""
    chance = random.Random(seed)
    game, moment = divmod(seed, MOMENTS)
    state = PlayState.open(tables(rules, game)[moment], Settings())
    for _ in range(chance.randint(0, 3)):
        state = mash(state, chance)
    return state


def play_states(rules: Rules, count: int) -> Iterator[PlayState]:
    """Return this many random states, cached for all tests."""
    return (random_state(rules, seed) for seed in range(count))


LETTERS = NOTATION + "krynKRYN,=xqz?!wW;%éß漢🎲"


def mash(state: PlayState, chance: random.Random) -> PlayState:
    """Press a random key or click; dice are typed more often than chance would."""
    if state.game.awaits_roll and state.table.dice is None and chance.random() < 0.4:
        for character in f"{chance.randint(1, 6)}{chance.randint(1, 6)}":
            state = pressed(state, character)
        return pressed(state, Key.ENTER)
    press = chance.random()
    if press < 0.35:
        return pressed(state, chance.choice(list(Key)))
    if press < 0.65:
        return pressed(state, chance.choice(LETTERS))
    if press < 0.8:
        return pick(state, chance.choice([*sorted(state.pickable), *range(27)]))
    if press < 0.86:
        return choose_row(state, chance.randrange(len(state.choosing.rows) + 1))
    if press < 0.97:
        return pressed(state, chance.choice("uUw"))
    if press < 0.98:
        return chosen(state, chance.choice("uDR"))
    return state.with_options(
        Settings(
            forced=chance.choice([*Forced]),
            mirrored=chance.random() < 0.3,
            beginner_help_white=chance.random() < 0.5,
            beginner_help_black=chance.random() < 0.5,
        )
    )

"""Whoever holds Space or Enter down decides nothing, and mashing all keys breaks nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from backgammon_tui.dice import FairDice
from backgammon_tui.engine.actions import (
    Action,
    ChooseDoubles,
    KeepOpening,
    OpeningRoll,
    Roll,
)
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.generator import legal_plays
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.rulesets import RULESETS
from backgammon_tui.engine.turn import Phase
from backgammon_tui.match.record import DiceKind, DiceOrigin, GameRecord, MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.play.choosing import NOTATION
from backgammon_tui.modes.play.prompts import ask_draw, ask_resign, ask_take_back, redo, undo
from backgammon_tui.modes.play.state import PlayState, handle, pick
from backgammon_tui.settings import Settings
from tests.engine.examples import NAMES, rules_named
from tests.engine.strategies import any_action
from tests.modes.examples import DATE, choose_row, count_fifteen, new_table, why

GAMES: list[Rules] = [
    *(rules_named(name) for name in NAMES),
    rules_named("russian", opponent_completes=True),
    rules_named("french", opponent_completes=True, free_entry=True),
    rules_named("never-finishing", opponent_completes=True, higher_number=True),
    rules_named("french", one_two=True, first_double_face_only=True),
]


MOMENTS = 8
"""At so many moments a random game is looked at: to play it costs more than to look."""


@cache
def tables(rules: Rules, seed: int) -> list[Table]:
    """A table with fair dice at some moments of a random game, in any order."""
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
    """A random moment of a random game, with something chosen or typed in some."""
    chance = random.Random(seed)
    game, moment = divmod(seed, MOMENTS)
    state = PlayState.open(tables(rules, game)[moment], Settings())
    for _ in range(chance.randint(0, 3)):
        state = mash(state, chance)
    return state


def play_states(rules: Rules, count: int) -> Iterator[PlayState]:
    """So many random moments, which are made once for all tests."""
    return (random_state(rules, seed) for seed in range(count))


def held(state: PlayState, *keys: Key) -> PlayState:
    """The state after the keys have been pressed in turn until nothing changes any more."""
    for _ in range(300):
        before = state
        for key in keys:
            state = handle(state, key)
        if state == before:
            break
    return state


def decided(state: PlayState, before: PlayState) -> list[Action]:
    """What was done since that somebody could have done otherwise."""
    result: list[Action] = []
    games = state.table.history[len(before.table.history) - 1 :]
    actions = state.table.actions[len(before.table.actions) :]
    for game, action in zip(games, actions, strict=False):
        match action:
            case Roll() | OpeningRoll():
                pass
            case Move():
                if choices(game) > 1:
                    result.append(action)
            case _:
                result.append(action)
    return result


def choices(game: Game) -> int:
    """How many different plays, or single moves while completing, there are."""
    if game.phase is Phase.COMPLETE:
        return len(game.moves)
    assert game.side
    return len(legal_plays(game.rules, game.position, game.side, game.left))


ASKED_BY_THE_RULES = KeepOpening | ChooseDoubles
"""What Space and Enter answer as it is lit: the first answer of a question of the rules."""


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
@pytest.mark.parametrize("keys", [[Key.SPACE], [Key.SPACE, Key.ENTER]], ids=["space", "both"])
def test_space_and_enter_choose_no_play(rules: Rules, keys: list[Key]) -> None:
    for before in play_states(rules, 8):
        first = handle(before, Key.ENTER)  # What is typed or chosen by then is meant.
        result = decided(held(first, *keys), first)
        assert [item for item in result if not isinstance(item, ASKED_BY_THE_RULES)] == []


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_space_and_enter_consent_to_nothing(rules: Rules) -> None:
    for before in play_states(rules, 8):
        for asked in (ask_take_back(before), ask_resign(before), ask_draw(before)):
            if asked.asked is None:
                continue
            for key in (Key.SPACE, Key.ENTER):
                after = handle(asked, key)
                assert after.asked is None
                assert after.table == asked.table


# ---- mashing

LETTERS = NOTATION + "krynKRYN,=xqz?!wW;%éß漢🎲"


def mash(state: PlayState, chance: random.Random) -> PlayState:
    """Some key or click; dice are typed more often than chance would."""
    if state.awaits_roll and state.table.dice is None and chance.random() < 0.4:
        for character in f"{chance.randint(1, 6)}{chance.randint(1, 6)}":
            state = handle(state, character)
        return handle(state, Key.ENTER)
    press = chance.random()
    if press < 0.35:
        return handle(state, chance.choice(list(Key)))
    if press < 0.65:
        return handle(state, chance.choice(LETTERS))
    if press < 0.8:
        return pick(state, chance.choice([*sorted(state.pickable), *range(27)]))
    if press < 0.86:
        return choose_row(state, chance.randrange(len(state.choosing.rows) + 1))
    if press < 0.97:
        return chance.choice([undo, redo, why])(state)
    if press < 0.98:
        return chance.choice([ask_take_back, ask_draw, ask_resign])(state)
    return state.with_options(
        Settings(
            plays_forced=chance.random() < 0.3,
            mirrored=chance.random() < 0.3,
            beginner_help_white=chance.random() < 0.5,
            beginner_help_black=chance.random() < 0.5,
        )
    )


def check(state: PlayState) -> None:
    """What must hold whatever was pressed."""
    rules = state.game.rules
    assert count_fifteen(state)
    rules.check(state.game.position)
    assert all(0 <= index < len(state.choosing.rows) for index in state.choosing.reading.shown)
    assert state.choosing.row is None or state.choosing.row in state.choosing.reading.shown
    game = state.game
    for move in state.preview:
        game = game.apply(move)


def mash_on(rules: Rules, seed: int, events: int, *, typed_dice: bool) -> PlayState:
    chance = random.Random(seed)
    state = PlayState.open(new_table(rules, None if typed_dice else seed), Settings())
    for step in range(events):
        state = mash(state, chance)
        if state.game.is_over:
            state = mash_at_the_end(state, chance)
        check(state)
        if step % 100 == 0:
            assert state.table.record.games[-1].play(rules) == state.game
    assert state.table.record.games[-1].play(rules) == state.game
    return state


def mash_at_the_end(state: PlayState, chance: random.Random) -> PlayState:
    """A finished game is sometimes accepted, and the next one begun."""
    if chance.random() < 0.5 or state.table.accepted:
        return state
    dice = state.table.dice and FairDice(chance.randbytes(32))
    table = state.table.accept()
    return PlayState.open(table.next_game(dice), state.options)


@pytest.mark.parametrize("typed_dice", [False, True], ids=["fair", "typed"])
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_random_keys_break_nothing(rules: Rules, typed_dice: bool) -> None:
    state = mash_on(rules, 1, 350, typed_dice=typed_dice)
    assert state.table.roll_number > 1


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 7))
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_long_random_keys_break_nothing(rules: Rules, seed: int) -> None:
    mash_on(rules, seed, 6000, typed_dice=bool(seed % 2))


def test_random_keys_make_progress() -> None:
    """The keys pressed at random do play: a turn or more ends."""
    ended = [
        bool(mash_on(rules, 8, 300, typed_dice=False).game.last_turn) for rules in RULESETS.values()
    ]
    assert sum(ended) > 2


def test_table_can_be_opened_in_every_state() -> None:
    """Going on with a saved match shows the same list as when it was left."""
    for rules in GAMES:
        for table in tables(rules, 0)[:3]:
            record = table.record.games[-1]
            origin = DiceOrigin(DiceKind.FAIR)
            again = GameRecord(origin, record.entries, record.first)
            match = MatchRecord(rules, "White", "Black", DATE, None, (again,))
            resumed = Table(match, table.match, None, (again.play(rules),))
            single, other = (PlayState.open(item, Settings()) for item in (table, resumed))
            assert [row.position for row in single.choosing.rows] == [
                row.position for row in other.choosing.rows
            ]
            assert single.question == other.question

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from backgammon_tui.engine import (
    RULESETS,
    Action,
    AgreeDraw,
    ChooseDoubles,
    Double,
    Game,
    KeepOpening,
    Opening,
    OpeningRoll,
    Pass,
    Phase,
    Place,
    Position,
    RerollOpening,
    Resign,
    Roll,
    Rules,
    Scale,
    Side,
    Start,
    Take,
)
from tests.engine.examples import NAMES, rules_named

sides = st.sampled_from(Side)
names = st.sampled_from(NAMES)
dice = st.tuples(st.integers(1, 6), st.integers(1, 6))
stages = st.one_of(
    dice.filter(lambda pair: pair[0] != pair[1]),
    st.integers(1, 6).map(lambda number: (number,) * 4),
)
parts_of_stages = st.one_of(
    stages, st.builds(lambda number, count: (number,) * count, st.integers(1, 6), st.integers(1, 4))
)
seeds = st.integers(0, 2**32)
is_short = settings().max_examples < 100

few_seeds = st.integers(0, 3) if is_short else seeds
"""Settings for tests of games under random rules."""

few = settings(max_examples=max(settings().max_examples // 5, 1))
"""Settings for tests that play whole games."""

many = settings(max_examples=settings().max_examples * 3)
"""Settings for tests that examine one position."""


@st.composite
def house_rules(draw: st.DrawFn) -> Rules:
    """Return any rules that players can agree on."""
    rules = RULESETS[draw(st.sampled_from(list(RULESETS)))]
    changes: dict[str, Any] = {switch: draw(st.booleans()) for switch in switches(rules)}
    changes["opening"] = draw(st.sampled_from(Opening))
    changes["scale"] = draw(st.sampled_from(Scale))
    return replace(rules, **changes)


def switches(rules: Rules) -> list[str]:
    """Return the on-off house rules that make sense together."""
    switches = ["higher_number", "opponent_completes", "winner_starts"]
    if rules.starts_in_hand:
        switches += ["free_entry"]
    if rules.doubles.have_complement:
        switches += ["first_double_face_only", "one_two"]
    if rules.starts_in_hand and rules.doubles.have_complement:
        switches += ["entry_limits_complement"]
    if rules.start is Start.STANDARD:
        switches += ["cube"]
    return switches


def random_rules(rules: Rules, chance: random.Random) -> Rules:
    """Return the rules with each switch on or off."""
    changes: dict[str, Any] = {name: chance.random() < 0.5 for name in switches(rules)}
    changes["opening"] = chance.choice([*Opening])
    changes["scale"] = chance.choice([*Scale])
    return replace(rules, **changes)


_FEW_GAMES = [
    (rules if usual else random_rules(rules, random.Random(f"{rules.name} {seed}")), seed)
    for rules in RULESETS.values()
    for seed, usual in enumerate([True, False, False])
]
"""One game of each ruleset with its usual rules, and two with other rules."""

_games: st.SearchStrategy[tuple[Rules, int]] = st.shared(
    st.sampled_from(_FEW_GAMES) if is_short else st.tuples(house_rules(), seeds), key="game"
)
game_rules = _games.map(lambda game: game[0])
"""The rules of a random game; in quick runs one of a few games, which all tests share."""

game_seeds = _games.map(lambda game: game[1])


_POOLS = [
    tuple(range(1, 25)),
    tuple(range(1, 7)),
    tuple(range(19, 25)),
    (*range(1, 7), *range(19, 25)),
    (1, 2, 3, 4, 5, 6, 7, 8),
]


@st.composite
def positions(draw: st.DrawFn, rules: Rules) -> Position:
    """Return positions that are possible under `rules`, with traps."""
    white_points = draw(_points(set()))
    black_points = draw(_points({rules.across(point) for point in white_points}))
    black_trapped = draw(_some_of([rules.across(point) for point in white_points], rules))
    white_trapped = draw(_some_of([rules.across(point) for point in black_points], rules))
    white = draw(_side(white_points, white_trapped, rules))
    black = draw(_side(black_points, black_trapped, rules))
    position = Position.parse(f"W {white} / B {black}")
    if all(position.has_borne_off_all(side) for side in Side):
        return rules.start.position
    return position


def _points(taken: set[int]) -> st.SearchStrategy[list[int]]:
    def of_pool(pool: tuple[int, ...]) -> st.SearchStrategy[list[int]]:
        free = [point for point in pool if point not in taken]
        return st.lists(st.sampled_from(free), unique=True, max_size=8) if free else st.just([])

    return st.sampled_from(_POOLS).flatmap(of_pool)


def _some_of(points: list[int], rules: Rules) -> st.SearchStrategy[list[int]]:
    if not rules.landing.may_trap or not points:
        return st.just([])
    return st.lists(st.sampled_from(points), unique=True, max_size=4)


@st.composite
def _side(draw: st.DrawFn, points: list[int], trapped: list[int], rules: Rules) -> str:
    """Return one checker on each of the points, the trapped ones, and the rest anywhere."""
    words = draw(
        st.sampled_from([["off"], ["bar", "off"], [], ["hand"], ["hand", "bar"]])
        if rules.starts_in_hand
        else st.sampled_from([["off"], ["bar", "off"], []])
    )
    places = [*map(str, points), *words] or ["off"]
    rest = 15 - len(points) - len(trapped)
    chosen = draw(st.lists(st.sampled_from(places), min_size=rest, max_size=rest))
    stood = [*map(str, points), *chosen]
    items = [f"{place}:{stood.count(place)}" for place in dict.fromkeys(stood)]
    return " ".join([*items, *(f"{point}:1!" for point in trapped)])


@st.composite
def rules_and_positions(draw: st.DrawFn) -> tuple[Rules, Position]:
    """Return a ruleset and one of its positions."""
    rules = rules_named(draw(names))
    return rules, draw(positions(rules))


Step = tuple[Game, Action, Game]
"""A state of a game, an action, and the next state."""


class RandomGame:
    """A random game, played only as far as a test needs."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self._chance = random.Random(seed)
        self._game = Game.start(rules, self._chance.choice([None, None, *Side]))
        self._steps: list[Step] = []

    def steps(self, longest: int) -> Iterator[Step]:
        for number in range(longest):
            if number == len(self._steps):
                if self._game.is_over:
                    return
                action = any_action(self._game, self._chance)
                following = self._game.apply(action)
                self._steps.append((self._game, action, following))
                self._game = following
            yield self._steps[number]


random_game = lru_cache(maxsize=40)(RandomGame)
"""Return a random game, cached."""


def walk(rules: Rules, seed: int, longest: int = 4000) -> Iterator[Step]:
    return random_game(rules, seed).steps(longest)


def state_after(rules: Rules, seed: int, length: int) -> Game:
    """Return a state of a random game after this many actions, or its last one."""
    game = Game.start(rules)
    for _, _, following in walk(rules, seed, length):
        game = following
    return game


def any_action(game: Game, chance: random.Random, *, may_double: bool = True) -> Action:
    """Return a legal action, hardly ever one that ends the game early."""
    if chance.random() < 0.0002:
        return Resign(Side.BLACK, game.win_points[-1]) if chance.randint(0, 1) else AgreeDraw()
    first, second = chance.randint(1, 6), chance.randint(1, 6)
    match game.phase:
        case Phase.OPENING:
            return OpeningRoll(first, second)
        case Phase.KEEP_OR_REROLL:
            return KeepOpening() if chance.randint(0, 1) else RerollOpening()
        case Phase.ROLL if may_double and game.may_double and chance.random() < 0.1:
            return Double()
        case Phase.DOUBLED:
            return Take() if chance.random() < 0.9 else Pass()
        case Phase.ROLL | Phase.ROLL_AGAIN:
            return Roll(first, second)
        case Phase.CHOOSE:
            return ChooseDoubles(chance.choice([5, 6]))
        case _:
            return chance.choice(game.moves)


def mirrored(position: Position) -> Position:
    """Return the position with the sides exchanged."""
    white, black = str(position).removeprefix("W ").split(" / B ")
    return Position.parse(f"W {black} / B {white}")


def checkers(position: Position, side: Side) -> int:
    places = (*range(1, 25), *Place)
    return sum(position.count(side, place) for place in places)

"""Turns of random games, for measurements and comparisons."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from backgammon_tui.engine import Position, Rules, Side, legal_plays

MAX_GAME = 300
"""Maximum number of turns in a game, because random games of some rulesets hardly ever end."""


class Turn(NamedTuple):
    """A stage of a random game, and the position after it."""

    position: Position
    side: Side
    numbers: tuple[int, ...]
    after: Position


def numbers_of(first: int, second: int) -> tuple[int, ...]:
    """Return the numbers of a stage: two dice, or the number of doubles four times."""
    return (first, second) if first != second else (first,) * 4


def random_game(rules: Rules, rnd: random.Random) -> Iterator[Turn]:
    """Yield the turns of a game that White begins. All plays are random; each turn is one stage."""
    position, side = rules.start.position, Side.WHITE
    for _ in range(MAX_GAME):
        numbers = numbers_of(rnd.randint(1, 6), rnd.randint(1, 6))
        after = rnd.choice(legal_plays(rules, position, side, numbers)).position
        yield Turn(position, side, numbers, after)
        if after.has_borne_off_all(side):
            return
        position, side = after, side.other


def turns(rules: Rules, count: int, seed: int) -> list[Turn]:
    """Return the first `count` turns of random games, in order of play."""
    rnd = random.Random(seed)
    games: list[Turn] = []
    while len(games) < count:
        games += random_game(rules, rnd)
    return games[:count]

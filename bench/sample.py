"""Turns from random play, to measure and to compare with."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from backgammon_tui.engine import Position, Rules, Side, legal_plays

MAX_GAME = 300
"""After so many turns a game is left: the random games of some rulesets hardly end."""


class Turn(NamedTuple):
    """One stage of a random game and the position that it led to."""

    position: Position
    side: Side
    numbers: tuple[int, ...]
    after: Position


def numbers_of(first: int, second: int) -> tuple[int, ...]:
    """The numbers of a stage: the two dice, or four times a double's face."""
    return (first, second) if first != second else (first,) * 4


def random_game(rules: Rules, rnd: random.Random) -> Iterator[Turn]:
    """The turns of a game in which White starts and all plays are random, one stage each."""
    position, side = rules.start.position, Side.WHITE
    for _ in range(MAX_GAME):
        numbers = numbers_of(rnd.randint(1, 6), rnd.randint(1, 6))
        after = rnd.choice(legal_plays(rules, position, side, numbers)).position
        yield Turn(position, side, numbers, after)
        if after.has_borne_off_all(side):
            return
        position, side = after, side.other


def turns(rules: Rules, count: int, seed: int) -> list[Turn]:
    """So many turns of random games, in the order of play."""
    rnd = random.Random(seed)
    games: list[Turn] = []
    while len(games) < count:
        games += random_game(rules, rnd)
    return games[:count]

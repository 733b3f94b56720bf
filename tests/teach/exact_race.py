"""Races of French Backgammon solved exactly: both sides play on from a few checkers to the end.

Independent of the engine and of the nets: a position is the number of checkers on points 1, 2, …
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

Race = tuple[int, ...]


def race(points: Mapping[int, int]) -> Race:
    """Return a position by its points and the checkers on them."""
    return tuple(points.get(point, 0) for point in range(1, max(points, default=0) + 1))


def worth(mine: Race, theirs: Race) -> float:
    """Return the points, out of one, of a side that has just played."""
    return 1.0 - 2.0 * _wins(theirs, mine) if mine else 1.0


@cache
def after(race: Race, numbers: tuple[int, ...]) -> frozenset[tuple[Race, bool]]:
    """Return the positions after two numbers or four equal ones, and whether all were played."""
    if numbers[0] != numbers[-1]:
        high, low = numbers
        orders = ((high, low), (low, high))
        return frozenset(
            (end, True)
            for first, second in orders
            for between in _moved(race, first)
            for end in (_moved(between, second) if between else {between})
        )
    reached = {race}
    for number in numbers:
        following = {end for each in reached for end in _moved(each, number)}
        if not following:
            return frozenset((each, False) for each in reached)
        if () in following:
            return frozenset({((), True)})
        reached = following
    return frozenset((each, True) for each in reached)


@cache
def _moved(race: Race, number: int) -> frozenset[Race]:
    ends = set()
    for point, checkers in enumerate(race, start=1):
        is_off = len(race) <= 6 and (point == number or number > point == len(race))
        if not checkers or not (is_off or point > number):
            continue
        counts = list(race)
        counts[point - 1] -= 1
        if point > number:
            counts[point - number - 1] += 1
        while counts and not counts[-1]:
            counts.pop()
        ends.add(tuple(counts))
    return frozenset(ends)


@cache
def _wins(mine: Race, theirs: Race) -> float:
    """Return how often the side wins that is about to throw."""
    total = 0.0
    for high in range(1, 7):
        for low in range(1, high):
            total += 2 * max(_kept(end, theirs, False) for end, _ in after(mine, (high, low)))
        best = 0.0
        for face, is_full in after(mine, (high,) * 4):
            if not face or not is_full:
                best = max(best, _kept(face, theirs, False))
                continue
            ends = after(face, (7 - high,) * 4)
            best = max(best, *(_kept(end, theirs, throws) for end, throws in ends))
        total += best
    return total / 36


def _kept(mine: Race, theirs: Race, throws_again: bool) -> float:
    if not mine:
        return 1.0
    return _wins(mine, theirs) if throws_again else 1.0 - _wins(theirs, mine)

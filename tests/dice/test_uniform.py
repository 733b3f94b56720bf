from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from statistics import NormalDist
from typing import Final

import pytest

from backgammon_tui.dice import FairDice

SEED: Final = bytes(range(32))
KINDS: Final = range(36)
"""The rolls 1-1, 1-2 … 6-6, as one number each."""

Rolls = bytes
"""A roll a byte: which of the 36 it is."""


# ---- the measure


def chi_square(seen: Iterable[object], classes: Iterable[object]) -> float:
    """Return the distance of some counts from equal ones."""
    counts = Counter(seen)
    observed = [counts[kind] for kind in classes]
    expected = sum(counts.values()) / len(observed)
    return sum((count - expected) ** 2 for count in observed) / expected


def limit(freedom: int, share: float) -> float:
    """Return the bound of that share of honest samples (Wilson and Hilferty's formula)."""
    spread = 2 / (9 * freedom)
    return freedom * float(1 - spread + NormalDist().inv_cdf(share) * spread**0.5) ** 3


def is_uniform(seen: Iterable[object], classes: Sequence[object]) -> bool:
    """Return True if all classes are equally frequent, but not more equally than by chance."""
    freedom = len(classes) - 1
    return limit(freedom, 1e-5) < chi_square(seen, classes) < limit(freedom, 1 - 1e-5)


PAIRS: Final = list(product(KINDS, KINDS))


def pairs_are_uniform(before: Rolls, after: Rolls) -> bool:
    """Return True if each of the 36 rolls comes as often after, or beside, each of the 36."""
    return is_uniform(zip(before, after, strict=False), PAIRS)


def test_limits_match_published_tables() -> None:
    for freedom, share, value in (
        (35, 0.95, 49.802),
        (35, 0.999, 66.619),
        (35, 0.001, 14.688),
        (100, 0.999, 149.449),
        (100, 0.001, 61.918),
    ):
        assert limit(freedom, share) == pytest.approx(value, rel=0.01)


# ---- one game of many rolls


def faces_are_uniform(rolls: Rolls) -> bool:
    """Return True if each die, and both together, show every number equally often."""
    dice = [kind // 6 for kind in rolls], [kind % 6 for kind in rolls]
    return all(is_uniform(die, range(6)) for die in (*dice, dice[0] + dice[1]))


def sides_are_uniform(rolls: Rolls) -> bool:
    """Return True if both players, who roll in turn, have all rolls equally often."""
    white, black = rolls[::2], rolls[1::2]
    return is_uniform(white, KINDS) and is_uniform(black, KINDS)


def sides_are_independent(rolls: Rolls) -> bool:
    """Return True if neither player's answer depends on the other's roll."""
    white, black = rolls[::2], rolls[1::2]
    return pairs_are_uniform(white, black) and pairs_are_uniform(black, white[1:])


def games_are_uniform(rolls: Rolls) -> bool:
    """Return True if all 36 rolls are equally frequent."""
    return is_uniform(rolls, KINDS)


MEASURES: Final[list[Callable[[Rolls], bool]]] = [
    games_are_uniform,
    faces_are_uniform,
    sides_are_uniform,
    sides_are_independent,
]


@pytest.fixture(scope="module")
def rolls() -> Rolls:
    """The rolls 1, 2, 3 … of one seed."""
    fair = FairDice(SEED)
    observed = (fair.roll(number) for number in range(1, 40_001))
    return bytes(6 * first + second - 7 for first, second in observed)


@pytest.mark.parametrize("measure", MEASURES)
def test_rolls_of_one_seed_are_uniform(rolls: Rolls, measure: Callable[[Rolls], bool]) -> None:
    assert measure(rolls)


# ---- what the measures would find


def with_every(step: int, rolls: Rolls, change: Callable[[int], int]) -> Rolls:
    """The rolls with some of them changed: `change` is told which."""
    loaded = bytearray(rolls)
    for at in range(1, len(loaded), step):
        loaded[at] = change(at)
    return bytes(loaded)


def test_excess_of_sixes_is_detected(rolls: Rolls) -> None:
    loaded = with_every(100, rolls, lambda at: 35)
    assert not games_are_uniform(loaded)
    assert not faces_are_uniform(loaded)
    assert not sides_are_uniform(loaded)


def test_repeated_rolls_are_detected(rolls: Rolls) -> None:
    loaded = with_every(40, rolls, lambda at: rolls[at - 1])
    assert games_are_uniform(loaded)
    assert sides_are_uniform(loaded)
    assert not sides_are_independent(loaded)


def test_evenly_dealt_rolls_are_detected() -> None:
    assert not games_are_uniform(bytes(KINDS) * 1_000)


def test_unskipped_bytes_are_detected() -> None:
    """With them 1 to 4 would be likelier than 5 and 6, as 43 is to 42."""
    drawn = b"".join(hmac.digest(SEED, str(n).encode(), "sha256") for n in range(32_000))
    assert is_uniform((byte % 6 for byte in drawn if byte < 252), range(6))
    assert not is_uniform((byte % 6 for byte in drawn), range(6))

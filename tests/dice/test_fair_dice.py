from __future__ import annotations

import hashlib
import hmac

import pytest

from backgammon_tui.dice import FairDice, new_seed

SEED = bytes(range(32))


def by_the_rule(number: int) -> tuple[int, int]:
    """A roll worked out from the description alone."""
    numbers: list[int] = []
    block = 0
    while len(numbers) < 2:
        text = f"backgammon-tui dice 1\n{number}\n{block}"
        mac = hmac.new(SEED, text.encode("utf-8"), hashlib.sha256).digest()
        numbers += [byte % 6 + 1 for byte in mac if byte < 252]
        block += 1
    return numbers[0], numbers[1]


def test_rolls_follow_the_description() -> None:
    fair = FairDice(SEED)
    for number in range(1, 1000):
        assert fair.roll(number) == by_the_rule(number)


def test_repeated_query_gives_same_roll() -> None:
    fair = FairDice(SEED)
    later = fair.roll(7)
    assert [fair.roll(number) for number in (1, 7, 7)] == [(5, 3), later, later]


def test_new_seeds_differ() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {32}


@pytest.mark.parametrize("seed", [b"", SEED[:31], SEED + b"x"])
def test_seed_has_32_bytes(seed: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        FairDice(seed)


@pytest.mark.parametrize("number", [0, -1])
def test_rolls_are_counted_from_one(number: int) -> None:
    with pytest.raises(ValueError, match="from 1"):
        FairDice(SEED).roll(number)

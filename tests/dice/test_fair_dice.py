"""Fair dice: what fixes their throws, and which seeds and words there can be."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from backgammon_tui.dice import FairDice, check_word, new_seed

SEED = bytes(range(32))


def by_the_rule(number: int) -> tuple[int, int]:
    """A throw worked out from the description alone."""
    found: list[int] = []
    block = 0
    while len(found) < 2:
        text = f"backgammon-tui dice 1\nkiwi\nplum\n{number}\n{block}"
        mac = hmac.new(SEED, text.encode("utf-8"), hashlib.sha256).digest()
        found += [byte % 6 + 1 for byte in mac if byte < 252]
        block += 1
    return found[0], found[1]


def test_every_throw_follows_from_the_description() -> None:
    fair = FairDice(SEED, "kiwi", "plum")
    for number in range(1, 1000):
        assert fair.throw(number) == by_the_rule(number)


def test_a_throw_is_the_same_however_often_it_is_asked_for() -> None:
    fair = FairDice(SEED)
    later = fair.throw(7)
    assert [fair.throw(number) for number in (1, 7, 7)] == [(4, 3), later, later]


def some_throws(fair: FairDice) -> list[tuple[int, int]]:
    return [fair.throw(number) for number in range(1, 21)]


def test_seed_and_each_word_matter() -> None:
    different = [
        FairDice(SEED),
        FairDice(SEED[::-1]),
        FairDice(SEED, "kiwi"),
        FairDice(SEED, "", "kiwi"),
        FairDice(SEED, "kiwi", "plum"),
        FairDice(SEED, "plum", "kiwi"),
        FairDice(SEED, "Kiwi", "plum"),
        FairDice(SEED, "ki", "wiplum"),
        FairDice(SEED, "größe", "梅"),
    ]
    assert len({tuple(some_throws(fair)) for fair in different}) == len(different)


def test_words_do_not_change_the_commitment_made_before_them() -> None:
    assert FairDice(SEED).commitment == FairDice(SEED, "kiwi", "plum").commitment


def test_new_seeds_are_new() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {32}


@pytest.mark.parametrize("seed", [b"", SEED[:31], SEED + b"x"])
def test_a_seed_has_32_bytes(seed: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        FairDice(seed)


@pytest.mark.parametrize("number", [0, -1])
def test_throws_are_counted_from_one(number: int) -> None:
    with pytest.raises(ValueError, match="from 1"):
        FairDice(SEED).throw(number)


@pytest.mark.parametrize("word", ["", "kiwi", "two words", "größe", "梅", "; #", "x" * 40])
def test_words_that_can_be_used(word: str) -> None:
    assert check_word(word) == word
    FairDice(SEED, word, word).throw(1)


@pytest.mark.parametrize(
    ("word", "problem"),
    [
        ("x" * 41, "at most 40"),
        *((f"a{hidden}b", "visible") for hidden in "\n\t\x1b\u2028\u202e\ud800"),
        (" kiwi", "blanks"),
        ("kiwi ", "blanks"),
        (" ", "blanks"),
    ],
)
def test_words_that_cannot_be_used(word: str, problem: str) -> None:
    for words in ((word, ""), ("", word)):
        with pytest.raises(ValueError, match=problem):
            FairDice(SEED, *words)

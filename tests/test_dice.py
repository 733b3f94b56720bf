from __future__ import annotations

import hashlib
import hmac
import re
import shutil
import subprocess
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.dice import Dice, FairDice, new_seed, read_dice

SEEDS: Final = {"A": bytes(range(32)), "B": b"\xff" * 32}
DESCRIPTION: Final = (Path(__file__).parents[1] / "docs" / "dice.md").read_text("utf-8")


def published() -> list[tuple[bytes, int, list[Dice]]]:
    """Return the table of the description: a seed, the number of a roll, and the rolls from there
    on.
    """
    table = DESCRIPTION.partition("    seed  roll")[2].split("\n\n")[0].splitlines()[1:]
    rows = [re.split(" {2,}", line.strip()) for line in table]
    return [
        (SEEDS[seed], int(first), [(int(pair[0]), int(pair[2])) for pair in rolls.split()])
        for seed, first, rolls in rows
    ]


def first_block(seed: bytes, roll: int) -> bytes:
    text = f"backgammon-tui dice 1\n{roll}\n0"
    return hmac.new(seed, text.encode(), hashlib.sha256).digest()


def test_rolls_and_commitments_match_published_values() -> None:
    skipping = set()
    for seed, first, rolls in published():
        for number, roll in enumerate(rolls, first):
            assert FairDice(seed).roll(number) == roll
            if max(first_block(seed, number)[:2]) >= 252:
                skipping.add(number)
    assert skipping >= {5, 32, 285}, "the table has the rolls that are easy to get wrong"
    for name, seed in SEEDS.items():
        assert f"    {name}  {hashlib.sha256(seed).hexdigest()}\n" in DESCRIPTION
        assert FairDice(seed).commitment == hashlib.sha256(seed).hexdigest()


def test_exhausted_block_continues_with_next(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = {"0": b"\xff" * 20 + b"\x04" + b"\xfc" * 11, "1": b"\xfd" * 32, "2": b"\xfe\xfb\x00"}
    monkeypatch.setattr(hmac, "digest", lambda _, text, __: blocks[text.decode().split("\n")[-1]])
    assert FairDice(SEEDS["A"]).roll(7) == (5, 6)


def test_rolls_are_uniform_and_independent() -> None:
    """By the chi-square of the 36 rolls, and of each roll with the previous one."""
    fair = FairDice(SEEDS["A"])
    rolls = [fair.roll(number) for number in range(1, 20_001)]
    for seen, kinds, maximum in (
        (rolls, 36, 84),
        ([*pairwise(rolls)], 1296, 1560),
    ):
        expected = len(seen) / kinds
        counts = [*Counter(seen).values()]
        distance = sum((count - expected) ** 2 for count in counts) / expected
        distance += (kinds - len(counts)) * expected
        assert kinds / 3 < distance < maximum


def test_new_seeds_differ() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert [len(seed) for seed in seeds] == [32] * 100


def test_impossible_seeds_and_numbers_are_refused() -> None:
    for seed in (b"", SEEDS["A"][:31], SEEDS["A"] + b"x"):
        with pytest.raises(ValueError, match="32 bytes"):
            FairDice(seed)
    for number in (0, -1):
        with pytest.raises(ValueError, match="from 1"):
            FairDice(SEEDS["A"]).roll(number)


# ---- the documented procedure

PERL: Final = """
use strict;
use Digest::SHA qw(hmac_sha256);
for my $roll (1 .. 300) {
    my @numbers;
    for (my $block = 0; @numbers < 2; $block++) {
        my $text = join "\\n", "backgammon-tui dice 1", $roll, $block;
        my @bytes = unpack "C*", hmac_sha256($text, pack("C*", 0 .. 31));
        push @numbers, map { $_ % 6 + 1 } grep { $_ < 252 } @bytes;
    }
    print "$numbers[0]-$numbers[1]\\n";
}
"""


def output_of(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout


@pytest.mark.skipif(not shutil.which("perl"), reason="there is no Perl here")
def test_other_language_gives_the_same_rolls() -> None:
    fair = FairDice(SEEDS["A"])
    rolls = ["{}-{}".format(*fair.roll(number)) for number in range(1, 301)]
    assert output_of("perl", "-e", PERL).split() == rolls


@pytest.mark.skipif(not shutil.which("openssl"), reason="there is no OpenSSL here")
def test_published_command_prints_published_bytes() -> None:
    written = re.search("seed A, ((?:[0-9a-f]{2} )+)…", DESCRIPTION)
    assert written
    digest = output_of("sh", "-c", DESCRIPTION[DESCRIPTION.index("printf") :])
    message = bytes.fromhex(digest.rpartition("= ")[2])
    assert message.startswith(bytes.fromhex(written[1]))
    assert message == first_block(SEEDS["A"], 1)


# ---- typed dice


@pytest.mark.parametrize("text", ["5 3", "53", "5-3", "5,3", "5, 3", " 5   3 ", "5/3", "5\t3"])
def test_two_numbers_are_read_as_a_roll(text: str) -> None:
    assert read_dice(text) == (5, 3)
    assert read_dice(text[::-1]) == (3, 5)


@pytest.mark.parametrize(
    "text", ["", "5", "5 3 1", "7 1", "0 4", "five three", "५ ३", "5+3", "-5 3", "5.3", "1e1"]
)
def test_text_that_is_not_a_roll_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="two numbers from 1 to 6"):
        read_dice(text)


@given(st.text(max_size=12))
def test_only_numbers_from_1_to_6_are_read(text: str) -> None:
    try:
        numbers = read_dice(text)
    except ValueError:
        return
    assert {*numbers} <= {*range(1, 7)}

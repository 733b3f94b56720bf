r"""The sources of numbers: fair dice that anybody can verify, or real dice typed in.

The rule of the fair dice, so that it can be checked in any language:

1. Before a game 32 secret random bytes are drawn, the *seed*. Its SHA-256, written as 64
   hexadecimal digits, is the *commitment*; it is shown before the first roll.
2. Roll n of the game, counted from 1 with each roll for the opening as one roll, is
   read from the bytes of HMAC-SHA256 with the seed as key over the UTF-8 text

       backgammon-tui dice 1⏎n⏎block

   where ⏎ is a line feed, n and block are decimal and block counts 0, 1, 2 … Bytes are
   taken in order, block after block; a byte of 252 or more is skipped, so that all
   numbers are equally likely; any other gives the number (byte mod 6) + 1. The first two
   numbers are the roll: the first and the second die, or White's and Black's when they
   roll for the opening.
3. After the game the seed is shown. Hashing it gives the commitment, and rule 2 gives
   every roll.

The key is the 32 bytes themselves, not their digits, and nothing follows the block.

Values to test another implementation with. Seed A is the bytes 0, 1, 2 … 31, seed B is 32
bytes of 255; their commitments are

    A  630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd
    B  af9613760f72635fbdb44a5a0a63c39f12af30f950a6ee5c971be188e89c4051

The numbers are those of the roll that is named and of the rolls that follow it. Roll 5
of seed A skips its first byte, roll 32 its second and roll 285 its first two.

    seed  roll    numbers
    A     1        5-3 6-2 5-4 6-5 6-6 3-5 6-4 6-6 5-3 6-4
    A     5        6-6 3-5
    A     32       4-2 2-2
    A     285      5-6
    A     1000000  5-6
    B     1        3-1 2-3 1-4 6-3 1-6 4-4 2-4 5-3 6-2 6-3

The bytes of the first roll with seed A, 58 44 07 49 …, are shown by

    printf 'backgammon-tui dice 1\n1\n0' | openssl dgst -sha256 -mac HMAC \
      -macopt hexkey:000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Final

__all__ = ["FairDice", "new_seed", "read_dice"]

SEED_BYTES: Final = 32
_PURPOSE: Final = "backgammon-tui dice 1"
_FAIR_BYTES: Final = 252
_TYPED: Final = r"\s*([1-6])[\s,/-]*([1-6])\s*"

Dice = tuple[int, int]
"""Two numbers from 1 to 6, in the order in which the dice fell."""


@dataclass(frozen=True)
class FairDice:
    """The dice of one game, fixed by a secret seed of 32 bytes."""

    seed: bytes

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(self.seed)}")

    @property
    def commitment(self) -> str:
        """The seed's SHA-256 in hexadecimal, shown before the first roll."""
        import hashlib  # Imported here because the first frame does not need it or `hmac`.

        return hashlib.sha256(self.seed).hexdigest()

    def roll(self, number: int) -> Dice:
        """Return roll `number` of the game, counted from 1."""
        if number < 1:
            raise ValueError(f"rolls are counted from 1, not {number}")
        numbers = self._numbers(number)
        return next(numbers), next(numbers)

    def _numbers(self, roll: int) -> Iterator[int]:
        import hmac

        for block in count():
            text = f"{_PURPOSE}\n{roll}\n{block}"
            for byte in hmac.digest(self.seed, text.encode(), "sha256"):
                if byte < _FAIR_BYTES:
                    yield byte % 6 + 1


def new_seed() -> bytes:
    return os.urandom(SEED_BYTES)


def read_dice(text: str) -> Dice:
    """Parse two numbers as players type them, `5 3`, `53` or `5-3`; otherwise raise
    `ValueError`.
    """
    parts = re.fullmatch(_TYPED, text, re.ASCII)
    if parts is None:
        raise ValueError("two numbers from 1 to 6 are a roll, such as 5 3")
    return int(parts[1]), int(parts[2])

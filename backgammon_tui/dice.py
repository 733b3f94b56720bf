"""The sources of numbers: fair dice that anybody can verify, or real dice typed in.

`docs/dice.md` describes the method of the fair dice, to be checked in any language.
"""

from __future__ import annotations

import os
import re
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
        if number < 1:
            raise ValueError(f"rolls are counted from 1, not {number}")
        import hmac

        texts = (f"{_PURPOSE}\n{number}\n{block}" for block in count())
        digests = (hmac.digest(self.seed, text.encode(), "sha256") for text in texts)
        fair = (byte for digest in digests for byte in digest if byte < _FAIR_BYTES)
        return next(fair) % 6 + 1, next(fair) % 6 + 1


def new_seed() -> bytes:
    return os.urandom(SEED_BYTES)


def read_dice(text: str) -> Dice:
    """Parse two numbers as players type them: `5 3`, `53` or `5-3`."""
    parts = re.fullmatch(_TYPED, text, re.ASCII)
    if parts is None:
        raise ValueError("two numbers from 1 to 6 are a roll, such as 5 3")
    return int(parts[1]), int(parts[2])

"""Where numbers come from: fair dice that anybody can verify, or real dice typed in.

The rule of the fair dice, so that it can be checked in any language:

1. Before a game 32 secret random bytes are drawn, the *seed*. Its SHA-256, written as 64
   hexadecimal digits, is the *commitment*; it is shown before the first throw.
2. Each player may then type a *word*; a player who types none has the empty one. Neither
   the program, which is bound by the commitment, nor a player alone can choose the dice.
3. Throw n of the game, counted from 1 with each throw for the opening as one throw, is
   read from the bytes of HMAC-SHA256 with the seed as key over the UTF-8 text

       backgammon-tui dice 1⏎WHITE'S WORD⏎BLACK'S WORD⏎n⏎block

   where ⏎ is a line feed, n and block are decimal and block counts 0, 1, 2 … Bytes are
   taken in order, block after block; a byte of 252 or more is skipped, so that all
   numbers are equally likely; any other gives the number (byte mod 6) + 1. The first two
   numbers are the throw: the first and the second die, or White's and Black's when they
   throw for the opening.
4. After the game the seed is shown. Hashing it gives the commitment, and rule 3 gives
   every throw.

Values to test another implementation with: the seed of the bytes 0, 1, 2 … 31 has the
commitment 630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd. With the
words `kiwi` and `plum` its throws 1 to 10 are 2-6, 1-2, 1-5, 4-2, 4-3, 6-3, 1-1, 6-6,
2-4 and 6-4; throw 49, whose second byte is skipped, is 6-1. Without words throws 1 to 3
are 4-3, 6-3 and 1-4.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Final

from backgammon_tui.visible import is_visible

SEED_BYTES: Final = 32
LONGEST_WORD: Final = 40
"""The most characters that a player's word may have."""

_PURPOSE: Final = "backgammon-tui dice 1"
_FAIR_BYTES: Final = 252
_TYPED: Final = re.compile(r"\s*([1-6])[\s,/-]*([1-6])\s*", re.ASCII)

Dice = tuple[int, int]
"""Two numbers from 1 to 6 in the order in which the dice fell."""


@dataclass(frozen=True)
class FairDice:
    """The dice of one game, fixed by a secret seed and the players' words.

    Raises:
        ValueError: if the seed has not 32 bytes or a word cannot be used.
    """

    seed: bytes
    white_word: str = ""
    black_word: str = ""

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(self.seed)}")
        check_word(self.white_word)
        check_word(self.black_word)

    @property
    def commitment(self) -> str:
        """The seed's SHA-256 in hexadecimal: what is shown before the first throw."""
        return hashlib.sha256(self.seed).hexdigest()

    def throw(self, number: int) -> Dice:
        """Throw `number` of the game, counted from 1.

        Raises:
            ValueError: if the number is less than 1.
        """
        if number < 1:
            raise ValueError(f"throws are counted from 1, not {number}")
        numbers = self._numbers(number)
        return next(numbers), next(numbers)

    def _numbers(self, throw: int) -> Iterator[int]:
        for block in count():
            text = f"{_PURPOSE}\n{self.white_word}\n{self.black_word}\n{throw}\n{block}"
            for byte in hmac.digest(self.seed, text.encode(), "sha256"):
                if byte < _FAIR_BYTES:
                    yield byte % 6 + 1


def new_seed() -> bytes:
    """A secret seed from the system's own source of chance."""
    return secrets.token_bytes(SEED_BYTES)


def check_word(word: str) -> str:
    """The word itself, if a player may use it.

    Raises:
        ValueError: if it is too long, holds control or otherwise invisible characters, or
            begins or ends with a blank.
    """
    if len(word) > LONGEST_WORD:
        raise ValueError(f"a word for the dice has at most {LONGEST_WORD} characters")
    if not is_visible(word):
        raise ValueError("a word for the dice is made of visible characters")
    if word != word.strip():
        raise ValueError("a word for the dice has no blanks around it")
    return word


def read_dice(text: str) -> Dice:
    """Two numbers as players type them: `5 3`, `53` or `5-3`.

    Raises:
        ValueError: if they are not two numbers from 1 to 6.
    """
    parts = _TYPED.fullmatch(text)
    if parts is None:
        raise ValueError("two numbers from 1 to 6 are a throw, such as 5 3")
    return int(parts[1]), int(parts[2])

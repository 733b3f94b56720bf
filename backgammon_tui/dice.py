r"""The sources of numbers: fair dice that anybody can verify, or real dice typed in.

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

The key is the 32 bytes themselves, not their digits, and nothing follows the block. A word
is taken as it was typed, without blanks around it and not normalised, although names are:
`größe` with the ö as one character, U+00F6, is another word than with o and U+0308.

Values to test another implementation with. Seed A is the bytes 0, 1, 2 … 31, seed B is 32
bytes of 255; their commitments are

    A  630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd
    B  af9613760f72635fbdb44a5a0a63c39f12af30f950a6ee5c971be188e89c4051

The numbers are those of the throw that is named and of the throws that follow it; `-` is
the empty word. Of the words `kiwi` and `plum` throw 49 skips its second byte, throw 50 its
first and throw 1502 its first two. The ö is U+00F6; with o and U+0308 the first throw of
`größe` and `梅` with seed A is 1-4.

    seed  White      Black  throw    numbers
    A     -          -      1        4-3 6-3 1-4 6-6 2-3 6-2 5-4 6-3 5-6 3-1
    A     kiwi       plum   1        2-6 1-2 1-5 4-2 4-3 6-3 1-1 6-6 2-4 6-4
    A     kiwi       plum   49       6-1 1-5
    A     kiwi       plum   1502     3-5
    A     kiwi       plum   1000000  3-2
    A     plum       kiwi   1        6-6 2-6 4-1 3-1 2-1 5-3 6-5 3-3 3-6 4-3
    A     -          plum   1        4-4 5-4 2-6 2-2 5-4 2-1 3-4 6-6 1-4 4-1
    A     größe      梅     1        3-5 1-5 4-6 4-5 3-4 6-6 6-5 4-3 4-6 3-4
    B     -          -      1        4-1 1-2 6-6 3-2 2-6 2-6 2-2 1-2 4-1 6-2
    B     two words  ; #    1        6-4 3-6 2-5 2-6 1-5 5-1 6-2 5-1 2-3 3-5

The bytes of the first throw with seed A, `kiwi` and `plum`, 49 d7 ca ce …, are shown by

    printf 'backgammon-tui dice 1\nkiwi\nplum\n1\n0' | openssl dgst -sha256 -mac HMAC \
      -macopt hexkey:000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Final

from backgammon_tui.text_file import is_visible

__all__ = ["FairDice", "check_word", "new_seed", "read_dice"]

SEED_BYTES: Final = 32
LONGEST_WORD: Final = 40
_PURPOSE: Final = "backgammon-tui dice 1"
_FAIR_BYTES: Final = 252
_TYPED: Final = r"\s*([1-6])[\s,/-]*([1-6])\s*"

Dice = tuple[int, int]
"""Two numbers from 1 to 6 in the order in which the dice fell."""


@dataclass(frozen=True)
class FairDice:
    """The dice of one game, fixed by a secret seed of 32 bytes and the players' words."""

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
        import hashlib  # The first frame can do without this and `hmac`.

        return hashlib.sha256(self.seed).hexdigest()

    def throw(self, number: int) -> Dice:
        """Throw `number` of the game, counted from 1."""
        if number < 1:
            raise ValueError(f"throws are counted from 1, not {number}")
        numbers = self._numbers(number)
        return next(numbers), next(numbers)

    def _numbers(self, throw: int) -> Iterator[int]:
        import hmac

        for block in count():
            text = f"{_PURPOSE}\n{self.white_word}\n{self.black_word}\n{throw}\n{block}"
            for byte in hmac.digest(self.seed, text.encode(), "sha256"):
                if byte < _FAIR_BYTES:
                    yield byte % 6 + 1


def new_seed() -> bytes:
    """Return a secret seed from the system's own source of chance."""
    return os.urandom(SEED_BYTES)


def check_word(word: str) -> str:
    """Return the word itself, if a player may use it.

    Raises:
        ValueError: saying why not: too long, not all visible, or with blanks around it.
    """
    if len(word) > LONGEST_WORD:
        raise ValueError(f"a word for the dice has at most {LONGEST_WORD} characters")
    if not is_visible(word):
        raise ValueError("a word for the dice is made of visible characters")
    if word != word.strip():
        raise ValueError("a word for the dice has no blanks around it")
    return word


def read_dice(text: str) -> Dice:
    """Return two numbers as players type them: `5 3`, `53` or `5-3`; else a `ValueError`."""
    parts = re.fullmatch(_TYPED, text, re.ASCII)
    if parts is None:
        raise ValueError("two numbers from 1 to 6 are a throw, such as 5 3")
    return int(parts[1]), int(parts[2])

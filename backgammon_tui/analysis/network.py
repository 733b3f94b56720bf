"""A value network in integer arithmetic, fast without any library.

The hidden layer is one big integer with a 16-bit lane for each of 128 units. The contribution of a
number of checkers on a place is also one integer, so a position is the sum of about twenty. The
output layer works the same way, with 64-bit lanes. Integers give identical results on every
machine.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import compress
from math import exp
from operator import getitem, mul
from struct import Struct
from typing import Final

from backgammon_tui.analysis.features import (
    COUNTS,
    FIRST_DOUBLE,
    HIDDEN,
    INPUTS,
    OUTCOMES,
    PENDING_CHOICE,
    PENDING_COMPLEMENT,
    SIDE_INPUTS,
    TRAPPED_COUNT,
    inputs_of,
)
from backgammon_tui.engine.position import (
    FIELD_BITS,
    PACKED_BYTES,
    PLACES,
    TRAPPED,
    Side,
    field,
)

MAGIC: Final = b"BGNET1\n"
HEADER: Final = len(MAGIC) + 2
"""Length of the header: the magic, then a byte each for the bit shifts of hidden and output
weights."""

WEIGHTS: Final = (INPUTS + 1) * HIDDEN + (HIDDEN + 1) * OUTCOMES
"""Number of weights: hidden rows by input, their biases, output rows by outcome, their biases."""

NET_BYTES: Final = HEADER + 2 * WEIGHTS
CHOICE: Final = 7
"""Pending action of a side that chooses a double after a 2-1; 1 to 6 is a complement, 0 a roll."""

_LANE: Final = 16
_MIDDLE: Final = 1 << _LANE - 1
_WIDE: Final = 64
_FAR: Final = 1 << _WIDE - 1
_UNITS: Final = Struct(f"<{HIDDEN}H")
_SUMS: Final = Struct(f"<{OUTCOMES}Q")


def _lanes(values: Iterable[int], width: int) -> int:
    return sum(value << i * width for i, value in enumerate(values))


_MIDDLES: Final = _lanes([_MIDDLE] * HIDDEN, _LANE)
"""Zero in every lane. The same bits later mark the active units."""


_MAX_SHIFT: Final = 15
"""Maximum shift, because weights have 16 bits."""


@dataclass(frozen=True)
class SideSums:
    """Lookup tables to evaluate positions from one side's perspective."""

    tables: tuple[list[int], ...]
    """For each byte of a packed position, high bytes first: the hidden sums by its value."""

    begin: int


class Network:
    """A value network read from its file.

    Raises:
        ValueError: if the data is not a network.
    """

    def __init__(self, data: bytes) -> None:
        if not data.startswith(MAGIC) or len(data) != NET_BYTES:
            raise ValueError(f"a network is {NET_BYTES} bytes that begin with {MAGIC!r}")
        self.hidden_shift, self.out_shift = data[len(MAGIC)], data[len(MAGIC) + 1]
        if max(self.hidden_shift, self.out_shift) > _MAX_SHIFT:
            raise ValueError(f"weights are shifted by at most {_MAX_SHIFT} bits")
        row = 2 * HIDDEN
        hidden = HEADER + row * (INPUTS + 1)
        # One integer with the signed lanes of each row.
        rows = (data[i : i + row] for i in range(HEADER, hidden, row))
        self._inputs = [(int.from_bytes(r, "little") ^ _MIDDLES) - _MIDDLES for r in rows]
        out = [value for (value,) in Struct("<h").iter_unpack(data[hidden:])]
        self._outs = [_lanes(out[j : HIDDEN * OUTCOMES : HIDDEN], _WIDE) for j in range(HIDDEN)]
        biases = out[HIDDEN * OUTCOMES :]
        self._out_begin = _lanes(((bias << self.hidden_shift) + _FAR for bias in biases), _WIDE)
        self._scale = 1.0 / (1 << self.hidden_shift + self.out_shift)
        self._tables = {side: self._tables_for(side) for side in Side}

    def _tables_for(self, acts: Side) -> tuple[list[int], ...]:
        tables: list[list[int]] = [[] for _ in range(PACKED_BYTES)]
        for side in Side:
            first = 0 if side is acts else SIDE_INPUTS
            for place in range(PLACES):
                at = PACKED_BYTES - 1 - (field(side, place).bit_length() - 1) // FIELD_BITS
                counts = (*range(COUNTS - 1), TRAPPED_COUNT)
                adds = [
                    sum(n * self._inputs[first + which] for which, n in inputs_of(place, count))
                    for count in counts
                ]
                tables[at] = [*adds[:-1], *[0] * (TRAPPED - COUNTS + 1), adds[-1]]
        return tuple(tables)

    def view(self, acts: Side, pending: int, first_doubles: tuple[bool, bool]) -> SideSums:
        """Return the view of a side that acts.

        Args:
            acts: The side.
            pending: Its next action: 0 for a roll, the number of a complement, or `CHOICE`.
            first_doubles: True for the acting side, and for its opponent, if its next double is its
                first and the rules limit that.
        """
        begin = self._inputs[INPUTS] + _MIDDLES
        if pending:
            begin += self._inputs[
                PENDING_CHOICE if pending == CHOICE else PENDING_COMPLEMENT + pending
            ]
        for i, is_first in enumerate(first_doubles):
            begin += is_first * self._inputs[FIRST_DOUBLE + i]
        return SideSums(self._tables[acts], begin)

    def chances(self, packed: int, view: SideSums) -> tuple[float, ...]:
        """Return the chances of the seven outcomes for the side that acts; they add up to 1."""
        # Skip zeros in both sums, because most places are empty and most units are inactive.
        raw = packed.to_bytes(PACKED_BYTES, "big")
        hidden = sum(map(getitem, compress(view.tables, raw), filter(None, raw)), view.begin)
        above = hidden & _MIDDLES
        active = hidden & above - (above >> _LANE - 1)
        units = _UNITS.unpack(active.to_bytes(_UNITS.size, "little"))
        sums = sum(map(mul, filter(None, units), compress(self._outs, units)), self._out_begin)
        lanes = _SUMS.unpack(sums.to_bytes(_SUMS.size, "little"))
        most, scale = max(lanes), self._scale
        weights = [exp((lane - most) * scale) for lane in lanes]
        total = sum(weights)
        return tuple([weight / total for weight in weights])

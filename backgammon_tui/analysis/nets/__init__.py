"""The networks that come with the program: their input, their manifest, and how they compute.

The input is a state encoded as numbers: a position, the side to act, its pending action, and who
has yet to roll their first doubles (if the rules limit these). Inputs are relative to the acting
side: its 134 inputs come first, then the opponent's, each side in its own numbering.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import lzma
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache, cached_property
from importlib.resources import files
from math import exp
from operator import getitem, mul
from struct import Struct
from typing import TYPE_CHECKING, Any, Final

from backgammon_tui.engine import Place, Rules
from backgammon_tui.engine.position import FIELD_BITS, PACKED_BYTES, PLACES, TRAPPED, Side, field
from backgammon_tui.text_file import UNREADABLE

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

OUTCOMES: Final = 7
"""Number of outputs: the acting side wins 1, 2, 3, loses 1, 2, 3, or the game is drawn."""

COUNTS: Final = 17
"""Number of states of a place: 0 to 15 checkers, and 16 for one that is trapped there."""

TRAPPED_COUNT: Final = 16

_POINT_INPUTS: Final = 5
_BAR: Final = 24 * _POINT_INPUTS
_HAND: Final = _BAR + 4
_OFF: Final = _HAND + 6

SIDE_INPUTS: Final = _OFF + 4
"""Number of inputs for the checkers of one side."""

PENDING_COMPLEMENT: Final = 2 * SIDE_INPUTS - 1
"""Add a number from 1 to 6 for its input: the side must play that complement four times."""

PENDING_CHOICE: Final = 2 * SIDE_INPUTS + 6
"""Input for a side that chooses between four 5s and four 6s after a 2-1."""

FIRST_DOUBLE: Final = PENDING_CHOICE + 1
"""Input for limited first doubles of the acting side; the opponent's is the next one."""

INPUTS: Final = FIRST_DOUBLE + 2


def certain_win(points: int) -> tuple[float, ...]:
    """Return the chances of the seven outcomes for a side that has won this many points."""
    return tuple(float(i == points - 1) for i in range(OUTCOMES))


NetInput = tuple[int, int]
"""Index of an input, and its value: an integer other than 0."""


def inputs_of(place: int, count: int) -> tuple[NetInput, ...]:
    """Return the inputs for the checkers on one place of the acting side.

    The values are integers, so a network can run on integers alone; training scales them.

    Args:
        place: A point from 1 to 24 in the side's own numbering, or a `Place`.
        count: 0 to 15 checkers, or `TRAPPED_COUNT`.
    """
    match place:
        case Place.OFF:
            first = _OFF
            values = [count > 0, *(min(max(count - fewer, 0), 5) for fewer in (0, 5, 10))]
        case Place.HAND:
            first = _HAND
            values = [*(count > fewer for fewer in (0, 1, 2, 4, 8)), count]
        case Place.BAR:
            first = _BAR
            values = [count > 0, count > 1, count > 2, max(count - 3, 0)]
        case _ if count == TRAPPED_COUNT:
            first = (place - 1) * _POINT_INPUTS
            values = [0, 0, 0, 0, 1]
        case _:
            first = (place - 1) * _POINT_INPUTS
            values = [count == 1, count == 2, count > 2, max(count - 3, 0)]
    return tuple((first + i, int(value)) for i, value in enumerate(values) if value)


def decompress(data: bytes, max_bytes: int) -> bytes:
    """Decompress data of at most `max_bytes` bytes.

    Raises:
        ValueError: if the data is damaged, incomplete or longer.
    """
    reader = lzma.LZMADecompressor(lzma.FORMAT_ALONE, memlimit=1 << 24)
    try:
        raw = reader.decompress(data, max_bytes + 1)
    except lzma.LZMAError as error:
        raise ValueError("it is not compressed by LZMA") from error
    if len(raw) > max_bytes:
        raise ValueError(f"it has more than {max_bytes:,} bytes")
    if not reader.eof:
        raise ValueError("the compressed data is incomplete")
    return raw


MAGIC: Final = b"BGNET1\n"
HEADER: Final = len(MAGIC) + 2
"""Length of the header: the magic, then a byte each for the bit shifts of hidden and output
weights."""

MAX_UNITS: Final = 512
"""Maximum number of units of the hidden layer."""


def net_bytes(units: int) -> int:
    """Return the length of a network with this many hidden units.

    Its weights, of two bytes each, are the hidden rows by input, their biases, the output rows by
    outcome, and their biases.
    """
    return HEADER + 2 * ((INPUTS + 1) * units + (units + 1) * OUTCOMES)


def units_of(data: bytes) -> int:
    """Return the number of units of the hidden layer, which follows from a network's length.

    Raises:
        ValueError: if the data is not a network.
    """
    units = (len(data) - net_bytes(0)) // (net_bytes(1) - net_bytes(0))
    if not (data.startswith(MAGIC) and 0 < units <= MAX_UNITS and len(data) == net_bytes(units)):
        raise ValueError(f"a network is {MAGIC!r} with the weights of 1 to {MAX_UNITS} units")
    return units


CHOICE: Final = 7
"""Pending action of a side that chooses doubles after a 2-1; 1 to 6 is a complement, 0 a roll."""

_LANE: Final = 16
_LANE_ZERO: Final = 1 << _LANE - 1
_WIDE_LANE: Final = 64
_WIDE_LANE_ZERO: Final = 1 << _WIDE_LANE - 1
_SUMS: Final = Struct(f"<{OUTCOMES}Q")


def _lanes(values: Iterable[int], width: int) -> int:
    return sum(value << i * width for i, value in enumerate(values))


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
        units = units_of(data)
        self.hidden_shift, self.out_shift = data[len(MAGIC)], data[len(MAGIC) + 1]
        if max(self.hidden_shift, self.out_shift) > _MAX_SHIFT:
            raise ValueError(f"weights are shifted by at most {_MAX_SHIFT} bits")
        row = 2 * units
        hidden = HEADER + row * (INPUTS + 1)
        # Zero in every lane. The same bits later mark the active units.
        self._middles = _lanes([_LANE_ZERO] * units, _LANE)
        self._units = Struct(f"<{units}H")
        # One integer with the signed lanes of each row.
        rows = (data[i : i + row] for i in range(HEADER, hidden, row))
        self._inputs = [(int.from_bytes(r, "little") ^ self._middles) - self._middles for r in rows]
        out = [value for (value,) in Struct("<h").iter_unpack(data[hidden:])]
        self._outs = [_lanes(out[j : units * OUTCOMES : units], _WIDE_LANE) for j in range(units)]
        biases = out[units * OUTCOMES :]
        self._out_begin = _lanes(
            ((bias << self.hidden_shift) + _WIDE_LANE_ZERO for bias in biases), _WIDE_LANE
        )
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
            first_doubles: True for the acting side, and for its opponent, if its next doubles are
                its first and the rules limit these.
        """
        begin = self._inputs[INPUTS] + self._middles
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
        hidden = sum(
            map(getitem, itertools.compress(view.tables, raw), filter(None, raw)), view.begin
        )
        above = hidden & self._middles
        active = hidden & above - (above >> _LANE - 1)
        units = self._units.unpack(active.to_bytes(self._units.size, "little"))
        sums = sum(
            map(mul, filter(None, units), itertools.compress(self._outs, units)), self._out_begin
        )
        lanes = _SUMS.unpack(sums.to_bytes(_SUMS.size, "little"))
        maximum, scale = max(lanes), self._scale
        weights = [exp((lane - maximum) * scale) for lane in lanes]
        total = sum(weights)
        return tuple([weight / total for weight in weights])


MANIFEST: Final = "manifest.json"
BUNDLED: Final = files(__package__)

_UNTRAINED: Final = (
    *("name", "aliases", "title", "short_title", "summary", "description"),
    *("opening", "scale", "winner_starts", "cube"),
)
_TRAINED_FIELDS: Final = {
    rule.name: rule.default for rule in fields(Rules) if rule.name not in _UNTRAINED
}
"""The rules that a network is trained for, with their defaults.

Scoring is left out because networks predict all outcomes, and the opening because it does not
change the value of a state.
"""


class Grade(Enum):
    """The amount of training of a network."""

    FIRST = "first"
    """A few hundred games: makes beginners' mistakes."""

    YOUNG = "young"
    """About a thousand games."""

    EARLY = "early"
    """A few thousand games: makes the mistakes of a casual player."""

    ADVANCED = "advanced"
    """Ten thousand games and more: misjudges rare positions."""

    FULL = "full"

    ENDING = "ending"
    """For the end of a game. If the sides move in opposite directions, for the positions in which
    they have passed each other; otherwise for those in which all checkers are home.
    """


class NotJudged(ValueError):
    """Raised under *opponent completes*: the computer can play, but cannot estimate values."""


class NoNet(NotJudged):
    """There is no usable network for a ruleset, whose name is the argument."""


@dataclass(frozen=True)
class NetChoice:
    """A network's entry in the manifest."""

    file: str
    ruleset: str
    grade: Grade
    games: int
    """Number of training games; for an ending network, of training endings."""

    digest: str
    """SHA-256 of the uncompressed network."""

    rules: Mapping[str, object]
    """The rules of its training games: enum members in lower case, other values unchanged."""

    folder: Traversable
    """Folder of the file."""

    def is_trained_for(self, rules: Rules) -> bool:
        """Return True if the network was trained for exactly these rules."""
        return self.ruleset == rules.name and self.rules == manifest_rules(rules)

    @property
    def is_sound(self) -> bool:
        """True if the file exists and matches its digest."""
        try:
            _ = self.network
        except (OSError, ValueError):
            return False
        return True

    @property
    def data(self) -> bytes:
        """The uncompressed bytes of the network, for use in another process."""
        return decompress(self.folder.joinpath(self.file).read_bytes(), net_bytes(MAX_UNITS))

    @cached_property
    def network(self) -> Network:
        """The network, loaded on first use.

        Raises:
            ValueError: if the file does not match its digest.
        """
        data = self.data
        if hashlib.sha256(data).hexdigest() != self.digest:
            raise ValueError("it is not the network that the manifest describes")
        return Network(data)


def manifest_rules(rules: Rules) -> dict[str, object]:
    """Return these rules as in the manifest: enum members in lower case, other values unchanged."""
    values = {name: getattr(rules, name) for name in _TRAINED_FIELDS}
    enums = {name: rule.name.lower() for name, rule in values.items() if isinstance(rule, Enum)}
    return values | enums


@cache
def manifest(folder: Traversable = BUNDLED) -> tuple[NetChoice, ...]:
    """Return the networks of a folder, or the bundled ones; empty if the manifest is unreadable."""
    try:
        entries = json.loads(folder.joinpath(MANIFEST).read_bytes())
        return tuple(_net_choice(entry, folder) for entry in entries)
    except (OSError, *UNREADABLE):
        return ()


def _net_choice(entry: Mapping[str, Any], folder: Traversable) -> NetChoice:
    return NetChoice(
        file=entry["file"],
        ruleset=entry["ruleset"],
        grade=Grade(entry["grade"]),
        games=entry["games"],
        digest=entry["sha256"],
        rules={name: entry["rules"].get(name, usual) for name, usual in _TRAINED_FIELDS.items()},
        folder=folder,
    )


def net_for(rules: Rules, grade: Grade = Grade.FULL) -> NetChoice:
    """Return the network for a game.

    Use `NetChoice.is_trained_for` to check whether it was trained with the game's house rules.

    Raises:
        NoNet: if there is none, or it is damaged.
    """
    return chosen(manifest(), rules, grade)


def chosen(choices: Iterable[NetChoice], rules: Rules, grade: Grade) -> NetChoice:
    """Return the network of a grade among some, or raise `NoNet`."""
    for net_choice in choices:
        if (net_choice.ruleset, net_choice.grade) == (rules.name, grade) and net_choice.is_sound:
            return net_choice
    raise NoNet(rules.name)


def endings_for(rules: Rules) -> NetChoice | None:
    """Return the ending network for a game, whatever its house rules; None if there is none."""
    try:
        return net_for(rules, Grade.ENDING)
    except NoNet:
        return None

"""How sentences name players, points and numbers, and how they begin and end."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from backgammon_tui.engine import Place, Side
from backgammon_tui.engine.notation import Numbering, place_label
from backgammon_tui.engine.turn import larger_first
from backgammon_tui.levels import short_names

MINUS: Final = "\N{MINUS SIGN}"

_COUNTS: Final = ("no", "one", "two", "three", "four")


class Naming(NamedTuple):
    """The names of the players and of the points, as this table uses them."""

    white: str = "White"
    black: str = "Black"
    numbering: Numbering = Numbering.STANDARD
    seat: Side | None = None
    """The side by whose numbers reasons are told, where the sides number the points differently.

    None: those about a side are told by its own. Moves always have the numbers of their side.
    """

    @classmethod
    def of(cls, white: str, black: str, numbering: Numbering = Numbering.STANDARD) -> Naming:
        """How players of these names are called, of whom some may be the program."""
        return cls(*short_names(white, black), numbering)

    def name(self, side: Side) -> str:
        """What the player of a side is called."""
        return self.white if side is Side.WHITE else self.black

    def about(self, side: Side) -> Naming:
        """How points are called in a reason that is about a side."""
        if self.seat in (None, side):
            return self
        return self._replace(numbering=_SEEN_FROM_ACROSS.get(self.numbering, self.numbering))

    def of_sides(self, text: str) -> str:
        """A text about White and Black with the players' names instead."""
        return re.sub(r"White|Black", lambda found: getattr(self, found[0].lower()), text)

    def place(self, place: int) -> str:
        """A place in a sentence: `point 13`, `the bar`, `the hand`, `off`."""
        if place in (Place.HAND, Place.BAR):
            return f"the {Place(place).word}"
        if place == Place.OFF:
            return "off"
        return f"point {place_label(place, self.numbering)}"

    def places(self, places: Sequence[int]) -> str:
        """Several places in a sentence: `points 24, 13 and 8`, `the bar and point 6`."""
        if len(places) > 1 and all(1 <= place <= 24 for place in places):
            return f"points {self.labels(places)}"
        return join([self.place(place) for place in places])

    def labels(self, places: Sequence[int], last: str = "and") -> str:
        """Several places by their numbers alone: `24, 13 and 8`."""
        return join([place_label(place, self.numbering) for place in places], last)

    def checkers_of(self, side: Side) -> str:
        """A side's checkers, where it is the side that plays: `its own`, or `Anna's own`."""
        name = self.name(side)
        return "its own checkers" if name == STANDARD.name(side) else f"{name}'s own checkers"


_SEEN_FROM_ACROSS: Final = {
    Numbering.STANDARD: Numbering.TRACK,
    Numbering.TRACK: Numbering.STANDARD,
}
"""Where the sides run against each other, one's pips to go are the other's pips gone."""

STANDARD: Final = Naming()
"""Standard numbers, and no names."""


def describe_sides(naming: Naming) -> str:
    """Who plays which side; nothing of a player who is called as the side is."""
    named = [side for side in Side if naming.name(side) != STANDARD.name(side)]
    told = ", ".join(f"{naming.name(side)} is {STANDARD.name(side)}" for side in named)
    return told and f"{told}."


def join(items: Sequence[str], last: str = "and") -> str:
    """Items as a list in a sentence: `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def write_dice(dice: tuple[int, int]) -> str:
    """Two dice, the larger one first: `6-4`."""
    return "{}-{}".format(*larger_first(dice))


def numbers(values: Iterable[int]) -> str:
    """Numbers to be played in a sentence: `the 5`, `the 6 and the 1`, `three 4s`."""
    values = list(values)
    if len(values) > 1 and len(set(values)) == 1:
        return f"{count(len(values))} {values[0]}s"
    return join([f"the {value}" for value in values])


def either(values: Iterable[int], word: str = "or") -> str:
    """Numbers of which one or none is played: `the 6 or the 5`, `the 6 nor the 5`."""
    return join([f"the {value}" for value in values], word)


def playable_part(values: Sequence[int], playable: int, one_of: Collection[int] = ()) -> str:
    """Name the numbers of a stage that can be played: `only two of the four 3s`.

    Args:
        values: The numbers of the stage.
        playable: How many of them can be played.
        one_of: Of two different numbers of which one can be played: that one, or both if
            either can.
    """
    if playable == len(values):
        return numbers(values)
    if len(set(values)) == 1:
        few = f"only {count(playable)}" if playable else "none"
        return f"{few} of the {numbers(values)}"
    if not playable:
        return f"neither {either(values, 'nor')}"
    if not one_of:
        return "only one of the two numbers"
    return f"only {numbers(one_of)}" if len(one_of) == 1 else f"{either(values)}, but not both"


def count(number: int) -> str:
    """Write a small count in words."""
    return _COUNTS[number] if number < len(_COUNTS) else str(number)


def signed(points: float, places: int = 2) -> str:
    """Points gained or lost, as every figure of them is written: `+0.12`, `−0.06`, `0.00`."""
    text = f"{points:+.{places}f}"
    return text.replace("-", MINUS) if text.strip("+-0.") else text[1:]


def plural(number: int, noun: str) -> str:
    """A count with its noun: `1 point`, `2 points`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def sentence(text: object) -> str:
    """A text, or the message of an error, with a capital at its beginning and a stop at its end."""
    return f"{capitalized(str(text).removesuffix('.'))}."


def capitalized(text: str) -> str:
    """A text with a capital at its beginning; names in it keep their letters."""
    return text[:1].upper() + text[1:]

"""Names of players, points, numbers and times in sentences, and sentence forms."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Final, NamedTuple

from backgammon_tui.engine import Place, Side
from backgammon_tui.engine.position import place_label
from backgammon_tui.engine.turn import larger_first
from backgammon_tui.names import short_names

MINUS: Final = "\N{MINUS SIGN}"
WINS: Final = {1: "single game", 2: "gammon", 3: "backgammon"}
"""The name of a win by its points."""

_COUNTS: Final = ("no", "one", "two", "three", "four")


class Naming(NamedTuple):
    white: str = "White"
    black: str = "Black"

    @classmethod
    @lru_cache(maxsize=16)
    def from_names(cls, white: str, black: str) -> Naming:
        return cls(*short_names(white, black))

    def name(self, side: Side) -> str:
        return self.white if side is Side.WHITE else self.black

    def of_sides(self, text: str) -> str:
        return re.sub(r"White|Black", lambda side: getattr(self, side[0].lower()), text)

    def checkers_of(self, side: Side) -> str:
        return f"{self.name(side)}'s own checkers"


STANDARD: Final = Naming()


def describe_sides(naming: Naming) -> list[str]:
    """Name each player's side: `Anna is White`; players whose name is their side are omitted."""
    return [
        f"{naming.name(side)} is {STANDARD.name(side)}"
        for side in Side
        if naming.name(side) != STANDARD.name(side)
    ]


def name_place(place: int) -> str:
    """Name a place: `point 13`, `the bar`, `the hand`, `off`."""
    if place in (Place.HAND, Place.BAR):
        return f"the {Place(place).word}"
    return "off" if place == Place.OFF else f"point {place}"


def name_places(places: Sequence[int]) -> str:
    """Name several places: `points 24, 13 and 8`, `the bar and point 6`."""
    if len(places) > 1 and all(1 <= place <= 24 for place in places):
        return f"points {list_points(places)}"
    return join([name_place(place) for place in places])


def list_points(places: Sequence[int], last: str = "and") -> str:
    return join([place_label(place) for place in places], last)


def join(items: Sequence[str], last: str = "and") -> str:
    """Join items into a list: `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def write_dice(dice: tuple[int, int]) -> str:
    return "{}-{}".format(*larger_first(dice))


def numbers(values: Iterable[int], last: str = "and") -> str:
    """Name numbers to be played: `the 5`, `the 6 and the 1`, `three 4s`."""
    values = list(values)
    if len(values) > 1 and len(set(values)) == 1:
        return f"{count(len(values))} {values[0]}s"
    return join([f"the {value}" for value in values], last)


def playable_part(values: Sequence[int], playable: int, one_of: Collection[int] = ()) -> str:
    """Name the playable numbers of a stage: `only two of the four 3s`.

    Args:
        one_of: If one of two different numbers can be played: that one, or both if either can.
    """
    if playable == len(values):
        return numbers(values)
    if len(set(values)) == 1:
        few = f"only {count(playable)}" if playable else "none"
        return f"{few} of the {numbers(values)}"
    if not playable:
        return f"neither {numbers(values, 'nor')}"
    if not one_of:
        return "only one of the two numbers"
    return (
        f"only {numbers(one_of)}" if len(one_of) == 1 else f"{numbers(values, 'or')}, but not both"
    )


def count(number: int) -> str:
    return _COUNTS[number] if number < len(_COUNTS) else str(number)


def signed(points: float, decimals: int = 2) -> str:
    text = f"{points:+.{decimals}f}"
    return text.replace("-", MINUS) if text.strip("+-0.") else text[1:]


def plural(number: int, noun: str) -> str:
    ending = "" if number == 1 else "es" if noun.endswith("ch") else "s"
    return f"{number:,} {noun}{ending}"


def sentence(text: object) -> str:
    return f"{capitalized(str(text).removesuffix('.'))}."


def capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def local_time(moment: datetime, zone: tzinfo | None = None) -> datetime:
    """Return a moment in a time zone, by default that of the computer."""
    try:
        return moment.astimezone(zone)
    except OverflowError:
        return moment  # A wrong clock: its year would be outside 1 to 9999.


def describe_when(moment: str, now: datetime) -> str:
    """Write a time in ISO form briefly: `today 14:05`, `Thu 14:05`, `3 Mar 14:05`, `3 Mar 2025`.

    The zone is that of `now`. Raise `ValueError` if the text is not a time in ISO form.
    """
    then = local_time(datetime.fromisoformat(moment), now.tzinfo)
    clock = f"{then:%H:%M}"
    if then.date() == now.date():
        return f"today {clock}"
    if timedelta(0) < now.date() - then.date() < timedelta(days=7):
        return f"{then:%a} {clock}"
    day = f"{then.day} {then:%b}"
    return f"{day} {clock}" if then.year == now.year else f"{day} {then.year}"

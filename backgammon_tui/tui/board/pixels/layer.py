"""The pictures under the text of a terminal: one table, compared after each paint."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache
from itertools import count
from random import SystemRandom
from typing import Final, NamedTuple

from textual.geometry import Region

from backgammon_tui.tui.board.pixels import kitty
from backgammon_tui.tui.board.pixels.scene import Drawing, Placement, Placements
from backgammon_tui.tui.board.pixels.turning import Bitmap, Color, split

_VEIL: Final = 9
"""Above everything else."""
_MOST: Final = 400
"""Pictures that are kept in the terminal before those that lie nowhere are freed."""
_NUMBERS: Final = 1 << 12
"""Numbers of pictures that a run of the program takes for itself."""


class Sheet(NamedTuple):
    """The pictures under one part of the screen."""

    region: Region
    placements: Placements
    veil: tuple[Color, int] | None = None
    """The colour that dims it and its part of 255, while a dialog lies above."""


@lru_cache(maxsize=256)
def picture(drawing: Drawing) -> kitty.Deflated:
    """Draw a sprite and deflate it."""
    return kitty.Deflated.of(drawing.make())


def draw_all(placements: Placements) -> None:
    """Draw all pictures of a board, so that placing them takes no time."""
    for placement in placements.values():
        picture(placement.drawing)


class Layer:
    """The pictures that a terminal has been given, and their places."""

    def __init__(self, cell: tuple[int, int]) -> None:
        """Begin with none, for cells of so many pixels."""
        self.cell = cell
        # Other programs of this terminal have pictures, too.
        first = 1 + SystemRandom().randrange(1 << 19) * _NUMBERS
        self._numbers = count(first)
        self._pictures: dict[Drawing, int] = {}
        self._placements: dict[Hashable, int] = {}
        self._placed: dict[int, kitty.Placed] = {}
        self._sheets: list[Sheet] = []

    def changes(self, sheets: Iterable[Sheet]) -> str:
        """Return the codes that show these sheets; none for those that are shown already."""
        wanted = list(sheets)
        if len(wanted) == len(self._sheets) and all(map(_is_same, wanted, self._sheets)):
            return ""
        self._sheets = wanted
        out: list[str] = []
        now = dict(self._put(wanted, out))
        for number, placed in self._placed.items():
            at = now.get(number)
            if at is None or at.picture != placed.picture:
                out.append(kitty.taken_up(placed.picture, number))
        for number, placed in now.items():
            if self._placed.get(number) != placed:
                out.append(kitty.put(number, placed, self.cell))
        self._placed = now
        if len(self._pictures) > _MOST:
            out += self._tidied()
        return f"\x1b7{''.join(out)}\x1b8" if out else ""

    def gone(self) -> str:
        """Return the codes that free all pictures; the next changes send them anew."""
        out = [kitty.forgotten(number) for number in self._pictures.values()]
        self._pictures, self._placed, self._sheets = {}, {}, []
        return "".join(out)

    def _put(self, sheets: list[Sheet], out: list[str]) -> Iterable[tuple[int, kitty.Placed]]:
        width, height = self.cell
        for index, (region, placements, veil) in enumerate(sheets):
            x, y = region.x * width, region.y * height
            items = list(placements.items())
            if veil:
                drawing = Drawing(_veil, veil)
                items.append(("veil", Placement(drawing, 0, 0, _VEIL, *region.size)))
            for key, placement in items:
                number = self._placements.setdefault((index, key), len(self._placements) + 1)
                shown = self._sent(placement.drawing, out)
                left, top = x + placement.x, y + placement.y
                yield number, kitty.Placed(shown, left, top, *placement[3:])

    def _sent(self, drawing: Drawing, out: list[str]) -> int:
        number = self._pictures.get(drawing)
        if number is None:
            number = self._pictures[drawing] = next(self._numbers)
            out.append(kitty.sent(number, picture(drawing)))
        return number

    def _tidied(self) -> Iterable[str]:
        used = {placed.picture for placed in self._placed.values()}
        for drawing, number in [*self._pictures.items()]:
            if number not in used:
                del self._pictures[drawing]
                yield kitty.forgotten(number)


def _is_same(one: Sheet, other: Sheet) -> bool:
    is_same_table = one.placements is other.placements
    return is_same_table and (one.region, one.veil) == (other.region, other.veil)


def _veil(color: Color, part: int) -> Bitmap:
    # At the edges kitty fades what it stretches: more pixels, narrower edges.
    return Bitmap(64, 64, bytes((*split(color), part)) * 64 * 64)

"""The pictures under a terminal's text, compared after each paint.

By the kitty graphics protocol, a picture is sent once and then only placed.
"""

from __future__ import annotations

import zlib
from base64 import standard_b64encode
from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from itertools import count
from random import SystemRandom
from typing import Final, NamedTuple

from textual.geometry import Region

from backgammon_tui.tui.board.scene import Drawing, Placement, Placements
from backgammon_tui.tui.board.sprites import Bitmap, Color, split

_UNDER_TEXT: Final = -1_100_000_000
"""Layer below cell backgrounds (under -2^30); cells without a background are transparent."""
_VEIL: Final = 9
_MAX_CHUNK: Final = 4096
"""Maximum number of bytes in one piece, by the protocol."""
_MAX_PICTURES: Final = 400
"""Maximum number of pictures in the terminal before unplaced ones are freed."""
_NUMBERS: Final = 1 << 12
"""Size of the range of picture numbers reserved by one run of the program."""


class Sheet(NamedTuple):
    region: Region
    placements: Placements
    veil: tuple[Color, int] | None = None
    """The colour that dims the layer under a dialog, and its opacity out of 255."""


@lru_cache(maxsize=256)
def picture(drawing: Drawing) -> str:
    """Draw a sprite; return the codes that send it, without its number."""
    width, height, pixels = sprite = drawing.make()
    data = standard_b64encode(zlib.compress(pixels, 6)).decode()
    head, out = f",a=t,s={width},v={height},f={8 * sprite.channels},o=z,q=2,", []
    for start in range(0, len(data), _MAX_CHUNK):
        out.append(
            f"{head}m={int(start + _MAX_CHUNK < len(data))};{data[start : start + _MAX_CHUNK]}"
        )
        head = ""
    return "\x1b\\\x1b_G".join(out) + "\x1b\\"


class Layer:
    """The pictures sent to a terminal, and their places."""

    def __init__(self, cell_size: tuple[int, int]) -> None:
        self.cell_size = cell_size
        # Other programs in this terminal have pictures too.
        self._numbers = count(1 + SystemRandom().randrange(1 << 19) * _NUMBERS)
        self._pictures: dict[Drawing, int] = {}
        self._names: dict[Hashable, int] = {}
        self._placed: dict[int, tuple[int, str]] = {}
        """The picture of each placement, and the codes that placed it."""
        self._sheets: list[Sheet] = []

    def changes(self, sheets: Iterable[Sheet]) -> str:
        """Return the codes that show these sheets, except for those already shown."""
        wanted = list(sheets)
        if wanted == self._sheets:
            return ""
        self._sheets = wanted
        out: list[str] = []
        before, self._placed = self._placed, dict(self._put(wanted, out))
        for number, (shown, _) in before.items():
            if self._placed.get(number, (0, ""))[0] != shown:
                out.append(f"\x1b_Ga=d,d=i,i={shown},p={number},q=2\x1b\\")
        for number, placed in self._placed.items():
            if before.get(number) != placed:
                out.append(placed[1])
        if len(self._pictures) > _MAX_PICTURES:
            used = {shown for shown, _ in self._placed.values()}
            unused = [drawing for drawing, number in self._pictures.items() if number not in used]
            out += [_forgotten(self._pictures.pop(drawing)) for drawing in unused]
        return f"\x1b7{''.join(out)}\x1b8" if out else ""

    def release_codes(self) -> str:
        """Return the codes that free all pictures; the next changes send them again."""
        out = [_forgotten(number) for number in self._pictures.values()]
        self._pictures, self._placed, self._sheets = {}, {}, []
        return "".join(out)

    def _put(self, sheets: list[Sheet], out: list[str]) -> Iterator[tuple[int, tuple[int, str]]]:
        width, height = self.cell_size
        for index, (region, placements, veil) in enumerate(sheets):
            items = list(placements.items())
            if veil:
                cover = Placement(Drawing(_veil, veil), 0, 0, _VEIL, *region.size)
                items.append(("veil", cover))
            for key, (drawing, left, top, z, columns, rows) in items:
                number = self._names.setdefault((index, key), len(self._names) + 1)
                shown = self._pictures.get(drawing)
                if shown is None:
                    shown = self._pictures[drawing] = next(self._numbers)
                    out.append(f"\x1b_Gi={shown}{picture(drawing)}")
                (column, x), (row, y) = divmod(left, width), divmod(top, height)
                keys = {"X": x, "Y": y, "c": columns, "r": rows}
                arguments = "".join([f",{key}={value}" for key, value in keys.items() if value])
                spot = f"\x1b[{region.y + row + 1};{region.x + column + 1}H"
                put = f"a=p,i={shown},p={number}{arguments},z={_UNDER_TEXT + z},C=1,q=2"
                yield number, (shown, f"{spot}\x1b_G{put}\x1b\\")


def _forgotten(picture: int) -> str:
    return f"\x1b_Ga=d,d=I,i={picture},q=2\x1b\\"


def _veil(color: Color, part: int) -> Bitmap:
    # kitty fades the edges of stretched pictures, so more pixels make narrower edges.
    return Bitmap(64, 64, bytes((*split(color), part)) * 64 * 64)

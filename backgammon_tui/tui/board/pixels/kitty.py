"""The kitty graphics protocol: pictures are sent once, then only placed under the text."""

from __future__ import annotations

import zlib
from base64 import standard_b64encode
from typing import Final, NamedTuple

from backgammon_tui.tui.board.pixels.turning import Bitmap

_CHUNK: Final = 4096
"""The most bytes that the protocol allows in one piece."""

_UNDER_TEXT: Final = -1_100_000_000
"""Below -2^30 pictures lie under the grounds of cells, too; cells without one let them through."""


class Placed(NamedTuple):
    """The place of a picture on the screen, in pixels, and its layer."""

    picture: int
    x: int
    y: int
    z: int
    columns: int
    rows: int


class Deflated(NamedTuple):
    """A sprite as it is sent."""

    width: int
    height: int
    channels: int
    data: bytes

    @classmethod
    def of(cls, sprite: Bitmap) -> Deflated:
        """Deflate a sprite."""
        data = standard_b64encode(zlib.compress(sprite.pixels, 6))
        return cls(sprite.width, sprite.height, sprite.channels, data)


def sent(number: int, picture: Deflated) -> str:
    """Return the codes for a picture that is then placed by its number."""
    width, height, channels, data = picture
    head, out = f"a=t,i={number},s={width},v={height},f={8 * channels},o=z,q=2,", []
    for start in range(0, len(data), _CHUNK):
        more, piece = int(start + _CHUNK < len(data)), data[start : start + _CHUNK]
        out.append(f"\x1b_G{head}m={more};{piece.decode()}\x1b\\")
        head = ""
    return "".join(out)


def forgotten(picture: int) -> str:
    """Return the codes that free a picture with all its placements."""
    return f"\x1b_Ga=d,d=I,i={picture},q=2\x1b\\"


def taken_up(picture: int, placement: int) -> str:
    """Return the codes that remove one placement of a picture."""
    return f"\x1b_Ga=d,d=i,i={picture},p={placement},q=2\x1b\\"


def put(placement: int, placed: Placed, cell: tuple[int, int]) -> str:
    """Return the codes that place a picture, or move its placement of that number."""
    (column, x), (row, y) = divmod(placed.x, cell[0]), divmod(placed.y, cell[1])
    keys = {"X": x, "Y": y, "c": placed.columns, "r": placed.rows}
    told = "".join(f",{key}={value}" for key, value in keys.items() if value)
    what = f"a=p,i={placed.picture},p={placement}{told},z={_UNDER_TEXT + placed.z},C=1,q=2"
    return f"\x1b[{row + 1};{column + 1}H\x1b_G{what}\x1b\\"

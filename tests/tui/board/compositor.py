"""Pictures as a terminal would show them: sprites blended over each other, for tests."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from pathlib import Path

from backgammon_tui.tui.board.scene import Placement
from backgammon_tui.tui.board.sprites import Bitmap, Color, split


def composed(width: int, height: int, ground: Color, placed: Iterable[Placement]) -> Bitmap:
    """Blend sprites over a ground, those above over those below."""
    picture = bytearray(bytes(split(ground)) * (width * height))
    for drawing, x, y, *_ in sorted(placed, key=lambda placement: placement.z):
        sprite = drawing.make()
        step, first, last = sprite.channels, max(0, -x), min(sprite.width, width - x)
        for row in range(max(0, -y), min(sprite.height, height - y)):
            start, source = 3 * ((y + row) * width + x), step * sprite.width * row
            if step == 3:
                line = sprite.pixels[source + 3 * first : source + 3 * last]
                picture[start + 3 * first : start + 3 * last] = line
                continue
            for at in range(first, last):
                *color, alpha = sprite.pixels[source + 4 * at : source + 4 * at + 4]
                for place, new in enumerate(color if alpha else (), start + 3 * at):
                    picture[place] += ((new - picture[place]) * alpha + 127) // 255
    return Bitmap(width, height, bytes(picture))


def smaller(sprite: Bitmap, times: int) -> Bitmap:
    """Make one pixel of each square of them."""
    width, height = sprite.width // times, sprite.height // times
    pixels = bytearray()
    for row in range(height):
        lines = [
            sprite.pixels[3 * sprite.width * (times * row + at) :][: 3 * sprite.width]
            for at in range(times)
        ]
        for column in range(width):
            for channel in range(3):
                at = 3 * times * column + channel
                total = sum(sum(line[at : at + 3 * times : 3]) for line in lines)
                pixels.append(total // (times * times))
    return Bitmap(width, height, bytes(pixels))


def png(sprite: Bitmap) -> bytes:
    """Return an RGB sprite as a PNG file of unfiltered rows."""
    stride = 3 * sprite.width
    rows = (sprite.pixels[at : at + stride] for at in range(0, len(sprite.pixels), stride))
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", sprite.width, sprite.height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )


def read_png(path: Path) -> Bitmap:
    """Read what `png` wrote."""
    data = path.read_bytes()
    width, height = struct.unpack(">II", data[16:24])
    at = data.index(b"IDAT")
    (length,) = struct.unpack(">I", data[at - 4 : at])
    raw = zlib.decompress(data[at + 4 : at + 4 + length])
    stride = 3 * width + 1
    rows = (raw[start + 1 : start + stride] for start in range(0, len(raw), stride))
    return Bitmap(width, height, b"".join(rows))

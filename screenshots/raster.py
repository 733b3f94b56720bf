"""A terminal's screen as a picture: blocks as exact rectangles, letters from a font."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pyte
from PIL import Image, ImageDraw, ImageFont

from backgammon_tui.tui.board.canvas import QUADRANTS

WIDTH, HEIGHT = 10, 20
"""Size of a cell in pixels."""
_FONTS = Path("/usr/share/fonts/truetype/dejavu")
"""The folder of Debian's fonts-dejavu-core."""
_SIZE, _BASE, _FINE = 16, 15, 8
_EIGHTHS = "▏▎▍▌▋▊▉█"
_ROUND = {"●": (0.40, True), "○": (0.38, False), "∘": (0.2, False)}
"""Circles that the font draws too small: radius in cells, and whether they are filled."""
_NAMES = ("black", "red", "green", "brown", "blue", "magenta", "cyan", "white")
_VALUES = ("000000", "aa0000", "00aa00", "aa5500", "0000aa", "aa00aa", "00aaaa", "aaaaaa")
_BRIGHT = ("555555", "ff5555", "55ff55", "ffff55", "5555ff", "ff55ff", "55ffff", "ffffff")
_NAMED = {name: f"#{value}" for name, value in zip(_NAMES, _VALUES, strict=True)} | {
    f"bright{name}": f"#{value}" for name, value in zip(_NAMES, _BRIGHT, strict=True)
}
"""The sixteen console colours by pyte's names."""
_GROUND, _INK = "#101413", "#e9e1d2"


def picture(screen: pyte.Screen) -> Image.Image:
    """Draw the whole screen."""
    image = Image.new("RGB", (screen.columns * WIDTH, screen.lines * HEIGHT))
    for y in range(screen.lines):
        for x in range(screen.columns):
            cell = screen.buffer[y][x]
            ink, ground = _color(cell.fg, _INK), _color(cell.bg, _GROUND)
            if cell.reverse:
                ink, ground = ground, ink
            tile = _tile(cell.data, ink, ground, cell.bold, cell.underscore)
            image.paste(tile, (x * WIDTH, y * HEIGHT))
    return image


def _color(color: str, default: str) -> str:
    if color == "default":
        return default
    return _NAMED.get(color, f"#{color}")


@cache
def _font(is_bold: bool) -> ImageFont.FreeTypeFont:
    name = "DejaVuSansMono-Bold.ttf" if is_bold else "DejaVuSansMono.ttf"
    return ImageFont.truetype(str(_FONTS / name), _SIZE)


@cache
def _tile(character: str, ink: str, ground: str, is_bold: bool, is_underlined: bool) -> Image.Image:
    tile = Image.new("RGB", (WIDTH, HEIGHT), ground)
    draw = ImageDraw.Draw(tile)
    if character in QUADRANTS:
        mask = QUADRANTS.index(character)
        for bit in range(4):
            if mask >> bit & 1:
                x, y = bit % 2 * WIDTH // 2, bit // 2 * HEIGHT // 2
                draw.rectangle((x, y, x + WIDTH // 2 - 1, y + HEIGHT // 2 - 1), fill=ink)
    elif character in _EIGHTHS:
        width = round(WIDTH * (_EIGHTHS.index(character) + 1) / 8)
        draw.rectangle((0, 0, width - 1, HEIGHT - 1), fill=ink)
    elif character in _ROUND:
        tile.paste(ink, (0, 0), _circle(*_ROUND[character]))
    elif character.strip():
        draw.text((0, _BASE), character, font=_font(is_bold), fill=ink, anchor="ls")
    if is_underlined:
        draw.line((0, HEIGHT - 3, WIDTH, HEIGHT - 3), fill=ink)
    return tile


def _circle(radius: float, is_filled: bool) -> Image.Image:
    """Return a soft circle in the middle of a cell, as a mask."""
    large = Image.new("L", (WIDTH * _FINE, HEIGHT * _FINE))
    x, y, r = WIDTH * _FINE / 2, HEIGHT * _FINE / 2, radius * WIDTH * _FINE
    box = (x - r, y - r, x + r, y + r)
    ImageDraw.Draw(large).ellipse(box, fill=255 if is_filled else 0, outline=255, width=_FINE)
    return large.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)

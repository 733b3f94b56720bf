"""The text and marks of the graphics are drawn in good contrast with their ground."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from textual.theme import Theme

from backgammon_tui.tui.board.canvas import ColorRole as R
from backgammon_tui.tui.board.canvas import Palette
from backgammon_tui.tui.board.discs import SIDE_COLORS
from backgammon_tui.tui.board.sprites import Bitmap, Color, SidePaint, checker, cube, die, number
from backgammon_tui.tui.themes import ColorDepth, themes_for
from tests.tui.screen import contrast

TEXT, MARKS = 4.5, 3.0
SIZES = (18, 40)
"""Pixels across a checker in a small terminal and in a large one."""

THEMES = [pytest.param(theme, id=theme.name) for theme in themes_for(ColorDepth.FULL)]


def colors_of(sprite: Bitmap) -> Counter[Color]:
    """Count the colours of the opaque pixels."""
    step, pixels = sprite.channels, sprite.pixels
    return Counter(
        int.from_bytes(pixels[at : at + 3])
        for at in range(0, len(pixels), step)
        if step == 3 or pixels[at + 3] == 255
    )


def differing(plain: Bitmap, marked: Bitmap) -> Iterator[tuple[Color, Color]]:
    """Yield the ground and the ink of each pixel that a mark changes."""
    assert (plain.width, plain.channels) == (marked.width, marked.channels)
    for at in range(0, len(plain.pixels), plain.channels):
        under, over = (sprite.pixels[at : at + 4] for sprite in (plain, marked))
        if under != over and len(under) == 4 and under[3] == over[3] == 255:
            yield int.from_bytes(under[:3]), int.from_bytes(over[:3])


def paint_of(colors: Palette, roles: tuple[R, ...]) -> SidePaint:
    return SidePaint(*(colors[role] for role in roles))


def paints(theme: Theme) -> list[SidePaint]:
    palette = Palette(theme.variables)
    sides = SIDE_COLORS.values()
    return [paint_of(palette, (c.face, c.light, c.dark, c.rim, c.ink)) for c in sides]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES)
def test_pips_of_dice_stand_out(theme: Theme, size: int) -> None:
    for paint, spots in product(paints(theme), (1, 6)):
        drawn = colors_of(die(size, paint, spots))
        assert drawn[paint.ink] >= size / 6, "the ink of a pip is drawn unmixed"
        ground = [color for color, count in drawn.most_common(12) if color != paint.ink]
        assert contrast(paint.ink, paint.face) >= TEXT
        assert max(contrast(paint.ink, color) for color in ground) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text", ["5", "12", "*", "^", "×"])
def test_signs_and_numbers_on_checkers_stand_out(theme: Theme, size: int, text: str) -> None:
    """A number is drawn in a side's ink, with the side's face just around it. Its strokes may be
    thinner than a pixel, so the strongest one counts.
    """
    for paint in paints(theme):
        drawn = colors_of(number(text, size, max(7, round(size * 0.4)), paint.ink, paint.face))
        assert max(contrast(color, paint.face) for color in drawn) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES)
def test_marks_of_checkers_stand_out(theme: Theme, size: int) -> None:
    palette = Palette(theme.variables)
    for paint, colors in zip(paints(theme), SIDE_COLORS.values(), strict=True):
        plain = checker(size, paint)
        cores = [palette[R.LAST], palette[colors.lit], palette[colors.target]]
        marked = [checker(size, paint, None, (0.24, core)) for core in cores]
        bars = palette[R.TRAPPED]
        for sprite, ink in [
            *zip(marked, cores, strict=True),
            (checker(size, paint, bars=bars), bars),
        ]:
            changed = list(differing(plain, sprite))
            inked = [(under, over) for under, over in changed if over == ink]
            assert inked or changed
            grounds = Counter(under for under, _ in inked or changed)
            usual = grounds.most_common(1)[0][0]
            assert max(contrast(ink, usual), contrast(ink, paint.face)) >= MARKS


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [24, 48])
def test_value_of_the_cube_stands_out(theme: Theme, size: int) -> None:
    palette = Palette(theme.variables)
    faces = [(palette[R.CHIP_INK], palette[R.CHIP]), (palette[R.LIT_INK], palette[R.LIT])]
    for (ink, face), value in product(faces, (2, 64)):
        drawn = colors_of(cube(size, face, ink, value, not palette.blends))
        assert drawn[ink]
        assert contrast(ink, face) >= TEXT

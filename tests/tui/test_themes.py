from __future__ import annotations

from itertools import combinations, product

import pytest
from textual.theme import Theme

from backgammon_tui.tui.board.canvas import OPAQUE, Palette, mix
from backgammon_tui.tui.board.canvas import ColorRole as R
from backgammon_tui.tui.board.discs import HOLLOW_COVER, PALER
from backgammon_tui.tui.themes import ColorDepth, themes_for
from tests.tui.screen import Sight, contrast, distance

TEXT, GRAPHICS, DIFFERENT = 4.5, 3.0, 20.0
"""Minimum contrast of text and of shapes (WCAG 2), and minimum CIE76 distance."""

Pairs = list[tuple[R, R]]

READ = [
    *product((R.INK, R.INK_DIM, R.LIT, R.TARGET), [R.WOOD]),
    *product((R.BAND_INK, R.BAND_DIM, R.DONE, R.LOST), [R.FELT]),
    *((R.LIT_INK, R.LIT), (R.CHIP_INK, R.CHIP)),
    *((R.WHITE_INK, R.WHITE_FACE), (R.BLACK_INK, R.BLACK_FACE)),
]
"""Pairs of text and background."""

SEEN = [
    *product((R.LIT, R.TARGET, R.HOLLOW, R.BLACK_RIM), [R.FELT]),
    (R.BLOCKED, R.WOOD),
    *product((R.WHITE_LIT, R.WHITE_TARGET), [R.WHITE_FACE]),
    *product((R.BLACK_LIT, R.BLACK_TARGET), [R.BLACK_FACE]),
    *product((R.LAST, R.BLOCKED, R.TRAPPED), (R.WHITE_FACE, R.BLACK_FACE)),
]
"""Pairs of shapes and their backgrounds."""

GROUNDS = (R.FELT, R.POINT_ODD, R.POINT_EVEN, R.WOOD, R.TRAY)
POINTS = ((R.POINT_ODD, R.POINT_EDGE), (R.POINT_EVEN, R.POINT_EDGE))
CHECKERS = ((R.WHITE_FACE, R.WHITE_RIM), (R.BLACK_FACE, R.BLACK_RIM))

APART = [
    *combinations((R.POINT_ODD, R.POINT_EVEN, R.POINT_CURSOR), 2),
    *combinations((R.LAST, R.BLOCKED, R.TRAPPED), 2),
    *product([R.LIT], (R.TARGET, R.HOLLOW, R.BLOCKED, R.TRAPPED, R.CHIP)),
    *product([R.TARGET], (R.BLOCKED, R.TRAPPED)),
    *((R.WHITE_FACE, R.BLACK_FACE), (R.DONE, R.LOST)),
    *((R.WHITE_LIT, R.WHITE_TARGET), (R.BLACK_LIT, R.BLACK_TARGET)),
]
"""Pairs of colours with different meanings."""

CASES = [
    pytest.param(theme, id=f"{theme.name}-{depth.value}")
    for depth in ColorDepth
    for theme in themes_for(depth)
]


@pytest.mark.parametrize("theme", CASES)
@pytest.mark.parametrize(("pairs", "minimum"), [(READ, TEXT), (SEEN, GRAPHICS)])
def test_texts_and_shapes_are_visible(theme: Theme, pairs: Pairs, minimum: float) -> None:
    colors = Palette(theme.variables)
    faint = [(a.name, b.name) for a, b in pairs if contrast(colors[a], colors[b]) < minimum]
    assert not faint
    if theme in themes_for(ColorDepth.FULL) and theme.name != "contrast":
        lightness = contrast(colors[R.POINT_ODD], colors[R.POINT_EVEN])
        assert lightness >= 1.2, "points differ not in hue alone"


@pytest.mark.parametrize("theme", CASES)
def test_marked_names_are_visible(theme: Theme) -> None:
    names = ("cursor", "cursor-ink", "blocked", "blocked-ink", "wood")
    cursor, cursor_ink, blocked, blocked_ink, wood = (
        int(theme.variables[f"board-{name}"][1:], 16) for name in names
    )
    assert min(contrast(cursor_ink, cursor), contrast(blocked_ink, blocked)) >= TEXT
    assert contrast(cursor, wood) >= GRAPHICS


@pytest.mark.parametrize("theme", CASES)
def test_checkers_and_points_contrast_by_face_or_rim(theme: Theme) -> None:
    colors = Palette(theme.variables)
    for parts, ground in (*product(CHECKERS, GROUNDS), *product(POINTS, [R.FELT])):
        best = max(contrast(colors[part], colors[ground]) for part in parts)
        assert best >= GRAPHICS, (parts, ground)


@pytest.mark.parametrize("theme", CASES)
def test_outlines_contrast_with_their_tint(theme: Theme) -> None:
    colors = Palette(theme.variables)
    blends = colors.blends and theme in themes_for(ColorDepth.FULL)
    cover = HOLLOW_COVER if blends else OPAQUE
    for role, point in product((R.HOLLOW, R.TARGET), (R.POINT_ODD, R.POINT_EVEN)):
        inside = mix(colors[point], colors[R.HOLLOW_GROUND], cover)
        assert contrast(colors[role], inside) >= GRAPHICS
    if not blends:
        return
    for rim, face in ((R.WHITE_TARGET, R.WHITE_FACE), (R.BLACK_TARGET, R.BLACK_FACE)):
        paler = mix(colors[face], colors[R.TARGET], PALER)
        assert contrast(colors[rim], paler) >= GRAPHICS


@pytest.mark.parametrize("theme", CASES)
@pytest.mark.parametrize("sight", Sight)
def test_different_meanings_look_different(theme: Theme, sight: Sight) -> None:
    colors = Palette(theme.variables)
    alike = [
        (a.name, b.name, round(distance(colors[a], colors[b], sight)))
        for a, b in APART
        if distance(colors[a], colors[b], sight) < DIFFERENT
    ]
    assert not alike


@pytest.mark.parametrize("theme", CASES)
def test_highlighted_rows_and_dim_words_are_legible(theme: Theme) -> None:
    table = theme.variables
    assert contrast(number(table["board-row-ink"]), number(table["board-row"])) >= TEXT
    assert contrast(number(theme.accent), number(table["board-row"])) >= GRAPHICS
    for ground in (theme.background, theme.surface):
        assert contrast(number(table["board-dim"]), number(ground)) >= TEXT


def number(color: str | None) -> int:
    """Return a colour of a theme as 0xRRGGBB."""
    assert color
    return int(color[1:], 16)

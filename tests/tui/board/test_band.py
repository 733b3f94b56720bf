from __future__ import annotations

import re
from itertools import product

import pytest
from rich.segment import Segment
from textual.color import BLACK
from textual.theme import Theme

from backgammon_tui.engine import Side, Status
from backgammon_tui.modes.board import CubeView, DiceView, Stages, StageStep
from backgammon_tui.tui.board.band import BandView, draw_band, draw_stages, stage_lines
from backgammon_tui.tui.board.canvas import Canvas, ColorRole, Palette, RenderContext, RenderOptions
from backgammon_tui.tui.board.geometry import Fixture, lay_out
from backgammon_tui.tui.terminal_output import OnlyVisible
from backgammon_tui.tui.themes import LAMPLIGHT, THEMES
from tests.tui.screen import Size, contrast

COLORLESS = RenderOptions(colorless=True)


def steps(text: str, status: Status) -> tuple[StageStep, ...]:
    return tuple(StageStep(number, status) for number in text.split())


COMPLEMENT = (
    steps("4 4 4 4", Status.DONE),
    (StageStep("3", Status.CURRENT), *steps("3 3 3", Status.DUE)),
    (StageStep("roll again", Status.DUE),),
)


def texts(view: Stages, look: RenderOptions, width: int = 40, rows: int = 9) -> list[str]:
    lines = stage_lines(view, width, rows, look)
    return ["".join(span.text for span in line) for line in lines]


def test_complement_in_play_has_a_chip_per_number() -> None:
    assert texts(COMPLEMENT, RenderOptions()) == ["4✓ 4✓ 4✓ 4✓", " 3   3   3   3 ", "↻ roll again"]
    spans = stage_lines(COMPLEMENT, 40, 9, RenderOptions())[1]
    assert [span.text for span in spans if span.is_chip] == [" 3 "] * 4
    assert texts(COMPLEMENT, COLORLESS)[1] == "‹3›  3   3   3 "


def test_stages_can_be_ascii() -> None:
    rows = [Segment(row) for row in texts(COMPLEMENT, COLORLESS)]
    shown = [segment.text for segment in OnlyVisible(is_ascii=True).apply(rows, BLACK)]
    assert shown == ["4+ 4+ 4+ 4+", "<3>  3   3   3 ", "@ roll again"]


def test_stage_states_differ_in_shape_or_word() -> None:
    view = (
        (StageStep("6", Status.COMPLETED_BY_OPPONENT), StageStep("1", Status.LOST)),
        (StageStep("3", Status.NOT_GRANTED, why="1st doubles"),) * 2,
    )
    assert texts(view, RenderOptions()) == ["6'✓ 1✗", "no 3s: 1st doubles"]
    assert texts(view, RenderOptions(), width=12) == ["6'✓ 1✗", "no 3s"]
    assert texts((steps("4 6", Status.DONE),), COLORLESS) == ["4✓ 6✓"]
    half = ((*steps("4", Status.DONE), *steps("6", Status.CURRENT)),)
    assert texts(half, COLORLESS) == ["4✓ ‹6›"]


def test_current_number_is_always_visible() -> None:
    for width in range(22, 40):
        shown = texts(COMPLEMENT, COLORLESS, width)
        assert all(len(line) <= width for line in shown)
        assert any("‹3›" in line for line in shown)
    chain = (*COMPLEMENT[:1] * 4, *COMPLEMENT[1:] * 2)
    for rows in (3, 1):
        assert "‹3›" in "".join(texts(chain, COLORLESS, rows=rows))


def test_long_turn_is_complete_or_has_dots() -> None:
    done = [steps(" ".join(n * 4), Status.DONE) for n in "3416"]
    again = (StageStep("roll again", Status.DONE),)
    turn = (*done[:2], again, *done[2:], again, steps("6 1", Status.DONE))
    assert len(texts(turn, RenderOptions(), rows=7)) == 7
    short = ["3✓ 3✓ 3✓ 3✓", "4✓ 4✓ 4✓ 4✓", "↻ 1✓ 1✓ 1✓ 1✓", "6✓ 6✓ 6✓ 6✓", "↻ 6✓ 1✓"]
    assert texts(turn, RenderOptions(), rows=6) == short
    assert texts(turn, RenderOptions(), rows=4) == ["   ".join(short[:2]), *short[2:]]
    assert texts(turn, RenderOptions(), width=20, rows=3) == [f"… {short[2]}", *short[3:]]


def drawn(view: Stages, room: Size, look: RenderOptions = RenderOptions()) -> list[str]:  # noqa: B008
    """Return the non-empty rows of a half of the band."""
    return [row.strip() for row in rows_of(view, room, look) if row.strip()]


def rows_of(view: Stages, room: Size, look: RenderOptions) -> list[str]:
    layout = lay_out(*room)
    assert layout
    context = RenderContext(layout, look, Palette(LAMPLIGHT.variables))
    band = layout.rects[Fixture.BAND]
    canvas = context.canvas(band.width, band.height, ColorRole.FELT)
    draw_stages(canvas, view, context, 0)
    return [
        "".join(canvas.letters.get((x, y), " ")[0] for x in range(layout.metrics.half_width))
        for y in range(band.height)
    ]


def test_tall_band_has_large_current_numbers() -> None:
    large = ["▄▄▄▄▄▄▄   ▄▄▄▄▄▄▄", "▄█        █▀▀", "█        █▀█", "▀▀▀       ▀▀▀"]
    turn = ((StageStep("1", Status.CURRENT), StageStep("6", Status.DUE)),)
    assert drawn(turn, (164, 55)) == ["1   6"]
    assert drawn(turn, (164, 56)) == large
    assert drawn(turn, (164, 58), COLORLESS) == ["‹1›  6"]


def test_large_numbers_have_marks_if_the_turn_is_short() -> None:
    done = (steps("4 2", Status.DONE),)
    assert drawn(done, (164, 58)) == ["█ █       ▀▀█", "▀▀█✓      █▀▀✓", "▀       ▀▀▀"]
    first, second, third = drawn(COMPLEMENT, (164, 58))[:3]
    assert (first, {*second}) == ("4✓  4✓  4✓  4✓", {"▄", " "})
    assert "▀▀█" in third
    assert drawn(COMPLEMENT[:2] * 4, (164, 58))[0] == "4✓  4✓  4✓  4✓"


@pytest.mark.parametrize(
    ("stages", "numbers"),
    [
        ((steps("6 4", Status.CURRENT),), ""),
        ((steps("6", Status.DONE) + steps("4", Status.CURRENT),), ""),
        ((steps("6", Status.CURRENT) + steps("4", Status.LOST),), "6   4✗"),
        ((steps("4 4 4 4", Status.DONE),), "4✓  4✓  4✓  4✓"),
    ],
)
def test_numbers_that_the_dice_show_are_not_repeated(stages: Stages, numbers: str) -> None:
    layout = lay_out(57, 22)
    assert layout
    context = RenderContext(layout, RenderOptions(), Palette(LAMPLIGHT.variables))
    letters = draw_band(BandView(DiceView((6, 4), Side.WHITE), stages), context).letters
    row = {x: letter[0] for (x, _), letter in letters.items() if x < layout.metrics.half_width}
    assert "".join(row.get(x, " ") for x in range(layout.metrics.half_width)).strip() == numbers


def test_numbers_keep_their_columns_when_they_are_played() -> None:
    due, current = steps("3 3 3 3", Status.DUE), steps("3", Status.CURRENT)
    done, before = steps("3", Status.DONE), steps("4 4 4 4", Status.DONE)
    again = (StageStep("roll again", Status.DUE),), (StageStep("roll again", Status.DONE),)
    columns, words = set[tuple[int, ...]](), set[int]()
    for made in range(5):
        played = (*done * made, *current, *due)[:4]
        for shown in ((played,), (before, played), (before, played, again[made > 3])):
            rows = rows_of(shown, (88, 34), COLORLESS)
            matches = [[at.start() for at in re.finditer("3", row)] for row in rows]
            columns |= {tuple(row) for row in matches if row}
            words |= {row.find("roll") for row in rows} - {-1}
    assert len(columns) == 1
    assert len(words) == 1


@pytest.mark.parametrize("look", [RenderOptions(), COLORLESS])
def test_numbers_keep_their_columns_when_rows_run_out(look: RenderOptions) -> None:
    due, current, done = (
        steps("3 3 3 3", status) for status in (Status.DUE, Status.CURRENT, Status.DONE)
    )
    before, again = steps("4 4 4 4", Status.DONE), (StageStep("roll again", Status.DONE),)
    columns, signs = set[tuple[int, ...]](), set[str]()
    for made, turns in product(range(5), range(4)):
        played = (*done[:made], *current[:1], *due)[:4]
        rows = rows_of((before, again) * turns + (played,), (57, 22), look)
        row = next(row for row in reversed(rows) if "3" in row)
        columns.add(tuple(at.start() for at in re.finditer("3", row)))
        signs |= {*row} & {*"↻…"}
    assert len(columns) == 1
    assert signs


ROOMS = [(57, 19), (57, 22), (88, 34), (150, 56), (200, 70)]


def band_drawn(room: Size, theme: Theme, side: Side, number: int) -> tuple[Canvas, int]:
    """Return one die in its half of the band, and the colour of the felt."""
    layout = lay_out(*room)
    assert layout
    palette = Palette(theme.variables)
    context = RenderContext(layout, RenderOptions(blends=palette.blends), palette)
    band = BandView(DiceView((number,), side))
    canvas = draw_band(band, context)
    half = 2 * layout.metrics.half_width
    is_right = layout.is_right(side)
    canvas.pixels = [row[-half:] if is_right else row[:half] for row in canvas.pixels]
    return canvas, palette[ColorRole.FELT]


def outline(canvas: Canvas, felt: int) -> list[int]:
    """Return the first colour other than felt from each end of each row and column."""
    lines = [*canvas.pixels, *map(list, zip(*canvas.pixels, strict=True))]
    ends = []
    for line in lines:
        inked = [color for color in line if color != felt]
        ends += [inked[0], inked[-1]] if inked else []
    return ends


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("room", ROOMS)
def test_die_contrasts_with_the_felt(room: Size, theme: Theme) -> None:
    for side, number in product(Side, range(1, 7)):
        canvas, felt = band_drawn(room, theme, side, number)
        ends = outline(canvas, felt)
        faint = [color for color in ends if contrast(color, felt) < 3.0]
        # Soft corners are paler.
        assert len(faint) <= len(ends) // 5


@pytest.mark.parametrize("room", ROOMS[2:])
def test_large_die_is_square_with_the_right_spots(room: Size) -> None:
    for side, number in product(Side, range(1, 7)):
        canvas, felt = band_drawn(room, THEMES[0], side, number)
        rows = [row for row in canvas.pixels if {*row} != {felt}]
        columns = [line for line in zip(*canvas.pixels, strict=True) if {*line} != {felt}]
        assert 2 * len(rows) == len(columns)
        assert not canvas.letters
        body = [[color for color in row if color != felt] for row in rows]
        assert body[1:-1] == [row[::-1] for row in body[1:-1]] or number in (2, 3)


def test_small_die_in_flat_colors_shows_the_number() -> None:
    contrast_theme = THEMES[-1]
    canvas, _ = band_drawn((57, 22), contrast_theme, Side.BLACK, 5)
    assert [letter[0] for letter in canvas.letters.values()] == ["5"]
    canvas, _ = band_drawn((57, 22), THEMES[0], Side.BLACK, 5)
    assert [letter[0] for letter in canvas.letters.values()] == ["●"] * 5


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("look", [RenderOptions(), COLORLESS, COLORLESS._replace(ascii=True)])
@pytest.mark.parametrize("side", [None, *Side])
def test_cube_is_in_the_middle_of_the_bar(
    room: Size, look: RenderOptions, side: Side | None
) -> None:
    layout = lay_out(*room)
    assert layout
    for value in (1, 2, 16, 128, 1024):
        band = BandView(DiceView(cube=CubeView(value, side)))
        context = RenderContext(layout, look, Palette(LAMPLIGHT.variables))
        letters = draw_band(band, context).letters
        columns = [x for x, _ in letters]
        assert (
            min(columns) + max(columns) + 1
            == 2 * layout.metrics.half_width + layout.metrics.bar_width
        )
        written = "".join(letters[x, y][0] for x, y in sorted(letters, key=lambda at: at[::-1]))
        assert str(value) in written

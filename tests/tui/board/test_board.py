import asyncio
from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot

from backgammon_tui.engine import Place, Side
from backgammon_tui.modes.board import PlaceView, PointPlace, TrayPlace
from backgammon_tui.tui.board import Board, RenderOptions
from backgammon_tui.tui.board.band import DiceBand
from backgammon_tui.tui.board.places import PlaceSurface, Surface
from backgammon_tui.tui.themes import BOARD, LAMPLIGHT, THEMES
from tests.tui.board.samples import SAMPLES, START, Gallery

SIZES = [(80, 24), (100, 30), (120, 36), (200, 60)]


def run(
    app: Gallery, check: Callable[[Pilot[None]], Awaitable[None]], *sizes: tuple[int, int]
) -> None:
    async def session() -> None:
        async with app.run_test(size=sizes[0]) as pilot:
            for size in sizes:
                await pilot.resize_terminal(*size)
                await pilot.pause()
                await check(pilot)

    asyncio.run(session())


def lines(widget: Surface[PlaceView]) -> list[str]:
    return [strip.text for strip in widget.render_lines(widget.size.region)]


def points(pilot: Pilot[None]) -> list[PlaceSurface]:
    surfaces = pilot.app.query(PlaceSurface)
    return [surface for surface in surfaces if isinstance(surface.place, PointPlace)]


@pytest.mark.parametrize("sample", SAMPLES)
def test_numbers_and_large_counts_are_written(sample: str) -> None:
    async def check(pilot: Pilot[None]) -> None:
        for point in points(pilot):
            drawn = lines(point)
            assert all(len(line) == point.size.width for line in drawn)
            label = point.view.label
            assert any(line.strip("«» ") == label for line in (drawn[0], drawn[-1]))
            staying = point.view.count - point.view.ghost_out
            if staying > 5:
                rows = [line for line in drawn if line.strip() != point.view.label]
                assert any(str(staying) in line for line in rows)

    run(Gallery(sample), check, (80, 24), (120, 36))


def test_number_is_never_beside_a_mark() -> None:
    async def check(pilot: Pilot[None]) -> None:
        point = pilot.app.query_one("#point-24", PlaceSurface)
        marked, plain = (
            point.view._replace(side=Side.WHITE, count=10, last_in=last, ghost_out=0)
            for last in (1, 0)
        )
        rows = []
        for view in (marked, plain):
            point.show(view)
            rows.append(next(row for row, line in enumerate(lines(point)) if "10" in line))
        assert rows[0] < rows[1]

    run(Gallery("start"), check, (120, 36))


def test_ascii_board_has_letters_only() -> None:
    async def check(pilot: Pilot[None]) -> None:
        for surface in pilot.app.query(Surface):
            assert "".join(lines(surface)).isascii()
        white, black = (pilot.app.query_one(f"#point-{slot}", PlaceSurface) for slot in (24, 1))
        assert "O" in "".join(lines(white))
        assert "X" in "".join(lines(black))

    run(Gallery("start", look=RenderOptions(ascii=True)), check, *SIZES)


def test_only_changes_are_redrawn() -> None:
    async def check(pilot: Pilot[None]) -> None:
        board = pilot.app.query_one(Board)
        before = {point.id: point.render_lines(point.size.region) for point in points(pilot)}
        shown = list(START.board.points)
        shown[23] = shown[23]._replace(count=1)
        board.show(START.board._replace(points=tuple(shown)))
        drawn = {
            point.id
            for point in points(pilot)
            if point.render_lines(point.size.region) is not before[point.id]
        }
        assert drawn == {"point-24"}

    run(Gallery("start"), check, (80, 24))


def test_click_reports_its_place() -> None:
    clicked = []

    class Listening(Gallery):
        def on_board_place_clicked(self, event: Board.PlaceClicked) -> None:
            clicked.append(event.place)

    async def check(pilot: Pilot[None]) -> None:
        for name in ("#point-13", "#hand-white", "#off-black", "#bar-white"):
            await pilot.click(name)

    run(Listening("start"), check, (80, 24))
    assert clicked == [
        PointPlace(13),
        TrayPlace(Place.HAND, Side.WHITE),
        TrayPlace(Place.OFF, Side.BLACK),
        TrayPlace(Place.BAR, Side.WHITE),
    ]


def test_board_returns_after_being_too_small() -> None:
    async def check(pilot: Pilot[None]) -> None:
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        assert not pilot.app.query_one("#point-1").is_on_screen
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert pilot.app.query_one("#point-1").is_on_screen

    run(Gallery("start"), check, (80, 24))


@pytest.mark.parametrize("sample", SAMPLES)
def test_high_contrast_theme_has_no_grays(sample: str) -> None:
    async def check(pilot: Pilot[None]) -> None:
        colors = {
            color.get_truecolor().hex
            for surface in pilot.app.query(Surface)
            for y in range(surface.size.height)
            for segment in surface.render_line(y)
            if segment.style
            for color in (segment.style.color, segment.style.bgcolor)
            if color
        }
        assert colors <= set(BOARD["black"].values())

    run(Gallery(sample, "contrast"), check, (80, 24))


def test_every_theme_defines_every_color() -> None:
    names = set(LAMPLIGHT.variables)
    assert all(set(theme.variables) == names for theme in THEMES)


def test_line_below_the_picture_is_empty() -> None:
    """The mouse may ask for it before the picture of another size is drawn."""
    assert DiceBand().render_line(3).text.strip() == ""

from __future__ import annotations

import pytest

from backgammon_tui.engine import Place, Side
from backgammon_tui.modes.board import BoardPlace, PlaceView, PointPlace, TrayPlace
from backgammon_tui.tui.board import Board, RenderOptions, board
from backgammon_tui.tui.board.places import draw_place
from backgammon_tui.tui.themes import BOARD, CONTRAST, LAMPLIGHT, THEMES
from tests.tui.board.samples import SAMPLES, START, Gallery, Sample, drawn, on, points, rows_of
from tests.tui.screen import click_place

ROOMS = [(57, 22), (97, 34)]


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("room", ROOMS)
def test_numbers_and_large_counts_are_written(name: str, room: tuple[int, int]) -> None:
    sample = drawn(SAMPLES[name], room)
    for place, view in sample.places.items():
        if isinstance(place, PointPlace):
            rows = rows_of(sample, place)
            assert any(row.strip("«» ") == view.label for row in (rows[0], rows[-1]))
            staying = view.count - view.ghost_out
            if staying > 5:
                inside = [row for row in rows if row.strip() != view.label]
                assert any(str(staying) in row for row in inside)


def test_number_is_never_next_to_a_mark() -> None:
    rows = []
    for last in (1, 0):
        sample = Sample(START.board._replace(points=points({24: on(Side.WHITE, 10, last_in=last)})))
        written = rows_of(drawn(sample, ROOMS[1]), PointPlace(24))
        rows.append(next(row for row, line in enumerate(written) if "10" in line))
    assert rows[0] < rows[1]


@pytest.mark.parametrize("room", [*ROOMS, (77, 28), (164, 58)])
def test_ascii_board_has_letters_only(room: tuple[int, int]) -> None:
    sample = drawn(START, room, RenderOptions(ascii=True))
    assert all(cell.character.isascii() for row in sample._cells for cell in row)
    for slot, letter in ((24, "O"), (1, "X")):
        assert letter in "".join(rows_of(sample, PointPlace(slot)))


@pytest.mark.parametrize("name", SAMPLES)
def test_high_contrast_theme_has_no_grays(name: str) -> None:
    sample = drawn(SAMPLES[name], ROOMS[0], theme=CONTRAST)
    cells = [cell for row in sample._cells for cell in row]
    colors = {color for cell in cells for color in (cell.ink, cell.ground)}
    assert {f"#{color:06x}" for color in colors} <= set(BOARD["black"].values())


def test_every_theme_defines_every_colour() -> None:
    names = set(LAMPLIGHT.variables)
    assert all(set(theme.variables) == names for theme in THEMES)


async def test_only_changes_are_drawn_and_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    app, redrawn = Gallery("start"), []

    def draw(view: PlaceView, place: BoardPlace, *more: object) -> object:
        redrawn.append(place)
        return draw_place(view, place, *more)  # type: ignore[arg-type]

    async with app.run_test(size=(80, 24)) as pilot:
        shown = app.query_one(Board)
        monkeypatch.setattr(board, "draw_place", draw)
        shown._repaint_regions.clear()
        shown.show(START.board._replace(points=(*START.board.points[:23], on(Side.WHITE, 1))))
        assert redrawn == [PointPlace(24)]
        assert shown._layout
        assert 0 < len(shown._repaint_regions) < shown._layout.rect(PointPlace(24)).height
        await pilot.pause()


async def test_click_reports_its_place() -> None:
    clicked = []

    class Listening(Gallery):
        def on_board_place_clicked(self, event: Board.PlaceClicked) -> None:
            clicked.append(event.place)

    places: list[BoardPlace | None] = [
        PointPlace(13),
        TrayPlace(Place.HAND, Side.WHITE),
        TrayPlace(Place.OFF, Side.BLACK),
        TrayPlace(Place.BAR, Side.WHITE),
        None,
    ]
    async with Listening("start").run_test(size=(80, 24)) as pilot:
        for place in places:
            await click_place(pilot, place)
    assert clicked == places

import asyncio
from functools import partial

import pytest

from backgammon_tui.engine import Place, Side
from backgammon_tui.modes.board import BoardView, PlaceView, PointPlace, SideTrays, TrayPlace
from backgammon_tui.modes.inputs import Key
from backgammon_tui.tui import app as tui_app
from backgammon_tui.tui.board import Board
from backgammon_tui.tui.board import board as board_module
from backgammon_tui.tui.board.geometry import lay_out
from backgammon_tui.tui.board.motion import Motion, cell_spot, motion, without
from backgammon_tui.tui.board.rendering import Palette, RenderContext, RenderOptions
from backgammon_tui.tui.board.scene import BoardScene
from backgammon_tui.tui.themes import LAMPLIGHT
from tests.modes.examples import table_from
from tests.tui.board.samples import START, Gallery, on, points
from tests.tui.screen import game_screen, play_state_of, press, running_at, text_of

W, B = Side.WHITE, Side.BLACK


def context() -> RenderContext:
    layout = lay_out(88, 34)
    assert layout
    return RenderContext(layout, RenderOptions(), Palette(LAMPLIGHT.variables))


def between(before: dict[int, PlaceView], after: BoardView) -> Motion | None:
    return motion(BoardView(points(before)), after, partial(cell_spot, context()))


def test_move_slides_one_checker() -> None:
    motions = between({24: on(W, 2)}, BoardView(points({24: on(W, 1), 20: on(W, 1)})))
    assert motions
    (slide,) = motions.slides
    layout = context().layout
    assert slide.start[0] // 2 == layout.rect(PointPlace(24)).x + layout.left_margin(24)
    assert slide.at(0) == slide.start
    assert slide.at(motions.seconds) == slide.end == slide.at(9)
    assert 0.2 <= motions.seconds <= 0.3
    assert motions.arriving == {PointPlace(20): 1}


def test_hit_checker_slides_to_the_bar() -> None:
    after = BoardView(points({7: on(W, 1)}), black=SideTrays(bar=PlaceView(count=1)))
    motions = between({9: on(W, 1), 7: on(B, 1)}, after)
    assert motions
    assert motions.arriving == {PointPlace(7): 1, TrayPlace(Place.BAR, B): 1}


def test_different_board_does_not_slide() -> None:
    assert between({24: on(W, 15)}, BoardView(points({1: on(W, 15)}))) is None
    assert between({24: on(W, 2)}, BoardView(points({24: on(W, 1)}))) is None
    assert between({24: on(W, 2)}, BoardView(points({24: on(W, 2, cursor=True)}))) is None


def test_sliding_checker_is_not_yet_on_its_target() -> None:
    assert without(on(W, 1), 1) == PlaceView("")
    assert without(PlaceView(count=3), 2) == PlaceView(count=1)


def moved_on() -> BoardView:
    """Return the sample of the start after 24/23, with Black's numbers."""
    shown = list(START.board.points)
    shown[23] = shown[23]._replace(count=1)
    shown[22] = shown[22]._replace(side=W, count=1)
    blacks = tuple(p._replace(label=str(25 - slot)) for slot, p in enumerate(shown, 1))
    return START.board._replace(points=blacks, numbers=START.board.numbers._replace(side=B))


async def test_graphics_send_each_frame_of_a_slide() -> None:
    class Slides(Gallery):
        """Records the pictures that are sent without a paint."""

        def __init__(self) -> None:
            super().__init__("start")
            self.sent: list[object] = []
            self.underlay = self

        def prepare(self, *_: object) -> None:
            self.query_one(Board).show_pictures(BoardScene(context(), (9, 18)))

        def flush(self) -> None:
            placed = self.query_one(Board).placements
            self.sent.append([place for name, place in placed.items() if name == ("flying", 0)])

    app = Slides()
    async with app.run_test(size=(80, 24)) as pilot:
        app.animation_level = "full"
        await pilot.pause()
        app.query_one(Board).show(moved_on())
        await asyncio.sleep(0.2)
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        app.prepare()  # The pictures are ready when the board no longer fits.
        assert app.query_one(Board).scene is None
    assert len({repr(picture) for picture in app.sent}) > 2
    assert all(app.sent)


async def test_next_view_ends_a_slide_and_updates_numbers() -> None:
    moved = moved_on()
    app = Gallery("start")
    async with app.run_test(size=(80, 24)) as pilot:
        app.animation_level = "full"
        board = app.query_one(Board)
        await pilot.pause()
        board.show(moved)
        arrived = PointPlace(23)
        assert (board.places[arrived].count, board.places[arrived].label) == (0, "23")
        first, *others = moved.points
        board.show(moved._replace(points=(first._replace(cursor=True), *others)))
        await pilot.pause()
        assert (board.places[arrived].count, board.places[arrived].label) == (1, "2")


async def test_slide_leaves_no_trace() -> None:
    app = Gallery("start")
    async with app.run_test(size=(80, 24)) as pilot:
        app.animation_level = "full"
        board = app.query_one(Board)
        await pilot.pause()
        *others, target, origin = START.board.points
        moved = target._replace(side=W, count=1), origin._replace(count=1)
        board.show(START.board._replace(points=(*others, *moved)))
        standing = [row[:] for row in board._cells]
        for _ in range(3):
            board._began -= 0.07
            board.slide()
            assert board._cells != standing
        board.end_slide()
        ended = [row[:] for row in board._cells]
        board._draw_all()
        assert board._cells == ended


async def test_panel_shows_a_roll_after_the_tumbling() -> None:
    async with running_at(
        table_from("backgammon", "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5", W)
    ) as (app, pilot):
        app.animation_level = "full"
        screen = game_screen(app)
        screen.handle("3")
        screen.handle("1")
        screen.handle(Key.ENTER)
        assert screen.board.is_tumbling
        await pilot.pause()
        assert "plays" not in text_of(app)
        await press(pilot, "8")
        assert not screen.board.is_tumbling
        assert "of 16 plays" in text_of(app)


def test_dice_rest_within_half_a_second() -> None:
    assert board_module._TURNS * board_module.TURN_SECONDS + 0.25 < 0.4


async def test_key_that_ends_tumbling_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lost turn has not been visible yet, however long the dice have tumbled."""
    now = 1000.0
    monkeypatch.setattr(tui_app, "monotonic", lambda: now)
    monkeypatch.setattr(tui_app, "MOMENT", 0.25)
    shut_out = "W bar:1 13:14 / B 1:3 2:3 3:3 4:2 5:2 6:2"
    async with running_at(table_from("backgammon", shut_out, W)) as (app, pilot):
        app.animation_level = "full"
        screen = game_screen(app)
        for key in ("5", "4", Key.ENTER):
            screen.handle(key)
        for _ in range(2):
            now += 0.3
            assert play_state_of(app).news
            await press(pilot, "space")
        assert play_state_of(app).news is None

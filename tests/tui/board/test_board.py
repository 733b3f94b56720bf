from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest
from rich.console import RenderableType
from textual.color import BLACK
from textual.geometry import Size as TextualSize
from textual.theme import Theme

from backgammon_tui.engine import RULESETS, Game, Place, Position
from backgammon_tui.modes.board import (
    PLACES,
    BoardPlace,
    BoardView,
    DiceView,
    PlaceView,
    PointPlace,
    TrayPlace,
    board_view,
)
from backgammon_tui.modes.inputs import Key
from backgammon_tui.tui import app as tui_app
from backgammon_tui.tui.board import Board, RenderOptions, parts
from backgammon_tui.tui.board import board as board_module
from backgammon_tui.tui.board.canvas import Cell, ColorRole, Palette, RenderContext, segments_of
from backgammon_tui.tui.board.geometry import lay_out
from backgammon_tui.tui.board.motion import Motion, cell_spot, motion, without
from backgammon_tui.tui.board.parts import PlacePart, Point
from backgammon_tui.tui.board.places import draw_place
from backgammon_tui.tui.board.scene import BoardScene
from backgammon_tui.tui.terminal_output import OnlyVisible
from backgammon_tui.tui.textual_internals import pieces_of
from backgammon_tui.tui.themes import BOARD, CONTRAST, LAMPLIGHT, THEMES
from tests.modes.examples import B, W, table_from
from tests.tui.screen import SAMPLES, GamePilot, Sample, Size, app_at, running_at

START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
ROOMS = [(57, 22), (97, 34)]


def changed(board: BoardView, slot: int, **parts: Any) -> BoardView:
    """Return the view of a board with another view of one point."""
    point = PointPlace(slot)
    return board._replace(places={**board.places, point: board.at(point)._replace(**parts)})


Drawn = dict[str, list[list[Cell]]]
"""The cells of each part of a board, by its id."""


def drawn(
    sample: Sample,
    room: Size,
    look: RenderOptions = RenderOptions(),  # noqa: B008
    theme: Theme = LAMPLIGHT,
) -> Drawn:
    """Return a sample drawn at a size, without an app."""
    board, palette = Board(look), Palette(theme.variables)
    board.show(sample.board)
    board.show_turn(sample.dice, sample.stages)
    layout = board.layout_in(TextualSize(*room))
    assert layout
    context = RenderContext(layout, look._replace(blends=look.blends and palette.blends), palette)
    return {part.id or "": part.draw(context).cells() for part in board.parts}


def written(rows: list[list[Cell]]) -> list[str]:
    return ["".join(cell.character for cell in row) for row in rows]


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("room", ROOMS)
def test_numbers_and_large_counts_are_written(name: str, room: Size) -> None:
    sample = drawn(SAMPLES[name], room)
    for place in PLACES:
        if isinstance(place, PointPlace):
            view = SAMPLES[name].board.at(place)
            rows = written(sample[f"point-{place.slot}"])
            assert any(row.strip("«» ") == view.label for row in (rows[0], rows[-1]))
            after = view.count - view.ghost_out + view.ghost_in
            if after > 5:
                inside = [row for row in rows if row.strip() != view.label]
                assert any(str(after) in row for row in inside)


def test_number_is_never_next_to_a_mark() -> None:
    rows = []
    for last in (1, 0):
        board = changed(SAMPLES["start"].board, 24, count=10, last_in=last, origin=None)
        sample = Sample(board)
        lines = written(drawn(sample, ROOMS[1])["point-24"])
        rows.append(next(row for row, line in enumerate(lines) if "10" in line))
    assert rows[0] < rows[1]


@pytest.mark.parametrize("room", [*ROOMS, (77, 28), (164, 58)])
def test_ascii_board_has_letters_only(room: Size) -> None:
    sample = drawn(SAMPLES["start"], room, RenderOptions(ascii=True))
    cells = [row for rows in sample.values() for row in rows]
    rows = (OnlyVisible(is_ascii=True).apply(segments_of(row), BLACK) for row in cells)
    assert all(segment.text.isascii() for row in rows for segment in row)
    for slot, letter in ((24, "O"), (1, "X")):
        assert letter in "".join(written(sample[f"point-{slot}"]))


@pytest.mark.parametrize("name", SAMPLES)
def test_high_contrast_theme_has_no_grays(name: str) -> None:
    sample = drawn(SAMPLES[name], ROOMS[0], theme=CONTRAST)
    cells = [cell for rows in sample.values() for row in rows for cell in row]
    colors = {color for cell in cells for color in (cell.ink, cell.ground)}
    assert {f"#{color:06x}" for color in colors} <= set(BOARD["black"].values())


def test_every_theme_defines_every_colour() -> None:
    names = set(LAMPLIGHT.variables)
    assert all(set(theme.variables) == names for theme in THEMES)


def view(line: str) -> BoardView:
    """Return the board before a roll of White's."""
    return board_view(Game.from_position(RULESETS["backgammon"], Position.parse(line), W))


async def test_only_changes_are_drawn_and_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    redrawn = []

    def draw(view: PlaceView, place: BoardPlace, *more: object) -> object:
        redrawn.append(place)
        return draw_place(view, place, *more)  # type: ignore[arg-type]

    async with running_at(table_from("backgammon", START, W)) as pilot:
        board = pilot.screen.query_one(Board)
        monkeypatch.setattr(parts, "draw_place", draw)
        board.show(changed(view(START), 24, count=1))
        point = board.places[PointPlace(24)]
        assert 0 < len(point._repaint_regions) < point.size.height
        assert not any(part._repaint_regions for part in board.parts if part is not point)
        await pilot.pause()
    assert redrawn == [PointPlace(24)]


def context() -> RenderContext:
    layout = lay_out(88, 34)
    assert layout
    return RenderContext(layout, RenderOptions(), Palette(LAMPLIGHT.variables))


def between(before: str, after: str) -> Motion | None:
    return motion(view(before), view(after), partial(cell_spot, context()))


def test_moved_and_hit_checkers_slide() -> None:
    motions = between("W 24:2 off:13 / B 24:15", "W 24:1 20:1 off:13 / B 24:15")
    assert motions
    (slide,) = motions.slides
    layout = context().layout
    assert slide.start[0] // 2 == layout.rects[PointPlace(24)].x + layout.left_margin(24)
    assert slide.at(0) == slide.start
    assert slide.at(motions.seconds) == slide.end == slide.at(9)
    assert 0.2 <= motions.seconds <= 0.3
    assert motions.arriving == {PointPlace(20): 1}
    motions = between("W 9:15 / B 18:1 24:14", "W 9:14 7:1 / B bar:1 24:14")
    assert motions
    assert motions.arriving == {PointPlace(7): 1, TrayPlace(Place.BAR, B): 1}
    assert without(PlaceView("", side=W, count=1), 1) == PlaceView(""), "not yet on its target"
    assert without(PlaceView(count=3), 2) == PlaceView(count=1)


def test_different_board_does_not_slide() -> None:
    assert between("W 24:15 / B 18:15", "W 2:15 / B 18:15") is None
    for other in (changed(view(START), 1, count=1), changed(view(START), 1, has_cursor=True)):
        assert motion(view(START), other, partial(cell_spot, context())) is None


def moved_on() -> BoardView:
    """Return the board after 24/23, with Black's numbers."""
    line = "W 24:1 23:1 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
    return board_view(Game.from_position(RULESETS["backgammon"], Position.parse(line), B))


async def test_graphics_send_each_frame_of_a_slide(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[object] = []

    def flush() -> None:
        placed = scene.placements_on(pilot.screen.query_one(Board))
        sent.extend(place for name, place in placed.items() if name == ("flying", 0))

    async with running_at(table_from("backgammon", START, W)) as pilot:
        monkeypatch.setattr(pilot.app.underlay, "flush", flush)
        pilot.app.animation_level = "full"
        board = pilot.screen.query_one(Board)
        assert board.drawing
        scene = BoardScene(board.drawing, (9, 18))
        board.show_pictures(scene)
        board.show(moved_on())
        await asyncio.sleep(0.2)
        board.styles.width = 20
        await pilot.pause()
        board.show_pictures(scene)  # Ready when it no longer fits.
        assert board.scene is None
    assert len({repr(picture) for picture in sent}) > 2


class OnTerminal(dict[tuple[int, int], object]):
    """The cells of a terminal after all paints so far, most of which draw only changes."""

    def changes(self, update: RenderableType) -> RenderableType:
        for x, y, strip in pieces_of(update) or ():
            styled = [(character, style) for text, style, _ in strip for character in text]
            self.update({(x + at, y): cell for at, cell in enumerate(styled)})
        return update


async def test_slide_leaves_no_trace_and_ends_with_the_next_view(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = "W 24:2 13:4 8:3 6:5 5:1 / B 24:2 13:5 8:3 6:5"
    moved = board_view(Game.from_position(RULESETS["backgammon"], Position.parse(line), B))
    last, now = changed(moved, 1, has_cursor=True), 1000.0
    monkeypatch.setattr(board_module, "monotonic", lambda: now)
    async with running_at(table_from("backgammon", START, W)) as pilot:
        shown, board = OnTerminal(), pilot.screen.query_one(Board)
        monkeypatch.setattr(pilot.app.shown, "changes", shown.changes)
        board.show(last)
        pilot.app.action_repaint()
        await pilot.pause()
        assert len(shown) == 80 * 24
        drawn_at_once = dict(shown)
        board.show(view(START))
        await pilot.pause()
        standing = dict(shown)
        pilot.app.animation_level = "full"
        board.show(moved)
        arrived = board.places[PointPlace(5)]
        assert (arrived.view.count, arrived.view.label) == (0, "5")
        crossed = set()
        for _ in range(11):
            now += 0.02
            board.slide()
            await pilot.pause()
            crossed |= {at for at, cell in shown.items() if cell != standing[at]}
        assert len({y for _, y in crossed}) >= 10, "from the upper half to the lower one"
        board.show(last)
        await pilot.pause()
        assert (arrived.view.count, arrived.view.label) == (1, "20")
        assert shown == drawn_at_once


async def test_board_without_room_keeps_its_dice_until_there_is_room() -> None:
    async with running_at(table_from("backgammon", START, W)) as pilot:
        board = pilot.screen.query_one(Board)
        board.styles.width = 20
        await pilot.pause()
        assert not board.query_one("#dice").display or not board.query_one("#dice").region
        board.show_turn(DiceView((6, 1), W), ())
        board.styles.width = "1fr"
        await pilot.pause()
        assert board.band.dice.numbers == (6, 1)


async def test_panel_shows_a_roll_after_the_tumbling() -> None:
    assert board_module._TURNS * board_module.TURN_SECONDS + 0.25 < 0.4, "dice rest soon"
    async with running_at(table_from("backgammon", START, W)) as pilot:
        pilot.app.animation_level = "full"
        screen = pilot.game_screen
        for key in ("3", "1", Key.ENTER):
            screen.handle(key)
        assert screen.board.is_tumbling
        await pilot.pause()
        assert "plays" not in pilot.text
        await pilot.type("8")
        assert not screen.board.is_tumbling
        assert "of 16 plays" in pilot.text


async def test_key_that_ends_tumbling_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lost turn has not been visible yet, however long the dice have tumbled."""
    now = 1000.0
    monkeypatch.setattr(tui_app, "monotonic", lambda: now)
    monkeypatch.setattr(tui_app, "MOMENT", 0.25)
    shut_out = "W bar:1 13:14 / B 1:3 2:3 3:3 4:2 5:2 6:2"
    async with running_at(table_from("backgammon", shut_out, W)) as pilot:
        pilot.app.animation_level = "full"
        screen = pilot.game_screen
        for key in ("5", "4", Key.ENTER):
            screen.handle(key)
        for _ in range(2):
            now += 0.3
            assert pilot.state.news
            await pilot.type("space")
        assert pilot.state.news is None


async def test_parts_can_be_found_and_clicked() -> None:
    async with running_at(table_from("backgammon", START, W)) as pilot:
        await pilot.type("3", "1", "enter")
        parts_found = pilot.screen.query("Board > *")
        assert {part.id for part in parts_found} > {"point-1", "point-24", "bar-white", "dice"}
        origin, target = (pilot.screen.query_one(f"#point-{slot}", Point) for slot in (8, 5))
        assert (origin.view.count, target.view.count) == (3, 0)
        for part in pilot.screen.query(PlacePart):
            marks = {f"-{mark}" for mark, is_set in part.view.marks.items() if is_set}
            assert {name for name in part.classes if name[0] == "-"} == marks
        await pilot.click("#point-8")
        await pilot.pause()
        assert origin.has_class("-origin")
        assert target.has_class("-target")
        assert target.colors[3].hex.lower() == LAMPLIGHT.variables["board-target"]
        await pilot.click("#point-5")
        await pilot.pause()
        assert (origin.view.count, target.view.count) == (2, 1)


def has_bright_green(pilot: GamePilot) -> bool:
    styles = [segment.style for row in pilot.segments for segment in row]
    colors = [style.color.get_truecolor() for style in styles if style and style.color]
    return any(color.green > 220 > 3 * color.red for color in colors)


async def test_style_sheets_color_the_marks_on_checkers() -> None:
    async with running_at(table_from("backgammon", START, W)) as pilot:
        await pilot.type("3", "1", "enter", "down")
        board = pilot.screen.query_one(Board)
        theme = Palette(pilot.app.theme_variables)
        assert board.palette == theme
        assert not has_bright_green(pilot)
        pilot.app.stylesheet.add_source("Board > .board--white-origin { color: #12ff34; }")
        pilot.app.refresh_css(animate=False)
        await pilot.pause()
        marked = {role for role in ColorRole if board.palette[role] != theme[role]}
        assert marked == {ColorRole.WHITE_LIT}
        assert has_bright_green(pilot)


async def test_resting_mouse_shows_words_until_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tui_app.BackgammonApp, "TOOLTIP_DELAY", 0.01)
    app = app_at(table_from("backgammon", START, W, players=("White", "[b]Anna")))
    async with app.run_test(size=(80, 24), tooltips=True) as textual_pilot:
        pilot = GamePilot(app)
        await textual_pilot.hover("#point-13")
        await pilot.wait_for(lambda: "Point 13: 5 of White's" in pilot.text)
        pilot.expect("[b]Anna's 12")
        await pilot.type("3")
        assert "Point 13" not in pilot.text

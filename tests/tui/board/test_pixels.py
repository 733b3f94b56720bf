from __future__ import annotations

import os
import re
import struct
import zlib
from collections.abc import Iterable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from textual.geometry import Region
from textual.theme import Theme

from backgammon_tui.engine import Place, Side, Status
from backgammon_tui.modes.board import (
    BoardView,
    CheckerState,
    CubeView,
    DiceView,
    PlaceView,
    PointPlace,
    StageStep,
    TrayPlace,
)
from backgammon_tui.tui.board import layer
from backgammon_tui.tui.board.band import BandView
from backgammon_tui.tui.board.canvas import ColorRole, Palette, RenderContext, RenderOptions
from backgammon_tui.tui.board.drawn import EMPTY
from backgammon_tui.tui.board.geometry import Fixture, lay_out
from backgammon_tui.tui.board.layer import Layer, Sheet
from backgammon_tui.tui.board.scene import BoardScene, Drawing, Placement, Placements
from backgammon_tui.tui.board.sprites import Bitmap, Color, die_pad_of, pad_of, split
from backgammon_tui.tui.themes import CONTRAST, LAMPLIGHT, THEMES
from tests.tui.screen import SAMPLES, Sample, Sight, Size, contrast, distance
from tests.tui.terminal import PictureScreen

_PLACE = re.compile(r"\x1b\[(\d+);(\d+)H\x1b_G([^;\x1b]*a=p[^\x1b]*)\x1b\\")


def dot(red: int) -> Bitmap:
    return Bitmap(2, 2, bytes((red, 0, 0)) * 4)


def at(x: int, red: int = 1, **more: Any) -> Placement:
    return Placement(Drawing(dot, (red,)), x, 0, 0, **more)


BOARD = Region(1, 2, 30, 20)


def test_pictures_are_sent_once_moved_cleared_and_sent_again() -> None:
    under, screen = Layer((10, 20)), PictureScreen()
    screen.take(under.changes([Sheet(BOARD, {"a": at(0), "b": at(25)})]))
    assert (len(screen.pictures), len(screen.placements)) == (1, 2)
    assert under.changes([Sheet(BOARD, {"a": at(0), "b": at(25)})]) == ""
    moved = under.changes([Sheet(BOARD, {"a": at(0), "b": at(37)})])
    screen.take(moved)
    (place,) = _PLACE.finditer(moved)
    # 37 pixels from the second column of ten.
    assert (place[1], place[2]) == ("3", "5")
    assert ",X=7," in place[3]
    assert len(screen.placements) == 2
    screen.take(under.changes([Sheet(BOARD, {"a": at(0, red=2)})]))
    (placement,) = screen.placements.values()
    assert len(screen.pictures) == 2
    assert (placement["i"], 1) in screen.placements
    screen.take(under.release_codes())
    assert not screen.pictures
    assert not screen.placements
    screen.take(under.changes([Sheet(BOARD, {"a": at(0), "b": at(1, red=2)})]))
    assert len(screen.placements) == 2


def test_veil_covers_the_board_under_a_dialog() -> None:
    under, screen = Layer((10, 20)), PictureScreen()
    table: Placements = {"a": at(0)}
    screen.take(under.changes([Sheet(BOARD, table)]))
    screen.take(under.changes([Sheet(BOARD, table, (0x101413, 153))]))
    veil = max(screen.placements.values(), key=lambda placement: placement["z"])
    assert (veil["c"], veil["r"]) == (30, 20)
    assert veil["z"] < -(1 << 30)
    screen.take(under.changes([Sheet(BOARD, table)]))
    assert len(screen.placements) == 1


def test_programs_number_their_pictures_differently() -> None:
    """Nobody can remove the pictures of a killed program."""
    numbers = []
    for under in (Layer((10, 20)), Layer((10, 20))):
        screen = PictureScreen()
        screen.take(under.changes([Sheet(BOARD, {"a": at(0), "b": at(1, red=2)})]))
        numbers.append({*screen.pictures})
    assert not numbers[0] & numbers[1]


def test_unplaced_pictures_are_freed_at_the_limit() -> None:
    under, screen = Layer((10, 20)), PictureScreen()
    for height in range(1, 2 * layer._MAX_PICTURES):
        tall = Placement(Drawing(_tall, (height,)), 0, 0, 0)
        screen.take(under.changes([Sheet(BOARD, {"a": tall, "b": at(height % 3)})]))
        assert len(screen.pictures) <= layer._MAX_PICTURES + 1
        assert len(screen.placements) == 2


def _tall(height: int) -> Bitmap:
    return Bitmap(1, height, bytes(3 * height))


PICTURES = Path(__file__).parent / "pixel_pictures"
ROOMS = [(57, 19), (57, 22), (87, 34), (160, 58)]
CELL = 9, 18
W, B, S = Side.WHITE, Side.BLACK, Status


def context(view: BoardView, room: Size, theme: Theme, *, mirrored: bool = False) -> RenderContext:
    layout = lay_out(*room, has_hands=view.has_hands, mirrored=mirrored)
    assert layout
    return RenderContext(layout, RenderOptions(is_transparent=True), Palette(theme.variables))


def placed(sample: Sample, drawing: RenderContext) -> Placements:
    band = BandView(sample.dice, sample.stages)
    return BoardScene(drawing, CELL).placements(sample.board.at, band)


def alone(view: PlaceView, drawing: RenderContext) -> Placements:
    """Return the pictures of a board that shows only the checkers of point 1."""
    board = BoardView({PointPlace(1): view})
    return BoardScene(drawing, CELL).placements(board.at, BandView())


def colors(sprite: Bitmap, y: int) -> list[int]:
    """Return the opaque pixels of a row."""
    line = sprite.pixels[4 * sprite.width * y : 4 * sprite.width * (y + 1)]
    pixels = (line[at : at + 4] for at in range(0, len(line), 4))
    return [int.from_bytes(pixel[:3]) for pixel in pixels if pixel[3] == 255]


@cache
def made(drawing: Drawing) -> Bitmap:
    """Return the sprite of a drawing, cached for all boards."""
    sprite = drawing.make()
    assert len(sprite.pixels) == sprite.width * sprite.height * sprite.channels
    return sprite


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("room", ROOMS)
def test_all_sprites_are_on_the_board(name: str, room: Size) -> None:
    sample = SAMPLES[name]
    for mirrored in (False, True):
        drawing = context(sample.board, room, LAMPLIGHT, mirrored=mirrored)
        frame = drawing.layout.frame
        left, top = frame.x * CELL[0], frame.y * CELL[1]
        right, bottom = left + frame.width * CELL[0], top + frame.height * CELL[1]
        for key, placement in placed(sample, drawing).items():
            sprite = made(placement.drawing)
            air = max(2, (sprite.width - 2) // 4)  # For shadows and rolling dice.
            assert left - air <= placement.x, key
            assert placement.x + sprite.width <= right + air, key
            assert top - air <= placement.y, key
            assert placement.y + sprite.height <= bottom + air, key


CUBES = {
    "centred": CubeView(1),
    "owned": CubeView(64, W),
    "offered": CubeView(1024, B, is_offered=True),
}


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("room", ROOMS)
def test_cube_is_on_the_bar_at_its_side(room: Size, theme: Theme, mirrored: bool) -> None:
    drawing = context(EMPTY, room, theme, mirrored=mirrored)
    band, metrics = drawing.layout.rects[Fixture.BAND], drawing.metrics
    left = (band.x + metrics.half_width) * CELL[0]
    middles, faces = {}, set()
    for name, cube in CUBES.items():
        view = BandView(DiceView(cube=cube))
        placed = BoardScene(drawing, CELL).placements(EMPTY.at, view)["cube"]
        sprite = made(placed.drawing)
        assert left <= placed.x + die_pad_of(placed.drawing.arguments[0])
        assert placed.x + sprite.width - die_pad_of(placed.drawing.arguments[0]) <= (
            left + metrics.bar_width * CELL[0]
        )
        middles[name] = placed.y + sprite.height / 2
        faces.add(sprite.pixels)
        assert len({*colors(sprite, sprite.height // 2)}) > 1
    assert band.y * CELL[1] < middles["offered"] < middles["centred"] < middles["owned"]
    assert middles["owned"] < (band.y + band.height) * CELL[1]
    assert len(faces) == len(CUBES)
    assert "cube" not in BoardScene(drawing, CELL).placements(EMPTY.at, BandView())


@pytest.mark.parametrize("room", ROOMS)
def test_sprites_match_the_number_of_checkers(room: Size) -> None:
    for count, theme in product(range(16), (LAMPLIGHT, CONTRAST)):
        table = alone(PlaceView("1", side=Side.WHITE, count=count), context(EMPTY, room, theme))
        point = PointPlace(1)
        checkers = [key for key in table if isinstance(key, tuple) and key[0] == point]
        checkers = [key for key in checkers if isinstance(key[1], int)]
        assert len(checkers) <= min(count, 5)
        number = table.get((point, "number"))
        argument = number.drawing.arguments[0] if number else None
        assert argument == str(count) if argument else len(checkers) == count
        if theme is CONTRAST:
            assert (argument is None) is (count < 2)


@pytest.mark.parametrize(("rows", "is_marked"), [(29, False), (30, True)])
def test_departure_mark_is_above_a_stack_of_five(rows: int, is_marked: bool) -> None:
    view = PlaceView("1", side=Side.WHITE, count=5, last_out=1)
    table, point = alone(view, context(EMPTY, (57, rows), LAMPLIGHT)), PointPlace(1)
    heights = [table[point, index].y for index in range(5)]
    assert ((point, "left") in table) is is_marked
    if is_marked:
        assert table[point, "left"].y < min(heights)


def test_checker_slides_from_origin_to_target() -> None:
    board = SAMPLES["start"].board
    drawing = context(board, (87, 34), LAMPLIGHT)
    scene = BoardScene(drawing, CELL)
    table = placed(Sample(board), drawing)
    for slot in (24, 13, 8, 6):
        place = PointPlace(slot)
        x, y = scene.spot(place, 0)
        pad = pad_of(2 * (table[place, 0].drawing.arguments[0] // 2))
        assert (table[place, 0].x, table[place, 0].y) == (x - pad, y - pad)
    for kind, side in product((Place.BAR, Place.OFF), Side):
        x, y = scene.spot(TrayPlace(kind, side), 0)
        assert 0 <= x < 87 * CELL[0]
        assert 0 <= y < 34 * CELL[1]


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_rim_separates_adjacent_checkers(theme: Theme) -> None:
    """As drawn with shading, because the face differs from the palette's colour."""
    drawing = context(EMPTY, (87, 34), theme)
    for side in Side:
        table = alone(PlaceView("1", side=side, count=1), drawing)
        sprite = table[PointPlace(1), 0].drawing.make()
        row = colors(sprite, sprite.height // 2)
        edge, face = row[: len(row) // 12 + 1], row[len(row) // 4]
        seen = max(contrast(color, face) for color in edge)
        felt = drawing.palette[ColorRole.FELT]
        assert max(seen, contrast(face, felt)) >= 2.0
        if theme is CONTRAST:
            assert contrast(edge[0], felt) >= 15


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("sight", Sight)
def test_different_rings_look_different(theme: Theme, sight: Sight) -> None:
    drawing = context(EMPTY, (87, 34), theme)
    for side in Side:
        tones = {}
        for state in (CheckerState.MOVABLE, CheckerState.TRAPPED):
            trapped = side if state is CheckerState.TRAPPED else None
            origin = None if trapped else state
            view = PlaceView("1", side=side, count=1, origin=origin, trapped=trapped)
            sprite = alone(view, drawing)[PointPlace(1), 0].drawing.make()
            row = colors(sprite, sprite.height // 2)
            tones[state] = row[1 if theme is CONTRAST else len(row) // 12]
        movable, other = tones.values()
        assert distance(movable, other, sight) >= 20


def test_blocked_checker_has_a_cross() -> None:
    view = PlaceView("1", side=Side.BLACK, count=1, is_blocked=True)
    table = alone(view, context(EMPTY, (87, 34), LAMPLIGHT))
    assert table[PointPlace(1), "number"].drawing.arguments[0] == "×"


def steps(text: str, status: Status) -> tuple[StageStep, ...]:
    """Return a stage whose numbers all have one status."""
    return tuple(StageStep(number, status) for number in text.split())


P = PlaceView
MARKED = (
    {24: P("", W, 2, ghost_out=2), 21: P(ghost_in=2, ghost_side=W), 15: P("", W, 7)}
    | {19: P("", W, 3, ghost_out=1), 16: P("", W, 1, ghost_in=1), 6: P("", W, 2)}
    | {22: P("", B, 5, last_in=2), 9: P("", B, 4, last_in=1), 18: P("", B, 2)}
    | {5: P("", B, 1, ghost_out=1, ghost_in=1, ghost_side=W), 4: P("", B, 3), 12: P(last_out=2)}
)
ALL_MARKS = Sample(
    BoardView(
        {PointPlace(slot): MARKED.get(slot, P())._replace(label=str(slot)) for slot in range(1, 25)}
    ),
    DiceView((4, 4), W),
    (
        steps("6 6 6 6", S.DONE),
        steps("1 1 1 1", S.DONE),
        (StageStep("roll again", S.DONE),),
        steps("4 4 4 4", S.DONE),
        (
            *(*steps("3 3", S.DONE), StageStep("3", S.COMPLETED_BY_OPPONENT)),
            StageStep("3", S.CURRENT),
        ),
        (StageStep("roll again", S.NOT_GRANTED),),
    ),
)
"""A board with every mark of a preview and of the last turn."""


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


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_board_matches_its_picture(theme: Theme) -> None:
    sample = ALL_MARKS
    room = (57, 22)
    drawing = context(sample.board, room, theme)
    size = room[0] * CELL[0], room[1] * CELL[1]
    painted = smaller(composed(*size, 0, placed(sample, drawing).values()), 3)
    kept = PICTURES / f"{theme.name}.png"
    if os.environ.get("BLESS"):
        kept.write_bytes(png(painted))
    before = read_png(kept)
    assert (before.width, before.height) == (painted.width, painted.height)
    differences = [abs(a - b) for a, b in zip(before.pixels, painted.pixels, strict=True)]
    # Sines and roots may differ by a bit from machine to machine.
    assert sum(differences) / len(differences) < 0.2
    assert max(differences) < 24

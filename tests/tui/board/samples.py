"""Sample views of boards, drawn alone or in an app of their own."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.theme import Theme
from textual.widgets import Static

from backgammon_tui.engine import POINTS, Side, Status
from backgammon_tui.modes.board import (
    BoardPlace,
    BoardView,
    CheckerState,
    DiceView,
    NumbersView,
    PlaceView,
    SideTrays,
    Stages,
    StageStep,
)
from backgammon_tui.tui.board import BOARD_STYLES, Board, RenderOptions
from backgammon_tui.tui.board.band import BandView
from backgammon_tui.tui.board.board import StillBoard
from backgammon_tui.tui.board.geometry import lay_out
from backgammon_tui.tui.board.rendering import Palette
from backgammon_tui.tui.board.scene import Placement
from backgammon_tui.tui.board.sprites import Bitmap, Color, split
from backgammon_tui.tui.themes import LAMPLIGHT

W, B = Side.WHITE, Side.BLACK
S, C = Status, CheckerState


class Sample(NamedTuple):
    """A board with its dice and stages."""

    board: BoardView
    dice: DiceView = DiceView()
    stages: Stages = ()


def points(changes: Mapping[int, PlaceView]) -> tuple[PlaceView, ...]:
    """Return 24 points, empty but for the changes, with their standard numbers."""
    return tuple(
        changes.get(slot, PlaceView(""))._replace(label=str(slot)) for slot in range(1, POINTS + 1)
    )


def on(side: Side, count: int, **marks: object) -> PlaceView:
    """Return a point with checkers and marks, without its number."""
    return PlaceView("", side=side, count=count)._replace(**marks)  # type: ignore[arg-type]


def marked(**marks: object) -> PlaceView:
    """Return an empty point with marks, without its number."""
    return PlaceView("")._replace(**marks)  # type: ignore[arg-type]


def steps(text: str, status: Status) -> tuple[StageStep, ...]:
    """Return a stage whose numbers all have one status."""
    return tuple(StageStep(number, status) for number in text.split())


AGAIN = (StageStep("roll again", S.DUE),)

START = Sample(
    BoardView(
        points(
            {24: on(W, 2), 13: on(W, 5), 8: on(W, 3), 6: on(W, 5)}
            | {1: on(B, 2), 12: on(B, 5), 17: on(B, 3), 19: on(B, 5)}
        ),
        runs_against=True,
        numbers=NumbersView(numbers_differ=True),
    ),
    DiceView((6, 1)),
    ((steps("6 1", S.DUE),)),
)

ENTERING = Sample(
    BoardView(
        points(
            {24: on(W, 2), 22: on(W, 1, last_in=1), 20: on(W, 1), 23: on(B, 3, last_in=2)}
            | {21: marked(target=C.TARGET), 19: on(B, 1, target=C.HIT)}
        ),
        white=SideTrays(hand=PlaceView(count=11, origin=C.MOVABLE)),
        black=SideTrays(hand=PlaceView(count=10), bar=PlaceView(count=1)),
    ),
    DiceView((4, 6), W),
    (((StageStep("4", S.CURRENT), StageStep("6", S.DUE)),)),
)

COMPLEMENT = Sample(
    BoardView(
        points(
            {slot: on(W, count, origin=C.MOVABLE) for slot, count in ((24, 2), (19, 3))}
            | {15: on(W, 6, origin=C.PICKED), 6: on(W, 2, last_in=2, origin=C.MOVABLE)}
            | {12: marked(target=C.TARGET), 9: on(W, 1, target=C.TARGET)}
            | {22: on(B, 5), 18: on(B, 2), 8: on(B, 4, last_in=1), 4: on(B, 3, blocked=True)}
            | {2: on(B, 1), 14: marked(last_out=1), 10: marked(cursor=True)}
        ),
        white=SideTrays(off=PlaceView(count=1)),
    ),
    DiceView((4, 4), W),
    (
        steps("4 4 4 4", S.DONE),
        (StageStep("3", S.DONE), StageStep("3", S.CURRENT), *steps("3 3", S.DUE)),
        AGAIN,
    ),
)

TRAP = Sample(
    BoardView(
        points(
            {24: on(W, 9), 1: on(B, 6, trapped=W), 20: on(B, 2), 16: on(W, 1, trapped=B)}
            | {13: on(B, 3), 9: on(B, 1, target=C.TRAP), 11: on(W, 2, origin=C.PICKED)}
            | {8: marked(target=C.TARGET), 5: on(W, 2, trapped=B), 7: on(B, 1)}
        ),
        black=SideTrays(off=PlaceView(count=1)),
        runs_against=True,
        numbers=NumbersView(numbers_differ=True),
    ),
    DiceView((2, 1), W, frozenset({1})),
    (((StageStep("2", S.CURRENT), StageStep("1", S.DONE)),)),
)

BEAR_OFF = Sample(
    BoardView(
        points(
            {6: on(W, 2), 5: on(W, 3, origin=C.MOVABLE), 4: on(W, 1, origin=C.MOVABLE)}
            | {3: on(B, 2), 2: on(W, 2), 1: on(B, 4), 7: on(B, 1), 10: on(B, 2)}
        ),
        white=SideTrays(off=PlaceView(count=7, target=C.TARGET)),
        black=SideTrays(off=PlaceView(count=4, last_in=1), bar=PlaceView(count=2)),
    ),
    DiceView((5, 4), W),
    (((StageStep("5", S.CURRENT), StageStep("4", S.DUE)),)),
)

PILE = Sample(
    BoardView(
        points({24: on(W, 15, origin=C.MOVABLE), 1: on(B, 15), 21: marked(target=C.TARGET)}),
        runs_against=True,
        numbers=NumbersView(numbers_differ=True),
    ),
    DiceView((3, 3), W),
    ((steps("3 3 3 3", S.DUE),)),
)

PREVIEW = Sample(
    BoardView(
        points(
            {24: on(W, 2, ghost_out=2), 21: marked(ghost_in=2, ghost_side=W)}
            | {19: on(W, 3, ghost_out=1), 16: on(W, 1, ghost_in=1), 15: on(W, 7), 6: on(W, 2)}
            | {22: on(B, 5, last_in=2), 18: on(B, 2), 9: on(B, 4, last_in=1), 4: on(B, 3)}
            | {5: on(B, 1, ghost_out=1, ghost_in=1, ghost_side=W), 12: marked(last_out=2)}
        )
    ),
    DiceView((4, 4), W),
    (
        steps("6 6 6 6", S.DONE),
        steps("1 1 1 1", S.DONE),
        (StageStep("roll again", S.DONE),),
        steps("4 4 4 4", S.DONE),
        (*steps("3 3", S.DONE), StageStep("3", S.COMPLETED_BY_OPPONENT), StageStep("3", S.CURRENT)),
        (StageStep("roll again", S.NOT_GRANTED),),
    ),
)

SAMPLES = {
    "start": START,
    "entering": ENTERING,
    "complement": COMPLEMENT,
    "trap": TRAP,
    "bear-off": BEAR_OFF,
    "pile": PILE,
    "preview": PREVIEW,
}
"""The samples by name."""


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


def drawn(
    sample: Sample,
    room: tuple[int, int],
    look: RenderOptions = RenderOptions(),  # noqa: B008
    theme: Theme = LAMPLIGHT,
) -> StillBoard:
    """Return a sample drawn at a size, without an app."""
    board = StillBoard(sample.board, look, room)
    board.band = BandView(sample.dice, sample.stages)
    board._layout = lay_out(
        *room, runs_against=sample.board.runs_against, has_hands=sample.board.has_hands
    )
    board._palette = Palette(theme.variables)
    board._prepare()
    return board


def rows_of(board: Board, place: BoardPlace) -> list[str]:
    """Return the characters of a place."""
    assert board._layout
    (left, top, _, _), (x, y, width, height) = board._layout.frame, board._layout.rect(place)
    rows = board._cells[y - top :][:height]
    return ["".join(cell.character for cell in row[x - left :][:width]) for row in rows]


class Gallery(App[None]):
    """Shows a sample board."""

    CSS_PATH = BOARD_STYLES
    CSS = "#panel { width: 23; }"

    def __init__(self, name: str) -> None:
        super().__init__()
        self._sample = SAMPLES[name]
        self.register_theme(LAMPLIGHT)
        self.theme = LAMPLIGHT.name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give the dark theme's colours to themes without board colours."""
        return LAMPLIGHT.variables

    def compose(self) -> ComposeResult:
        """Lay out the board between the rows of a header and a footer."""
        yield Static(" ")
        with Horizontal():
            yield Board(RenderOptions(), id="board")
            yield Static("panel", id="panel")
        yield Static(" ")

    def on_mount(self) -> None:
        board = self.query_one(Board)
        board.show(self._sample.board)
        board.show_turn(self._sample.dice, self._sample.stages)

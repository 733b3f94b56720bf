"""The sprites of a board and their places, in pixels from the board's upper left."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from textual.geometry import Region

from backgammon_tui.engine import CHECKERS, Place, Side
from backgammon_tui.modes.board import (
    HOLLOW,
    PLACES,
    BoardPlace,
    CheckerState,
    PlaceView,
    PointPlace,
    TrayPlace,
)
from backgammon_tui.tui.board import sprites
from backgammon_tui.tui.board.band import BandView, cube_roles, shown_dice
from backgammon_tui.tui.board.canvas import ColorRole, RenderContext
from backgammon_tui.tui.board.discs import PALER, SIDE_COLORS, Checker, numbered, stack_up
from backgammon_tui.tui.board.geometry import MAX_STACK, Fixture, StackArea
from backgammon_tui.tui.board.motion import Flying
from backgammon_tui.tui.board.places import point_color, recess, slab_roles
from backgammon_tui.tui.board.sprites import Bitmap, SidePaint, die_pad_of, mix, pad_of


class Drawing(NamedTuple):
    """A sprite by its drawing function and arguments; equal drawings share a picture."""

    draw: Callable[..., Bitmap]
    arguments: tuple[Any, ...]  # Of any types that `draw` takes.

    def make(self) -> Bitmap:
        return self.draw(*self.arguments)


class Placement(NamedTuple):
    """The place and layer of a sprite; with columns and rows it is stretched over cells."""

    drawing: Drawing
    x: int
    y: int
    z: int
    columns: int = 0
    rows: int = 0


Placements = Mapping[Hashable, Placement]
"""The sprites of a board, by names that stay the same when something moves."""

_GROUND, _POINT, _PIECE, _NUMBER, _FLYING = range(5)
"""The layers from the bottom up."""

_SIGNS = {CheckerState.HIT: "*", CheckerState.TRAP: "^", CheckerState.BLOCKED: "×"}
_ANGLES = 0.3, -0.25
"""The angles of tumbling dice; few, because each takes time to draw."""
_FADED = 0.62
"""Share of the felt in the colour of a played die."""


class ShownBoard(Protocol):
    band: BandView
    flying: Flying

    def view_of(self, place: BoardPlace) -> PlaceView: ...


class BoardScene:
    """A board in one layout and theme, with cells of a certain size in pixels."""

    def __init__(self, context: RenderContext, cell: tuple[int, int]) -> None:
        self.context, self._cell = context, cell
        self._layout, self._cut, self._palette = context.layout, context.metrics, context.palette
        (width, height), metrics = cell, context.metrics
        room = metrics.checker * width + (
            min(metrics.gap, 1) * width * 0.55 if metrics.margin else 0
        )
        self._size = min(round(room), metrics.point_height * height // MAX_STACK) // 2 * 2
        """Pixels across a checker."""
        self._die = min(int(self._size * 1.28), metrics.band_height * height * 4 // 5) // 2 * 2
        self._is_flat = not context.palette.blends
        self._readable = 1 if self._is_flat else MAX_STACK
        self._shade = max(5, width * 2 // 3)
        """Width in pixels of the shadow of wood on lower parts."""
        self._placed_for: tuple[object, ...] = ()
        """The inputs of the placements, to compute them only after a change."""
        self._placed: Placements = {}

    def placements_on(self, board: ShownBoard) -> Placements:
        """Return the placements on a board as shown."""
        now = (*map(board.view_of, PLACES), board.band, board.flying)
        if now != self._placed_for:
            self._placed_for = now
            self._placed = self.placements(board.view_of, board.band, board.flying)
        return self._placed

    def placements(
        self, view_of: Callable[[BoardPlace], PlaceView], band: BandView, flying: Flying = ()
    ) -> Placements:
        placed: dict[Hashable, Placement] = dict(self._frame)
        for place in PLACES:
            view = view_of(place)
            if isinstance(place, PointPlace):
                placed["point", place] = self._point(place, view)
                placed.update(self._stack(place, view))
            elif place.kind is Place.BAR:
                placed.update(self._stack(place, view._replace(side=place.side)))
            elif self._cut.tray_width:
                placed.update(self._slabs(place, view))
        placed.update(self._dice(band))
        placed.update(self._cube(band))
        pad = pad_of(self._size)
        for index, (side, x, y) in enumerate(flying):
            drawing = self._checker(Checker(side, CheckerState.PLAIN))
            placed["flying", index] = Placement(drawing, x - pad, y - pad, _FLYING)
        return placed

    def spot(self, place: BoardPlace, index: int) -> tuple[int, int]:
        room = self._layout.stack_room(place)
        return self._left_of(room), room.shown(index, self._size, self._cell[1])

    def _left_of(self, room: StackArea) -> int:
        return (room.middle * self._cell[0] - self._size) // 2

    # ---- checkers

    def _stack(self, place: BoardPlace, view: PlaceView) -> Iterator[tuple[Hashable, Placement]]:
        room, pad, high = self._layout.stack_room(place), pad_of(self._size), self._cell[1]
        stack = stack_up(view, room.max_checkers(self._size, high), self._readable)
        at, x = numbered(stack), self._left_of(room)
        for index, drawn in enumerate(stack.checkers):
            y = room.start(index, self._size, high)
            yield (place, index), Placement(self._checker(drawn), x - pad, y - pad, _PIECE)
            text = _SIGNS.get(drawn.state, "")
            if stack.number and index == at:
                text = f"{text}{stack.number}"
            if text:
                yield (place, "number"), self._number(text, drawn, x, y)
        above = len(stack.checkers)
        if stack.has_left_mark and (above + 1) * self._size <= room.rows * high:
            y = room.start(above, self._size, high)
            small, color = max(8, self._size * 2 // 5), self._palette[ColorRole.LAST]
            inset = (self._size - small) // 2 - pad_of(small)
            drawing = Drawing(sprites.hollow, (small, color, color, 0))
            yield (place, "left"), Placement(drawing, x + inset, y + inset, _PIECE)

    def _checker(self, drawn: Checker) -> Drawing:
        palette, state, role = self._palette, drawn.state, drawn.ring
        paint, ring = self._paint(drawn.side), None if role is None else palette[role]
        if state in HOLLOW:
            inside = palette[ColorRole.HOLLOW_GROUND], 255 if self._is_flat else 115
            return Drawing(sprites.hollow, (self._size, ring, *inside))
        if state is CheckerState.GHOST_IN and not self._is_flat:
            target = palette[ColorRole.TARGET]
            paint = SidePaint(*(mix(color, target, PALER / 256) for color in paint))
        core = {
            CheckerState.PICKED: (0.5, ring),
            CheckerState.LAST_IN: (0.24, palette[ColorRole.LAST]),
        }.get(state)
        bars = ring if state is CheckerState.TRAPPED else None
        return Drawing(sprites.checker, (self._size, paint, ring, core, bars))

    def _paint(self, side: Side) -> SidePaint:
        colors = SIDE_COLORS[side]
        roles = (colors.face, colors.light, colors.dark, colors.rim, colors.ink)
        return SidePaint(*(self._palette[role] for role in roles))

    def _number(self, text: str, on: Checker, x: int, y: int) -> Placement:
        high = 0.5 if self._is_flat else 0.42 if len(text) == 1 else 0.37
        size, paint = max(7, round(self._size * high)), self._paint(on.side)
        inks = (self._palette[ColorRole.TARGET],) if on.state in HOLLOW else (paint.ink, paint.face)
        return Placement(Drawing(sprites.number, (text, self._size, size, *inks)), x, y, _NUMBER)

    # ---- points, trays and dice

    def _point(self, place: PointPlace, view: PlaceView) -> Placement:
        palette, room = self._palette, self._layout.stack_room(place)
        color = point_color(self._layout.is_odd(place), view.has_cursor, palette)
        other = palette[ColorRole.POINT_EDGE if self._is_flat else ColorRole.POINT_TIP]
        cell_width, cell_height = self._cell
        width, height = self._size + 4, round(room.rows * cell_height * 0.93)
        draw = sprites.outline if self._is_flat else sprites.point
        y = room.y * cell_height if room.from_top else (room.y + room.rows) * cell_height - height
        drawing = Drawing(draw, (width, height, color, other, not room.from_top))
        return Placement(drawing, (room.middle * cell_width - width) // 2, y, _POINT)

    def _slabs(self, place: TrayPlace, view: PlaceView) -> Iterator[tuple[Hashable, Placement]]:
        inner, from_top = recess(view, place, self.context)
        if not inner:
            return
        tray = self._laid(sprites.sunk, inner, ColorRole.TRAY, self._shade)._replace(z=_POINT)
        yield (place, "tray"), tray
        width, high = self._cell[0], inner.height * self._cell[1]
        across = inner.width * width
        length, thick = min(across - 6, self._size + width), max(6, self._size * 2 // 7)
        thick = max(4, min(thick, (high - 6) // CHECKERS))
        x = tray.x + (across - length) // 2 - 2
        paint = self._paint(place.side)
        for index, role in enumerate(slab_roles(view, place.side)[: (high - 6) // thick]):
            drawing = Drawing(
                sprites.slab, (length, thick, paint._replace(face=self._palette[role]))
            )
            down = 3 + index * thick
            y = tray.y + (down if from_top else high - down - thick) - 2
            yield (place, index), Placement(drawing, x, y, _PIECE)

    def _dice(self, band: BandView) -> Iterator[tuple[Hashable, Placement]]:
        cell_width, cell_height = self._cell
        rect, size, pad = self._layout.rects[Fixture.BAND], self._die, die_pad_of(self._die)
        half, gap = self._cut.half_width * cell_width, size // 4
        y = (2 * rect.y + rect.height) * cell_height // 2 - size // 2 - pad
        faded = self._palette[ColorRole.FELT], _FADED
        for shown in shown_dice(band, self.context):
            angle = _ANGLES[shown.before] if shown.is_turning else 0.0
            looks = shown.number, faded if shown.is_used else None, angle
            left = (half - shown.total * (size + gap) + gap) // 2 + shown.before * (size + gap)
            x = (rect.x + shown.column) * cell_width + left - pad
            drawing = Drawing(sprites.die, (size, self._paint(shown.side), *looks))
            yield ("die", shown.side, shown.before), Placement(drawing, x, y, _PIECE)

    def _cube(self, band: BandView) -> Iterator[tuple[Hashable, Placement]]:
        """Place the cube on the bar: in the middle, or at the end of its side (White below)."""
        if not (cube := band.dice.cube):
            return
        cell_width, cell_height = self._cell
        rect, metrics = self._layout.rects[Fixture.BAND], self._cut
        across, down = metrics.bar_width * cell_width, rect.height * cell_height
        size = min(across * 4 // 5, down * 2 // 5, self._die) // 2 * 2
        pad = die_pad_of(size)
        below = {None: (down - size) // 2, Side.BLACK: pad, Side.WHITE: down - size - pad}
        x = (rect.x + metrics.half_width) * cell_width + (across - size) // 2 - pad
        y = rect.y * cell_height + below[cube.side] - pad
        ink, face = (self._palette[role] for role in cube_roles(cube))
        drawing = Drawing(sprites.cube, (size, face, ink, cube.value, self._is_flat))
        yield "cube", Placement(drawing, x, y, _PIECE)

    # ---- static parts

    def _laid(
        self, draw: Callable[..., Bitmap], rect: Region, role: ColorRole, detail: int
    ) -> Placement:
        """Draw wood or felt over a rectangle; without shades it has a line along its edges."""
        palette, (width, height) = self._palette, self._cell
        color, light, dark = (
            palette[color_role] for color_role in (role, ColorRole.WOOD_LIGHT, ColorRole.WOOD_DARK)
        )
        colors = {
            ColorRole.FELT: [color],
            ColorRole.TRAY: [color, mix(color, light, 0.25), mix(color, dark, 0.7)],
        }.get(role, [color, light, dark])
        arguments = rect.width * width, rect.height * height, *colors, detail
        if self._is_flat:
            line = color if role is ColorRole.FELT else light
            draw, arguments = sprites.plain, (*arguments[:2], color, line)
        return Placement(Drawing(draw, arguments), rect.x * width, rect.y * height, _GROUND)

    @cached_property
    def _frame(self) -> dict[Hashable, Placement]:
        layout, half = self._layout, self._cut.half_width
        (x, y, width, height) = layout.frame
        cap, band = layout.rects[Fixture.TOP_CAP], layout.rects[Fixture.BAND]
        top, rows = y + cap.height, height - 2 * cap.height
        right, end = cap.right, cap.right + half
        wood, felt, shade = ColorRole.WOOD, ColorRole.FELT, self._shade
        parts: dict[str, tuple[Callable[..., Bitmap], Region, ColorRole, int]] = {
            "rail above": (sprites.plank, Region(x, y, width, cap.height), wood, 5),
            "rail below": (sprites.plank, Region(x, top + rows, width, cap.height), wood, 5),
            "bar": (sprites.plank, Region(cap.x, top, cap.width, rows), wood, 3),
            "felt left": (sprites.lined, Region(band.x, top, half, rows), felt, shade),
            "felt right": (sprites.lined, Region(right, top, half, rows), felt, shade),
            "wood left": (sprites.plank, Region(x, top, band.x - x, rows), wood, 6),
            "wood right": (sprites.plank, Region(end, top, x + width - end, rows), wood, 6),
        }
        return {name: self._laid(*part) for name, part in parts.items()}

"""The sprites of a board and their places, in pixels from the board's upper left."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from backgammon_tui.engine import Place, Side
from backgammon_tui.modes.board_view import (
    BoardPlace,
    CheckerState,
    PlaceView,
    PointPlace,
    places,
)
from backgammon_tui.tui.board.band import BandView, dice_in_halves
from backgammon_tui.tui.board.discs import SIDE_COLORS
from backgammon_tui.tui.board.geometry import STACK, Rect
from backgammon_tui.tui.board.look import RenderContext
from backgammon_tui.tui.board.palette import ColorRole
from backgammon_tui.tui.board.pictures import is_captioned
from backgammon_tui.tui.board.pile import PALER, Checker, numbered, stack_up
from backgammon_tui.tui.board.pixels import grounds
from backgammon_tui.tui.board.pixels.pieces import (
    SidePaint,
    checker,
    die,
    die_pad_of,
    hollow,
    number,
    pad_of,
    slab,
)
from backgammon_tui.tui.board.pixels.turning import Bitmap, Color, mix
from backgammon_tui.tui.board.tray_pictures import recess, slab_roles


class Drawing(NamedTuple):
    """A sprite by what draws it: equal drawings are one picture."""

    draw: Callable[..., Bitmap]
    arguments: tuple[Any, ...]

    def make(self) -> Bitmap:
        """Draw it."""
        return self.draw(*self.arguments)


class Placement(NamedTuple):
    """The place of a sprite and its layer; with columns and rows it is stretched over cells."""

    drawing: Drawing
    x: int
    y: int
    z: int
    columns: int = 0
    rows: int = 0


Placements = Mapping[Hashable, Placement]
"""The sprites of a board, by names that stay when something moves."""

_GROUND, _POINT, _SHADE, _PIECE, _NUMBER, _FLYING = range(6)
"""The layers, from below."""

_SIGNS = {CheckerState.HIT: "*", CheckerState.TRAP: "^", CheckerState.BLOCKED: "×"}
_RINGS = {CheckerState.BLOCKED: ColorRole.BLOCKED, CheckerState.TRAPPED: ColorRole.TRAPPED}
_ANGLES = 0.3, -0.25
"""The angles of rolling dice, one each: every other one takes time to draw."""
_FADED = 0.62
"""The part of the felt in the colour of a die that has been played."""


class BoardScene:
    """A board of one layout and theme, in cells of some pixels."""

    def __init__(self, context: RenderContext, cell: tuple[int, int]) -> None:
        self._context, self._cell = context, cell
        self._layout, self._cut, self._palette = context.layout, context.cut, context.palette
        width, height = cell
        cut = context.cut
        room = cut.checker * width + (min(cut.gap, 1) * width * 0.55 if cut.margin else 0)
        self._size = min(round(room), cut.point_height * height // STACK) // 2 * 2
        """Pixels across a checker."""
        self._die = min(int(self._size * 1.28), cut.band_height * height * 4 // 5) // 2 * 2
        self._is_flat = not context.palette.blends

    def placements(
        self,
        view_of: Callable[[BoardPlace], PlaceView],
        band: BandView,
        flying: tuple[tuple[Side, int, int], ...] = (),
    ) -> Placements:
        """Return the sprites for the places, the dice and the sliding checkers."""
        placed: dict[Hashable, Placement] = dict(self._frame)
        for place in places():
            view = view_of(place)
            if isinstance(place, PointPlace):
                placed["point", place] = self._point(place, view)
                placed.update(self._stack(place, view))
            elif place.kind is Place.BAR:
                placed.update(self._stack(place, view._replace(side=place.side)))
            elif self._cut.tray_width:
                placed.update(self._slabs(place, view))
        placed.update(self._dice(band))
        pad = pad_of(self._size)
        for index, (side, x, y) in enumerate(flying):
            drawing = self._checker(Checker(side, CheckerState.PLAIN))
            placed["flying", index] = Placement(drawing, x - pad, y - pad, _FLYING)
        return placed

    def spot(self, place: BoardPlace, index: int) -> tuple[int, int]:
        """Return the place of a checker of a stack, by the number of checkers below it."""
        middle, first, last, from_top = self._room(place)
        index = max(0, min(index, self._most(first, last) - 1))
        y = first + index * self._size if from_top else last - (index + 1) * self._size
        return middle - self._size // 2, y

    # ---- checkers

    def _most(self, first: int, last: int) -> int:
        return max(1, min(STACK, (last - first) // self._size))

    def _room(self, place: BoardPlace) -> tuple[int, int, int, bool]:
        """Return the middle of a stack, the ends of its room, and True if it begins above."""
        width, height = self._cell
        rect, top = self._layout.rect(place), self._layout.is_top(place)
        if isinstance(place, PointPlace):
            labels = self._cut.label_height
            left = rect.x + self._layout.lead(place.slot)
            middle = left * width + self._cut.checker * width // 2
            first, rows, from_top = rect.y + labels * top, rect.height - labels, top
        else:
            middle = rect.x * width + rect.width * width // 2
            captions = int(place.kind is Place.BAR and is_captioned(rect.height, self._cut))
            first, rows = rect.y + captions * top, rect.height - captions
            from_top = (not top) is (place.kind is Place.BAR)
        return middle, first * height, (first + rows) * height, from_top

    def _stack(self, place: BoardPlace, view: PlaceView) -> Iterator[tuple[Hashable, Placement]]:
        middle, first, last, _ = self._room(place)
        readable = 1 if self._is_flat else STACK
        stack = stack_up(view, max(2, self._most(first, last)), readable)
        at = numbered(stack)
        for index, each in enumerate(stack.checkers):
            x, y = self.spot(place, index)
            pad = pad_of(self._size)
            yield (place, index), Placement(self._checker(each), x - pad, y - pad, _PIECE)
            text = _SIGNS.get(each.state, "")
            if stack.number and index == at:
                text = f"{text}{stack.number}"
            elif stack.arriving and index == len(stack.checkers) - 1:
                text = f"+{stack.arriving}"
            if text:
                drawing = self._number(text, each)
                yield (place, "number"), self._centred(drawing, text, middle, y)
        if stack.left_mark and (len(stack.checkers) + 1) * self._size <= last - first:
            _, y = self.spot(place, len(stack.checkers))
            small, color = max(8, self._size * 2 // 5), self._palette[ColorRole.LAST]
            drawing = Drawing(hollow, (small, color, color, 0))
            offset = (self._size - small) // 2 - pad_of(small)
            left = middle - self._size // 2 + offset
            yield (place, "left"), Placement(drawing, left, y + offset, _PIECE)

    def _checker(self, each: Checker) -> Drawing:
        palette, state = self._palette, each.state
        colors, paint = SIDE_COLORS[each.side], self._paint(each.side)
        if state.is_hollow:
            role = ColorRole.HOLLOW if state is CheckerState.GHOST_OUT else ColorRole.TARGET
            inside = palette[ColorRole.HOLLOW_GROUND], 255 if self._is_flat else 115
            return Drawing(hollow, (self._size, palette[role], *inside))
        ring: Color | None = None
        core: tuple[float, Color] | None = None
        match state:
            case CheckerState.MOVABLE:
                ring = palette[colors.lit]
            case CheckerState.PICKED:
                ring, core = palette[colors.lit], (0.5, palette[colors.lit])
            case CheckerState.GHOST_IN:
                ring = palette[colors.target]
                if not self._is_flat:
                    target = palette[ColorRole.TARGET]
                    paint = SidePaint(*(mix(color, target, PALER / 256) for color in paint))
            case CheckerState.LAST_IN:
                core = (0.24, palette[ColorRole.LAST])
            case CheckerState.BLOCKED | CheckerState.TRAPPED:
                ring = palette[_RINGS[state]]
            case _:
                pass
        bars = ring if state is CheckerState.TRAPPED else None
        return Drawing(checker, (self._size, paint, ring, core, bars))

    def _paint(self, side: Side) -> SidePaint:
        colors = SIDE_COLORS[side]
        roles = (colors.face, colors.light, colors.dark, colors.rim, colors.ink)
        return SidePaint(*(self._palette[role] for role in roles))

    def _number(self, text: str, on: Checker) -> Drawing:
        high = 0.5 if self._is_flat else 0.42 if len(text) == 1 else 0.37
        size = max(7, round(self._size * high))
        if on.state.is_hollow:
            return Drawing(number, (text, size, self._palette[ColorRole.TARGET]))
        paint = self._paint(on.side)
        return Drawing(number, (text, size, paint.ink, paint.face))

    def _centred(self, drawing: Drawing, text: str, middle: int, y: int) -> Placement:
        """Place a number in the middle of a checker."""
        size = drawing.arguments[1]
        pitch, height = round(size * 0.68), size + 2 + size // 8
        width = pitch * len(text) + height - size
        return Placement(drawing, middle - width // 2, y + (self._size - height) // 2, _NUMBER)

    # ---- points, trays and dice

    def _point(self, place: PointPlace, view: PlaceView) -> Placement:
        palette, top = self._palette, self._layout.is_top(place)
        is_odd = (self._layout.column(place.slot) % 2 == 0) is top
        role = ColorRole.POINT_ODD if is_odd else ColorRole.POINT_EVEN
        color = palette[ColorRole.POINT_CURSOR if view.cursor else role]
        edge = palette[ColorRole.POINT_EDGE] if self._is_flat else None
        middle, first, last, _ = self._room(place)
        width, height = self._size // 2 * 2 + 4, round((last - first) * 0.93)
        arguments = (width, height, color, palette[ColorRole.POINT_TIP], edge, not top)
        y = first if top else last - height
        return Placement(Drawing(grounds.point, arguments), middle - width // 2, y, _POINT)

    def _slabs(self, place: BoardPlace, view: PlaceView) -> Iterator[tuple[Hashable, Placement]]:
        assert not isinstance(place, PointPlace)
        inner, from_top = recess(view, place, self._context, self._layout.rect(place))
        if not inner:
            return
        cell_width, cell_height = self._cell
        left, top = inner.x * cell_width, inner.y * cell_height
        across, high = inner.width * cell_width, inner.height * cell_height
        drawing = Drawing(grounds.sunk, (across, high, *self._woods(ColorRole.TRAY), self._shade))
        yield (place, "tray"), Placement(drawing, left, top, _POINT)
        width = min(across - 6, self._size + cell_width)
        height = max(4, min(max(6, self._size * 2 // 7), (high - 6) // 15))
        x = left + (across - width) // 2 - 2
        paint = self._paint(place.side)
        for index, role in enumerate(slab_roles(view, place.side)[: (high - 6) // height]):
            face = paint._replace(face=self._palette[role])
            down = 3 + index * height
            y = top + (down if from_top else high - down - height) - 2
            drawing = Drawing(slab, (width, height, face))
            yield (place, index), Placement(drawing, x, y, _PIECE)

    def _dice(self, band: BandView) -> Iterator[tuple[Hashable, Placement]]:
        cell_width, cell_height = self._cell
        rect, size, pad = self._layout.band, self._die, die_pad_of(self._die)
        half, gap = self._cut.half_width * cell_width, size // 4
        y = (2 * rect.y + rect.height) * cell_height // 2 - size // 2 - pad
        felt = self._palette[ColorRole.FELT]
        for column, view, turns in dice_in_halves(band, self._context):
            assert view.side
            count = len(view.numbers[:2])
            left = (rect.x + column) * cell_width + (half - count * (size + gap) + gap) // 2 - pad
            for index, shown in enumerate(view.numbers[:2]):
                faded = (felt, _FADED) if index in view.used and not turns else None
                angle = _ANGLES[index] if turns else 0.0
                seen = (shown - 1 + turns * (index + 2)) % 6 + 1
                drawing = Drawing(die, (size, self._paint(view.side), seen, faded, angle))
                x = left + index * (size + gap)
                yield ("die", view.side, index), Placement(drawing, x, y, _PIECE)

    # ---- what stays

    def _woods(self, role: ColorRole) -> tuple[Color, Color, Color]:
        """Return the colours of a plank, of its light streaks and of its dark ones or its edge."""
        palette = self._palette
        color, light, dark = (
            palette[each] for each in (role, ColorRole.WOOD_LIGHT, ColorRole.WOOD_DARK)
        )
        if self._is_flat:
            return color, color, light
        if role is ColorRole.TRAY:
            return color, mix(color, light, 0.25), mix(color, dark, 0.7)
        return color, light, dark

    @property
    def _shade(self) -> int:
        """Pixels of the shadow that wood throws on what lies deeper."""
        return max(5, self._cell[0] * 2 // 3)

    @cached_property
    def _frame(self) -> dict[Hashable, Placement]:
        """Felt, rails, stiles and bar: the parts that stay."""
        layout, cut, (width, height) = self._layout, self._cut, self._cell
        frame, band, cap = layout.frame, layout.band, layout.cap(top=True)
        wood = self._woods(ColorRole.WOOD)
        top = frame.y + cut.label_height
        rows = frame.height - 2 * cut.label_height
        right = cap.x + cap.width
        placed: dict[Hashable, Placement] = {}

        def lay(name: str, draw: Callable[..., Bitmap], rect: Rect, *arguments: Any) -> None:
            drawing = Drawing(draw, (rect.width * width, rect.height * height, *arguments))
            placed[name] = Placement(drawing, rect.x * width, rect.y * height, _GROUND)

        rail = Rect(frame.x, frame.y, frame.width, cut.label_height)
        for name, y in (("rail above", frame.y), ("rail below", top + rows)):
            lay(name, grounds.plank, rail._replace(y=y), *wood, 5)
        felt = self._palette[ColorRole.FELT]
        lay("bar", grounds.plank, Rect(cap.x, top, cap.width, rows), *wood, 3)
        for name, x in (("felt left", band.x), ("felt right", right)):
            room = Rect(x, top, cut.half_width, rows)
            lay(name, grounds.lined, room, felt, self._shade)
        stile = Rect(frame.x, top, band.x - frame.x, rows)
        lay("wood left", grounds.plank, stile, *wood, 6)
        end = right + cut.half_width
        rest = Rect(end, top, frame.x + frame.width - end, rows)
        lay("wood right", grounds.plank, rest, *wood, 6)
        return placed

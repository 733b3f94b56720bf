"""The visible checkers of a place from the foot up, and stacks of them on a canvas."""

from __future__ import annotations

from typing import NamedTuple

from backgammon_tui.engine import Side
from backgammon_tui.modes.board import HOLLOW, CheckerState, PlaceView
from backgammon_tui.tui.board.canvas import Canvas
from backgammon_tui.tui.board.discs import GROOVED, SIDE_COLORS, Checker, Disc, disc, shadow
from backgammon_tui.tui.board.geometry import StackArea
from backgammon_tui.tui.board.rendering import ColorRole, RenderContext

_READABLE = 5
"""Maximum number of checkers that can be counted at a glance; larger stacks get a number."""


class Stack(NamedTuple):
    """Checkers from the foot up, without overlaps."""

    checkers: tuple[Checker, ...]
    number: int
    """The number of staying checkers, written on the last one without a mark; 0 for none."""
    arriving: int
    """The number of arriving checkers, written on the last one if not all fit."""
    left_mark: bool
    """True if checkers that left in the last turn are to be marked."""


def stack_up(view: PlaceView, most: int, readable: int = _READABLE) -> Stack:
    """Return the visible checkers of a place.

    If not all fit, some plain ones at the foot are omitted first, then some of those that arrive or
    leave; the number gives the count.
    """
    trapped, free, coming = _checkers(view)
    coming = coming[: max(1, most - len(trapped) - bool(free))]
    free = _selected(free, max(1, most - len(trapped) - len(coming)))
    if len(trapped) + len(free) + len(coming) > most:
        free = []
    number = view.count - view.ghost_out
    staying = sum(checker.state is not CheckerState.GHOST_OUT for checker in free)
    if staying == number <= readable:
        number = 0
    left = view.last_out > 0 and not coming
    arriving = view.ghost_in if view.ghost_in > len(coming) else 0
    return Stack((*trapped, *free, *coming), number, arriving, left)


def _selected(checkers: list[Checker], most: int) -> list[Checker]:
    shown = checkers[:]
    while len(shown) > most:
        plain = next((c for c in shown if c.state is CheckerState.PLAIN), None)
        leaving = sum(c.state is CheckerState.GHOST_OUT for c in shown)
        if plain is not None:
            shown.remove(plain)
        else:
            shown.pop(-1 if leaving > 1 else 0)
    return shown


def _checkers(view: PlaceView) -> tuple[list[Checker], list[Checker], list[Checker]]:
    trapped = [Checker(view.trapped, CheckerState.TRAPPED)] if view.trapped else []
    side = view.side or view.ghost_side or Side.WHITE
    states = [CheckerState.PLAIN] * view.count
    for index in range(view.last_in):
        _set(states, index, CheckerState.LAST_IN)
    if view.blocked:
        _set(states, 0, CheckerState.BLOCKED)
    for index in range(view.ghost_out):
        _set(states, index, CheckerState.GHOST_OUT)
    if view.origin is not None:
        _set(states, view.ghost_out, view.origin)
    coming = [Checker(view.ghost_side or side, CheckerState.GHOST_IN)] * view.ghost_in
    if view.target is not None and not coming:
        coming = [Checker(side, view.target)]
    return trapped, [Checker(side, state) for state in states], coming


def _set(states: list[CheckerState], from_top: int, state: CheckerState) -> None:
    if from_top < len(states):
        states[-1 - from_top] = state


_STAYING = {*CheckerState} - {CheckerState.TRAPPED, CheckerState.GHOST_IN, *HOLLOW}
"""The checkers that are counted if not all fit."""


def numbered(stack: Stack) -> int:
    """Return the index of the checker with the number of staying ones."""
    there = [i for i, c in enumerate(stack.checkers) if c.state in _STAYING]
    # A mark next to a number would look like part of it.
    plain = [i for i in there if stack.checkers[i].state is not CheckerState.LAST_IN]
    return [len(stack.checkers) - 1, *there, *plain][-1]


class StackPainter(NamedTuple):
    """A canvas and the area of a stack on it."""

    canvas: Canvas
    context: RenderContext
    room: StackArea

    def draw(self, view: PlaceView) -> None:
        """Draw the checkers of a place, their number, and the mark of those that left."""
        look = self.context.look
        if look.is_clear:
            return
        # Outlines are harder to count than discs.
        readable = _READABLE if self.context.palette.blends or look.is_text else 1
        stack = stack_up(view, self.room.most(self._height, 2), readable)
        if look.is_text:
            for index, checker in enumerate(stack.checkers):
                self._spell(checker, self._top(index) // 2)
        else:
            self._stamp(stack)
        if stack.number:
            self._number(stack, str(stack.number), numbered(stack))
        if stack.arriving:
            text = f"+{stack.arriving}"
            self._number(stack, text.ljust(3) if look.letters else text, -1)
        above = len(stack.checkers)
        if stack.left_mark and (above + 1) * self._height <= 2 * self.room.rows:
            text = look.signs.left * min(view.last_out, 3)
            self._write(text, above, self.context.palette[ColorRole.LAST])

    @property
    def _height(self) -> int:
        size = self.context.cut.checker
        if not self.context.look.is_text:
            return size
        return 2 if size < 6 else size // 2 * 2

    @property
    def _x(self) -> int:
        return (self.room.middle - self.context.cut.checker) // 2

    def _top(self, index: int) -> int:
        return self.room.start(index, self._height, 2)

    def _stamp(self, stack: Stack) -> None:
        size, look = self.context.cut.checker, self.context.look
        if size >= GROOVED and look.blends:
            for index, checker in enumerate(stack.checkers):
                if not checker.state.is_hollow:
                    self.canvas.stamp(shadow(size), 2 * self._x, self._top(index))
        for index, checker in enumerate(stack.checkers):
            self.canvas.stamp(
                disc(Disc.from_checker(checker, self.context)), 2 * self._x, self._top(index)
            )
            sign = look.core(checker.side, checker.state)
            if checker.state is CheckerState.BLOCKED and not look.letters:
                sign = look.signs.lost  # Prevents the checker from looking movable.
            if look.letters and checker.state is not CheckerState.PLAIN:
                sign = sign.strip() and sign.join(look.brackets(checker.state))
            if sign.strip():
                if look.letters and len(sign) == 1 and size % 2 == 0:
                    sign += " "  # Includes the face to the right, or the disc would be lopsided.
                self._write(sign, index, self._ink(checker), self._ground(checker))

    def _number(self, stack: Stack, text: str, at: int) -> None:
        checker, look = stack.checkers[at], self.context.look
        if look.is_text:
            text = text.center(max(2, len(text)))  # Avoids half a checker next to it.
        elif checker.state is CheckerState.BLOCKED and not look.letters:
            text = look.signs.lost + text
        elif text.isdigit() and (self.context.cut.checker - len(text)) % 2:
            text += " "  # As wide as the checker's middle.
        index = at % len(stack.checkers)
        self._write(text, index, self._ink(checker), self._ground(checker))

    def _write(self, text: str, index: int, ink: int, ground: int | None = None) -> None:
        from_top = self.room.from_top
        # In flat colours, the last half row is the gap.
        down = self._height - 1 + (from_top and self.context.palette.blends)
        row = (self._top(index) + down // 2) // 2
        x = self._x + (self.context.cut.checker - len(text) + from_top) // 2
        self.canvas.write(x, row, text, ink, ground, bold=True)

    def _ground(self, checker: Checker) -> int | None:
        is_small = self.context.cut.checker < GROOVED or self.context.look.letters
        if not is_small or checker.state.is_hollow:
            return None
        return Disc.from_checker(checker, self.context).face

    def _ink(self, checker: Checker) -> int:
        palette, colors = self.context.palette, SIDE_COLORS[checker.side]
        if checker.state is CheckerState.GHOST_OUT:
            return palette[ColorRole.HOLLOW]
        return palette[ColorRole.TARGET if checker.state.is_hollow else colors.ink]

    def _spell(self, checker: Checker, y: int) -> None:
        look, palette, state = self.context.look, self.context.palette, checker.state
        width, height = self.context.cut.checker, self._height // 2
        ends, core = look.brackets(state), look.core(checker.side, state)
        ink = self._ink(checker)
        ground = None if state.is_hollow else palette[SIDE_COLORS[checker.side].face]
        for row in range(height):
            fill = core if not state.is_hollow or row == height // 2 else " "
            is_narrow = width == len("".join(ends)) and core.strip() and not state.is_hollow
            text = core * width if is_narrow else ends[0] + fill * (width - 2) + ends[1]
            self.canvas.write(self._x, y + row, text, ink, ground, bold=True)

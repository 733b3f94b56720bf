"""The checkers of a place that are shown, from the foot up, and stacks of them on a canvas."""

from __future__ import annotations

from typing import NamedTuple

from backgammon_tui.engine import Side
from backgammon_tui.modes.board_view import HOLLOW, CheckerState, PlaceView
from backgammon_tui.tui.board.canvas import Canvas, mix
from backgammon_tui.tui.board.discs import GROOVED, SIDE_COLORS, Disc, DiscMark, disc, shadow
from backgammon_tui.tui.board.geometry import STACK
from backgammon_tui.tui.board.look import RenderContext
from backgammon_tui.tui.board.palette import ColorRole

_READABLE = 5
"""More checkers than this are not counted at a glance, so the number is written."""


class Checker(NamedTuple):
    """One checker, or the outline of one."""

    side: Side
    state: CheckerState


class Stack(NamedTuple):
    """Checkers from the foot up; none lies over another."""

    checkers: tuple[Checker, ...]
    number: int
    """The number of those that stay, to be written on the last of them without a mark, or 0."""
    arriving: int
    """The number of those that come, to be written on the last one, if not all have room."""
    left_mark: bool
    """True if checkers that left in the last turn are to be marked."""


def stack_up(view: PlaceView, most: int, readable: int = _READABLE) -> Stack:
    """Return the checkers that a place shows, at least two.

    Where not all have room some of the plain ones at the foot are left out, then some of
    those that come or leave; the number says how many there are.
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
    """Return as many checkers as fit, and at least one of those that leave."""
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
    """Return the trapped checker, the free ones and those to come."""
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


PALER = 96
"""The part of the target's colour in a checker that is to arrive."""

_RINGS = {
    CheckerState.BLOCKED: ColorRole.BLOCKED,
    CheckerState.TRAPPED: ColorRole.TRAPPED,
    CheckerState.GHOST_OUT: ColorRole.HOLLOW,
}
_MARKS = {
    CheckerState.LAST_IN: (DiscMark.DOT, ColorRole.LAST),
    CheckerState.TRAPPED: (DiscMark.BARS, ColorRole.TRAPPED),
}


_STAYING = {*CheckerState} - {CheckerState.TRAPPED, CheckerState.GHOST_IN, *HOLLOW}
"""The checkers that are counted where not all have room."""


def numbered(stack: Stack) -> int:
    """Return the index of the checker that carries the number of those that stay."""
    there = [i for i, c in enumerate(stack.checkers) if c.state in _STAYING]
    # Beside a number a mark would look like a part of it.
    plain = [i for i in there if stack.checkers[i].state not in _MARKS]
    return [len(stack.checkers) - 1, *there, *plain][-1]


class StackPainter(NamedTuple):
    """The room for a stack, as wide as a checker."""

    canvas: Canvas
    context: RenderContext
    x: int
    y: int
    rows: int
    from_top: bool

    def draw(self, view: PlaceView) -> None:
        """Draw the checkers of a place, their number, and the mark of those that left."""
        context = self.context
        if context.look.is_clear:
            return
        # Outlines are harder to count than discs.
        readable = _READABLE if context.palette.blends or context.look.is_text else 1
        stack = stack_up(view, min(STACK, 2 * self.rows // self._height), readable)
        if self.context.look.is_text:
            for index, checker in enumerate(stack.checkers):
                self._spell(checker, self._top(index) // 2)
        else:
            self._stamp(stack)
        if stack.number:
            self._number(stack, str(stack.number), numbered(stack))
        if stack.arriving:
            text = f"+{stack.arriving}"
            self._number(stack, text.ljust(3) if self.context.look.letters else text, -1)
        if stack.left_mark:
            self._left(stack, view.last_out)

    @property
    def _height(self) -> int:
        """Half rows of a checker; one of characters takes whole rows."""
        size = self.context.cut.checker
        if not self.context.look.is_text:
            return size
        return 2 if size < 6 else size // 2 * 2

    def _top(self, index: int) -> int:
        """Return the first half row of a checker, counted from the foot."""
        if self.from_top:
            return 2 * self.y + index * self._height
        return 2 * (self.y + self.rows) - (index + 1) * self._height

    def _stamp(self, stack: Stack) -> None:
        size, look = self.context.cut.checker, self.context.look
        if size >= GROOVED and look.blends:
            for index, checker in enumerate(stack.checkers):
                if not checker.state.is_hollow:
                    self.canvas.stamp(shadow(size), 2 * self.x, self._top(index))
        for index, checker in enumerate(stack.checkers):
            shape = disc_shape(checker, self.context)
            self.canvas.stamp(disc(shape), 2 * self.x, self._top(index))
            sign = look.core(checker.side, checker.state)
            if checker.state is CheckerState.BLOCKED and not look.letters:
                sign = look.signs.lost  # Not to be taken for one that can move.
            if look.letters and checker.state is not CheckerState.PLAIN:
                sign = sign.strip() and sign.join(look.brackets(checker.state))
            if sign.strip():
                self._write(sign, index, self._ink(checker), self._ground(checker))

    def _number(self, stack: Stack, text: str, at: int) -> None:
        """Write the count of its kind on one of the checkers."""
        checker, look = stack.checkers[at], self.context.look
        if look.is_text:
            text = text.center(max(2, len(text)))  # No half of a checker beside it.
        elif checker.state is CheckerState.BLOCKED and not look.letters:
            text = look.signs.lost + text
        elif text.isdigit() and (self.context.cut.checker - len(text)) % 2:
            text = look.signs.times + text  # Without it the number could not stand in the middle.
        index = at % len(stack.checkers)
        self._write(text, index, self._ink(checker), self._ground(checker))

    def _left(self, stack: Stack, left: int) -> None:
        size = self._height
        if (len(stack.checkers) + 1) * size > 2 * self.rows:
            return
        text = self.context.look.signs.left * min(left, 3)
        self._write(text, len(stack.checkers), self.context.palette[ColorRole.LAST])

    def _write(self, text: str, index: int, ink: int, ground: int | None = None) -> None:
        """Write into the middle of a checker."""
        down = self._height - 1 + self.from_top
        if not self.context.palette.blends:
            down = self._height - 1  # The last half row is the gap.
        row = (self._top(index) + down // 2) // 2
        x = self.x + (self.context.cut.checker - len(text) + self.from_top) // 2
        self.canvas.write(x, row, text, ink, ground, bold=True)

    def _ground(self, checker: Checker) -> int | None:
        """Return the ground of a letter if rim and face share a cell: the face."""
        is_small = self.context.cut.checker < GROOVED or self.context.look.letters
        if not is_small or checker.state.is_hollow:
            return None
        return disc_shape(checker, self.context).face

    def _ink(self, checker: Checker) -> int:
        palette, colors = self.context.palette, SIDE_COLORS[checker.side]
        if checker.state is CheckerState.GHOST_OUT:
            return palette[ColorRole.HOLLOW]
        return palette[ColorRole.TARGET if checker.state.is_hollow else colors.ink]

    def _spell(self, checker: Checker, y: int) -> None:
        """Draw a checker of characters, for terminals without blocks or colours."""
        look, palette, state = self.context.look, self.context.palette, checker.state
        width, height = self.context.cut.checker, self._height // 2
        ends, core = look.brackets(state), look.core(checker.side, state)
        ink = self._ink(checker)
        ground = None if state.is_hollow else palette[SIDE_COLORS[checker.side].face]
        for row in range(height):
            fill = core if not state.is_hollow or row == height // 2 else " "
            is_narrow = width == len("".join(ends)) and core.strip() and not state.is_hollow
            text = core * width if is_narrow else ends[0] + fill * (width - 2) + ends[1]
            self.canvas.write(self.x, y + row, text, ink, ground, bold=True)


def disc_shape(checker: Checker, context: RenderContext) -> Disc:
    """Return the disc of a checker in its state."""
    palette, look, state = context.palette, context.look, checker.state
    side = SIDE_COLORS[checker.side]
    face, light, dark, rim = (
        palette[role] for role in (side.face, side.light, side.dark, side.rim)
    )
    inside = palette[ColorRole.HOLLOW_GROUND]
    plain = Disc(context.cut.checker, face, light, dark, rim, inside=inside, blends=look.blends)
    if not palette.blends:
        # Points are outlines, too: only a gap parts checkers from them and from each other.
        rim = max(face, rim)
        plain = plain._replace(rim=rim, has_ring=True, gap=palette[ColorRole.FELT])
    elif face == light == dark or (rim > face and not look.blends):
        plain = plain._replace(has_ring=True)  # Without shades only an outline parts them.
    if state in _MARKS and not look.letters:
        mark, role = _MARKS[state]
        plain = plain._replace(mark=mark, mark_color=palette[role])
    if state in _RINGS:
        plain = plain._replace(rim=palette[_RINGS[state]], has_ring=True)
    match state:
        case CheckerState.MOVABLE | CheckerState.PICKED:
            lit = palette[side.lit]
            has_core = state is CheckerState.PICKED and not look.letters
            core = DiscMark.CORE if has_core else DiscMark.NONE
            return plain._replace(rim=lit, has_ring=True, mark=core, mark_color=lit)
        case CheckerState.GHOST_IN if look.blends:
            pale, target = palette[ColorRole.TARGET], palette[side.target]
            face, light, dark = (mix(color, pale, PALER) for color in (face, light, dark))
            return Disc(plain.size, face, light, dark, target, has_ring=True)
        case CheckerState.GHOST_IN:
            target = palette[side.target]
            hollow = plain._replace(rim=target, has_ring=True, is_hollow=not look.letters)
            return hollow._replace(mark=DiscMark.CORE, mark_color=face)
        case CheckerState.TARGET | CheckerState.HIT | CheckerState.TRAP:
            return plain._replace(rim=palette[ColorRole.TARGET], has_ring=True, is_hollow=True)
        case CheckerState.GHOST_OUT:
            return plain._replace(is_hollow=True)
        case _:
            return plain

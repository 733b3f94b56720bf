"""How the checkers of a place are piled up in the rows it has."""

from __future__ import annotations

from dataclasses import dataclass

from backgammon_tui.engine.position import Side
from backgammon_tui.tui.board.discs import Finish
from backgammon_tui.tui.board.view import Origin, PointView, Target

_READABLE = 5
"""More checkers than this are not counted at a glance, so the number is written."""

_TARGETS = {Target.OPEN: Finish.TARGET, Target.HIT: Finish.HIT, Target.TRAP: Finish.TRAP}


@dataclass(frozen=True)
class Disc:
    """One checker, or the outline of one."""

    side: Side
    finish: Finish


@dataclass(frozen=True)
class Stack:
    """Discs from the foot up, and how far one lies above the other."""

    discs: tuple[Disc, ...]
    pitch: int
    """Half rows from one disc to the next; fewer than a disc has where they overlap."""
    count: int
    """The number to be written beside the stack, or 0."""
    left_mark: bool
    """Whether checkers that left in the last turn are to be marked."""

    def rows(self, height: int) -> int:
        """Rows that the discs take, each of them so many rows high."""
        if not self.discs:
            return 0
        return height + ((len(self.discs) - 1) * self.pitch + 1) // 2


def stack_up(view: PointView, rows: int, height: int) -> Stack:
    """Pile up what a point shows.

    As long as they fit the discs lie apart, then they overlap, and if not even that
    is enough some of the plain ones at the foot are left out; the number says it.

    Args:
        view: What is to be shown.
        rows: The room there is.
        height: Rows of a disc.

    """
    trapped, free, coming = _discs(view)
    room = rows - 1 if view.count > _READABLE else rows
    pitch = _pitch(len(trapped) + len(free) + len(coming), room, height)
    if pitch is None:
        room, pitch = rows - 1, _least_pitch(height)
        most = 2 * (room - height) // pitch + 1
        coming = coming[: max(1, most - len(trapped) - 1)]
        free = free[-max(1, most - len(trapped) - len(coming)) :]
    written = view.count if view.count > _READABLE or len(free) < view.count else 0
    left = view.last_out > 0 and not coming and not written
    return Stack((*trapped, *free, *coming), pitch, written, left)


def _discs(view: PointView) -> tuple[list[Disc], list[Disc], list[Disc]]:
    """The trapped disc, the free ones and the outlines of those to come."""
    trapped = [Disc(view.trapped, Finish.TRAPPED)] if view.trapped else []
    side = view.side or view.ghost_side or Side.WHITE
    finishes = [Finish.PLAIN] * view.count
    for index in range(view.last_in):
        _finish(finishes, index, Finish.LAST_IN)
    if view.blocked:
        _finish(finishes, 0, Finish.BLOCKED)
    for index in range(view.ghost_out):
        _finish(finishes, index, Finish.GHOST_OUT)
    if view.origin is not Origin.NONE:
        picked = view.origin is Origin.PICKED
        _finish(finishes, view.ghost_out, Finish.PICKED if picked else Finish.LIT)
    coming = [Disc(view.ghost_side or side, Finish.GHOST_IN)] * view.ghost_in
    if view.target is not Target.NONE and not coming:
        coming = [Disc(side, _TARGETS[view.target])]
    return trapped, [Disc(side, finish) for finish in finishes], coming


def _finish(finishes: list[Finish], from_top: int, finish: Finish) -> None:
    if from_top < len(finishes):
        finishes[-1 - from_top] = finish


def _least_pitch(height: int) -> int:
    """Half rows that must be seen of a disc; the smallest cannot overlap."""
    return 2 if height == 1 else height


def _pitch(discs: int, rows: int, height: int) -> int | None:
    """The widest pitch at which so many discs fit, if any."""
    for pitch in range(2 * height, _least_pitch(height) - 1, -1):
        if (discs - 1) * pitch <= 2 * (rows - height):
            return pitch
    return None

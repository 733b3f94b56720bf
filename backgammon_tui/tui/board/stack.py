"""Which checkers of a place are shown, from the foot up."""

from __future__ import annotations

from typing import NamedTuple

from backgammon_tui.engine.position import Side
from backgammon_tui.tui.board.discs import CheckerState
from backgammon_tui.tui.board.view import Origin, PlaceView, Target

_READABLE = 5
"""More checkers than this are not counted at a glance, so the number is written."""

_TARGETS = {
    Target.OPEN: CheckerState.TARGET,
    Target.HIT: CheckerState.HIT,
    Target.TRAP: CheckerState.TRAP,
}


class Checker(NamedTuple):
    """One checker, or the outline of one."""

    side: Side
    state: CheckerState


class Stack(NamedTuple):
    """Checkers from the foot up; none lies over another."""

    checkers: tuple[Checker, ...]
    number: int
    """The number of those that stay, to be written on the last one of them, or 0."""
    left_mark: bool
    """Whether checkers that left in the last turn are to be marked."""


def stack_up(view: PlaceView, most: int) -> Stack:
    """The checkers that a place shows, at least two.

    Where not all have room some of the plain ones at the foot are left out, then some of
    those that come or leave; the number says how many there are.
    """
    trapped, free, coming = _checkers(view)
    coming = coming[: max(1, most - len(trapped) - 1)]
    free = _selected(free, max(1, most - len(trapped) - len(coming)))
    if len(trapped) + len(free) + len(coming) > most:
        free = []
    number = view.count - view.ghost_out
    staying = sum(checker.state is not CheckerState.GHOST_OUT for checker in free)
    if staying == number <= _READABLE:
        number = 0
    left = view.last_out > 0 and not coming
    return Stack((*trapped, *free, *coming), number, left)


def _selected(checkers: list[Checker], most: int) -> list[Checker]:
    """As many as have room, and of those that leave at least one."""
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
    """The trapped checker, the free ones and those to come."""
    trapped = [Checker(view.trapped, CheckerState.TRAPPED)] if view.trapped else []
    side = view.side or view.ghost_side or Side.WHITE
    states = [CheckerState.PLAIN] * view.count
    for index in range(view.last_in):
        _set(states, index, CheckerState.LAST_IN)
    if view.blocked:
        _set(states, 0, CheckerState.BLOCKED)
    for index in range(view.ghost_out):
        _set(states, index, CheckerState.GHOST_OUT)
    if view.origin is not Origin.NONE:
        picked = view.origin is Origin.PICKED
        _set(states, view.ghost_out, CheckerState.PICKED if picked else CheckerState.LIT)
    coming = [Checker(view.ghost_side or side, CheckerState.GHOST_IN)] * view.ghost_in
    if view.target is not Target.NONE and not coming:
        coming = [Checker(side, _TARGETS[view.target])]
    return trapped, [Checker(side, state) for state in states], coming


def _set(states: list[CheckerState], from_top: int, state: CheckerState) -> None:
    if from_top < len(states):
        states[-1 - from_top] = state

"""The way of one checker as it is written, and the single moves that lead along it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from backgammon_tui.engine.moves import Effect, Move, target_of


class Stop(NamedTuple):
    """A place where a checker touches down, with what it must do there if that is said."""

    place: int
    effect: Effect | None = None
    number: int | None = None
    """The number that brings it there, if that is said."""

    def is_reached_by(self, move: Move) -> bool:
        """Return True if a move leads here and does what is said."""
        return (
            move.target == self.place
            and self.effect in (None, move.effect)
            and self.number in (None, move.number)
        )


class Hop(NamedTuple):
    """One move of a route, the effect open unless it is said."""

    origin: int
    number: int
    effect: Effect | None = None


class Route(NamedTuple):
    """The origin of a checker and the stops where it touches down.

    Without stops it is any one move from the origin.
    """

    origin: int
    stops: tuple[Stop, ...]

    @property
    def fewest_moves(self) -> int:
        """The number of moves that it takes at least."""
        return len(self.stops) or 1

    def after(self, move: Move) -> tuple[Route, ...] | None:
        """Return the rest of the route after a move, empty at its end; None off the route."""
        if move.origin != self.origin:
            return None
        if not self.stops:
            return ()
        stop, *later = self.stops
        if move.target > stop.place:
            return (Route(move.target, self.stops),)
        if not stop.is_reached_by(move):
            return None
        return (Route(move.target, tuple(later)),) if later else ()

    def hops(self, numbers: Sequence[int]) -> Iterator[tuple[Hop, ...]]:
        """Yield the moves with some of the numbers that lead along the route, each way once."""
        for number in dict.fromkeys(numbers):
            target = target_of(self.origin, number)
            if not self.stops:
                yield (Hop(self.origin, number),)
                continue
            stop, *later = self.stops
            rest = list(numbers)
            rest.remove(number)
            if target > stop.place:
                hop, onward = Hop(self.origin, number), Route(target, self.stops)
            elif target == stop.place and stop.number in (None, number):
                hop = Hop(self.origin, number, stop.effect)
                if not later:
                    yield (hop,)
                    continue
                onward = Route(target, tuple(later))
            else:
                continue
            for hops in onward.hops(rest):
                yield (hop, *hops)

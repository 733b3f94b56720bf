"""The legal plays as rows of a list, in a fixed order under headings.

A row makes its text when it is looked at: a doublet can have well over a thousand plays,
and a list shows some twenty.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from backgammon_tui.engine import Effect, Game, Move, Phase, Place, Position
from backgammon_tui.engine.moves import move_order, play_order
from backgammon_tui.engine.notation import Numbering, write_moves
from backgammon_tui.engine.steps import after
from backgammon_tui.modes.inputs import Key


class PlayRow:
    """One play of the list: its moves and the position it leads to."""

    def __init__(
        self,
        moves: tuple[Move, ...],
        position: Position,
        numbering: Numbering,
        *,
        front_first: bool = False,
    ) -> None:
        """Take a play; `front_first` is a list that begins with the checkers nearest home."""
        self.moves = moves
        self.position = position
        self._numbering = numbering
        self._front_first = front_first

    @cached_property
    def text(self) -> str:
        """The play in notation."""
        return write_moves(self.moves, self._numbering)

    @property
    def label(self) -> str:
        """The play as the list shows it."""
        return label_of(self.text)

    @cached_property
    def first(self) -> Move:
        """The move that the play is listed under: the farthest origin's, or the nearest one's."""
        return (max if self._front_first else min)(self.moves, key=move_order)

    @property
    def order(self) -> list[tuple[int, ...]]:
        """Where the play stands in the list."""
        if not self._front_first:
            return list(play_order(self.moves))
        return sorted(tuple(-part for part in move_order(move)) for move in self.moves)

    @cached_property
    def heading(self) -> str:
        """The first move in notation, whichever of the play's moves hits or traps there."""
        return _heading(self.first._replace(effect=Effect.NOTHING), self._numbering)

    def by(self, moves: tuple[Move, ...]) -> PlayRow:
        """The same play by another way."""
        return PlayRow(moves, self.position, self._numbering, front_first=self._front_first)

    def has(self, effect: Effect) -> bool:
        """Whether a move of the play hits, or traps."""
        return any(move.effect is effect for move in self.moves)

    @property
    def bears_off(self) -> bool:
        """Whether a checker is borne off in the play."""
        return any(move.target == Place.OFF for move in self.moves)


@lru_cache(maxsize=256)
def _heading(move: Move, numbering: Numbering) -> str:
    """One move in notation; many plays begin with the same one."""
    return write_moves([move], numbering)


def label_of(text: str) -> str:
    """A play in notation as players see it; `in passing` where a trapper moves on at once."""
    return f"{text} in passing" if "^/" in text else text


def rows_of(game: Game, numbering: Numbering, *, front_first: bool = False) -> tuple[PlayRow, ...]:
    """The plays of what is left of a stage, origins from the back or from the front.

    While the opponent completes a stage they are its single moves.
    """
    if game.phase is Phase.COMPLETE:
        singles = game.moment.moves
        rows = [PlayRow((m,), after(game.rules, game.position, m), numbering) for m in singles]
    else:
        plays = [play for play in game.legal_plays() if play.moves]
        rows = [
            PlayRow(play.moves, play.position, numbering, front_first=front_first) for play in plays
        ]
    return tuple(sorted(rows, key=lambda row: row.order))


class Heading(NamedTuple):
    """A line of the list above rows that belong together."""

    text: str
    """What they have in common."""


Line = Heading | int
"""A heading, or the index of a row."""

_FEW = 6


@lru_cache(maxsize=2)
def lines_of(rows: tuple[PlayRow, ...], shown: tuple[int, ...]) -> tuple[Line, ...]:
    """The lines of the list: the rows shown, under headings where many begin alike.

    Kept for the next key, which mostly leaves them as they are.
    """
    groups: dict[str, list[int]] = {}
    for index in shown:
        groups.setdefault(rows[index].heading, []).append(index)
    if len(shown) <= _FEW or len(groups) == 1 or 2 * len(groups) > len(shown):
        return tuple(shown)
    lines: list[Line] = []
    for text, members in groups.items():
        lines += [Heading(f"with {text}"), *members]
    return tuple(lines)


_PAGE = 10
"""How many rows the keys of pages go on or back."""


def next_row(lines: tuple[Line, ...], row: int | None, key: Key) -> int | None:
    """The row that a key of the list leads to."""
    shown = [line for line in lines if not isinstance(line, Heading)]
    if not shown:
        return None
    if key in (Key.LEFT, Key.RIGHT):
        return _under_next_heading(lines, row, key)
    at = shown.index(row) if row in shown else None
    match key:
        case Key.DOWN:
            to = 0 if at is None else at + 1
        case Key.UP:
            to = len(shown) - 1 if at is None else at - 1
        case Key.PAGE_DOWN:
            to = (at or 0) + _PAGE
        case Key.PAGE_UP:
            to = (at or 0) - _PAGE
        case Key.END:
            to = len(shown) - 1
        case _:
            to = 0
    return shown[min(max(to, 0), len(shown) - 1)]


def _under_next_heading(lines: tuple[Line, ...], row: int | None, key: Key) -> int:
    """The first row under the next heading, or under this one or the one before."""
    firsts = [
        line
        for above, line in pairwise(lines)
        if isinstance(above, Heading) and not isinstance(line, Heading)
    ] or [line for line in lines if not isinstance(line, Heading)][:1]
    if row is None:
        return firsts[0]
    if key is Key.RIGHT:
        return next((first for first in firsts if first > row), firsts[-1])
    return next((first for first in reversed(firsts) if first < row), firsts[0])

"""The plays as they are typed, chosen in the list or picked on the board.

A `Selection` is one immutable value over a game; each thing done to it gives the next one. It
makes no moves: its holder does, and says what is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple, Self

from backgammon_tui.engine import Game, Move, NotAllowed, Place
from backgammon_tui.engine.moves import target_of
from backgammon_tui.engine.notation import Ambiguous, Unreadable, place_label, read_moves
from backgammon_tui.modes.inputs import BoardCursor, Key
from backgammon_tui.modes.play.entry import EntryReading, read_entry
from backgammon_tui.modes.play.play_list import PlayList, PlayRow

_NO_PLAY: Final = EntryReading(())


@dataclass(frozen=True)
class InList:
    """The arrows choose in the list."""

    row: int | None = None


@dataclass(frozen=True)
class OnBoard:
    """The arrows walk the board."""

    cursor: int | None
    """The place where they stand, in the actor's numbering; None where nothing can be picked."""


Focus = InList | OnBoard

_NO_ROW: Final = InList()


@dataclass(frozen=True)
class Selection:
    """The legal plays of the rest of a stage, and those typed, chosen or picked."""

    plays: PlayList
    """The legal plays, where a person chooses among them."""

    text: str = ""
    reading: EntryReading = _NO_PLAY
    focus: Focus = _NO_ROW

    @classmethod
    def of(cls, plays: PlayList) -> Self:
        """Return a selection in which nothing is typed or chosen yet."""
        return cls(plays).with_text("")

    # ---- the list, the board and the text

    @property
    def game(self) -> Game:
        """The game whose stage is played."""
        return self.plays.game

    @cached_property
    def rows(self) -> tuple[PlayRow, ...]:
        """The legal plays in the order of the list."""
        return self.plays.rows

    @property
    def accepts_illegal(self) -> bool:
        """True if illegal moves may be typed and tried, for a teacher to answer."""
        return self.plays.accepts_illegal

    @cached_property
    def row(self) -> int | None:
        """The row of the list that is chosen."""
        return self.focus.row if isinstance(self.focus, InList) else None

    @cached_property
    def on_board(self) -> bool:
        """True if the arrows walk the board instead of the list."""
        return isinstance(self.focus, OnBoard)

    @property
    def cursor(self) -> int | None:
        """The place on the board where the arrows stand; None in the list."""
        return self.focus.cursor if isinstance(self.focus, OnBoard) else None

    @property
    def is_forced(self) -> bool:
        """True if there is one play only."""
        return self.game.stage is not None and len(self.rows) == 1

    @property
    def is_open(self) -> bool:
        """True if something is typed or chosen, or the arrows are on the board."""
        return bool(self.text or self.row is not None or self.on_board)

    @property
    def is_illegal(self) -> bool:
        """True if no legal play contains the text."""
        return bool(self.text) and not self.reading.shown

    @property
    def is_stuck(self) -> bool:
        """True if the text cannot be made as it stands, though a legal play may contain it."""
        # What names whole moves has been asked about when it was read.
        return self.is_illegal or (not self.reading.moves and self._is_refused(self.text))

    @property
    def has_picked(self) -> bool:
        """True if a checker is picked, and nothing of its target is typed."""
        return self.reading.picked is not None and self.text.endswith("/")

    @property
    def picking(self) -> str:
        """The label of Space and Enter on the board; empty elsewhere."""
        if not self.on_board:
            return ""
        if not self.has_picked:
            return "" if self.text else "pick"
        return "put back" if self.cursor == self.reading.picked else "move"

    @cached_property
    def pickable(self) -> frozenset[int]:
        """The places that can be picked next: origins, or the picked checker's targets."""
        if not self.rows:
            return frozenset()
        if self.reading.picked is not None:
            return frozenset(self.reading.targets) | {self.reading.picked}
        return self.reading.origins

    @property
    def put_down_at(self) -> int | None:
        """The only target of the picked checker; None if it has several."""
        found = self.pickable - {self.reading.picked}
        return next(iter(found)) if len(found) == 1 else None

    @cached_property
    def chosen_row(self) -> int | None:
        """The row that is chosen in the list, typed in full, or the only one left by typing."""
        if self.row is not None or len(self.reading.shown) != 1:
            return self.row
        (only,) = self.reading.shown
        if not self.reading.moves:
            return only if self.text and not self.on_board else None
        return only if len(self.reading.moves) == len(self.rows[only].moves) else None

    @cached_property
    def preview(self) -> tuple[Move, ...]:
        """The moves that the board previews and that Enter plays."""
        row = self.row if self.reading.moves else self.chosen_row
        return self.reading.moves if row is None else self.spelled(row).moves

    def spelled(self, row: int) -> PlayRow:
        """Return a play of the list, by the way that is typed if that is not its own."""
        play, path = self.rows[row], self.reading.respelled.get(row)
        return play.by((*path.moves, *path.node.moves_to(play.end))) if path else play

    def label(self, place: int) -> str:
        """Return a place as it is typed."""
        return place_label(place)

    # ---- the list and the entry

    def read(self, text: str) -> EntryReading | None:
        """Return the meaning of a text; None if no legal play contains it."""
        reading = read_entry(self.plays, text) if self.rows else None
        if reading and reading.moves and self.accepts_illegal and self._is_refused(text):
            # A play with further moves would be more than the typed text.
            return reading._replace(moves=())
        return reading

    def _is_refused(self, text: str) -> bool:
        """Return True if a text names whole moves that cannot be made one after the other."""
        try:
            read_moves(self.game, text)
        except NotAllowed:
            return True
        except (Ambiguous, Unreadable):
            pass
        return False

    def moves_from(self, place: int) -> tuple[str, ...]:
        """Return the moves that the checker on a place cannot make, as they are typed."""
        if place == Place.OFF:
            return ()
        return tuple(
            f"{self.label(place)}/{self.label(target)}"
            for number in dict.fromkeys(self.game.left)
            if self.game.why_not(place, target := target_of(place, number))
        )

    def with_text(self, text: str) -> Self:
        """Replace the text, even by one that no legal play contains."""
        return replace(self, text=text, reading=self.read(text) or _NO_PLAY, focus=self._unchosen)

    def choose(self, row: int | None) -> Self:
        """Choose a row of the list, or none."""
        return replace(self, focus=InList(row))

    def close(self) -> Self:
        """Drop all that is chosen, picked or typed; without any of it, leave the board."""
        cursor = self.cursor if self.reading.picked is None else self.reading.picked
        stays = self.on_board and self.text
        return replace(self.with_text(""), focus=OnBoard(cursor) if stays else _NO_ROW)

    # ---- the board

    @property
    def _unchosen(self) -> Focus:
        return self.focus if self.on_board else _NO_ROW

    def turn_to(self, *, board: bool, cursor: int | None = None) -> Self:
        """Move the arrows to the board, there to a place that can be picked, or to the list."""
        if self.on_board == board:
            return self
        if cursor not in self.pickable:
            cursor = max(self.pickable, default=None)
        return replace(self, focus=OnBoard(cursor) if board else _NO_ROW)

    def walk(self, ground: BoardCursor, key: Key) -> Self:
        """Move the cursor to the next place that can be picked in the key's direction."""
        if not self.pickable:
            return self
        start = max(self.pickable) if self.cursor is None else self.cursor
        return replace(self, focus=OnBoard(ground.neighbour(start, self.pickable, key)))

    def point_at(self, place: int) -> Self:
        """Return the selection with the cursor on a place and no row chosen."""
        return replace(self, focus=OnBoard(place) if self.on_board else _NO_ROW)

    def pick(self, place: int) -> Picked:
        """Point at a place: pick a checker, put it back, or choose its target."""
        fresh = self.point_at(place)
        if self.reading.picked is None:
            blank = " " if self.text and not self.text.endswith(" ") else ""
            return Picked(fresh.with_text(f"{self.text}{blank}{self.label(place)}/"))
        unpicked = fresh.with_text(" ".join(self.text.split()[:-1]))
        if place == self.reading.picked:
            return Picked(unpicked)
        way = f"{self.text.rpartition('/')[0]}/{self.label(place)}"
        if place not in self.pickable:
            whole = fresh.with_text(f"{self.text} ") if self.reading.moves else unpicked
            if place in whole.reading.origins:
                return whole.pick(place)
            return Picked(fresh, way, is_refused=True)
        reading = self.read(way)
        if reading is None:
            return Picked(fresh, way, is_refused=True)
        is_whole = reading.moves or reading.choices
        after = fresh if is_whole else fresh.with_text(way)
        return Picked(after, way, reading.moves, reading.choices)


class Picked(NamedTuple):
    """The result of pointing at a place."""

    selection: Selection
    way: str = ""
    """The moves pointed at, as they are typed."""

    moves: tuple[Move, ...] = ()
    choices: tuple[tuple[Move, ...], ...] = ()
    """Candidates for the meant move, if several are possible."""

    is_refused: bool = False
    """True if no legal play has the way that was pointed out."""

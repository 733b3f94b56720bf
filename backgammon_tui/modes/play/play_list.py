"""The legal plays of a stage as rows of a list, in a fixed order under headings.

A row makes its text when it is shown: a doublet can have well over a thousand plays,
and a list shows some twenty.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from backgammon_tui.engine import Effect, Game, Move, Outlook, Play, Position
from backgammon_tui.engine.legal import Path
from backgammon_tui.engine.moves import ORDER, steps_of, unpack
from backgammon_tui.engine.notation import Hop, place_label, write_moves
from backgammon_tui.modes.inputs import Key


class PlayRow:
    """One play of the list: its moves and the position that they lead to."""

    def __init__(self, play: Play, *, front_first: bool = False) -> None:
        """Take a play of a list that may begin with the checkers nearest home."""
        self.play = play
        self.end = play[0]
        """The position after the play, packed."""
        self.steps = steps_of(play[1])
        """The moves of the play, packed."""
        order = [ORDER[step] for step in self.steps]
        self.order = sorted(-each for each in order) if front_first else sorted(order)
        self.group = abs(self.order[0]) >> 2 if order else 0
        """The order key of the first move, or of the one nearest home, without hits and traps."""
        self.front_first = front_first

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the play."""
        return self.play.moves

    @property
    def position(self) -> Position:
        """The position that they lead to."""
        return self.play.position

    @cached_property
    def text(self) -> str:
        """The play in notation."""
        return write_moves(self.moves)

    @property
    def label(self) -> str:
        """The play as written in the list."""
        return label_of(self.text)

    @property
    def heading(self) -> str:
        """The move of the group in notation."""
        places = 31 - (self.group >> 5), self.group & 31
        return "/".join(place_label(place) for place in places)

    def by(self, moves: tuple[Move, ...]) -> PlayRow:
        """Return the same play by another way."""
        play = Play.of(moves, self.position)
        return PlayRow(play, front_first=self.front_first)

    def begins_at(self, origins: Mapping[int, int]) -> bool:
        """Return True if so many checkers that stand on these places move, not passing ones."""
        return all(
            sum((move.origin == place) - (move.target == place) for move in self.moves) >= count
            for place, count in origins.items()
        )


def label_of(text: str) -> str:
    """Return a play in notation as players see it; a trap that lapses at once is `in passing`."""
    return f"{text} in passing" if "^/" in text else text


class Heading(NamedTuple):
    """A line of the list above rows that belong together."""

    text: str
    """The move that they have in common."""
    rows: tuple[int, ...] = ()


Line = Heading | int
"""A heading, or the index of a row."""

_FEW = 6


@lru_cache(maxsize=2)
def lines_of(rows: tuple[PlayRow, ...], shown: tuple[int, ...]) -> tuple[Line, ...]:
    """Return the lines of the list: the rows shown, under headings where many begin alike.

    Kept for the next key, which mostly leaves them as they are.
    """
    groups: dict[int, list[int]] = {}
    for index in shown:
        groups.setdefault(rows[index].group, []).append(index)
    if len(shown) <= _FEW or len(groups) == 1 or 2 * len(groups) > len(shown):
        return tuple(shown)
    lines: list[Line] = []
    for members in groups.values():
        lines += [Heading(_over(rows[members[0]]), tuple(members)), *members]
    return tuple(lines)


def _over(row: PlayRow) -> str:
    """Return the words over a group: each play stands under one of its moves alone."""
    return f"{'last' if row.front_first else 'first'} {row.heading}"


_STEPS: Final = {Key.DOWN: 1, Key.UP: -1, Key.PAGE_DOWN: 10, Key.PAGE_UP: -10}
"""Number of rows that a key goes on or back."""


def next_row(lines: tuple[Line, ...], row: int | None, key: Key) -> int | None:
    """Return the row that a key of the list leads to."""
    shown = [line for line in lines if not isinstance(line, Heading)]
    if not shown:
        return None
    if key in (Key.LEFT, Key.RIGHT):
        return _under_next_heading(lines, row, key)
    if key not in _STEPS:
        return shown[-1 if key is Key.END else 0]
    # Without a row the first step leads to one of the ends.
    start = {Key.DOWN: -1, Key.UP: len(shown)}.get(key, 0)
    at = shown.index(row) if row in shown else start
    return shown[min(max(at + _STEPS[key], 0), len(shown) - 1)]


def _under_next_heading(lines: tuple[Line, ...], row: int | None, key: Key) -> int:
    """Return the first row under the next heading, or under this one or the one before."""
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


# ---- the list

_Rows = frozenset[int]


class PlayList:
    """The legal plays of the rest of a stage; a doublet can have thousands.

    While the opponent completes a stage they are its single moves.
    """

    def __init__(
        self,
        game: Game,
        *,
        front_first: bool = False,
        is_listed: bool = True,
        accepts_illegal: bool = False,
    ) -> None:
        """Take a game and list its plays.

        Args:
            front_first: True if the list begins with the checkers nearest home.
            is_listed: False for the program, which finds its plays itself.
            accepts_illegal: True if illegal moves may be typed and tried, for a teacher to answer.
        """
        self.game: Final = game
        self.accepts_illegal: Final = accepts_illegal
        self.graph: Final = game.graph()
        self._outlooks: Final[dict[int, Outlook | None]] = {}
        plays = self.graph.list_plays() if is_listed else ()
        rows = [PlayRow(play, front_first=front_first) for play in plays]
        self.rows: Final = tuple(sorted(rows, key=lambda row: row.order))

    def outlook(self, row: int) -> Outlook | None:
        """Return what follows a play, found out when it is first asked; None if nothing does."""
        if row not in self._outlooks:
            self._outlooks[row] = self.game.outlook(self.rows[row].position)
        return self._outlooks[row]

    def keeping(self, rows: Iterable[int]) -> Outlook | None:
        """Return the outlook of the rows that keep most of the next stage; None without one."""
        found = (each for row in rows if (each := self.outlook(row)) and not each.withheld)
        return max(found, key=lambda each: each.playable, default=None)

    def keeping_most(self) -> _Rows | None:
        """Return the rows that keep as much of the next stage as can be; None if nothing can."""
        best = self.keeping(self.all_rows)
        if best is None or not best.playable:
            return None
        ahead = ((row, self.outlook(row)) for row in self.all_rows)
        return frozenset([row for row, each in ahead if each and each.playable == best.playable])

    @cached_property
    def _by_step(self) -> dict[int, list[int]]:
        """The rows in which each packed move stands, as often as it stands there."""
        found: dict[int, list[int]] = defaultdict(list)
        for index, row in enumerate(self.rows):
            for step in row.steps:
                found[step].append(index)
        return dict(found)

    @cached_property
    def _by_end(self) -> dict[int, int]:
        return {row.end: index for index, row in enumerate(self.rows)}

    @cached_property
    def _moves(self) -> dict[int, Move]:
        """The moves of all plays by their packed form."""
        return {
            step: unpack(self.rows[rows[0]].play.side, step) for step, rows in self._by_step.items()
        }

    def with_move(self, fits: Callable[[Move], bool]) -> _Rows:
        """Return the rows in whose moves one stands that fits."""
        steps = [step for step, move in self._moves.items() if fits(move)]
        return frozenset().union(*(self._by_step[step] for step in steps))

    def with_hops(self, hops: Iterable[Hop]) -> _Rows:
        """Return the rows in whose moves all of these stand, in whatever order."""
        wanted = Counter(hops)
        any_effect = Counter({hop._replace(effect=None): 0 for hop in wanted})
        for hop, times in wanted.items():
            any_effect[hop._replace(effect=None)] += times
        found = [self._with(hop, times) for hop, times in (wanted | any_effect).items()]
        return frozenset.intersection(*found) if found else self.all_rows

    def _with(self, hop: Hop, times: int) -> _Rows:
        found: list[int] = []
        for step, move in self._moves.items():
            if (move.origin, move.number) == hop[:2] and hop.effect in (None, move.effect):
                found += self._by_step[step]
        if times == 1:
            return frozenset(found)
        return frozenset(index for index, count in Counter(found).items() if count >= times)

    @cached_property
    def all_rows(self) -> _Rows:
        """All rows."""
        return frozenset(range(len(self.rows)))

    def reached_by(self, paths: Iterable[Path]) -> _Rows:
        """Return the rows that can still be played after one of the paths."""
        by_end = self._by_end
        return frozenset([by_end[end] for path in paths for end in path.node.plays])

    def with_effect(self, effect: Effect) -> _Rows:
        """Return the rows in which a checker hits, or traps."""
        return self.with_move(lambda move: move.effect is effect)

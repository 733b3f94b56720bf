"""The plays of a stage in the order of the list, and the rows in which given moves stand."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Final

from backgammon_tui.engine import Effect, Game, Move, Outlook, Place
from backgammon_tui.engine.moves import steps_of, unpack
from backgammon_tui.engine.notation import EFFECTS, Numbering
from backgammon_tui.engine.play_graph import Path, PlayGraph
from backgammon_tui.engine.routes import Hop
from backgammon_tui.modes.play.partial_notation import landing_on
from backgammon_tui.modes.play.rows import PlayRow

_Rows = frozenset[int]
"""Indices of rows."""


class PlayList:
    """The legal plays of the rest of a stage; a doublet can have thousands.

    While the opponent completes a stage they are its single moves.
    """

    def __init__(
        self,
        game: Game,
        numbering: Numbering,
        *,
        front_first: bool = False,
        is_listed: bool = True,
        accepts_illegal: bool = False,
    ) -> None:
        """Take a game and list its plays.

        Args:
            numbering: The numbering of the points in notation.
            front_first: True if the list begins with the checkers nearest home.
            is_listed: False for the program, which finds its plays itself.
            accepts_illegal: True if illegal moves may be typed and tried, for a teacher to answer.
        """
        self.game: Final = game
        self.numbering: Final = numbering
        self.accepts_illegal: Final = accepts_illegal
        self.graph: Final = PlayGraph.of(game)
        self._outlooks: Final[dict[int, Outlook | None]] = {}
        plays = self.graph.list_plays() if is_listed else ()
        rows = [PlayRow.of(play, numbering, front_first=front_first) for play in plays]
        self.rows: Final = tuple(sorted(rows, key=lambda row: row.order))

    def outlook(self, row: int) -> Outlook | None:
        """Return what follows a play, found out when it is first asked; None if nothing does."""
        if row not in self._outlooks:
            self._outlooks[row] = self.game.outlook(self.rows[row].position)
        return self._outlooks[row]

    def keeping(self, rows: Iterable[int]) -> Outlook | None:
        """Return the outlook of the rows that keep most of the next stage; None without one."""
        best: Outlook | None = None
        for row in rows:
            found = self.outlook(row)
            if found and not found.withheld and (not best or found.playable > best.playable):
                best = found
        return best

    def keeping_most(self) -> _Rows | None:
        """Return the rows that keep as much of the next stage as can be; None if nothing can."""
        best = self.keeping(self.all_rows)
        if best is None or not best.playable:
            return None
        return frozenset(row for row in self.all_rows if self.keeping([row]) == best)

    @cached_property
    def _by_step(self) -> dict[int, list[int]]:
        """The rows in which each packed move stands, as often as it stands there."""
        found: dict[int, list[int]] = defaultdict(list)
        for index, row in enumerate(self.rows):
            for step in steps_of(row.play[1]):
                found[step].append(index)
        return dict(found)

    @cached_property
    def _by_end(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = defaultdict(list)
        for index, row in enumerate(self.rows):
            found[row.end].append(index)
        return dict(found)

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
        ends = {end for path in paths for end in path.node.plays}
        return frozenset([row for end in ends for row in self._by_end.get(end, ())])

    def with_effect(self, effect: Effect) -> _Rows:
        """Return the rows in which a checker hits, or traps."""
        return self.with_move(lambda move: move.effect is effect)

    def filtered(self, text: str) -> _Rows | None:
        """Return the rows of a filter; None for other texts.

        `*` hits, `^` traps, `off` bears off, `/16*` lands, and `c` keeps most of the complement.
        """
        if text == "c":
            return self.keeping_most()
        if text.startswith("/"):
            return self.with_move(landing_on(text[1:], self.numbering))
        if text in EFFECTS:
            return self.with_effect(EFFECTS[text])
        if "off".startswith(text):
            return self.with_move(lambda move: move.target == Place.OFF)
        return None

    def striking(self, text: str) -> _Rows:
        """Return the rows that hit or trap on a point typed alone, such as `16*`."""
        fits = landing_on(text, self.numbering)
        return self.with_move(lambda move: move.effect is not Effect.NOTHING and fits(move))

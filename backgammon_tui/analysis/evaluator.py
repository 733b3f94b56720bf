"""A network applied to the rules of a game: the worth of states and plays, no roll ahead.

A play is worth what the network says of the state after it; where a complement follows, it is
searched behind the best faces. Where all checkers are home, a table or a network for endings is
asked in place of the net.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from backgammon_tui.analysis.bear_off import BearOff, all_are_home, sides_have_passed
from backgammon_tui.analysis.features import certain_win
from backgammon_tui.analysis.network import CHOICE, Network, SideSums
from backgammon_tui.analysis.stages import ROLL, EvalState, ToPlay, stages_due
from backgammon_tui.engine import CHECKERS, Place, Play, Position, Rules, Side, legal_plays
from backgammon_tui.engine.legal import can_move

Chances = tuple[float, ...]
"""The chances that the acting side wins 1, 2, 3, loses 1, 2, 3, and of a draw."""

DRAWN: Final[Chances] = (0.0,) * 6 + (1.0,)

FACES: Final = 8
"""The greatest number of faces searched for their complement."""

MAX_COMPLEMENT_POSITIONS: Final = 300
"""Number of positions judged behind faces after which no further face is begun."""


@dataclass(frozen=True, slots=True)
class RatedPlay:
    """A play with its value for the side that makes it."""

    play: Play

    points: float
    leaf: Chances
    """The chances where the search ended, for the side that acts there."""

    passes: bool
    """True if that is the opponent."""

    ends: bool = False

    @property
    def wins(self) -> bool:
        """True if the play wins the game at once."""
        return self.ends and self.points > 0

    @property
    def chances(self) -> Chances:
        """The chances of the side that makes the play."""
        return swapped(self.leaf) if self.passes else self.leaf


def swapped(chances: Chances) -> Chances:
    """Return the same chances as the other side sees them."""
    return (*chances[3:6], *chances[:3], chances[6])


@dataclass(frozen=True, eq=False, slots=True)
class Perspective:
    """The side that acts and its debt, as the networks see positions from there."""

    side: Side
    pending: int
    view: SideSums
    ending: SideSums | None


class Evaluator:
    """A network that judges games by certain rules.

    Args:
        faces: Behind so many faces at most the complement is searched.
        bear_off: The table for positions in which all checkers are home.
        endings: A network for the same positions where there can be no table; beside a table, for
            races to come there.
    """

    def __init__(
        self,
        network: Network,
        rules: Rules,
        faces: int = FACES,
        bear_off: BearOff | None = None,
        endings: Network | None = None,
    ) -> None:
        self.network = network
        self.rules = rules
        self.endings = endings
        self._faces = faces
        self._may_trap = rules.landing.may_trap
        self._bear_off = bear_off
        self._knows_endings = bear_off is not None or endings is not None
        worth = [float(min(points, rules.scale.most)) for points in (1, 2, 3)]
        self._worth = (*worth, *(-points for points in worth), 0.0)
        self._perspectives: dict[tuple[Side, int, bool, bool], Perspective] = {}

    @property
    def looks_deep_at_home(self) -> bool:
        """True if a network, not a table, judges positions in which all checkers are home."""
        return self._knows_endings and self._bear_off is None

    # ---- states

    def perspective(self, side: Side, pending: int, had_double: frozenset[Side]) -> Perspective:
        """Return the way in which the positions of a state are seen."""
        limited = self.rules.first_double_face_only
        first = limited and side not in had_double
        other = limited and side.other not in had_double
        key = (side, pending, first, other)
        found = self._perspectives.get(key)
        if found is None:
            view = self.network.view(side, pending, (first, other))
            ending = self.endings.view(side, pending, (first, other)) if self.endings else None
            found = self._perspectives[key] = Perspective(side, pending, view, ending)
        return found

    def chances(self, spot: EvalState) -> Chances:
        """Return the chances in a state for the side that acts, no roll ahead."""
        seen = self.perspective(spot.side, spot.pending, spot.had_double)
        return self.chances_of(spot.position.packed, seen)

    def chances_of(self, packed: int, seen: Perspective) -> Chances:
        """Return the chances in a packed position for the side that acts."""
        if not self._knows_endings:
            return self.network.chances(packed, seen.view)
        home = all_are_home(packed)
        if home and self._bear_off:
            return self._bear_off.chances(packed, seen.side, seen.pending)
        if self.endings and seen.ending and (home or self._is_race(packed)):
            return self.endings.chances(packed, seen.ending)
        return self.network.chances(packed, seen.view)

    def _is_race(self, packed: int) -> bool:
        return self._bear_off is not None and sides_have_passed(packed)

    def points(self, chances: Chances) -> float:
        """Return the points that chances come to by the scale of the rules."""
        total = 0.0
        for chance, worth in zip(chances, self._worth, strict=True):
            total += chance * worth
        return total

    def won(self, position: Position, side: Side) -> Chances:
        """Return the certain outcome where a side has borne off its last checker."""
        return certain_win(self.rules.points_for_win(position, side))

    # ---- plays

    def judged(self, stage: ToPlay) -> list[RatedPlay]:
        """Return every play of a stage with its worth, in the order of `legal_plays`.

        Behind the best faces of a double the complement has been searched.
        """
        plays = legal_plays(self.rules, stage.position, stage.side, stage.numbers)
        found = self._at_once(stage, plays)
        if stage.pending in (ROLL, CHOICE) or len(found) == 1:
            return found
        return self._behind_faces(stage, found)

    def best(self, stage: ToPlay) -> RatedPlay:
        """Return the play of a stage that is worth most, the first one of several.

        Every win on the board is taken.
        """
        return best_of(self.judged(stage))

    def _at_once(self, stage: ToPlay, plays: Sequence[Play]) -> list[RatedPlay]:
        rules, side = self.rules, stage.side
        theirs = self.perspective(side.other, ROLL, stage.had_double)
        mine = self.perspective(side, stage.pending, stage.had_double)
        passes = stage.ends_turn or not self.is_full(stage, plays)
        may_end = self.may_end(stage)
        found = []
        for play in plays:
            packed = play[0]
            position = Position(packed)
            ended = self.ended(stage, position) if may_end else None
            if ended is not None:
                found.append(RatedPlay(play, self.points(ended), ended, False, True))
            elif passes or stage.withholds(rules, position):
                chances = self.chances_of(packed, theirs)
                found.append(RatedPlay(play, -self.points(chances), chances, True))
            else:
                chances = self.chances_of(packed, mine)
                found.append(RatedPlay(play, self.points(chances), chances, False))
        return found

    def may_win(self, stage: ToPlay) -> bool:
        """Return True if a stage may bear off the side's last checker."""
        return stage.position.count(stage.side, Place.OFF) + len(stage.numbers) >= CHECKERS

    def may_end(self, stage: ToPlay) -> bool:
        """Return True if a stage may end the game, by a win or a block of both sides."""
        return self.rules.landing.may_trap or self.may_win(stage)

    def ended(self, stage: ToPlay, position: Position) -> Chances | None:
        """Return the certain outcome where a stage has ended the game, for the side it is of."""
        if position.has_borne_off_all(stage.side):
            return self.won(position, stage.side)
        return DRAWN if self.is_dead(position) else None

    def is_full(self, stage: ToPlay, plays: Sequence[Play]) -> bool:
        """Return True if all numbers are played; plays that win with fewer do not count."""
        for play in plays:
            if not play.position.has_borne_off_all(stage.side):
                return len(play.moves) == len(stage.numbers)
        return True

    def is_dead(self, position: Position) -> bool:
        """Return True if neither side can ever move again, which takes trapped checkers of both."""
        if not (self._may_trap and position.has_trapped(Side.WHITE)):
            return False
        if not position.has_trapped(Side.BLACK):
            return False
        return not any(can_move(self.rules, position, side) for side in Side)

    def _behind_faces(self, stage: ToPlay, found: list[RatedPlay]) -> list[RatedPlay]:
        searched = list(found)
        looked_at = 0
        order = sorted(range(len(found)), key=lambda i: -found[i].points)
        for i in order[: self._faces]:
            face = found[i]
            if face.ends or face.passes:
                continue
            if looked_at > MAX_COMPLEMENT_POSITIONS:
                break
            spot = stage.after(self.rules, face.play.position, full=True)
            (complement,) = stages_due(self.rules, spot)
            behind = self.judged(complement)
            looked_at += len(behind)
            best = best_of(behind)
            searched[i] = RatedPlay(face.play, best.points, best.leaf, best.passes)
        return searched

    def continued(self, spot: EvalState) -> tuple[ToPlay, RatedPlay]:
        """Return the next stage of a side that owes no roll, and its best play."""
        options = [(stage, self.best(stage)) for stage in stages_due(self.rules, spot)]
        return max(options, key=lambda option: (option[1].wins, option[1].points))


def in_order(judged: list[RatedPlay]) -> list[RatedPlay]:
    """Return judged plays, those that win first, and then by points."""
    return sorted(judged, key=lambda one: (not one.wins, -one.points))


def best_of(judged: Sequence[RatedPlay]) -> RatedPlay:
    """Return the play that wins at once, or else the first one that is worth most."""
    return max(judged, key=lambda one: (one.wins, one.points))

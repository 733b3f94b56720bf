"""A net applied to the rules of a game: what states and plays are worth.

0-ply is what the net says of the state after a play; where a complement follows, it is
searched behind the best faces. 1-ply is the mean over all throws that may follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from backgammon_tui.analysis.features import OUTCOMES
from backgammon_tui.analysis.network import CHOICE, Network, View
from backgammon_tui.analysis.stages import THROW, THROWS, Spot, ToPlay, owed, thrown
from backgammon_tui.engine import CHECKERS, Place, Play, Position, Rules, Side, legal_plays
from backgammon_tui.engine.steps import can_move

Chances = tuple[float, ...]
"""The chances that the acting side wins 1, 2, 3, loses 1, 2, 3, and of a draw."""

DRAWN: Final[Chances] = (0.0,) * 6 + (1.0,)

FACES: Final = 8
"""Behind so many faces at most the complement is searched."""

MOST_BEHIND: Final = 300
"""When so many positions have been looked at behind faces, no further face is begun."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A play with what it is worth to the side that makes it."""

    play: Play

    points: float
    """The points that the side may expect."""

    leaf: Chances
    """The chances where the search ended, for the side that acts there."""

    passes: bool
    """Whether that is the opponent."""

    ends: bool = False
    """Whether the play ends the game."""

    @property
    def wins(self) -> bool:
        """Whether the play wins the game at once."""
        return self.ends and self.points > 0

    @property
    def chances(self) -> Chances:
        """The chances of the side that makes the play."""
        return swapped(self.leaf) if self.passes else self.leaf


def swapped(chances: Chances) -> Chances:
    """The same chances as the other side sees them."""
    return (*chances[3:6], *chances[:3], chances[6])


class Judge:
    """A net that judges games by certain rules."""

    def __init__(self, network: Network, rules: Rules, faces: int = FACES) -> None:
        self.network = network
        self.rules = rules
        self._faces = faces
        worth = [float(min(points, rules.scale.most)) for points in (1, 2, 3)]
        self._worth = (*worth, *(-points for points in worth), 0.0)
        self._views: dict[tuple[Side, int, bool, bool], View] = {}

    @cached_property
    def at_a_glance(self) -> Judge:
        """A judge that does not look behind faces, for states further ahead."""
        return Judge(self.network, self.rules, faces=0) if self._faces else self

    # ---- states

    def _view(self, side: Side, owes: int, had_doublet: frozenset[Side]) -> View:
        limited = self.rules.first_doublet_face_only
        first = limited and side not in had_doublet
        other = limited and side.other not in had_doublet
        key = (side, owes, first, other)
        if key not in self._views:
            self._views[key] = self.network.view(side, owes, (first, other))
        return self._views[key]

    def chances(self, spot: Spot) -> Chances:
        """What the net says of a state, for the side that acts."""
        view = self._view(spot.side, spot.owes, spot.had_doublet)
        return self.network.chances(spot.position.packed, view)

    def points(self, chances: Chances) -> float:
        """The points that chances come to by the scale of the rules."""
        total = 0.0
        for chance, worth in zip(chances, self._worth, strict=True):
            total += chance * worth
        return total

    def won(self, position: Position, side: Side) -> Chances:
        """The certain outcome where a side has borne off its last checker."""
        points = self.rules.points_for_win(position, side)
        return tuple(float(i == points - 1) for i in range(OUTCOMES))

    # ---- plays

    def judged(self, stage: ToPlay) -> list[Judged]:
        """Every play of a stage with its worth, in the order of `legal_plays`.

        Behind the best faces of a doublet the complement has been searched.
        """
        plays = legal_plays(self.rules, stage.position, stage.side, stage.numbers)
        found = self._at_once(stage, plays)
        if stage.earns in (None, THROW, CHOICE) or len(found) == 1:
            return found
        return self._behind_faces(stage, found)

    def best(self, stage: ToPlay) -> Judged:
        """The play of a stage that is worth most; the first one of several.

        Every win on the board is taken.
        """
        return best_of(self.judged(stage))

    def _at_once(self, stage: ToPlay, plays: Sequence[Play]) -> list[Judged]:
        """The plays by what the net says of the states after them."""
        rules, side = self.rules, stage.side
        theirs = self._view(side.other, THROW, stage.had_doublet)
        mine = self._view(side, stage.earns or THROW, stage.had_doublet)
        near = stage.position.count(side, Place.OFF) + len(stage.numbers) >= CHECKERS
        passes = stage.earns is None or not self._is_full(stage, plays)
        found = []
        for play in plays:
            packed = play[0]
            position = Position(packed)
            if near and position.has_borne_off_all(side):
                won = self.won(position, side)
                found.append(Judged(play, self.points(won), won, False, True))
            elif self._is_dead(position):
                found.append(Judged(play, 0.0, DRAWN, False, True))
            elif passes or stage.withholds(rules, position):
                chances = self.network.chances(packed, theirs)
                found.append(Judged(play, -self.points(chances), chances, True))
            else:
                chances = self.network.chances(packed, mine)
                found.append(Judged(play, self.points(chances), chances, False))
        return found

    def _is_full(self, stage: ToPlay, plays: Sequence[Play]) -> bool:
        """Whether all numbers are played; those that win with fewer say nothing of that."""
        for play in plays:
            if not play.position.has_borne_off_all(stage.side):
                return len(play.moves) == len(stage.numbers)
        return True

    def _is_dead(self, position: Position) -> bool:
        """Whether nobody can ever move again, which needs trapped checkers on both sides."""
        if not self.rules.landing.may_trap or not all(map(position.has_trapped, Side)):
            return False
        return not any(can_move(self.rules, position, side) for side in Side)

    def _behind_faces(self, stage: ToPlay, found: list[Judged]) -> list[Judged]:
        """The same plays, the best of them judged by the best complement behind them."""
        searched = list(found)
        looked_at = 0
        order = sorted(range(len(found)), key=lambda i: -found[i].points)
        for i in order[: self._faces]:
            face = found[i]
            if face.ends or face.passes:
                continue
            if looked_at > MOST_BEHIND:
                break
            spot = stage.after(self.rules, face.play.position, full=True)
            (complement,) = owed(spot)
            behind = self.judged(complement)
            looked_at += len(behind)
            best = best_of(behind)
            searched[i] = Judged(face.play, best.points, best.leaf, best.passes)
        return searched

    # ---- a throw ahead

    def continued(self, spot: Spot) -> tuple[ToPlay, Judged]:
        """The stage that a side goes on with and its best play, where it owes no throw."""
        options = [(stage, self.best(stage)) for stage in owed(spot)]
        return max(options, key=lambda option: (option[1].wins, option[1].points))

    def expected(self, spot: Spot) -> tuple[float, Chances]:
        """The mean over all throws of the best plays: points and chances of the acting side.

        Faces are taken by what the net says of owing their complements.
        """
        points = 0.0
        total = [0.0] * OUTCOMES
        for dice, weight in THROWS:
            best = self.at_a_glance.best(thrown(self.rules, spot, dice))
            points += weight * best.points
            total = [sum_ + weight * c for sum_, c in zip(total, best.chances, strict=True)]
        return points / 36, tuple(chance / 36 for chance in total)


def in_order(judged: list[Judged]) -> list[Judged]:
    """Judged plays, those that win first, and then by points."""
    return sorted(judged, key=lambda one: (not one.wins, -one.points))


def best_of(judged: Sequence[Judged]) -> Judged:
    """The play that wins at once, or else the one that is worth most; the first of several."""
    return max(judged, key=lambda one: (one.wins, one.points))

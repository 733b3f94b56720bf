"""States looked at some rolls ahead, without judging the same position twice.

After each roll the play that the judge likes best is made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from backgammon_tui.analysis.evaluator import Chances, Evaluator, Perspective, RatedPlay, swapped
from backgammon_tui.analysis.features import OUTCOMES
from backgammon_tui.analysis.stages import ROLL, ROLLS, EvalState, ToPlay, rolled, stages_due
from backgammon_tui.engine import Play, Position, legal_plays

_NO_VALUE: Final = -9.0
"""Fewer points than any state is worth."""


class Stopped(Exception):
    """Nobody wants to know any more."""


def go_on() -> bool:
    """Never stop."""
    return False


@dataclass
class Lookahead:
    """The states examined for one decision; none of them is judged twice."""

    judge: Evaluator

    should_stop: Callable[[], bool] = go_on
    """A function asked before each roll; True once the result is no longer wanted."""

    positions: int = 0
    _known: dict[Perspective, dict[int, float]] = field(default_factory=dict)
    _chances: dict[tuple[EvalState, int], Chances] = field(default_factory=dict)

    def best(self, stage: ToPlay) -> tuple[float, Play, bool]:
        """Return the best play, no roll ahead: its points, the play, True if it ends the game.

        Raises:
            Stopped: if nobody wants to know any more.
        """
        if self.should_stop():
            raise Stopped
        judge = self.judge
        rules, side = judge.rules, stage.side
        plays = legal_plays(rules, stage.position, side, stage.numbers)
        passes = stage.ends_turn or not judge.is_full(stage, plays)
        theirs = judge.perspective(side.other, ROLL, stage.had_double)
        mine = judge.perspective(side, stage.pending, stage.had_double)
        # A side's plays bring none of its own checkers onto the bar or into the hand, so where
        # nothing is to enter before, no complement is withheld after.
        if not (judge.may_win(stage) or stage.withholds(rules, stage.position)):
            points, play = self._top(plays, theirs if passes else mine, -1 if passes else 1)
            return points, play, judge.is_dead(play.position)
        top, best, wins = _NO_VALUE, plays[0], False
        for play in plays:
            position = play.position
            won = position.has_borne_off_all(side)
            if won:
                points = judge.points(judge.won(position, side))
            elif passes or stage.withholds(rules, position):
                points = -self._points(play[0], theirs, self._known_from(theirs))
            else:
                points = self._points(play[0], mine, self._known_from(mine))
            if (won, points) > (wins, top):
                top, best, wins = points, play, won
        return top, best, wins or judge.is_dead(best.position)

    def continued(self, spot: EvalState) -> tuple[ToPlay, float, Play, bool]:
        """Return the next stage of a side that owes no roll, and its best play."""
        options = [(stage, *self.best(stage)) for stage in stages_due(self.judge.rules, spot)]
        return max(options, key=lambda each: (each[3] and each[1] > 0, each[1]))

    def mean(self, spot: EvalState) -> float:
        """Return the mean over all rolls of the best plays, for the side that rolls."""
        rules = self.judge.rules
        return sum(w * self.best(rolled(rules, spot, dice))[0] for dice, w in ROLLS) / 36

    def chances(self, spot: EvalState, depth: int) -> Chances:
        """Return the chances in a state, some rolls ahead, for the side that acts."""
        if not depth:
            return self.judge.chances(spot)
        key = (spot, depth)
        found = self._chances.get(key)
        if found is None:
            found = self._chances[key] = self._ahead(spot, depth)
        return found

    def _ahead(self, spot: EvalState, depth: int) -> Chances:
        judge = self.judge
        if spot.pending != ROLL:
            stage, _, play, ends = self.continued(spot)
            ended = judge.ended(stage, play.position) if ends else None
            return ended or self._after(stage, play, depth)
        total = [0.0] * OUTCOMES
        for dice, weight in ROLLS:
            stage = rolled(judge.rules, spot, dice)
            _, play, ends = self.best(stage)
            ended = judge.ended(stage, play.position) if ends else None
            each = ended or self._after(stage, play, depth - 1)
            total = [sum_ + weight * chance for sum_, chance in zip(total, each, strict=True)]
        return tuple(chance / 36 for chance in total)

    def _after(self, stage: ToPlay, play: Play, depth: int) -> Chances:
        """Return the chances after a play, for the side that makes it."""
        spot = reached(self.judge, stage, play)
        found = self.chances(spot, depth)
        return found if spot.side is stage.side else swapped(found)

    # ---- positions

    def _known_from(self, seen: Perspective) -> dict[int, float]:
        return self._known.setdefault(seen, {})

    def _points(self, packed: int, seen: Perspective, known: dict[int, float]) -> float:
        """Return the points of a position for the side that acts in it."""
        found = known.get(packed)
        if found is None:
            self.positions += 1
            judge = self.judge
            dead = judge.is_dead(Position(packed))
            found = 0.0 if dead else judge.points(judge.chances_of(packed, seen))
            known[packed] = found
        return found

    def _top(self, plays: Sequence[Play], seen: Perspective, sign: int) -> tuple[float, Play]:
        known = self._known_from(seen)
        top, best = _NO_VALUE, plays[0]
        for play in plays:
            points = known.get(play[0])
            if points is None:
                points = self._points(play[0], seen, known)
            if sign * points > top:
                top, best = sign * points, play
        return top, best


def reached(judge: Evaluator, stage: ToPlay, play: Play) -> EvalState:
    """Return the state after a play, which has not ended the game."""
    full = len(play.moves) == len(stage.numbers)
    return stage.after(judge.rules, play.position, full)


def awaited(judge: Evaluator, stage: ToPlay, one: RatedPlay) -> EvalState | None:
    """Return the state after a play in which a roll is awaited; None if the game ends first.

    Behind a face the best complement is played.
    """
    if one.ends:
        return None
    spot = reached(judge, stage, one.play)
    if spot.pending == ROLL:
        return spot
    stage_after, best = judge.continued(spot)
    return None if best.ends else reached(judge, stage_after, best.play)

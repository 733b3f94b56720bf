"""Values of states some rolls ahead, without evaluating a position twice.

After each roll, the best 0-ply play is assumed.
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
"""Lower than the points of any state."""


class Stopped(Exception):
    """The caller no longer needs the result."""


def go_on() -> bool:
    """Return False: the default for `should_stop`."""
    return False


@dataclass
class Lookahead:
    """The states evaluated for one decision; each is evaluated only once."""

    judge: Evaluator

    should_stop: Callable[[], bool] = go_on
    """Called before each roll; returns True once the result is no longer needed."""

    positions: int = 0
    _known: dict[Perspective, dict[int, float]] = field(default_factory=dict)
    _chances: dict[tuple[EvalState, int], Chances] = field(default_factory=dict)

    def best(self, stage: ToPlay) -> tuple[float, Play, bool]:
        """Return the best 0-ply play: its points, the play, and True if it ends the game.

        Raises:
            Stopped: if the result is no longer needed.
        """
        if self.should_stop():
            raise Stopped
        judge = self.judge
        rules, side = judge.rules, stage.side
        plays = legal_plays(rules, stage.position, side, stage.numbers)
        passes = stage.ends_turn or not judge.is_full(stage, plays)
        theirs = judge.perspective(side.other, ROLL, stage.had_double)
        mine = judge.perspective(side, stage.pending, stage.had_double)
        # A play never adds checkers to the side's own bar or hand, so if none has to enter
        # before it, the rules do not deny a complement after it.
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
        """Return the next stage of a side that does not roll next, and its best play."""
        options = [(stage, *self.best(stage)) for stage in stages_due(self.judge.rules, spot)]
        return max(options, key=lambda option: (option[3] and option[1] > 0, option[1]))

    def mean(self, spot: EvalState) -> float:
        """Return the average points of the best plays over all rolls, for the side that rolls."""
        rules = self.judge.rules
        return sum(w * self.best(rolled(rules, spot, dice))[0] for dice, w in ROLLS) / 36

    def chances(self, spot: EvalState, depth: int) -> Chances:
        """Return the chances for the side that acts, by a search `depth` rolls ahead."""
        if not depth:
            return self.judge.chances(spot)
        key = (spot, depth)
        chances = self._chances.get(key)
        if chances is None:
            chances = self._chances[key] = self._ahead(spot, depth)
        return chances

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
            chances = ended or self._after(stage, play, depth - 1)
            total = [sum_ + weight * chance for sum_, chance in zip(total, chances, strict=True)]
        return tuple(chance / 36 for chance in total)

    def _after(self, stage: ToPlay, play: Play, depth: int) -> Chances:
        spot = reached(self.judge, stage, play)
        chances = self.chances(spot, depth)
        return chances if spot.side is stage.side else swapped(chances)

    # ---- positions

    def _known_from(self, seen: Perspective) -> dict[int, float]:
        return self._known.setdefault(seen, {})

    def _points(self, packed: int, seen: Perspective, known: dict[int, float]) -> float:
        """Return the points of a position for the side that acts in it."""
        points = known.get(packed)
        if points is None:
            self.positions += 1
            judge = self.judge
            dead = judge.is_dead(Position(packed))
            points = 0.0 if dead else judge.points(judge.chances_of(packed, seen))
            known[packed] = points
        return points

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
    """Return the state after a play that has not ended the game."""
    full = len(play.moves) == len(stage.numbers)
    return stage.after(judge.rules, play.position, full)


def awaited(judge: Evaluator, stage: ToPlay, rated: RatedPlay) -> EvalState | None:
    """Return the state after a play in which a roll comes next; None if the game ends first.

    After a double, its best complement is played.
    """
    if rated.ends:
        return None
    spot = reached(judge, stage, rated.play)
    if spot.pending == ROLL:
        return spot
    stage_after, best = judge.continued(spot)
    return None if best.ends else reached(judge, stage_after, best.play)

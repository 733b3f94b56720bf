"""Rollouts of decisions about the doubling cube, with the cube turned on the way.

Both sides double, take and pass by the model of `analysis.cube`. The values of all rolls remove
most of the luck of the dice; they do not change the mean.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, sqrt
from statistics import mean
from typing import Final, NamedTuple

from backgammon_tui.analysis.bear_off import sides_have_passed
from backgammon_tui.analysis.cube import (
    EFFICIENCY,
    MINE,
    NOBODY,
    RACE_EFFICIENCY,
    THEIRS,
    CubeAdvice,
    Money,
    WinShares,
    advise,
    equity,
    scores_for,
)
from backgammon_tui.analysis.evaluator import (
    CUT,
    ROLLS,
    Chances,
    EvalState,
    Evaluator,
    RatedPlay,
    eval_state,
    rolled,
)
from backgammon_tui.analysis.lookahead import Stopped, never_stop
from backgammon_tui.analysis.value import evaluator_for
from backgammon_tui.engine import Game, Match, Side

MIN_GAMES: Final = 3
MAX_GAMES: Final = 12
CLEAR: Final = 0.2
"""Distance from the equity of a pass, in points, at which one game would decide the answer."""


class Turned(NamedTuple):
    """A cube during a rollout."""

    value: int
    owner: Side | None

    def seen_by(self, side: Side) -> int:
        return NOBODY if self.owner is None else MINE if self.owner is side else THEIRS


@dataclass(frozen=True)
class CubeRollout:
    """The rollout of a decision; equities are those of the side to roll."""

    game: Game
    match: Match

    @property
    def judge(self) -> Evaluator:
        return evaluator_for(self.game.rules)

    @property
    def side(self) -> Side:
        assert self.game.side
        return self.game.side

    def point(self) -> float:
        """Return the worth of a point at the value of the cube, in the unit of the equities."""
        scores, stake = scores_for(self.match, self.side), self.game.stake
        return (scores.win(stake) - scores.loss(stake)) / 2

    def passed(self) -> float:
        return scores_for(self.match, self.side).win(self.game.stake)

    def taken(
        self,
        should_stop: Callable[[], bool] = never_stop,
        seconds: float = inf,
        clock: Callable[[], float] = time.thread_time,
    ) -> float:
        """Return the average equity after a take, from as few games as decide the answer.

        Args:
            seconds: The time for all games; they end before one that would probably exceed it.
            clock: Returns seconds of work; other programs on a busy machine do not count.

        Raises:
            Stopped: if `should_stop` returned True between two games.
        """
        results: list[float] = []
        begun = clock()
        while len(results) < MAX_GAMES and not self._is_clear(results):
            if should_stop():
                raise Stopped
            if results and (clock() - begun) * (1 + 1 / len(results)) > seconds:
                break
            # The first rolls of a few games differ in both dice.
            number = len(results) * 11 % 36
            results.append(self.play(is_taken=True, seed=1, number=number))
        return mean(results)

    def _is_clear(self, results: Sequence[float]) -> bool:
        if len(results) < MIN_GAMES:
            return False
        return abs(mean(results) - self.passed()) > CLEAR * self.point() / sqrt(len(results))

    def play(self, *, is_taken: bool, seed: int, number: int) -> float:
        """Play a game on after a roll without a double, or after a take."""
        assert self.game.cube
        value, owner = self.game.cube
        cube = Turned(2 * value, self.side.other) if is_taken else Turned(value, owner)
        chance, luck = random.Random(f"{seed}:{number}"), 0.0
        spot = eval_state(self.game)
        for roll in range(CUT):
            dice = chance.randint(1, 6), chance.randint(1, 6)
            if roll == 0:
                dice = number % 6 + 1, number // 6 % 6 + 1
            else:
                advice = self._advice(spot, self.judge.chances(spot), cube)
                if advice.should_double:
                    if not advice.should_take:
                        return self._own(advice.passed, spot.side) - luck
                    cube = Turned(2 * cube.value, spot.side.other)
            high, low = max(dice), min(dice)
            plays = self._first_plays if roll == 0 else self._best_plays(spot)
            worth = {numbers: self._worth(play, spot, cube) for numbers, play in plays.items()}
            luck += worth[high, low] - sum(w * worth[numbers] for numbers, w in ROLLS) / 36
            if plays[high, low].ends:
                return worth[high, low] - luck
            stage = rolled(self.game.rules, spot, (high, low))
            spot = stage.after(self.game.rules, plays[high, low].play)
        advice = self._advice(spot, self.judge.chances(spot), cube)
        best = max(advice.hold, min(advice.taken, advice.passed))
        return self._own(best, spot.side) - luck

    @cached_property
    def _first_plays(self) -> Mapping[tuple[int, int], RatedPlay]:
        return self._best_plays(eval_state(self.game))

    def _best_plays(self, spot: EvalState) -> Mapping[tuple[int, int], RatedPlay]:
        judge, rules = self.judge, self.game.rules
        return {numbers: judge.best(rolled(rules, spot, numbers)) for numbers, _ in ROLLS}

    def _worth(self, play: RatedPlay, spot: EvalState, cube: Turned) -> float:
        scores = scores_for(self.match, spot.side)
        if play.ends:
            return self._own(scores.win(cube.value * round(play.points)), spot.side)
        other = spot.side.other
        x = _efficiency(play.play.packed)
        shape, chance = WinShares.from_chances(play.leaf), sum(play.leaf[:3])
        theirs = scores_for(self.match, other)
        held = equity(theirs, shape, chance, cube.value, cube.seen_by(other), x)
        return self._own(held, other)

    def _advice(self, spot: EvalState, chances: Chances, cube: Turned) -> CubeAdvice:
        scores, x = scores_for(self.match, spot.side), _efficiency(spot.position.packed)
        owner = cube.seen_by(spot.side)
        if owner == THEIRS or scores.is_dead_for_me(cube.value):
            shape, chance = WinShares.from_chances(chances), sum(chances[:3])
            held = equity(scores, shape, chance, cube.value, owner, x)
            return CubeAdvice(held, held, held)
        return advise(scores, chances, cube.value, owner, x)

    def _own(self, worth: float, side: Side) -> float:
        """Return an equity of a side as that of the side to roll in the decision."""
        if side is self.side:
            return worth
        return -worth if isinstance(scores_for(self.match, side), Money) else 1 - worth


def _efficiency(packed: int) -> float:
    return RACE_EFFICIENCY if sides_have_passed(packed) else EFFICIENCY

"""Ratings of decisions about the doubling cube, with rollouts of answers near the limit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from backgammon_tui.analysis.bear_off import sides_have_passed
from backgammon_tui.analysis.cube import (
    EFFICIENCY,
    RACE_EFFICIENCY,
    THEIRS,
    CubeAdvice,
    WinShares,
    cube_advice,
    equity,
    scores_for,
)
from backgammon_tui.analysis.cube_rollout import CubeRollout
from backgammon_tui.analysis.evaluator import eval_state
from backgammon_tui.analysis.lookahead import Lookahead, chances_ahead, never_stop
from backgammon_tui.analysis.value import error_of, evaluator_for, require_judged
from backgammon_tui.engine import Action, Double, Game, Match, Pass, Phase, Rules, Take


@dataclass(frozen=True, slots=True)
class CubeRating:
    """The rating of a decision about the cube, before a roll or after a double."""

    advice: CubeAdvice
    win: float
    """The chance of the side to roll to win."""

    gammons: float
    """The chance of the side to roll to win a gammon or a backgammon."""

    win_error: float
    """Mean absolute error of the chance to win."""

    gammon_error: float
    """Mean absolute error of the chance of a gammon."""

    take_point: float
    """The chance to win from which the other side should take."""

    point: float
    """The worth of a point at the value of the cube, in the unit of the equities."""

    def cost(self, action: Action | None) -> float:
        """Return the cost of an action, None for rolling, in points at the value of the cube."""
        hold, taken, passed = self.advice.hold, self.advice.taken, self.advice.passed
        match action:
            case Double():
                lost = hold - min(taken, passed)
            case Take():
                lost = taken - passed
            case Pass():
                lost = passed - taken
            case _:
                lost = min(taken, passed) - hold
        return max(lost, 0.0) / self.point


_MODEL_ERROR: Final = 0.03
"""Error that the model adds to a decision about the cube, in points."""

MIN_MISSED: Final = 0.02
"""Minimum cost, in points, of a roll that counts as a missed double."""

_CHANCE_ERRORS: Final = 0.021, 0.012
_RACE_CHANCE_ERRORS: Final = 0.004, 0.002
"""Mean absolute errors of the chances to win, and to win a gammon, as `STRENGTH.md` describes."""


def cube_error(rules: Rules, cost: float) -> float:
    """Return the standard error of the cost of a decision about the cube, in points."""
    return _MODEL_ERROR + error_of(rules, cost, is_ahead=True)


NEAR: Final = 0.3
"""Distance from the limit, in points, within which an answer with contact is rolled out."""


def rate_cube(
    game: Game,
    match: Match,
    should_stop: Callable[[], bool] = never_stop,
    seconds: float = inf,
) -> CubeRating:
    """Rate a double, or the answer to it, one roll ahead.

    An answer near the limit is rolled out, which takes some tenths of a second.

    Args:
        should_stop: Called between games; returns True once the rating is not needed.
        seconds: The time for these games. Without a limit, the same game gives the same rating.

    Raises:
        NotJudged: if the computer does not evaluate games under these rules.
        NoNet: if there is no usable network for the game.
        Stopped: if `should_stop` returned True.
    """
    require_judged(game.rules)
    chances = chances_ahead(Lookahead(evaluator_for(game.rules)), eval_state(game))
    side, cube = game.side, game.stake
    assert side
    scores, shape = scores_for(match, side), WinShares.from_chances(chances)
    is_race = sides_have_passed(game.position.packed)
    x = RACE_EFFICIENCY if is_race else EFFICIENCY

    def taken(win: float) -> float:
        return equity(scores, shape, win, 2 * cube, THEIRS, x)

    point = (scores.win(cube) - scores.loss(cube)) / 2
    advice, win = cube_advice(game, match, chances), sum(chances[:3])
    is_near = abs(advice.taken - advice.passed) < NEAR * point
    if game.phase is Phase.DOUBLED and is_near and not is_race:
        rollout = CubeRollout(game, match)
        mean = rollout.taken(should_stop, seconds)
        # The chance that explains this result, so the advice and its reason agree.
        advice, win = replace(advice, taken=mean), _chance_of(mean, taken)
    return CubeRating(
        advice,
        win,
        sum(chances[1:3]),
        *(_RACE_CHANCE_ERRORS if is_race else _CHANCE_ERRORS),
        1 - _chance_of(advice.passed, taken),
        point,
    )


def _chance_of(wanted: float, equity_at: Callable[[float], float]) -> float:
    """Return the chance to win at which a side has this equity, which rises with the chance."""
    low, high = 0.0, 1.0
    while high - low > 1e-4:
        middle = (low + high) / 2
        low, high = (low, middle) if equity_at(middle) >= wanted else (middle, high)
    return high

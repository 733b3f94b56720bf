"""What a game is worth to the side that must act, by the program's own estimate."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import assert_never

from backgammon_tui.analysis.features import OUTCOMES
from backgammon_tui.analysis.judge import DRAWN, Chances, Judge, Judged, in_order, swapped
from backgammon_tui.analysis.nets import Grade, NotJudged, taught_for
from backgammon_tui.analysis.network import Network
from backgammon_tui.analysis.stages import THROW, Spot, kept_opening, spot_of, to_play
from backgammon_tui.engine import Game, Phase, Play, Result, Rules, Side


@dataclass(frozen=True, slots=True)
class Value:
    """What a state is worth to one side."""

    points: float
    """The points that it may expect, by the scale of the rules; below 0 if it is behind."""

    chances: Chances
    """The chances that it wins 1, 2, 3, loses 1, 2, 3, and of a draw."""

    @property
    def win(self) -> float:
        """The chance that it wins, 0 to 1; draws are apart."""
        return sum(self.chances[:3])

    @property
    def draw(self) -> float:
        """The chance that nobody wins."""
        return self.chances[6]


def judge_for(rules: Rules, grade: Grade = Grade.FULL) -> Judge:
    """Who judges a game by these rules."""
    return _judge(taught_for(rules, grade).network, rules)


@lru_cache(maxsize=32)
def _judge(network: Network, rules: Rules) -> Judge:
    return Judge(network, rules)


def require_judged(rules: Rules) -> None:
    """Refuse rules under which no net has learnt what a state is worth, with `NotJudged`."""
    if rules.opponent_completes:
        raise NotJudged("opponent_completes: no net has learnt what a state is worth")


def value(game: Game) -> Value:
    """What a game is worth to the side that must act.

    Before the opening throw and after the end nobody must act; White is asked then.
    """
    require_judged(game.rules)
    judge = judge_for(game.rules)
    match game.phase:
        case Phase.OPENING:
            chances = _before_opening(judge, game)
        case Phase.THROW | Phase.THROW_AGAIN:
            chances = judge.chances(spot_of(game))
        case Phase.KEEP_OR_AGAIN:
            keeps, kept = keeps_opening(judge, game)
            chances = kept.chances if keeps else judge.chances(spot_of(game))
        case Phase.MOVE:
            chances = judge.best(to_play(game)).chances
        case Phase.CHOOSE:
            chances = judge.continued(spot_of(game))[1].chances
        case Phase.COMPLETE:
            raise NotJudged("the opponent completes a stage")
        case Phase.OVER:
            chances = _of_result(game.result)
        case _:
            assert_never(game.phase)
    return Value(judge.points(chances), chances)


def ranked(game: Game) -> list[tuple[Play, float]]:
    """Every legal play of what is left of the stage with the points it is worth, best first.

    They are worth so much to the side that makes them, where it goes on as well as the
    program would; of plays worth the same the first of `legal_plays` comes first. Empty
    unless the game waits for a play.
    """
    require_judged(game.rules)
    if game.phase is not Phase.MOVE:
        return []
    found = in_order(judge_for(game.rules).judged(to_play(game)))
    return [(one.play, one.points) for one in found]


def keeps_opening(judge: Judge, game: Game) -> tuple[bool, Judged]:
    """Whether the opener keeps its numbers, and the best play of them."""
    kept = judge.best(kept_opening(game))
    return kept.points > judge.points(judge.chances(spot_of(game))), kept


def _before_opening(judge: Judge, game: Game) -> Chances:
    """Either side may begin: the mean of what White may expect of both."""
    first, second = (
        judge.chances(Spot(game.position, side, THROW, game.had_doublet)) for side in Side
    )
    return tuple((a + b) / 2 for a, b in zip(first, swapped(second), strict=True))


def _of_result(result: Result | None) -> Chances:
    if result is None or result.winner is None:
        return DRAWN
    place = result.points - 1 + (0 if result.winner is Side.WHITE else 3)
    return tuple(float(i == place) for i in range(OUTCOMES))

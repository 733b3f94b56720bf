"""The worth of a game to the side that must act, by the computer's own estimate.

Players at full strength, hints, the tutor, reviews, puzzles and the win chance all ask here, so
that the computer says one thing of one state: one roll ahead, and further in endings.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, assert_never

from backgammon_tui.analysis.ahead import ahead_of, candidates_ahead, chances_ahead
from backgammon_tui.analysis.bear_off import bear_off_for
from backgammon_tui.analysis.error import error_of
from backgammon_tui.analysis.evaluator import (
    DRAWN,
    Chances,
    Evaluator,
    RatedPlay,
    in_order,
    swapped,
)
from backgammon_tui.analysis.features import certain_win
from backgammon_tui.analysis.lookahead import Lookahead
from backgammon_tui.analysis.nets import Grade, NotJudged, endings_for, net_for
from backgammon_tui.analysis.network import Network
from backgammon_tui.analysis.stages import (
    ROLL,
    EvalState,
    ToPlay,
    eval_state,
    kept_opening,
    stages_due,
    to_play,
)
from backgammon_tui.engine import (
    Action,
    ChooseDoubles,
    Game,
    KeepOpening,
    Phase,
    Play,
    RerollOpening,
    Rules,
    Side,
)


@dataclass(frozen=True, slots=True)
class Value:
    """The worth of a state to one side."""

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
        """The chance of a draw."""
        return self.chances[6]


@dataclass(frozen=True, slots=True)
class Estimate:
    """The worth of a play to the side that makes it, beside the best one."""

    play: Play
    value: Value
    """It goes on as well as the computer would."""

    wins: bool
    cost: float
    """The points by which it is behind the best."""

    error: float
    """The error of the cost: two in three costs are nearer than this to rollouts."""

    @property
    def is_significant(self) -> bool:
        """True if the cost is larger than its error."""
        return self.cost > self.error


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """An answer to the opening roll, or a double chosen after a 2-1, with its worth."""

    action: Action
    value: Value
    wins: bool = False


def evaluator_for(rules: Rules, grade: Grade = Grade.FULL) -> Evaluator:
    """Return the judge of a game by these rules.

    Only the full grade knows endings from tables and networks of their own: lower ones play as
    people do who have not learnt that.
    """
    return _judge(net_for(rules, grade).network, rules, grade is Grade.FULL)


@lru_cache(maxsize=32)
def _judge(network: Network, rules: Rules, knows_endings: bool) -> Evaluator:
    if not knows_endings:
        return Evaluator(network, rules)
    return expert(network, rules)


def expert(network: Network, rules: Rules, faces: int | None = None) -> Evaluator:
    """Return a judge with the tables and networks for endings."""
    more = {} if faces is None else {"faces": faces}
    ending = endings_for(rules)
    return Evaluator(
        network,
        rules,
        bear_off=bear_off_for(rules),
        endings=ending.network if ending else None,
        **more,
    )


_DEPTH: Final = "one roll ahead"
"""Part of `evaluator_digest`: changed where the same networks come to say something else."""


def evaluator_digest(rules: Rules) -> str:
    """Return a digest of everything that a judgement depends on, to save beside judgements."""
    ending = endings_for(rules)
    parts = (net_for(rules).digest, ending.digest if ending else "", _DEPTH)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def require_judged(rules: Rules) -> None:
    """Raise `NotJudged` for rules without a trained net."""
    if rules.opponent_completes:
        raise NotJudged("opponent_completes: no network has learnt what a state is worth")


def value(game: Game) -> Value:
    """Return the worth of a game to the side that must act.

    Before the opening roll and after the end nobody must act; White is asked then.

    Raises:
        NotJudged: if the computer does not judge under these rules.
        NoNet: if no network has been trained for the game.
    """
    require_judged(game.rules)
    judge = evaluator_for(game.rules)
    match game.phase:
        case Phase.OPENING:
            first, second = (
                chances_ahead(Lookahead(judge), EvalState(game.position, side, ROLL, frozenset()))
                for side in Side
            )
            chances = tuple((a + b) / 2 for a, b in zip(first, swapped(second), strict=True))
        case Phase.ROLL | Phase.ROLL_AGAIN:
            chances = chances_ahead(Lookahead(judge), eval_state(game))
        case Phase.KEEP_OR_REROLL | Phase.CHOOSE:
            return answers(game)[0].value
        case Phase.MOVE:
            stage = to_play(game)
            look = Lookahead(judge)
            best = candidates_ahead(look, stage, in_order(judge.judged(stage)))[0]
            chances = best.chances if best.ends else ahead_of(look, stage, best).chances
        case Phase.COMPLETE:
            raise NotJudged("the opponent completes a stage")
        case Phase.OVER:
            chances = DRAWN
            if game.result and game.result.winner:
                chances = certain_win(game.result.points)
                chances = chances if game.result.winner is Side.WHITE else swapped(chances)
        case _:
            assert_never(game.phase)
    return Value(judge.points(chances), chances)


def ranked(game: Game) -> list[tuple[Play, float]]:
    """Return every legal play of the rest of the stage with its points, best first.

    A play is worth so much to the side that makes it, if it goes on as well as the computer
    would; of plays worth the same the first of `legal_plays` comes first. Empty unless the
    game waits for a play.

    Raises:
        NotJudged: if the computer does not judge under these rules.
        NoNet: if no network has been trained for the game.
    """
    return [(one.play, one.value.points) for one in estimates(game)]


def estimates(
    game: Game, *, at_once: bool = False, also: Collection[Play] = ()
) -> tuple[Estimate, ...]:
    """Return every legal play of the rest of the stage with its worth, best first.

    Plays that come near the best are looked at one roll ahead. The others are as far behind the
    best as they are without that. Empty unless the game waits for a play.

    Args:
        at_once: True to look at none one roll ahead: milliseconds in place of tenths of a second.
        also: Plays to look at one roll ahead even if they do not come near the best.
    """
    require_judged(game.rules)
    if game.phase is not Phase.MOVE:
        return ()
    judge, stage = evaluator_for(game.rules), to_play(game)
    found = in_order(judge.judged(stage))
    if at_once:
        return _beside_best(judge, found, {})
    looked_at = candidates_ahead(Lookahead(judge), stage, found, also)
    return _beside_best(judge, found, {one.play: one for one in looked_at})


def _beside_best(
    judge: Evaluator, found: list[RatedPlay], looked_at: dict[Play, RatedPlay]
) -> tuple[Estimate, ...]:
    """Return the plays with their costs, those that have been looked at one roll ahead by that."""
    first = found[0]
    best = in_order(list(looked_at.values()))[0] if looked_at else first
    placed = []
    for one in found:
        at_once = first.points - one.points
        further = looked_at.get(one.play)
        if further is None:
            points, chances, cost = best.points - at_once, one.chances, at_once
        else:
            points, chances = further.points, further.chances
            cost = best.points - points
        error = error_of(judge.rules, cost, is_ahead=further is not None)
        placed.append(Estimate(one.play, Value(points, chances), one.wins, max(cost, 0.0), error))
    return tuple(sorted(placed, key=lambda each: (not each.wins, -each.value.points)))


def answers(game: Game) -> tuple[JudgedAnswer, ...]:
    """Return the answers to the rules' question, best first; empty where they ask nothing."""
    require_judged(game.rules)
    return answers_by(evaluator_for(game.rules), game, looks_ahead=True)


def answers_by(judge: Evaluator, game: Game, *, looks_ahead: bool) -> tuple[JudgedAnswer, ...]:
    """Return the answers as a judge takes them to be worth, best first."""
    found: list[JudgedAnswer]
    match game.phase:
        case Phase.KEEP_OR_REROLL:
            spot = eval_state(game)
            again = chances_ahead(Lookahead(judge), spot) if looks_ahead else judge.chances(spot)
            kept = _best_of(judge, kept_opening(game), looks_ahead=looks_ahead)
            # Where both are worth the same, the dice need not be rolled again.
            found = [
                JudgedAnswer(KeepOpening(), Value(kept.points, kept.chances), kept.wins),
                JudgedAnswer(RerollOpening(), Value(judge.points(again), again)),
            ]
        case Phase.CHOOSE:
            found = []
            for stage in reversed(stages_due(game.rules, eval_state(game))):
                best = _best_of(judge, stage, looks_ahead=looks_ahead)
                worth = Value(best.points, best.chances)
                found.append(JudgedAnswer(ChooseDoubles(stage.numbers[0]), worth, best.wins))
        case _:
            found = []
    return tuple(sorted(found, key=lambda each: (not each.wins, -each.value.points)))


def _best_of(judge: Evaluator, stage: ToPlay, *, looks_ahead: bool) -> RatedPlay:
    best = judge.best(stage)
    return ahead_of(Lookahead(judge), stage, best) if looks_ahead else best

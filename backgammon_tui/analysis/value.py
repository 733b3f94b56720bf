"""Values of games and plays, by the computer's own estimate.

Players at full strength, hints, the tutor, reviews, puzzles and the winning chances all use this
module, so they agree about every state: one roll ahead, and deeper in endings.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, assert_never

from backgammon_tui.analysis.bear_off import bear_off_for
from backgammon_tui.analysis.evaluator import (
    DRAWN,
    MAX_DOUBLES_SEARCHED,
    ROLL,
    Chances,
    EvalState,
    Evaluator,
    RatedPlay,
    StageToPlay,
    eval_state,
    in_order,
    rolled,
    stages_due,
    swapped,
    to_play,
)
from backgammon_tui.analysis.lookahead import Lookahead, candidates_ahead, chances_ahead, look_ahead
from backgammon_tui.analysis.nets import (
    Grade,
    Network,
    NotJudged,
    certain_win,
    endings_for,
    net_for,
)
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.generator import Play
from backgammon_tui.engine.moves import Action, ChooseDoubles, KeepOpening, RerollOpening
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.turn import Phase


class _Error(NamedTuple):
    minimum: float
    share: float
    """Fraction of the cost that is added, because larger differences have larger errors."""


_BY_RULESET: Final = {
    "russian": _Error(0.017, 0.2),
    "falood": _Error(0.017, 0.4),
    "french": _Error(0.008, 0.35),
    "never-finishing": _Error(0.02, 0.5),
    "backgammon": _Error(0.02, 0.35),
}
"""Errors in points, measured for each ruleset: two in three of 70 to 100 costs (one roll ahead,
positions from self-play) were within this distance of rollouts of 216 games cut at 11 rolls."""

_USUAL: Final = _Error(0.02, 0.4)
"""Used for games without measurements."""

_AT_ONCE: Final = 1.3
"""Factor by which the error grows without a search one roll ahead."""


def error_of(rules: Rules, cost: float, *, is_ahead: bool) -> float:
    """Return the standard error of a play's cost, in points.

    Two in three costs are within this distance of a rollout. `is_ahead` is True for a cost searched
    one roll ahead.
    """
    error = _BY_RULESET.get(rules.name, _USUAL)
    distance = error.minimum + error.share * abs(cost)
    return distance if is_ahead else _AT_ONCE * distance


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a state for one side."""

    points: float
    """Expected points by the scoring scale of the rules, from -3 to 3; negative if behind."""

    chances: Chances
    """Chances that the side wins 1, 2, 3, loses 1, 2, 3 points, and of a draw; they add up to 1."""

    @property
    def win(self) -> float:
        """Chance that the side wins, from 0 to 1, not counting draws."""
        return sum(self.chances[:3])

    @property
    def draw(self) -> float:
        """Chance of a draw, from 0 to 1."""
        return self.chances[6]


@dataclass(frozen=True, slots=True)
class Estimate:
    """The value of a play for the side that makes it, compared with the best play."""

    play: Play
    value: Value
    """Value of the state after the play, if the side continues as the computer would."""

    wins: bool
    cost: float
    """Points by which the play is worse than the best; never negative."""

    error: float
    """Standard error of the cost, in points: two in three costs are within it of a rollout."""

    is_searched: bool = True
    """True if the play was searched as deep as the best; other costs are not comparable."""

    @property
    def is_significant(self) -> bool:
        """True if the cost exceeds its error."""
        return self.cost > self.error


@dataclass(frozen=True, slots=True)
class RatedAnswer:
    """An answer to the opening roll, or doubles chosen after a 2-1, with its value."""

    action: Action
    value: Value
    wins: bool = False


def evaluator_for(rules: Rules, grade: Grade = Grade.FULL) -> Evaluator:
    """Return the evaluator of a game.

    Only the full grade uses tables and networks for endings, because lower grades should play
    endings as beginners do.
    """
    return _judge(net_for(rules, grade).network, rules, grade is Grade.FULL)


@lru_cache(maxsize=32)
def _judge(network: Network, rules: Rules, knows_endings: bool) -> Evaluator:
    return expert(network, rules) if knows_endings else Evaluator(network, rules)


def expert(
    network: Network, rules: Rules, max_doubles_searched: int = MAX_DOUBLES_SEARCHED
) -> Evaluator:
    """Return an evaluator with the tables and networks for endings."""
    ending = endings_for(rules)
    endings = ending.network if ending else None
    return Evaluator(network, rules, max_doubles_searched, bear_off_for(rules), endings)


_DEPTH: Final = "one roll ahead, at least three plays"
_CUBE: Final = "Janowski 0.7 0.6, answers near the limit rolled out"
"""Part of `evaluator_digest`. Change it if the same networks give different results."""


def evaluator_digest(rules: Rules) -> str:
    """Return a digest of everything that evaluations depend on, to detect outdated saved ones."""
    ending = endings_for(rules)
    parts = (net_for(rules).digest, ending.digest if ending else "", _DEPTH, _CUBE * rules.cube)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def require_judged(rules: Rules) -> None:
    """Raise `NotJudged` for rules without a trained network."""
    if rules.opponent_completes:
        raise NotJudged("opponent_completes: no network has learnt what a state is worth")


def value(game: Game) -> Value:
    """Return the value of a game for the side that must act.

    Before the opening roll and after the end nobody must act, so the value is White's. The value is
    an estimate by networks trained by self-play, searched one roll ahead.

    Raises:
        NotJudged: if the computer does not evaluate games under these rules.
        NoNet: if there is no usable network for the game.
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
        case Phase.DOUBLED:
            chances = swapped(chances_ahead(Lookahead(judge), eval_state(game)))
        case Phase.KEEP_OR_REROLL | Phase.CHOOSE:
            return answers(game)[0].value
        case Phase.MOVE:
            stage = to_play(game)
            look = Lookahead(judge)
            best = _searched(look, stage, in_order(judge.rate(stage)))[0]
            chances = best.chances if best.ends else look_ahead(look, stage, best).chances
        case Phase.COMPLETE:
            raise NotJudged("the opponent completes a stage")
        case Phase.OVER:
            chances = DRAWN
            if game.result and game.result.winner:
                chances = certain_win(game.result.worth)
                chances = chances if game.result.winner is Side.WHITE else swapped(chances)
        case _:
            assert_never(game.phase)
    return Value(judge.points(chances), chances)


def ranked(game: Game) -> list[tuple[Play, float]]:
    """Return every legal play of the rest of the stage with its expected points, best first.

    Points are those of the side that makes the play, from -3 to 3, if it continues as the computer
    would. Equal plays keep the order of `legal_plays`. Return an empty list if the game does not
    wait for a play.

    Raises:
        NotJudged: if the computer does not evaluate games under these rules.
        NoNet: if there is no usable network for the game.
    """
    return [(estimate.play, estimate.value.points) for estimate in estimates(game)]


def estimates(
    game: Game, *, at_once: bool = False, also: Collection[Play] = ()
) -> tuple[Estimate, ...]:
    """Return every legal play of the rest of the stage with its value, best first.

    Plays close to the best and the first `MIN_SEARCHED` are searched one roll ahead. The others
    keep their 0-ply distance from the best. Return nothing if the game does not wait for a play.

    Args:
        at_once: True to skip the search: milliseconds instead of tenths of a second.
        also: Plays to search even if they are not close to the best. They change no other cost.
    """
    require_judged(game.rules)
    if game.phase is not Phase.MOVE:
        return ()
    judge, stage = evaluator_for(game.rules), to_play(game)
    plays = in_order(judge.rate(stage))
    if at_once:
        return _with_costs(judge, plays, {}, plays[0])
    look = Lookahead(judge)
    best, *others = _searched(look, stage, plays)
    searched = {rated.play: rated for rated in (best, *others)}
    for rated in plays:
        if rated.play in also and rated.play not in searched:
            searched[rated.play] = look_ahead(look, stage, rated)
    return _with_costs(judge, plays, searched, best)


def _searched(look: Lookahead, stage: StageToPlay, plays: list[RatedPlay]) -> list[RatedPlay]:
    """Return the plays that are always searched, best first."""
    first = () if plays[0].ends else tuple(rated.play for rated in plays[:MIN_SEARCHED])
    return candidates_ahead(look, stage, plays, first)


MIN_SEARCHED: Final = 3
"""Minimum number of plays whose costs are comparable, as many as a hint shows."""


def _with_costs(
    judge: Evaluator, plays: list[RatedPlay], searched: dict[Play, RatedPlay], best: RatedPlay
) -> tuple[Estimate, ...]:
    """Return all plays with costs, compared with the best of the plays that are always searched.

    Plays searched 1-ply use that value; the others keep their 0-ply gap to the best.
    """
    first, placed = plays[0], []
    for rated in plays:
        unsearched_cost = first.points - rated.points
        further = searched.get(rated.play)
        if further is None:
            points, chances = best.points - unsearched_cost, rated.chances
            cost = unsearched_cost
        else:
            points, chances = further.points, further.chances
            cost = best.points - points
        error = error_of(judge.rules, cost, is_ahead=further is not None)
        placed.append(
            Estimate(
                rated.play,
                Value(points, chances),
                rated.wins,
                max(cost, 0.0),
                error,
                is_searched=further is not None or rated.wins,
            )
        )
    return tuple(sorted(placed, key=lambda estimate: (not estimate.wins, -estimate.value.points)))


def answers(game: Game) -> tuple[RatedAnswer, ...]:
    """Return the answers to an opening roll or a 2-1, best first; empty in other phases."""
    require_judged(game.rules)
    return answers_by(evaluator_for(game.rules), game, looks_ahead=True)


def answers_by(judge: Evaluator, game: Game, *, looks_ahead: bool) -> tuple[RatedAnswer, ...]:
    """Return the possible answers as one evaluator rates them, best first."""
    listed: list[RatedAnswer]
    match game.phase:
        case Phase.KEEP_OR_REROLL:
            spot = eval_state(game)
            again = chances_ahead(Lookahead(judge), spot) if looks_ahead else judge.chances(spot)
            assert game.opening_dice
            stage = rolled(game.rules, spot, game.opening_dice)
            kept = _best_of(judge, stage, looks_ahead=looks_ahead)
            # Keeping is listed first because equal answers need no reroll.
            listed = [
                RatedAnswer(KeepOpening(), Value(kept.points, kept.chances), kept.wins),
                RatedAnswer(RerollOpening(), Value(judge.points(again), again)),
            ]
        case Phase.CHOOSE:
            listed = []
            for stage in reversed(stages_due(eval_state(game))):
                best = _best_of(judge, stage, looks_ahead=looks_ahead)
                worth = Value(best.points, best.chances)
                listed.append(RatedAnswer(ChooseDoubles(stage.numbers[0]), worth, best.wins))
        case _:
            listed = []
    return tuple(sorted(listed, key=lambda answer: (not answer.wins, -answer.value.points)))


def _best_of(judge: Evaluator, stage: StageToPlay, *, looks_ahead: bool) -> RatedPlay:
    best = judge.best(stage)
    return look_ahead(Lookahead(judge), stage, best) if looks_ahead else best

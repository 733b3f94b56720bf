"""Review a whole game: the cost of each stage and decision, and the luck of each roll.

Costs are in points of the scoring scale, for the side that chose; forced and lost stages cost
nothing. The luck of a roll is the value of its best play minus the average over all rolls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate

from backgammon_tui.analysis.cube_rating import MIN_MISSED, cube_error, rate_cube
from backgammon_tui.analysis.evaluator import Evaluator, eval_state, rolled
from backgammon_tui.analysis.lookahead import Lookahead, chances_ahead
from backgammon_tui.analysis.value import (
    answers,
    error_of,
    estimates,
    evaluator_for,
    require_judged,
)
from backgammon_tui.engine import (
    Action,
    ChooseDoubles,
    Double,
    Game,
    KeepOpening,
    Match,
    Move,
    Pass,
    RerollOpening,
    Roll,
    Side,
    StageKind,
    Take,
)


class Mark(Enum):
    """The severity of a mistake; the value is its minimum cost in points."""

    FINE = 0.0
    DOUBTFUL = 0.05
    ERROR = 0.1
    BLUNDER = 0.2


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision in which a side had a choice."""

    at: int
    """Number of the game's actions before the decision."""

    side: Side
    kind: StageKind | None
    """The stage that was played; None for an answer and for a decision about the cube."""

    made: tuple[Action, ...]
    best: tuple[Action, ...]
    """The actions that the computer would choose."""

    cost: float
    """Cost in points, compared with the best choice; never negative."""

    win: float
    """Chance, from 0 to 1, that the side wins after the best choice."""

    error: float = 0.0

    @property
    def reported_cost(self) -> float:
        """The cost if it exceeds its error, else 0."""
        return self.cost if self.cost > self.error else 0.0

    @property
    def mark(self) -> Mark:
        """The severity of the reported cost, rounded to two decimals as displayed."""
        cost = round(self.reported_cost, 2)
        return max((mark for mark in Mark if cost >= mark.value), key=lambda mark: mark.value)


@dataclass(frozen=True, slots=True)
class Luck:
    at: int
    side: Side
    dice: tuple[int, int]
    points: float
    """Points gained or lost by the roll; positive if it was lucky."""

    win: float
    """White's chance, from 0 to 1, to win before the roll."""


Finding = Choice | Luck


@dataclass(frozen=True, slots=True)
class Total:
    """The sums over a game's findings for one side."""

    choices: int
    cost: float
    luck: float
    doubtful: int
    errors: int
    blunders: int


def review(game: Game, actions: Sequence[Action], match: Match | None = None) -> Iterator[Finding]:
    """Review a game and yield its findings in order.

    Args:
        game: The game before its first action.
        actions: The actions of the game, in order.
        match: The match before the game, which decides the worth of the cube; by default none.

    Raises:
        NotJudged: if the computer does not evaluate games under these rules.
        NoNet: if there is no usable network for the game.
    """
    require_judged(game.rules)
    history = list(accumulate(actions, Game.apply, initial=game))
    for at in range(len(actions)):
        yield from findings_at(history, actions, at, match)


def findings_at(
    history: Sequence[Game], actions: Sequence[Action], at: int, match: Match | None = None
) -> Iterator[Finding]:
    """Yield the findings of one action. The first move of a stage has those of the whole stage."""
    before, action = history[at], actions[at]
    require_judged(before.rules)
    match action:
        case Roll():
            yield from _cube(at, before, None, match)
            yield _luck(evaluator_for(before.rules), at, before, action)
        case Move() if before.stage and not before.stage.moves:
            yield from _stage(at, history)
        case KeepOpening() | RerollOpening() | ChooseDoubles():
            yield _answer(at, before, action)
        case Double() | Take() | Pass():
            yield from _cube(at, before, action, match)


def total(findings: Iterable[Finding], side: Side) -> Total:
    """Add up the findings for one side."""
    mine = [finding for finding in findings if finding.side is side]
    choices = [finding for finding in mine if isinstance(finding, Choice)]
    return Total(
        choices=len(choices),
        cost=sum(choice.reported_cost for choice in choices),
        luck=sum(finding.points for finding in mine if isinstance(finding, Luck)),
        doubtful=sum(choice.mark is Mark.DOUBTFUL for choice in choices),
        errors=sum(choice.mark is Mark.ERROR for choice in choices),
        blunders=sum(choice.mark is Mark.BLUNDER for choice in choices),
    )


def _luck(judge: Evaluator, at: int, before: Game, roll: Roll) -> Luck:
    spot, look = eval_state(before), Lookahead(judge)
    dice = roll.first, roll.second
    points, *_ = look.best(rolled(judge.rules, spot, dice))
    chances = chances_ahead(look, spot)
    win = sum(chances[:3] if spot.side is Side.WHITE else chances[3:6])
    return Luck(at, spot.side, dice, points - look.mean(spot), win)


def _stage(at: int, games: Sequence[Game]) -> Iterator[Choice]:
    """Review the play of a stage, if there was a choice and the stage was completed."""
    before = games[at]
    side, stage = before.side, before.stage
    assert side
    assert stage
    later = (game for game in games[at + 1 :] if not (game.stage and game.stage.moves))
    reached = next(later, None)
    if reached is None:
        return  # The game ended during the stage.
    plays = [play for play in before.legal_plays() if play.position == reached.position]
    rated = estimates(before, also=plays)
    made = next((estimate for estimate in rated if estimate.play in plays), None)
    if made is None or len(rated) == 1:
        return
    best = made if made.cost == 0 else rated[0]
    actions, win = (made.play.moves, best.play.moves), best.value.win
    yield Choice(at, side, stage.kind, *actions, made.cost, win, made.error)


def _answer(at: int, before: Game, action: Action) -> Choice:
    best, *others = answers(before)
    made = next(answer for answer in (best, *others) if answer.action == action)
    cost = max(best.value.points - made.value.points, 0.0)
    error = error_of(before.rules, cost, is_ahead=True)
    assert before.actor
    return Choice(at, before.actor, None, (action,), (best.action,), cost, best.value.win, error)


def missed_double(game: Game, match: Match) -> Choice | None:
    """Return the review of a roll if doubling first would have been better; otherwise None."""
    return next(_cube(0, game, None, match), None)


def _cube(at: int, before: Game, action: Action | None, match: Match | None) -> Iterator[Choice]:
    """Review a double or its answer; of the rolls, only those before which to double was right."""
    match = match or Match(before.rules)
    if action is None and not _may_gain(before, match):
        return
    rating = rate_cube(before, match)
    takes, doubles = rating.advice.should_take, rating.advice.should_double
    if action is None and not doubles:
        return
    best: tuple[Action, ...] = (Double(),) if doubles else ()
    win = rating.win
    if isinstance(action, Take | Pass):
        best, win = ((Take(),) if takes else (Pass(),)), 1 - win
    cost = rating.cost(action)
    if action is None and cost < MIN_MISSED:
        return
    error = cube_error(before.rules, cost)
    assert before.actor
    yield Choice(at, before.actor, None, (action,) if action else (), best, cost, win, error)


def _may_gain(game: Game, match: Match) -> bool:
    if not game.may_double or game.side is None:
        return False
    return match.length is None or match.score(game.side) + game.stake < match.length

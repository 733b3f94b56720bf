"""A whole game reviewed: the cost of each stage and decision, and the luck of each roll.

Costs are points of the scale, for the side that chose; forced and lost stages cost nothing.
The luck of a roll is the worth of its best play less the mean over all rolls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate

from backgammon_tui.analysis.ahead import chances_ahead
from backgammon_tui.analysis.error import error_of
from backgammon_tui.analysis.evaluator import Evaluator
from backgammon_tui.analysis.lookahead import Lookahead
from backgammon_tui.analysis.stages import eval_state, rolled
from backgammon_tui.analysis.value import answers, estimates, evaluator_for, require_judged
from backgammon_tui.engine import (
    Action,
    ChooseDoubles,
    Game,
    KeepOpening,
    Move,
    RerollOpening,
    Roll,
    Side,
    StageKind,
)


class Mark(Enum):
    """The size of a cost; the value is the least of each, in points."""

    FINE = 0.0
    DOUBTFUL = 0.05
    ERROR = 0.1
    BLUNDER = 0.2

    @classmethod
    def of(cls, cost: float) -> Mark:
        """Return the mark of a cost."""
        return max((mark for mark in cls if cost >= mark.value), key=lambda mark: mark.value)


@dataclass(frozen=True, slots=True)
class Choice:
    """The choice of a side that could choose."""

    at: int
    """The number of actions of the game before it."""

    side: Side
    kind: StageKind | None
    """The stage that was played; None for an answer to the opening or a double chosen."""

    made: tuple[Action, ...]
    best: tuple[Action, ...]
    """The computer's choice."""

    cost: float
    """The points that it cost, not below 0."""

    win: float
    """The chance to win of the side with the best choice, 0 to 1."""

    error: float = 0.0

    @property
    def reported_cost(self) -> float:
        """The cost if it is larger than its error; else 0, as it is uncertain."""
        return self.cost if self.cost > self.error else 0.0

    @property
    def mark(self) -> Mark:
        """The size of the reported cost, to the two decimals that are shown."""
        return Mark.of(round(self.reported_cost, 2))


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of a roll."""

    at: int
    side: Side
    dice: tuple[int, int]
    points: float
    """Above 0 for a lucky one."""

    win: float
    """White's chance to win before it, 0 to 1."""


Finding = Choice | Luck


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of the findings of a game for one side."""

    choices: int
    cost: float
    luck: float
    doubtful: int
    errors: int
    blunders: int


def review(game: Game, actions: Sequence[Action]) -> Iterator[Finding]:
    """Review a game from before its first action, and yield one finding after the other."""
    require_judged(game.rules)
    history = list(accumulate(actions, Game.apply, initial=game))
    for at in range(len(actions)):
        yield from found_in(history, actions, at)


def found_in(history: Sequence[Game], actions: Sequence[Action], at: int) -> Iterator[Finding]:
    """Yield the findings in one action; that which begins a stage has those of the whole stage."""
    before, action = history[at], actions[at]
    require_judged(before.rules)
    match action:
        case Roll():
            yield _luck(evaluator_for(before.rules), at, before, action)
        case Move() if before.stage and not before.stage.moves:
            yield from _stage(at, history)
        case KeepOpening() | RerollOpening() | ChooseDoubles():
            yield _answer(at, before, action)


def total(findings: Iterable[Finding], side: Side) -> Total:
    """Add up the findings for a side."""
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
    found, *_ = look.best(rolled(judge.rules, spot, dice))
    chances = chances_ahead(look, spot)
    win = sum(chances[:3] if spot.side is Side.WHITE else chances[3:6])
    return Luck(at, spot.side, dice, found - look.mean(spot), win)


def _stage(at: int, games: Sequence[Game]) -> Iterator[Choice]:
    """Review the choice of a stage's play, if there was one and the stage was played to its end."""
    before = games[at]
    assert before.stage
    assert before.side
    later = (game for game in games[at + 1 :] if not (game.stage and game.stage.moves))
    reached = next(later, None)
    if reached is None:
        return  # The game breaks off in the middle of the stage.
    plays = [play for play in before.legal_plays() if play.position == reached.position]
    found = estimates(before, also=plays)
    made = next((one for one in found if one.play in plays), None)
    if made is None or len(found) == 1:
        return
    best = made if made.cost == 0 else found[0]
    yield Choice(
        at,
        before.side,
        before.stage.kind,
        made.play.moves,
        best.play.moves,
        made.cost,
        best.value.win,
        made.error,
    )


def _answer(at: int, before: Game, action: Action) -> Choice:
    best, *others = answers(before)
    made = next(one for one in (best, *others) if one.action == action)
    cost = max(best.value.points - made.value.points, 0.0)
    error = error_of(before.rules, cost, is_ahead=True)
    assert before.actor
    return Choice(at, before.actor, None, (action,), (best.action,), cost, best.value.win, error)

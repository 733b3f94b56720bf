"""A whole game looked at: the cost of each stage and decision, and the luck of each throw.

Costs are points of the scale, for the side that chose; what was forced or lost costs
nothing. Luck is what the best play of a throw is worth, less the mean over all throws.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate
from typing import Final

from backgammon_tui.analysis.ahead import ahead
from backgammon_tui.analysis.judge import Judge, in_order
from backgammon_tui.analysis.stages import kept_opening, owed, spot_of, thrown, to_play
from backgammon_tui.analysis.value import judge_for, require_judged
from backgammon_tui.engine import (
    Action,
    ChooseDoublet,
    Game,
    KeepOpening,
    Move,
    Side,
    StageKind,
    Throw,
    ThrowOpeningAgain,
)

CONFIRMED: Final = 0.05
"""Costs above this are looked at again, a throw ahead."""


class Mark(Enum):
    """How much a choice cost; the value is from how many points on."""

    FINE = 0.0
    DOUBTFUL = 0.05
    ERROR = 0.1
    BLUNDER = 0.2

    @classmethod
    def of(cls, cost: float) -> Mark:
        """The mark of a cost."""
        return max((mark for mark in cls if cost >= mark.value), key=lambda mark: mark.value)


@dataclass(frozen=True, slots=True)
class Choice:
    """What a side chose where it could choose."""

    at: int
    """How many actions of the game came before it."""

    side: Side
    kind: StageKind | None
    """The stage that was played; None for an answer to the opening or a doublet chosen."""

    made: tuple[Action, ...]
    best: tuple[Action, ...]
    """What the program would have chosen."""

    cost: float
    """The points that it cost, not below 0."""

    win: float
    """The chance to win of the side with the best choice, 0 to 1."""

    @property
    def mark(self) -> Mark:
        """How much it cost, in a word that fits the two decimals that are shown."""
        return Mark.of(round(self.cost, 2))


@dataclass(frozen=True, slots=True)
class Luck:
    """How lucky a throw was."""

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
    """What the findings of a game come to for one side."""

    choices: int
    cost: float
    luck: float
    doubtful: int
    errors: int
    blunders: int


def review(game: Game, actions: Sequence[Action]) -> Iterator[Finding]:
    """Look at a game from its start, and say one after the other what is found.

    Args:
        game: The game before the first of the actions.
        actions: What was done, each allowed in its turn.

    Raises:
        NotAllowed: if an action cannot be applied.
    """
    require_judged(game.rules)
    history = list(accumulate(actions, Game.apply, initial=game))
    for at in range(len(actions)):
        yield from found_in(history, actions, at)


def found_in(history: Sequence[Game], actions: Sequence[Action], at: int) -> Iterator[Finding]:
    """What is found in one action of a game.

    Args:
        history: The game before each action, and as it was at the end.
        at: Which of the actions is looked at; the stage that begins with it is a whole.
    """
    before, action = history[at], actions[at]
    require_judged(before.rules)
    judge = judge_for(before.rules)
    match action:
        case Throw():
            yield _luck(judge, at, before, action)
        case Move() if before.stage and not before.stage.moves:
            yield from _stage(judge, at, history)
        case KeepOpening() | ThrowOpeningAgain():
            yield _opening(judge, at, before, action)
        case ChooseDoublet():
            yield _doublet(judge, at, before, action)


def total(findings: Iterable[Finding], side: Side) -> Total:
    """What the findings come to for a side."""
    mine = [finding for finding in findings if finding.side is side]
    choices = [finding for finding in mine if isinstance(finding, Choice)]
    return Total(
        choices=len(choices),
        cost=sum(choice.cost for choice in choices),
        luck=sum(finding.points for finding in mine if isinstance(finding, Luck)),
        doubtful=sum(choice.mark is Mark.DOUBTFUL for choice in choices),
        errors=sum(choice.mark is Mark.ERROR for choice in choices),
        blunders=sum(choice.mark is Mark.BLUNDER for choice in choices),
    )


def _luck(judge: Judge, at: int, before: Game, throw: Throw) -> Luck:
    spot, dice = spot_of(before), (throw.first, throw.second)
    found = judge.at_a_glance.best(thrown(judge.rules, spot, dice)).points
    chances = judge.chances(spot)
    win = sum(chances[:3] if spot.side is Side.WHITE else chances[3:6])
    return Luck(at, spot.side, dice, found - judge.expected(spot)[0], win)


def _stage(judge: Judge, at: int, games: Sequence[Game]) -> Iterator[Choice]:
    """The choice of a stage's play, if there was one and the stage was played to its end."""
    before = games[at]
    assert before.stage
    later = (game for game in games[at + 1 :] if not (game.stage and game.stage.moves))
    reached = next(later, None)
    if reached is None:
        return  # The game breaks off in the middle of the stage.
    stage = to_play(before)
    judged = in_order(judge.judged(stage))
    best = judged[0]
    made = next((one for one in judged if one.play.position == reached.position), None)
    if made is None or len(judged) == 1:
        return
    cost = best.points - made.points
    if cost > CONFIRMED:
        cost = ahead(judge, stage, best).points - ahead(judge, stage, made).points
    yield Choice(
        at,
        stage.side,
        before.stage.kind,
        made.play.moves,
        best.play.moves,
        max(cost, 0.0),
        sum(best.chances[:3]),
    )


def _opening(judge: Judge, at: int, before: Game, made: KeepOpening | ThrowOpeningAgain) -> Choice:
    spot, keep = spot_of(before), judge.best(kept_opening(before))
    again = judge.chances(spot)
    gain = keep.points - judge.points(again)
    best = KeepOpening() if gain > 0 else ThrowOpeningAgain()
    win = sum((keep.chances if gain > 0 else again)[:3])
    return Choice(at, spot.side, None, (made,), (best,), 0.0 if made == best else abs(gain), win)


def _doublet(judge: Judge, at: int, before: Game, made: ChooseDoublet) -> Choice:
    spot = spot_of(before)
    options = {stage.numbers[0]: judge.best(stage) for stage in owed(spot)}
    number, best = max(options.items(), key=lambda option: (option[1].wins, option[1].points))
    cost = best.points - options[made.number].points
    chances = sum(best.chances[:3])
    return Choice(at, spot.side, None, (made,), (ChooseDoublet(number),), max(cost, 0.0), chances)

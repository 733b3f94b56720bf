"""Puzzles by rollout: throws at which one play is better than all others by enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import hypot
from typing import Final

from backgammon_tui.analysis.nets import taught_for
from backgammon_tui.analysis.rollout import BATCH, Rolled, Unit, behind_error
from backgammon_tui.analysis.stages import THROW, BetweenStages, to_play
from backgammon_tui.analysis.value import estimates, judge_for
from backgammon_tui.engine import (
    Action,
    Game,
    KeepOpening,
    Move,
    OpeningThrow,
    Phase,
    Play,
    Position,
    Rules,
    Side,
    Situation,
    Throw,
    ThrowOpeningAgain,
)
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.names import Level
from backgammon_tui.players import choose
from backgammon_tui.teach.quiz.item import Item, Kind
from backgammon_tui.teach.quiz.puzzle import Puzzle
from backgammon_tui.teach.theme import Theme, theme_of
from training.rollouts import play_unit

MARGIN: Final = 0.08
"""The least number of points by which the best play is better than any other."""

SURE: Final = 2.0
"""The least number of its standard errors that the margin comes to."""

CUT: Final = 5
LEAST_GAMES, MOST_GAMES = 2 * BATCH, 9 * BATCH
NEAR: Final = 0.3
"""Plays that cost more than this a throw ahead are not rolled out."""

ROLLED: Final = 4
"""The most plays that are rolled out."""

LEAST_PLAYS, MOST_PLAYS = 4, 300


def puzzle_of(
    rules: Rules,
    situation: Situation,
    dice: tuple[int, int],
    seed: int,
    wants: Callable[[Game, Play, Theme], bool],
) -> Puzzle | None:
    """Return the puzzle that a throw makes; None if it makes none, or none that is wanted."""
    game = situation.game(rules).apply(Throw(*dice))
    if game.phase is not Phase.MOVE or game.actor is not situation.side:
        return None
    if not LEAST_PLAYS <= len(game.legal_plays()) <= MOST_PLAYS:
        return None
    for at_once in (True, False):
        looked = estimates(game, at_once=at_once)
        best, second = looked[0].play, looked[1].play
        if looked[0].wins or looked[1].cost < MARGIN * (0.75 if at_once else 1):
            return None
        if not wants(game, best, theme_of(game, best, second)):
            return None
    near = [each for each in looked if each.cost < NEAR][:ROLLED]
    if len(near) == 1:
        near = list(looked[:2])
    rolled = _rolled_out(rules, game, [each.play for each in near], seed)
    if rolled is None or rolled[0].play != best:
        return None
    margin, error = _margin(rolled)
    theme = theme_of(game, best, rolled[1].play)
    if not wants(game, best, theme):
        return None
    item = Item(Kind.BEST, rules.name, situation, dice, write_moves(best.moves))
    missed = frozenset(level for level in Level if _choice(game, level) != best.position)
    return Puzzle(item, write_moves(rolled[1].play.moves), margin, error, theme, missed)


def _choice(game: Game, level: Level) -> Position:
    for action in choose(game, level):
        assert isinstance(action, Move)
        game = game.apply(action)
    return game.position


def _rolled_out(rules: Rules, game: Game, plays: Sequence[Play], seed: int) -> list[Rolled] | None:
    """Roll out plays, the best first; None if none is better than all others by enough."""
    rolled = [Rolled(play, ()) for play in plays]
    for first in range(0, MOST_GAMES, BATCH):
        some = range(first, first + BATCH)
        rolled = [
            each
            if each.out
            else Rolled(each.play, each.points + _points(rules, game, each.play, some, seed))
            for each in rolled
        ]
        rolled.sort(key=lambda each: (each.out, -each.mean))
        best = rolled[0]
        rolled = [
            Rolled(each.play, each.points, each.out or _is_behind(best, each)) for each in rolled
        ]
        margin, error = _margin(rolled)
        if margin + SURE * error < MARGIN:
            return None
        is_clear = margin >= MARGIN and margin >= SURE * error
        if is_clear and (some.stop >= LEAST_GAMES or margin >= 4 * error):
            return sorted(rolled, key=lambda each: -each.mean)
    return None


def _is_behind(best: Rolled, one: Rolled) -> bool:
    """Return True if a play is so far behind that it cannot be the second best of a puzzle."""
    return one is not best and best.mean - one.mean > MARGIN + 4 * behind_error(best, one)


def _margin(rolled: Sequence[Rolled]) -> tuple[float, float]:
    """Return the margin of the best play with its standard error, against the nearest play."""
    best, *others = sorted(rolled, key=lambda each: -each.mean)
    second = min(others, key=lambda each: best.mean - each.mean)
    return best.mean - second.mean, behind_error(best, second)


def _points(rules: Rules, game: Game, play: Play, games: range, seed: int) -> tuple[float, ...]:
    """Return the points of some games after a play, for the side that makes it."""
    side = game.actor
    assert side
    stage = to_play(game)
    if play.position.has_borne_off_all(side):
        return (float(rules.points_for_win(play.position, side)),) * len(games)
    if judge_for(rules).is_dead(play.position):
        return (0.0,) * len(games)
    spot = stage.after(rules, play.position, len(play.moves) == len(stage.numbers))
    points = _from(rules, spot, games, seed)
    return points if spot.side is side else tuple(-each for each in points)


def _from(rules: Rules, spot: BetweenStages, games: range, seed: int) -> tuple[float, ...]:
    return play_unit(Unit(taught_for(rules).data, rules, spot, seed, games, CUT))


def opening_puzzles(rules: Rules, seed: int) -> Iterator[Puzzle]:
    """Give the opening throws of which keeping or rerolling is better by enough."""
    for high in range(2, 7):
        for low in range(1, high):
            game = Game.start(rules).apply(OpeningThrow(high, low))
            if game.phase is not Phase.KEEP_OR_AGAIN:
                return
            kept = game.apply(KeepOpening())
            plays = [each.play for each in estimates(kept)[:2]]
            games = range(MOST_GAMES)
            keep, error = max(_mean(_points(rules, kept, play, games, seed)) for play in plays)
            again, other = _mean(_from(rules, _start(rules), games, seed))
            margin, both = abs(keep - again), hypot(error, other)
            if margin < MARGIN or margin < SURE * both:
                continue
            best, other_one = ("keep", "reroll") if keep > again else ("reroll", "keep")
            action: type[Action] = KeepOpening if keep > again else ThrowOpeningAgain
            missed = frozenset(
                level for level in Level if not isinstance(choose(game, level)[0], action)
            )
            situation = Situation(rules.start.position, Side.WHITE)
            item = Item(Kind.OPENING, rules.name, situation, (high, low), best)
            yield Puzzle(item, other_one, margin, both, Theme.OPENING, missed)


def _start(rules: Rules) -> BetweenStages:
    return BetweenStages(rules.start.position, Side.WHITE, THROW, frozenset())


def _mean(points: Sequence[float]) -> tuple[float, float]:
    count = len(points)
    mean = sum(points) / count
    return mean, (sum((each - mean) ** 2 for each in points) / (count - 1) / count) ** 0.5

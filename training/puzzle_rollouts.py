"""Puzzles by rollout: rolls for which one play is clearly better than all others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from backgammon_tui.analysis.difference import Aspect, differences, is_race
from backgammon_tui.analysis.evaluator import CUT, to_play
from backgammon_tui.analysis.nets import net_for
from backgammon_tui.analysis.rollout import BATCH, PlayRollout, Unit, behind_error
from backgammon_tui.analysis.value import estimates, evaluator_for
from backgammon_tui.engine import (
    Effect,
    Game,
    Move,
    Phase,
    Place,
    Play,
    Position,
    Roll,
    Rules,
    StartingPosition,
)
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.explain.facts import Theme, count_hits_and_traps
from backgammon_tui.names import Level
from backgammon_tui.players import choose
from backgammon_tui.teach.quiz import Item, Kind
from training.puzzle_files import RolledPuzzle
from training.rollouts import play_unit

MARGIN: Final = 0.08
"""Minimum number of points by which the best play must be better than any other."""

SURE: Final = 3.0
"""Minimum number of standard errors of that difference."""

MAX_ERROR: Final = 0.015
"""Maximum standard error of that difference."""

MIN_GAMES, MAX_GAMES = 2 * BATCH, 36 * BATCH
ROLLED: Final = 6
"""Maximum number of plays that are rolled out: the best ones one roll ahead, however far behind,
because their costs may be wrong by half a point."""

MIN_PLAYS, MAX_PLAYS = 4, 300


def puzzle_of(
    rules: Rules,
    starting_position: StartingPosition,
    dice: tuple[int, int],
    seed: int,
    is_wanted: Callable[[Game, Play, Theme], bool],
) -> RolledPuzzle | None:
    """Return the puzzle of a roll; None if it is not a puzzle, or not one of a wanted kind."""
    game = starting_position.game(rules).apply(Roll(*dice))
    if game.phase is not Phase.MOVE or game.actor is not starting_position.side:
        return None
    if not MIN_PLAYS <= len(game.legal_plays()) <= MAX_PLAYS:
        return None
    for at_once in (True, False):
        looked = estimates(game, at_once=at_once)
        best, second = looked[0].play, looked[1].play
        if looked[0].wins or looked[1].cost < MARGIN * (0.75 if at_once else 1):
            return None
        if not is_wanted(game, best, theme_of(game, best, second)):
            return None
    rollouts = _roll_out(game, [estimate.play for estimate in looked[:ROLLED]], seed)
    if rollouts is None or rollouts[0].play != best:
        return None
    margin, error = _margin(rollouts)
    theme = theme_of(game, best, rollouts[1].play)
    if not is_wanted(game, best, theme):
        return None
    item = Item(Kind.BEST, rules.name, starting_position, dice, write_moves(best.moves))
    missed = frozenset(level for level in Level if _choice(game, level) != best.position)
    return RolledPuzzle(item, write_moves(rollouts[1].play.moves), margin, error, theme, missed)


_THEMES: Final = {
    Aspect.HIT: Theme.HIT,
    Aspect.TRAPPED: Theme.TRAP,
    Aspect.OWN_TRAPPED: Theme.TRAP,
    Aspect.TO_ENTER: Theme.ENTERING,
    Aspect.COMPLEMENT: Theme.ENTERING,
    Aspect.SHOTS: Theme.SAFETY,
    Aspect.BLOTS: Theme.SAFETY,
    Aspect.THEIR_ROLLS: Theme.EXTRA_ROLL,
    Aspect.OWN_ROLLS: Theme.EXTRA_ROLL,
    Aspect.POINTS: Theme.POINTS,
    Aspect.PRIME: Theme.POINTS,
    Aspect.SHUT_OUT: Theme.POINTS,
}


def theme_of(game: Game, best: Play, second: Play) -> Theme:
    """Return the theme of a puzzle: the greatest advantage of the best play over the second."""
    side = game.actor
    assert side
    position = best.position
    if any(move.effect is Effect.TRAP for play in game.legal_plays() for move in play.moves):
        if count_hits_and_traps(best) or count_hits_and_traps(second):
            return Theme.TRAP
    elif bool(count_hits_and_traps(best)) != bool(count_hits_and_traps(second)):
        return Theme.HIT
    if position.count(side, Place.OFF):
        return Theme.BEARING_OFF
    if game.position.to_enter(side):
        return Theme.ENTERING
    if game.left.count(game.left[0]) > 1 and game.rules.doubles.have_complement:
        playable = {game.outlook(play.position) for play in (best, second)}
        return Theme.EXTRA_ROLL if len(playable) == 1 else Theme.ENTERING
    if all(is_race(game, play.position) for play in (best, second)):
        return Theme.RACING
    gains = (gain.aspect for gain in differences(game, best, second) if gain.weight > 0)
    return next((_THEMES[aspect] for aspect in gains if aspect in _THEMES), Theme.POINTS)


def _choice(game: Game, level: Level) -> Position:
    for action in choose(game, level):
        assert isinstance(action, Move)
        game = game.apply(action)
    return game.position


def _roll_out(game: Game, plays: Sequence[Play], seed: int) -> list[PlayRollout] | None:
    """Roll out plays, best first; None unless `MAX_GAMES` show that one is clearly the best."""
    rollouts = [PlayRollout(play, ()) for play in plays]
    for count in range(BATCH, MAX_GAMES + 1, BATCH):
        rollouts = [
            rollout if rollout.is_out else _played_on(game, rollout, count, seed)
            for rollout in rollouts
        ]
        best, second = _best_two(rollouts)
        rollouts = [
            replace(rollout, is_out=rollout not in (best, second) and _is_behind(best, rollout))
            for rollout in rollouts
        ]
        margin, error = _margin(rollouts)
        if margin + SURE * error < MARGIN:
            return None
        is_clear = margin >= MARGIN and margin >= SURE * error and error <= MAX_ERROR
        if is_clear and count >= MIN_GAMES:
            return sorted(rollouts, key=lambda result: -result.mean)
    return None


def _played_on(game: Game, rollout: PlayRollout, count: int, seed: int) -> PlayRollout:
    """Return a rollout with this many games."""
    more = points_after(game, rollout.play, range(len(rollout.points), count), seed)
    return replace(rollout, points=rollout.points + more)


def _is_behind(best: PlayRollout, play: PlayRollout) -> bool:
    """Return True if a play is too far behind to be the second best of a puzzle."""
    return play is not best and best.mean - play.mean > MARGIN + 4 * behind_error(best, play)


def _best_two(rollouts: Sequence[PlayRollout]) -> tuple[PlayRollout, PlayRollout]:
    first, second, *_ = sorted(rollouts, key=lambda rollout: -rollout.mean)
    return first, second


def _margin(rollouts: Sequence[PlayRollout]) -> tuple[float, float]:
    """Return the difference between the best and the second-best play, and its standard error."""
    best, second = _best_two(rollouts)
    return best.mean - second.mean, behind_error(best, second)


def points_after(game: Game, play: Play, games: range, seed: int) -> tuple[float, ...]:
    """Return the points of games after a play, for the side that makes it."""
    side, rules = game.actor, game.rules
    assert side
    stage = to_play(game)
    if play.position.has_borne_off_all(side):
        return (float(rules.points_for_win(play.position, side)),) * len(games)
    if evaluator_for(rules).is_dead(play.position):
        return (0.0,) * len(games)
    spot = stage.after(rules, play)
    points = play_unit(Unit(net_for(rules).data, rules, spot, seed, games, CUT))
    return points if spot.side is side else tuple(-value for value in points)

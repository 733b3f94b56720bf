"""Positions of self-play, and rollouts of them by compiled players."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator

from backgammon_tui.analysis.bear_off import all_are_home, sides_have_passed
from backgammon_tui.analysis.evaluator import ROLL, EvalState, to_play
from backgammon_tui.analysis.lookahead import Lookahead, chances_ahead
from backgammon_tui.analysis.rollout import PlayRollout, Unit
from backgammon_tui.analysis.value import Estimate, estimates, evaluator_for
from backgammon_tui.engine import Game, Play, Roll, Rules, Side
from tests.analysis.test_network import data_of
from training import codes, rollouts
from training.games import bundled, stories
from training.judging import seat
from training.puzzles import starting_position_of

TO_THE_END = 10_000
"""A number of rolls that no game reaches."""

Wanted = Callable[[EvalState], bool]


def is_home(spot: EvalState) -> bool:
    """Return True if both sides are home."""
    return all_are_home(spot.position.packed)


def is_race(spot: EvalState) -> bool:
    """Return True if the sides have passed each other and somebody is not home."""
    return sides_have_passed(spot.position.packed) and not is_home(spot)


def is_trapped(spot: EvalState) -> bool:
    """Return True if some checkers are off and some are trapped."""
    position = spot.position
    return any(position.count(side, 0) for side in Side) and any(
        position.has_trapped(side) for side in Side
    )


def positions_met(rules: Rules, wanted: Wanted, count: int, seed: int) -> Iterator[EvalState]:
    """Yield positions before a roll, one from each game of the network against itself."""
    who = seat(rules, bundled(rules).player())
    chance = random.Random(seed)
    for story, _ in stories(rules, who, seed, itertools.count()):
        length = int(story.length[0])
        awaited = [i for i in range(length) if story.dues[i] == codes.AGAIN_DUE]
        for i in chance.sample(awaited, len(awaited)):
            starting_position = starting_position_of(rules, story, i)
            spot = EvalState(
                starting_position.position,
                starting_position.side,
                ROLL,
                starting_position.had_double,
            )
            if wanted(spot):
                count -= 1
                yield spot
                break
        if not count:
            return


def roll_out_spot(
    rules: Rules, spot: EvalState, games: int, seed: int, cut: int = TO_THE_END
) -> PlayRollout:
    """Return the outcome of a rollout of a position for the side that acts."""
    unit = Unit(data_of(rules.name), rules, spot, seed, range(games), cut)
    return PlayRollout(None, rollouts.play_unit(unit))  # type: ignore[arg-type]


def value_of(rules: Rules, spot: EvalState) -> float:
    """Return the value of a position, as the program shows it."""
    judge = evaluator_for(rules)
    return judge.points(chances_ahead(Lookahead(judge), spot))


def judged(
    rules: Rules, spot: EvalState, dice: tuple[int, int]
) -> tuple[Game, tuple[Estimate, ...]]:
    """Return a game after a roll, and its plays from best to worst."""
    game = Game.from_position(rules, spot.position, spot.side, spot.had_double)
    rolled = game.apply(Roll(*dice))
    return rolled, estimates(rolled)


def after(
    rules: Rules, game: Game, play: Play, *, games: int, seed: int, cut: int = TO_THE_END
) -> PlayRollout:
    """Return the outcome of a rollout of a play for the side that makes it."""
    stage = to_play(game)
    if play.position.has_borne_off_all(stage.side):
        won = float(rules.points_for_win(play.position, stage.side))
        return PlayRollout(play, (won,) * games)
    spot = stage.after(rules, play)
    result = roll_out_spot(rules, spot, games, seed, cut)
    if spot.side is stage.side:
        return result
    return PlayRollout(play, tuple(-point for point in result.points))

"""The judge beside compiled rollouts: states of self-play, and what comes of them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator

from backgammon_tui.analysis.ahead import chances_ahead
from backgammon_tui.analysis.bear_off import all_are_home, sides_have_passed
from backgammon_tui.analysis.look import Look, reached
from backgammon_tui.analysis.nets import endings_for
from backgammon_tui.analysis.rollout import Rolled, Unit
from backgammon_tui.analysis.stages import THROW, BetweenStages, to_play
from backgammon_tui.analysis.value import Estimate, estimates, judge_for
from backgammon_tui.engine import Game, Play, Rules, Side, Throw
from tests.analysis.test_network import data_of
from training import codes, rollouts
from training.games import net_player, stories
from training.judging import seat
from training.net_files import unpacked
from training.puzzles import situation_of

TO_THE_END = 10_000
"""More throws than any game has."""

Wanted = Callable[[BetweenStages], bool]


def is_home(spot: BetweenStages) -> bool:
    """Return True if both sides are home."""
    return all_are_home(spot.position.packed)


def is_race(spot: BetweenStages) -> bool:
    """Return True if the sides have passed each other and somebody is not home."""
    return sides_have_passed(spot.position.packed) and not is_home(spot)


def is_trapped(spot: BetweenStages) -> bool:
    """Return True if checkers are off, and others are trapped."""
    position = spot.position
    return any(position.count(side, 0) for side in Side) and any(
        position.has_trapped(side) for side in Side
    )


def met(rules: Rules, wanted: Wanted, count: int, seed: int) -> Iterator[BetweenStages]:
    """Yield states in which a throw is awaited, one of each game of the net with itself."""
    who = seat(rules, net_player(unpacked(data_of(rules.name))))
    chance = random.Random(seed)
    for told, _ in stories(rules, who, seed, itertools.count()):
        length = int(told.length[0])
        awaited = [i for i in range(length) if told.dues[i] == codes.AGAIN_DUE]
        for i in chance.sample(awaited, len(awaited)):
            situation = situation_of(rules, told, i)
            spot = BetweenStages(situation.position, situation.side, THROW, situation.had_doublet)
            if wanted(spot):
                count -= 1
                yield spot
                break
        if not count:
            return


def rolled(
    rules: Rules, spot: BetweenStages, games: int, seed: int, cut: int = TO_THE_END
) -> Rolled:
    """Return what comes of a state for the side that acts, as the net for it plays on."""
    is_known = is_home(spot) or (rules.direction.runs_against and is_race(spot))
    ending = endings_for(rules) if is_known else None
    data = ending.data if ending else data_of(rules.name)
    unit = Unit(data, rules, spot, seed, range(games), cut)
    return Rolled(None, rollouts.play_unit(unit))  # type: ignore[arg-type]


def value_of(rules: Rules, spot: BetweenStages) -> float:
    """Return what the judge says of a state, as wherever a value is shown."""
    judge = judge_for(rules)
    return judge.points(chances_ahead(Look(judge), spot))


def judged(
    rules: Rules, spot: BetweenStages, dice: tuple[int, int]
) -> tuple[Game, tuple[Estimate, ...]]:
    """Return a game after a throw, and its plays as the judge ranks them."""
    game = Game.from_position(rules, spot.position, spot.side, spot.had_doublet)
    thrown = game.apply(Throw(*dice))
    return thrown, estimates(thrown)


def after(
    rules: Rules, game: Game, play: Play, *, games: int, seed: int, cut: int = TO_THE_END
) -> Rolled:
    """Return what comes of a play, for the side that makes it."""
    judge, stage = judge_for(rules), to_play(game)
    if play.position.has_borne_off_all(play.side):
        won = judge.points(judge.won(play.position, play.side))
        return Rolled(play, (won,) * games)
    spot = reached(judge, stage, play)
    found = rolled(rules, spot, games, seed, cut)
    if spot.side is play.side:
        return found
    return Rolled(play, tuple(-each for each in found.points))

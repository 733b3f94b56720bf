"""Games as people might play them: by chance, but not thoughtless."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from backgammon_tui.engine.actions import Action, ChooseDoublet, Throw
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.plays import Play
from backgammon_tui.engine.position import Place, Position, Side
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.turn import Phase

LONGEST: Final = 200
"""After so many throws a game is left."""

_LOOKED_AT: Final = 10
"""How many plays a player thinks of before choosing one."""


def sensible_game(rules: Rules, chance: Random) -> Iterator[Game]:
    """The states of a game before each throw, and the last one if the game ends."""
    game = Game.start(rules, chance.choice(list(Side)))
    throws = 0
    while throws < LONGEST:
        if game.phase in (Phase.THROW, Phase.THROW_AGAIN, Phase.OVER):
            yield game
            throws += 1
        if game.is_over:
            return
        for action in _next_actions(game, chance):
            game = game.apply(action)


def throw_dice(chance: Random) -> Throw:
    """A fair throw."""
    return Throw(chance.randint(1, 6), chance.randint(1, 6))


def _next_actions(game: Game, chance: Random) -> tuple[Action, ...]:
    match game.phase:
        case Phase.THROW | Phase.THROW_AGAIN:
            return (throw_dice(chance),)
        case Phase.CHOOSE:
            return (ChooseDoublet(chance.choice((5, 6))),)
        case Phase.COMPLETE:
            return (chance.choice(game.legal_moves()),)
        case _:
            return choose_play(game, chance).moves


def choose_play(game: Game, chance: Random) -> Play:
    """The play that looks best among some."""
    plays = game.legal_plays()
    side = plays[0].side
    looked_at = chance.sample(plays, min(_LOOKED_AT, len(plays)))
    return max(looked_at, key=lambda play: _looks(play.position, side))


def _looks(position: Position, side: Side) -> int:
    """How a position looks to a side that likes safety, closed points, hits and no high stacks."""
    points = [point for point in position.points(side) if not position.is_trapped(side, point)]
    blots = sum(position.count(side, point) == 1 for point in points)
    too_many = sum(max(position.count(side, point) - 4, 0) for point in points)
    trapping = len(position.trapped(side.other))
    return (
        2 * (len(points) - blots)
        - 2 * blots
        - too_many
        + 5 * position.count(side.other, Place.BAR)
        + 5 * trapping
        + 3 * position.count(side, Place.OFF)
    )

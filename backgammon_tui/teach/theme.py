"""Themes of good play: of lessons, of puzzles, and of mistakes in played games."""

from __future__ import annotations

from enum import Enum
from typing import Final

from backgammon_tui.analysis.bear_off import may_meet
from backgammon_tui.analysis.difference import Aspect, differences
from backgammon_tui.analysis.facts import count_throws, facts
from backgammon_tui.engine import Effect, Game, Place, Play, Side, Situation
from backgammon_tui.engine.rules import HOME_TABLE


class Theme(Enum):
    """A theme: the difference that matters most between two plays."""

    ENTERING = "entering and the complement"
    POINTS = "points and primes"
    HIT = "hit or not"
    TRAP = "trap or hit"
    SAFETY = "safety"
    BEARING_OFF = "bearing off"
    RACING = "racing"
    ANOTHER_THROW = "another throw"
    OPENING = "keep or reroll"


_THEMES: Final = {
    Aspect.HIT: Theme.HIT,
    Aspect.TRAPPED: Theme.TRAP,
    Aspect.OWN_TRAPPED: Theme.TRAP,
    Aspect.TO_ENTER: Theme.ENTERING,
    Aspect.COMPLEMENT: Theme.ENTERING,
    Aspect.SHOTS: Theme.SAFETY,
    Aspect.BLOTS: Theme.SAFETY,
    Aspect.THEIR_THROWS: Theme.ANOTHER_THROW,
    Aspect.OWN_THROWS: Theme.ANOTHER_THROW,
    Aspect.POINTS: Theme.POINTS,
    Aspect.PRIME: Theme.POINTS,
    Aspect.SHUT_OUT: Theme.POINTS,
}


def strikes(play: Play) -> int:
    """Return how many checkers a play hits or traps."""
    return sum(move.effect is not Effect.NOTHING for move in play.moves)


def theme_of(game: Game, best: Play, second: Play) -> Theme:
    """Return the theme of two plays: the greatest difference that speaks for the best one."""
    side = game.actor
    assert side
    position = best.position
    if any(move.effect is Effect.TRAP for play in game.legal_plays() for move in play.moves):
        if strikes(best) or strikes(second):
            return Theme.TRAP
    elif bool(strikes(best)) != bool(strikes(second)):
        return Theme.HIT
    if position.count(side, Place.OFF):
        return Theme.BEARING_OFF
    if game.position.to_enter(side):
        return Theme.ENTERING
    if game.left.count(game.left[0]) > 1 and game.rules.doublets.have_complement:
        playable = {game.outlook(play.position) for play in (best, second)}
        return Theme.ANOTHER_THROW if len(playable) == 1 else Theme.ENTERING
    if all(_is_race(game, play) for play in (best, second)):
        return Theme.RACING
    found = (each.aspect for each in differences(game, best, second) if each.weight > 0)
    return next((_THEMES[aspect] for aspect in found if aspect in _THEMES), Theme.POINTS)


def _is_race(game: Game, play: Play) -> bool:
    """Return True if the sides have passed each other, or where they cannot, as good as that.

    Where both run the same way round, one of them is home and neither could hit with its next
    throw.
    """
    position, side = play.position, game.actor
    assert side
    if game.rules.direction.runs_against:
        return not may_meet(game.rules, position)
    at_home = [
        not position.to_enter(each) and max(position.points(each), default=0) in (0, *HOME_TABLE)
        for each in Side
    ]
    shots = count_throws(game.rules, Situation(position, side, game.had_doublet)).hits
    return any(at_home) and not shots and not facts(game, play).hits

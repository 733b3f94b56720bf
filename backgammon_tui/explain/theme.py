"""Themes of good play: of lessons, of puzzles, and of mistakes in played games."""

from __future__ import annotations

from enum import Enum
from typing import Final

from backgammon_tui.analysis.difference import Aspect, differences, is_race
from backgammon_tui.engine import Effect, Game, Place, Play


class Theme(Enum):
    """A theme: the difference that matters most between two plays."""

    ENTERING = "entering and the complement"
    POINTS = "points and primes"
    HIT = "hit or not"
    TRAP = "trap or hit"
    SAFETY = "safety"
    BEARING_OFF = "bearing off"
    RACING = "racing"
    EXTRA_ROLL = "an extra roll"
    OPENING = "keep or reroll"


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


def strikes(play: Play) -> int:
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
    if game.left.count(game.left[0]) > 1 and game.rules.doubles.have_complement:
        playable = {game.outlook(play.position) for play in (best, second)}
        return Theme.EXTRA_ROLL if len(playable) == 1 else Theme.ENTERING
    if all(is_race(game, play.position) for play in (best, second)):
        return Theme.RACING
    gains = (gain.aspect for gain in differences(game, best, second) if gain.weight > 0)
    return next((_THEMES[aspect] for aspect in gains if aspect in _THEMES), Theme.POINTS)

"""Facts about plays: themes, losses in reviewed games, and hints."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from backgammon_tui.analysis.difference import Aspect, Counts, count, differences, is_race
from backgammon_tui.analysis.review import Choice, review
from backgammon_tui.analysis.value import Estimate, estimates
from backgammon_tui.engine import (
    Action,
    ChooseDoubles,
    Effect,
    Game,
    KeepOpening,
    Phase,
    Place,
    Play,
    RerollOpening,
)


class Theme(Enum):
    """A theme: the most important difference between two plays."""

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
    """Return the theme of two plays: the greatest advantage of the best one."""
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


_MAX_HINTS: Final = 3
_MAX_EXPLAINED: Final = 12


class HintedPlay(NamedTuple):
    estimate: Estimate
    counts: Counts | None
    """Counts for comparing plays; None if there is only one play."""


class Hints(NamedTuple):
    plays: tuple[HintedPlay, ...]
    """The computer's choice first; empty if no play is awaited."""

    explained: tuple[HintedPlay, ...] = ()
    """The next best plays, in case the player asks about one of them."""

    others: float = 0.0
    """Cost of the best play outside `plays`; 0 if there is none."""


def hinted(game: Game, *, at_once: bool = False) -> Hints:
    """Return the computer's favourite plays, best first; `NotJudged` if it rates no plays here.

    `at_once` makes a quick estimate in milliseconds instead of tenths of a second.
    """
    ranked = estimates(game, at_once=at_once)
    is_choice = len(ranked) > 1
    plays = tuple(
        HintedPlay(estimate, count(game, estimate.play) if is_choice else None)
        for estimate in ranked[: _MAX_HINTS if at_once else _MAX_EXPLAINED]
    )
    others = ranked[_MAX_HINTS].cost if ranked[_MAX_HINTS:] else 0.0
    return Hints(plays[:_MAX_HINTS], plays[_MAX_HINTS:], others)


def judged_answers(game: Game) -> list[Choice]:
    """Rate each answer to the opening roll, or each double after a 2-1."""
    answers: tuple[Action, ...] = (ChooseDoubles(5), ChooseDoubles(6))
    if game.phase is Phase.KEEP_OR_REROLL:
        answers = (KeepOpening(), RerollOpening())
    findings = (finding for answer in answers for finding in review(game, [answer]))
    return [finding for finding in findings if isinstance(finding, Choice)]

"""Facts about plays: themes, losses in reviewed games, and hints."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from backgammon_tui.analysis.difference import Counts, count
from backgammon_tui.analysis.review import Choice, review
from backgammon_tui.analysis.value import Estimate, estimates
from backgammon_tui.engine import (
    Action,
    ChooseDoubles,
    Effect,
    Game,
    KeepOpening,
    Phase,
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


def strikes(play: Play) -> int:
    return sum(move.effect is not Effect.NOTHING for move in play.moves)


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

"""Hints: the computer's favourite plays with their costs, and what is counted of them."""

from __future__ import annotations

from typing import Final, NamedTuple

from backgammon_tui.analysis.difference import Counts, count
from backgammon_tui.analysis.review import Choice, review
from backgammon_tui.analysis.value import Estimate, estimates
from backgammon_tui.engine import Action, ChooseDoubles, Game, KeepOpening, Phase, RerollOpening

_MAX_HINTS: Final = 3
"""Maximum number of plays that hints name."""

_MAX_EXPLAINED: Final = 12
"""Maximum number of plays that are compared with the computer's choice."""


class HintedPlay(NamedTuple):
    """One of the plays that the computer likes most."""

    estimate: Estimate
    counts: Counts | None
    """What is counted of it, to be compared with other plays; None if it is the only one."""


class Hints(NamedTuple):
    """The plays that the computer likes most, and the cost of the others."""

    plays: tuple[HintedPlay, ...]
    """The computer's choice first; none where the game waits for no play."""

    explained: tuple[HintedPlay, ...] = ()
    """The plays that come next, for players who ask about one of them."""

    others: float = 0.0
    """The cost of the best of all that are not among `plays`; 0 if there are none."""


def hinted(game: Game, *, at_once: bool = False) -> Hints:
    """Return the plays that the computer likes most, its choice first.

    Args:
        at_once: True for a first look within milliseconds; else it takes tenths of a second.

    Raises:
        NotJudged: if the computer does not judge under these rules.
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
    """Judge each answer to the rules' question: the opening roll, or the double after a 2-1."""
    answers: tuple[Action, ...] = (ChooseDoubles(5), ChooseDoubles(6))
    if game.phase is Phase.KEEP_OR_REROLL:
        answers = (KeepOpening(), RerollOpening())
    findings = (finding for answer in answers for finding in review(game, [answer]))
    return [finding for finding in findings if isinstance(finding, Choice)]

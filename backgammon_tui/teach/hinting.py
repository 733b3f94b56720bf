"""What the program would play, what other plays cost, and what can be counted of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from backgammon_tui.analysis import ranked
from backgammon_tui.analysis.facts import facts
from backgammon_tui.analysis.review import Choice, review
from backgammon_tui.engine.actions import Action, ChooseDoublet, KeepOpening, ThrowOpeningAgain
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.plays import Play
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.turn import Phase
from backgammon_tui.words.fact_sentences import describe_facts
from backgammon_tui.words.naming import capitalized
from backgammon_tui.words.review_lines import write_actions

_MOST: Final = 3
"""So many plays are hinted at."""


class HintedPlay(NamedTuple):
    """One of the plays that the program likes most."""

    play: Play

    cost: float
    """The points by which the program takes it to be worse than its choice."""

    reason: str
    """What can be counted of it."""


def hinted(game: Game) -> list[HintedPlay]:
    """The plays that the program likes most, its choice first; it takes its time."""
    found = ranked(game)[:_MOST]
    mover = game.side or Side.WHITE
    counted = [facts(game, play) for play, _ in found]
    reasons = [describe_facts(each, mover) for each in counted]
    if counted and counted[0].thrower is mover.other:
        safer = any(each.thrower is mover.other and each.hits < counted[0].hits for each in counted)
        reasons[0] += "; the program thinks it worth the risk" if safer else ""
    best = max((points for _, points in found), default=0.0)
    return [
        HintedPlay(play, best - points, reason)
        for (play, points), reason in zip(found, reasons, strict=True)
    ]


def judged_answers(game: Game) -> list[Choice]:
    """Each answer to what the rules ask: the opening throw, or the doublet after a 2-1."""
    answers: tuple[Action, ...] = (ChooseDoublet(5), ChooseDoublet(6))
    if game.phase is Phase.KEEP_OR_AGAIN:
        answers = (KeepOpening(), ThrowOpeningAgain())
    found = (each for answer in answers for each in review(game, [answer]))
    return [each for each in found if isinstance(each, Choice)]


def describe_answers(answers: Sequence[Choice]) -> str:
    """What the program would answer, and what the other answer would cost."""
    other = max(answers, key=lambda each: each.cost)
    best, made = write_actions(other.best), write_actions(other.made)
    return f"The program's choice: {best}. {capitalized(made)} would cost {other.cost:.2f} points."

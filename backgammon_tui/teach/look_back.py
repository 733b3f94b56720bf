"""A look back at an exercise: the points that each of the learner's choices has cost."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from backgammon_tui.analysis.nets import NotJudged
from backgammon_tui.analysis.review import Choice, found_in
from backgammon_tui.engine import Game
from backgammon_tui.engine.notation import Numbering
from backgammon_tui.teach.hinting import describe_worse
from backgammon_tui.teach.lesson_parts import Exercise
from backgammon_tui.teach.running import Run
from backgammon_tui.words.naming import LEAST_POINTS, count, write_dice
from backgammon_tui.words.review_lines import describe_finding

MOST_MISTAKES: Final = 3
"""The most choices that a look back names."""


def can_look_back(run: Run) -> bool:
    """Return True if an exercise is over and its choices have not been judged."""
    is_over = isinstance(run.asked, Exercise) and run.standing.is_over
    return is_over and run.costs is None


def look_back(run: Run) -> Run:
    """Return a run with the costs of the learner's choices: the work of a second or two."""
    side, history = run.before.side, run.history
    try:
        found = [
            finding
            for at, game in enumerate(history[:-1])
            if game.actor is side
            for finding in found_in(history, run.made, at)
        ]
    except NotJudged:
        found = []
    return replace(run, costs=tuple(each for each in found if isinstance(each, Choice)))


def mistakes(run: Run) -> tuple[Choice, ...]:
    """Return the choices that cost most, the most costly first."""
    costly = (choice for choice in run.costs or () if choice.told_cost >= LEAST_POINTS)
    return tuple(sorted(costly, key=lambda choice: -choice.cost)[:MOST_MISTAKES])


def describe_look_back(run: Run) -> list[str]:
    """Say what the learner's choices have cost together, then each of the worst."""
    if run.costs is None:
        return []
    choices = "choice" if len(run.costs) == 1 else f"{count(len(run.costs))} choices"
    if not mistakes(run):
        return [f"Looking back: no mistake in your {choices}."]
    in_all = " in all" if len(run.costs) > 1 else ""
    lost = sum(choice.told_cost for choice in run.costs)
    told = [_describe_mistake(run.history[choice.at], choice) for choice in mistakes(run)]
    return [f"Looking back: your {choices} cost {lost:.2f} points{in_all}.", *told]


def _describe_mistake(game: Game, choice: Choice) -> str:
    dice = f"{write_dice(game.thrown.dice)}: " if game.thrown else ""
    why = describe_worse(game, choice.made, choice.best)
    return dice + describe_finding(choice, Numbering.STANDARD, why)

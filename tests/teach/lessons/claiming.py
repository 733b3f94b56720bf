"""Sentences of lessons that rate plays, and therefore need a claim."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from backgammon_tui.cli.claims import count_after
from backgammon_tui.engine import POINTS, Game, Side
from backgammon_tui.explain.facts import done, is_stage_over
from backgammon_tui.teach.lessons.lesson import Lesson, LessonStep, Task
from backgammon_tui.teach.lessons.run import Run
from backgammon_tui.teach.typed_actions import read_typed
from backgammon_tui.text_file import LineError

_CLAIMING: Final = re.compile(
    r"\b(better|best|worse|stronger|safer|should|worth|wins|loses)\b", re.IGNORECASE
)


def unproved(lesson: Lesson) -> Iterator[LineError]:
    """Return the steps that rate plays without a claim."""
    for step in lesson.steps:
        if not step.claims:
            for line, text in _texts(step):
                if word := _CLAIMING.search(text):
                    yield LineError(line, f"{word[0]!r} without a Claim: {text}")


def _texts(step: LessonStep) -> Iterator[tuple[int, str]]:
    yield step.line, step.say
    if step.assignment:
        for text in (step.assignment.text, step.assignment.hint, step.assignment.after):
            yield step.assignment.line, text
        for attempt in step.assignment.tries:
            yield attempt.line, attempt.answer


# ---- counts of rolls and blots in words

_OF_36: Final = re.compile(
    r"\b(?P<some>\d+) (?:of (?:Black's )?36|shots)"
    r"|\b(?P<all>(?:all|every one of the) 36|every roll hits)"
    r"|\b(?P<none>no roll (?:of Black's )?(?:can )?(?:hits?|reach)"
    r"|nothing can be hit|can hit nothing)",
    re.IGNORECASE,
)

_BLOTS: Final = re.compile(r"\b(two|three|four|five) blots\b", re.IGNORECASE)
_ARE_BLOTS: Final = re.compile(r"\b((?:\d+(?:, | and )?)+) (?:is a blot|are blots)\b")
_NUMBERS: Final = ("none", "one", "two", "three", "four", "five")


def wrong_counts(run: Run) -> Iterator[str]:
    """Check the numbers of rolls and blots in the comments on full plays."""
    task, game = run.assignment, run.before
    comments: list[tuple[str, str]] = []
    if isinstance(task, Task):
        comments = [(task.solutions[0].text, task.after)]
        comments += [(a.text, a.answer) for a in task.tries if a.reason is None]
    for play, comment in comments:
        after, side = done(game, read_typed(game, play)), game.actor
        if not side or not is_stage_over(game, after):
            continue
        for match in _OF_36.finditer(comment):
            counted = count_after(game, play)
            number = int(match["some"] or (36 if match["all"] else 0))
            # Only sentences with a number can be about lost rolls.
            if number not in (counted.hits, counted.shut_out if match["some"] else counted.hits):
                yield f"{comment} {counted.hits} hit and {counted.shut_out} are lost"
        blots = [point for point in range(1, POINTS + 1) if _is_blot(after, side, point)]
        many, named = _BLOTS.search(comment), _ARE_BLOTS.search(comment)
        wrong_number = many and _NUMBERS.index(many[1].lower()) != len(blots)
        if wrong_number or (named and sorted(map(int, re.findall(r"\d+", named[1]))) != blots):
            yield f"{comment} The blots are {blots}."


def _is_blot(game: Game, side: Side, point: int) -> bool:
    position, across = game.position, game.rules.across(point)
    is_held = position.is_trapped(side, point) or position.is_trapped(side.other, across)
    return position.count(side, point) == 1 and not is_held

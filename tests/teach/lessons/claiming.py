"""Sentences of lessons that rate plays, and therefore need a claim."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from backgammon_tui.teach.lessons.lesson import Lesson, LessonStep
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

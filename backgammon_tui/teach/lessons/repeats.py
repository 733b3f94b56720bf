"""Steps to repeat: kept as cards, and due like the tasks of the quiz."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from backgammon_tui.teach.lessons.courses import CourseLesson
from backgammon_tui.teach.quiz import Card, answered, read_card
from backgammon_tui.text_file import LineError

_STEP: Final = re.compile(r"step/(?P<lesson>.+)/(?P<step>[1-9]\d?)", re.A)


class Repeat(NamedTuple):
    entry: CourseLesson
    step: int
    card: Card

    def done(self, is_right: bool, today: int) -> tuple[str, str]:
        return answered(self.card, is_right, today).entry


def repeat_of(entry: CourseLesson, step: int, today: int) -> tuple[str, str]:
    return Card(f"step/{entry.name}/{step + 1}", 0, today).entry


def due_repeats(
    kept: Mapping[str, str], listed: Iterable[CourseLesson], today: int
) -> tuple[Repeat, ...]:
    """Return the due steps of the lessons, least known first, except those of faulty lessons."""
    lessons = {lesson.name: lesson for lesson in listed}
    repeats = []
    for item, written in kept.items():
        parts, card = _STEP.fullmatch(item), read_card(item, written)
        lesson = lessons.get(parts["lesson"]) if parts else None
        if parts and lesson and card and card.due <= today:
            with suppress(LineError):
                if int(parts["step"]) <= len(lesson.read().steps):
                    repeats.append(Repeat(lesson, int(parts["step"]) - 1, card))
    return tuple(sorted(repeats, key=lambda repeat: (repeat.card.box, repeat.card.item)))

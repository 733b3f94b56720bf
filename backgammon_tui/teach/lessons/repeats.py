"""Steps of lessons that went wrong, which come back after days of rest as quiz questions do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from backgammon_tui.teach.lessons.catalogue import CourseLesson, course
from backgammon_tui.teach.lessons.running import Run
from backgammon_tui.teach.spacing import Card, answered, read_card
from backgammon_tui.text_file import LineError

_ITEM: Final = re.compile(r"step/(?P<lesson>.+)/(?P<step>[1-9]\d?)", re.A)


class Repeat(NamedTuple):
    """A step of a course that is to be done again."""

    entry: CourseLesson
    step: int
    """Its number in the lesson, from 0."""

    card: Card


def step_item(entry: CourseLesson, step: int) -> str:
    """Return the name of the entry for a step that went wrong: `step/russian/3/2`, from 1."""
    return f"step/{entry.name}/{step + 1}"


def missed(entry: CourseLesson, step: int, today: int) -> tuple[str, str]:
    """Return the entry for a step that has just gone wrong, with its name."""
    return _written(Card(step_item(entry, step), 0, today))


def newly_missed(
    entry: CourseLesson, before: Run, after: Run, today: int
) -> tuple[tuple[str, str], ...]:
    """Return the entry for an answer if it is the first wrong or shown one to its step."""
    return (missed(entry, after.number, today),) if after.missed > before.missed else ()


def repeated(repeat: Repeat, right: bool, today: int) -> tuple[str, str]:
    """Return the entry for a step that has been done again."""
    return _written(answered(repeat.card, right, today))


def _written(card: Card) -> tuple[str, str]:
    return card.item, card.write()


def due_repeats(kept: Mapping[str, str], ruleset: str, today: int) -> tuple[Repeat, ...]:
    """Return the steps of a course that are due, the least known first; not of faulty lessons.

    Args:
        kept: The saved entries of a learner; unreadable ones are left out.
        today: The day, as `datetime.date.toordinal` counts.
    """
    lessons = {lesson.name: lesson for lesson in course(ruleset)}
    found = []
    for item, written in kept.items():
        parts = _ITEM.fullmatch(item)
        card = read_card(item, written)
        lesson = lessons.get(parts["lesson"]) if parts else None
        if not parts or not lesson or not card or card.due > today:
            continue
        step = int(parts["step"])
        with suppress(LineError):
            if step <= len(lesson.read().steps):
                found.append(Repeat(lesson, step - 1, card))
    return tuple(sorted(found, key=lambda repeat: (repeat.card.box, repeat.card.item)))

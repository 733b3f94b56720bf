"""The steps and puzzles that are due today, over all courses and the quiz."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import NamedTuple

from backgammon_tui.engine import RULESETS
from backgammon_tui.teach.lessons.courses import CourseLesson, courses
from backgammon_tui.teach.lessons.repeats import Repeat, due_repeats
from backgammon_tui.teach.quiz import Item, QuizProgress, lesson_of
from backgammon_tui.words.naming import plural


class Today(NamedTuple):
    steps: tuple[Repeat, ...]
    puzzles: tuple[str, ...]

    def __str__(self) -> str:
        parts = [plural(len(self.steps), "step")] * bool(self.steps)
        parts += [plural(len(self.puzzles), "puzzle")] * bool(self.puzzles)
        return f"Today: {', '.join(parts)}" if parts else ""


def read_today(saved: Mapping[str, str], own: Iterable[CourseLesson], today: int) -> Today:
    """Return the steps and puzzles that are due for a learner, longest waiting first."""
    lessons = [lesson for lessons in courses() for lesson in lessons]
    due = due_repeats(saved, (*lessons, *own), today)
    steps = (repeat for repeat in due if not _is_still_ahead(saved, repeat))
    oldest = tuple(sorted(steps, key=lambda repeat: repeat.card.due))
    return Today(oldest, due_puzzles(QuizProgress.read(saved), today))


def _is_still_ahead(saved: Mapping[str, str], repeat: Repeat) -> bool:
    """Return True if the learner left the lesson before or at the step, and will continue there."""
    entry = repeat.entry
    is_begun = entry.step_item in saved and entry.item not in saved
    return is_begun and entry.step_left(saved, entry.read()) <= repeat.step


def due_puzzles(known: QuizProgress, today: int) -> tuple[str, ...]:
    due = [card for card in known.cards.values() if card.due <= today]
    items = []
    for card in sorted(due, key=lambda card: card.due):
        with suppress(ValueError):  # A later version may know other tasks.
            item = Item.parse(card.item)
            lesson_of(item, RULESETS[item.ruleset])
            items.append(card.item)
    return tuple(items)

"""The lessons that come with the program: a course for each ruleset."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from backgammon_tui.engine.rules import RULESETS, ruleset_name
from backgammon_tui.teach.lesson_file import read_lesson, read_title
from backgammon_tui.teach.lesson_parts import Lesson

_NAME: Final = re.compile(r"(\d\d)-[a-z-]+\.txt", re.ASCII)
_PLACE: Final = re.compile(r"([a-z-]+)(?:/([1-9]\d?))?", re.ASCII)


@dataclass(frozen=True)
class CourseLesson:
    """A lesson of a course, not yet read."""

    ruleset: str
    number: int
    """Its place in the course, from 1."""

    text: str

    @property
    def place(self) -> str:
        """The name on the command line: `russian/1`."""
        return f"{self.ruleset}/{self.number}"

    @property
    def item(self) -> str:
        """The key under which the journal keeps who has done it."""
        return f"lesson/{self.place}"

    @property
    def title(self) -> str:
        """The title, read without the steps."""
        return read_title(self.text)

    def read(self) -> Lesson:
        """The lesson itself."""
        return read_lesson(self.text)


def course(ruleset: str) -> tuple[CourseLesson, ...]:
    """The lessons of a ruleset's course, in order; empty if it has none."""
    folder = files("backgammon_tui.teach") / "courses" / ruleset
    names = {}
    for file in folder.iterdir() if folder.is_dir() else ():
        parts = _NAME.fullmatch(file.name)
        if parts:
            names[int(parts[1])] = file
    return tuple(_lesson(ruleset, number, names[number]) for number in sorted(names))


def _lesson(ruleset: str, number: int, file: Traversable) -> CourseLesson:
    return CourseLesson(ruleset, number, file.read_text(encoding="utf-8"))


def courses() -> tuple[tuple[CourseLesson, ...], ...]:
    """All courses, in the order of the rulesets."""
    return tuple(course(ruleset) for ruleset in RULESETS)


def find_lesson(place: str) -> CourseLesson | None:
    """The lesson that a text such as `russian/3` names; `russian` is the course's first.

    Returns:
        None if it does not look like the name of a lesson in a course.

    Raises:
        ValueError: if the course has no such lesson.
    """
    parts = _PLACE.fullmatch(place)
    ruleset = ruleset_name(parts[1]) if parts else ""
    if parts is None or ruleset not in RULESETS:
        return None
    lessons = course(ruleset)
    number = int(parts[2] or 1)
    if number > len(lessons):
        raise ValueError(f"the course {ruleset} has {len(lessons)} lessons, not {number}")
    return lessons[number - 1]

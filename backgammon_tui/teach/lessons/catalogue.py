"""All lessons: a course for each ruleset, user-made lessons, and steps to repeat."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

from backgammon_tui.engine import RULESETS, ruleset_name
from backgammon_tui.explain.facts import Theme
from backgammon_tui.teach import lessons as teaching
from backgammon_tui.teach.lessons.lesson import Lesson
from backgammon_tui.teach.lessons.reading import MAX_LESSON_LENGTH, read_head, read_lesson
from backgammon_tui.teach.quiz import Card, answered, read_card
from backgammon_tui.text_file import LineError, escaped, read_text

_NAME: Final = re.compile(r"\d\d-[a-z-]+\.txt", re.ASCII)
_PLACE: Final = re.compile(r"([a-z-]+)(?:/([1-9]\d{0,2}))?", re.ASCII)
MAX_BYTES: Final = 4 * MAX_LESSON_LENGTH
_MAX_OWN_LESSONS: Final = 200


@dataclass(frozen=True)
class CourseLesson:
    ruleset: str
    number: int
    """Its place in the course, from 1; 0 outside of courses."""

    text: str
    file: str = ""

    @property
    def place(self) -> str:
        return self.shown_file or f"{self.ruleset}/{self.number}"

    @property
    def name(self) -> str:
        # File names need not be valid text, but the journal only accepts text.
        file = self.file.encode(errors="backslashreplace").decode()
        return f"own/{file}" if file else f"{self.ruleset}/{self.number}"

    @property
    def item(self) -> str:
        return f"lesson/{self.name}"

    @property
    def step_item(self) -> str:
        return f"{self.item} step"

    def step_left(self, done: Mapping[str, str], lesson: Lesson) -> int:
        """Return the step at which the learner left, by the entries of `done`; 0 for none."""
        kept, _, _ = done.get(self.step_item, "").partition(" ")
        is_number = kept.isdecimal() and len(kept) < 10
        return int(kept) if is_number and int(kept) < len(lesson.steps) else 0

    @property
    def shown_file(self) -> str:
        return escaped(self.file)

    @property
    def title(self) -> str:
        return _head(self.text).title

    @property
    def theme(self) -> Theme | None:
        return _head(self.text).theme

    def read(self) -> Lesson:
        return _lesson(self.text)


def course(ruleset: str) -> tuple[CourseLesson, ...]:
    folder = files("backgammon_tui.teach") / "courses" / ruleset
    names = (file.name for file in folder.iterdir()) if folder.is_dir() else ()
    numbered = sorted(filter(_NAME.fullmatch, names))
    texts = filter(None, (_text_of(folder / name) for name in numbered))
    return tuple(CourseLesson(ruleset, number, text) for number, text in enumerate(texts, 1))


def user_lessons(ruleset: str = "") -> tuple[CourseLesson, ...]:
    lessons = (lesson for lesson in _own_files() if isinstance(lesson, CourseLesson))
    return tuple(lesson for lesson in lessons if ruleset in ("", lesson.ruleset))


def _text_of(file: Traversable) -> str:
    try:
        text = file.read_text(encoding="utf-8")
        _head(text)
    except (OSError, ValueError):
        return ""
    return text


def courses() -> tuple[tuple[CourseLesson, ...], ...]:
    return tuple(course(ruleset) for ruleset in RULESETS)


def course_to_open(done: Collection[str], last_played: str) -> str:
    """Return the game whose course suits a learner best.

    This is the first unfinished course; Russian for a learner without any; and the game played last
    for a learner who has finished one.
    """
    first, has_finished = next(iter(RULESETS)), False
    for lessons in courses():
        left = [lesson.item not in done for lesson in lessons]
        if any(left) and not all(left):
            return lessons[0].ruleset
        has_finished |= bool(left) and not any(left)
    return last_played if has_finished else first


class FaultyFile(NamedTuple):
    shown_file: str
    problem: str


def faulty_files() -> tuple[FaultyFile, ...]:
    return tuple(own for own in _own_files() if isinstance(own, FaultyFile))


def _own_files() -> Iterator[CourseLesson | FaultyFile]:
    folder = teaching.find_own_folder() if teaching.find_own_folder else None
    try:
        paths = sorted(folder.glob("*.txt"), key=lambda path: path.name) if folder else []
    except OSError:
        return
    for path in paths[:_MAX_OWN_LESSONS]:
        try:
            text = read_text(path, MAX_BYTES)
            yield CourseLesson(_head(text).rules.name, 0, text, path.name)
        except LineError as error:
            yield FaultyFile(escaped(path.name), str(error))
        except OSError as error:
            yield FaultyFile(escaped(path.name), error.strerror or str(error))


_head = lru_cache(512)(read_head)

_lesson = lru_cache(64)(read_lesson)


def find_lesson(place: str) -> CourseLesson | None:
    """Return the lesson with a name such as `russian/3`, or the file of a user-made lesson.

    None if the text does not look like the name of a course lesson; `ValueError` if the course has
    no such lesson.
    """
    parts = _PLACE.fullmatch(place)
    ruleset = ruleset_name(parts[1]) if parts else ""
    if parts is None or ruleset not in RULESETS:
        names = place, f"{place}.txt"
        return next((lesson for lesson in user_lessons() if lesson.file in names), None)
    lessons = course(ruleset)
    number = int(parts[2] or 1)
    if not lessons:
        raise ValueError(f"the lessons of the course {ruleset} are missing")
    if number > len(lessons):
        raise ValueError(f"the course {ruleset} has {len(lessons)} lessons, not {number}")
    return lessons[number - 1]


# ---- steps to repeat

_STEP: Final = re.compile(r"step/(?P<lesson>.+)/(?P<step>[1-9]\d?)", re.A)


class Repeat(NamedTuple):
    entry: CourseLesson
    step: int
    card: Card

    def done(self, right: bool, today: int) -> tuple[str, str]:
        return answered(self.card, right, today).entry


def repeat_of(entry: CourseLesson, step: int, today: int) -> tuple[str, str]:
    return Card(f"step/{entry.name}/{step + 1}", 0, today).entry


def due_repeats(kept: Mapping[str, str], ruleset: str, today: int) -> tuple[Repeat, ...]:
    """Return the due steps of a game, least known first, except those of faulty lessons."""
    listed = *course(ruleset), *user_lessons(ruleset)
    lessons = {lesson.name: lesson for lesson in listed}
    repeats = []
    for item, written in kept.items():
        parts, card = _STEP.fullmatch(item), read_card(item, written)
        lesson = lessons.get(parts["lesson"]) if parts else None
        if not parts or not lesson or not card or card.due > today:
            continue
        step = int(parts["step"])
        with suppress(LineError):
            if step <= len(lesson.read().steps):
                repeats.append(Repeat(lesson, step - 1, card))
    return tuple(sorted(repeats, key=lambda repeat: (repeat.card.box, repeat.card.item)))

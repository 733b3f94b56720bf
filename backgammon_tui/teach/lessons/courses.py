"""The lessons of the courses, and the user-made lessons of a folder."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from backgammon_tui.engine.rules import RULESETS, ruleset_name
from backgammon_tui.explain.facts import Theme
from backgammon_tui.teach.lessons.lesson import Lesson
from backgammon_tui.teach.lessons.lesson_file import MAX_LESSON_LENGTH, read_head, read_lesson
from backgammon_tui.text_file import LineError, escaped, read_text
from backgammon_tui.words.naming import plural

ENOUGH: Final = "Enough for a first game: about ten minutes up to here"
"""The line below the lesson up to which a course is enough to start playing."""

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
    problem: str = ""
    """The reason why the file is not a lesson; empty for a lesson."""

    is_unreadable: bool = False
    """True if the file, or the folder of that name, cannot be read."""

    key: int = 0
    """The number in the file's name, under which progress is saved; 0 outside of courses."""

    @property
    def place(self) -> str:
        return self.shown_file or f"{self.ruleset}/{self.number}"

    @property
    def name(self) -> str:
        # File names need not be valid text, but the journal only accepts text.
        file = self.file.encode(errors="backslashreplace").decode()
        return f"own/{file}" if file else f"{self.ruleset}/{self.key or self.number}"

    @property
    def name_shown(self) -> str:
        """The name by which people find the lesson; that of a course has its place."""
        return self.name if self.file else self.place

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
    def fault(self) -> str:
        is_no_lesson = "cannot be read" if self.is_unreadable else "is not a lesson"
        return f"{self.shown_file} {is_no_lesson}: {self.problem}"

    @property
    def title(self) -> str:
        return read_head(self.text).title

    @property
    def is_enough(self) -> bool:
        """True if the course up to this lesson is enough for a first game."""
        return self.number > 0 and read_head(self.text).is_enough

    @property
    def theme(self) -> Theme | None:
        return read_head(self.text).theme

    def read(self) -> Lesson:
        return read_lesson(self.text)


def course(ruleset: str) -> tuple[CourseLesson, ...]:
    folder = files("backgammon_tui.teach") / "courses" / ruleset
    names = sorted(file.name for file in folder.iterdir()) if folder.is_dir() else []
    texts = []
    for name in filter(_NAME.fullmatch, names):
        with suppress(OSError, ValueError):
            text = (folder / name).read_text(encoding="utf-8")
            texts.append((read_head(text).place, int(name[:2]), text))
    ordered = enumerate(sorted(texts), 1)
    return tuple(CourseLesson(ruleset, at, text, key=key) for at, (_, key, text) in ordered)


def user_lessons(folder: Path, ruleset: str = "") -> tuple[CourseLesson, ...]:
    lessons = (lesson for lesson in _own_files(folder) if not lesson.problem)
    return tuple(lesson for lesson in lessons if ruleset in ("", lesson.ruleset))


def courses() -> tuple[tuple[CourseLesson, ...], ...]:
    return tuple(course(ruleset) for ruleset in RULESETS)


def course_to_open(done: Collection[str], last_played: str) -> str:
    """Return the game whose course suits a learner best.

    This is the first unfinished course; Russian for a learner without any; and the game played last
    for a learner who has finished one.
    """
    has_finished = False
    for lessons in courses():
        are_done = [lesson.item in done for lesson in lessons]
        if any(are_done) and not all(are_done):
            return lessons[0].ruleset
        has_finished |= any(are_done)
    return last_played if has_finished else next(iter(RULESETS))


def faulty_files(folder: Path) -> tuple[CourseLesson, ...]:
    return tuple(lesson for lesson in _own_files(folder) if lesson.problem)


def text_files(folder: Path) -> list[Path]:
    """Return the text files of a folder by name.

    Raises:
        OSError: if the folder cannot be read; `Path.glob` would find nothing.
    """
    return sorted(path for path in folder.iterdir() if path.suffix == ".txt")


def _own_files(folder: Path) -> Iterator[CourseLesson]:
    try:
        paths = text_files(folder)
    except FileNotFoundError:
        return
    except OSError as error:
        yield _unreadable(folder, error)
        return
    for path in paths[:_MAX_OWN_LESSONS]:
        try:
            text = read_text(path, MAX_BYTES)
            yield CourseLesson(read_head(text).rules.name, 0, text, path.name)
        except OSError as error:
            yield _unreadable(path, error)
        except LineError as error:
            yield CourseLesson("", 0, "", path.name, str(error))


def _unreadable(path: Path, error: OSError) -> CourseLesson:
    return CourseLesson("", 0, "", path.name, error.strerror or str(error), is_unreadable=True)


def find_lesson(place: str) -> CourseLesson | None:
    """Return the lesson with a name such as `russian/3`.

    None if the text does not look like the name of a course lesson; `ValueError` if the course has
    no such lesson.
    """
    parts = _PLACE.fullmatch(place)
    ruleset = ruleset_name(parts[1]) if parts else ""
    if parts is None or ruleset not in RULESETS:
        return None
    lessons = course(ruleset)
    number = int(parts[2] or 1)
    if not lessons:
        raise ValueError(f"the lessons of the course {ruleset} are missing")
    if number > len(lessons):
        raise ValueError(f"the course {ruleset} has {plural(len(lessons), 'lesson')}, not {number}")
    return lessons[number - 1]


def find_user_lesson(folder: Path, name: str) -> CourseLesson | None:
    """Return the lesson in a file of the folder, whose name may be given without `.txt`."""
    names = name, f"{name}.txt"
    return next((lesson for lesson in user_lessons(folder) if lesson.file in names), None)

"""The command that teaches: lists the courses, plays a lesson of theirs or of a file."""

from __future__ import annotations

import argparse
from typing import Final

from backgammon_tui.cli.commands import read_text
from backgammon_tui.cli.output import one_line, print_line
from backgammon_tui.cli.problem import UsageProblem, refused_as_usage
from backgammon_tui.cli.start import read_line
from backgammon_tui.engine.rules import RULESETS
from backgammon_tui.plain.lessons import play_course, play_lesson
from backgammon_tui.teach.catalogue import course, courses, find_lesson
from backgammon_tui.teach.lesson import Lesson
from backgammon_tui.teach.lesson_file import read_lesson
from backgammon_tui.teach.lesson_lines import LONGEST_LESSON, LessonError

_MOST_BYTES: Final = 4 * LONGEST_LESSON
"""No lesson of so many characters has more."""


def lesson(options: argparse.Namespace) -> int:
    """List the courses, or play a lesson; the exit code.

    Raises:
        UsageProblem: if there is no such lesson, or the file is none.
    """
    if options.lesson is None:
        _list_courses()
        return 0
    with refused_as_usage():
        found = find_lesson(options.lesson)
    if found:
        play_course(course(found.ruleset), found.number, read_line, print_line)
    else:
        play_lesson(_read_file(options.lesson), read_line, print_line)
    return 0


def _list_courses() -> None:
    for lessons in courses():
        for entry in lessons[:1]:
            print_line(RULESETS[entry.ruleset].title)
        for entry in lessons:
            print_line(f"  {entry.place:<18}{entry.title}")


def _read_file(name: str) -> Lesson:
    text = read_text(name, _MOST_BYTES)
    try:
        return read_lesson(text)
    except LessonError as error:
        raise UsageProblem(f"{one_line(name, longest=200)}: {error}") from None

"""The command that teaches: lists the courses, plays a lesson of theirs or of a file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from backgammon_tui.cli.output import one_line, print_line
from backgammon_tui.cli.problem import UsageProblem, refused_as_usage
from backgammon_tui.cli.terminal import read_line
from backgammon_tui.engine.rules import RULESETS
from backgammon_tui.plain.lessons import play_course, play_lesson
from backgammon_tui.teach.catalogue import course, courses, find_lesson
from backgammon_tui.teach.lesson import Lesson
from backgammon_tui.teach.lesson_file import read_lesson
from backgammon_tui.teach.lesson_lines import LONGEST_LESSON, LessonError
from backgammon_tui.text_file import NotText, read_text

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
    path, name = Path(name), one_line(name, longest=200)
    try:
        return read_lesson(read_text(path, _MOST_BYTES))
    except (LessonError, NotText) as error:
        raise UsageProblem(f"{name}: {error}") from None
    except OSError as error:
        raise UsageProblem(f"{name}: {error.strerror}") from None
    except ValueError:
        raise UsageProblem(f"{name}: no such file") from None

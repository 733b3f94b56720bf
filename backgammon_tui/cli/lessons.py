"""The command that teaches: lists the courses, plays a lesson of theirs or of a file."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Final

from backgammon_tui.cli.arguments import use_folder
from backgammon_tui.cli.output import one_line, print_line
from backgammon_tui.cli.problem import UsageProblem, refused_as_usage, refused_by_records
from backgammon_tui.cli.screen import run_screen
from backgammon_tui.cli.start import theme_for
from backgammon_tui.cli.terminal import is_terminal, read_line
from backgammon_tui.engine.rules import RULESETS
from backgammon_tui.names import check_name
from backgammon_tui.plain.lessons import play_course, play_lesson
from backgammon_tui.records.journal.journal import Journal
from backgammon_tui.records.journal.learning import read_progress, write_progress
from backgammon_tui.records.journal.problems import JournalProblem
from backgammon_tui.records.journal.writing import now
from backgammon_tui.records.places import journal_file
from backgammon_tui.records.preferences import read_preferences
from backgammon_tui.records.record import DiceKind, MatchRecord
from backgammon_tui.settings import Settings
from backgammon_tui.teach.catalogue import CourseLesson, course, courses, find_lesson
from backgammon_tui.teach.lesson import Lesson
from backgammon_tui.teach.lesson_file import read_lesson
from backgammon_tui.teach.lesson_lines import LONGEST_LESSON, LessonError
from backgammon_tui.text_file import NotText, read_text

_MOST_BYTES: Final = 4 * LONGEST_LESSON
"""No lesson of so many characters has more."""


def lesson(options: argparse.Namespace) -> int:
    """List the courses, or play a lesson; the exit code.

    Raises:
        UsageProblem: if there is no such lesson, the file is none, or nobody is called so.
        Refusal: if the courses are listed, and what has been done cannot be read.
    """
    use_folder(options)
    settings, notice = read_preferences()
    with refused_as_usage():
        settings = replace(settings, learner=_learner(options, settings))
        found = find_lesson(options.lesson) if options.lesson is not None else None
    with Journal(journal_file()) as journal:
        if options.lesson is None:
            _list_courses(journal, settings.learner)
            return 0
        read = found.read() if found else _read_file(options.lesson)
        if not options.plain and is_terminal(sys.stdin) and is_terminal(sys.stdout):
            here = _Beginning(read, found, journal, settings, notice)
            return _play_on_screen(here, options)
        if notice:
            print_line(notice)
        if found:
            keep = partial(_keep_done, journal, settings.learner)
            play_course(course(found.ruleset), found.number, read_line, print_line, keep)
        else:
            play_lesson(read, read_line, print_line)
    return 0


def _learner(options: argparse.Namespace, settings: Settings) -> str:
    """Who learns; empty for nobody.

    Raises:
        ValueError: if nobody can be called so.
    """
    if options.player is None:
        return settings.learner
    return check_name(options.player) if options.player else ""


def _list_courses(journal: Journal, learner: str) -> None:
    with refused_by_records():
        done = read_progress(journal, learner) if learner else {}
    for lessons in courses():
        for entry in lessons[:1]:
            print_line(RULESETS[entry.ruleset].title)
        for entry in lessons:
            mark = " (done)" if entry.item in done else ""
            print_line(f"  {entry.place:<18}{entry.title}{mark}")


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


def _keep_done(journal: Journal, learner: str, entry: CourseLesson) -> str:
    """Keep that a lesson has been done; a sentence if that cannot be kept, else nothing."""
    if learner:
        try:
            write_progress(journal, learner, entry.item, now())
        except JournalProblem as problem:
            return str(problem)
    return ""


# ---- on the screen


@dataclass(frozen=True)
class _Beginning:
    """What the learner finds when the program begins."""

    lesson: Lesson
    entry: CourseLesson | None
    """Where the lesson stands in a course, if it does."""

    journal: Journal
    settings: Settings
    notice: str
    """What must be told first, if anything."""


def _play_on_screen(here: _Beginning, options: argparse.Namespace) -> int:
    # Those who type do not wait for Textual.
    from backgammon_tui.tui.app import BackgammonApp, LaunchOptions

    liked = here.settings
    # The match that the first screen would offer; nobody is going to play it.
    match = MatchRecord(here.lesson.rules, liked.white, liked.black, date.today().isoformat(), None)
    launch = LaunchOptions(
        match,
        DiceKind.FAIR,
        lesson=(here.lesson, here.entry),
        theme=theme_for(options, liked),
        ascii_only=options.ascii,
        journal=here.journal,
        settings=liked,
        notice=here.notice,
    )
    return run_screen(BackgammonApp(launch))

"""`lesson`: playing, checking and printing lessons."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import partial
from operator import attrgetter
from pathlib import Path

from backgammon_tui.cli.console import (
    UsageProblem,
    has_screen,
    one_line,
    open_journal,
    print_line,
    print_pages,
    read_file,
    read_line,
    refused_as_usage,
    shown_name,
)
from backgammon_tui.engine import RULESETS
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.names import check_name
from backgammon_tui.plain.conversation import Talk
from backgammon_tui.plain.lessons import LessonConversation
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.learning import read_progress
from backgammon_tui.storage.paths import lessons_folder
from backgammon_tui.storage.preferences import read_preferences, write_preferences
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.teach.lessons.claims import check_claims, describe_checked
from backgammon_tui.teach.lessons.courses import (
    ENOUGH,
    MAX_BYTES,
    CourseLesson,
    courses,
    faulty_files,
    find_lesson,
    find_user_lesson,
    text_files,
    user_lessons,
)
from backgammon_tui.teach.lessons.lesson import Lesson
from backgammon_tui.teach.lessons.lesson_file import lesson_problems, read_lesson
from backgammon_tui.teach.lessons.worksheet import worksheet_pages, write_worksheet_html
from backgammon_tui.text_file import LineError


def lesson(options: argparse.Namespace) -> int:
    settings, notice = _read_settings(options)
    names: list[str] = options.lessons_named
    if options.check and names:
        return max([_check(name) for name in _with_files_of_folders(names)])
    for option in ("check", "sheet", "html"):
        if getattr(options, option) and not names:
            raise UsageProblem(f"--{option} needs the name of a lesson")
    if len(names) > 1:
        raise UsageProblem("give one lesson; only --check takes several")
    with open_journal() as journal:
        if not names:
            _list_courses(journal, settings.learner)
            return 0
        entry, read = _find(names[0])
        if options.sheet or options.html:
            own = settings.keys
            html = [write_worksheet_html(read, own)] if options.html else []
            print_pages(html or worksheet_pages(read, own))
            return 0
        if not options.plain and has_screen():
            today = date.today().isoformat()
            match = MatchRecord(read.rules, settings.white, settings.black, today, None)
            # Only the full-screen interface has this command.
            from backgammon_tui.cli.start import launch_for, play_on_screen

            launch = launch_for(options, settings, notice, match)
            return play_on_screen(launch._replace(lesson=entry, journal=journal))
        if notice:
            print_line(notice)
        storage = Storage(journal, settings)
        done = storage.read_progress()  # Problems are reported when something must be saved.
        mode = LessonMode.begin(entry, settings, done)
        LessonConversation(mode, Talk(read_line, print_line), storage).run()
    return 0


def _find(name: str) -> tuple[CourseLesson, Lesson]:
    listed = _find_listed(name) or read_file(name, partial(_read_entry, name), MAX_BYTES)
    return listed, _read_found(listed)


def _find_listed(name: str) -> CourseLesson | None:
    """Return a lesson of a course or of the lessons' folder, unless the name is that of a file."""
    with refused_as_usage():
        listed = find_lesson(name)
    if listed or os.path.isfile(name):  # Path.is_file may raise an error.
        return listed
    return find_user_lesson(lessons_folder(), name)


def _read_entry(name: str, text: str) -> CourseLesson:
    # Progress is saved under the file's name, as for a user-made lesson.
    return CourseLesson(read_lesson(text).rules.name, 0, text, Path(name).name)


def _read_found(lesson: CourseLesson) -> Lesson:
    try:
        return lesson.read()
    except LineError as error:
        raise UsageProblem(f"{lesson.shown_file}: {error}") from None


def _read_settings(options: argparse.Namespace) -> tuple[Settings, str]:
    settings, notice = read_preferences()
    if options.player is not None:
        with refused_as_usage():
            learner = check_name(options.player) if options.player else ""
        if learner != settings.learner:
            settings = replace(settings, learner=learner)
            write_preferences(settings)
    return settings, notice


def _list_courses(journal: Journal, learner: str) -> None:
    done = read_progress(journal, learner)
    listed = {RULESETS[lessons[0].ruleset].title: lessons for lessons in courses() if lessons}
    if not listed:
        raise UsageProblem("the lessons of all courses are missing")
    folder = lessons_folder()
    if own := user_lessons(folder):
        listed["Your own lessons"] = own
    for title, lessons in listed.items():
        print_line(title)
        for entry in lessons:
            mark = " (done)" if entry.item in done else ""
            problems = lesson_problems(entry.text) if entry.file else ()
            broken = f" ({problems[0]})" if problems else ""
            print_line(f"  {entry.place:<20}{entry.title}{mark}{broken}")
            if entry.is_enough:
                print_line(f"  {'':<20}{ENOUGH}")
    for faulty in faulty_files(folder):
        print_line(faulty.fault)


def _with_files_of_folders(names: Sequence[str]) -> Iterator[str]:
    for name in names:
        files: list[Path] = []
        with suppress(OSError):  # `_check` reports it.
            files = text_files(Path(name))
        yield from map(str, files) if files else [name]


def _why_no_lessons(folder: Path) -> str:
    try:
        text_files(folder)
    except OSError as error:
        return error.strerror or str(error)
    return "there are no lessons in this folder"


def _check(name: str) -> int:
    """Print all problems of a lesson, or what was proved; return the exit code."""
    # The other lessons are checked even if one of the names is unusable.
    if os.path.isdir(name):  # Path.is_dir may raise an error.
        print_line(f"{shown_name(name)}: {_why_no_lessons(Path(name))}.")
        return 2
    try:
        listed = _find_listed(name)
        text = listed.text if listed else read_file(name, str, MAX_BYTES)
    except UsageProblem as refused:
        print_line(f"{refused}.")
        return 2
    shown = listed.place if listed else name
    problems = lesson_problems(text)
    if not problems:
        read = read_lesson(text)
        problems = tuple(sorted(check_claims(read), key=attrgetter("line")))
        if not problems:
            print_line(one_line(f"{shown}: {describe_checked(read)}"))
    for problem in problems:
        print_line(one_line(f"{shown}: {problem}.", longest=400))
    return 2 if problems else 0

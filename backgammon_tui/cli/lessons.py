"""The commands that teach: `lesson`, from a course or a file; `quiz` and `sample` in lines."""

from __future__ import annotations

import argparse
from collections.abc import Container
from dataclasses import replace
from datetime import date
from pathlib import Path

from backgammon_tui import plain
from backgammon_tui.cli.arguments import UsageProblem, refused_as_usage
from backgammon_tui.cli.console import has_screen, print_line, read_line
from backgammon_tui.cli.files import read_file
from backgammon_tui.cli.for_programs import Json, print_json
from backgammon_tui.cli.journal import open_journal, with_journal
from backgammon_tui.cli.start import launch_for, play_on_screen
from backgammon_tui.engine import RULESETS
from backgammon_tui.names import check_name
from backgammon_tui.plain.talk import Talk
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.lesson_progress import read_progress
from backgammon_tui.storage.preferences import read_preferences
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.record import MatchRecord
from backgammon_tui.teach.lessons.catalogue import (
    MOST_BYTES,
    CourseLesson,
    courses,
    faulty_files,
    find_lesson,
)
from backgammon_tui.teach.lessons.claims import check_claims
from backgammon_tui.teach.lessons.parts import Lesson
from backgammon_tui.teach.lessons.reading import read_lesson
from backgammon_tui.text_file import LineError, read_text


def lesson(options: argparse.Namespace) -> int:
    """List the courses, or play a lesson."""
    if options.json and options.lesson is not None:
        raise UsageProblem("--json lists the courses, without LESSON")
    settings, notice = _read_settings(options)
    with refused_as_usage():
        found = find_lesson(options.lesson) if options.lesson is not None else None
        if found and found.file and Path(options.lesson).is_file():
            found = None  # A file that lies here goes before one of the lessons' folder.
    with open_journal() as journal:
        if options.lesson is None:
            _list_courses(journal, settings.learner, is_json=options.json)
            return 0
        read = _read_found(found) if found else read_file(options.lesson, _read)
        # The steps of a file are saved under its name, as those of a lesson of one's own.
        entry = found or CourseLesson(read.rules.name, 0, "", Path(options.lesson).name)
        if not options.plain and has_screen():
            today = date.today().isoformat()
            match = MatchRecord(read.rules, settings.white, settings.black, today, None)
            launch = launch_for(options, settings, notice, match)
            return play_on_screen(launch._replace(lesson=(read, entry), journal=journal))
        if notice:
            print_line(notice)
        storage = Storage(journal, settings)
        done = storage.read_progress()  # A problem is told when something is to be kept.
        plain.lessons.take(read, entry, done, Talk(read_line, print_line), storage)
    return 0


def _read_found(lesson: CourseLesson) -> Lesson:
    try:
        return lesson.read()
    except LineError as error:
        raise UsageProblem(f"{lesson.shown_file}: {error}") from None


def _read_settings(options: argparse.Namespace) -> tuple[Settings, str]:
    """Return the settings, with the learner who is named, and a sentence on faults in them."""
    settings, notice = read_preferences()
    if options.player is not None:
        with refused_as_usage():
            learner = check_name(options.player) if options.player else ""
        settings = replace(settings, learner=learner)
    return settings, notice


def _list_courses(journal: Journal, learner: str, *, is_json: bool) -> None:
    done = read_progress(journal, learner)
    listed = courses()
    if not any(listed):
        raise UsageProblem("the lessons of all courses are missing")
    if is_json:
        print_json(_courses_of(done))
        return
    for lessons in listed:
        for entry in lessons[:1]:
            print_line(RULESETS[entry.ruleset].title)
        for entry in lessons:
            mark = " (done)" if entry.item in done else ""
            print_line(f"  {entry.place:<20}{entry.title}{mark}")
    for faulty in faulty_files():
        print_line(f"{faulty.shown_file} is no lesson: {faulty.problem}")


def _courses_of(done: Container[str]) -> Json:
    listed = [
        {
            "ruleset": lessons[0].ruleset,
            "title": RULESETS[lessons[0].ruleset].title,
            "lessons": [
                {"lesson": one.place, "title": one.title, "done": one.item in done}
                for one in lessons
            ],
        }
        for lessons in courses()
        if lessons
    ]
    faulty = [{"file": one.shown_file, "problem": str(one.problem)} for one in faulty_files()]
    return {"courses": listed, "faulty": faulty}


def _read(path: Path) -> Lesson:
    lesson = read_lesson(read_text(path, MOST_BYTES))
    for problem in check_claims(lesson):
        raise problem
    return lesson


@with_journal
def quiz(journal: Journal, options: argparse.Namespace) -> None:
    """Set tasks on one game, or on all of them."""
    settings, _ = _read_settings(options)
    names = [options.ruleset] if options.ruleset else RULESETS
    games = [RULESETS[name] for name in names]
    plain.lessons.take_quiz(games, Talk(read_line, print_line), Storage(journal, settings))


def sample(_: argparse.Namespace) -> None:
    """Tell the sample game."""
    plain.replay.read_sample(Talk(read_line, print_line))

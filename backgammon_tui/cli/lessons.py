"""`lesson`, and `progress` of all learners."""

from __future__ import annotations

import argparse
import csv
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import partial
from io import StringIO
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Final, NamedTuple

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
    with_journal,
)
from backgammon_tui.engine import RULESETS
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.names import check_name
from backgammon_tui.plain.conversation import Talk
from backgammon_tui.plain.lessons import LessonConversation
from backgammon_tui.settings import Settings
from backgammon_tui.stats import Learnt, SavedItem, learnt
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.learning import all_progress, read_progress
from backgammon_tui.storage.paths import lessons_folder
from backgammon_tui.storage.preferences import read_preferences, write_preferences
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.teach.lessons.claims import check_claims, describe_checked
from backgammon_tui.teach.lessons.courses import (
    MAX_BYTES,
    CourseLesson,
    courses,
    faulty_files,
    find_lesson,
    find_user_lesson,
    user_lessons,
)
from backgammon_tui.teach.lessons.lesson import Lesson
from backgammon_tui.teach.lessons.lesson_file import lesson_problems, read_lesson
from backgammon_tui.teach.lessons.worksheet import worksheet_pages, write_worksheet_html
from backgammon_tui.teach.quiz import read_card
from backgammon_tui.text_file import LineError, escaped
from backgammon_tui.words.naming import plural


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
            print_pages([write_worksheet_html(read)] if options.html else worksheet_pages(read))
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
    if listed or Path(name).is_file():
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
    for faulty in faulty_files(folder):
        print_line(f"{faulty.shown_file} is not a lesson: {faulty.problem}")


def _with_files_of_folders(names: Sequence[str]) -> Iterator[str]:
    for name in names:
        if Path(name).is_dir():
            files = sorted(Path(name).glob("*.txt"))
            if not files:
                raise UsageProblem(f"{shown_name(name)}: there are no lessons in this folder")
            yield from map(str, files)
        else:
            yield name


def _check(name: str) -> int:
    """Print all problems of a lesson, or what was proved; return the exit code."""
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


# ---- progress of all learners, as lines or as CSV

_HEAD: Final = ("learner", "lesson", "title", "done", "steps", "steps to repeat", "right", "asked")
_NO_NAME: Final = "no name"


@with_journal
def print_progress(journal: Journal, options: argparse.Namespace) -> None:
    saved = all_progress(journal)
    entries, listed = list(learnt(saved)), (*courses(), user_lessons(lessons_folder()))
    lessons = {lesson.name: lesson for lessons in listed for lesson in lessons}
    if options.steps:
        lines = list(_step_lines(entries, saved, lessons))
        if options.csv:
            _print_csv(StepLine._fields, lines)
        else:
            _print_steps(lines)
    elif options.csv:
        _print_csv(_HEAD, [_row(entry, lessons.get(entry.what)) for entry in entries])
    elif not entries:
        print_line("Nobody has done a lesson or quiz yet.")
    else:
        for name, of_learner in groupby(entries, attrgetter("learner")):
            print_line(one_line(f"{name or _NO_NAME}: {_describe(list(of_learner))}"))


def _row(entry: Learnt, lesson: CourseLesson | None) -> Sequence[object]:
    learner, steps, title = entry.learner or _NO_NAME, "", f"Quiz: {_title(entry.quiz)}"
    if entry.quiz:
        return learner, "", title, entry.done, "", "", entry.right, entry.total
    with suppress(LineError):
        steps = str(len(lesson.read().steps)) if lesson else ""
    title = lesson.title if lesson else ""
    return learner, entry.what, title, entry.done, steps, entry.missed, "", ""


def _print_csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    table = StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([as_text(str(value)) for value in row] for row in rows)
    print_line(table.getvalue().removesuffix("\n"))


class StepLine(NamedTuple):
    learner: str
    lesson: str
    title: str
    theme: str
    step: str
    """The number of the step; empty for the lesson itself."""
    state: str
    date: str


def _print_steps(lines: Sequence[StepLine]) -> None:
    if not lines:
        print_line("Nobody has begun a lesson yet.")
    for name, of_learner in groupby(lines, attrgetter("learner")):
        print_line(one_line(name))
        for line in of_learner:
            what = f"    step {line.step}" if line.step else f"  {line.lesson}  {line.title}"
            theme = f" ({line.theme})" if line.theme and not line.step else ""
            print_line(one_line(f"{what}{theme}: {line.state} {line.date}".rstrip()))


def _step_lines(
    entries: Sequence[Learnt], saved: Iterable[SavedItem], lessons: Mapping[str, CourseLesson]
) -> Iterator[StepLine]:
    cards = defaultdict[tuple[str, str], list[tuple[int, int]]](list)
    for learner, item, data in saved:
        kind, _, rest = item.partition("/")
        name, _, step = rest.rpartition("/")
        card = read_card(item, data)
        if kind == "step" and step.isdecimal() and card:
            cards[learner, name].append((int(step), card.due))
    for entry in entries:
        if entry.quiz:
            continue
        lesson = lessons.get(entry.what)
        theme = lesson.theme.value if lesson and lesson.theme else ""
        titled = entry.learner or _NO_NAME, entry.what, lesson.title if lesson else "", theme
        state, when = ("done", entry.done) if entry.done else ("begun", entry.begun)
        yield StepLine(*titled, "", state, when[:10])
        for at, due in sorted(cards[entry.learner, entry.what]):
            is_day = 0 < due <= date.max.toordinal()
            day = date.fromordinal(due).isoformat() if is_day else ""
            yield StepLine(*titled, str(at), "repeat from", day)


def as_text(text: str) -> str:
    """Return a text that is neither a spreadsheet's formula nor a control sequence.

    Spreadsheets also accept full-width, small and raised signs, and leading spaces.
    """
    text = escaped(text)
    first = unicodedata.normalize("NFKC", text).lstrip()[:1]
    return f"'{text}" if first in _FORMULA_SIGNS else text


_FORMULA_SIGNS: Final = {"=", "+", "-", "@", "\u2212"}


def _describe(entries: Sequence[Learnt]) -> str:
    lessons = [entry for entry in entries if not entry.quiz]
    parts = [f"{plural(sum(bool(lesson.done) for lesson in lessons), 'lesson')} done"]
    if missed := sum(lesson.missed for lesson in lessons):
        parts.append(f"{plural(missed, 'step')} to repeat")
    parts += [
        f"{entry.right} of {entry.total} right in the quiz on {_title(entry.quiz)}"
        for entry in entries
        if entry.quiz
    ]
    return ", ".join(parts)


def _title(ruleset: str) -> str:
    return RULESETS[ruleset].title if ruleset in RULESETS else ruleset

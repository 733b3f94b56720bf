"""`progress`: the progress of all learners, as lines or for a spreadsheet."""

from __future__ import annotations

import argparse
import csv
import unicodedata
from collections.abc import Sequence
from io import StringIO
from itertools import groupby
from operator import attrgetter
from typing import Final

from backgammon_tui.cli.console import one_line, print_line
from backgammon_tui.cli.for_programs import Json, fields_of, print_json
from backgammon_tui.cli.journal import with_journal
from backgammon_tui.stats.learning import Learnt, learnt
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.lesson_progress import all_progress
from backgammon_tui.teach.lessons.catalogue import CourseLesson, courses
from backgammon_tui.text_file import LineError
from backgammon_tui.visible import escaped
from backgammon_tui.words.naming import plural

_HEAD: Final = (
    *("learner", "what", "title", "done", "steps", "steps to repeat"),
    *("attempts", "seconds", "right", "asked"),
)


@with_journal
def print_progress(journal: Journal, options: argparse.Namespace) -> None:
    """Print the progress of every learner."""
    found = list(learnt(all_progress(journal)))
    if options.csv:
        _write_csv(found)
    elif options.json:
        print_json(_progress_of(found))
    elif not found:
        print_line("Nobody has learnt anything yet.")
    else:
        for name, entries in groupby(found, attrgetter("learner")):
            print_line(one_line(f"{name}: {_tell(list(entries))}"))


def _write_csv(found: Sequence[Learnt]) -> None:
    lessons = _lessons()
    table = StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(_HEAD)
    for each in found:
        score = (each.right, each.asked) if each.is_quiz else ("", "")
        lesson = lessons.get(each.what)
        counted: tuple[int | str, ...] = ("",) * 4
        if not each.is_quiz:
            counted = (_steps(lesson) if lesson else "", each.missed, *each.effort)
        texts = (each.learner, each.what, lesson.title if lesson else "", each.done)
        writer.writerow((*map(as_text, texts), *counted, *score))
    print_line(table.getvalue().removesuffix("\n"))


def _progress_of(found: Sequence[Learnt]) -> Json:
    known = _lessons()
    learners = []
    for name, group in groupby(found, attrgetter("learner")):
        entries = list(group)
        lessons = [
            {
                "lesson": one.what,
                "title": known[one.what].title if one.what in known else "",
                "done": one.done or None,
                "steps_to_repeat": one.missed,
                **fields_of(one.effort, "attempts seconds"),
            }
            for one in entries
            if not one.is_quiz
        ]
        quizzes = [
            {"quiz": one.what, **fields_of(one, "right asked")} for one in entries if one.is_quiz
        ]
        learners.append({"learner": name, "lessons": lessons, "quizzes": quizzes})
    return {"learners": learners}


def _lessons() -> dict[str, CourseLesson]:
    return {lesson.name: lesson for each in courses() for lesson in each}


def _steps(lesson: CourseLesson) -> int | str:
    """Return the number of steps of a lesson; nothing of a faulty one."""
    try:
        return len(lesson.read().steps)
    except LineError:
        return ""


def as_text(text: str) -> str:
    """Return a text that is neither a formula to a spreadsheet nor an order to a terminal.

    Spreadsheets take full-width, small and raised signs for plain ones, also after blanks.
    """
    text = escaped(text)
    first = unicodedata.normalize("NFKC", text).lstrip()[:1]
    return f"'{text}" if first in _FORMULA_SIGNS else text


_FORMULA_SIGNS: Final = {"=", "+", "-", "@", "\u2212"}


def _tell(entries: Sequence[Learnt]) -> str:
    lessons = [each for each in entries if not each.is_quiz]
    done, missed = sum(bool(each.done) for each in lessons), sum(each.missed for each in lessons)
    told = [f"{plural(done, 'lesson')} done"]
    if missed:
        told.append(f"{plural(missed, 'step')} to repeat")
    told += [f"{each.what} {each.right} of {each.asked} right" for each in entries if each.is_quiz]
    return ", ".join(told)

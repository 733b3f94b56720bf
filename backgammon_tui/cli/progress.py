"""`progress` of all learners, on this computer or merged from files."""

from __future__ import annotations

import argparse
import csv
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from html import escape
from io import StringIO
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Final, NamedTuple

from backgammon_tui.cli.console import (
    UsageProblem,
    naming_file,
    one_line,
    open_journal,
    print_line,
    read_file,
)
from backgammon_tui.engine import RULESETS
from backgammon_tui.stats import Learnt, SavedItem, learnt
from backgammon_tui.storage.journal.learning import all_progress
from backgammon_tui.storage.journal.log import now
from backgammon_tui.storage.paths import data_folder, lessons_folder, write_file
from backgammon_tui.storage.progress_files import (
    MAX_BYTES,
    ProgressFile,
    join_progress,
    read_progress_file,
    write_progress_file,
)
from backgammon_tui.teach.lessons.courses import CourseLesson, courses, user_lessons
from backgammon_tui.teach.quiz import read_card
from backgammon_tui.teach.rulebook import write_html
from backgammon_tui.text_file import LineError, escaped
from backgammon_tui.words.naming import plural
from backgammon_tui.words.problems import describe_written

_HEAD: Final = ("learner", "lesson", "title", "done", "steps", "steps to repeat", "right", "asked")
_NO_NAME: Final = "no name"


def progress(options: argparse.Namespace) -> None:
    files: list[str] = options.files
    if options.export and files:
        raise UsageProblem("--export writes the progress of this computer; give no other files")
    if files:
        read = [_read_file(name) for name in files]
        _print_progress(join_progress(read), options)
        return
    with open_journal() as journal:
        saved = all_progress(journal) if journal.exists else ()
    if options.export:
        text = write_progress_file(data_folder(), now(), saved)
        with naming_file(options.export):
            write_file(Path(options.export), text)
        print_line(describe_written(Path(options.export)))
        return
    _print_progress(saved, options)


def _read_file(name: str) -> ProgressFile:
    def read(text: str) -> ProgressFile:
        return LineError.read(1, read_progress_file, text)

    return read_file(name, read, MAX_BYTES)


def _print_progress(saved: Sequence[SavedItem], options: argparse.Namespace) -> None:
    entries, listed = list(learnt(saved)), (*courses(), user_lessons(lessons_folder()))
    lessons = {lesson.name: lesson for lessons in listed for lesson in lessons}
    if options.html:
        print_line(_write_html(entries, list(_step_lines(entries, saved, lessons))).rstrip("\n"))
    elif options.steps:
        lines = list(_step_lines(entries, saved, lessons))
        if options.csv:
            _print_csv(StepLine._fields, lines)
        else:
            _print_steps(lines)
    elif options.csv:
        _print_csv(_HEAD, [_row(entry, lessons.get(entry.subject)) for entry in entries])
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
    title, place = (lesson.title, lesson.name_shown) if lesson else ("", entry.subject)
    return learner, place, title, entry.done, steps, entry.missed, "", ""


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
        lesson = lessons.get(entry.subject)
        theme = lesson.theme.value if lesson and lesson.theme else ""
        title, place = (lesson.title, lesson.name_shown) if lesson else ("", entry.subject)
        titled = entry.learner or _NO_NAME, place, title, theme
        state, when = ("done", entry.done) if entry.done else ("begun", entry.begun)
        yield StepLine(*titled, "", state, when[:10])
        for at, due in sorted(cards[entry.learner, entry.subject]):
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


# ---- HTML

_STYLE: Final = """
body { max-width: 60em; font-family: sans-serif; } table { border-collapse: collapse; }
th, td { border: 1px solid #999; padding: .15em .5em; text-align: left; }
"""


def _write_html(entries: Sequence[Learnt], lines: Sequence[StepLine]) -> str:
    """Write tables by learner and course, by theme, and by lesson and step."""
    learners = list(dict.fromkeys(entry.learner or _NO_NAME for entry in entries))
    titles = [rules.short_title for rules in RULESETS.values()]
    body = _table(["learner", *titles, "to repeat", "quiz"], _by_course(learners, entries))
    if themes := sorted({line.theme for line in lines if line.theme}):
        body.append("<h2>Themes: lessons done, steps to repeat</h2>")
        body += _table(["learner", *themes], _by_theme(learners, themes, lines))
    body += ["<h2>Lessons and steps</h2>", *_table(StepLine._fields, lines)]
    return write_html("Progress", body, _STYLE)


def _by_course(learners: Sequence[str], entries: Sequence[Learnt]) -> Iterator[Sequence[str]]:
    for name in learners:
        own = [entry for entry in entries if (entry.learner or _NO_NAME) == name]
        done = [entry.subject.partition("/")[0] for entry in own if entry.done]
        cells = [
            f"{done.count(lessons[0].ruleset)} of {len(lessons)}"
            for lessons in courses()
            if lessons
        ]
        right, total = sum(e.right for e in own), sum(e.total for e in own)
        missed = sum(entry.missed for entry in own)
        yield [name, *cells, str(missed or ""), f"{right} of {total}" if total else ""]


def _by_theme(
    learners: Sequence[str], themes: Sequence[str], lines: Sequence[StepLine]
) -> Iterator[Sequence[str]]:
    for name in learners:
        own = [line for line in lines if line.learner == name]
        yield [name, *(_of_theme(theme, own) for theme in themes)]


def _of_theme(theme: str, lines: Sequence[StepLine]) -> str:
    own = [line for line in lines if line.theme == theme]
    done = sum(line.state == "done" for line in own)
    steps = sum(bool(line.step) for line in own)
    return ", ".join(filter(None, (str(done or ""), f"{steps} to repeat" if steps else "")))


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    shown = (f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    names = "".join(f"<th>{escape(name)}</th>" for name in head)
    return [f"<table><tr>{names}</tr>", *shown, "</table>"]

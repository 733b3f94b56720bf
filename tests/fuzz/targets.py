"""The parsers of untrusted text, each as a function of arbitrary bytes.

A function fails if its parser raises anything other than the error for invalid text, or if accepted
text cannot be written and read again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from backgammon_tui.engine import RULESETS
from backgammon_tui.match.table import Table
from backgammon_tui.settings import BoardStyle
from backgammon_tui.storage.codes import has_position_id, read_code, read_starting_position, xgid
from backgammon_tui.storage.journal.log import _fold, unwritten
from backgammon_tui.storage.mat import NoPlaceInFormat, PartlyRead, read_mat, write_mat
from backgammon_tui.storage.match_files import decode_match
from backgammon_tui.storage.paths import make_folder, preferences_file
from backgammon_tui.storage.preferences import read_preferences, write_preferences
from backgammon_tui.storage.transcripts import MAX_BYTES, read_transcript, write_transcript
from backgammon_tui.teach.lessons.lesson_file import lesson_problems, read_lesson
from backgammon_tui.text_file import UNREADABLE, LineError, is_visible
from backgammon_tui.tui.terminal_answers import Answers

DAY: Final = "2026-03-01"


def _text(data: bytes) -> str:
    return data.decode("utf-8", "ignore")


def transcripts(data: bytes) -> None:
    with suppress(LineError):
        record = read_transcript(_text(data))
        assert read_transcript(write_transcript(record)) == record


def mat(data: bytes) -> None:
    try:
        record = read_mat(decode_match(data, MAX_BYTES), DAY)
    except PartlyRead as part:
        record = part.record
    except LineError:
        return
    assert read_transcript(write_transcript(record)) == record
    with suppress(NoPlaceInFormat):
        again = read_mat(write_mat(record), DAY)
        assert [game.effective_actions for game in again.games]


def codes(data: bytes) -> None:
    text = _text(data)
    for rules in RULESETS.values():
        with suppress(ValueError):
            read_starting_position(text, rules)
    with suppress(ValueError):
        if coded := read_code(text):
            assert any(map(has_position_id, RULESETS.values()))
            # An XGID cannot contain higher scores.
            if max(*coded.score, coded.length or 0) <= 999:
                assert read_code(xgid(coded)) == coded


def lessons(data: bytes) -> None:
    text = _text(data[:6000])
    problems = lesson_problems(text)
    assert all(is_visible(str(problem)) for problem in problems)
    try:
        read_lesson(text)
    except LineError:
        assert problems
    else:
        assert not problems


def preferences(data: bytes) -> None:
    path = preferences_file()
    make_folder(path.parent)
    path.write_bytes(data)
    settings, message = read_preferences()
    assert is_visible(message)
    write_preferences(settings)
    assert read_preferences()[0] == settings


def journal_lines(data: bytes) -> None:
    lines = [(line, 0) for line in _text(data).split("\n")]
    with suppress(*UNREADABLE):
        log = _fold(1, lines, {})
        table = Table.resume(log.record, log.results, log.seeds)
        assert len([*unwritten(table, 0)]) == len(lines)


def terminal_answers(data: bytes) -> None:
    text, answers = _text(data), Answers()
    middle = len(text) // 2
    passed = answers.taken_from(text[:middle]) + answers.taken_from(text[middle:])
    passed += answers.left_over()
    rest = iter(text)
    assert all(character in rest for character in passed)
    terminal = answers.terminal()
    assert all(terminal.can_draw(style) in (True, False) for style in BoardStyle)


TARGETS: Final[Mapping[str, Callable[[bytes], None]]] = {
    function.__name__: function
    for function in (
        *(transcripts, mat, codes, lessons, preferences, journal_lines, terminal_answers),
    )
}

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from backgammon_tui.engine import Place
from backgammon_tui.modes.inputs import ChooseRow, Input, PointAt, Scroll
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.modes.mode import Frame
from backgammon_tui.modes.text import Glyphs
from backgammon_tui.teach.lessons.replies import describe_answer
from backgammon_tui.teach.lessons.run import NextInput
from tests.dialogs import check, headings, keys_in
from tests.modes.examples import PLAIN, key_or_text, shown, spot_of, wording
from tests.teach.lessons.examples import own_lesson, write

FILE = Path(__file__).with_name("lessons.txt")


@pytest.mark.parametrize("heading", headings(FILE))
def test_lesson_answers_keys_and_clicks(heading: str) -> None:
    ruleset = heading.split(" | ")[0]

    check(FILE, heading, lambda steps, keys: seen(press(ruleset, steps, keys)))


PANEL = Path(__file__).with_name("lesson_panel.txt")


@pytest.mark.parametrize("heading", headings(PANEL))
def test_panel_describes_the_lesson(heading: str) -> None:
    """The lines of the panel in a narrow layout."""
    ruleset = heading.split(" | ")[0]

    def see(steps: str, keys: str) -> str:
        frame = Frame(120, (21, 22), Glyphs())
        return wording(press(ruleset, steps, keys).view(frame).panel)

    check(PANEL, heading, see)


def press(ruleset: str, steps: str, keys: str) -> LessonMode:
    """Return a lesson with these steps after keys and clicks as dialogs write them."""
    mode = LessonMode.begin(own_lesson(write(steps, ruleset=ruleset)), PLAIN)
    for name, what in keys_in(keys):
        mode, _ = mode.handle(entered(mode, name, what))
    return mode


def entered(mode: LessonMode, name: str, what: str) -> Input:
    match name:
        case "at":
            place = int(what) if what.isdecimal() else Place[what.upper()]
            return PointAt(spot_of(mode.run.game, place))
        case "row":
            return ChooseRow(shown(mode.state).index(what))
        case "scroll":
            return Scroll(int(what))
        case "dice":
            return PointAt(None)
        case _:
            return key_or_text(name, what)


def seen(mode: LessonMode) -> str:
    """The reply to an answer, the sentence below it, and the line to type on."""
    assert (mode.state.news is None) is (mode.run.awaited is NextInput.ACTION)
    return " | ".join(parts(mode)) or "nothing new"


def parts(mode: LessonMode) -> Iterator[str]:
    run, board = mode.run, mode.state
    if run.number:
        yield f"step {run.number + 1}"
    if run.answer:
        tried = f"{run.answer.text!r} is " if run.answer.text else ""
        yield f"{tried}{run.answer.verdict.value}: {describe_answer(run)}"
    if board.notice and board.notice.text:
        yield f"{'refusal' if board.notice.is_refusal else 'notice'}: {board.notice.text}"
    if (notice := mode.shown.news or mode.shown.notice) and notice.points:
        yield f"at {', '.join(map(str, notice.points))}"
    if mode.shows_hint:
        yield "hint"
    if board.open_question:
        yield f"asked: {board.open_question.text}"
    if board.choosing.is_on_board:
        yield f"cursor on {board.choosing.cursor}"
    if text := mode.typed or board.choosing.text:
        yield f"typed: {text!r}{' (illegal)' if board.choosing.is_illegal else ''}"
    if run.awaited is not NextInput.ACTION and (run.answer or run.number):
        yield run.awaited.value

"""The quiz on the screen: keys, clicks, what is shown before an answer, and what is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random

import pytest
from textual.app import App
from textual.pilot import Pilot

from backgammon_tui.engine import RULESETS
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.modes.mode import Mode
from backgammon_tui.modes.quiz import Quiz, open_quiz
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.teach.quiz.rounds import QuizProgress, QuizScore, QuizState
from backgammon_tui.teach.quiz.tasks import Item, lesson_of
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.board_screen import BoardScreen
from backgammon_tui.tui.dialogs.dialog import MessageBox
from backgammon_tui.tui.dialogs.grid import GridScreen
from tests.engine.examples import rules_named
from tests.teach.quiz.examples import BEST, COMPLEMENT, HITS, PLAYABLE, SHOTS
from tests.tui.screen import (
    Size,
    board_in,
    choose,
    click_on,
    in_mode,
    press,
    running_at,
    text_of,
    wait_for,
)


def quiz_of(app: App[None]) -> QuizState:
    """The quiz on top."""
    return source_of(board_in(app, LessonMode).mode).state


def source_of(mode: Mode) -> Quiz:
    assert isinstance(mode, LessonMode)
    assert isinstance(mode.source, Quiz)
    return mode.source


def message_of(mode: LessonMode) -> str:
    """Return the message below the board."""
    return mode.input.notice.text if mode.input.notice else ""


class Learner:
    """Somebody at a quiz."""

    def __init__(self, pilot: Pilot[None], screen: BoardScreen) -> None:
        self.pilot = pilot
        self.screen = screen

    @property
    def mode(self) -> LessonMode:
        assert isinstance(self.screen.mode, LessonMode)
        return self.screen.mode

    @property
    def quiz(self) -> QuizState:
        return source_of(self.mode).state

    async def press(self, *inputs: str) -> None:
        for text in inputs:
            await press(self.pilot, text)

    async def ask(self, item: Item) -> None:
        """Be asked something."""
        lesson = lesson_of(item, RULESETS[item.ruleset])
        state = replace(self.quiz, item=item, lesson=lesson, is_right=None)
        source = replace(source_of(self.mode), state=state)
        mode = LessonMode.at_step(lesson, 0, self.mode.options, source)
        self.screen.take_step((mode, ()))
        await self.pilot.pause()

    async def solve(self) -> None:
        """Look at the solution, make it and go on."""
        await self.press("T", "s")

    @property
    def text(self) -> str:
        return text_of(self.pilot.app)


def storage(name: str = "Anna") -> Storage:
    return Storage(Journal(journal_file()), Settings(learner=name))


async def begin_quiz(app: BackgammonApp, pilot: Pilot[None], name: str = "russian") -> Learner:
    """Open a quiz on a game."""
    screen = BoardScreen(*open_quiz((rules_named(name),), app.storage, Random(1)))
    app.push_screen(screen)
    await pilot.pause()
    return Learner(pilot, screen)


@asynccontextmanager
async def quiz(
    kept: Storage | None = None, name: str = "russian", size: Size = (80, 24)
) -> AsyncIterator[Learner]:
    """A quiz while it runs."""
    async with running_at(size=size, is_bare=True) as (app, pilot):
        app.storage = kept or storage()
        yield await begin_quiz(app, pilot, name)


# ---- answering


async def test_other_play_gets_its_cost_and_a_retry() -> None:
    async with quiz(name="backgammon") as learner:
        await learner.ask(BEST)
        await learner.press(*"6/3 6/5", "enter")
        await wait_for(learner.pilot, lambda: "costs 0." in learner.text)
        await learner.press("x")
        await wait_for(learner.pilot, lambda: "The roll that" in learner.text)
        await learner.press(*"8/5 6/5", "enter")
        assert "Right." in learner.text
        assert "Anna 0 of 1" in learner.text


async def test_number_waits_for_enter_but_letter_does_not() -> None:
    async with quiz() as learner:
        await learner.ask(SHOTS)
        await learner.press("3", "backspace", "1", "5")
        assert "15_" in learner.text
        await learner.press("enter")
        assert "Right." in learner.text
        await learner.ask(COMPLEMENT)
        await learner.press("y")
        assert "No complement:" in learner.text
        await click_on(learner.pilot, "no ")
        assert "Right." in learner.text


async def test_hitting_plays_are_made_by_mouse() -> None:
    async with quiz() as learner:
        await learner.ask(HITS)
        for places in ((10, 5), (24, 22)):
            for place in places:
                await learner.pilot.click(offset=at(learner, place))
                await learner.pilot.pause()
        assert "1 of 4 found." in learner.text
        await click_on(learner.pilot, "T solution")
        await click_on(learner.pilot, "try it yourself")
        await click_on(learner.pilot, "esc")
        assert not in_mode(learner.pilot.app, LessonMode)


def at(learner: Learner, point: int) -> tuple[int, int]:
    """Return the screen position of the checkers on a point, by White's numbering."""
    rows = learner.text.split("\n")
    y = 1 if point > 12 else max(y for y, row in enumerate(rows) if " 12 " in row)
    x = rows[y].index(f" {point} ") + 1
    return x, (3 if point > 12 else y - 2)


async def test_dice_and_chart_do_not_reveal_the_answer() -> None:
    """The roll is lost: after it Black would be to roll."""
    async with quiz() as learner:
        await learner.ask(PLAYABLE)
        await learner.press("x")
        assert "After a wrong play" in learner.text
        await learner.press("g")
        assert "The 36 rolls come" in learner.text
        assert "cannot play" not in learner.text
        await learner.press("0", "enter", "g")
        assert isinstance(learner.pilot.app.screen, GridScreen)


async def test_round_ends_with_score_and_next_starts() -> None:
    async with quiz() as learner:
        await learner.press("s")
        assert "1 of 10" in learner.text
        for _ in range(10):
            await learner.solve()
        assert "The round is over." in learner.text
        assert "0 of 10 right." in learner.text
        assert "Missed tasks" in learner.text
        assert "enter another round" in learner.text.splitlines()[-1]
        await learner.press("space")
        assert "1 of 10" in learner.text
        assert learner.quiz.evening == QuizScore(0, 10)


async def test_chosen_games_determine_the_tasks() -> None:
    async with quiz() as learner:
        await learner.press("G")
        await choose(learner.pilot, "All games")
        assert learner.quiz.games == tuple(RULESETS.values())
        for name, title in (("french", "French"), ("backgammon", "Backgammon")):
            await learner.press("G")
            await choose(learner.pilot, title)
            assert learner.quiz.lesson
            assert learner.quiz.lesson.rules.name == name


# ---- what is kept


async def test_returning_learner_resumes_the_quiz() -> None:
    kept = storage()
    async with quiz(kept) as learner:
        await learner.solve()
        await learner.ask(BEST)
        await learner.press(*"8/5 6/5", "enter")
        known = learner.quiz.known
    assert QuizProgress.read(kept.read_progress()) == known
    async with quiz(kept) as learner:
        assert learner.quiz.known == known
        assert "Anna 0 of 1" in learner.text
    async with quiz(storage("Boris")) as learner:
        assert learner.quiz.known == QuizProgress()


async def test_nameless_answers_can_be_adopted() -> None:
    nameless = "saved, but without a name"
    async with quiz(storage("")) as learner:
        assert nameless in message_of(learner.mode)
        await learner.solve()
        assert nameless not in message_of(learner.mode)
        known = learner.quiz.known
    anna = storage("")
    assert anna.name_learner("Anna")
    anna.adopt_nameless_progress()
    async with quiz(anna) as learner:
        assert learner.quiz.known == known != QuizProgress()
        assert nameless not in message_of(learner.mode)


async def test_damaged_records_are_reported_and_quiz_continues(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The backup of the start would report the damage, too, at a time of its own.
    monkeypatch.setattr(Storage, "back_up", lambda storage: None)
    journal_file().parent.mkdir(parents=True)
    journal_file().write_bytes(b"no database " * 100)
    async with quiz() as learner:
        assert isinstance(learner.pilot.app.screen, MessageBox)
        await learner.press("enter", "T")
        assert isinstance(learner.pilot.app.screen, MessageBox)
        await learner.press("enter")
        assert "The solution is" in learner.text


# ---- sizes and pictures

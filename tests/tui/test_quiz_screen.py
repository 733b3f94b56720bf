"""The quiz on the screen: keys, clicks, what is lit, and what is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random

import pytest
from textual.app import App
from textual.pilot import Pilot

from backgammon_tui.engine import RULESETS
from backgammon_tui.modes.quiz.mode import QuizMode
from backgammon_tui.modes.text import TextStyle
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.teach.quiz.item import FaultyItem, Item
from backgammon_tui.teach.quiz.pool import ask, pool
from backgammon_tui.teach.quiz.rounds import QuizProgress, QuizScore, QuizState
from backgammon_tui.tui import boards
from backgammon_tui.tui.board_screen import BoardScreen
from backgammon_tui.tui.dialogs.dialog import MessageBox
from backgammon_tui.tui.dialogs.grid import GridScreen
from backgammon_tui.tui.screens.learn import LearnScreen
from backgammon_tui.tui.screens.rulebook import RulebookScreen
from tests.engine.examples import rules_named
from tests.teach.quiz.test_rounds import FOLLOWS, LEGAL, LOST
from tests.tui.screen import (
    Size,
    app_at,
    board_in,
    choose,
    in_mode,
    press,
    running,
    text_of,
    widths,
)

RUSSIAN = rules_named("russian")


def quiz_of(app: App[None]) -> QuizState:
    """What is asked, answered and known in the quiz on top."""
    mode = board_in(app, QuizMode).mode
    assert isinstance(mode, QuizMode)
    return mode.state


class Learner:
    """Somebody at a quiz."""

    def __init__(self, pilot: Pilot[None], screen: BoardScreen) -> None:
        self.pilot = pilot
        self.screen = screen

    @property
    def quiz(self) -> QuizState:
        """What is asked, answered and known."""
        mode = self.screen.mode
        assert isinstance(mode, QuizMode)
        return mode.state

    @property
    def right(self) -> str:
        """The key of the right answer."""
        assert self.quiz.question
        return self.quiz.question.keys[self.quiz.question.right]

    @property
    def wrong(self) -> str:
        """The key of a wrong one."""
        return "2" if self.right == "1" else "1"

    async def press(self, *inputs: str) -> None:
        for given in inputs:
            await press(self.pilot, given)

    async def ask(self, item: Item) -> None:
        """Be asked something."""
        mode = self.screen.mode
        assert isinstance(mode, QuizMode)
        self.screen.take_step((replace(mode, state=replace(self.quiz, question=ask(item))), ()))
        await self.pilot.pause()

    @property
    def text(self) -> str:
        return text_of(self.pilot.app)


def storage(name: str = "Anna") -> Storage:
    return Storage(Journal(journal_file()), Settings(learner=name))


@asynccontextmanager
async def quiz(
    kept: Storage | None = None,
    name: str = "russian",
    size: Size = (80, 24),
    *,
    ascii_only: bool = False,
) -> AsyncIterator[Learner]:
    """A quiz while it runs."""
    app = app_at(ascii_only=ascii_only, is_bare=True)
    async with running(app, size) as pilot:
        screen = boards.quiz_board(rules_named(name), kept or storage(), Random(1))
        app.push_screen(screen)
        await pilot.pause()
        learner = Learner(pilot, screen)
        yield learner


# ---- answering


async def test_a_number_answers_and_enter_goes_on() -> None:
    async with quiz() as learner:
        await learner.press("enter")
        assert "Question 1 of 10" in learner.text
        await learner.press(learner.right)
        assert "Right." in learner.text
        assert "1 of 1 this round · Anna 1 of 1" in learner.text
        await learner.press("enter")
        await learner.press(learner.wrong)
        assert "No." in learner.text
        await learner.press("space")
        assert "Question 3 of 10" in learner.text


async def test_an_answer_that_is_a_number_has_that_number_for_its_key() -> None:
    async with quiz() as learner:
        await learner.ask(LOST)
        assert "Press 0, 1, 2, 3 or" in learner.text
        await learner.press("5", "1")
        assert learner.quiz.chosen == 1


async def test_the_arrows_light_an_answer_and_enter_gives_it() -> None:
    async with quiz() as learner:
        await learner.ask(LEGAL)
        await learner.press("up", "enter")
        assert learner.quiz.chosen == 3
        assert "Right." in learner.text


async def test_everything_by_mouse_alone() -> None:
    async with quiz() as learner:
        await learner.ask(LEGAL)
        await click_on(learner, "21/15")
        assert "No." in learner.text
        await click_on(learner, "the rule:")
        assert isinstance(learner.pilot.app.screen, RulebookScreen)
        await learner.press("escape")
        await click_on(learner, "goes on")
        assert "Question 2 of 10" in learner.text
        await click_on(learner, "esc leave")
        assert not in_mode(learner.pilot.app, QuizMode)


async def click_on(learner: Learner, text: str) -> None:
    rows = learner.text.split("\n")
    y = next(y for y, row in enumerate(rows) if text in row)
    await learner.pilot.click(offset=(rows[y].index(text) + 1, y))


async def test_the_answer_is_explained_and_its_points_are_lit() -> None:
    async with quiz() as learner:
        await learner.ask(LOST)
        assert "#" not in learner.text
        await learner.press("1")
        assert "White cannot play the " in learner.text
        assert "3 (Black holds 22). " in learner.text
        assert learner.screen.area.board._view.points[21].blocked


async def test_the_rule_is_opened_only_after_the_answer_and_so_are_the_throws() -> None:
    async with quiz() as learner:
        await learner.ask(FOLLOWS)
        await learner.press("w", "g")
        assert in_mode(learner.pilot.app, QuizMode)
        await learner.press("1", "w")
        assert isinstance(learner.pilot.app.screen, RulebookScreen)
        question = learner.quiz.question
        assert question
        assert learner.pilot.app.screen.section.id == question.section
        await learner.press("escape", "g")
        assert isinstance(learner.pilot.app.screen, GridScreen)


async def test_a_round_ends_with_its_score_and_another_begins() -> None:
    async with quiz() as learner:
        for number in range(10):
            await learner.press(learner.right if number else learner.wrong, "enter")
        assert "The round is over." in learner.text
        assert "9 of 10 right." in learner.text
        assert "Missed" in learner.text
        await learner.press("enter")
        assert "Question 1 of 10" in learner.text
        assert learner.quiz.evening == QuizScore(9, 10)


async def test_other_games_can_be_asked_about() -> None:
    async with quiz() as learner:
        await learner.press("r")
        await choose(learner.pilot, "All games")
        assert learner.quiz.games == tuple(RULESETS.values())
        await learner.press("r", "enter")
        assert learner.quiz.games == tuple(RULESETS.values())


async def test_a_quiz_is_found_where_a_game_is_learnt() -> None:
    app = app_at()
    async with running(app) as pilot:
        screen = LearnScreen(storage(), "french")
        app.push_screen(screen)
        await pilot.pause()
        await press(pilot, "q")
        assert in_mode(app, QuizMode)
        assert [rules.name for rules in quiz_of(app).games] == ["french"]


async def test_after_other_games_are_chosen_the_questions_are_on_those() -> None:
    async with quiz() as learner:
        await learner.press("r")
        await choose(learner.pilot, "French")
        for _ in range(3):
            question = learner.quiz.question
            assert question
            assert question.rules.name == "french"
            await learner.press("1", "enter")


async def test_a_fault_of_the_quiz_is_not_taken_for_a_key_that_does_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> QuizState:
        raise FaultyItem("broken")

    async def answer_by_arrows() -> None:
        async with quiz() as learner:
            monkeypatch.setattr(QuizState, "choose", fail)
            await press(learner.pilot, "down", "enter")

    with pytest.raises(FaultyItem):
        await answer_by_arrows()


# ---- what is kept


async def test_whoever_comes_back_goes_on_where_they_were() -> None:
    kept = storage()
    async with quiz(kept) as learner:
        await learner.press(learner.wrong, "enter")
        await learner.press(learner.right)
        known = learner.quiz.known
    assert QuizProgress.read(kept.read_progress()) == known
    async with quiz(kept) as learner:
        assert learner.quiz.known == known
        assert "0 of 0 this round · Anna 1 of 2" in learner.text
    async with quiz(storage("Boris")) as learner:
        assert learner.quiz.known == QuizProgress()


async def test_without_a_name_nothing_is_kept() -> None:
    kept = storage("")
    async with quiz(kept) as learner:
        await learner.press(learner.right)
        assert "not saved" in learner.text
    assert QuizProgress.read(storage("Anna").read_progress()) == QuizProgress()


async def test_damaged_records_are_told_and_the_quiz_goes_on() -> None:
    journal_file().parent.mkdir(parents=True)
    journal_file().write_bytes(b"no database " * 100)
    async with quiz() as learner:
        assert isinstance(learner.pilot.app.screen, MessageBox)
        await learner.press("enter", learner.right)
        assert isinstance(learner.pilot.app.screen, MessageBox)
        await learner.press("enter")
        assert "Right." in learner.text


# ---- sizes


def longest(name: str) -> Item:
    """The collected question with the most words in its answers."""

    def words(item: Item) -> int:
        question = ask(item)
        return len(question.text) + sum(len(choice.text) for choice in question.choices)

    return max(pool(name), key=words)


@pytest.mark.parametrize("name", list(RULESETS))
async def test_what_is_too_long_scrolls_and_the_lit_answer_is_seen(name: str) -> None:
    async with quiz(name=name, size=(80, 21)) as learner:
        await learner.ask(longest(name))
        question = learner.quiz.question
        assert question
        assert set(widths(learner.pilot.app)) == {80}
        for choice in question.choices:
            await learner.press("down")
            highlighted = " ".join(_chosen(learner)).split()
            assert " ".join(highlighted[1:]) == " ".join(choice.text.split())
        await learner.press("pageup", "pageup")
        assert "Question" in learner.text
        await learner.press("1", "pagedown", "pagedown")
        assert "goes on" in learner.text


def _chosen(learner: Learner) -> list[str]:
    shown = learner.screen.area.shown_panel.lines
    return ["".join(s.text for s in each.spans) for each in shown if each.fill is TextStyle.CHOSEN]


async def test_on_a_screen_that_is_too_small_nothing_is_answered() -> None:
    async with quiz(size=(56, 19)) as learner:
        await learner.press("1")
        assert not learner.quiz.is_answered
        assert "57×19 needed" in learner.text


async def test_from_57_by_19_on_tab_changes_between_the_question_and_the_board() -> None:
    async with quiz(size=(57, 19)) as learner:
        assert "Question 1 of 10" in learner.text
        await learner.press("tab")
        assert "Question 1 of 10" not in learner.text
        await learner.press("1")
        assert "the rule:" in learner.text


async def test_in_seven_bits_everything_is_seven_bits() -> None:
    async with quiz(name="never-finishing", ascii_only=True) as learner:
        assert learner.text.isascii()
        await learner.press("1")
        assert learner.text.isascii()

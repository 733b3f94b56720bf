"""The quiz: positions of real play, questions on them, and why each answer is right or wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from random import Random
from typing import ClassVar

from textual import events
from textual.worker import Worker, WorkerState

from backgammon_tui.engine.game import Game
from backgammon_tui.engine.rules import Rules
from backgammon_tui.settings import Settings
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.record import MatchRecord
from backgammon_tui.storage.table import Table
from backgammon_tui.teach.quiz.question import QuizQuestion
from backgammon_tui.teach.rulebook_pages import pages
from backgammon_tui.tui.board.view import DiceView, StageStripView
from backgammon_tui.tui.game_view import board_view, dice_view, strip_view
from backgammon_tui.tui.keys import Key
from backgammon_tui.tui.modes.play.state import PlayState
from backgammon_tui.tui.modes.quiz.state import Following, Known, QuizState
from backgammon_tui.tui.panel.lines import Lines
from backgammon_tui.tui.panel.quiz import (
    GAMES,
    RULE,
    THROWS,
    QuizPanel,
    quiz_footer,
    quiz_header,
    quiz_panel,
)
from backgammon_tui.tui.panel.text import Deed
from backgammon_tui.tui.screens.board_screen import BoardScreen
from backgammon_tui.tui.screens.telling import problems_told
from backgammon_tui.words.naming import STANDARD

_PAGE = 10


class QuizScreen(BoardScreen[None]):
    """Rounds of questions on one game, or on all of them."""

    PANEL_WIDTHS: ClassVar = ((150, 46), (119, 36), (100, 30), (0, 23))

    def __init__(self, rules: Rules, storage: Storage, chance: Random | None = None) -> None:
        """Begin a quiz.

        Args:
            rules: The game that it is about.
            storage: Who learns, and where it is kept.
            chance: Where the order of the questions comes from.
        """
        super().__init__()
        self._storage = storage
        self._chance = chance or Random()
        kept: dict[str, str] = {}
        self._problem = ""
        with problems_told(self._tell):
            kept = storage.read_progress()
        self.quiz = self._begin((rules,), Known.read(kept))
        self._top: int | None = None
        """The line to which the panel was scrolled; None as long as it was not."""
        self._panel = QuizPanel((), 0, is_long=False)

    def _begin(self, games: Sequence[Rules], known: Known) -> QuizState:
        return QuizState.begin(games, known, date.today().toordinal())

    def _tell(self, problem: str) -> None:
        self._problem = problem

    def on_mount(self) -> None:
        """Look for the first question, and say what is wrong with the records, if anything is."""
        self._look_ahead()
        self._say_problem()

    def _say_problem(self) -> None:
        if self._problem:
            from backgammon_tui.tui.screens.say import Say

            self.app.push_screen(Say(self._problem))
            self._problem = ""

    # ---- what happens

    def set_state(self, quiz: QuizState) -> None:
        """Show another state of the quiz; keep what was answered."""
        before, self.quiz = self.quiz, quiz
        self._top = None
        if quiz.is_answered and not before.is_answered and quiz.question:
            with problems_told(self._tell):
                for name, data in quiz.known.write(quiz.question.item):
                    self._storage.write_progress(name, data)
            self._say_problem()
        self.refresh_views()

    def _look_ahead(self) -> None:
        """Find the next question while this one is being answered."""
        chance = Random(self._chance.getrandbits(64))
        look = partial(self.quiz.look_ahead, chance)
        self._ahead: Worker[Following | None] = self.run_worker(look, thread=True, exclusive=True)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Ask what has been found, if it is waited for."""
        if event.worker is self._ahead:
            self._ask_next()

    def _ask_next(self) -> None:
        if self.quiz.wants_more and self._ahead.state is WorkerState.SUCCESS:
            self.set_state(self.quiz.go_on(self._ahead.result))
            self._look_ahead()

    def _choose_games(self) -> None:
        from backgammon_tui.tui.screens.quiz_games import QuizGames

        def take(games: tuple[Rules, ...] | None) -> None:
            if games and games != self.quiz.games:
                begun = self._begin(games, self.quiz.known)
                self.set_state(replace(begun, evening=self.quiz.evening))
                self._look_ahead()

        self.app.push_screen(QuizGames(self.quiz.games), take)

    def _open_rule(self) -> None:
        question = self.quiz.question
        if question and self.quiz.is_answered:
            from backgammon_tui.tui.screens.rulebook import RulebookScreen

            self.app.push_screen(RulebookScreen(question.rules, question.section))

    def _open_grid(self) -> None:
        question = self.quiz.question
        # Before it would tell the answer.
        if question and self.quiz.is_answered:
            from backgammon_tui.tui.screens.grid import open_grid

            open_grid(self.app, question.item.game(question.rules), STANDARD)

    # ---- keys and clicks

    def on_key(self, event: events.Key) -> None:
        """Take every key that is not bound to something else."""
        if self.is_too_small:
            return
        event.stop()
        event.prevent_default()
        try:
            key = Key(event.key)
        except ValueError:
            if event.character and event.is_printable:
                self._do(event.character)
            return
        self._do(key)

    def on_lines_clicked(self, event: Lines.Clicked) -> None:
        """Do what was clicked."""
        self._do(event.deed)

    def on_lines_scrolled(self, event: Lines.Scrolled) -> None:
        """Scroll what is too long."""
        self._scroll(event.by)

    def _do(self, deed: Deed) -> None:
        quiz = self.quiz
        match deed:
            case Key.DOWN | Key.UP if not quiz.is_answered and quiz.question:
                self.set_state(quiz.light(1 if deed is Key.DOWN else -1))
            case Key.DOWN | Key.UP:
                self._scroll(1 if deed is Key.DOWN else -1)
            case Key.PAGE_DOWN | Key.PAGE_UP:
                self._scroll(_PAGE if deed is Key.PAGE_DOWN else -_PAGE)
            case Key.ENTER if quiz.lit is not None:
                self.set_state(quiz.choose(quiz.lit))
            case Key.ENTER | Key.SPACE:
                self.set_state(quiz.want_more())
                self._ask_next()
            case Key.ESCAPE:
                self.dismiss(None)
            case str() if deed == RULE:
                self._open_rule()
            case str() if deed == GAMES:
                self._choose_games()
            case str() if deed == THROWS:
                self._open_grid()
            case str() if deed.isascii() and deed.isdigit():
                self.set_state(quiz.choose(int(deed) - 1))

    def _scroll(self, by: int) -> None:
        self._top = max(self._panel.top + by, 0)
        self.refresh_views()

    # ---- showing

    def show_views(self) -> None:
        """Show the question, or how the round went."""
        quiz, width = self.quiz, self.app.size.width
        question, game = quiz.question, quiz.game
        if question and game:
            shown = replace(_sitting(game), notice=quiz.pointed)
            self.board.show(board_view(shown, quiz.preview))
            # While something is asked neither dice nor strip must tell the answer.
            item = question.item
            asked = DiceView(item.dice or (), item.situation.side)
            self.board.show_dice(dice_view(game) if quiz.is_answered else asked)
            strip = strip_view(game) if quiz.is_answered else StageStripView()
            self.board.show_stages(strip)
        learner = self._storage.settings.learner
        self.header.show((quiz_header(quiz, learner, width, self.glyphs),))
        self.footer.show((quiz_footer(quiz),))
        rule = _rule(question) if question else ""
        self._panel = quiz_panel(quiz, rule, self.panel_room, self._top)
        self.panel.show(self._panel.lines)


def _rule(question: QuizQuestion) -> str:
    """The title of the section that tells more."""
    return next(page.title for page in pages(question.rules) if page.id == question.section)


def _sitting(game: Game) -> PlayState:
    """A state that shows a game in which nothing can be moved."""
    record = MatchRecord(game.rules, STANDARD.white, STANDARD.black, "", None)
    table = replace(Table.sit_down(record, None), history=(game,))
    return PlayState(table, Settings())

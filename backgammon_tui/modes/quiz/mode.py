"""The mode of the quiz: questions on positions, and why each answer is right or wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from random import Random
from typing import ClassVar, Final, Self

from backgammon_tui.engine import NotAllowed, Rules
from backgammon_tui.engine.notation import Ambiguous, Unreadable, read_moves
from backgammon_tui.engine.turn import larger_first
from backgammon_tui.modes.board_view import DiceView
from backgammon_tui.modes.commands import Command
from backgammon_tui.modes.effects import Effects, KeepProgress, Open, ScrollPanel, Step
from backgammon_tui.modes.game_view import Marks, board_view, dice_view, last_moves, strip_view
from backgammon_tui.modes.glyphs import Glyphs
from backgammon_tui.modes.inputs import Input, Key
from backgammon_tui.modes.lesson.mode import TEXT_WIDTHS
from backgammon_tui.modes.mode import KEYS, Frame, Mode, ModeView
from backgammon_tui.modes.notice import Notice, news_of, refusal
from backgammon_tui.modes.play.view import blocked_spots
from backgammon_tui.modes.quiz.panel import quiz_header, quiz_panel
from backgammon_tui.modes.text import BLANK, TextLine
from backgammon_tui.modes.walking import next_highlighted
from backgammon_tui.modes.windows import AllThrows, ChooseQuizGames, Message, Rulebook
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.problems import problems_told
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.teach.quiz.item import Kind
from backgammon_tui.teach.quiz.question import QuizQuestion
from backgammon_tui.teach.quiz.rounds import QuizProgress, QuizState
from backgammon_tui.teach.rulebook_pages import pages
from backgammon_tui.words.naming import STANDARD


@dataclass(frozen=True)
class QuizMode(Mode):
    """Rounds of questions on one game, or on all of them."""

    panel_widths: ClassVar = TEXT_WIDTHS
    keys_title = "Keys in a quiz"
    options: ClassVar = Settings()

    state: QuizState
    learner: str
    """The name under which answers are saved; empty to save none."""

    chance: Random
    """The source of the order of the questions."""

    @classmethod
    def begin(
        cls, rules: Rules, storage: Storage, chance: Random | None = None
    ) -> tuple[Self, Effects]:
        """Begin a quiz on a game, with its first question."""
        problems: list[str] = []
        kept: dict[str, str] = {}
        with problems_told(problems.append):
            kept = storage.read_progress()
        state = _begin((rules,), QuizProgress.read(kept))
        mode = cls(state, storage.settings.learner, chance or Random())
        told: Effects = tuple(Open(Message(problem)) for problem in problems)
        return mode.ask_next(), told

    @property
    def commands(self) -> tuple[Command[QuizMode], ...]:
        """All that can be done besides answering, with the keys of all the answers there are."""
        question = self.state.question
        answer, *others = _COMMANDS
        keys = question.keys if question else ()
        return answer._replace(shown=" ".join(keys) or answer.shown), *others

    def decides(self, key: Key) -> bool:
        """Return True: Enter and Space answer, and go on to the next question."""
        return True

    @property
    def scrolls(self) -> object:
        """The question with its answers."""
        return self.state

    @property
    def text(self) -> object:
        """The question with its answers."""
        return self.state.question, self.state.is_answered

    def brief(self, width: int, glyphs: Glyphs) -> tuple[TextLine, ...]:
        """Return a blank line, since the question has been read before the board is looked at."""
        return (BLANK,)

    # ---- what the learner does

    def take(self, given: Input) -> Step[Self]:
        """Take a key or a click."""
        state = self.state
        match given:
            case Key.DOWN | Key.UP if not state.is_answered and state.question:
                highlighted = next_highlighted(
                    state.highlighted, given, len(state.question.choices)
                )
                return self.update(replace(state, highlighted=highlighted))
            case Key.DOWN | Key.UP:
                return self, (ScrollPanel(1 if given is Key.DOWN else -1),)
            case Key.ENTER | Key.SPACE if state.highlighted is not None:
                return self.update(state.choose(state.highlighted))
            case Key.ENTER | Key.SPACE if _is_asked(self):
                return self.update(replace(state, highlighted=0))
            case Key.ENTER | Key.SPACE:
                return self.ask_next(), ()
            case str() if state.question and given in state.question.keys:
                return self.update(state.choose(state.question.keys.index(given)))
            case _:
                return self, ()

    def update(self, state: QuizState) -> Step[Self]:
        """Return the mode with another state, and save a new answer."""
        effects: Effects = ()
        if state.is_answered and not self.state.is_answered and state.question:
            effects = (KeepProgress(tuple(state.known.write(state.question.item, state.today))),)
        return replace(self, state=state), effects

    def ask_next(self) -> Self:
        """Ask the next question, or end the round."""
        return replace(self, state=self.state.next_question(self.chance))

    # ---- what is opened

    @property
    def answered(self) -> QuizQuestion | None:
        """The question, once it is answered and its solution may be shown."""
        return self.state.question if self.state.is_answered else None

    def with_games(self, games: tuple[Rules, ...]) -> Step[Self]:
        """Begin a quiz on other games."""
        if games == self.state.games:
            return self, ()
        state = replace(_begin(games, self.state.known), evening=self.state.evening)
        return replace(self, state=state).ask_next(), ()

    def open_rule(self) -> Step[Self]:
        """Open the section of the rulebook on the question, once it is answered."""
        question = self.answered
        if question is None:
            return self, ()
        return self.open(Rulebook(question.rules, question.section))

    def open_throws(self) -> Step[Self]:
        """Open the 36 throws, once the question is answered; before, they would tell the answer."""
        question = self.answered
        if question is None:
            return self, ()
        return self.open(AllThrows(question.item.game(question.rules), STANDARD))

    # ---- what is shown

    def view(self, frame: Frame) -> ModeView:
        """Build the view of the question, or of the result of the round."""
        state, question, game = self.state, self.state.question, self.state.game
        header = quiz_header(state, self.learner, frame.width, frame.glyphs)
        if question is None or game is None:
            return ModeView(header, None, panel=quiz_panel(state, "", frame))
        rule = next(page.title for page in pages(question.rules) if page.id == question.section)
        marks = Marks(state.preview, last_moves(game), blocked=blocked_spots(pointed(state)))
        # Before the answer, neither dice nor strip may give it away.
        item = question.item
        asked = DiceView(larger_first(item.dice) if item.dice else (), item.situation.side)
        return ModeView(
            header,
            board_view(game, marks),
            strip_view(game.moment) if state.is_answered else (),
            dice_view(game) if state.is_answered else asked,
            quiz_panel(state, rule, frame),
        )


def pointed(state: QuizState) -> Notice | None:
    """Return the points that explain the answer, to be highlighted once it is given."""
    question, game = state.question, state.game
    if question is None or game is None or state.chosen is None:
        return None
    if question.item.kind is not Kind.LEGAL:
        return news_of(game.events, STANDARD)
    try:
        read_moves(game, question.choices[state.chosen].text)
    except NotAllowed as error:
        return refusal(error.reason, STANDARD)
    except (Unreadable, Ambiguous):
        pass
    return None


def _begin(games: Sequence[Rules], known: QuizProgress) -> QuizState:
    return QuizState.begin(games, known, date.today().toordinal())


def _is_asked(mode: QuizMode) -> bool:
    return mode.state.question is not None and not mode.state.is_answered


def _enter_label(mode: QuizMode) -> str:
    return "choose" if _is_asked(mode) else "go on"


_COMMANDS: Final[tuple[Command[QuizMode], ...]] = (
    Command(
        shown="1 2 3",
        label="answer",
        help="answer the question; so do the arrows and enter",
        is_enabled=lambda mode: _is_asked(mode),
    ),
    Command(
        "enter",
        label=lambda mode: "take" if mode.state.highlighted is not None else _enter_label(mode),
        help="take the lit answer; go on",
    ),
    Command(
        "w",
        QuizMode.open_rule,
        label="rule",
        help="the rule behind the answer",
        is_enabled=lambda mode: mode.state.is_answered,
    ),
    Command(
        "g",
        QuizMode.open_throws,
        label="throws",
        help="the 36 throws as a square",
        is_enabled=lambda mode: mode.state.is_answered,
    ),
    Command(
        "r",
        lambda mode: mode.open(ChooseQuizGames(mode.state.games), QuizMode.with_games),
        label="other games",
        help="questions on another game",
    ),
    KEYS,
    Command("escape", QuizMode.leave, label="leave", help="leave the quiz"),
)

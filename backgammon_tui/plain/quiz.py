"""The quiz as a conversation: positions as text, answers by letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import ClassVar, Final

from backgammon_tui.engine import Rules, Side
from backgammon_tui.plain.talk import Keep, Quit, Talk
from backgammon_tui.plain.typed_command import TypedCommand, by_word, write_help
from backgammon_tui.teach.plain_text import write_section
from backgammon_tui.teach.quiz.question import QuizQuestion
from backgammon_tui.teach.quiz.rounds import QuizProgress, QuizState
from backgammon_tui.teach.rulebook_pages import pages
from backgammon_tui.teach.sections import PageSection
from backgammon_tui.words.board_text import describe_position, draw_board
from backgammon_tui.words.naming import Naming


class QuizConversation:
    """One quiz, one learner.

    Args:
        today: The day, as `datetime.date.toordinal` counts.
    """

    def __init__(
        self,
        games: Sequence[Rules],
        known: QuizProgress,
        today: int,
        chance: Random,
        talk: Talk,
        keep: Keep,
    ) -> None:
        self._state = QuizState.begin(games, known, today)
        self._chance = chance
        self._talk = talk
        self._keep = keep

    def run(self) -> None:
        """Ask until the learner leaves."""
        self._talk.say("White is O, Black is X. Type the letter of an answer, or help.")
        try:
            self._ask_next()
            while True:
                self._answer(self._talk.ask(self._prompt()))
        except Quit:
            self._talk.say(f"{self._state.evening} right. Until next time.")

    def _prompt(self) -> str:
        question = self._state.question
        if question is None or self._state.is_answered:
            return "Enter goes on > "
        *others, last = _letters(question)
        return f"{', '.join(others)} or {last} > "

    def _answer(self, line: str) -> None:
        question = self._state.question
        if run := _RUN.get(line.lower()):
            run(self, line)
        elif question and not self._state.is_answered:
            self._choose(question, line.lower())
        elif line:
            self._talk.say("Enter goes on, quit leaves.")
        else:
            self._ask_next()

    def _ask_next(self) -> None:
        state = self._state.want_more()
        self._state = state.go_on(state.look_ahead(Random(self._chance.getrandbits(64))))
        if self._state.question:
            self._show(self._state.question)
        else:
            self._tell_round()

    def _show(self, question: QuizQuestion) -> None:
        title = question.rules.short_title
        self._talk.show("")
        self._talk.say(f"Question {self._state.number}, {title}")
        self._board("")
        self._ask(question)

    def _ask(self, question: QuizQuestion) -> None:
        self._talk.say(question.text)
        for letter, choice in zip(_letters(question), question.choices, strict=True):
            self._talk.say(f"  {letter}  {choice.text}")

    def _choose(self, question: QuizQuestion, line: str) -> None:
        letters = _letters(question)
        if line not in letters:
            self._ask(question)
            return
        state = self._state = self._state.choose(letters.index(line))
        assert state.chosen is not None
        right, chosen = question.choices[question.right], question.choices[state.chosen]
        if state.is_right:
            self._talk.say(f"Right. {right.explanation}")
        else:
            self._talk.say(f"No. {chosen.explanation}")
            also = "" if right.explanation in chosen.explanation else f" {right.explanation}"
            self._talk.say(
                f"The right answer is {letters[question.right]}: {right.text.rstrip('.')}.{also}"
            )
        self._talk.say(f"Type rule for the rule: {self._section(question).title}.")
        if problem := self._keep(tuple(state.known.write(question.item, state.today))):
            self._talk.say(problem)

    def _tell_round(self) -> None:
        state = self._state
        self._talk.say(f"The round is over: {state.score} right.")
        if state.score.right < state.score.asked:
            self._talk.say("Missed questions come first next round.")
        streak = state.known.streak(state.today)
        if streak > 1:
            self._talk.say(f"{streak} days in a row.")
        self._talk.say(f"{state.known.score(state.games)} in all.")

    # ---- commands

    def _section(self, question: QuizQuestion) -> PageSection:
        return next(page for page in pages(question.rules) if page.id == question.section)

    def _rule(self, _: str) -> None:
        question = self._state.question
        if question is None or not self._state.is_answered:
            self._talk.say("First answer the question.")
            return
        self._talk.show(write_section(question.rules, self._section(question)))

    def _board(self, _: str) -> None:
        game = self._state.game
        if game is None:
            self._talk.say("There is no board now.")
            return
        self._talk.show(draw_board(game.rules, game.position, self._talk.naming))

    def _where(self, _: str) -> None:
        for side in Side if self._state.game else ():
            assert self._state.game
            self._talk.say(describe_position(self._state.game.position, side, self._talk.naming))

    def _help(self, _: str) -> None:
        self._talk.show(HELP)

    def _quit(self, _: str) -> None:
        raise Quit

    COMMANDS: ClassVar[tuple[TypedCommand[QuizConversation], ...]] = (
        TypedCommand((), None, "a, b, c", "answers the question"),
        TypedCommand((), None, "Enter", "goes on"),
        TypedCommand(("rule",), _rule, "rule", "the rule behind the answer"),
        TypedCommand(
            ("board",), _board, "board, where", "draws the board; says where all checkers are"
        ),
        TypedCommand(("where",), _where),
        TypedCommand(("help", "?"), _help, "help", "this list"),
        TypedCommand(("quit",), _quit, "quit", "leaves"),
    )


def _letters(question: QuizQuestion) -> list[str]:
    return [chr(ord("a") + index) for index in range(len(question.choices))]


HELP: Final = write_help(QuizConversation.COMMANDS)
_RUN: Final = by_word(QuizConversation.COMMANDS)


def play_quiz(
    games: Sequence[Rules],
    known: QuizProgress,
    today: int,
    read: Callable[[str], str | None],
    write: Callable[[str], None],
    keep: Keep,
    chance: Random | None = None,
) -> None:
    """Ask questions until the learner leaves; see `QuizConversation`."""
    talk = Talk(Naming(), read, write)
    QuizConversation(games, known, today, chance or Random(), talk, keep).run()

"""The quiz as a conversation: positions as text, answers by letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import ClassVar

from backgammon_tui.engine import Game, Rules
from backgammon_tui.plain.talk import Quit, Read, Talk, Write
from backgammon_tui.plain.teaching import Teaching, letters, prompt_for
from backgammon_tui.plain.typed_command import TypedCommand
from backgammon_tui.teach.plain_text import write_section
from backgammon_tui.teach.quiz.question import QuizQuestion
from backgammon_tui.teach.quiz.rounds import QuizProgress, QuizState
from backgammon_tui.teach.rulebook_pages import pages
from backgammon_tui.teach.sections import PageSection

Keep = Callable[[Sequence[tuple[str, str]]], str]
"""A function that saves progress by name, and returns a sentence on it or nothing."""


class QuizConversation(Teaching):
    """One quiz, one learner.

    Args:
        today: The day, as `datetime.date.toordinal` counts.
    """

    def __init__(
        self,
        games: Sequence[Rules],
        known: QuizProgress,
        today: int,
        read: Read,
        write: Write,
        keep: Keep,
        chance: Random | None = None,
    ) -> None:
        super().__init__(Talk(read, write))
        self._state = QuizState.begin(games, known, today)
        self._chance = chance or Random()
        self._keep = keep

    def run(self) -> None:
        """Ask until the learner leaves."""
        self._talk.say("White is O, Black is X. Type the letter of an answer, or help.")
        try:
            self._ask_next()
            while True:
                self._ask(self._prompt())
        except Quit:
            self._talk.say(f"{self._state.evening} right. Until next time.")

    def _prompt(self) -> str:
        question = self._state.question
        if question is None or self._state.is_answered:
            return "Enter goes on > "
        return prompt_for(question.choices)

    @property
    def _game(self) -> Game | None:
        return self._state.game

    def _take(self, line: str) -> None:
        question = self._state.question
        if question and not self._state.is_answered:
            self._choose(question, line.lower())
        elif line:
            self._talk.say("Enter goes on, quit leaves.")
        else:
            self._ask_next()

    def _ask_next(self) -> None:
        self._state = self._state.next_question(self._chance)
        if self._state.question:
            self._show(self._state.question)
        else:
            self._tell_round()

    def _show(self, question: QuizQuestion) -> None:
        title = question.rules.short_title
        self._talk.say("")
        self._talk.say(f"Question {self._state.number}, {title}")
        self._board()
        self._show_question(question)

    def _show_question(self, question: QuizQuestion) -> None:
        self._talk.say(question.text)
        self._show_choices([choice.text for choice in question.choices])

    def _choose(self, question: QuizQuestion, line: str) -> None:
        names = letters(question.choices)
        if line not in names:
            self._show_question(question)
            return
        state = self._state = self._state.choose(names.index(line))
        assert state.chosen is not None
        right, chosen = question.choices[question.right], question.choices[state.chosen]
        if state.is_right:
            self._talk.say(f"Right. {right.explanation}")
        else:
            self._talk.say(f"No. {chosen.explanation}")
            also = "" if right.explanation in chosen.explanation else f" {right.explanation}"
            self._talk.say(
                f"The right answer is {names[question.right]}: {right.text.rstrip('.')}.{also}"
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
        self._talk.say(write_section(question.rules, self._section(question)))

    COMMANDS: ClassVar = (
        TypedCommand("a, b, c", "answers the question"),
        TypedCommand("Enter", "goes on"),
        TypedCommand("rule", "the rule behind the answer", {"rule": _rule}),
        *Teaching.COMMON,
    )

"""The quiz as lines: one task after the other, each as in a lesson."""

from __future__ import annotations

from collections.abc import Sequence

from backgammon_tui.engine import Rules
from backgammon_tui.modes.quiz.mode import QuizMode
from backgammon_tui.modes.quiz.panel import round_words
from backgammon_tui.plain.lessons import LessonConversation
from backgammon_tui.plain.talk import Talk
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.teach.lessons.answer import Awaited
from backgammon_tui.teach.quiz.rounds import ROUND


class QuizConversation(LessonConversation[QuizMode]):
    """One learner at a quiz."""

    def greet(self) -> None:
        """Say how to type, and set the first task."""
        self.talk.say("White is O, Black is X. Type moves as from/to, or a number; or help.")
        self.say_title()
        self.show_step()

    def say_title(self) -> None:
        """Say which task it is, or how the round went."""
        quiz = self.mode.quiz
        if quiz.lesson is None:
            self.talk.say("\n" + "\n".join(round_words(quiz)))
            return
        title = f"{quiz.lesson.rules.short_title}: {quiz.lesson.title}"
        self.talk.say(f"\nTask {quiz.number} of {ROUND}, {title}")

    def ask(self) -> str:
        """Name the task, or return the prompt for an answer."""
        if self.mode.state.run.awaited is Awaited.NOTHING:
            return "Enter: next round > "
        return super().ask()

    def say_goodbye(self) -> None:
        """Say how many answers were right since the quiz was opened."""
        self.talk.say(f"{self.mode.quiz.evening} right. Until next time.")


def take(games: Sequence[Rules], talk: Talk, storage: Storage) -> None:
    """Take a quiz on some games."""
    mode, problems = QuizMode.open_quiz(games, storage)
    conversation = QuizConversation(mode, talk, storage)
    conversation.take_step((mode, problems))
    conversation.run()

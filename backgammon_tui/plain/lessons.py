"""Lessons in plain text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from backgammon_tui.engine import Position
from backgammon_tui.modes.courses import ENOUGH_SENTENCE, Course
from backgammon_tui.modes.effects import Shown, Step, Work
from backgammon_tui.modes.lesson import LessonMode, lesson_blocks
from backgammon_tui.modes.notice import Notice
from backgammon_tui.modes.text import ASCII, with_own_keys
from backgammon_tui.plain.conversation import Conversation, Quit, Reply, columns
from backgammon_tui.teach.lessons.lesson import Lesson, LessonStep
from backgammon_tui.teach.lessons.replies import describe_task
from backgammon_tui.teach.lessons.run import LessonAnswer, NextInput, Verdict
from backgammon_tui.words.turns import describe_awaited

_SIDES: Final = (
    "White is O, Black is X. Moves are typed as from/to, such as hand/22 or 13/9."
    " Type help for the rest."
)


class LessonConversation(Conversation[LessonMode]):
    _printed: list[str]
    _drawn: Position

    @property
    def course(self) -> Course:
        assert isinstance(self.mode.source, Course)
        return self.mode.source

    def greet(self) -> None:
        self.say_title()
        self.talk.say(_SIDES)
        run = self.mode.run
        if run.number:
            step_label = f"step {run.number + 1} of {len(run.lesson.steps)}"
            self.talk.say(f"You left at {step_label}. Type start to go back to the first step.")
        self.show_step()

    def say_title(self) -> None:
        lesson, course = self.mode.run.lesson, self.course
        place = f", lesson {course.entry.number} of {len(course.lessons)}" if course.lessons else ""
        self.talk.say(f"{lesson.rules.title}{place}\n{lesson.title}")

    def show_step(self) -> None:
        self.talk.say(f"\n{self.draw()}")
        self._printed, self._drawn = [], self.mode.run.game.position
        self._say_new_blocks()

    def _say_new_blocks(self) -> None:
        """Print the new texts of this step, then the board if it has changed."""
        run, blocks = self.mode.run, self._blocks(self.mode)
        for block in blocks:
            if block not in self._printed:
                self.talk.say(block)
        self._printed += blocks
        is_partial = run.verdict is Verdict.NOT_DONE
        if run.game.position != self._drawn and not is_partial:
            self.talk.say(self.draw())
            self._drawn = run.game.position

    @staticmethod
    def _blocks(mode: LessonMode) -> list[str]:
        if mode.run.answer:
            # The typed line need not be repeated.
            run = replace(mode.run, answer=replace(mode.run.answer, text=""))
            mode = replace(mode, run=run)
        blocks = lesson_blocks(mode, columns(), ASCII)
        shown = (with_own_keys(block.lines, mode.options.keys) for block in blocks)
        return ["\n".join(line.text for line in lines) for lines in shown if lines]

    def take_step(self, step: Step[Any]) -> None:
        """Print a new step or answer and new notices, after all work is done."""
        self.mode, effects = step
        for effect in effects:
            if isinstance(effect, Work):
                self.mode, _ = effect.then(self.mode, effect.run())
        new = [effect.subject for effect in effects if isinstance(effect, Shown)]
        if any(isinstance(subject, Lesson) for subject in new):
            self.say_title()
        if self.mode.run.awaited is not NextInput.NOTHING:
            if any(isinstance(subject, Lesson | LessonStep) for subject in new):
                self.show_step()
            if any(isinstance(subject, LessonAnswer) for subject in new):
                # The same mistake is answered again.
                unanswered = replace(self.mode, run=replace(self.mode.run, answer=None))
                unanswered_blocks = self._blocks(unanswered)
                self._printed = [block for block in self._printed if block in unanswered_blocks]
            self._say_new_blocks()
        for subject in new:
            if isinstance(subject, Notice) and subject.text:
                self.talk.say(subject.text)
        for effect in effects:
            self.carry_out(effect)

    def enter(self) -> Reply:
        """Continue, or repeat the question; an empty line never chooses anything irrevocable."""
        run = self.mode.run
        if run.is_asked and not self.mode.state.question:
            return self.mode.options.keys.in_text(describe_task(run))
        return super().enter()

    @property
    def takes_numbers(self) -> bool:
        return not self.mode.why_closed and bool(self.mode.state.pickable)

    def list_plays(self, start: str = "") -> str:
        return self.mode.why_closed or super().list_plays(start)

    def ask(self) -> str:
        mode = self.mode
        match mode.run.awaited:
            case NextInput.NOTHING:
                course = self.course
                if not course.next_lesson:
                    self.talk.say(course.last_words)
                    raise Quit
                title = course.next_lesson.title
                over = f"That was lesson {course.entry.number}."
                if course.is_enough:
                    game = f"backgammon-tui {self.mode.run.lesson.rules.name} --plain"
                    over += f" {ENOUGH_SENTENCE} To play it, quit and type: {game}"
                    self.talk.say(over)
                    over = "Or go on."
                self.talk.say(f"{over} The next is: {title}.")
                return "Enter: continue, quit: leave > "
            case NextInput.CONTINUE:
                return f"Enter: {mode.enter_label.replace('go on', 'continue')} > "
            case NextInput.TYPED:
                return f"{mode.run.key.wanted} > "
            case NextInput.ACTION:
                for key, text in mode.answers:
                    self.talk.say(f"  {key}  {text}", " " * 5)
                if not mode.answers:
                    awaited = describe_awaited(mode.run.game, mode.naming)
                    self.talk.say(f"{awaited} Type your moves, or hint.")
                return "> "

    def say_goodbye(self) -> None:
        if self.mode.run.awaited is not NextInput.NOTHING or self.course.next_lesson:
            super().say_goodbye()

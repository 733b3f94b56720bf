"""A lesson as a conversation: it shows and asks, and the learner types."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import ClassVar, Final

from backgammon_tui.engine import Event, Game, Phase, Position
from backgammon_tui.engine.notation import Unreadable
from backgammon_tui.plain.talk import Keep, Quit, Read, Talk, Write, tell_words
from backgammon_tui.plain.teaching import Teaching, letters, prompt_for
from backgammon_tui.plain.typed_command import TypedCommand
from backgammon_tui.storage.journal.write import now
from backgammon_tui.teach.catalogue import CourseLesson
from backgammon_tui.teach.lesson_answer import Awaited, Verdict
from backgammon_tui.teach.lesson_parts import Exercise, Lesson
from backgammon_tui.teach.lesson_sentences import describe_after, describe_answer, describe_progress
from backgammon_tui.teach.look_back import can_look_back, describe_look_back, look_back
from backgammon_tui.teach.repeats import newly_missed
from backgammon_tui.teach.running import Run, run_at
from backgammon_tui.teach.worth import judge_answer
from backgammon_tui.text_file import LineError
from backgammon_tui.words.event_sentences import describe_news, describe_worth
from backgammon_tui.words.fact_sentences import describe_plays
from backgammon_tui.words.moments import describe_awaited

_MANY_WRONG: Final = 2
"""Number of wrong answers after which a learner is reminded of the help."""


def play_course(
    lessons: Sequence[CourseLesson],
    number: int,
    read: Read,
    write: Write,
    keep: Keep = lambda items: "",
    done: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Play a course until its end or until the learner leaves.

    Args:
        keep: Keeps what has been done, and what went wrong.
        done: The saved progress; a lesson goes on at the step where it was left.
    """
    talk = Talk(read, write)
    try:
        for here, following in zip(lessons, [*lessons[1:], None], strict=True):
            if here.number < number:
                continue
            heading = f"lesson {here.number} of {len(lessons)}"
            try:
                lesson = here.read()
            except LineError as error:
                talk.say(f"{here.shown_file}: {error}.")
            else:
                _play(here, lesson, heading, talk, keep, done)
            if following:
                talk.say(f"That was lesson {here.number}. The next is: {following.title}.")
                if talk.ask("Enter goes on, quit leaves > ").lower() == "quit":
                    raise Quit
        talk.say("That was the last lesson of this course. Now play a game!")
    except Quit:
        talk.say("Until next time.")


def play_lesson(
    lesson: Lesson,
    read: Read,
    write: Write,
    entry: CourseLesson | None = None,
    keep: Keep = lambda items: "",
    done: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Play one lesson until its end or until the learner leaves.

    Args:
        entry: The lesson's name in saved progress; None to save nothing.
        keep: Saves progress; see `play_course`.
        done: Progress saved before.
    """
    talk = Talk(read, write)
    try:
        if entry:
            _play(entry, lesson, "", talk, keep, done)
        else:
            LessonConversation(lesson, talk).run()
        talk.say("That was the lesson.")
    except Quit:
        talk.say("Until next time.")


def _play(
    entry: CourseLesson,
    lesson: Lesson,
    heading: str,
    talk: Talk,
    keep: Keep,
    done: Mapping[str, str],
) -> None:
    """Play a lesson from the step where it was left, and save how far it gets."""

    def answered(before: Run, after: Run) -> str:
        if after.number != before.number:
            keep(((entry.step_item, str(after.number)),))  # A problem is told at the end.
        wrong = newly_missed(entry, before, after, date.today().toordinal())
        return keep(wrong) if wrong else ""

    LessonConversation(lesson, talk, heading, answered, entry.step_left(done, lesson)).run()
    if problem := keep(((entry.item, now()), (entry.step_item, "0"))):
        talk.say(problem)


class LessonConversation(Teaching):
    """One lesson, one learner.

    Args:
        heading: The place of the lesson in a course.
        answered: Takes the run before and after an answer, and returns a sentence or nothing.
        step: The first step, counted from 0.
    """

    def __init__(
        self,
        lesson: Lesson,
        talk: Talk,
        heading: str = "",
        answered: Callable[[Run, Run], str] = lambda before, after: "",
        step: int = 0,
    ) -> None:
        super().__init__(talk)
        self._heading = heading
        self._answered = answered
        self._run = run_at(lesson, step)
        self._shown: Position | None = None
        """The position that the learner has before its eyes."""

    def run(self) -> None:
        """Play the lesson to its end."""
        lesson = self._run.lesson
        place = f", {self._heading}" if self._heading else ""
        self._talk.say(f"{lesson.rules.title}{place}\n{lesson.title}")
        self._talk.say(
            "White is O, Black is X. Moves are typed as from/to, such as hand/22 or 13/9."
            " Type help for the rest."
        )
        if self._run.number:
            here = f"step {self._run.number + 1} of {len(lesson.steps)}"
            self._talk.say(f"You left at {here}; start goes back to the first.")
        self._show_step()
        while self._run.awaited is not Awaited.NOTHING:
            self._ask(self._prompt())

    def _prompt(self) -> str:
        match self._run.awaited:
            case Awaited.GO_ON if self._run.was_shown:
                return "Enter: now you > "
            case Awaited.GO_ON if self._run.was_missed:
                return "Enter tries again > "
            case Awaited.GO_ON:
                return "Enter goes on > "
            case Awaited.CHOICE:
                return prompt_for(self._run.choices)
            case _:
                awaited = describe_awaited(self._run.game.moment, self._talk.naming)
                words = tell_words(self._run.game.phase) or "Type your moves, or hint."
                self._talk.say(f"{awaited} {words}")
                return "> "

    # ---- showing

    @property
    def _game(self) -> Game:
        return self._run.game

    def _board(self, _: str = "") -> None:
        super()._board()
        self._shown = self._game.position

    def _show_step(self) -> None:
        step = self._run.step
        if step is None:
            return
        self._talk.show("")
        if step.say:
            self._talk.say(step.say)
        for events in self._run.told:
            self._say_news(events)
        self._show_board_if_changed()
        self._show_asked()

    def _say_news(self, events: Sequence[Event]) -> None:
        for sentence in describe_news(events, self._talk.naming):
            self._talk.say(sentence)

    def _show_board_if_changed(self) -> None:
        if self._run.game.position != self._shown:
            self._board()

    def _show_asked(self) -> None:
        asked = self._run.asked
        if asked is None:
            return
        self._talk.say(asked.text)
        self._show_choices([choice.text for choice in self._run.choices])

    # ---- answering

    def _task(self, _: str) -> None:
        self._show_asked()

    def _hint(self, _: str) -> None:
        asked = self._run.asked
        self._talk.say(asked.hint if asked else "There is nothing to be done here.")

    def _facts(self, _: str) -> None:
        run = self._run
        if run.awaited is not Awaited.ACTION or run.game.phase is not Phase.MOVE:
            self._talk.say("There is nothing to play now.")
        elif not run.is_open:
            self._talk.say("The list comes after your first try.")
        else:
            self._talk.show("\n".join(describe_plays(run.game)))

    def _back(self, _: str) -> None:
        self._run = self._run.back()
        self._board()
        self._show_asked()

    def _start(self, _: str) -> None:
        self._begin(Run.begin(self._run.lesson))

    def _begin(self, run: Run) -> None:
        """Begin a step, or do the present one again."""
        before, self._run = self._run, run
        self._say_if_any(self._answered(before, run))
        if run.number == before.number:
            self._talk.show("")
            self._show_board_if_changed()
            self._show_asked()
        else:
            self._show_step()

    def _solution(self, line: str) -> None:
        if self._run.awaited is Awaited.GO_ON:
            self._take(line)
        else:
            self._go_on(self._run.show_solution())

    def _take(self, line: str) -> None:
        match self._run.awaited:
            case Awaited.GO_ON if line:
                done = "This is done" if self._run.asked else "There is nothing to be done here"
                self._talk.say(f"{done}; Enter goes on.")
            case Awaited.GO_ON:
                self._begin(self._run.go_on())
            case _ if not line:
                self._show_asked()
            case Awaited.CHOICE:
                self._choose(line)
            case _:
                self._try(line)

    def _choose(self, line: str) -> None:
        """Answer a question by its letter, or as the answer stands there."""
        choices = self._run.choices
        names = zip(letters(choices), (choice.text for choice in choices), strict=True)
        index = next((i for i, name in enumerate(names) if line.lower() in name), None)
        if index is None:
            self._talk.say("Type the letter of an answer.")
        else:
            self._go_on(self._run.choose(index))

    def _try(self, line: str) -> None:
        if line.lower() in ("resign", "draw"):
            self._go_on(self._run.refuse_to_end())
            return
        try:
            self._go_on(self._run.try_text(line))
        except Unreadable:
            self._talk.say(
                f"{line[:40]!a} is no move; moves are typed as from/to, such as 13/9 or 6/off."
            )

    def _go_on(self, run: Run) -> None:
        """Go on as an answer has left the lesson, and say what came of it."""
        problem = self._answered(self._run, run)
        self._run = run = judge_answer(run)
        assert run.answer
        if run.answer.verdict is not Verdict.NOT_DONE:
            self._talk.say(describe_answer(run, self._talk.naming))
        self._say_news(run.answer.events)
        if run.answer.events:
            self._say_if_any(describe_worth(run.game, self._talk.naming))
        if run.is_solved:
            self._show_board_if_changed()
        self._say_if_any(describe_after(run))
        if isinstance(run.asked, Exercise):
            self._tell_exercise(run)
        if run.wrong == _MANY_WRONG and not run.is_solved:
            self._talk.say("There is help: type hint, or solution.")
        if run.answer.verdict is Verdict.NO_GAME:
            self._talk.say("Type quit to leave.")
        self._say_if_any(problem)

    def _tell_exercise(self, run: Run) -> None:
        """Say how an exercise stands, and look back at it once it is over."""
        if can_look_back(run):
            for sentence in describe_look_back(look_back(run)):
                self._talk.say(sentence)
        else:
            self._show_board_if_changed()
            self._talk.say(f"{describe_progress(run)}.")

    def _say_if_any(self, text: str) -> None:
        if text:
            self._talk.say(text)

    COMMANDS: ClassVar = (
        TypedCommand("Enter", "goes on"),
        TypedCommand("24/20 13/9", "makes these moves: from/to, a blank between them"),
        TypedCommand("hand/22 bar/20", "enters with a 3, with a 5; 6/off bears off"),
        TypedCommand("9/7* 9/7^", "hits, traps"),
        TypedCommand("a, b, c", "answers a question"),
        TypedCommand("hint", "a hint", {"hint": _hint}),
        TypedCommand("solution", "does it for you", {"solution": _solution}),
        TypedCommand("facts", "how many of the 36 throws hit after each play", {"facts": _facts}),
        TypedCommand("back", "the board as it was when the task was set", {"back": _back}),
        TypedCommand("start", "the first step of the lesson", {"start": _start}),
        TypedCommand("task", "the task once more", {"task": _task}),
        *Teaching.COMMON,
    )

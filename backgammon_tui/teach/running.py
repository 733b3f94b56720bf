"""A lesson being played, step by step and answer by answer.

A run is one immutable state; every answer makes the next one. Screens and plain text show its
game, say what was `told` and ask for what is `awaited`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from backgammon_tui.engine import (
    Action,
    AgreeDraw,
    Event,
    Game,
    Move,
    NotAllowed,
    Reason,
    Resign,
)
from backgammon_tui.engine.notation import Ambiguous
from backgammon_tui.teach.lesson_parts import (
    Lesson,
    LessonQuestion,
    LessonStep,
    LessonText,
    Task,
    Try,
)
from backgammon_tui.teach.subjects import About
from backgammon_tui.teach.typed_actions import (
    Goal,
    contains,
    do,
    includes,
    is_on_the_way,
    is_reached,
    is_stage_over,
    read_typed,
    why_unclear,
    write_typed,
)


class Awaited(Enum):
    """The next thing that a run needs."""

    GO_ON = "go on"
    """A sign that the step has been read; `go_on` leads to the next."""

    ACTION = "action"
    """Moves or a decision in the game: `try_text` or `try_actions`."""

    CHOICE = "choice"
    """One of the answers of a question: `choose`."""

    NOTHING = "nothing"
    """The lesson is over."""


class Verdict(Enum):
    """The verdict on an answer."""

    RIGHT = "right"
    NOT_DONE = "not done"
    """Moves that can lead to a solution; others must follow."""

    WRONG = "wrong"
    """The rules forbid it, or it is the wrong one of the answers."""

    NOT_THE_TASK = "not the task"
    """The rules allow it, but something else was asked; it is taken back."""

    UNCLEAR = "unclear"
    """It may mean different plays."""

    SHOWN = "shown"
    """The lesson has shown the solution."""

    NO_GAME = "no game"
    """Resigning or a draw where the task is a play: a lesson is no game to be ended."""


class Cost(NamedTuple):
    """The points that a play costs, judged a throw ahead."""

    points: float
    best: str
    """The best of the task's solutions, as it is typed."""


@dataclass(frozen=True)
class LessonAnswer:
    """The outcome of the last answer, as data; `lesson_sentences` describes it."""

    verdict: Verdict
    reason: Reason | None = None
    """The rule against it."""

    foreseen: Try | None = None
    """The wrong try of the lesson that it was."""

    meanings: tuple[tuple[Move, ...], ...] = ()
    """The possible meanings of an unclear text."""

    events: tuple[Event, ...] = ()
    """The events of the game."""

    taken_back: tuple[Action, ...] = ()
    """The actions of the step that were not its task."""

    cost: Cost | None = None
    """The cost of the play, once it is judged; None if it is not judged."""


@dataclass(frozen=True)
class Run:
    """One state of a lesson that is being played."""

    lesson: Lesson
    number: int
    """The index of the step, from 0; the number of steps when the lesson is over."""

    before: Game
    """The game when the step asked."""

    told: tuple[tuple[Event, ...], ...] = ()
    """The events before the question, for each action of the lesson."""

    made: tuple[Action, ...] = ()
    """The learner's actions since then."""

    wrong: int = 0
    """Number of wrong answers to this step."""

    answer: LessonAnswer | None = None
    """The last answer to this step."""

    is_solved: bool = False
    """True if the step's question is solved."""

    missed: frozenset[int] = frozenset()
    """The steps that were answered wrongly or shown, each of which is worth repeating."""

    @classmethod
    def begin(cls, lesson: Lesson) -> Run:
        """Return the beginning of a lesson."""
        return _at_step(lesson, 0, Game.start(lesson.rules))

    @cached_property
    def game(self) -> Game:
        """The game as it is now."""
        return do(self.before, self.made)[-1] if self.made else self.before

    @property
    def step(self) -> LessonStep | None:
        """The step that is played; None when the lesson is over."""
        steps = self.lesson.steps
        return steps[self.number] if self.number < len(steps) else None

    @property
    def asked(self) -> Task | LessonQuestion | None:
        """The task or the question of the step, if it has one."""
        return self.step.asked if self.step else None

    @property
    def awaited(self) -> Awaited:
        """The next thing that the run needs."""
        if self.step is None:
            return Awaited.NOTHING
        if self.is_solved or self.asked is None:
            return Awaited.GO_ON
        return Awaited.CHOICE if isinstance(self.asked, LessonQuestion) else Awaited.ACTION

    @property
    def choices(self) -> tuple[LessonText, ...]:
        """The answers of the step's question; empty if it asks none."""
        return self.asked.choices if isinstance(self.asked, LessonQuestion) else ()

    # ---- what somebody who learns can do

    def go_on(self) -> Run:
        """Return the next step, once this one is read or solved; otherwise the same run.

        A step that the lesson has shown is asked again: the last try is the learner's own.
        """
        if self.awaited is not Awaited.GO_ON:
            return self
        if self.was_shown:
            return self.back()
        following = _at_step(self.lesson, self.number + 1, self.game)
        return replace(following, missed=self.missed)

    @property
    def was_shown(self) -> bool:
        """True if the lesson itself has solved the step."""
        return self.answer is not None and self.answer.verdict is Verdict.SHOWN

    @property
    def is_open(self) -> bool:
        """True if the step has been tried, so that its playable moves need not be hidden."""
        is_answered = self.answer is not None and self.answer.verdict is not Verdict.NO_GAME
        return self.wrong > 0 or is_answered or bool(self.made)

    def try_text(self, text: str) -> Run:
        """Return the run after typed actions, which may be a part of the task.

        The same run if no action is awaited; so with `try_actions`.

        Raises:
            Unreadable: if the text is neither moves nor a decision.
        """
        if self.awaited is not Awaited.ACTION:
            return self
        try:
            return self._try(read_typed(self.game, text), text)
        except NotAllowed as error:
            return self._refused(error.reason, text)
        except Ambiguous as error:
            reason = why_unclear(self.game, error)
            foreseen = self._foreseen_refusal(reason, text) if reason else None
            return self._wrong(LessonAnswer(Verdict.UNCLEAR, reason, foreseen, error.candidates))

    def try_actions(self, actions: Sequence[Action]) -> Run:
        """Return the run after actions, such as moves one by one or a whole play."""
        if self.awaited is not Awaited.ACTION:
            return self
        return self._try(tuple(actions), write_typed(actions))

    def choose(self, index: int) -> Run:
        """Return the run after one of the `choices`, counted from 0; the same if none is awaited.

        Raises:
            IndexError: if there is no such choice.
        """
        if self.awaited is not Awaited.CHOICE:
            return self
        choice = self.choices[index]
        if not isinstance(choice, Try):
            return replace(self, answer=LessonAnswer(Verdict.RIGHT), is_solved=True)
        assert isinstance(self.asked, LessonQuestion)
        reason = None
        if self.asked.subject and self.asked.subject.about is About.PLAY:
            reason = _why_not(self.game, choice.text)
        return self._wrong(LessonAnswer(Verdict.WRONG, reason, choice))

    def refuse_to_end(self) -> Run:
        """Return the run after a resignation or a draw offer in a task, which is no mistake."""
        return replace(self, answer=LessonAnswer(Verdict.NO_GAME))

    def show_solution(self) -> Run:
        """Solve the step for the learner; the same run if nothing is asked now."""
        missed = self.missed | {self.number}
        if self.awaited is Awaited.CHOICE:
            shown = LessonAnswer(Verdict.SHOWN)
            return replace(self, answer=shown, is_solved=True, missed=missed)
        if self.awaited is not Awaited.ACTION:
            return self
        goal = self._goals[0]
        answer = LessonAnswer(Verdict.SHOWN, events=_events(self.before, goal.actions))
        return replace(self, made=goal.actions, answer=answer, is_solved=True, missed=missed)

    def undo(self) -> Run:
        """Take back the last action of the step; a question can be answered again."""
        return replace(self, made=self.made[:-1], answer=None, is_solved=False)

    def back(self) -> Run:
        """Return the step as it was when it asked, so that it can be done again."""
        return replace(self, made=(), answer=None, is_solved=False)

    # ---- judging

    @cached_property
    def _goals(self) -> tuple[Goal, ...]:
        assert isinstance(self.asked, Task)
        return tuple(Goal.of(self.before, solution.text) for solution in self.asked.solutions)

    @cached_property
    def _allowed_tries(self) -> tuple[tuple[Try, Goal], ...]:
        assert isinstance(self.asked, Task)
        return tuple(
            (attempt, Goal.of(self.before, attempt.text))
            for attempt in self.asked.tries
            if attempt.reason is None
        )

    def _try(self, actions: tuple[Action, ...], text: str) -> Run:
        assert isinstance(self.asked, Task)
        ends = any(isinstance(action, Resign | AgreeDraw) for action in actions)
        if ends and not self.asked.is_about_resigning:
            return self.refuse_to_end()
        try:
            games = do(self.game, actions)
        except NotAllowed as error:
            return self._refused(error.reason, text)
        after, made = games[-1], (*self.made, *actions)
        events = tuple(event for game in games for event in game.events)
        done = replace(self, made=made)
        if any(is_reached(goal, self.before, made, after) for goal in self._goals):
            return replace(done, answer=LessonAnswer(Verdict.RIGHT, events=events), is_solved=True)
        going_on = replace(done, answer=LessonAnswer(Verdict.NOT_DONE, events=events))
        if self._can_be_solved(after):
            return going_on
        foreseen = self._foreseen(made, after)
        if foreseen is None and self._can_be_foreseen(after):
            return going_on
        answer = LessonAnswer(Verdict.NOT_THE_TASK, foreseen=foreseen, taken_back=made)
        return self._taken_back()._wrong(answer)

    def _can_be_solved(self, after: Game) -> bool:
        return any(is_on_the_way(goal, self.before, after) for goal in self._goals)

    def _foreseen(self, made: tuple[Action, ...], after: Game) -> Try | None:
        """Return the allowed try that was made, the longest one first."""
        found = [
            (attempt, goal)
            for attempt, goal in self._allowed_tries
            if is_reached(goal, self.before, made, after) or includes(made, goal)
        ]
        found.sort(key=lambda pair: -len(pair[1].actions))
        return found[0][0] if found else None

    def _can_be_foreseen(self, after: Game) -> bool:
        """Return True if the moves so far may still get a better answer than not being the task.

        Then they may be finished: they can become an allowed try, or the task is about a figure
        that every whole play has.
        """
        assert self.step
        if self.step.figure:
            return not is_stage_over(self.before, after)
        return any(
            is_stage_over(self.before, goal.end) and is_on_the_way(goal, self.before, after)
            for _, goal in self._allowed_tries
        )

    def _taken_back(self) -> Run:
        """Return this run, or its beginning if its moves lead nowhere."""
        if not self.made or self._can_be_solved(self.game):
            return self
        return replace(self, made=())

    def _refused(self, reason: Reason, text: str) -> Run:
        foreseen = self._foreseen_refusal(reason, text)
        return self._wrong(LessonAnswer(Verdict.WRONG, reason, foreseen))

    def _foreseen_refusal(self, reason: Reason, text: str) -> Try | None:
        assert self.asked
        fitting = [
            attempt
            for attempt in self.asked.tries
            if attempt.reason is reason.cause and contains(text, attempt.text)
        ]
        return max(fitting, key=lambda attempt: len(attempt.text), default=None)

    def _wrong(self, answer: LessonAnswer) -> Run:
        missed = self.missed
        if answer.verdict is not Verdict.UNCLEAR:
            missed |= {self.number}
        return replace(self, wrong=self.wrong + 1, answer=answer, missed=missed)


def run_at(lesson: Lesson, number: int) -> Run:
    """Return the run at the beginning of a step, from 0, with all steps before it solved."""
    run = Run.begin(lesson)
    while run.number < number:
        solved = run.show_solution() if run.asked else run
        run = _at_step(lesson, solved.number + 1, solved.game)
    return run


def _at_step(lesson: Lesson, number: int, game: Game) -> Run:
    """Return the run at the beginning of a step, after the step's own actions."""
    if number >= len(lesson.steps):
        return Run(lesson, number, game)
    step = lesson.steps[number]
    if step.situation:
        game = step.situation.game(lesson.rules)
    told = []
    for act in step.acts:
        done = Goal.of(game, act.does)
        told.append(_events(game, done.actions))
        game = done.end
    return Run(lesson, number, game, tuple(told))


def _events(game: Game, actions: Sequence[Action]) -> tuple[Event, ...]:
    return tuple(event for after in do(game, actions) for event in after.events)


def _why_not(game: Game, play: str) -> Reason | None:
    try:
        do(game, read_typed(game, play))
    except NotAllowed as error:
        return error.reason
    return None

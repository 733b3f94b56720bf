"""A lesson being played, step by step and answer by answer.

A run is one immutable state; every answer makes the next one. Screens and plain text show its
game, show `events_before` and ask for what is `awaited`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Final, NamedTuple

from backgammon_tui.analysis.difference import closed_points, longest_row, outside
from backgammon_tui.analysis.nets import NotJudged
from backgammon_tui.analysis.review import Choice
from backgammon_tui.analysis.value import estimates
from backgammon_tui.engine.events import Event, Moved, StageCompleted, TurnEnded
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.moves import Action, AgreeDraw, Effect, Move, OpeningRoll, Resign, Roll
from backgammon_tui.engine.notation import Ambiguous
from backgammon_tui.engine.position import Place, Side
from backgammon_tui.engine.reasons import NotAllowed, Reason
from backgammon_tui.engine.turn import Phase, Turn
from backgammon_tui.explain.facts import do, done, is_stage_over
from backgammon_tui.match.turns import turns_of
from backgammon_tui.names import Level
from backgammon_tui.players import choose
from backgammon_tui.teach.lessons.lesson import (
    DOUBLE_OR_ROLL,
    AnswerKey,
    Exercise,
    ExerciseCondition,
    GoalState,
    Lesson,
    LessonQuestion,
    LessonStep,
    LessonText,
    StepAssignment,
    Task,
    Try,
    contains,
    read_typed,
    why_unclear,
    write_typed,
)


@dataclass(frozen=True)
class Run:
    lesson: Lesson
    number: int
    """The index of the step; the number of steps when the lesson is over."""

    before: Game
    events_before: tuple[tuple[Event, ...], ...] = ()
    made: tuple[Action, ...] = ()
    wrong: int = 0
    answer: LessonAnswer | None = None
    solved: frozenset[int] = frozenset()
    """The indices of the solutions found so far, if all are required."""

    missed: frozenset[int] = frozenset()
    """The steps to repeat, because they were answered wrongly or shown."""

    costs: tuple[Choice, ...] | None = None

    @cached_property
    def game(self) -> Game:
        return self.history[-1]

    @cached_property
    def history(self) -> tuple[Game, ...]:
        return self.before, *do(self.before, self.made)

    @cached_property
    def step(self) -> LessonStep | None:
        steps = self.lesson.steps
        return steps[self.number] if self.number < len(steps) else None

    @cached_property
    def assignment(self) -> StepAssignment | None:
        return self.step.assignment if self.step else None

    @cached_property
    def awaited(self) -> NextInput:
        if self.step is None:
            return NextInput.NOTHING
        if self.is_solved or self.assignment is None or self.verdict is Verdict.MISSED:
            return NextInput.CONTINUE
        return NextInput.TYPED if isinstance(self.assignment, LessonQuestion) else NextInput.ACTION

    @property
    def is_asked(self) -> bool:
        return self.awaited in (NextInput.ACTION, NextInput.TYPED)

    @property
    def may_resign(self) -> bool:
        return isinstance(self.assignment, Task) and any(
            text.text.startswith("resign")
            for text in (*self.assignment.solutions, *self.assignment.tries)
        )

    @property
    def may_double(self) -> bool:
        """True if the learner is asked whether to double or to roll."""
        return isinstance(self.assignment, Task) and any(
            text.text in DOUBLE_OR_ROLL
            for text in (*self.assignment.solutions, *self.assignment.tries)
        )

    @property
    def verdict(self) -> Verdict | None:
        return self.answer.verdict if self.answer else None

    @property
    def is_solved(self) -> bool:
        return self.verdict in (Verdict.RIGHT, Verdict.SHOWN)

    @property
    def is_done(self) -> bool:
        is_last = self.number == len(self.lesson.steps) - 1
        return self.step is None or (is_last and self.verdict is Verdict.RIGHT)

    # ---- the learner's actions

    def advance(self) -> Run:
        """Return the next step, once this one is read or solved; otherwise the same run.

        A step that the lesson has shown is asked again, so the learner solves it. The same applies
        to an exercise with a missed goal.
        """
        if self.awaited is not NextInput.CONTINUE:
            return self
        if self.verdict in (Verdict.SHOWN, Verdict.MISSED):
            return self.back()
        following = _at_step(self.lesson, self.number + 1, self.game)
        return replace(following, missed=self.missed)

    @property
    def is_exercise(self) -> bool:
        return isinstance(self.assignment, Exercise)

    @property
    def _learner(self) -> Side:
        assert self.before.side
        return self.before.side

    @property
    def is_open(self) -> bool:
        """True if the step has been tried, so its legal plays need not be hidden."""
        is_answered = self.verdict not in (None, Verdict.NO_GAME)
        return self.is_exercise or is_answered or self.wrong > 0 or bool(self.made)

    def try_text(self, text: str) -> Run:
        """Return the run after typed actions, perhaps only a part of the task."""
        if self.awaited is not NextInput.ACTION:
            return self
        try:
            return self.try_actions(read_typed(self.game, text, may_repeat=True), text)
        except NotAllowed as error:
            return self._refused(error.reason, text)
        except Ambiguous as error:
            reason = why_unclear(self.game, error)
            foreseen = self._foreseen_refusal(reason, text) if reason else None
            meanings = error.candidates
            return self._wrong(LessonAnswer(Verdict.UNCLEAR, text, reason, foreseen, meanings))

    def try_actions(self, actions: Sequence[Action], text: str = "") -> Run:
        if self.awaited is not NextInput.ACTION:
            return self
        text = text or write_typed(actions)
        is_end = any(isinstance(action, Resign | AgreeDraw) for action in actions)
        if is_end and not self.may_resign:
            return self.refuse_to_end(text)
        try:
            after = done(self.game, actions)
        except NotAllowed as error:
            return self._refused(error.reason, text)
        return self._play(actions) if self.is_exercise else self._solve(actions, after, text)

    @cached_property
    def key(self) -> AnswerKey:
        assert isinstance(self.assignment, LessonQuestion)
        return self.assignment.key_in(self.before)

    def try_answer(self, text: str) -> Run:
        answer = self.key.read(text) if self.awaited is NextInput.TYPED else None
        if answer is None:
            return self
        if answer == self.key.right:
            return replace(self, answer=LessonAnswer(Verdict.RIGHT))
        assert self.assignment
        foreseen = (attempt for attempt in self.assignment.tries if attempt.text == answer)
        wrong = next(foreseen, Try(0, answer, None, self.key.replies[answer]))
        return self._wrong(LessonAnswer(Verdict.WRONG, text, foreseen=wrong))

    def refuse_to_end(self, text: str = "") -> Run:
        return replace(self, answer=LessonAnswer(Verdict.NO_GAME, text))

    def show_solution(self) -> Run:
        """Solve the step for the learner, or play one turn of an exercise.

        Returns the same run if nothing is asked.
        """
        if not self.is_asked:
            return self
        missed = replace(self, missed=self.missed | {self.number})
        if isinstance(self.assignment, Exercise):
            return missed._play(computer_turn(self.game), is_shown=True)
        actions = self.solutions[0].actions if isinstance(self.assignment, Task) else ()
        events = done(self.before, actions).events
        return replace(missed, made=actions, answer=LessonAnswer(Verdict.SHOWN, events=events))

    def undo(self) -> Run:
        """Take back the last action of the step; in an exercise also the computer's answers."""
        made = self.made[:-1]
        if isinstance(self.assignment, Exercise):
            while made and not awaits_learner(self.history[len(made)], self._learner):
                made = made[:-1]
        return self.back(len(made))

    def back(self, at: int = 0) -> Run:
        made = self.made[:at]
        solved = frozenset() if self.is_solved else self.solved
        return replace(self, made=made, answer=None, solved=solved, costs=None)

    # ---- judging

    def _solve(self, actions: Sequence[Action], after: Game, text: str) -> Run:
        made, assignment = (*self.made, *actions), self.assignment
        assert isinstance(assignment, Task)
        reached = {
            at for at, goal in enumerate(self.solutions) if self._is_reached(goal, made, after)
        }
        solved = self.solved | reached
        if reached and assignment.needs_all and len(solved) < len(self.solutions):
            return replace(self, made=(), solved=solved, answer=LessonAnswer(Verdict.FOUND, text))
        foreseen = None if reached else self._foreseen(made, after)
        goes_on = bool(reached) or self._may_reach(self.solutions, after)
        if not goes_on and not foreseen:
            # Further moves may still get a better reply, or complete a play whose counts matter.
            has_measure = self.step and self.step.measure
            is_over = is_stage_over(self.before, after)
            goes_on = not is_over if has_measure else self._may_reach(self._legal_tries, after)
        if goes_on:
            verdict = Verdict.RIGHT if reached else Verdict.NOT_DONE
            return replace(self, made=made, answer=LessonAnswer(verdict, events=after.events))
        answer = LessonAnswer(Verdict.NOT_THE_TASK, text, foreseen=foreseen, taken_back=made)
        kept = self.made if self._may_reach(self.solutions, self.game) else ()
        return replace(self, made=kept)._wrong(answer)

    def _refused(self, reason: Reason, text: str) -> Run:
        foreseen = self._foreseen_refusal(reason, text)
        return self._wrong(LessonAnswer(Verdict.WRONG, text, reason, foreseen))

    def _foreseen_refusal(self, reason: Reason, text: str) -> Try | None:
        assert self.assignment
        fitting = [
            attempt
            for attempt in self.assignment.tries
            if attempt.reason is reason.cause and contains(text, attempt.text)
        ]
        return max(fitting, key=lambda attempt: len(attempt.text), default=None)

    def _wrong(self, answer: LessonAnswer) -> Run:
        is_mistake = answer.verdict is not Verdict.UNCLEAR
        missed = self.missed | {self.number} if is_mistake else self.missed
        return replace(self, wrong=self.wrong + 1, answer=answer, missed=missed)

    # ---- exercises

    @cached_property
    def standing(self) -> ExerciseStanding:
        exercise, side, turns = self.assignment, self._learner, 0
        assert isinstance(exercise, Exercise)
        for game in self.history[1:]:
            moves = [event.move for event in game.events if isinstance(event, Moved)]
            struck = {move.effect for move in moves if move.side is not side}
            for limit in exercise.limits:
                if _BREAKING.get(limit.state) in struck:
                    return ExerciseStanding(turns, broken=limit)
            is_end = any(isinstance(e, TurnEnded) and e.side is side for e in game.events)
            ends_stage = any(isinstance(e, StageCompleted) and e.by is side for e in game.events)
            if game.is_over:
                is_end = game.turn is not None and game.turn.side is side
            elif not is_end and not (ends_stage and exercise.goal.state in _AT_ONCE):
                continue
            within = turns + (is_end or not game.is_over)
            is_there = _holds(exercise.goal, side, within, game)
            needed = within + (not is_there)
            failed = [limit for limit in exercise.limits if not _holds(limit, side, needed, game)]
            if is_there and not failed:
                return ExerciseStanding(within, is_reached=True)
            if is_end or game.is_over:
                turns = within
                if failed or game.is_over:
                    return ExerciseStanding(turns, broken=next(iter(failed), exercise.goal))
        return ExerciseStanding(turns)

    def _play(self, actions: Sequence[Action], *, is_shown: bool = False) -> Run:
        """Play on after the learner's actions, until the next choice or the end.

        If the computer has shown the actions, the answer names the learner's turn as well.
        """
        tried, chosen = replace(self, made=(*self.made, *actions)), len(self.made) + len(actions)
        while not awaits_learner(tried.game, self._learner) and not tried.standing.is_over:
            is_roll = tried.game.phase in _ROLLING
            replied = (tried._next_roll,) if is_roll else choose(tried.game, Level.STRONG)
            tried = replace(tried, made=(*tried.made, *replied))
        (own, *later), now = tried.history[chosen:], tried.standing
        if not later and not now.is_over:
            events = done(self.game, actions).events
            return replace(tried, answer=LessonAnswer(Verdict.NOT_DONE, events=events))
        before = tried.history[len(self.made)] if is_shown else own
        omitted = [before.last_turn]
        goes_on = tried.game.turn and not tried.game.is_over
        if goes_on and not (is_shown and tried.game.turn and len(tried.game.turn.rolls) > 1):
            omitted.append(tried.game.turn)
        made = [own, *later] if is_shown else later
        turns = tuple(turn for turn in turns_of(made) if not any(turn is old for old in omitted))
        if now.broken:
            return tried._wrong(LessonAnswer(Verdict.MISSED, turns=turns))
        verdict = Verdict.RIGHT if now.is_reached else Verdict.ANSWERED
        # If the turn has not ended, an extra roll or the opponent's completion came in between.
        events = () if turns else sum((game.events for game in (own, *later)), ())
        return replace(tried, answer=LessonAnswer(verdict, turns=turns, events=events))

    @property
    def _next_roll(self) -> Roll:
        roller, exercise = self.game.side, self.assignment
        assert isinstance(exercise, Exercise)
        before = self.history[:-1]
        rolled = sum(game.side is roller and game.phase in _ROLLING for game in before)
        is_learners = roller is self._learner
        dice = exercise.rolls if is_learners else exercise.answers
        # The learner's first roll came before the history.
        return Roll(*dice[(rolled + is_learners) % len(dice)])

    # ---- solutions and foreseen tries of a task

    @cached_property
    def solutions(self) -> tuple[Goal, ...]:
        assert isinstance(self.assignment, Task)
        return self._goals(self.assignment.solutions)

    @cached_property
    def _legal_tries(self) -> tuple[Goal, ...]:
        assert self.assignment
        return self._goals([attempt for attempt in self.assignment.tries if attempt.reason is None])

    def _goals(self, texts: Sequence[LessonText]) -> tuple[Goal, ...]:
        return tuple(Goal(text, *reach(self.before, text.text)) for text in texts)

    def _foreseen(self, made: tuple[Action, ...], after: Game) -> Try | None:
        """Return the legal try that was made, the longest one first."""
        made_tries = [
            goal
            for goal in self._legal_tries
            if self._is_reached(goal, made, after) or not Counter(goal.actions) - Counter(made)
        ]
        longest = max(made_tries, key=lambda goal: len(goal.actions), default=None)
        return longest.written if longest and isinstance(longest.written, Try) else None

    def _is_reached(self, goal: Goal, made: tuple[Action, ...], after: Game) -> bool:
        if not all(isinstance(action, Move) for action in (*made, *goal.actions)):
            return made == goal.actions
        same_end = is_stage_over(self.before, after) == is_stage_over(self.before, goal.end)
        return same_end and after.position == goal.end.position

    def _may_reach(self, goals: Sequence[Goal], after: Game) -> bool:
        if is_stage_over(self.before, after):
            return False
        ends = {goal.end.position for goal in goals}
        return any(play.position in ends for play in after.legal_plays())


def run_at(lesson: Lesson, number: int = 0) -> Run:
    """Return the run at the beginning of a step, from 0, with all steps before it solved."""
    run = _at_step(lesson, 0, Game.start(lesson.rules))
    while run.number < number:
        solved = run.show_solution() if run.assignment else run
        run = _at_step(lesson, solved.number + 1, solved.game)
    return run


def _at_step(lesson: Lesson, number: int, game: Game) -> Run:
    if number >= len(lesson.steps):
        return Run(lesson, number, game)
    step = lesson.steps[number]
    if step.starting_position:
        game = step.start(lesson.rules)
    events = []
    for act in step.acts:
        _, game = reach(game, act.does)
        events.append(game.events)
    if isinstance(step.assignment, Exercise):
        game = game.apply(Roll(*step.assignment.rolls[0]))
    return Run(lesson, number, game, tuple(events))


# ---- answers as data


class NextInput(Enum):
    CONTINUE = "go on"
    ACTION = "action"
    """Moves or a decision in the game: `try_text` or `try_actions`."""

    TYPED = "typed"
    NOTHING = "nothing"


class Verdict(Enum):
    RIGHT = "right"
    NOT_DONE = "not done"
    """Moves that can lead to a solution; others must follow."""

    WRONG = "wrong"
    """The rules forbid it, or it is a wrong answer to a question."""

    NOT_THE_TASK = "not the task"
    """Legal, but not what was asked; it is taken back."""

    FOUND = "found"
    """One of several required solutions; it is taken back, and others remain."""

    UNCLEAR = "unclear"
    ANSWERED = "answered"
    MISSED = "missed"
    SHOWN = "shown"
    NO_GAME = "no game"
    """Resigning or a draw in a task that asks for a play; a lesson cannot be ended this way."""


class Cost(NamedTuple):
    """The points that a play costs, by rollout if available, otherwise as hints state it."""

    points: float
    best: str
    error: float
    """Costs within this error are not reported."""

    is_least: bool = False
    """True if the play costs these points or more."""


class Punishment(NamedTuple):
    """A wrong play, the roll that punishes it most, and the opponent's play."""

    actions: tuple[Action, ...]
    gain: float
    gains: tuple[tuple[float, tuple[int, int]], ...]
    """The gains of all rolls, the largest first."""


@dataclass(frozen=True)
class LessonAnswer:
    """The learner's last answer and its outcome; `replies` describes it."""

    verdict: Verdict
    text: str = ""
    reason: Reason | None = None
    foreseen: Try | None = None
    meanings: tuple[tuple[Move, ...], ...] = ()
    events: tuple[Event, ...] = ()
    taken_back: tuple[Action, ...] = ()
    turns: tuple[Turn, ...] = ()
    """The turns since the learner's last choice: the computer's, and those without a choice."""

    cost: Cost | None = None
    punishment: Punishment | None = None


# ---- ways to play a task


class Goal(NamedTuple):
    written: LessonText
    actions: tuple[Action, ...]
    end: Game


def reach(game: Game, action: Roll | OpeningRoll | str) -> tuple[tuple[Action, ...], Game]:
    """Return the actions that a lesson makes, and the game after them with all their events."""
    actions = read_typed(game, action) if isinstance(action, str) else (action,)
    return actions, done(game, actions)


# ---- exercises


class ExerciseStanding(NamedTuple):
    turns: int
    is_reached: bool = False
    broken: ExerciseCondition | None = None
    """The condition that failed; the goal itself if the game ended without it."""

    @property
    def is_over(self) -> bool:
        return self.is_reached or self.broken is not None


_AT_ONCE: Final = (GoalState.ALL_IN, GoalState.ALL_HOME, GoalState.OFF)
"""Goals that are reached within a turn, because the rest of the turn cannot undo them."""


_BREAKING: Final = {GoalState.NOT_HIT: Effect.HIT, GoalState.NOT_TRAPPED: Effect.TRAP}


def _holds(condition: ExerciseCondition, side: Side, turns: int, game: Game) -> bool:
    position, number = game.position, condition.number
    match condition.state:
        case GoalState.ALL_IN:
            return not position.to_enter(side)
        case GoalState.ALL_HOME:
            return not outside(position, side)
        case GoalState.OFF:
            return position.count(side, Place.OFF) >= number
        case GoalState.WON:
            return game.result is not None and game.result.winner is side
        case GoalState.TURNS:
            return turns >= number
        case GoalState.AT_MOST:
            return turns <= number
        case GoalState.PRIME:
            return longest_row(closed_points(game.rules, position, side)) >= number
        case GoalState.TRAP:
            return position.has_trapped(side.other)
        case GoalState.NOT_HIT | GoalState.NOT_TRAPPED:
            return True  # Checked on each move, because a position does not show it.


def awaits_learner(game: Game, side: Side) -> bool:
    return game.phase not in (*_ROLLING, Phase.OVER) and game.actor is side


def computer_choice(game: Game) -> tuple[Action, ...]:
    """Return the computer's choice for the learner, found within milliseconds."""
    with suppress(NotJudged):
        if plays := estimates(game, at_once=True):
            return plays[0].play.moves
    return choose(game, Level.STRONG)


def computer_turn(game: Game, played: tuple[Action, ...] = ()) -> tuple[Action, ...]:
    """Return some actions, and those with which the computer then completes the turn."""
    after = done(game, played)
    side = after.actor
    while after.actor is side and after.phase in (Phase.MOVE, Phase.CHOOSE):
        choice = computer_choice(after)
        played, after = (*played, *choice), done(after, choice)
    return played


_ROLLING: Final = (Phase.ROLL, Phase.ROLL_AGAIN)

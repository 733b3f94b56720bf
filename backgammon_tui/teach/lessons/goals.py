"""Ways to play a task to its end, and their comparison with the learner's moves."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from backgammon_tui.engine import Action, Game, Move, OpeningRoll, Roll
from backgammon_tui.explain.made import do, is_stage_over
from backgammon_tui.teach.lessons.parts import Figure, Task, Try
from backgammon_tui.teach.typed_actions import read_typed


@dataclass(frozen=True)
class Goal:
    """One way to play a task to its end."""

    actions: tuple[Action, ...]
    end: Game
    """The game after them."""

    @classmethod
    def of(cls, game: Game, does: Roll | OpeningRoll | str) -> Goal:
        actions = read_typed(game, does) if isinstance(does, str) else (does,)
        return cls(actions, do(game, actions)[-1])


@dataclass(frozen=True)
class TaskGoals:
    """A task in the game in which it is set."""

    task: Task
    before: Game
    figure: Figure | None = None
    """The figure that the task is about, which every whole play has."""

    @cached_property
    def solutions(self) -> tuple[Goal, ...]:
        return tuple(Goal.of(self.before, solution.text) for solution in self.task.solutions)

    @cached_property
    def _allowed_tries(self) -> tuple[tuple[Try, Goal], ...]:
        tries = (attempt for attempt in self.task.tries if attempt.reason is None)
        return tuple((attempt, Goal.of(self.before, attempt.text)) for attempt in tries)

    def reached(self, made: tuple[Action, ...], after: Game) -> frozenset[int]:
        numbered = enumerate(self.solutions)
        return frozenset(at for at, goal in numbered if self._is_reached(goal, made, after))

    def can_be_solved(self, after: Game) -> bool:
        return any(self._is_on_the_way(goal, after) for goal in self.solutions)

    def foreseen(self, made: tuple[Action, ...], after: Game) -> Try | None:
        """Return the allowed try that was made, the longest one first."""
        found = [
            (len(goal.actions), attempt)
            for attempt, goal in self._allowed_tries
            if self._is_reached(goal, made, after) or not Counter(goal.actions) - Counter(made)
        ]
        return max(found, key=lambda pair: pair[0], default=(0, None))[1]

    def can_be_foreseen(self, after: Game) -> bool:
        """Return True if the moves so far may still get a better answer than not being the task.

        Then they may be finished: they can become an allowed try, or the task is about a figure.
        """
        if self.figure:
            return not is_stage_over(self.before, after)
        return any(
            is_stage_over(self.before, goal.end) and self._is_on_the_way(goal, after)
            for _, goal in self._allowed_tries
        )

    def _is_reached(self, goal: Goal, made: tuple[Action, ...], after: Game) -> bool:
        """Return True if actions come to the same as a goal: checkers alike, or the same choice."""
        if not all(isinstance(action, Move) for action in (*made, *goal.actions)):
            return made == goal.actions
        same_end = is_stage_over(self.before, after) == is_stage_over(self.before, goal.end)
        return same_end and after.position == goal.end.position

    def _is_on_the_way(self, goal: Goal, after: Game) -> bool:
        """Return True if moves not yet made in the stage can still reach a goal, a full play."""
        if is_stage_over(self.before, after):
            return False
        return any(play.position == goal.end.position for play in after.legal_plays())

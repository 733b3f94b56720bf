"""The solutions and the foreseen tries of a task, compared with the learner's moves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from backgammon_tui.engine import Action, Game
from backgammon_tui.teach.lesson_parts import Figure, Task, Try
from backgammon_tui.teach.typed_actions import (
    Goal,
    includes,
    is_on_the_way,
    is_reached,
    is_stage_over,
)


@dataclass(frozen=True)
class TaskGoals:
    """A task in the game in which it is set."""

    task: Task
    before: Game
    figure: Figure | None = None
    """The figure that the task is about, which every whole play has."""

    @cached_property
    def solutions(self) -> tuple[Goal, ...]:
        """The solutions, as they are played."""
        return tuple(Goal.of(self.before, solution.text) for solution in self.task.solutions)

    @cached_property
    def _allowed_tries(self) -> tuple[tuple[Try, Goal], ...]:
        tries = (attempt for attempt in self.task.tries if attempt.reason is None)
        return tuple((attempt, Goal.of(self.before, attempt.text)) for attempt in tries)

    def reached(self, made: tuple[Action, ...], after: Game) -> frozenset[int]:
        """Return the indices of the solutions that the actions come to."""
        numbered = enumerate(self.solutions)
        return frozenset(at for at, goal in numbered if is_reached(goal, self.before, made, after))

    def can_be_solved(self, after: Game) -> bool:
        """Return True if moves not yet made can still reach a solution."""
        return any(is_on_the_way(goal, self.before, after) for goal in self.solutions)

    def foreseen(self, made: tuple[Action, ...], after: Game) -> Try | None:
        """Return the allowed try that was made, the longest one first."""
        found = [
            (len(goal.actions), attempt)
            for attempt, goal in self._allowed_tries
            if is_reached(goal, self.before, made, after) or includes(made, goal)
        ]
        return max(found, key=lambda pair: pair[0], default=(0, None))[1]

    def can_be_foreseen(self, after: Game) -> bool:
        """Return True if the moves so far may still get a better answer than not being the task.

        Then they may be finished: they can become an allowed try, or the task is about a figure.
        """
        if self.figure:
            return not is_stage_over(self.before, after)
        return any(
            is_stage_over(self.before, goal.end) and is_on_the_way(goal, self.before, after)
            for _, goal in self._allowed_tries
        )

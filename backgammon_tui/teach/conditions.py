"""Conditions that an exercise sets: a goal to be reached, and limits to be kept meanwhile."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple


class GoalState(Enum):
    """A state that a condition asks for, with `N` for its number."""

    ALL_IN = "all in"
    ALL_HOME = "all home"
    OFF = "N off"
    WON = "won"
    TURNS = "N turns"
    """So many turns of the learner are over."""

    NOT_HIT = "not hit"
    NOT_TRAPPED = "not trapped"
    PRIME = "prime of N"
    TRAP = "a trap"
    """The learner traps a checker."""

    AT_MOST = "at most N turns"


_GOALS: Final = (
    GoalState.ALL_IN,
    GoalState.ALL_HOME,
    GoalState.OFF,
    GoalState.WON,
    GoalState.TURNS,
)


class Condition(NamedTuple):
    """A state with its number, 0 where it has none."""

    state: GoalState
    number: int = 0

    def __str__(self) -> str:
        return self.state.value.replace("N", str(self.number))


def read_goal(text: str) -> Condition:
    """Read the goal of an exercise; raises a ValueError for anything else."""
    return _read(text, _GOALS)


def read_limit(text: str) -> Condition:
    """Read what must stay true during an exercise; raises a ValueError for anything else."""
    return _read(text, tuple(state for state in GoalState if state not in _GOALS))


def _read(text: str, states: Sequence[GoalState]) -> Condition:
    number = re.search(r"[1-9]\d?", text)
    pattern = text.replace(number[0], "N", 1) if number else text
    for state in states:
        if state.value == pattern:
            return Condition(state, int(number[0]) if number else 0)
    raise ValueError(f"it is one of: {', '.join(state.value for state in states)}")

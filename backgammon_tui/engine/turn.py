"""A turn: its rolls, the stages of each roll, and the chain of stages.

A stage is one set of numbers to play: the two dice, four times the number of doubles, four times
its complement, or the four 5s or 6s earned by a 2-1. The chain of a roll:

    6-4   the 6 and the 4
    5-5   four 5s, four 2s, an extra roll
    2-1   the 2 and the 1, four 5s or four 6s, an extra roll

The rules decide which stages a roll has. If the side plays all numbers of a stage, the next stage
or an extra roll follows; stages completed by the opponent earn nothing.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.position import Position, Side
from backgammon_tui.engine.rules import Rules


class Phase(Enum):
    """The kinds of action that a game can wait for."""

    OPENING = "opening"
    """The opening roll, one die from each side."""

    KEEP_OR_REROLL = "keep or reroll"
    """The opener keeps the two numbers or rolls both dice again."""

    ROLL = "roll"
    DOUBLED = "doubled"
    """The opponent takes or passes the double that the side has offered."""

    MOVE = "move"
    COMPLETE = "complete"
    """The opponent completes the stage."""

    CHOOSE = "choose"
    """The choice between four 5s and four 6s after a 2-1."""

    ROLL_AGAIN = "roll again"
    """An extra roll that the side has earned."""

    OVER = "over"


class StageKind(Enum):
    """The origin of a stage's numbers."""

    DICE = "dice"
    FACE = "face"
    COMPLEMENT = "complement"
    CHOSEN = "chosen"
    """The four 5s or 6s chosen after a 2-1."""


class Status(Enum):
    """The progress of a stage or an extra roll."""

    DUE = "due"
    CURRENT = "current"
    DONE = "done"
    COMPLETED_BY_OPPONENT = "completed by the opponent"
    LOST = "lost"
    NOT_GRANTED = "not granted"
    LAPSED = "lapsed"
    """The game ended first."""


class Withheld(Enum):
    """The reasons not to grant a complement and its extra roll."""

    FIRST_DOUBLE = "first double"
    STILL_ENTERING = "still entering"


class ExtraRoll(Enum):
    """The reward for playing all numbers of a roll, if the rules grant it."""

    EARNED = "an extra roll"


class Stage(NamedTuple):
    """One set of numbers to play and the moves made so far."""

    kind: StageKind
    numbers: tuple[int, ...]
    """All numbers of the stage; empty until the side has chosen its doubles after a 2-1."""

    status: Status
    before: Position | None = None
    """The position when the stage began; None if it has not begun."""

    moves: tuple[Move, ...] = ()
    """The moves made so far, by either side."""

    withheld: Withheld | None = None

    @property
    def left(self) -> tuple[int, ...]:
        """The numbers not yet played, highest first."""
        return tuple(sorted(self.to_play, reverse=True))

    @property
    def to_play(self) -> tuple[int, ...]:
        """The numbers not yet played, in the order in which they were rolled."""
        left = list(self.numbers)
        for move in self.moves:
            left.remove(move.number)
        return tuple(left)


Reward = Stage | ExtraRoll | Withheld | None
"""The reward for a stage: another stage, an extra roll, or nothing, with the reason if any."""


class Rolled(NamedTuple):
    """One roll of a turn with its stages."""

    dice: tuple[int, int]
    """The dice as they fell. Stages list their numbers in display order."""

    stages: tuple[Stage, ...]
    """One or two: the second is a complement, or doubles chosen after a 2-1."""

    extra_roll: Status | None
    """The status of the extra roll; None if this roll cannot earn one."""

    @property
    def may_roll_again(self) -> bool:
        """True if this roll can still earn an extra roll by the rules."""
        return self.extra_roll is Status.DUE

    @property
    def earned(self) -> Reward:
        """The reward for playing all numbers of the current stage."""
        last = self.stages[-1]
        if last.status is Status.DUE:
            return last
        return ExtraRoll.EARNED if self.extra_roll is Status.DUE else last.withheld

    def without_complement(self, why: Withheld) -> Rolled:
        """Return the roll with its complement and any extra roll marked as not granted."""
        first, second = self.stages
        second = second._replace(status=Status.NOT_GRANTED, withheld=why)
        extra_roll = self.extra_roll and Status.NOT_GRANTED
        return self._replace(stages=(first, second), extra_roll=extra_roll)


class Outlook(NamedTuple):
    """The complement that follows if the current stage ends in a particular position."""

    numbers: tuple[int, ...]
    playable: int
    """Count of its numbers that could be played."""

    withheld: Withheld | None = None
    wins: bool = False
    """True if some play of the complement would bear off the last checker."""

    extra_roll: bool = False
    """True if all its numbers can be played, which earns an extra roll."""


class Turn(NamedTuple):
    """Everything that one side does between two rolls of the other side."""

    side: Side
    before: Position
    rolls: tuple[Rolled, ...]

    @property
    def rolled(self) -> Rolled:
        return self.rolls[-1]

    @property
    def stage(self) -> Stage:
        """The last stage of the last roll that has begun, or its first stage if none has."""
        stages = self.rolled.stages
        return stages[0] if stages[-1].before is None else stages[-1]

    def with_rolled(self, rolled: Rolled) -> Turn:
        """Return the turn with its last roll replaced."""
        return self._replace(rolls=(*self.rolls[:-1], rolled))

    def with_stage(self, new: Stage) -> Turn:
        """Return the turn with the stage of the same kind in its last roll replaced."""
        rolled = self.rolled
        stages = tuple([new if stage.kind is new.kind else stage for stage in rolled.stages])
        return self.with_rolled(rolled._replace(stages=stages))

    def with_statuses(self, *, due: Status, current: Status | None = None) -> Turn:
        """Return the turn with another status for everything due and for its current stage."""
        rolled, status = self.rolled, self.stage.status
        new = {Status.DUE: due, status: current or status}
        stages = tuple(
            [part._replace(status=new.get(part.status, part.status)) for part in rolled.stages]
        )
        extra_roll = due if rolled.extra_roll is Status.DUE else rolled.extra_roll
        return self.with_rolled(rolled._replace(stages=stages, extra_roll=extra_roll))

    @property
    def is_lost(self) -> bool:
        """True if the turn has a single roll and none of it could be played."""
        is_only = len(self.rolls) == 1 and not self.moves
        return is_only and self.rolled.stages[0].status is Status.LOST

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves of the turn in order, including those of a completing opponent."""
        return tuple(
            move for rolled in self.rolls for stage in rolled.stages for move in stage.moves
        )


def larger_first(dice: tuple[int, int]) -> tuple[int, int]:
    """Return two dice as they are displayed."""
    return max(dice), min(dice)


CHOSEN: Final = (5, 6)
"""The possible choices after a 2-1."""


def plan(
    rules: Rules, position: Position, side: Side, dice: tuple[int, int], first_double: bool
) -> Rolled:
    """Return a roll with its stages before anything is played; the first stage is current."""
    if dice[0] == dice[1]:
        first = Stage(StageKind.FACE, (dice[0],) * 4, Status.CURRENT)
        second = Stage(StageKind.COMPLEMENT, (complement(dice[0]),) * 4, Status.DUE)
        has_second = rules.doubles.have_complement
    else:
        first = Stage(StageKind.DICE, larger_first(dice), Status.CURRENT)
        second = Stage(StageKind.CHOSEN, (), Status.DUE)
        has_second = rules.one_two and {*dice} == {1, 2}
    if not has_second:
        return Rolled(dice, (first,), None)
    rolled = Rolled(dice, (first, second), Status.DUE if rules.has_extra_rolls else None)
    if second.kind is StageKind.COMPLEMENT:
        if rules.first_double_face_only and first_double:
            return rolled.without_complement(Withheld.FIRST_DOUBLE)
        if rules.entry_limits_complement and position.to_enter(side) > len(first.numbers):
            return rolled.without_complement(Withheld.STILL_ENTERING)
    return rolled


def next_after(rules: Rules, position: Position, side: Side, earned: Reward) -> Reward:
    """Return the reward of a stage whose side played all its numbers without winning.

    Args:
        position: The position after the stage.
        earned: The reward in other positions; a complement may be withheld in this one.
    """
    is_complement = isinstance(earned, Stage) and earned.kind is StageKind.COMPLEMENT
    if is_complement and rules.entry_limits_complement and position.to_enter(side):
        return Withheld.STILL_ENTERING
    return earned


def choices(stage: Stage) -> tuple[Stage, ...]:
    """Return the stages to choose from: both doubles after a 2-1, otherwise only this one."""
    if stage.numbers:
        return (stage,)
    return tuple(stage._replace(numbers=(number,) * 4) for number in CHOSEN)


def complement(number: int) -> int:
    """Return the number on the opposite face of a die."""
    return 7 - number

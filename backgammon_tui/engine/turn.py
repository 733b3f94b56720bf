"""A turn and its parts: rolls, the stages of each roll, and the chain that they form.

A stage is one set of numbers to be played: the two dice, four of a double's face, four
of its complement, or the four 5s or 6s that a 2-1 earns. The chain of a roll:

    6-4   the 6 and the 4
    5-5   four 5s, four 2s, an extra roll
    2-1   the 2 and the 1, four 5s or four 6s, an extra roll

The rules decide which of these a roll has. A stage is followed by the next one, or by an extra
roll, if its side plays all its numbers; what the opponent completes earns nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple, assert_never

from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.position import Position, Side
from backgammon_tui.engine.rules import Doubles, Rules


class Phase(Enum):
    """The things that a game waits for."""

    OPENING = "opening"
    """The opening roll, one die from each side."""

    KEEP_OR_REROLL = "keep or again"
    """The opener keeps the two numbers or rolls both dice again."""

    ROLL = "roll"
    MOVE = "move"
    COMPLETE = "complete"
    """A move of the opponent's, which completes the stage."""

    CHOOSE = "choose"
    """The choice of four 5s or four 6s after a 2-1."""

    ROLL_AGAIN = "roll again"
    """The reroll that the side has earned."""

    OVER = "over"


class StageKind(Enum):
    """The origins of a stage's numbers."""

    DICE = "dice"
    FACE = "face"
    COMPLEMENT = "complement"
    CHOSEN = "chosen"
    """The four 5s or 6s after a 2-1, as the roller chooses."""


class Status(Enum):
    """The progress of a stage, or of the extra roll at the end of a roll."""

    DUE = "due"
    CURRENT = "current"
    DONE = "done"
    COMPLETED_BY_OPPONENT = "completed by the opponent"
    LOST = "lost"
    NOT_GRANTED = "not granted"
    LAPSED = "lapsed"
    """The game ended before it was played."""


class Withheld(Enum):
    """The reasons for which the rules do not grant a complement and its extra roll."""

    FIRST_DOUBLE = "first double"
    STILL_ENTERING = "still entering"


class ExtraRoll(Enum):
    """The reward for playing all numbers of a roll, where the rules grant it."""

    EARNED = "an extra roll"


class Stage(NamedTuple):
    """One set of numbers to be played and what has been played of it."""

    kind: StageKind
    numbers: tuple[int, ...]
    """All numbers of the stage; empty until a double has been chosen after a 2-1."""

    status: Status
    before: Position | None = None
    """The position when the stage began; None before that."""

    moves: tuple[Move, ...] = ()
    """The moves made so far, by whichever side made them."""

    withheld: Withheld | None = None

    @property
    def left(self) -> tuple[int, ...]:
        """The numbers not yet played, highest first."""
        return tuple(sorted(self.to_play, reverse=True))

    @property
    def to_play(self) -> tuple[int, ...]:
        """The numbers not yet played, as they were rolled."""
        left = list(self.numbers)
        for move in self.moves:
            left.remove(move.number)
        return tuple(left)


Reward = Stage | ExtraRoll | Withheld | None
"""What a stage earns: another one, an extra roll, or nothing, with the reason if there is one."""


class Rolled(NamedTuple):
    """One roll of a turn with its stages."""

    dice: tuple[int, int]
    """As they fell; the numbers of the stages are in the order in which players see them."""

    stages: tuple[Stage, ...]
    extra_roll: Status | None
    """The extra roll at the end of this one; None where such a roll earns none."""

    @property
    def current(self) -> Stage:
        """The last stage that has begun, or the first where none has."""
        for stage in reversed(self.stages):
            if stage.before is not None:
                return stage
        return self.stages[0]

    @property
    def next_due(self) -> Stage | None:
        """The first stage that is still to come, if one is."""
        return next((stage for stage in self.stages if stage.status is Status.DUE), None)

    @property
    def earned(self) -> Reward:
        """The reward for the present stage, if all its numbers are played."""
        if self.next_due:
            return self.next_due
        if self.extra_roll is Status.DUE:
            return ExtraRoll.EARNED
        return next((stage.withheld for stage in self.stages if stage.withheld), None)

    def with_rest(self, status: Status) -> Rolled:
        """Return the roll with another status for everything that is still due."""
        stages = tuple(
            stage._replace(status=status) if stage.status is Status.DUE else stage
            for stage in self.stages
        )
        return self._replace(
            stages=stages, extra_roll=status if self.extra_roll is Status.DUE else self.extra_roll
        )

    def without_complement(self, why: Withheld) -> Rolled:
        """Return the roll with the complement, and the extra roll after it, not granted."""
        stages = tuple(
            stage._replace(status=Status.NOT_GRANTED, withheld=why)
            if stage.status is Status.DUE and stage.kind is StageKind.COMPLEMENT
            else stage
            for stage in self.stages
        )
        return self._replace(stages=stages, extra_roll=Status.NOT_GRANTED)


class Outlook(NamedTuple):
    """The stage that follows when the present one is played to a certain position."""

    kind: StageKind
    numbers: tuple[int, ...]
    playable: int
    """The number of the following stage's numbers that could be played."""

    withheld: Withheld | None
    earns: Stage | ExtraRoll | None
    """The reward for playing all of it."""

    wins: bool = False
    """True if some play of it would bear off the last checker."""


class Turn(NamedTuple):
    """Everything one side does from its roll until the other side's."""

    side: Side
    before: Position
    rolls: tuple[Rolled, ...]

    @property
    def rolled(self) -> Rolled:
        """The last roll."""
        return self.rolls[-1]

    @property
    def stage(self) -> Stage:
        """The stage of the last roll that is being played or was played last."""
        return self.rolled.current

    def with_rolled(self, rolled: Rolled) -> Turn:
        """Return the same turn with its last roll exchanged."""
        return self._replace(rolls=(*self.rolls[:-1], rolled))

    def with_stage(self, old: Stage, new: Stage) -> Turn:
        """Return the same turn with one stage of its last roll exchanged."""
        rolled = self.rolled
        stages = tuple([new if stage is old else stage for stage in rolled.stages])
        return self.with_rolled(rolled._replace(stages=stages))

    def ending_stage(self, status: Status) -> Turn:
        """Return the same turn with its present stage given another status."""
        stage = self.stage
        return self.with_stage(stage, stage._replace(status=status))

    def with_rest(self, status: Status) -> Turn:
        """Return the turn with another status for everything that is still due."""
        return self.with_rolled(self.rolled.with_rest(status))

    @property
    def is_lost(self) -> bool:
        """True if nothing of the turn's only roll could be played."""
        is_only = len(self.rolls) == 1 and not self.moves
        return is_only and self.rolled.stages[0].status is Status.LOST

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves of the turn in order, the opponent's completing ones too."""
        return tuple(
            move for rolled in self.rolls for stage in rolled.stages for move in stage.moves
        )


def larger_first(dice: tuple[int, int]) -> tuple[int, int]:
    """Return two dice as players see them, in whichever order they fell or were typed."""
    return max(dice), min(dice)


CHOSEN: Final = (5, 6)
"""The doubles to choose from after a 2-1."""


def plan(
    rules: Rules, position: Position, side: Side, dice: tuple[int, int], first_double: bool
) -> Rolled:
    """Return the stages of a roll before anything of it is played; the first one is current."""
    if dice[0] == dice[1]:
        first = Stage(StageKind.FACE, (dice[0],) * 4, Status.CURRENT)
    else:
        first = Stage(StageKind.DICE, larger_first(dice), Status.CURRENT)
    chain = [first, *chain_from(rules, earned_by(rules, first))]
    stages = tuple(stage for stage in chain if isinstance(stage, Stage))
    rolled = Rolled(dice, stages, Status.DUE if ExtraRoll.EARNED in chain else None)
    if first.kind is StageKind.FACE and stages[1:]:
        if rules.first_double_face_only and first_double:
            return rolled.without_complement(Withheld.FIRST_DOUBLE)
        if rules.entry_limits_complement and position.to_enter(side) > len(first.numbers):
            return rolled.without_complement(Withheld.STILL_ENTERING)
    return rolled


def earned_by(rules: Rules, stage: Stage) -> Stage | ExtraRoll | None:
    """Return what a stage earns when its side plays all its numbers; None if that is nothing."""
    match stage.kind:
        case StageKind.DICE:
            has_choice = rules.one_two and set(stage.numbers) == {1, 2}
            return Stage(StageKind.CHOSEN, (), Status.DUE) if has_choice else None
        case StageKind.FACE:
            match rules.doubles:
                case Doubles.FACE:
                    return None
                case Doubles.COMPLEMENT:
                    return four_due(StageKind.COMPLEMENT, complement(stage.numbers[0]))
                case _:
                    assert_never(rules.doubles)
        case StageKind.COMPLEMENT | StageKind.CHOSEN:
            return ExtraRoll.EARNED
        case _:
            assert_never(stage.kind)


def chain_from(rules: Rules, earned: Reward) -> Iterator[Stage | ExtraRoll]:
    """Yield all that follows if all numbers are played, beginning with what has been earned."""
    while isinstance(earned, Stage):
        yield earned
        earned = earned_by(rules, earned)
    if isinstance(earned, ExtraRoll):
        yield earned


def stages_from(rules: Rules, earned: Reward) -> Iterator[Stage]:
    """Yield the stages of `chain_from`."""
    return (stage for stage in chain_from(rules, earned) if isinstance(stage, Stage))


def next_after(
    rules: Rules, position: Position, side: Side, earned: Reward, *, full: bool
) -> Reward:
    """Return what follows a stage that has led to a position and has not ended the game.

    Args:
        earned: What the stage was to earn.
        full: True if the side has played all its numbers itself.
    """
    if not full:
        return None
    is_complement = isinstance(earned, Stage) and earned.kind is StageKind.COMPLEMENT
    if is_complement and rules.entry_limits_complement and position.to_enter(side):
        return Withheld.STILL_ENTERING
    return earned


def choices(stage: Stage) -> tuple[Stage, ...]:
    """Return the stages that a side may choose: both doubles after a 2-1, else the stage alone."""
    return (stage,) if stage.numbers else tuple(four_due(stage.kind, number) for number in CHOSEN)


def four_due(kind: StageKind, number: int) -> Stage:
    """Return a stage of four equal numbers that is still to come."""
    return Stage(kind, (number,) * 4, Status.DUE)


def complement(number: int) -> int:
    """Return the number on the underside of a die."""
    return 7 - number

"""A turn and its parts: throws, the stages of each throw, and the chain that they form.

A stage is one set of numbers to be played: the two dice, four of a doublet's face, four
of its complement, or the four 5s or 6s that a 2-1 earns. The chain of a throw:

    6-4   the 6 and the 4
    5-5   four 5s, four 2s, another throw
    2-1   the 2 and the 1, four 5s or four 6s, another throw

The rules decide which of these a throw has. A stage is followed by the next one, or by another
throw, if its side plays all its numbers; what the opponent completes earns nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple, assert_never

from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.position import Position, Side
from backgammon_tui.engine.rules import Doublets, Rules


class Phase(Enum):
    """The things that a game waits for."""

    OPENING = "opening"
    """The opening throw, one die from each side."""

    KEEP_OR_AGAIN = "keep or again"
    """The opener keeps the two numbers or throws both dice again."""

    THROW = "throw"
    MOVE = "move"
    COMPLETE = "complete"
    """A move of the opponent's, which completes the stage."""

    CHOOSE = "choose"
    """The choice of four 5s or four 6s after a 2-1."""

    THROW_AGAIN = "throw again"
    """The reroll that the side has earned."""

    OVER = "over"


class StageKind(Enum):
    """The origins of a stage's numbers."""

    DICE = "dice"
    FACE = "face"
    COMPLEMENT = "complement"
    CHOSEN = "chosen"
    """The four 5s or 6s after a 2-1, as the thrower chooses."""


class Status(Enum):
    """The progress of a stage, or of the reroll at the end of a throw."""

    DUE = "due"
    CURRENT = "current"
    DONE = "done"
    COMPLETED_BY_OPPONENT = "completed by the opponent"
    LOST = "lost"
    NOT_GRANTED = "not granted"
    LAPSED = "lapsed"
    """The game ended before it was played."""


class Withheld(Enum):
    """The reasons for which the rules do not grant a complement and its reroll."""

    FIRST_DOUBLET = "first doublet"
    STILL_ENTERING = "still entering"


class Again(Enum):
    """The reward for all numbers of a throw where the rules have it so."""

    THROW = "another throw"


class Stage(NamedTuple):
    """One set of numbers to be played and what has been played of it."""

    kind: StageKind
    numbers: tuple[int, ...]
    """All numbers of the stage; empty until a doublet has been chosen after a 2-1."""

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
        """The numbers not yet played, as they were thrown."""
        left = list(self.numbers)
        for move in self.moves:
            left.remove(move.number)
        return tuple(left)


Earned = Stage | Again | Withheld | None
"""The continuation of a stage: another one, another throw, or nothing, with a reason if any."""


class Thrown(NamedTuple):
    """One throw of a turn with its stages."""

    dice: tuple[int, int]
    """As they fell; the numbers of the stages are in the order in which players see them."""

    stages: tuple[Stage, ...]
    reroll: Status | None
    """The reroll at the end of this throw; None where such a throw has none."""

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
    def earned(self) -> Earned:
        """The reward for the present stage, if all its numbers are played."""
        if self.next_due:
            return self.next_due
        if self.reroll is Status.DUE:
            return Again.THROW
        return next((stage.withheld for stage in self.stages if stage.withheld), None)

    def closing(self, status: Status) -> Thrown:
        """Return the same throw with everything that is still due given another status."""
        stages = tuple(
            stage._replace(status=status) if stage.status is Status.DUE else stage
            for stage in self.stages
        )
        return self._replace(
            stages=stages, reroll=status if self.reroll is Status.DUE else self.reroll
        )

    def withholding(self, why: Withheld) -> Thrown:
        """Return the same throw with all that follows the face not granted."""
        stages = tuple(
            stage._replace(status=Status.NOT_GRANTED, withheld=why)
            if stage.status is Status.DUE and stage.kind is StageKind.COMPLEMENT
            else stage
            for stage in self.stages
        )
        return self._replace(stages=stages, reroll=Status.NOT_GRANTED)


class Outlook(NamedTuple):
    """The stage that follows when the present one is played to a certain position."""

    kind: StageKind
    numbers: tuple[int, ...]
    playable: int
    """The number of the following stage's numbers that could be played."""

    withheld: Withheld | None
    earns: Stage | Again | None
    """The reward for playing all of it."""

    wins: bool = False
    """True if some play of it would bear off the last checker."""


class Turn(NamedTuple):
    """Everything one side does from its throw until the other side's."""

    side: Side
    before: Position
    throws: tuple[Thrown, ...]

    @property
    def thrown(self) -> Thrown:
        """The last throw."""
        return self.throws[-1]

    @property
    def stage(self) -> Stage:
        """The stage of the last throw that is being played or was played last."""
        return self.thrown.current

    def with_thrown(self, thrown: Thrown) -> Turn:
        """Return the same turn with its last throw exchanged."""
        return self._replace(throws=(*self.throws[:-1], thrown))

    def with_stage(self, old: Stage, new: Stage) -> Turn:
        """Return the same turn with one stage of its last throw exchanged."""
        thrown = self.thrown
        stages = tuple([new if stage is old else stage for stage in thrown.stages])
        return self.with_thrown(thrown._replace(stages=stages))

    def ending_stage(self, status: Status) -> Turn:
        """Return the same turn with its present stage given another status."""
        stage = self.stage
        return self.with_stage(stage, stage._replace(status=status))

    def closing(self, status: Status) -> Turn:
        """Return the same turn with everything that is still due given another status."""
        return self.with_thrown(self.thrown.closing(status))

    @property
    def is_lost(self) -> bool:
        """True if nothing of the turn's only throw could be played."""
        is_only = len(self.throws) == 1 and not self.moves
        return is_only and self.thrown.stages[0].status is Status.LOST

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves of the turn in order, the opponent's completing ones too."""
        return tuple(
            move for thrown in self.throws for stage in thrown.stages for move in stage.moves
        )


def larger_first(dice: tuple[int, int]) -> tuple[int, int]:
    """Return two dice as players see them, in whichever order they fell or were typed."""
    return max(dice), min(dice)


CHOSEN: Final = (5, 6)
"""The doublets to choose from after a 2-1."""


def plan(
    rules: Rules, position: Position, side: Side, dice: tuple[int, int], first_doublet: bool
) -> Thrown:
    """Return the stages of a throw before anything of it is played; the first one is current."""
    if dice[0] == dice[1]:
        first = Stage(StageKind.FACE, (dice[0],) * 4, Status.CURRENT)
    else:
        first = Stage(StageKind.DICE, larger_first(dice), Status.CURRENT)
    chain = [first, *chain_from(rules, earned_by(rules, first))]
    stages = tuple(each for each in chain if isinstance(each, Stage))
    thrown = Thrown(dice, stages, Status.DUE if Again.THROW in chain else None)
    if first.kind is StageKind.FACE and stages[1:]:
        if rules.first_doublet_face_only and first_doublet:
            return thrown.withholding(Withheld.FIRST_DOUBLET)
        if rules.entry_limits_complement and position.to_enter(side) > len(first.numbers):
            return thrown.withholding(Withheld.STILL_ENTERING)
    return thrown


def earned_by(rules: Rules, stage: Stage) -> Stage | Again | None:
    """Return what a stage earns when its side plays all its numbers; None if that is nothing."""
    match stage.kind:
        case StageKind.DICE:
            has_choice = rules.one_two and set(stage.numbers) == {1, 2}
            return Stage(StageKind.CHOSEN, (), Status.DUE) if has_choice else None
        case StageKind.FACE:
            match rules.doublets:
                case Doublets.FACE:
                    return None
                case Doublets.COMPLEMENT:
                    return four_due(StageKind.COMPLEMENT, complement(stage.numbers[0]))
                case _:
                    assert_never(rules.doublets)
        case StageKind.COMPLEMENT | StageKind.CHOSEN:
            return Again.THROW
        case _:
            assert_never(stage.kind)


def chain_from(rules: Rules, earned: Earned) -> Iterator[Stage | Again]:
    """Yield all that follows if all numbers are played, beginning with what has been earned."""
    while isinstance(earned, Stage):
        yield earned
        earned = earned_by(rules, earned)
    if isinstance(earned, Again):
        yield earned


def stages_from(rules: Rules, earned: Earned) -> Iterator[Stage]:
    """Yield the stages of `chain_from`."""
    return (each for each in chain_from(rules, earned) if isinstance(each, Stage))


def follow(rules: Rules, position: Position, side: Side, earned: Earned, *, full: bool) -> Earned:
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
    """Return the stages that a side may choose: both doublets after a 2-1, else the stage alone."""
    return (stage,) if stage.numbers else tuple(four_due(stage.kind, number) for number in CHOSEN)


def four_due(kind: StageKind, number: int) -> Stage:
    """Return a stage of four equal numbers that is still to come."""
    return Stage(kind, (number,) * 4, Status.DUE)


def complement(number: int) -> int:
    """Return the number on the underside of a die."""
    return 7 - number

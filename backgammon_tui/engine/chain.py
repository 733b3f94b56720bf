"""The chain of a throw: the stage that it begins with, and what follows each stage.

    6-4   the 6 and the 4
    5-5   four 5s, four 2s, another throw
    2-1   the 2 and the 1, four 5s or four 6s, another throw

Which of these a throw has is a matter of the rules. A stage is followed by the next one, or by
another throw, if its side plays all its numbers; what the opponent completes earns nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from backgammon_tui.engine.position import Position, Side
from backgammon_tui.engine.rules import Doublets, Rules
from backgammon_tui.engine.turn import (
    Again,
    Earned,
    Stage,
    StageKind,
    Status,
    Thrown,
    Withheld,
    larger_first,
)

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

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backgammon_tui.analysis.difference import RollFacts
from backgammon_tui.engine import (
    Place,
    Position,
    Rules,
    Side,
    Stage,
    StageKind,
    StartingPosition,
    legal_plays,
)
from backgammon_tui.engine.turn import plan


def recount(rules: Rules, starting_position: StartingPosition, dice: tuple[int, int]) -> RollFacts:
    """Return the result of `roll_facts`, computed by making every play."""
    position, side, had_double, _ = starting_position
    rolled = plan(rules, position, side, dice, side not in had_double)
    stages = [stage for stage in rolled.stages if not stage.withheld]
    ends = list(_ends(rules, position, side, stages))
    before = position.count(side.other, Place.BAR)
    earns = len(stages) > 1 and any(played == len(stages) for _, played, _ in ends)
    may_win = any(end.has_borne_off_all(side) for end, played, _ in ends if played < len(stages))
    return RollFacts(
        can_hit=any(end.count(side.other, Place.BAR) > before for end, _, _ in ends),
        is_shut_out=all(end == position for end, _, _ in ends),
        loses_complement=len(stages) > 1
        and not earns
        and not may_win
        and not all(withheld for _, _, withheld in ends),
        earns_roll=earns,
    )


def _ends(
    rules: Rules, position: Position, side: Side, stages: Sequence[Stage], played: int = 0
) -> Iterator[tuple[Position, int, bool]]:
    if not stages:
        yield position, played, False
        return
    stage, *later = stages
    choices = [stage.numbers] if stage.numbers else [(5,) * 4, (6,) * 4]
    for numbers in choices:
        for play in legal_plays(rules, position, side, numbers):
            after = play.position
            if len(play.moves) < len(numbers) or after.has_borne_off_all(side):
                yield after, played, False
            elif later and _waits(rules, after, side, later[0]):
                yield after, played + 1, True
            else:
                yield from _ends(rules, after, side, later, played + 1)


def _waits(rules: Rules, position: Position, side: Side, stage: Stage) -> bool:
    """Return True if a complement is not granted because checkers are still to enter."""
    is_complement = stage.kind is StageKind.COMPLEMENT
    return is_complement and rules.entry_limits_complement and position.to_enter(side) > 0

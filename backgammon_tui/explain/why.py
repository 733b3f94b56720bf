"""Facts that answer "why?": stuck checkers, forced plays and pending decisions.

Each answer names its rule, so the section of the rulebook can be opened.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from backgammon_tui.engine import (
    POINTS,
    Cause,
    Game,
    Phase,
    Place,
    Reason,
    Side,
)
from backgammon_tui.engine.legal import RestOfStage
from backgammon_tui.engine.moves import target_of
from backgammon_tui.engine.reasons import LostNumber, lost_numbers, obstacle, why_not
from backgammon_tui.explain.facts import (
    CannotPlay,
    CannotPlayThen,
    Due,
    Fact,
    MustEnter,
    MustPlayAll,
    MustPlaySome,
    OnlyPlay,
    Stuck,
    Wasteful,
    Why,
    explain,
    forfeited,
    is_either,
    must_enter,
)

if TYPE_CHECKING:
    from backgammon_tui.analysis.difference import Played

_MAX_PLAYS: Final = 100
"""Maximum number of plays searched for common reasons."""


@dataclass(frozen=True)
class WhyAnswer:
    """Facts that explain something, with the rule and points involved."""

    facts: tuple[Fact, ...]
    why: Why
    """The rule involved, which determines the section of the rulebook."""

    side: Side
    points: tuple[int, ...] = ()
    """The points involved, in the numbering of `side`."""


# ---- one checker


def why_stuck(game: Game, place: int, after: RestOfStage | None = None) -> WhyAnswer | None:
    """Return the remaining numbers that a checker cannot use, and why; None if it can use all.

    Args:
        after: The node after moves that are typed but not yet made.
    """
    side = game.actor
    if side is None or game.stage is None:
        return None
    after = after or game.rest_of_stage
    reasons = {
        number: _against(game, after, side, place, number) for number in dict.fromkeys(after.left)
    }
    against = tuple((number, reason) for number, reason in reasons.items() if reason)
    if not against:
        return None
    usable = tuple(number for number, reason in reasons.items() if reason is None)
    points = dict.fromkeys(p for _, reason in against for p in _points(reason, place))
    return WhyAnswer((Stuck(place, against, usable),), against[0][1].cause, side, tuple(points))


def _against(game: Game, after: RestOfStage, side: Side, place: int, number: int) -> Reason | None:
    if any((step.move.origin, step.move.number) == (place, number) for step in after.steps):
        return None
    blocked = obstacle(game.rules, after.position, side, place, number)
    target = target_of(place, number)
    return blocked or why_not(game.rules, after.position, side, after.left, place, target)


def _points(reason: Reason, place: int) -> Iterator[int]:
    """Yield the points involved in a reason, except the checker's own."""
    for point in reason.points:
        if 1 <= point <= POINTS and (point != place or reason.cause is Cause.TRAPPED):
            yield point


# ---- the whole stage, or another decision


def why_now(game: Game, plays: Sequence[Played], chosen: Played | None = None) -> WhyAnswer:
    """Explain what the game waits for, and why there is no alternative to the legal plays."""
    side = game.side or Side.WHITE
    match game.phase:
        case Phase.MOVE:
            return _why_play(game, side, plays, chosen)
        case Phase.COMPLETE:
            lost = lost_numbers(game.rules, game.position, side, game.due)
            facts = (Due(game), CannotPlay(side, lost))
            return WhyAnswer(facts, game.phase, side, _blocking(lost))
        case phase:
            return WhyAnswer((Due(game),), phase, side)


def _why_play(game: Game, side: Side, plays: Sequence[Played], chosen: Played | None) -> WhyAnswer:
    entry = must_enter(game, side)
    facts: list[Fact] = [entry] if entry else []
    points: tuple[int, ...] = ()
    if game.can_win:
        facts += explain(game)
    elif not game.has_unplayable:
        facts.append(MustPlayAll(len(game.due)))
        if wasteful := _wasteful(game):
            facts.append(wasteful)
            points = tuple(_points(wasteful.reason, wasteful.move.origin))
    else:
        facts.append(MustPlaySome(game, _higher(game, side)))
        stuck, points = _stuck_after(game, side, [chosen] if chosen else plays)
        facts += [stuck] if stuck else []
        if not game.rules.opponent_completes:
            facts.append(forfeited(game))
    if len(plays) == 1:
        facts.append(OnlyPlay())
    return WhyAnswer(tuple(facts), _rule_behind(facts) or game.phase, side, points)


def _rule_behind(facts: Sequence[Fact]) -> Cause | None:
    for fact in facts:
        match fact:
            case MustEnter():
                return Cause.BAR_FIRST if fact.place is Place.BAR else Cause.HAND_FIRST
            case Wasteful():
                return fact.reason.cause
            case MustPlaySome(higher=Reason() as higher):
                return higher.cause
            case _:
                pass
    return None


def _wasteful(game: Game) -> Wasteful | None:
    for move in game.unconstrained_moves:
        if move not in game.moves:
            reason = game.why_not(move.origin, move.target)
            if reason:
                return Wasteful(move, reason)
    return None


def _higher(game: Game, side: Side) -> Reason | None:
    if not is_either(game) or not game.rules.higher_number:
        return None
    return Reason(Cause.HIGHER_NUMBER, side, numbers=(max(game.due),))


def _stuck_after(
    game: Game, side: Side, plays: Sequence[Played]
) -> tuple[CannotPlayThen | None, tuple[int, ...]]:
    """Return the numbers lost after each play, and the points that obstruct all plays."""
    by_play: list[tuple[LostNumber, ...]] = []
    if len(plays) > _MAX_PLAYS:
        return None, ()
    for play in plays:
        rest = list(game.left)
        for move in play.moves:
            rest.remove(move.number)
        if not rest or play.position.has_borne_off_all(side):
            return None, ()
        by_play.append(lost_numbers(game.rules, play.position, side, rest))
    if not by_play:
        return None, ()
    first, *others = (_blocking(lost) for lost in by_play)
    common = tuple(point for point in first if all(point in other for other in others))
    return CannotPlayThen(side, tuple(dict.fromkeys(by_play))), common


def _blocking(lost: Sequence[LostNumber]) -> tuple[int, ...]:
    trapped = (
        point
        for number in lost
        for reason in number.reasons
        for point in reason.points
        if reason.cause is Cause.TRAPPED
    )
    blocked = (point for number in lost for point in number.blocking)
    return tuple(dict.fromkeys((*blocked, *trapped)))

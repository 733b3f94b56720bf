"""Answers to the key `w`: the reasons for stuck checkers, forced plays and awaited actions.

Each answer names what it rests on, so that the section of the rulebook can be opened.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from backgammon_tui.analysis.facts import Played
from backgammon_tui.engine import POINTS, Cause, Game, Move, Phase, Place, Reason, Side, Status
from backgammon_tui.engine.legal import Node
from backgammon_tui.engine.moves import target_of
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.reasons import LostNumber, lost_numbers, obstacle, why_not
from backgammon_tui.teach.rulebook.sections import Why
from backgammon_tui.words.event_sentences import describe_worth
from backgammon_tui.words.moments import describe_awaited, describe_playable
from backgammon_tui.words.naming import (
    Naming,
    capitalized,
    name_place,
    numbers,
)
from backgammon_tui.words.reason_sentences import (
    as_clause,
    describe_forfeit,
    describe_lost,
    describe_reason,
)
from backgammon_tui.words.rule_settings import OPENINGS

_MAX_PLAYS: Final = 100
"""The greatest number of plays that are searched for common reasons."""


@dataclass(frozen=True)
class WhyAnswer:
    """An explanation in a few sentences, with the rule and the points behind it."""

    text: str
    why: Why
    """The rule behind it, by which the section of the rulebook is found."""

    side: Side
    points: tuple[int, ...] = ()
    """The points that it is about, in the numbering of `side`."""


# ---- one checker


def why_stuck(
    game: Game, place: int, naming: Naming, after: Node | None = None
) -> WhyAnswer | None:
    """Return the numbers left that a checker cannot use, and why; None if it can use all.

    Args:
        game: A game in which a move is awaited.
        place: The place of the checker, in the numbering of the side that moves.
        after: The node that moves lead to which are not made yet.
    """
    side = game.actor
    if side is None or game.stage is None:
        return None
    after = after or game.graph().root
    against = {
        number: _against(game, after, side, place, number) for number in dict.fromkeys(after.left)
    }
    reasons = {number: reason for number, reason in against.items() if reason}
    if not reasons:
        return None
    first = next(iter(reasons.values()))
    points = [p for reason in reasons.values() for p in _points(reason, place)]
    text = describe_reason(first, naming)
    if first.cause not in _OF_THE_CHECKER:
        text = _describe_stuck(place, reasons, naming)
        usable = [number for number, reason in against.items() if reason is None]
        if usable:
            text += f" {capitalized(numbers(usable))} can."
    return WhyAnswer(text, first.cause, side, tuple(dict.fromkeys(points)))


_OF_THE_CHECKER: Final = (Cause.NO_CHECKER, Cause.BAR_FIRST, Cause.HAND_FIRST, Cause.TRAPPED)
"""Causes that hold whatever the number is."""


def _against(game: Game, after: Node, side: Side, place: int, number: int) -> Reason | None:
    if any((edge.move.origin, edge.move.number) == (place, number) for edge in after.edges):
        return None
    found = obstacle(game.rules, after.position, side, place, number)
    if found:
        return found
    target = target_of(place, number)
    return why_not(game.rules, after.position, side, after.left, place, target)


def _describe_stuck(place: int, reasons: dict[int, Reason], naming: Naming) -> str:
    by_clause: dict[str, list[int]] = {}
    for number, reason in reasons.items():
        by_clause.setdefault(as_clause(describe_reason(reason, naming), naming), []).append(number)
    (clause, first), *others = by_clause.items()
    told = [f"From {name_place(place)} {numbers(first)} cannot be played: {clause}."]
    told += [f"Nor can {numbers(values)}: {clause}." for clause, values in others]
    return " ".join(told)


def _points(reason: Reason, place: int) -> Iterator[int]:
    """Yield the points of the board that a reason is about, without the checker's own."""
    for point in reason.points:
        if 1 <= point <= POINTS and (point != place or reason.cause is Cause.TRAPPED):
            yield point


# ---- the whole stage, or whatever is awaited


def why_now(
    game: Game, naming: Naming, plays: Sequence[Played], chosen: Played | None = None
) -> WhyAnswer:
    """Explain what the game waits for, and why nothing else will do.

    Args:
        plays: The legal plays of the rest of the stage, if one is being played.
        chosen: The play that the question is about, if any.
    """
    match game.phase:
        case Phase.MOVE:
            return _why_play(game, naming, plays, chosen)
        case Phase.COMPLETE:
            return _why_complete(game, naming)
        case phase:
            # The question itself says what is awaited.
            more = f"{describe_awaited(game, naming)} {describe_worth(game, naming)}".rstrip()
            follows = OPENINGS[game.rules.opening] if phase is Phase.OPENING else ""
            text = _AWAITED.get(phase) or follows or more
            return WhyAnswer(text, phase, game.actor or Side.WHITE)


_AWAITED: Final = {
    Phase.KEEP_OR_REROLL: "The higher number starts and may reroll both dice."
    " Only a reroll can be a double.",
    Phase.ROLL: "Each turn begins with a roll of both dice.",
    Phase.ROLL_AGAIN: "Every number of the roll before was played: that earns an extra roll.",
    Phase.CHOOSE: "A 2-1 played in full earns four 5s or four 6s, whichever its roller likes.",
}
"""The reason why the game waits for a decision or a roll, for phases that need one."""


def _why_complete(game: Game, naming: Naming) -> WhyAnswer:
    side = game.side
    assert side
    assert game.stage
    lost = lost_numbers(game.rules, game.position, side, game.stage.to_play)
    told = (
        f"Any move will do, but one must be made if there is one."
        f" {naming.name(side)} cannot play {describe_lost(lost, naming)}."
    )
    return WhyAnswer(told, game.phase, side, _blocking(lost))


def _why_play(
    game: Game, naming: Naming, plays: Sequence[Played], chosen: Played | None
) -> WhyAnswer:
    side = game.side
    assert side
    told: list[str] = []
    found: list[Reason] = []
    waiting = _waiting(game, side)
    if waiting:
        found.append(waiting)
        told.append(describe_reason(waiting, naming))
    points: tuple[int, ...] = ()
    if game.can_win:
        told.append("A play that bears off the last checker wins, however many numbers it uses.")
    elif not game.has_unplayable:
        told.append(_ALL[len(game.due)])
        wasteful = _wasteful(game)
        if wasteful:
            move, reason = wasteful
            found.append(reason)
            points = tuple(_points(reason, move.origin))
            clause = as_clause(describe_reason(reason, naming), naming)
            told.append(f"Not {write_moves([move])}: {clause}.")
    else:
        either = _either(game)
        if either and game.rules.higher_number:
            found.append(either)
        told.append(_describe_few(game, either, naming))
        stuck, points = _stuck_after(game, [chosen] if chosen else plays, naming)
        told += [stuck] if stuck else []
        told += _costs(game)
    if len(plays) == 1:
        told.append("That leaves only one play.")
    why = found[0].cause if found else game.phase
    return WhyAnswer(" ".join(told), why, side, points)


_ALL: Final = {
    1: "It can be played, so it must be.",
    2: "Both numbers can be played, so both must be.",
    3: "All three can be played, so they must be.",
    4: "All four can be played, so they must be.",
}


def _waiting(game: Game, side: Side) -> Reason | None:
    if game.position.count(side, Place.BAR):
        return Reason(Cause.BAR_FIRST, side, (Place.BAR,))
    if game.position.count(side, Place.HAND) and not game.rules.free_entry:
        return Reason(Cause.HAND_FIRST, side, (Place.HAND,))
    return None


def _wasteful(game: Game) -> tuple[Move, Reason] | None:
    """Return a move that a checker could make, but that leaves too little to be played."""
    for move in game.unconstrained_moves:
        if move not in game.moves:
            reason = game.why_not(move.origin, move.target)
            if reason:
                return move, reason
    return None


def _either(game: Game) -> Reason | None:
    """Return the higher-number rule if either of two numbers can be played but not both."""
    if len(game.unconstrained_numbers) < 2 or not game.side:
        return None
    return Reason(Cause.HIGHER_NUMBER, game.side, numbers=(max(game.due),))


def _describe_few(game: Game, either: Reason | None, naming: Naming) -> str:
    if either and game.rules.higher_number:
        return describe_reason(either, naming)
    if either:
        return "Only one of the two numbers can be played, whichever you like."
    must = "so it" if game.playable == 1 else "and that many"
    return f"{capitalized(describe_playable(game))} can be played, {must} must be."


def _stuck_after(
    game: Game, plays: Sequence[Played], naming: Naming
) -> tuple[str, tuple[int, ...]]:
    """Return the reason that blocks the rest after every play, and the points common to all."""
    side = game.side
    assert side
    told: set[str] = set()
    common: tuple[int, ...] | None = None
    if len(plays) > _MAX_PLAYS:
        return "", ()
    for play in plays:
        rest = list(game.left)
        for move in play.moves:
            rest.remove(move.number)
        if not rest or play.position.has_borne_off_all(side):
            return "", ()
        lost = lost_numbers(game.rules, play.position, side, rest)
        told.add(describe_lost(lost, naming))
        blocking = _blocking(lost)
        common = blocking if common is None else tuple(p for p in common if p in blocking)
    text = f"{naming.name(side)} then cannot play {told.pop()}." if len(told) == 1 else ""
    return text, common or ()


def _blocking(lost: Sequence[LostNumber]) -> tuple[int, ...]:
    trapped = (
        point
        for each in lost
        for reason in each.reasons
        for point in reason.points
        if reason.cause is Cause.TRAPPED
    )
    blocked = (point for each in lost for point in each.blocking)
    return tuple(dict.fromkeys((*blocked, *trapped)))


def _costs(game: Game) -> Iterator[str]:
    rolled = game.rolled
    if rolled is None or game.rules.opponent_completes:
        return
    later = [stage.kind for stage in rolled.stages if stage.status is Status.DUE]
    extra_roll = rolled.extra_roll is Status.DUE
    if later or extra_roll:
        yield f"So {describe_forfeit(later, extra_roll=extra_roll)}."

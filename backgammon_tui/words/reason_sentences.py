"""Why something is not allowed or lost, in one sentence each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.position import Place
from backgammon_tui.engine.reasons import Cause, LostNumber, Reason
from backgammon_tui.engine.turn import StageKind, Withheld
from backgammon_tui.words.naming import Naming, join, numbers

_MOST_MEANINGS: Final = 4
"""How many of the plays that a text may mean are named."""


def describe_reason(reason: Reason, naming: Naming) -> str:
    """A reason as a full sentence."""
    name = naming.name(reason.side)
    opponent = naming.name(reason.side.other)
    where = naming.places(reason.points[:1])
    all_places = naming.places(reason.points)
    which = numbers(reason.numbers)
    match reason.cause:
        case Cause.NOT_NOW:
            return "That cannot be done now."
        case Cause.NOT_ON_SCALE:
            return f"No win in this game is worth {reason.numbers[0]}."
        case Cause.IMPOSSIBLE_NUMBER:
            return f"{join([str(n) for n in reason.numbers])} cannot be chosen here."
        case Cause.NO_CHECKER:
            return f"{name} has no checker {_on(reason.points[0])} {where}."
        case Cause.WRONG_WAY:
            return f"Checkers only move on, not from {_way(reason, naming)}."
        case Cause.NUMBER_NOT_THERE:
            return f"No number left leads from {_way(reason, naming)}."
        case Cause.TRAPPED:
            return f"The checker on {where} is trapped and cannot move."
        case Cause.BAR_FIRST:
            return f"{name} has a checker on the bar; it must enter first."
        case Cause.HAND_FIRST:
            return f"{name} must enter all checkers before any other moves."
        case Cause.BLOCKED:
            return f"{opponent} holds {where}."
        case Cause.HELD:
            return f"{opponent} traps a checker on {where} and owns that point."
        case Cause.NOT_ALL_HOME:
            return f"Nothing is borne off while {name} has checkers on {all_places}."
        case Cause.HIGHER_STANDS:
            return f"With {which} the checker on {where} goes first."
        case Cause.NOTHING_TO_HIT:
            return f"No blot of {opponent}'s stands on {where}."
        case Cause.BLOT_THERE:
            return f"A blot of {opponent}'s stands on {where}; landing there does something to it."
        case Cause.NO_TRAPPING:
            return "In this game nothing is trapped."
        case Cause.WASTES_NUMBER:
            return f"After that {name} could not play {which}, and it must be played."
        case Cause.HIGHER_NUMBER:
            return f"Only one of the two numbers can be played; it must be {which}."


def _on(place: int) -> str:
    return "in" if place == Place.HAND else "on"


def _way(reason: Reason, naming: Naming) -> str:
    if len(reason.points) < 2:
        return "there to there"
    origin, target = reason.points[:2]
    return f"{naming.place(origin)} to {naming.place(target)}"


def describe_meanings(candidates: Sequence[Sequence[Move]]) -> str:
    """Some of the plays that a text may mean: `9/7* or 9/7^`."""
    meanings = sorted({write_moves(moves) for moves in candidates})
    named = meanings[:_MOST_MEANINGS]
    if len(meanings) > len(named):
        named.append(f"{len(meanings) - len(named)} more")
    return " or ".join(named)


def describe_lost_number(lost: LostNumber, naming: Naming) -> str:
    """Why a number cannot be played, as the part of a sentence."""
    if not lost.reasons:
        return f"no checker can use the {lost.number}"
    opponent = naming.name(lost.reasons[0].side.other)
    if lost.blocking:
        return f"the {lost.number}: {opponent} holds {naming.places(lost.blocking)}"
    return f"the {lost.number}: {as_clause(describe_reason(lost.reasons[0], naming), naming)}"


def as_clause(sentence: str, naming: Naming) -> str:
    """A sentence as the part of another one; names keep their letters."""
    clause = sentence.rstrip(".")
    if clause.startswith((naming.white, naming.black)):
        return clause
    return clause[0].lower() + clause[1:]


def describe_withheld(why: Withheld) -> str:
    """Why a complement is not granted, as the part of a sentence."""
    match why:
        case Withheld.FIRST_DOUBLET:
            return "a side's first doublet counts for its face only"
        case Withheld.STILL_ENTERING:
            return "checkers are still to be entered"


def describe_forfeit(later: Sequence[StageKind], *, reroll: bool) -> str:
    """What a turn loses when a number cannot be played, as a list; empty if nothing follows."""
    return join([describe_stage(kind) for kind in later] + ["another throw"] * reroll)


def describe_stage(kind: StageKind) -> str:
    """A kind of stage as players call it."""
    match kind:
        case StageKind.DICE:
            return "the two numbers"
        case StageKind.FACE:
            return "the face"
        case StageKind.COMPLEMENT:
            return "the complement"
        case StageKind.CHOSEN:
            return "the chosen doublet"

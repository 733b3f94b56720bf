"""Sentences for reasons why numbers are lost, actions illegal and games not rated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from backgammon_tui.engine import (
    Cause,
    Move,
    Place,
    Reason,
    Side,
    Stage,
    StageKind,
    Withheld,
)
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.reasons import LostNumber
from backgammon_tui.engine.turn import ExtraRoll, Reward
from backgammon_tui.words.naming import (
    Naming,
    join,
    list_points,
    name_place,
    name_places,
    numbers,
    plural,
)

if TYPE_CHECKING:
    from backgammon_tui.analysis.nets import NotJudged

_MAX_MEANINGS: Final = 4
_NEAR_HOME: Final = 12
"""Last point of the outer board, from which players already think about bearing off."""

_MAX_OUTSIDE: Final = 2
"""Maximum number of points outside the home board for the same purpose."""

NOT_NOW: Final = "That cannot be done now."
NOT_IN_CRAWFORD: Final = "Nobody can double in the Crawford game."

_REASONS: Final[Mapping[Cause, str]] = {
    Cause.NOT_NOW: NOT_NOW,
    Cause.NOT_ON_SCALE: "No win in this game is worth {listed} points.",
    Cause.NO_CUBE: "Nobody can double in this game.",
    Cause.NOT_YOUR_CUBE: "{opponent} owns the cube, so {name} cannot double.",
    Cause.IMPOSSIBLE_NUMBER: "{listed} is not possible here.",
    Cause.NO_CHECKER: "{name} has {few} {out}.",
    Cause.WRONG_WAY: "Checkers only move forward.",
    Cause.TRAPPED: "The checker on {where} is trapped and cannot move.",
    Cause.BAR_FIRST: "{name} must enter from the bar first.",
    Cause.HAND_FIRST: "{name} must enter from the hand before any other checker moves.",
    Cause.BLOCKED: "{opponent} holds {where}.",
    Cause.HELD: "{opponent} traps a checker on {where} and so holds the point.",
    Cause.NOT_ALL_HOME: "{name} cannot bear off while {still} still {out}.",
    Cause.HIGHER_STANDS: "The checker on {where} must move first with {which}.",
    Cause.NOTHING_TO_HIT: "{opponent} has no blot on {where}.",
    Cause.BLOT_THERE: "{opponent} has a blot on {where}: landing there hits or traps it.",
    Cause.NO_TRAPPING: "There is no trapping in this game.",
    Cause.WASTES_NUMBER: "After that, {name} could not play {which}, which must be played.",
    Cause.HIGHER_NUMBER: "Only one of the two numbers can be played, so it must be the higher:"
    " {which}.",
}


def describe_reason(reason: Reason, naming: Naming) -> str:
    if reason.after:
        clause = as_clause(describe_reason(reason._replace(after=()), naming), naming)
        return f"After {write_moves(reason.after)}, {clause}."
    if reason.cause is Cause.NUMBER_NOT_THERE:
        return _describe_missing(reason)
    if reason.cause is Cause.HIGHER_STANDS and not reason.numbers:
        where = name_place(reason.points[0])
        return f"Only the highest checker, on {where}, bears off with a larger number."
    if reason.cause is Cause.NO_CHECKER and reason.points == (Place.OFF,):
        return "A checker that is off cannot move."
    if reason.cause is Cause.NOTHING_TO_HIT and reason.points == (Place.OFF,):
        return "Nothing can be hit by bearing off."
    if reason.cause is Cause.TRAPPED and len(reason.points) > 1:
        return f"The checkers on {name_places(reason.points)} are trapped."
    return _REASONS[reason.cause].format(
        name=naming.name(reason.side),
        opponent=naming.name(reason.side.other),
        where=name_places(reason.points[:1]),
        which=numbers(reason.numbers),
        listed=join([str(number) for number in reason.numbers]),
        few=f"only {plural(reason.numbers[0], 'checker')}" if reason.numbers else "no checker",
        still="a checker is" if reason.numbers == (1,) else "checkers are",
        out=_on_all(reason.points),
    )


def _on_all(places: Sequence[int]) -> str:
    in_hand = ["in hand"] * (Place.HAND in places)
    others = [place for place in places if place != Place.HAND]
    return join(in_hand + [f"on {name_places(others)}"] * bool(others))


def _describe_missing(reason: Reason) -> str:
    if len(reason.points) < 2:
        return "That is more moves than there are numbers left."
    origin, target = reason.points[:2]
    is_entry = origin in (Place.HAND, Place.BAR)
    if is_entry and target == Place.OFF:
        return "A checker must enter before it can bear off."
    start, end = name_place(origin), name_place(target)
    way = (
        f"bears off from {start}"
        if target == Place.OFF
        else f"moves a checker from {start} to {end}"
    )
    if is_entry:
        way = f"enters on {end}"
    would = f"; a {reason.numbers[0]} would" if reason.numbers else ""
    return f"No number left {way}{would}."


def describe_meanings(candidates: Sequence[Sequence[Move]]) -> str:
    """List some plays that a text may mean: `9/7* or 9/7^`."""
    meanings = sorted({write_moves(moves) for moves in candidates})
    named = meanings[:_MAX_MEANINGS]
    if len(meanings) > len(named):
        named.append(f"{len(meanings) - len(named)} more")
    return " or ".join(named)


def describe_lost(lost: Sequence[LostNumber], naming: Naming) -> str:
    """List unplayable numbers by their reasons: `the 5 (Anna holds 20) or the 3 (...)`."""
    by_reason: dict[str, list[int]] = {}
    for number in lost:
        by_reason.setdefault(why_lost(number, naming), []).append(number.number)
    items = [f"{numbers(values, 'or')} ({reason})" for reason, values in by_reason.items()]
    return join(items, "or")


def describe_cannot_play(side: Side, lost: Sequence[LostNumber], naming: Naming) -> str:
    return f"{naming.name(side)} cannot play {describe_lost(lost, naming)}."


def why_lost(lost: LostNumber, naming: Naming) -> str:
    if not lost.reasons:
        return "no checker can use it"
    if lost.blocking:
        side = lost.reasons[0].side
        holds = f"{naming.name(side.other)} holds {list_points(lost.blocking)}"
        return holds + _why_nothing_off(lost)
    first = lost.reasons[0]
    if first.cause is Cause.TRAPPED:
        alike = (reason for reason in lost.reasons if reason.cause is first.cause)
        first = first._replace(points=tuple(point for reason in alike for point in reason.points))
    return as_clause(describe_reason(first, naming), naming)


def _why_nothing_off(lost: LostNumber) -> str:
    """Return why checkers near home cannot bear off, if players would expect them to."""
    for reason in lost.reasons:
        if reason.cause is Cause.HIGHER_STANDS:
            return f", and a checker is still on {name_place(reason.points[0])}"
        is_near = len(reason.points) <= _MAX_OUTSIDE or max(reason.points) <= _NEAR_HOME
        if reason.cause is Cause.NOT_ALL_HOME and is_near:
            return ", and not all checkers are home"
    return ""


def as_clause(sentence: str, naming: Naming) -> str:
    """Turn a sentence into a subordinate clause; names keep their capital letters."""
    clause = sentence.rstrip(".")
    if clause.startswith((naming.white, naming.black)):
        return clause
    return clause[0].lower() + clause[1:]


def describe_withheld(why: Withheld, name: str = "the side") -> str:
    match why:
        case Withheld.FIRST_DOUBLE:
            return f"these are {name}'s first doubles"
        case Withheld.STILL_ENTERING:
            return "not all checkers have entered"


def describe_no_complement(why: Withheld, name: str = "the side") -> str:
    return f"No complement: {describe_withheld(why, name)}."


WITHHELD_IN_SHORT: Final = {
    Withheld.FIRST_DOUBLE: "1st doubles",
    Withheld.STILL_ENTERING: "not all in",
}


def describe_forfeit(earned: Reward, *, extra_roll: bool) -> str:
    """Name everything else that a number loses: `the complement and the extra roll are lost`."""
    match earned:
        case Stage():
            is_complement = earned.kind is StageKind.COMPLEMENT
            stage = "complement" if is_complement else "chosen doubles"
            verb = "are" if extra_roll or not is_complement else "is"
            return f"the {stage}{' and the extra roll' if extra_roll else ''} {verb} lost"
        case ExtraRoll():
            return "the extra roll is lost"
        case _:
            return ""


# ---- missing, damaged or unsuitable networks

WITHOUT_NET: Final = (
    "The computer has no usable network for this game and plays the first legal play."
)


def describe_unjudged(why: NotJudged) -> str:
    from backgammon_tui.analysis.nets import NoNet

    if isinstance(why, NoNet):
        return "No usable network for this game was found: no hints, winning chances or reviews."
    return "If the opponent completes stages, the computer plays but gives no estimates."


def once(sentence: str) -> str:
    """Return the sentence the first time, and an empty text afterwards."""
    if sentence in _SHOWN:
        return ""
    _SHOWN.add(sentence)
    return sentence


_SHOWN: Final[set[str]] = set()

"""Questions for the reason why a number is lost, or the complement not granted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from backgammon_tui.engine import Cause, Game, Landing, Place, Rules, Side, Withheld
from backgammon_tui.engine.chain import complement
from backgammon_tui.engine.events import HandedOver, StageLost, StageWithheld
from backgammon_tui.engine.moves import target_of
from backgammon_tui.engine.reasons import LostNumber
from backgammon_tui.engine.steps import max_playable
from backgammon_tui.teach.quiz.item import FaultyItem, Item
from backgammon_tui.teach.quiz.question import QuizQuestion, Statement, made_of, mixed
from backgammon_tui.teach.quiz.turns import (
    describe_throw,
    only_play,
    played_out,
    turn_of,
    who,
    why_granted,
)
from backgammon_tui.words.naming import STANDARD


def ask_why(item: Item, rules: Rules) -> QuizQuestion:
    """Ask why a number of the throw is lost, or its complement not granted."""
    game = item.game(rules)
    after = played_out(game, only_play(item)) if item.plays else game
    thrown = f"{describe_throw(item)}{f' and plays {item.plays[0]}' if item.plays else ''}"
    side = item.situation.side
    for event in after.events:
        if isinstance(event, StageWithheld):
            number = complement(turn_of(after).thrown.dice[0])
            about = list(_about_withheld(after, side, event.why, number))
            text = f"{thrown}. Why do no {number}s follow?"
            return made_of(item, rules, text, mixed(item, about), event.why)
        if isinstance(event, StageLost | HandedOver):
            lost = event.numbers[0]
            dice = item.dice or ()
            is_one_of_two = lost.number in dice and len(set(dice)) == 2
            about = list(_about_lost(after, side, lost, is_one_of_two=is_one_of_two))
            then = " after that" if item.plays else ""
            text = f"{thrown}. Why can no {lost.number} be played{then}?"
            return made_of(item, rules, text, mixed(item, about), _rule(after, side, lost))
    raise FaultyItem("nothing is lost or withheld")


# ---- a complement that is not granted


def _about_withheld(after: Game, side: Side, why: Withheld, number: int) -> Iterator[Statement]:
    rules, name, not_so = after.rules, who(side), why_granted(after, side, why)
    is_first = why is Withheld.FIRST_DOUBLET
    yield Statement(
        f"It is {name}'s first doublet of the game.",
        is_first,
        "A side's first doublet has no complement." if is_first else not_so[Withheld.FIRST_DOUBLET],
    )
    if after.position.to_enter(side) or not is_first:
        yield Statement(
            f"Not all of {name}'s checkers have entered.",
            not is_first,
            not_so[Withheld.STILL_ENTERING]
            if is_first
            else "No complement while checkers are in hand or on the bar.",
        )
    if max_playable(rules, after.position, side, (number,) * 4):
        yield Statement(f"{name} cannot play any {number}.", False, "It could play one.")
    yield Statement(
        "A doublet has no complement in this game.", False, "In this game most doublets have one."
    )
    thrown = complement(number)
    yield Statement(f"{name} did not play all four {thrown}s.", False, "All four were played.")


# ---- a number that cannot be played


_MOST_POINTS: Final = 4
"""The greatest number of blocking points that one sentence can name well."""


def _about_lost(
    after: Game, side: Side, lost: LostNumber, *, is_one_of_two: bool
) -> Iterator[Statement]:
    rules, name, other, number = after.rules, who(side), who(side.other), lost.number
    on_bar, in_hand = (after.position.count(side, place) for place in (Place.BAR, Place.HAND))
    entering = on_bar or (in_hand if not rules.free_entry else 0)
    waiting = f"the checker{'s' if entering > 1 else ''} {'on the bar' if on_bar else 'in hand'}"
    where = f"where {waiting} must enter" if entering else f"where a {number} would land"
    points = _points_of(lost)
    yield Statement(
        f"{_describe_obstacles(name, other, points, where)}.",
        True,
        _describe_the_rest(name, number, points, entering=bool(entering), on_bar=bool(on_bar)),
    )
    if not on_bar:
        none = f"{name} has no checkers on the bar."
        yield Statement(f"{name} must enter from the bar first.", False, none)
    if rules.starts_in_hand and not in_hand:
        none = f"{name} has no checkers in hand."
        yield Statement(f"{name} must enter the checkers in hand first.", False, none)
    enters = f"A {number} enters on {STANDARD.place(target_of(Place.BAR, number))}."
    if entering and not _is_closed(after, side, number):
        yield Statement(f"{other} holds {number}, {where}.", False, enters)
    elsewhere = _held_elsewhere(after, side, lost)
    if elsewhere:
        named = elsewhere[: len({point for reason in lost.reasons for point in reason.points})]
        yield Statement(
            f"{other} holds {STANDARD.labels(named)}, {where}.",
            False,
            enters if entering else f"No {number} lands there.",
        )
    yield Statement(f"{other} has a blot {where}.", False, _describe_blot(rules.landing))
    yield Statement(
        f"{name}'s own checkers stand {where}.",
        False,
        "A side's own checkers are never in its way.",
    )
    if is_one_of_two:
        first = "The lower of the two numbers must be played first."
        yield Statement(first, False, "The order is up to you.")


def _describe_blot(landing: Landing) -> str:
    """Return the reason why a blot stops nobody."""
    match landing:
        case Landing.HIT:
            return "A blot stops nobody: land on it, and you hit it."
        case Landing.HIT_OR_TRAP:
            return "A blot stops nobody: land on it, and you hit it or trap it."
        case _:
            assert_never(landing)


def _held_elsewhere(after: Game, side: Side, lost: LostNumber) -> list[int]:
    """Return the points held by the opponent that the number cannot reach from anywhere."""
    origins = (Place.BAR, *after.position.points(side))
    targets = {target_of(origin, lost.number) for origin in origins}
    held = (after.rules.across(point) for point in after.position.points(side.other))
    return [point for point in held if point not in targets and _is_closed(after, side, point)]


def _is_closed(game: Game, side: Side, point: int) -> bool:
    """Return True if the opponent holds a point of the side's numbering."""
    opposing = game.position.count(side.other, game.rules.across(point))
    return opposing >= game.rules.landing.closed_by


def _points_of(lost: LostNumber) -> dict[Cause, list[int]]:
    """Return the points that keep the number from being played, by the rule that says so."""
    points: dict[Cause, list[int]] = {}
    for reason in lost.reasons:
        points.setdefault(reason.cause, []).extend(reason.points)
    found = {cause: sorted(set(where), reverse=True) for cause, where in points.items()}
    if not found or len(found) > 2 or any(len(where) > _MOST_POINTS for where in found.values()):
        raise FaultyItem("too much is to blame")
    return found


def _describe_obstacles(name: str, other: str, points: dict[Cause, list[int]], where: str) -> str:
    """Describe the points in the way, which come before all other rules."""
    does = [
        f"{verb} {STANDARD.labels(points[cause])}"
        for cause, verb in ((Cause.BLOCKED, "holds"), (Cause.HELD, "traps a checker on"))
        if cause in points
    ]
    told = [f"{other} {' and '.join(does)}, {where}"] if does else []
    trapped = points.get(Cause.TRAPPED, [])
    if trapped and trapped != points.get(Cause.HELD):
        checkers = "checkers on {} are" if len(trapped) > 1 else "checker on {} is"
        told.insert(0, f"{name}'s {checkers.format(STANDARD.labels(trapped))} trapped")
    if not told:
        raise FaultyItem("nothing stands in the way")
    return ", and ".join(told)


def _describe_the_rest(
    name: str, number: int, points: dict[Cause, list[int]], *, entering: bool, on_bar: bool
) -> str:
    """Describe the obstacle to every other checker."""
    if entering:
        first = "the bar" if on_bar else "the hand"
        return f"Nothing else may move before {first} is empty."
    if Cause.NOT_ALL_HOME in points:
        outside = points[Cause.NOT_ALL_HOME]
        still = "a checker is" if len(outside) == 1 else "checkers are"
        return f"And {name} cannot bear off while {still} still on {STANDARD.places(outside)}."
    if Cause.HIGHER_STANDS in points:
        highest = max(points[Cause.HIGHER_STANDS])
        return f"And no lower checker can be borne off while one stands on {highest}."
    return f"{name} has no other {number}."


def _rule(after: Game, side: Side, lost: LostNumber) -> Cause:
    """Return the rule that the question is about."""
    if lost.reasons[0].cause in (Cause.HELD, Cause.TRAPPED):
        return lost.reasons[0].cause
    if after.position.count(side, Place.BAR):
        return Cause.BAR_FIRST
    if after.position.count(side, Place.HAND) and not after.rules.free_entry:
        return Cause.HAND_FIRST
    return lost.reasons[0].cause

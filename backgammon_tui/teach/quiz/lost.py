"""Why can this number not be played, or why is the complement not granted?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from backgammon_tui.engine.events import HandedOver, StageLost, StageWithheld
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.moves import target_of
from backgammon_tui.engine.position import Place, Side
from backgammon_tui.engine.reasons import Cause, LostNumber
from backgammon_tui.engine.rules import Landing, Rules
from backgammon_tui.engine.steps import max_playable
from backgammon_tui.engine.turn import Withheld, complement
from backgammon_tui.teach.examples import NAMES
from backgammon_tui.teach.quiz.item import FaultyItem, Item
from backgammon_tui.teach.quiz.question import QuizQuestion, Statement, made_of, mixed
from backgammon_tui.teach.quiz.turns import describe_throw, only_play, played_out, turn_of, who
from backgammon_tui.words.reason_sentences import describe_lost, describe_withheld
from backgammon_tui.words.sentence import capitalized


def ask_why(item: Item, rules: Rules) -> QuizQuestion:
    """The question why a number of the throw is lost, or its complement not granted.

    Raises:
        FaultyItem: if neither is so, or too much is to blame for one answer.
    """
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
            about = list(_about_lost(after, side, lost))
            text = f"{thrown}. Why can no {lost.number} be played{' then' if item.plays else ''}?"
            return made_of(item, rules, text, mixed(item, about), _rule(after, side, lost))
    raise FaultyItem("nothing is lost or withheld")


# ---- a complement that is not granted


def _about_withheld(after: Game, side: Side, why: Withheld, number: int) -> Iterator[Statement]:
    rules, name = after.rules, who(side)
    waiting = bool(after.position.to_enter(side))
    if why is Withheld.FIRST_DOUBLET and rules.entry_limits_complement and waiting:
        raise FaultyItem("two rules withhold the complement")
    so = f"No complement: {describe_withheld(why)}."
    first = so if rules.first_doublet_face_only else f"That is not a rule of this game. {so}"
    yield Statement(
        f"It is {name}'s first doublet of the game.", why is Withheld.FIRST_DOUBLET, first
    )
    if waiting or why is not Withheld.FIRST_DOUBLET:
        entering = so if rules.entry_limits_complement else f"That makes no difference here. {so}"
        yield Statement(
            f"Not all of {name}'s checkers have entered.", why is Withheld.STILL_ENTERING, entering
        )
    if max_playable(rules, after.position, side, (number,) * 4):
        open_ = f"{name} could play a {number}. {so}"
        yield Statement(f"{name} cannot play any {number}.", False, open_)
    yield Statement("A doublet has no complement in this game.", False, f"It does. {so}")
    thrown = complement(number)
    yield Statement(f"{name} did not play all four {thrown}s.", False, f"All were played. {so}")


# ---- a number that cannot be played


_MOST_POINTS: Final = 4
"""Where more points hold a number up, no sentence says it well."""


def _about_lost(after: Game, side: Side, lost: LostNumber) -> Iterator[Statement]:
    rules, name, other = after.rules, who(side), who(side.other)
    on_bar, in_hand = (after.position.count(side, place) for place in (Place.BAR, Place.HAND))
    so = f"{name} cannot play {describe_lost([lost], NAMES)}."
    *first, reason = _reasons(after, side, lost)

    def because(told: str) -> str:
        """A reason behind what the right one begins with, so that its length tells nothing."""
        return capitalized(f"{', and '.join((*first, told))}.")

    yield Statement(because(reason), True, so)
    if not on_bar:
        none = f"{name} has no checkers on the bar. {so}"
        yield Statement(f"{name} must enter from the bar first.", False, none)
    if rules.starts_in_hand and not in_hand:
        none = f"{name} has no checkers in hand. {so}"
        yield Statement(f"{name} must enter the checkers in hand first.", False, none)
    wrong_end = lost.number
    if (on_bar or in_hand) and not _is_closed(after, side, wrong_end):
        right_end = NAMES.place(target_of(Place.BAR, lost.number))
        yield Statement(
            because(f"{other} holds {NAMES.place(wrong_end)}"),
            False,
            f"A {lost.number} enters on {right_end}. {so}",
        )
    elsewhere = _held_elsewhere(after, side, lost)
    reasons = {point for reason in lost.reasons for point in reason.points}
    if elsewhere:
        yield Statement(
            because(f"{other} holds {NAMES.places(elsewhere[: len(reasons)])}"),
            False,
            f"No {lost.number} would land there. {so}",
        )
    yield Statement(
        because(f"{other} has a blot on the point where it would land"),
        False,
        f"{_describe_blot(rules.landing)} {so}",
    )
    yield Statement(
        because(f"{name}'s own checkers stand on the point where it would land"),
        False,
        f"Any number of a side's own checkers may share a point. {so}",
    )
    yield Statement(
        because("the lower of the two numbers must be played first"),
        False,
        f"The order is up to you. {so}",
    )


def _describe_blot(landing: Landing) -> str:
    """Why a blot stops nobody."""
    match landing:
        case Landing.HIT:
            return "A blot stops nobody: land on it, and you hit it."
        case Landing.HIT_OR_TRAP:
            return "A blot stops nobody: land on it, and you hit it or trap it."
        case _:
            assert_never(landing)


def _held_elsewhere(after: Game, side: Side, lost: LostNumber) -> list[int]:
    """Points that the opponent holds, but to which the number leads from nowhere."""
    origins = (Place.BAR, *after.position.points(side))
    targets = {target_of(origin, lost.number) for origin in origins}
    held = (after.rules.across(point) for point in after.position.points(side.other))
    return [point for point in held if point not in targets and _is_closed(after, side, point)]


def _is_closed(game: Game, side: Side, point: int) -> bool:
    """Whether the opponent holds a point of the side's numbering."""
    opposing = game.position.count(side.other, game.rules.across(point))
    return opposing >= game.rules.landing.closed_by


def _reasons(after: Game, side: Side, lost: LostNumber) -> Iterator[str]:
    """What keeps the number from being played, in as many parts as there are rules."""
    name, other = who(side), who(side.other)
    points: dict[Cause, list[int]] = {}
    for reason in lost.reasons:
        points.setdefault(reason.cause, []).extend(reason.points)
    if not points or len(points) > 2 or any(len(set(p)) > _MOST_POINTS for p in points.values()):
        raise FaultyItem("too much is to blame")
    if after.position.count(side, Place.BAR):
        yield "the checker on the bar must enter first"
    elif after.position.count(side, Place.HAND) and not after.rules.free_entry:
        yield "the checkers in hand must enter first"
    for cause, where in points.items():
        places = NAMES.places(sorted(set(where), reverse=True))
        match cause:
            case Cause.BLOCKED:
                yield f"{other} holds {places}"
            case Cause.HELD:
                yield f"{other} traps a checker on {places}"
            case Cause.TRAPPED:
                are = "checkers on {} are" if len(set(where)) > 1 else "checker on {} is"
                yield f"{name}'s {are.format(places)} trapped"
            case Cause.NOT_ALL_HOME:
                yield f"{name} cannot bear off with checkers on {places}"
            case Cause.HIGHER_STANDS:
                yield f"the checkers on {places} must go first"
            case _:
                raise FaultyItem(f"{cause.value!a} is no reason for a number to be lost")


def _rule(after: Game, side: Side, lost: LostNumber) -> Cause:
    """The rule that the question is about."""
    if after.position.count(side, Place.BAR):
        return Cause.BAR_FIRST
    if after.position.count(side, Place.HAND) and not after.rules.free_entry:
        return Cause.HAND_FIRST
    return lost.reasons[0].cause

"""The plays of a roll, and their consequences, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from backgammon_tui.engine import Game, Move, Outlook, Place, Side
from backgammon_tui.explain.facts import PlayDue
from backgammon_tui.words.naming import (
    Naming,
    capitalized,
    either,
    join,
    name_place,
    numbers,
    playable_part,
    plural,
    sentence,
)
from backgammon_tui.words.reason_sentences import describe_no_complement
from backgammon_tui.words.terse import describe_earned, describe_playable


def describe_plays(due: PlayDue, plays: int) -> str:
    """Describe how many legal plays a roll has, and how many of its numbers they use."""
    count = plural(plays, "play")
    if not due.is_short:
        return f"{count} of {numbers(due.numbers)}."
    if due.playable == 1 and len(due.allowed) > 1:
        usable = sorted(due.allowed, key=due.numbers.index)
        return f"Only one number can be played: {either(usable)}. {count}."
    return f"{capitalized(describe_playable(due))} can be played. {count}."


def describe_no_play(rolled: Sequence[int]) -> str:
    return f"No legal play for {numbers(rolled)}."


FILTERS: Final = {"*": "hits", "^": "traps", "off": "bears off"}
"""Filters typed on their own, each with the property of plays that it selects."""


def describe_no_such_play(game: Game, typed: str, naming: Naming) -> str:
    """Explain why no play hits, traps or bears off."""
    assert game.actor
    if typed == "^" and not game.rules.landing.may_trap:
        return f"Nothing is trapped in {game.rules.title}."
    no_play, other = f"No play {FILTERS[typed]}", game.actor.other
    if typed == "off":
        return f"{no_play} a checker with these numbers."
    position = game.position
    blots = [
        point
        for point in range(1, 25)
        if position.count(other, point) == 1 and not position.is_trapped(other, point)
    ]
    if blots:
        return f"{no_play}: no blot of {naming.name(other)} can be reached with these numbers."
    return f"{no_play}: {naming.name(other)} has no blot."


def describe_outlook(outlook: Outlook, side: Side, naming: Naming, *, is_told: bool) -> str:
    """Describe what follows after a play.

    Args:
        is_told: True if the players already know that the whole next stage follows.
    """
    if outlook.withheld:
        return describe_no_complement(outlook.withheld, naming.name(side))
    if outlook.wins:
        return f"Next: the {outlook.numbers[0]}s bear off the rest and win."
    if outlook.playable < len(outlook.numbers):
        part = playable_part(outlook.numbers, outlook.playable)
        return f"Next: {part}."
    if is_told:
        return ""
    then = f", then {describe_earned(outlook.earns)}" if outlook.earns else ""
    return f"Next: all {numbers(outlook.numbers)}{then}."


def describe_bearing_off(moves: Sequence[Move]) -> str:
    """Name the moves that bear off with a larger number than needed."""
    parts = [
        f"the {move.number} bears off from {name_place(move.origin)}"
        for move in moves
        if move.target == Place.OFF and move.number > move.origin
    ]
    return sentence(join(parts)) if parts else ""

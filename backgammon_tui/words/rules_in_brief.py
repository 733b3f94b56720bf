"""The first page of each ruleset's rulebook, made from the values of its `Rules`."""

from __future__ import annotations

from typing import Final, assert_never

from backgammon_tui.engine.rules import Direction, Doublets, Landing, Opening, Rules
from backgammon_tui.words.naming import STANDARD, Naming
from backgammon_tui.words.rule_settings import describe_changes


def describe_rules(rules: Rules, naming: Naming = STANDARD) -> str:
    """The rules of a game in a few sentences."""
    first, last = naming.place(24), naming.place(1)
    lines = [rules.description.replace("\n", " ")]
    lines.append(_describe_direction(rules.direction, first, last))
    if rules.starts_in_hand:
        entry = f"Checkers enter from the hand: a 1 on {first}, a 6 on {naming.place(19)}."
        if not rules.free_entry:
            entry += " All must be in before any other moves."
        lines.append(entry)
    lines.append(_describe_doublets(rules.doublets))
    lines += [sentence for field, sentence in _WHERE_IN_FORCE.items() if getattr(rules, field)]
    lines.append(_describe_landing(rules.landing))
    if rules.higher_number:
        lines.append("If only one of two numbers can be played, it is the higher.")
    lines.append(_OPENINGS[rules.opening])
    points = ", ".join(str(points) for points in rules.scale.points)
    lines.append(
        f"A win is worth {points} points." if rules.scale.most > 1 else "A win is 1 point."
    )
    changes = describe_changes(rules)
    if changes:
        lines.append(f"Changed at this table: {changes}.")
    return "\n".join(lines)


def _describe_direction(direction: Direction, first: str, last: str) -> str:
    match direction:
        case Direction.PARALLEL:
            return f"Both sides go the same way, from {first} to {last}, then off."
        case Direction.CONTRARY:
            return (
                f"The sides run against each other, each from its {first} to its {last}, then off."
            )
        case _:
            assert_never(direction)


def _describe_doublets(doublets: Doublets) -> str:
    match doublets:
        case Doublets.FACE:
            return "A doublet is four of its number."
        case Doublets.COMPLEMENT:
            return (
                "A doublet is four of its number, then four of the number on the underside"
                " (7 minus it), then another throw. What cannot be played costs the rest of the"
                " turn."
            )
        case _:
            assert_never(doublets)


def _describe_landing(landing: Landing) -> str:
    match landing:
        case Landing.HIT:
            return "Land on a blot and it is hit; it must enter before anything else."
        case Landing.HIT_OR_TRAP:
            return (
                "Land on a blot and hit it with * or trap it with ^. Who traps owns the point;"
                " the trapped checker waits until the last one leaves."
            )
        case _:
            assert_never(landing)


_WHERE_IN_FORCE: Final = {
    "entry_limits_complement": (
        "A doublet that leaves checkers in hand or on the bar is played on its face only."
    ),
    "first_doublet_face_only": "Each side's first doublet of a game is played on its face only.",
    "one_two": "After a 1-2 you play four 5s or four 6s, as you choose, and throw again.",
    "opponent_completes": (
        "What a side cannot play of its numbers the opponent plays with its own checkers, one"
        " move at a time, until the side itself can go on."
    ),
    "free_entry": "Checkers on the board may move while others are still in hand.",
    "winner_starts": "The winner of a game throws first in the next.",
}

_OPENINGS: Final = {
    Opening.CHOOSE: "Who wins the opening throw keeps the two numbers or throws both again.",
    Opening.AGAIN: "Who wins the opening throw throws both dice again.",
    Opening.KEEP: "Who wins the opening throw plays the two numbers.",
}

"""The first page of each ruleset's rulebook, made from the values of its `Rules`."""

from __future__ import annotations

from typing import Final, assert_never

from backgammon_tui.engine import Direction, Doublets, Landing, Opening, Rules, Scale, Start
from backgammon_tui.words.event_sentences import WINS
from backgammon_tui.words.naming import STANDARD, Naming, capitalized, count, join
from backgammon_tui.words.rule_settings import TABLE_RULES, describe_changes


def describe_rules(rules: Rules, naming: Naming = STANDARD) -> str:
    """Describe the rules of a game in a few sentences."""
    first, last = naming.place(24), naming.place(1)
    lines = [
        _describe_direction(rules.direction, first, last),
        _describe_start(rules, naming),
        _describe_doublets(rules.doublets),
        _describe_landing(rules.landing),
        *(rule.sentence for rule in TABLE_RULES if rule.value(rules) is True),
        f"One die each. {OPENINGS[rules.opening]}",
        _describe_scale(rules.scale),
    ]
    changes = describe_changes(rules)
    if changes:
        lines.append(f"House rules: {changes}.")
    return "\n".join(lines)


def _describe_scale(scale: Scale) -> str:
    if scale.most == 1:
        return "Every win is 1 point."
    wins = (f"a {WINS[points]} {points}" for points in scale.points[1:])
    return f"A {WINS[1]} is 1 point; {', '.join(wins)}."


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


def _describe_start(rules: Rules, naming: Naming) -> str:
    match rules.start:
        case Start.HAND:
            where = f"a 1 enters on {naming.place(24)}, a 6 on {naming.place(19)}"
            said = f"All checkers start in hand: {where}."
            return said if rules.free_entry else f"{said} Enter them all before any other moves."
        case Start.ACE_POINT:
            return f"All checkers start on {naming.place(24)}."
        case Start.STANDARD:
            counts = zip(("Two", "five", "three", "five"), (24, 13, 8, 6), strict=True)
            places = join([f"{number} on {naming.labels([point])}" for number, point in counts])
            return f"{places} at the start. There is no doubling cube."
        case _:
            assert_never(rules.start)


def _describe_doublets(doublets: Doublets) -> str:
    match doublets:
        case Doublets.FACE:
            return "A doublet is played four times."
        case Doublets.COMPLEMENT:
            return (
                "A doublet is played four times, then its complement (7 minus it) four times:"
                " 5-5 is four 5s, then four 2s, then another throw. Unless you play all"
                " four, nothing more follows."
            )
        case _:
            assert_never(doublets)


def _describe_landing(landing: Landing) -> str:
    match landing:
        case Landing.HIT:
            return "Land on a blot and you hit it; it must enter before anything else moves."
        case Landing.HIT_OR_TRAP:
            return (
                "Land on a blot and you hit it (*) or trap it (^). Trap it, and you hold the"
                " point; it cannot move until your last checker there leaves."
            )
        case _:
            assert_never(landing)


def striking(landing: Landing) -> str:
    """Name the possible effects on a blot: `hit`, `hit or trap`."""
    return join([effect.name.lower() for effect in landing.effects], "or")


def describe_closed(rules: Rules) -> str:
    """Say how many checkers close a point."""
    least = count(rules.landing.closed_by)
    said = f"{capitalized(least)} checkers of one side on a point close it to the other."
    return f"{said} So does one that traps a checker." if rules.landing.may_trap else said


BEARING_OFF: Final = (
    "Once all your checkers are on points 6 to 1, bear them off, each number from its own point;"
    " with none there or higher, from your highest."
)
"""The way to bear off, in every game."""


OPENINGS: Final = {
    Opening.CHOOSE: "The higher starts, and keeps both numbers or rerolls.",
    Opening.AGAIN: "The higher starts, and throws both dice for the first turn.",
    Opening.KEEP: "The higher starts, and plays both numbers.",
}
"""The consequence of the opening throw, to stand after `One die each.`"""

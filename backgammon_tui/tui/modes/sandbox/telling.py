"""Why a checker cannot be put or taken, in a sentence."""

from __future__ import annotations

from backgammon_tui.engine.rules import Rules
from backgammon_tui.tui.modes.sandbox.placing import CannotPlace, Hindrance
from backgammon_tui.words.naming import Naming


def describe_hindrance(error: CannotPlace, rules: Rules, naming: Naming) -> str:
    """Why something cannot be done to the checkers of a side."""
    name, other = naming.name(error.side), naming.name(error.side.other)
    match error.hindrance:
        case Hindrance.NONE_LEFT:
            return f"All of {name}'s checkers are on the board. Take one away first."
        case Hindrance.NONE_THERE:
            return "No checker is there."
        case Hindrance.NO_HAND:
            return f"There is no hand in {rules.title}."
        case Hindrance.NOT_OFF:
            return "Checkers that are nowhere else are off. Put or take them on the points."
        case Hindrance.TRAPPED_THERE:
            return f"{name} has a trapped checker there, so {other} holds the point."
        case Hindrance.NOT_ALONE:
            return f"Only a blot can be trapped, and {name} has more there."
        case Hindrance.NO_TRAPPING:
            return f"There is no trapping in {rules.title}."

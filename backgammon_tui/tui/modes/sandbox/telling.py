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
            return f"All of {name}'s checkers are placed. Take one away first."
        case Hindrance.NONE_THERE:
            return "No checker is there."
        case Hindrance.NO_HAND:
            return f"In {rules.title} no checkers are in hand."
        case Hindrance.NOT_OFF:
            return "Off is what stands nowhere else; put or take it on the points."
        case Hindrance.TRAPPED_THERE:
            return f"A checker of {name}'s is trapped there, so that {other} owns the point."
        case Hindrance.NOT_ALONE:
            return f"Only a checker that stands alone can be trapped; {name} has more there."
        case Hindrance.NO_TRAPPING:
            return f"In {rules.title} nothing is trapped."

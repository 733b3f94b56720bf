"""The consequences of plays, counted over the 36 throws, in words."""

from __future__ import annotations

from backgammon_tui.analysis.facts import Facts
from backgammon_tui.engine import Side
from backgammon_tui.words.naming import playable_part, plural


def describe_facts(facts: Facts, mover: Side) -> str:
    """Sum up the next throws: `15 of the opponent's 36 throws hit, 4 throws cannot be played`.

    Args:
        facts: The counted facts.
        mover: The side that makes the play.
    """
    outlook = facts.outlook
    if outlook and outlook.withheld:
        return "no complement"
    if outlook:
        return f"{playable_part(outlook.numbers, outlook.playable)} can be played next"
    if facts.thrower is None:
        return ""
    is_own = facts.thrower is mover
    throws = "its 36 throws" if is_own else "the opponent's 36 throws"
    # A throw that earns another one may hit with that.
    verb = "hit at once" if not facts.hits else "hits" if facts.hits == 1 else "hit"
    told = f"{facts.hits or 'none'} of {throws} {verb}"
    if facts.shut_out:
        told += f", {plural(facts.shut_out, 'throw')} cannot be played"
    return f"another throw follows: {told}" if is_own else told


def describe_fewer(facts: Facts, mover: Side, other: Facts, text: str) -> str:
    """Name a play that leaves fewer throws that hit: `24/21 would leave 14`; empty if none does."""
    if facts.thrower is not other.thrower or facts.thrower in (None, mover):
        return ""
    return f"{text} would leave {other.hits}" if other.hits < facts.hits else ""

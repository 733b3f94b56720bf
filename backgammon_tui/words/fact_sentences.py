"""What follows a play, counted over the 36 throws, as words."""

from __future__ import annotations

from backgammon_tui.analysis.facts import Facts
from backgammon_tui.engine.position import Side
from backgammon_tui.words.naming import count, join


def describe_facts(facts: Facts, mover: Side) -> str:
    """What the next throws would do: `hit by 15 of 36, shuts out 9`.

    Args:
        facts: What was counted.
        mover: The side that makes the play.
    """
    outlook = facts.outlook
    if outlook and outlook.withheld:
        return "no complement"
    if outlook:
        whole = len(outlook.numbers)
        some = "all" if outlook.playable == whole else count(outlook.playable)
        return f"{some if outlook.playable else 'none'} of the {outlook.numbers[0]}s follow"
    if facts.thrower is None:
        return ""
    if facts.thrower is mover:
        told = [f"another throw: {facts.hits} of 36 hit"]
        if facts.shut_out:
            told.append(f"{facts.shut_out} are lost")
        return join(told)
    told = [f"hit by {facts.hits} of 36" if facts.hits else "safe"]
    if facts.shut_out:
        told.append(f"shuts out {facts.shut_out}")
    return ", ".join(told)


def describe_fewer(facts: Facts, mover: Side, other: Facts, text: str) -> str:
    """Which other play leaves fewer throws that hit: `24/21 would leave 14`; empty if none."""
    if facts.thrower is not other.thrower or facts.thrower in (None, mover):
        return ""
    return f"{text} would leave {other.hits}" if other.hits < facts.hits else ""

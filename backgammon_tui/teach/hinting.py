"""What the program would play, what other plays cost, and what can be counted of each."""

from __future__ import annotations

from typing import Final, NamedTuple

from backgammon_tui.analysis import ranked
from backgammon_tui.analysis.facts import facts
from backgammon_tui.engine import Game, Play, Side
from backgammon_tui.players import Level, choose
from backgammon_tui.words.fact_sentences import describe_facts
from backgammon_tui.words.review_lines import write_actions

_MOST: Final = 3
"""So many plays are hinted at."""


class Hinted(NamedTuple):
    """One of the plays that the program likes most."""

    play: Play

    cost: float
    """The points by which the program takes it to be worse than its choice."""

    reason: str
    """What can be counted of it."""


def hinted(game: Game) -> list[Hinted]:
    """The plays that the program likes most, its choice first; it takes its time."""
    found = ranked(game)[:_MOST]
    mover = game.side or Side.WHITE
    counted = [facts(game, play) for play, _ in found]
    reasons = [describe_facts(each, mover) for each in counted]
    if counted and counted[0].thrower is mover.other:
        safer = any(each.thrower is mover.other and each.hits < counted[0].hits for each in counted)
        reasons[0] += ", worth it by its estimate" if safer else ""
    best = max((points for _, points in found), default=0.0)
    return [
        Hinted(play, best - points, reason)
        for (play, points), reason in zip(found, reasons, strict=True)
    ]


def describe_choice(game: Game) -> str:
    """What the program would answer where the rules ask for no play."""
    return f"The program's choice: {write_actions(choose(game, Level.STRONG))}."

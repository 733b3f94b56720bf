"""What the program would play, what other plays cost, and what can be counted of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from backgammon_tui.analysis import ranked
from backgammon_tui.analysis.facts import Facts, facts
from backgammon_tui.analysis.review import Choice, review
from backgammon_tui.engine.actions import Action, ChooseDoublet, KeepOpening, ThrowOpeningAgain
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.moves import Effect
from backgammon_tui.engine.plays import Play
from backgammon_tui.engine.position import Place, Side
from backgammon_tui.engine.turn import Phase
from backgammon_tui.words.fact_sentences import describe_facts
from backgammon_tui.words.naming import capitalized, count
from backgammon_tui.words.review_lines import write_actions

_MOST: Final = 3
"""So many plays are hinted at."""


class HintedPlay(NamedTuple):
    """One of the plays that the program likes most."""

    play: Play

    cost: float
    """The points by which the program takes it to be worse than its choice."""

    reason: str
    """What can be counted of it; empty where nothing of that speaks for the program's choice."""


def hinted(game: Game) -> tuple[list[HintedPlay], float]:
    """The plays that the program likes most, its choice first; it takes its time.

    Also gives what the best of all others costs; 0 where there are none.
    """
    judged = ranked(game)
    found, others = judged[:_MOST], judged[_MOST:]
    mover = game.side or Side.WHITE
    counted = [facts(game, play) for play, _ in found]
    gains = [_gains(game, play, mover) for play, _ in found]
    reasons = [
        "; ".join(filter(None, (gain, describe_facts(each, mover))))
        for gain, each in zip(gains, counted, strict=True)
    ]
    if counted and _is_against(counted[0], mover):
        leave = [each.hits for each in counted[1:] if each.thrower is counted[0].thrower]
        if leave and counted[0].hits < min(leave):
            reasons[0] += f"; the next {'plays leave' if leave[1:] else 'play leaves'} more"
        elif not gains[0]:
            reasons[0] = ""
        elif leave and counted[0].hits > min(leave):
            reasons[0] += "; the program thinks it worth the risk"
    best = max((points for _, points in found), default=0.0)
    hints = [
        HintedPlay(play, best - points, reason)
        for (play, points), reason in zip(found, reasons, strict=True)
    ]
    return hints, best - others[0][1] if others else 0.0


def _gains(game: Game, play: Play, mover: Side) -> str:
    """What a play brings at once: hits, closed points, checkers off."""
    hits, traps = (
        sum(move.effect is effect for move in play.moves) for effect in (Effect.HIT, Effect.TRAP)
    )
    least = game.rules.landing.closed_by
    before, after = (
        sum(position.count(mover, point) >= least for point in position.points(mover))
        for position in (game.position, play.position)
    )
    off = play.position.count(mover, Place.OFF) - game.position.count(mover, Place.OFF)
    gained = (
        f"hits {count(hits)}" if hits else "",
        f"traps {count(traps)}" if traps else "",
        f"closes {count(after - before)} more {'point' if after - before == 1 else 'points'}"
        if after > before
        else "",
        f"bears off {count(off)}" if off else "",
    )
    return ", ".join(filter(None, gained))


def _is_against(counted: Facts, mover: Side) -> bool:
    """Whether what was counted speaks more against a play than for it."""
    if counted.outlook:
        return counted.outlook.withheld is not None or not counted.outlook.playable
    return counted.thrower is mover.other and counted.hits > counted.shut_out


def judged_answers(game: Game) -> list[Choice]:
    """Each answer to what the rules ask: the opening throw, or the doublet after a 2-1."""
    answers: tuple[Action, ...] = (ChooseDoublet(5), ChooseDoublet(6))
    if game.phase is Phase.KEEP_OR_AGAIN:
        answers = (KeepOpening(), ThrowOpeningAgain())
    found = (each for answer in answers for each in review(game, [answer]))
    return [each for each in found if isinstance(each, Choice)]


def describe_answers(answers: Sequence[Choice]) -> str:
    """What the program would answer, and what the other answer would cost."""
    other = max(answers, key=lambda each: each.cost)
    best, made = write_actions(other.best), write_actions(other.made)
    return f"The program's choice: {best}. {capitalized(made)} would cost {other.cost:.2f} points."

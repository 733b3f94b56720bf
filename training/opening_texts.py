"""The tables of opening rolls, and the text of the rulebook about them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any, Final

from backgammon_tui.engine import Opening, Rules
from backgammon_tui.explain.facts import MIN_POINTS
from backgammon_tui.words.naming import MINUS, signed

FOLDER: Final = Path(__file__).with_name("openings")


@dataclass(frozen=True)
class RolledPlay:
    play: str
    points: float
    """The value for the side that plays it."""

    error: float
    games: int
    clearly_worse: bool


@dataclass(frozen=True)
class RankedRoll:
    roll: str
    plays: tuple[RolledPlay, ...]

    @property
    def best(self) -> RolledPlay:
        return self.plays[0]

    @property
    def is_double(self) -> bool:
        return self.roll[0] == self.roll[2]


@dataclass(frozen=True)
class OpeningTable:
    trained_games: int
    cut: int
    """Number of rolls after which the network evaluated the position."""

    clear: float
    """Number of standard errors from which a difference counts as clear."""

    rolls: tuple[RankedRoll, ...]

    @property
    def again(self) -> tuple[float, float]:
        """The value of a roll before it is known, and its standard error."""
        points = squares = 0.0
        for roll in self.rolls:
            weight = (1 if roll.is_double else 2) / 36
            points += weight * roll.best.points
            squares += (weight * roll.best.error) ** 2
        return points, sqrt(squares)

    def gain_by_keeping(self, roll: str) -> float:
        """Return the points gained by keeping a roll, high number first, instead of rerolling.

        Returns 0 if both are about equally good.
        """
        kept = next(ranked.best for ranked in self.rolls if ranked.roll == roll)
        again, error = self.again
        gain = kept.points - again
        minimum = max(MIN_POINTS, self.clear * sqrt(kept.error**2 + error**2))
        return gain if abs(gain) >= minimum else 0.0


@cache
def opening_table(name: str) -> OpeningTable:
    kept: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    rolls = tuple(
        RankedRoll(roll["roll"], tuple(RolledPlay(**play) for play in roll["plays"]))
        for roll in kept["rolls"]
    )
    return OpeningTable(kept["trained_games"], kept["cut_after_rolls"], kept["clear"], rolls)


def describe_openings(table: OpeningTable, rules: Rules) -> Iterator[str]:
    """Yield an explanation, then a line for each roll.

    Only a statistically clear difference counts as better, and only one large enough for a review
    counts as clearly better.
    """
    games = max(play.games for roll in table.rolls for play in roll.plays)
    yield (
        "Each line gives the value, in points, of a first roll to the player who rolls it. The"
        f" computer estimated these values by rollouts. From each play, its network (trained on"
        f" {table.trained_games:,} games against itself) played up to {games:,} games of"
        f" {table.cut} rolls, with the luck of the dice removed. The standard error in brackets,"
        " left out if it is below 0.001, covers the dice, but not the network's own mistakes. A"
        f" difference is called clear only if it is at least {table.clear} standard errors. A"
        f" difference of less than {MIN_POINTS} points is small, and a review does not mention it."
    )
    yield from _lines(table, rules)


def _lines(table: OpeningTable, rules: Rules) -> Iterator[str]:
    has_choice = any(len(roll.plays) > 1 for roll in table.rolls)
    can_reroll = rules.opening is Opening.CHOOSE
    if not has_choice:
        yield "Each first roll has only one legal play."
    if can_reroll:
        yield f"Rerolling instead: {_figure(*table.again)}"
    for roll in table.rolls:
        text = f"{roll.roll}: {_ranked_plays(roll) if has_choice else _worth(roll.best)}"
        if can_reroll and not roll.is_double:
            text += f"; {_keeping(table.gain_by_keeping(roll.roll))}"
        yield text


def _ranked_plays(roll: RankedRoll) -> str:
    near = [play for play in roll.plays if not play.clearly_worse]
    worse = [play for play in roll.plays if play.clearly_worse]
    text = " or ".join(f"{play.play} {_worth(play)}" for play in near)
    if len(near) > 1:
        return f"{text}, which are not clearly different"
    if not worse:
        return text
    by = "clearly" if near[0].points - worse[0].points >= MIN_POINTS else "a little"
    return f"{text}, {by} better than {worse[0].play} {_worth(worse[0])}"


def _keeping(gain: float) -> str:
    if not gain:
        return "keeping it is about as good"
    return f"{'keeping it' if gain > 0 else 'rerolling'} is better by {abs(gain):.3f}"


def _worth(play: RolledPlay) -> str:
    return _figure(play.points, play.error)


def _figure(points: float, error: float) -> str:
    within = f" ({error:.3f})" if error >= 0.0005 else ""
    return f"{signed(points, 3).replace(MINUS, '-')}{within}"

"""Tables of the rulebook: a comparison of all games, and the ranked opening rolls.

`python -m training.opening_tables` writes the files in `openings`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import sqrt
from types import MappingProxyType
from typing import Any, Final, assert_never

from backgammon_tui.engine import RULESETS, Direction, Doubles, Landing, Opening, Rules, Start
from backgammon_tui.explain.facts import MIN_POINTS
from backgammon_tui.teach.blocks import read_data_file
from backgammon_tui.words.naming import MINUS, signed
from backgammon_tui.words.rule_settings import HOUSE_RULES, changed_rules, describe_value, striking

# ---- comparison of all games

_STANDARD: Final = RULESETS["backgammon"]


@dataclass(frozen=True)
class TableCell:
    text: str

    changed: bool = False
    """True if it is a changed house rule of the current game."""


@dataclass(frozen=True)
class TableRow:
    """One rule in all rulesets."""

    field: str
    label: str
    cells: tuple[TableCell, ...]
    """One cell for each column."""

    @property
    def shortened(self) -> tuple[TableCell, ...]:
        """The cells, with a sign for those equal to the first."""
        first, *others = self.cells
        same = {first.text} - {SENSELESS}
        cut = (replace(cell, text=SAME) if cell.text in same else cell for cell in others)
        return (first, *cut)


@dataclass(frozen=True)
class Comparison:
    """The table: rulesets side by side, standard backgammon first."""

    columns: tuple[Rules, ...]
    rows: tuple[TableRow, ...]


def compare(rules: Rules | None = None) -> Comparison:
    """Compare all rulesets rule by rule, including the house rules of the current game.

    Args:
        rules: The rules of the current game, which replace those of its ruleset; None if there
            is none.
    """
    usual = (_STANDARD, *(ruleset for ruleset in RULESETS.values() if ruleset is not _STANDARD))
    columns = tuple(
        rules if rules and rules.name == usual_rules.name else usual_rules for usual_rules in usual
    )
    changed = {rule.field for rule in changed_rules(rules)} if rules else set()
    rows = []
    for field, label in LABELS.items():
        cells = (
            TableCell(_describe(column, field), column is rules and field in changed)
            for column in columns
        )
        rows.append(TableRow(field, label, tuple(cells)))
    return Comparison(columns, tuple(rows))


LABELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "title": "game",
        "name": "on the command line",
        "direction": "direction",
        "start": "start",
        "doubles": "double",
        "landing": "landing on a blot",
        **{rule.field: rule.title for rule in HOUSE_RULES},
    }
)
"""The labels of the rows, by the field of `Rules`: the game itself, then the house rules."""

SAME: Final = "="
"""The sign for a value equal to the first column."""

COMPLEMENT: Final = "complement: 7 minus the number"

SENSELESS: Final = "-"
"""The sign for a house rule that does not apply to a game."""


def _describe(rules: Rules, field: str) -> str:
    match getattr(rules, field):
        case str(text):
            return text
        case Direction() | Start() | Doubles() | Landing() as kind:
            return _describe_kind(kind)
        case value:
            rule = next(rule for rule in HOUSE_RULES if rule.field == field)
            return describe_value(value) if rule.makes_sense(rules) else SENSELESS


def _describe_kind(kind: Direction | Start | Doubles | Landing) -> str:
    match kind:
        case Direction.PARALLEL:
            return "both the same way"
        case Direction.CONTRARY:
            return "in opposite directions"
        case Start.HAND:
            return "all in hand"
        case Start.ACE_POINT:
            return "all on point 24"
        case Start.STANDARD:
            return "on 24, 13, 8 and 6"
        case Doubles.FACE:
            return "four times"
        case Doubles.COMPLEMENT:
            return "four times, complement four times, an extra roll"
        case Landing():
            return striking(kind)
        case _:
            assert_never(kind)


# ---- opening rolls


@dataclass(frozen=True)
class RolledPlay:
    """A play of an opening roll."""

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
        least = max(MIN_POINTS, self.clear * sqrt(kept.error**2 + error**2))
        return gain if abs(gain) >= least else 0.0


@cache
def opening_table(name: str) -> OpeningTable:
    kept: dict[str, Any] = json.loads(read_data_file(f"openings/{name}.json"))
    rolls = tuple(
        RankedRoll(roll["roll"], tuple(RolledPlay(**play) for play in roll["plays"]))
        for roll in kept["rolls"]
    )
    return OpeningTable(kept["trained_games"], kept["cut_after_rolls"], kept["clear"], rolls)


def describe_openings(rules: Rules) -> tuple[str, Sequence[str]]:
    """Describe the table, with a line for each roll; empty under house rules.

    Only a statistically clear difference counts as better, and only one large enough for a review
    counts as clearly better.
    """
    if rules != RULESETS[rules.name]:
        return "These rolls have not been rolled out under your house rules.", ()
    table = opening_table(rules.name)
    games = max(play.games for roll in table.rolls for play in roll.plays)
    about = (
        "Each line gives the value, in points, of a first roll to the player who rolls it. The"
        f" computer estimated it: its network, trained on {table.trained_games:,} games against"
        f" itself, played on up to {games:,} times from each play, {table.cut} rolls long, with"
        " the luck of the dice removed. The standard error in brackets covers the dice, not the"
        " network's own mistakes. A difference is called clear only if it is at least"
        f" {table.clear} standard errors. A difference of less than {MIN_POINTS} points is small,"
        " and a review does not mention it."
    )
    return about, tuple(_lines(table, rules))


def _lines(table: OpeningTable, rules: Rules) -> Iterator[str]:
    has_choice = any(len(roll.plays) > 1 for roll in table.rolls)
    can_reroll = rules.opening is Opening.CHOOSE
    if not has_choice:
        yield "Each first roll has only one legal play."
    if can_reroll:
        yield f"Rerolling instead: {_figure(*table.again)}"
    for roll in table.rolls:
        text = f"{roll.roll}: {_plays(roll) if has_choice else _worth(roll.best)}"
        if can_reroll and not roll.is_double:
            text += f"; {_keeping(table.gain_by_keeping(roll.roll))}"
        yield text


def _plays(roll: RankedRoll) -> str:
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
    within = f"{error:.3f}" if error >= 0.0005 else "under 0.001"
    return f"{signed(points, 3).replace(MINUS, '-')} ({within})"

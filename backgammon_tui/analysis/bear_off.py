"""Bear-off tables for games in which the sides can no longer meet at home.

If the sides move in opposite directions, two sides that are home never meet again, so each needs
only a certain number of turns. For every distribution of checkers in the home board, a table gives
the chance of having borne off after 1, 2, 3 … turns, if the side minimizes its average number of
turns. A turn includes all rolls and complements that doubles earn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from importlib.resources import files
from itertools import accumulate
from math import comb
from typing import Final

from backgammon_tui.analysis.nets import certain_win, decompress
from backgammon_tui.engine import CHECKERS, Place, Position, Rules, Side, legal_plays
from backgammon_tui.engine.position import FIELD_BITS, PLACES, POINTS, field
from backgammon_tui.engine.rules import HOME_BOARD

HOME: Final = len(HOME_BOARD)
STATES: Final = comb(CHECKERS + HOME, HOME)
WHOLE: Final = 255
"""Value that represents a chance of 1 in a table."""

_OUTSIDE: Final = sum(
    0xFF * field(side, place)
    for side in Side
    for place in (*range(HOME + 1, POINTS + 1), Place.HAND, Place.BAR)
)

_WHITE: Final = (1 << FIELD_BITS * PLACES) - 1
"""Mask of White's places, the farthest in the highest bits; Black's bits are above them."""

Turns = Sequence[int]
"""Chances, in 255ths, of having borne off after 0, 1, 2, … turns."""


_RANKS: Final = [
    [
        [0, *accumulate(comb(left - n + place, place) for n in range(left + 1))]
        for left in range(CHECKERS + 1)
    ]
    for place in range(HOME)
]
"""Count of the states of lower rank, by place, checkers left for it and checkers on it."""


def rank(counts: Sequence[int]) -> int:
    """Return a state's index in the table. `counts` are the checkers on points 1 to 6."""
    left, index = CHECKERS, 0
    for place in range(HOME - 1, -1, -1):
        count = counts[place]
        index += _RANKS[place][left][count]
        left -= count
    return index


class TurnTable:
    """Chances of bearing off within a number of turns, read from a table file.

    Raises:
        ValueError: if the data is not a table.
    """

    def __init__(self, data: bytes) -> None:
        raw = decompress(data, STATES * WHOLE)
        if not raw or len(raw) % STATES:
            raise ValueError("a bear-off table has a byte for each state and turn")
        self._columns = [raw[first : first + STATES] for first in range(0, len(raw), STATES)]

    def turns(self, counts: Sequence[int]) -> Turns:
        """Return the chances of having borne off after 0, 1, 2, … turns."""
        at = rank(counts)
        return [column[at] for column in self._columns]


class BearOff:
    """A turn table applied to the rules of one game."""

    def __init__(self, rules: Rules, table: TurnTable) -> None:
        self._rules = rules
        self._table = table
        self._counts_more = rules.scale.max_points > 1

    def chances(self, packed: int, side: Side, pending: int) -> tuple[float, ...]:
        """Return the chances of the seven outcomes for `side`.

        `pending` is 0 if the side rolls next, else the complement that it plays first.
        """
        if pending:
            return self._after_complement(packed, side, pending)
        mine, theirs = home_counts(packed, side), home_counts(packed, side.other)
        my_turns, their_turns = self._table.turns(mine), self._table.turns(theirs)
        # The side that rolls now wins if both need the same number of turns.
        last = zip(their_turns, my_turns, my_turns[1:], strict=False)
        win = sum((now - then) * (WHOLE - through) for through, then, now in last) / WHOLE**2
        gammon = lost_gammon = 0.0
        if self._counts_more:
            if sum(theirs) == CHECKERS:
                gammon = _shutout_chance(my_turns, 1.0, _nothing_off(theirs))
            if sum(mine) == CHECKERS:
                nothing = _nothing_off(mine)
                lost_gammon = _shutout_chance(their_turns, nothing, nothing)
        return (win - gammon, gammon, 0.0, 1 - win - lost_gammon, lost_gammon, 0.0, 0.0)

    def _after_complement(self, packed: int, side: Side, pending: int) -> tuple[float, ...]:
        options = []
        for play in legal_plays(self._rules, Position(packed), side, (pending,) * 4):
            if play.position.has_borne_off_all(side):
                return certain_win(self._rules.points_for_win(play.position, side))
            options.append(self.chances(play.packed, side, 0))
        # The only outcomes are wins and losses of one or two points.
        return max(
            options, key=lambda chances: chances[0] + chances[1] + (chances[1] - chances[4]) / 2
        )


@cache
def _table(name: str) -> TurnTable | None:
    """Load a bundled table; None if its file is missing or damaged."""
    try:
        return TurnTable(files(__package__).joinpath("tables", f"{name}.turns").read_bytes())
    except (OSError, ValueError):
        return None


def table_name(rules: Rules) -> str | None:
    """Return the table's name for a game; None if the sides meet at home or no table was made."""
    switches = (rule.name for rule in fields(rules) if getattr(rules, rule.name) is True)
    if not rules.direction.runs_against or not {*switches} <= _WITHOUT_EFFECT:
        return None
    return "complement" if rules.doubles.have_complement else "plain"


_WITHOUT_EFFECT: Final = {
    *("higher_number", "free_entry", "entry_limits_complement", "winner_starts", "cube")
}
"""The house rules that change nothing once all checkers are home."""


def bear_off_for(rules: Rules) -> BearOff | None:
    """Return the table for a game; None if bearing off is evaluated by a network."""
    name = table_name(rules)
    table = _table(name) if name else None
    return BearOff(rules, table) if table else None


def all_are_home(packed: int) -> bool:
    """Return True if all checkers of both sides are home or off."""
    return not packed & _OUTSIDE


def sides_have_passed(packed: int) -> bool:
    """Return True if sides with opposite directions can no longer hit or trap a checker."""
    white = ((packed & _WHITE).bit_length() - 1) // FIELD_BITS
    black = ((packed >> FIELD_BITS * PLACES).bit_length() - 1) // FIELD_BITS
    return white + black <= POINTS


def home_counts(packed: int, side: Side) -> bytes:
    """Return the number of checkers on each of a side's points 1 to 6."""
    at = field(side, 1).bit_length() - 1
    return (packed >> at & (1 << FIELD_BITS * HOME) - 1).to_bytes(HOME, "little")


def _shutout_chance(turns: Turns, first: float, nothing: float) -> float:
    """Return the chance of bearing off everything before the opponent bears off a checker.

    Args:
        first: Chance that the opponent has no checker off after the first turn.
        nothing: Chance that a turn of the opponent bears off no checker.
    """
    in_one, in_two = turns[1] / WHOLE, (turns[2] - turns[1]) / WHOLE
    return first * (in_one + in_two * nothing)


def _nothing_off(counts: Sequence[int]) -> float:
    highest = max(point for point in HOME_BOARD if counts[point - 1])
    nothing = 0
    for first in HOME_BOARD:
        for second in HOME_BOARD:
            sums = (
                {first, second, first + second}
                if first != second
                else {first, 2 * first, 3 * first, 4 * first}
            )
            off = any(n <= HOME and counts[n - 1] for n in sums) or max(first, second) > highest
            nothing += not off
    return nothing / HOME**2

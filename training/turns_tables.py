"""Compute the bundled bear-off tables (`python -m training.turns_tables`).

States are computed in order of pips. Each plays every roll so as to minimize the expected number of
turns. The rules are those of the compiled players. Both tables take a minute.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from backgammon_tui.analysis import bear_off
from backgammon_tui.analysis.bear_off import (
    HOME,
    STATES,
    WHOLE,
    Turns,
    rank,
    table_name,
)
from backgammon_tui.engine import CHECKERS, RULESETS, Rules
from training import codes
from training.arrays import ALL, BOARD, SIDE, Array, RuleNumbers, numbers_of
from training.compiling import compiled, inner
from training.net_files import compress
from training.plays import OFF, PlayBuffer, find_plays, play_buffer

MAX_TURNS: Final = 40
"""Maximum number of turns that are counted."""

FOLDER: Final = Path(bear_off.__file__).parent / "tables"


def main() -> None:
    """Compute a table for each way of playing doubles, and write its file."""
    parser = argparse.ArgumentParser(prog="python -m training.turns_tables", description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="folder of the tables")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, rules in by_table().items():
        data = write_table(turns_of(rules))
        path = folder / f"{name}.turns"
        path.write_bytes(data)
        print(f"{path}: {len(data):,} bytes")


def by_table() -> dict[str, Rules]:
    """Return the name of each table with the rules that it is computed by."""
    named = {table_name(rules): rules for rules in RULESETS.values()}
    return {name: rules for name, rules in named.items() if name}


def states() -> list[tuple[int, ...]]:
    """Return all states in table order: point 1 varies fastest."""
    tuples: list[tuple[int, ...]] = [()]
    for _ in range(HOME):
        tuples = [(n, *higher) for higher in tuples for n in range(CHECKERS - sum(higher) + 1)]
    return tuples


def write_table(turns: Sequence[Turns]) -> bytes:
    """Return the bytes of a table file for the turns of each state."""
    return compress(b"".join(map(bytes, zip(*turns, strict=True))))


def turns_of(rules: Rules, checkers: int = ALL) -> list[Turns]:
    """Return, for each state of a table, the chances of having borne off by number of turns.

    Args:
        checkers: Maximum number of checkers of a computed state.
    """
    every = [counts for counts in states() if 0 < sum(counts) <= checkers]
    every.sort(key=lambda counts: sum(point * n for point, n in enumerate(counts, 1)))
    spread = np.zeros((STATES, MAX_TURNS))
    spread[:, 0] = 1
    owing = np.zeros((STATES, HOME + 1), np.int64)
    mean = np.zeros(STATES)
    counts = np.array(every, np.int64)
    order = np.array([rank(counts) for counts in every])
    work_out(numbers_of(rules), counts, order, _ranks(), owing, mean, spread, play_buffer())
    through = np.rint(np.cumsum(spread, axis=1) * WHOLE).astype(int)
    maximum = int((through < WHOLE).sum(axis=1).max())
    return [list(map(int, row[: maximum + 1])) for row in through]


def _ranks() -> Array:
    """Return the part of a state's index due to each count, by place and checkers left."""
    addends = np.zeros((HOME, ALL + 1, ALL + 1), np.int64)
    for place in range(HOME):
        for left in range(ALL + 1):
            higher = [0] * HOME
            if place + 1 < HOME:
                higher[place + 1] = ALL - left
            for count in range(left + 1):
                state = higher.copy()
                state[place] = count
                addends[place, left, count] = rank(state) - rank(higher)
    return addends


@inner()
def _rank(ranks: Array, board: Array) -> int:
    """Return the index of the state of a board's first side."""
    left, index = ALL, 0
    for place in range(HOME - 1, -1, -1):
        count = int(board[place + 1])
        index += ranks[place, left, count]
        left -= count
    return index


@inner()
def _best(
    rules: RuleNumbers,
    board: Array,
    high: int,
    low: int,
    ranks: Array,
    worth: Array,
    work: PlayBuffer,
) -> int:
    """Return the state after a stage that minimizes the expected turns (or another weight)."""
    times = codes.FOUR if high == low else codes.TWO
    count, _ = find_plays(rules, board, high, low, times, work)
    best = -1
    for i in range(count):
        at = _rank(ranks, work.boards[i])
        if best < 0 or (worth[at], at) < (worth[best], best):
            best = at
    return best


@compiled()
def work_out(
    rules: RuleNumbers,
    counts: Array,
    order: Array,
    ranks: Array,
    owing: Array,
    mean: Array,
    spread: Array,
    work: PlayBuffer,
) -> None:
    """Fill in the chances of each number of turns for states in order of pips.

    Args:
        counts: The checkers of each state on points 1 to 6.
        order: The index of each state in the table.
        owing: Receives the state after a number played four times, by state and number.
        mean: Receives the expected number of turns.
        spread: Receives the chance of each number of turns.
    """
    board = np.zeros(BOARD, np.uint8)
    # The opponent is still far from bearing off.
    board[SIDE + OFF], board[SIDE + 1] = ALL - 1, 1
    for i in range(len(order)):
        total = 0
        for place in range(HOME):
            board[place + 1] = counts[i, place]
            total += counts[i, place]
        board[OFF] = ALL - total
        at = order[i]
        if rules.complement:
            for number in range(1, HOME + 1):
                owing[at, number] = _best(rules, board, number, number, ranks, mean, work)
        spread[at, 0] = 0
        for low in range(1, HOME + 1):
            for high in range(low, HOME + 1):
                weight = 1 if high == low else 2
                later = 1
                if rules.complement and high == low:
                    below = HOME + 1 - high
                    n, _ = find_plays(rules, board, high, low, codes.FOUR, work)
                    reached = -1
                    for k in range(n):
                        face = _rank(ranks, work.boards[k])
                        after = owing[face, below] if face else 0
                        if reached < 0 or (mean[after], after) < (mean[reached], reached):
                            reached = after
                    # An extra roll is part of the same turn, unless the last checker is off.
                    later = 0 if reached else 1
                else:
                    reached = _best(rules, board, high, low, ranks, mean, work)
                for turns in range(MAX_TURNS - later):
                    spread[at, turns + later] += spread[reached, turns] * weight / 36
        for turns in range(MAX_TURNS):
            mean[at] += turns * spread[at, turns]


if __name__ == "__main__":
    main()

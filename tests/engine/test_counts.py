"""The number of plays, one and two stages deep, is what `tests/data/counts.txt` says."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from backgammon_tui.engine import Position, Rules, Side, legal_plays
from tests.engine.examples import NAMES, rules_named

Numbers = tuple[int, ...]

TABLE = Path(__file__).parents[1] / "data" / "counts.txt"


class Row(NamedTuple):
    rules: Rules
    position: Position
    side: Side
    numbers: Numbers
    plays: int
    second: Numbers
    two_deep: int


def read(line: str) -> Row:
    name, position, side, numbers, plays, second, two_deep = map(str.strip, line.split(" | "))
    return Row(
        rules_named(name),
        Position.parse(position),
        Side(side),
        tuple(map(int, numbers)),
        int(plays),
        tuple(map(int, second)),
        int(two_deep),
    )


LINES = [line for line in TABLE.read_text().splitlines() if not line.startswith("#")]


@pytest.mark.parametrize("line", LINES, ids=range(1, len(LINES) + 1))
def test_the_engine_counts_what_the_table_says(line: str) -> None:
    row = read(line)
    reached = [p.position for p in legal_plays(row.rules, row.position, row.side, row.numbers)]
    assert len(reached) == row.plays
    going_on = [position for position in reached if not position.has_borne_off_all(row.side)]
    replies = [legal_plays(row.rules, each, row.side.other, row.second) for each in going_on]
    assert sum(map(len, replies)) == row.two_deep


def test_every_ruleset_has_its_rows() -> None:
    names = [line.split(" | ")[0].strip() for line in LINES]
    assert set(names) == set(NAMES)
    assert min(names.count(name) for name in NAMES) >= 8

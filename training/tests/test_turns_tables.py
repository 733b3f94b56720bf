"""The bear-off tables, computed again and checked by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba is not installed (extra: train)")

from backgammon_tui.analysis.bear_off import STATES, WHOLE, TurnTable, rank
from training.turns_tables import FOLDER, by_table, states, turns_of, write_table

# Compilation takes a minute if the cache is empty.
pytestmark = [pytest.mark.timeout(600), pytest.mark.long]


def _file(name: str) -> bytes:
    return Path(FOLDER / f"{name}.turns").read_bytes()


@pytest.mark.parametrize("name", by_table())
def test_shipped_tables_are_reproduced(name: str) -> None:
    again, shipped = TurnTable(write_table(turns_of(by_table()[name]))), TurnTable(_file(name))
    assert all(again.turns(state) == shipped.turns(state) for state in states())


def test_two_checkers_on_6_bear_off_with_four_rolls() -> None:
    """These are 3-3, 4-4, 5-5 and 6-6, because doubles have no complement here."""
    turns = turns_of(by_table()["plain"], checkers=2)[rank((0, 0, 0, 0, 0, 2))]
    assert turns[1] == round(WHOLE * 4 / 36)


def test_one_checker_on_point_1_needs_one_turn() -> None:
    for rules in by_table().values():
        turns = turns_of(rules, checkers=1)[rank((1, 0, 0, 0, 0, 0))]
        assert turns[0] == 0
        assert turns[1] == WHOLE
    assert TurnTable(_file("plain")).turns((1, 0, 0, 0, 0, 0))[1] == WHOLE


def test_written_table_is_read_back() -> None:
    every = states()
    assert len(every) == STATES
    assert [rank(counts) for counts in every[:: STATES // 50]] == [*range(0, STATES, STATES // 50)]
    turns = [[i % 7, min(i % 256, WHOLE), WHOLE] for i in range(STATES)]
    table = TurnTable(write_table(turns))
    assert all([*table.turns(counts)] == turns[i] for i, counts in enumerate(every) if not i % 997)

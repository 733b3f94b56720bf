"""A match that is kept while it is played, and played on later just as it stood."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from backgammon_tui.records.journal.journal import Journal
from backgammon_tui.records.journal.seat import Seat
from backgammon_tui.records.table import Table
from tests.engine.examples import NAMES, rules_named
from tests.records.matches import any_step, sat_down


def journal_in(folder: Path) -> Journal:
    return Journal(folder / "journal.sqlite")


def left_and_taken(seat: Seat, folder: Path) -> tuple[Seat, Table]:
    """Leave a seat, and sit down again as another program would."""
    assert seat.match
    seat.leave()
    return Seat.take(journal_in(folder), seat.match)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("fair", [True, False])
def test_a_match_goes_on_just_as_it_was_left(tmp_path: Path, name: str, fair: bool) -> None:
    chance = random.Random(f"{name} {fair}")
    table, seat = sat_down(rules_named(name), fair), Seat(journal_in(tmp_path))
    for step in range(400):
        table = any_step(table, chance, back=True, seed=bytes([step % 256] * 32) if fair else None)
        seat.keep(table)
        if seat.match and step % 20 == 0:
            seat, found = left_and_taken(seat, tmp_path)
            assert found == table

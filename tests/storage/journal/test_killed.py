"""A program that is killed at any moment has lost nothing that it showed."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.query import all_matches
from backgammon_tui.storage.table import Table
from tests.engine.examples import NAMES
from tests.storage.journal.journals import journal_in, other_program, random_steps, table_for

KILLS = 40
MATCHES = 8


def left(folder: Path, name: str, fair: bool) -> Table:
    """The match as it was left; a new one if nothing of it was written."""
    with journal_in(folder) as journal:
        if not all_matches(journal, 0, 1):
            return table_for(name, fair=fair)
        lock, table = MatchLock.acquire(journal, 1)
        lock.release()
        return table


def play(pipe: Connection, folder: Path, table: Table, seed: int) -> None:
    """Play on from where the match was left, and tell each step when it is kept."""
    journal = journal_in(folder)
    if all_matches(journal, 0, 1):
        lock, found = MatchLock.acquire(journal, 1)
        assert found == table
    else:
        lock = MatchLock(journal)
    pipe.send(0)
    for number, following in enumerate(random_steps(table, seed, 10_000), 1):
        lock.save(following)
        pipe.send(number)


def state_after(table: Table, seed: int, steps: int) -> Table:
    """Return a match after so many steps."""
    for following in random_steps(table, seed, steps):
        table = following
    return table


@pytest.mark.parametrize("match", range(MATCHES))
def test_nothing_that_was_shown_is_lost(
    tmp_path: Path, match: int, request: pytest.FixtureRequest
) -> None:
    kills = 400 if request.config.getoption("--long") else KILLS
    name, fair = NAMES[match % len(NAMES)], match % 3 > 0
    table = left(tmp_path, name, fair)
    for kill in range(kills // MATCHES):
        seed = 1000 * match + kill
        chance = random.Random(f"{seed} {time.time()}")
        with other_program(play, tmp_path, table, seed) as other:
            shown = [other.pipe.recv() for _ in range(chance.randint(1, 9))]
            time.sleep(chance.uniform(0, 0.01))
            other.kill()
            steps = max(shown + other.heard())
        found = left(tmp_path, name, fair)
        kept = [state_after(table, seed, number) for number in (steps, steps + 1)]
        # A move made again by hand cannot be told from one that was brought back.
        assert replace(found, undone=()) in [replace(state, undone=()) for state in kept]
        table = found
    assert table.record.games[0].entries, "it was not always killed before the first step"

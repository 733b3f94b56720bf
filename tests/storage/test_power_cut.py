"""A power cut at any point of a session costs at most the moves since the last roll."""

from __future__ import annotations

import random
import sys
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from backgammon_tui.engine import OpeningRoll, Result, Roll
from backgammon_tui.match.record import GameRecord
from backgammon_tui.storage.journal.backups import is_sound
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.log import unwritten, verified_lines
from backgammon_tui.storage.journal.match_lock import MatchLock
from tests.storage.forgetful import WAYS, Act, Disk, recorded
from tests.storage.journal.journals import random_steps, table_for

CUTS = 10_000 if "--long" in sys.argv else 160


class Saved(NamedTuple):
    """The data saved by a program after some acts."""

    acts: int
    lines: int
    sure: int
    """The lines that a power cut must leave."""


def play(folder: Path, saves: int) -> tuple[list[Act], list[Saved], list[str]]:
    """Play a match, and return what was done to the disk, what was saved, and the log."""
    journal, saved = Journal(folder / "journal.sqlite"), [Saved(0, 0, 0)]
    with recorded() as acts:
        if acts is None:
            pytest.skip("Python's SQLite cannot be reached")
        lock = MatchLock(journal)
        for number, table in enumerate(random_steps(table_for("russian"), 5, saves)):
            before = saved[-1].lines
            items = [item for _, item in unwritten(table, before)]
            if not (before or table.record.games[0].entries):
                continue
            lock.save(table)
            is_sure = any(isinstance(i, GameRecord | OpeningRoll | Roll | Result) for i in items)
            lines = before + len(items)
            saved.append(Saved(len(acts), lines, lines if is_sure else saved[-1].sure))
            if number % 60 == 59:
                journal.close()  # This moves the log into the database.
        with journal.reading() as db:
            log = [text for text, _ in verified_lines(db, 1)]
        lock.release()
        journal.close()
    return acts, saved, log


def test_power_cut_loses_only_the_last_moves(tmp_path: Path) -> None:
    acts, saved, log = play(tmp_path / "played", CUTS // 3 if CUTS > 1000 else 250)
    assert len(acts) >= CUTS
    assert len(log) == saved[-1].lines
    chance, disk = random.Random(1), Disk()
    cuts = {*random.Random(2).sample(range(len(acts)), CUTS)}
    done, losses = 0, 0
    for at, act in enumerate(acts):
        if at in cuts:
            while done + 1 < len(saved) and saved[done + 1].acts <= at:
                done += 1
            before = saved[done]
            after = saved[min(done + 1, len(saved) - 1)]
            for way in WAYS if CUTS < 1000 else chance.sample(WAYS, 1):
                folder = tmp_path / "cut"
                folder.mkdir(exist_ok=True)
                disk.write_to(folder, partial(way, chance))
                losses += len(log[: after.lines]) - expect_kept(folder, log, before, after)
                for path in folder.iterdir():
                    path.unlink()
        disk.do(act)
    assert losses, "something was not synced"


def expect_kept(folder: Path, log: list[str], before: Saved, after: Saved) -> int:
    """Assert that a journal has everything but the last moves; return the number of its lines."""
    path = folder / "journal.sqlite"
    with Journal(path) as journal:
        lines: list[str] = []
        if journal.exists:
            with journal.reading() as db:
                lines = [text for text, _ in verified_lines(db, 1)]
    assert before.sure <= len(lines) <= after.lines, (before, len(lines))
    assert lines == log[: len(lines)]
    assert not path.exists() or is_sound(path)
    return len(lines)

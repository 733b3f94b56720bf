"""Fixtures of all tests of the journal."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from backgammon_tui.storage.journal import journal as journal_module
from backgammon_tui.storage.journal.journal import Journal
from tests.storage.journal.journals import journal_in


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """A journal whose file is made when something is first written."""
    return journal_in(tmp_path)


@pytest.fixture(autouse=True)
def synced(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each commit whether it would have waited for the disk; these tests never do."""
    commits: list[bool] = []

    def sync(db: sqlite3.Connection, *, fully: bool) -> None:
        db.execute("PRAGMA synchronous = OFF")
        commits.append(fully)

    monkeypatch.setattr(journal_module, "sync", sync)
    return commits

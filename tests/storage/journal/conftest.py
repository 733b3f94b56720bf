"""Fixtures for all tests of the journal."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from backgammon_tui.storage.journal import journal as journal_module
from backgammon_tui.storage.journal.journal import Journal
from tests.storage.journal.journals import journal_in


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """Return a journal; its file is created at the first write."""
    return journal_in(tmp_path)


@pytest.fixture(autouse=True)
def synced(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Record for each commit whether it would wait for the disk; tests never wait."""
    commits: list[bool] = []

    def sync(db: sqlite3.Connection, *, fully: bool) -> None:
        db.execute("PRAGMA synchronous = OFF")
        commits.append(fully)

    monkeypatch.setattr(journal_module, "sync", sync)
    return commits

"""Fixtures of all tests of the journal."""

from __future__ import annotations

import sqlite3

import pytest

from backgammon_tui.storage.journal import journal as journal_module


@pytest.fixture(autouse=True)
def synced(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each commit whether it would have waited for the disk; these tests never do."""
    found: list[bool] = []

    def sync(db: sqlite3.Connection, *, fully: bool) -> None:
        db.execute("PRAGMA synchronous = OFF")
        found.append(fully)

    monkeypatch.setattr(journal_module, "sync", sync)
    return found

"""Fixtures for all tests of the journal."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from backgammon_tui.storage.journal import database
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

    monkeypatch.setattr(database, "sync", sync)
    return commits


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Return a small disk, which only root can make."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(disk)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no small disk can be mounted here")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)

"""Asking the journal in a thread, so that the screen goes on answering."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.program_files import Storage

FromJournal = TypeVar("FromJournal")

RECORDS = "records"
"""The group of the workers that wait for the journal."""


async def ask_journal(storage: Storage, ask: Callable[[Journal], FromJournal]) -> FromJournal:
    """Ask the journal in another thread and return its answer; raises its JournalProblem."""
    assert storage.journal
    path = storage.journal.path

    def work() -> FromJournal:
        # A database is used by the thread that opened it.
        with Journal(path) as journal:
            return ask(journal)

    return await asyncio.to_thread(work)

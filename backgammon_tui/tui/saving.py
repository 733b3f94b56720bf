"""Saving a match while another program may be writing to the records, too."""

from __future__ import annotations

import asyncio
from typing import Final

from backgammon_tui.session import SaveError, Session
from backgammon_tui.storage.table import Table

_BETWEEN: Final = 0.05
"""The seconds between two tries to save while another program writes."""


def save(session: Session, table: Table) -> SaveError | None:
    """Save a table at once; what is wrong if it cannot be."""
    try:
        session.update(table, patience=0)
    except SaveError as error:
        return error
    return None


async def save_patiently(session: Session, table: Table) -> SaveError | None:
    """Try again and again while another program writes; what was wrong at the last try."""
    from backgammon_tui.storage.journal import schema  # The first frame waits for no database.

    error = None
    for _ in range(max(round(schema.PATIENCE / _BETWEEN), 1)):
        await asyncio.sleep(_BETWEEN)
        error = save(session, table)
        if error is None or not error.problem.is_passing:
            break
    return error

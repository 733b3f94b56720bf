"""Work that goes on while the screen answers: questions to the journal, and reviews."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from textual.app import App

from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.program_files import Storage

if TYPE_CHECKING:
    from backgammon_tui.engine.actions import Action
    from backgammon_tui.game_review import Review

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


class Reviews:
    """The reviews that somebody has asked for since the program began."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._reviews: dict[tuple[Action, ...], Review] = {}
        self._followers: dict[tuple[Action, ...], Callable[[Review], object]] = {}

    def look_on(self, review: Review, then: Callable[[Review], object]) -> None:
        """Go on with a review until it is done; tell `then` each time it has come further."""
        game = tuple(review.table.actions)
        known = self._reviews.get(game)
        self._reviews[game] = review.resume(known) if known else review
        self._followers[game] = then
        if known is None or known.is_done:
            self._app.run_worker(self._go_on(game))

    async def _go_on(self, game: tuple[Action, ...]) -> None:
        while not (review := self._reviews[game]).is_done:
            found = await asyncio.to_thread(review.look_on)
            self._reviews[game] = self._reviews[game].take(found)
            self._followers[game](self._reviews[game])

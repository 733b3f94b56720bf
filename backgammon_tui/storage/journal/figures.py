"""Figures of finished games, saved beside each game for statistics.

They follow from the game, which has a checksum of its own. So missing or senseless figures are
no damage: where an older program saved fewer of them, they are counted from the game.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from backgammon_tui.stats.summary import SideSummary, Summary, summarize
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.problems import JournalProblem
from backgammon_tui.storage.journal.read import damage_noticed, read_match, read_record
from backgammon_tui.text_file import UNREADABLE

_AT_ONCE: Final = 100
"""Number of counted games after which they are saved: players may not wait for thousands."""


class FigureReader:
    """A reader of figures, which counts those that a row lacks."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._counted: dict[int, tuple[str, ...]] = {}

    def read(self, game: int, columns: Sequence[str]) -> tuple[SideSummary, SideSummary]:
        """Return White's and Black's figures, from the JSON of both columns of a game's row."""
        try:
            white, black = (SideSummary.from_data(json.loads(text)) for text in columns)
        except UNREADABLE:
            counted = self._count(game)
            sides = zip(columns, (counted.white, counted.black), strict=True)
            # Figures that this program does not know stay: a later one may have counted them.
            self._counted[game] = tuple(
                json.dumps({**_read_object(text), **side.as_data()}) for text, side in sides
            )
            if len(self._counted) == _AT_ONCE:
                self.keep_counted()
            return counted.white, counted.black
        return white, black

    def _count(self, game: int) -> Summary:
        match, number = self._journal.find_game(game)
        with self._journal.reading() as db, damage_noticed(f"game {game}"):
            head = read_match(db, match)
            if head is None:
                raise LookupError(f"match {match} is missing")
            _, record = read_record(db, game, match, number)
            return summarize(record.history(head.rules))

    def keep_counted(self) -> None:
        """Write the counted figures into the journal, so that nobody waits for them twice.

        If it cannot be written now, they are counted again the next time.
        """
        rows = [(*texts, game) for game, texts in self._counted.items()]
        if rows:
            with suppress(JournalProblem), self._journal.writing(fully=False, patience=0) as db:
                db.executemany(
                    "UPDATE game SET white_figures = ?, black_figures = ? WHERE id = ?", rows
                )
        self._counted.clear()


def _read_object(text: str) -> dict[str, object]:
    try:
        return dict(json.loads(text))
    except UNREADABLE:
        return {}

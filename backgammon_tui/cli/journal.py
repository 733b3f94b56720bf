"""The journal, as commands use it: opened, and asked for one match."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from backgammon_tui.cli.arguments import Refusal
from backgammon_tui.storage import journal as kept
from backgammon_tui.storage.paths import journal_file


@contextmanager
def open_journal() -> Iterator[kept.journal.Journal]:
    """The journal, until the end of the block; its `JournalProblem`s become a `Refusal`."""
    with kept.journal.Journal(journal_file()) as journal:
        try:
            yield journal
        except kept.problems.JournalProblem as problem:
            raise Refusal(str(problem)) from problem


@contextmanager
def damage_refused(what: str) -> Iterator[None]:
    """In a `with` block: that a match cannot be played as it is written becomes a `Refusal`."""
    try:
        yield
    except ValueError as error:
        problem = f"{what} is damaged: it cannot be played as it is written."
        raise Refusal(problem) from error


def find_match(journal: kept.journal.Journal, number: int) -> kept.query.MatchLine:
    """The match of a number."""
    # Looking into records that do not exist would make them.
    line = kept.query.match_line(journal, number) if journal.exists else None
    if line is None:
        raise Refusal(f"There is no match {number}.")
    return line

"""Problems with the journal, as data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from backgammon_tui.words.storage_problems import StorageErrorKind, describe_problem


class JournalProblem(Exception):
    """The records, or a match in them, cannot be used; the text is a sentence for the players."""

    def __init__(self, kind: StorageErrorKind, path: Path, detail: str = "") -> None:
        super().__init__(kind, path, detail)
        self.kind = kind
        self.path = path
        self.detail = detail

    @property
    def is_about_a_match(self) -> bool:
        return self.kind in (StorageErrorKind.PLAYED_ELSEWHERE, StorageErrorKind.GONE)

    @property
    def is_about_writing(self) -> bool:
        """True if the file may still be readable, because even opening it writes beside it."""
        return self.kind in (
            StorageErrorKind.FULL,
            StorageErrorKind.CANNOT_WRITE,
            StorageErrorKind.CANNOT_USE,
        )

    @property
    def is_damage(self) -> bool:
        return self.kind is StorageErrorKind.DAMAGED

    @property
    def is_transient(self) -> bool:
        return self.kind is StorageErrorKind.LOCKED

    def __str__(self) -> str:
        return describe_problem(self.kind, str(self.path), self.detail)


@contextmanager
def problems_reported(report: Callable[[str], object]) -> Iterator[None]:
    """Leave a block at the first problem with the records, and report it."""
    try:
        yield
    except JournalProblem as problem:
        report(str(problem))

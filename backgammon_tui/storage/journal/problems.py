"""Problems with the journal, as data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from backgammon_tui.words.problems import (
    MATCH_GONE,
    MATCH_IN_USE,
    StorageErrorKind,
    describe_problem,
)


class JournalProblem(Exception):
    """The records, or a match in them, cannot be used; the text is a sentence for the players."""

    def __init__(
        self, kind: StorageErrorKind | None = None, path: Path = Path(), detail: str = ""
    ) -> None:
        super().__init__(kind, path, detail)
        self.kind = kind
        """None if the records can be used, but not the match."""

        self.path = path
        self.detail = detail

    def __str__(self) -> str:
        return describe_problem(self.kind, str(self.path), self.detail) if self.kind else ""


class MatchGone(JournalProblem):
    """The match is not in the journal, or not as it was written."""

    def __str__(self) -> str:
        return MATCH_GONE


class MatchInUse(JournalProblem):
    def __str__(self) -> str:
        return MATCH_IN_USE


@contextmanager
def reporting_problems(report: Callable[[str], object]) -> Iterator[None]:
    """Run a block until the first problem with the records, and report the problem."""
    try:
        yield
    except JournalProblem as problem:
        report(str(problem))

"""Problems with the journal, as data and as one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path

from backgammon_tui.storage.paths import shown
from backgammon_tui.text_file import escaped


class StorageErrorKind(Enum):
    """A kind of problem; the value completes the sentence "The records file ..."."""

    DAMAGED = "is damaged"
    OTHER = "is not of this version of the program"
    LOCKED = "is in use by another program"
    FULL = "cannot grow: the disk is full"
    READ_ONLY = "cannot be written to"
    CANNOT_OPEN = "cannot be opened"
    FAILED = "cannot be read or written"
    NO_FOLDER = "has nowhere to go: this system names no folder for it"
    PLAYED_ELSEWHERE = "is open in another window; close it there first"
    GONE = "is no longer in the records"


class JournalProblem(Exception):
    """The records, or a match in them, cannot be used."""

    def __init__(self, trouble: StorageErrorKind, path: Path, detail: str = "") -> None:
        """Describe the problem.

        Args:
            detail: More about it, in a few words.
        """
        super().__init__(trouble, path, detail)
        self.trouble = trouble
        self.path = path
        self.detail = detail

    @property
    def is_about_a_match(self) -> bool:
        return self.trouble in (StorageErrorKind.PLAYED_ELSEWHERE, StorageErrorKind.GONE)

    @property
    def is_damage(self) -> bool:
        return self.trouble is StorageErrorKind.DAMAGED

    @property
    def is_transient(self) -> bool:
        return self.trouble is StorageErrorKind.LOCKED

    def __str__(self) -> str:
        """Return one sentence for the players."""
        if self.is_about_a_match:
            return f"The match {self.trouble.value}."
        # It may come from a damaged file and hold anything.
        detail = escaped(self.detail)
        more = f" ({detail})" if detail else ""
        return f"The records file {self.trouble.value}{more}: {shown(self.path)}"


def describe_no_backup(problem: JournalProblem) -> str:
    """Return the sentence that says why no backup of the records was made."""
    text = str(problem)
    return f"No backup was made: {text[0].lower()}{text[1:]}"


@contextmanager
def problems_told(say: Callable[[str], object]) -> Iterator[None]:
    """Leave a block at the first problem with the records, and say it."""
    try:
        yield
    except JournalProblem as problem:
        say(str(problem))

"""Problems with the records, as sentences."""

from __future__ import annotations

from enum import Enum

from backgammon_tui.text_file import escaped


class StorageErrorKind(Enum):
    """A kind of problem; the value completes the sentence "The records file ..."."""

    DAMAGED = "is damaged"
    OTHER_VERSION = "was made by another version of the program"
    LOCKED = "is in use by another program"
    FULL = "cannot grow: the disk is full"
    CANNOT_WRITE = "cannot be written to"
    CANNOT_USE = "cannot be read or written"
    PLAYED_ELSEWHERE = "is open in another window; close it there first"
    """A problem with one match, like the next one."""

    GONE = "is no longer in the records"


def describe_problem(kind: StorageErrorKind, path: str, detail: str) -> str:
    """Describe a problem; path and detail may come from a damaged file and contain anything."""
    if kind in (StorageErrorKind.PLAYED_ELSEWHERE, StorageErrorKind.GONE):
        return f"The match {kind.value}."
    more = f" ({escaped(detail)})" if detail else ""
    return f"The records file {kind.value}{more}: {escaped(path)}"


def describe_no_backup(problem: str) -> str:
    return f"No backup was made: {problem[0].lower()}{problem[1:]}"

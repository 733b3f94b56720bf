"""Problems with the records, as sentences."""

from __future__ import annotations

from enum import Enum
from typing import Final

from backgammon_tui.text_file import escaped


class StorageErrorKind(Enum):
    """A kind of problem; the value completes the sentence "The records file ..."."""

    DAMAGED = "is damaged"
    OTHER_VERSION = "was made by another version of the program"
    LOCKED = "is in use by another program"
    CANNOT_WRITE = "cannot be written to"


DISK_FULL: Final = "the disk is full"
NO_FOLDER: Final = "this system names no folder for it"
MATCH_IN_USE: Final = "The match is open in another window; close it there first."
MATCH_GONE: Final = "The match is no longer in the records."


def describe_problem(kind: StorageErrorKind, path: str, detail: str) -> str:
    """Describe a problem; path and detail may come from a damaged file and contain anything."""
    more = f" ({escaped(detail)})" if detail else ""
    return f"The records file {kind.value}{more}: {escaped(path)}"


def describe_no_backup(problem: str) -> str:
    return f"No backup was made: {problem[0].lower()}{problem[1:]}"


def describe_way_out(when: str) -> str:
    """Describe in the imperative how damaged records are restored, from a backup if there is one.

    Args:
        when: The time of the backup; empty without one.
    """
    if when:
        return f"replace the damaged records with the backup of {when}"
    return "set the damaged records aside and begin new ones with what can be read"


def describe_restored(damaged: str, when: str, matches: int) -> str:
    place = f"The backup of {when} has" if when else "New ones have"
    more = {0: "Nothing more was", 1: "One more match was"}.get(
        matches, f"{matches} more matches were"
    )
    return (
        f"The records were damaged. {place} replaced them. {more} read from the damaged file, which"
        f" is kept as {damaged}."
    )

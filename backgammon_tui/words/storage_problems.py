"""Problems with the records, as sentences."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Final

from backgammon_tui.text_file import escaped
from backgammon_tui.words.file_problems import SentencePart


class StorageErrorKind(Enum):
    """A kind of problem; the value completes the sentence "The records file ..."."""

    DAMAGED = "is damaged"
    OTHER_VERSION = "was made by another version of the program"
    LOCKED = "is in use by another program"
    CANNOT_WRITE = "cannot be written to"


class StorageDetail(SentencePart):
    """The cause of a problem, which follows its kind in parentheses."""

    DISK_FULL = "the disk is full"
    NO_FOLDER = "this system has no folder for it"
    ROW = "a row"
    MATCH = "match {}"
    GAME = "game {}"
    NOT_A_NUMBER = "{} is not a number"
    NOT_TEXT = "{} is not text"
    NOT_VISIBLE = "{} is not all visible"
    CHANGED_HEADING = "its header has been changed"
    CHANGED_LINE = "line {} of match {} has been changed"
    END_MISSING = "the end of its log is missing"
    NOTHING_LEFT = "no part of match {} can be read"
    CANNOT_COPY = "it cannot be copied completely"


MATCH_IN_USE: Final = "The match is open in another window; close it there first."
MATCH_GONE: Final = "The match is no longer in the records."
NOTHING_RESTORED: Final = "The records can be read again, so nothing has been changed."


def describe_problem(kind: StorageErrorKind, path: str, detail: str) -> str:
    """Describe a problem; path and detail may come from a damaged file and contain anything."""
    more = f" ({escaped(detail)})" if detail else ""
    return f"The records file {kind.value}{more}: {escaped(path)}"


def describe_no_backup(problem: str) -> str:
    return f"No backup was made: {problem[0].lower()}{problem[1:]}"


def describe_way_out(when: str) -> str:
    """Describe in the imperative how damaged records are restored, from a backup of that time."""
    if when:
        return f"replace the damaged records with the backup of {when}"
    return "set the damaged records aside and start new ones with everything that can be read"


def describe_restored(damaged: str, when: str, matches: int) -> str:
    place = f"The backup of {when} has" if when else "New ones have"
    more = {0: "Nothing more was", 1: "One more match was"}.get(
        matches, f"{matches} more matches were"
    )
    return (
        f"The records were damaged. {place} replaced them. {more} read from the damaged file, which"
        f" is kept as {damaged}."
    )


# ---- other files


def describe_written(path: Path) -> str:
    # Outside the home folder, or without one, the path stays as it is.
    with suppress(RuntimeError, ValueError):
        path = "~" / path.relative_to(Path.home())  # Short enough for one line in most cases.
    return f"Written to {escaped(str(path))}."


def describe_not_written(error: OSError) -> str:
    return f"The file could not be written: {error.strerror or error}."


BACK_TO_DEFAULTS: Final = "All options are back to their defaults."

PREFERENCES_HEAD: Final = (
    "Preferences of backgammon-tui. Change a line, or delete it to get the default. When you",
    "change an option on the screen, the program rewrites this file. Unknown keys stay,",
    "comments do not.",
)


def describe_bad_values(path: Path, problems: Iterable[str]) -> str:
    return f"{escaped(str(path))}: {'; '.join(problems)}. The default is used instead."


def describe_unreadable(path: Path, error: OSError) -> str:
    return f"{escaped(str(path))} cannot be read: {error.strerror or error}."


def describe_damaged(path: Path, damage: ValueError, kept: Path | OSError) -> str:
    """Say that a file is damaged, and under which name it is kept or why it stays."""
    problem = f"{escaped(str(path))} is damaged: {damage}."
    if isinstance(kept, OSError):
        return f"{problem} It stays as it is: {kept.strerror or kept}."
    return f"{problem} It has been renamed to {escaped(str(kept))}."

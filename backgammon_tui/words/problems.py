"""Problems with files, codes and the records, as sentences or parts of sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import Final

from backgammon_tui.text_file import escaped
from backgammon_tui.words.naming import join, plural


def describe_reused_dice(later_game: int, earlier_game: int) -> str:
    dice = f"the dice of game {earlier_game}"
    return f"game {later_game} reuses {dice}, so its rolls could be known in advance"


def describe_new_dice(*, is_damaged: bool) -> str:
    """Describe why other dice replace those of a resumed game."""
    problem = "is damaged" if is_damaged else "is not"
    return (
        f"The secret seed of this game's dice {problem} in the records, so the game continues with"
        " new fair dice."
    )


def describe_changed_rolls(rolls: Sequence[tuple[int, int]], games: int) -> str:
    """Describe rolls in a log that contradict their seeds, by the numbers of game and roll."""
    if len(rolls) > _MAX_LISTED:
        listed = f"{len(rolls)} rolls"
    elif games > 1:
        listed = join([f"roll {roll} of game {game}" for game, roll in rolls])
    else:
        listed = (
            f"{'roll' if len(rolls) == 1 else 'rolls'} {join([str(roll) for _, roll in rolls])}"
        )
    listed = f"{listed[0].upper()}{listed[1:]}"
    if len(rolls) == 1:
        return (
            f"{listed} was changed outside the program: the seed of the dice gives other numbers."
        )
    return f"{listed} were changed outside the program: the seeds of the dice give other rolls."


_MAX_LISTED: Final = 3


def describe_left_out(score: tuple[int, int]) -> str:
    if score == (0, 0):
        return ""
    white, black = score
    return f"The code has a score of {white} to {black}; the match begins at 0 to 0."


def describe_part(readable: int, games: int) -> str:
    """Describe the part of a match file before its first fault."""
    return f"{plural(readable, 'game')} of {games}"


# ---- the records


class StorageErrorKind(Enum):
    """A kind of problem; the value completes the sentence "The records file ..."."""

    DAMAGED = "is damaged"
    OTHER_VERSION = "was made by another version of the program"
    NEWER_VERSION = "was made by a newer version of the program"
    LOCKED = "is in use by another program"
    CANNOT_WRITE = "cannot be written to"


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
        if self.kind is None:
            return ""
        # Path and detail may come from a damaged file and contain anything.
        more = f" ({escaped(self.detail)})" if self.detail else ""
        return f"The records file {self.kind.value}{more}: {escaped(str(self.path))}"


class MatchGone(JournalProblem):
    """The match is not in the journal, or not as it was written."""

    def __str__(self) -> str:
        return "The match is no longer in the records."


class MatchInUse(JournalProblem):
    def __str__(self) -> str:
        return "The match is open in another window; close it there first."


@contextmanager
def reporting_problems(report: Callable[[str], object]) -> Iterator[None]:
    """Run a block until the first problem with the records, and report the problem."""
    try:
        yield
    except JournalProblem as problem:
        report(str(problem))


def describe_no_backup(problem: str) -> str:
    return f"No backup was made: {problem[0].lower()}{problem[1:]}"


def describe_skipped(matches: Sequence[int]) -> str:
    """Describe the matches that could not be read when the records were upgraded, if any."""
    if not matches:
        return ""
    if len(matches) == 1:
        named, they, their = f"match {matches[0]} is damaged", "It was", "its"
    else:
        named = f"matches {join(list(map(str, matches)))} are damaged"
        they, their = "They were", "their"
    return (
        f"The records have been upgraded, but {named}. {they} kept unchanged; new statistics leave"
        f" out {their} games."
    )


# ---- other files


def describe_written(path: Path) -> str:
    # Outside the home folder, or without one, the path stays as it is.
    with suppress(RuntimeError, ValueError):
        path = "~" / path.relative_to(Path.home())  # Short enough for one line in most cases.
    return f"Written to {escaped(str(path))}."


def describe_not_written(error: OSError) -> str:
    return f"The file could not be written: {error.strerror or error}."

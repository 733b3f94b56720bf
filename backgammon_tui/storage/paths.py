"""Folders and files of the program, and names for new ones."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from backgammon_tui.text_file import escaped

if TYPE_CHECKING:
    from backgammon_tui.match.record import MatchRecord
    from backgammon_tui.match.table import Table

FOLDER_VARIABLE = "BACKGAMMON_TUI_FOLDER"
"""The environment variable that points all files at another folder."""

LESSONS_VARIABLE = "BACKGAMMON_TUI_LESSONS"
"""The environment variable that points lessons of one's own at another folder."""


def data_folder() -> Path:
    """Return the folder for everything that is kept; it may not exist yet.

    If the system names none, as without a home folder, the path is relative and means nothing.
    """
    other = os.environ.get(FOLDER_VARIABLE)
    if other:
        return Path(other).absolute()
    import platformdirs  # Only writing a file needs it.

    return platformdirs.user_data_path("backgammon-tui")


def can_be_folder(path: Path) -> bool:
    """Return True if a path is a folder, or nothing yet in the place of which one can be made."""
    try:
        there = next((each for each in (path, *path.parents) if each.exists()), None)
    except (OSError, ValueError):
        return True  # Opening a file in it reports what is wrong.
    return there is None or there.is_dir()


def make_folder(folder: Path) -> None:
    """Make a folder, if there is none, into which only its owner can look."""
    if not folder.is_dir():
        folder.mkdir(0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)


def preferences_file() -> Path:
    return data_folder() / "preferences.ini"


def journal_file() -> Path:
    return data_folder() / "journal.sqlite"


def share_folder() -> Path:
    return data_folder() / "shared"


def lessons_folder() -> Path:
    other = os.environ.get(LESSONS_VARIABLE)
    return Path(other).absolute() if other else data_folder() / "lessons"


def shown(path: Path) -> str:
    return escaped(str(path))


def write_new_file(folder: Path, name: str, ending: str, text: str) -> Path:
    """Write a text to a file that did not exist, and say where it is.

    The file is called `name`, or if that is taken `name-2`, `name-3` and so on, each with
    the ending. Two programs that write at once get two files.

    Raises:
        OSError: if it cannot be written; then no part of it is left.
    """
    file = _open_new(folder, name, ending)
    path = Path(file.name)
    try:
        with file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        path.unlink()
        raise
    return path


def _open_new(folder: Path, name: str, ending: str) -> TextIO:
    for number in count(1):
        path = folder / f"{name}{'' if number == 1 else f'-{number}'}{ending}"
        try:
            return path.open("x", encoding="utf-8")
        except FileExistsError:
            continue
    raise AssertionError("one of all numbers is free")


# ---- files for sharing: result cards, pictures, positions, transcripts


def match_name(record: MatchRecord) -> str:
    return f"{record.date}-match"


def game_name(table: Table) -> str:
    return f"{table.record.date}-game-{len(table.record.games)}"


def describe_written(name: str, text: str, ending: str, folder: Path | None = None) -> str:
    """Write a text to a new file, as `write_shared_file`, and say where it is, or why not."""
    try:
        path = write_shared_file(name, text, ending, folder)
    except OSError as error:
        return f"The file could not be written: {error.strerror or error}."
    # Without a home folder, or in another one, the path is told as it is.
    with suppress(RuntimeError, ValueError):
        path = "~" / path.relative_to(Path.home())  # So it mostly fits on one line.
    return f"Written to {shown(path)}."


def write_shared_file(name: str, text: str, ending: str, folder: Path | None = None) -> Path:
    """Write a text to a new file, and say where it is.

    Its name is that of `plain_name`, with a number if it is taken, and an ending such as `.txt`.
    Without a folder it goes to the one for sharing.
    """
    make_folder(data_folder())
    make_folder(folder := folder or share_folder())
    return write_new_file(folder, plain_name(name), ending, text)


def plain_name(name: str) -> str:
    """Return a name that every file system, browser and command line takes as it is.

    Only ASCII letters, digits and hyphens between them are kept; without any it is `untitled`.
    """
    return re.sub("[^A-Za-z0-9]+", "-", name).strip("-")[:100] or "untitled"

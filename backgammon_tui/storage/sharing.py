"""Files for sharing: result cards, pictures, positions, transcripts."""

from __future__ import annotations

import re
from pathlib import Path

from backgammon_tui.storage.paths import (
    data_folder,
    make_folder,
    share_folder,
    shown,
    write_new_file,
)
from backgammon_tui.storage.record import MatchRecord
from backgammon_tui.storage.table import Table


def match_name(record: MatchRecord) -> str:
    """Return the file name for the transcript of a match, without its ending."""
    return f"{record.date}-match"


def game_name(table: Table) -> str:
    """Return the name of a file about the present game, without its ending."""
    return f"{table.record.date}-game-{len(table.record.games)}"


def describe_written(name: str, text: str, ending: str, folder: Path | None = None) -> str:
    """Write a text to a new file, as `write_shared_file`, and say where it is, or why not."""
    try:
        path = write_shared_file(name, text, ending, folder)
    except OSError as error:
        return f"The file could not be written: {error.strerror or error}."
    home = Path.home()
    if path.is_relative_to(home):
        path = "~" / path.relative_to(home)  # So it mostly fits on one line.
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

"""The program's folders and files, and names for new ones."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from itertools import count
from pathlib import Path

from backgammon_tui.text_file import escaped

FOLDER_VARIABLE = "BACKGAMMON_TUI_FOLDER"
LESSONS_VARIABLE = "BACKGAMMON_TUI_LESSONS"


def data_folder() -> Path:
    """Return the folder of all files; without a home folder it is relative and meaningless."""
    other = os.environ.get(FOLDER_VARIABLE)
    if other:
        return Path(other).absolute()
    import platformdirs  # Imported here to speed up help.

    return platformdirs.user_data_path("backgammon-tui")


def can_be_folder(path: Path) -> bool:
    try:
        existing = next((place for place in (path, *path.parents) if place.exists()), None)
    except (OSError, ValueError):
        return True  # Opening a file in it reports the problem.
    return existing is None or existing.is_dir()


def make_folder(folder: Path) -> None:
    if not folder.is_dir():
        folder.mkdir(0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)


def make_private(file: Path) -> None:
    file.touch(0o600, exist_ok=False)
    file.chmod(0o600)


def preferences_file() -> Path:
    # If it is a symbolic link, the file that it names is rewritten, and the link remains.
    return Path(os.path.realpath(data_folder() / "preferences.ini"))


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
    """Write a text, or nothing, to a new file: `name`, or if that exists `name-2` and so on."""
    for number in count(1):
        path = folder / f"{name}{'' if number == 1 else f'-{number}'}{ending}"
        with suppress(FileExistsError):
            file = path.open("x", encoding="utf-8")
            break
    try:
        with file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        path.unlink()
        raise
    return path


# ---- files for sharing


def write_shared_file(name: str, text: str, ending: str, folder: Path | None = None) -> Path:
    make_folder(data_folder())
    make_folder(folder := folder or share_folder())
    return write_new_file(folder, plain_name(name), ending, text)


def plain_name(name: str) -> str:
    """Return a name of ASCII letters, digits and hyphens, which is safe for every system."""
    return re.sub("[^A-Za-z0-9]+", "-", name).strip("-")[:100] or "untitled"

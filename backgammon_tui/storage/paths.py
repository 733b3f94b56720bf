"""The program's folders and files, and names for new ones."""

from __future__ import annotations

import errno
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final

from backgammon_tui.text_file import escaped, shell_word

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


# ---- writing whole files


def write_new_file(
    folder: Path, name: str, ending: str, text: str, *, is_private: bool = True
) -> Path:
    """Write a text, or nothing, to a new file.

    It is called `name`, or if that exists `name-2` and so on.
    """
    for number in count(1):
        path = folder / f"{name}{'' if number == 1 else f'-{number}'}{ending}"
        with suppress(FileExistsError):
            write_file(path, text, is_private=is_private)
            break
    return path


def write_file(path: Path, text: str, *, is_private: bool = False) -> None:
    """Write a whole new file or none; raise `FileExistsError` if it exists."""
    with _written_beside(path, text, is_private=is_private) as new:
        try:
            os.link(new, path)
        except FileExistsError:
            raise
        except OSError:
            # Some disks have no hard links.
            if os.path.lexists(path):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), path) from None
            os.rename(new, path)


def replace_file(path: Path, text: str, *, is_synced: bool = True) -> None:
    """Write a private file whole or not at all; a power cut may lose it unless `is_synced`."""
    with _written_beside(path, text, is_private=True, is_synced=is_synced) as new:
        os.replace(new, path)


@contextmanager
def _written_beside(
    path: Path, text: str, *, is_private: bool, is_synced: bool = True
) -> Iterator[Path]:
    """Write a text to another file in the same folder, and remove that unless it is renamed."""
    new = path.parent / f"{_UNFINISHED}{os.getpid()}-{time.monotonic_ns()}.new"
    try:
        if is_private:
            make_private(new)
        with new.open("w" if is_private else "x", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            if is_synced:
                os.fsync(file.fileno())
        yield new
    finally:
        with suppress(OSError):
            new.unlink()


_UNFINISHED: Final = ".backgammon-tui-"
_MAX_SECONDS: Final = 60
"""Maximum seconds that writing a file takes."""


def expect_writable(path: Path) -> None:
    """Raise the `OSError` that prevents writing a new file."""
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), path)
    with _written_beside(path, "", is_private=False):
        pass


def remove_leftovers(folder: Path) -> None:
    """Remove the unfinished files of programs that were killed; ignore errors of the disk."""
    for pattern in (f"{_UNFINISHED}*.new", "preferences.ini*.new", "board.new"):
        for path in folder.glob(pattern):
            with suppress(OSError):
                # Another program may be writing a new file; the clock may have been set back.
                if abs(time.time() - path.stat().st_mtime) > _MAX_SECONDS:
                    path.unlink()


# ---- files for sharing


def write_shared_file(name: str, text: str, ending: str, folder: Path | None = None) -> Path:
    make_folder(data_folder())
    is_private = folder is None
    make_folder(folder := folder or share_folder())
    return write_new_file(folder, plain_name(name), ending, text, is_private=is_private)


def plain_name(name: str) -> str:
    """Return a name of ASCII letters, digits and hyphens, which is safe for every system."""
    return re.sub("[^A-Za-z0-9]+", "-", name).strip("-")[:100] or "untitled"


def started_as(command: Sequence[str] = ()) -> str:
    """Return the command that started this program, as players can type it again.

    `command` is the whole command line, by default that of the process.
    """
    name, package = "backgammon-tui", __package__.partition(".")[0]
    interpreter, *arguments = command or sys.orig_argv
    if arguments[:2] == ["-m", package]:
        return f"{shell_word(interpreter)} -m {package}"
    script = Path(arguments[0] if arguments else "")
    if script.stem != name:
        return name  # Another program, such as a test, has imported this one.
    on_path = shutil.which(name)
    is_found = on_path is not None and Path(on_path).resolve() == script.resolve()
    return name if is_found else shell_word(str(script))

"""Files that are named on the command line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

from backgammon_tui.cli.arguments import UsageProblem
from backgammon_tui.cli.console import one_line
from backgammon_tui.text_file import Content, LineError

STANDARD: Final = "-"
"""The name of standard input and output."""


def read_file(name: str, read: Callable[[Path], Content]) -> Content:
    """Read a file, or standard input; a `LineError` in it names the file, too."""
    shown = shown_name(name)
    try:
        with _path_of(name) as path:
            return read(path)
    except LineError as error:
        raise UsageProblem(f"{shown}: {error}") from error
    except OSError as error:
        raise UsageProblem(f"{shown}: {error.strerror}") from None
    except ValueError:
        raise UsageProblem(f"{shown}: no such file") from None


def shown_name(name: str) -> str:
    """Return the name of an input file as it is shown."""
    return "standard input" if name == STANDARD else one_line(name, longest=200)


@contextmanager
def _path_of(name: str) -> Iterator[Path]:
    """Yield the path of a file; standard input is copied to a temporary one."""
    if name != STANDARD:
        yield Path(name)
        return
    from tempfile import TemporaryDirectory  # Few need them.

    from backgammon_tui.storage.transcripts.read import MOST_BYTES

    with TemporaryDirectory() as folder:
        path = Path(folder) / "input"
        path.write_bytes(sys.stdin.buffer.read(MOST_BYTES + 1) if sys.stdin else b"")
        yield path


def new_file(name: str) -> TextIO:
    """Create a file and open it for writing."""
    try:
        return Path(name).open("x", encoding="utf-8")
    except FileExistsError:
        raise UsageProblem(f"{name}: exists already; a transcript is a new file") from None
    except OSError as error:
        raise UsageProblem(f"{name}: {error.strerror}") from None
    except ValueError as error:
        raise UsageProblem(f"{name}: {error}") from None

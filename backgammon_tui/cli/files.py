"""Files that are named on the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from backgammon_tui.cli.arguments import UsageProblem
from backgammon_tui.cli.console import one_line
from backgammon_tui.text_file import Content, LineError


def read_file(name: str, read: Callable[[Path], Content]) -> Content:
    """What stands in a file; a `LineError` in it names the file, too."""
    shown = one_line(name, longest=200)
    try:
        return read(Path(name))
    except LineError as error:
        raise UsageProblem(f"{shown}: {error}") from error
    except OSError as error:
        raise UsageProblem(f"{shown}: {error.strerror}") from None
    except ValueError:
        raise UsageProblem(f"{shown}: no such file") from None


def new_file(name: str) -> TextIO:
    """A file that did not exist, open for writing."""
    try:
        return Path(name).open("x", encoding="utf-8")
    except FileExistsError:
        raise UsageProblem(f"{name}: exists already; a transcript is a new file") from None
    except OSError as error:
        raise UsageProblem(f"{name}: {error.strerror}") from None
    except ValueError as error:
        raise UsageProblem(f"{name}: {error}") from None

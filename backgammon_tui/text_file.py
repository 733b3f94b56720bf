"""Reading text from files that may be anything."""

from __future__ import annotations

import os
from pathlib import Path


class LineError(ValueError):
    """A line of a text that cannot be taken; `line` counts from 1."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem


def quote(text: str) -> str:
    """The beginning of a text from a file, as a refusal quotes it."""
    return repr(text if len(text) <= 60 else f"{text[:57]}...")


class NotText(LineError):
    """A file holds too much, or something else than text."""


def read_text(path: Path, most_bytes: int) -> str:
    """The text of a file, of which no more is read than it may have.

    Raises:
        NotText: if it has more bytes, or is not UTF-8.
    """
    with open(path, "rb", opener=_open_at_once) as file:
        data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise NotText(1, f"a file has at most {most_bytes:,} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise NotText(line, "this is not UTF-8 text") from None


def _open_at_once(path: str, flags: int) -> int:
    """Open a file, but do not wait for somebody to write into a named pipe."""
    if os.name == "nt":
        return os.open(path, flags)
    descriptor = os.open(path, flags | os.O_NONBLOCK)
    os.set_blocking(descriptor, True)
    return descriptor

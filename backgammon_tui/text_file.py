"""Reading text from files that may be anything."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from backgammon_tui.visible import is_visible

Content = TypeVar("Content")

UNREADABLE: Final = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RecursionError,
)
"""Errors of reading a value that nobody wrote: it may be of any type and length."""


class NumberedLine(NamedTuple):
    """A line of a text without blanks at its end; its number counts from 1."""

    number: int
    text: str


class LineError(ValueError):
    """A line of a text that cannot be taken; `line` counts from 1."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem

    @classmethod
    def read(cls, line: int, read: Callable[[str], Content], text: str) -> Content:
        """Return the meaning of the text of a line; a refusal names the line."""
        try:
            return read(text)
        except ValueError as error:
            raise cls(line, str(error)) from None


_LONGEST_LINE: Final = 1_000


def checked_lines(text: str, what: str, longest: int) -> Iterator[str]:
    """Yield the lines of a kind of text from elsewhere; refuse the too long and the invisible."""
    if len(text) > longest:
        raise LineError(1, f"{what} has at most {longest:,} characters")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > _LONGEST_LINE:
            raise LineError(number, f"a line has at most {_LONGEST_LINE:,} characters")
        if not is_visible(line):
            raise LineError(number, "a tab, or another character that cannot be seen")
        yield line


def quote(text: str) -> str:
    """Return the beginning of a text from a file, as a refusal quotes it."""
    return repr(text if len(text) <= 60 else f"{text[:57]}...")


def read_text(path: Path, most_bytes: int) -> str:
    """Return the text of a file that may have so many bytes; it must be UTF-8."""
    data = read_bytes(path, most_bytes + 1)
    if len(data) > most_bytes:
        raise LineError(1, f"a file has at most {most_bytes:,} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise LineError(line, "this is not UTF-8 text") from None


def read_bytes(path: Path, most: int) -> bytes:
    """Return the first bytes of a file, which may be anything: a device, or much longer."""
    with open(path, "rb", opener=_open_at_once) as file:
        return file.read(most)


def _open_at_once(path: str, flags: int) -> int:
    """Open a file, but do not wait for somebody to write into a named pipe."""
    if os.name == "nt":
        return os.open(path, flags)
    descriptor = os.open(path, flags | os.O_NONBLOCK)
    os.set_blocking(descriptor, True)
    return descriptor

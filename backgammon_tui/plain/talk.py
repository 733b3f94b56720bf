"""Printing lines, and asking for lines."""

from __future__ import annotations

from collections.abc import Callable
from shutil import get_terminal_size
from typing import Final

from backgammon_tui.words.columns import wrap
from backgammon_tui.words.naming import MINUS

_MAX_WIDTH, _MIN_WIDTH = 60, 20

_TO_ASCII: Final = str.maketrans({MINUS: "-", "\N{HORIZONTAL ELLIPSIS}": "..."})

Read = Callable[[str], str | None]
"""A function that asks for a line with a prompt; returns None at the end of the input."""

Write = Callable[[str], None]


def columns() -> int:
    return max(min(get_terminal_size((_MAX_WIDTH, 24)).columns, _MAX_WIDTH), _MIN_WIDTH)


class Quit(Exception):
    """The players leave, or the input has ended."""


class Talk:
    def __init__(self, read: Read, write: Write) -> None:
        self._read = read
        self._write = write
        self.lines_printed = 0

    def say(self, text: str, indent: str = "") -> None:
        """Print sentences, wrapped into lines; all but the first line are indented."""
        for line in text.translate(_TO_ASCII).split("\n"):
            for part in wrap(line, columns(), below=indent) or [""]:
                self._write(part)
                self.lines_printed += 1

    def ask(self, prompt: str) -> str:
        line = self._read(prompt)
        if line is None:
            raise Quit
        return line.strip()

    def agrees(self, question: str) -> bool:
        self.say(question)
        return self.ask("y/n ").lower() in ("y", "yes")

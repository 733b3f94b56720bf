"""Saying lines to the players and asking them for lines."""

from __future__ import annotations

from collections.abc import Callable
from shutil import get_terminal_size
from typing import Final

from backgammon_tui.words.columns import wrap
from backgammon_tui.words.naming import MINUS

_MAX_WIDTH, _MIN_WIDTH = 60, 20
"""The columns of lines: of most of them, and of those in a terminal that is hardly one."""

_TO_ASCII: Final = str.maketrans({MINUS: "-", "\N{HORIZONTAL ELLIPSIS}": "..."})
"""The program's own characters beyond ASCII, and their stand-ins."""

Read = Callable[[str], str | None]
"""Asks for a line with a prompt; None when there are no more."""

Write = Callable[[str], None]


def columns() -> int:
    return max(min(get_terminal_size((_MAX_WIDTH, 24)).columns, _MAX_WIDTH), _MIN_WIDTH)


class Quit(Exception):
    """The players leave, or the input has ended."""


class Talk:
    """The players or a learner, who read lines and type lines."""

    def __init__(self, read: Read, write: Write) -> None:
        self._read = read
        self._write = write
        self.lines_said = 0

    def say(self, text: str, indent: str = "") -> None:
        """Say sentences, broken into lines; all but the first begin with an indent."""
        for line in text.translate(_TO_ASCII).split("\n"):
            for part in wrap(line, columns(), below=indent) or [""]:
                self._write(part)
                self.lines_said += 1

    def ask(self, prompt: str) -> str:
        """Show a prompt and return the typed line."""
        line = self._read(prompt)
        if line is None:
            raise Quit
        return line.strip()

    def agrees(self, question: str) -> bool:
        self.say(question)
        return self.ask("y/n ").lower() in ("y", "yes")

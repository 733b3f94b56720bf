"""Saying lines to the players and asking them for lines."""

from __future__ import annotations

from collections.abc import Callable
from shutil import get_terminal_size
from typing import Final

from backgammon_tui.words.columns import wrap
from backgammon_tui.words.naming import MINUS

_MOST, _LEAST = 60, 20
"""The columns of lines: of most of them, and of those in a terminal that is hardly one."""

_SEVEN_BIT: Final = str.maketrans({MINUS: "-", "\N{HORIZONTAL ELLIPSIS}": "..."})
"""The program's own characters beyond seven bits, and their stand-ins."""

Read = Callable[[str], str | None]
"""Asks for a line with a prompt; None when there are no more."""

Write = Callable[[str], None]


def columns() -> int:
    """Return the columns of a line: 60, or those of a narrower terminal."""
    return max(min(get_terminal_size((_MOST, 24)).columns, _MOST), _LEAST)


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
        for line in text.translate(_SEVEN_BIT).split("\n"):
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
        """Ask a question and return True for a yes."""
        self.say(question)
        return self.ask("y/n ").lower() in ("y", "yes")

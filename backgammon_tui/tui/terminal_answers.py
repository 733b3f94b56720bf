"""Messages of a terminal besides keys: its answers, and the end of its input."""

from __future__ import annotations

import os
import re
from math import inf
from typing import Final, NamedTuple

from textual.message import Message

from backgammon_tui.settings import BoardStyle

_NAME, _CELL, _PICTURES, _END = (
    "\x1b[>q",
    "\x1b[16t",
    "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\",
    "\x1b[c",
)
CELL_QUESTION: Final = _CELL + _END
"""Queries the pixels of a cell again."""

_SILENT: Final = ("screen", "tmux", "linux", "dumb")
"""Prefixes of `TERM` for terminals that cannot draw pictures, or would print the query."""

_ANSWER: Final = (
    r"\x1bP>\|(?P<name>[^\x1b]*)\x1b\\"
    r"|\x1b_G(?P<pictures>[^\x1b]*)\x1b\\"
    r"|\x1b\[6;(?P<height>\d{1,4});(?P<width>\d{1,4})t"
    r"|\x1b\[\?(?P<attributes>[\d;]*)c"
)
_BEGUN: Final = r"\x1b(P(>[^\x1b]*\x1b?)?|_(G[^\x1b]*\x1b?)?|\[(\?[\d;]*|6[\d;]*)?)?\Z"
"""The beginning of an incomplete answer."""

_PASTE, _PASTE_END = "\x1b[200~", "\x1b[201~"

_MIN_VERSIONS: Final = {"kitty": (0, 41), "konsole": (25, 4)}
"""Minimum versions of terminals that draw the board well; older ones damage the text."""

_VERSION: Final = r"([A-Za-z]+)[ (/]*(\d{1,9})\.(\d{1,9})(?!\d)"
_CELLS: Final = range(4, 100)
"""Range of the width and height of a cell, in pixels."""


class Terminal(NamedTuple):
    """The answers of a terminal."""

    name: str = ""
    """Its name and version."""
    cell_size: tuple[int, int] | None = None
    """Width and height of a cell in pixels; None if the terminal gave no plausible answer."""
    supports_graphics: bool = False
    """True if it supports kitty's graphics protocol."""

    def can_draw(self, style: BoardStyle) -> bool:
        """Return True if the board is to be drawn in pixels."""
        asked_for = style is BoardStyle.GRAPHICS and self.supports_graphics
        return style is not BoardStyle.TEXT and (self.is_listed or asked_for)

    @property
    def is_listed(self) -> bool:
        """True for terminals that are known to draw the board well."""
        match = re.match(_VERSION, self.name)
        if not match:
            return False
        name, *version = match.groups()
        return tuple(map(int, version)) >= _MIN_VERSIONS.get(name.lower(), (inf,))


class TerminalAnswered(Message):
    """Posted when the terminal has answered."""

    def __init__(self, terminal: Terminal) -> None:
        super().__init__()
        self.terminal = terminal


class TerminalClosed(Message):
    """Posted when the terminal no longer exists."""


class InputFailed(Message):
    """Posted when input from the terminal has failed for good."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


def question(style: BoardStyle) -> str:
    """Return the query to a terminal about the requested style of the board.

    Only known terminals count as capable, unless the players ask for pixels.
    """
    in_between = os.environ.get("TMUX") or os.environ.get("STY")
    is_apple = os.environ.get("TERM_PROGRAM") == "Apple_Terminal"
    is_silent = in_between or is_apple or os.environ.get("TERM", "").startswith(_SILENT)
    if style is BoardStyle.TEXT or is_silent:
        return ""
    pictures = _PICTURES if style is BoardStyle.GRAPHICS else ""
    return _NAME + _CELL + pictures + _END


class Answers:
    """A filter that removes a terminal's answers from its input."""

    def __init__(self) -> None:
        self._terminal = Terminal()
        self._partial = ""
        self._is_pasting = False
        self._last = ""
        """The last characters passed on, which may begin a paste marker."""
        self.is_complete = False
        """True while a complete answer has not been used yet."""

    def taken_from(self, text: str) -> str:
        """Return the input without answers; an incomplete answer waits for its end.

        Pasted text cannot contain answers.
        """
        text, self._partial = self._partial + text, ""
        passed = ""
        while text:
            mark = _PASTE_END if self._is_pasting else _PASTE
            at = (self._last + text).find(mark)
            end = len(text) if at < 0 else at + len(mark) - len(self._last)
            part, text = text[:end], text[end:]
            self._last = (self._last + part)[1 - len(mark) :]
            if "\x1b" in part and not self._is_pasting:
                part = re.sub(_ANSWER, self._take_answer, part)
                # A lone Escape is much more often a key than the beginning of an answer.
                if (begun := re.search(_BEGUN, part)) and len(begun[0]) > 1:
                    self._partial = begun[0]
                    self._last = self._last[: -len(begun[0])]
                    part = part[: begun.start()]
            passed += part
            if at >= 0:
                self._is_pasting, self._last = not self._is_pasting, ""
        return passed

    def left_over(self) -> str:
        """Return the beginning of an incomplete answer."""
        begun, self._partial = self._partial, ""
        self._last = (self._last + begun)[1 - len(_PASTE) :]
        return begun

    def terminal(self) -> Terminal:
        self.is_complete = False
        return self._terminal

    def _take_answer(self, answer: re.Match[str]) -> str:
        name, pictures, height, width, attributes = answer.groups()
        if name is not None:
            self._terminal = self._terminal._replace(name=name)
        elif pictures is not None:
            self._terminal = self._terminal._replace(supports_graphics="i=31;OK" in pictures)
        elif attributes is not None:
            self.is_complete = True
        else:
            cell = int(width), int(height)
            is_possible = all(pixels in _CELLS for pixels in cell)
            self._terminal = self._terminal._replace(cell_size=cell if is_possible else None)
        return ""

"""Whether the terminal draws signs such as ● two cells wide, as some East Asian settings do."""

from __future__ import annotations

import os
import re
import select
import sys
import time
from collections.abc import Callable
from functools import partial

_QUESTION = b"\r\xe2\x97\x8f\x1b[6n\r\x1b[K"
"""A filled circle, then the question where the cursor is, then the line as it was."""
_ANSWER = re.compile(rb"\x1b\[\d+;(\d+)R")
_LIMIT = 0.1
"""Seconds that are waited for an answer, counted from the question."""


class WidthQuestion:
    """A question to the terminal, asked before the program takes it.

    The answer comes while the program is loaded, so that nothing waits for it.
    """

    def __init__(self) -> None:
        """Ask, if there is a terminal that can answer."""
        self._restore: Callable[[], None] | None = None
        try:
            import termios
        except ImportError:  # Windows, whose terminals have no such setting.
            return
        try:
            self._input, output = sys.stdin.fileno(), sys.stderr.fileno()
            if not os.isatty(self._input) or not os.isatty(output):
                return
            modes = termios.tcgetattr(self._input)
            silent = [*modes[:3], modes[3] & ~(termios.ECHO | termios.ICANON), *modes[4:]]
            termios.tcsetattr(self._input, termios.TCSANOW, silent)
            self._restore = partial(termios.tcsetattr, self._input, termios.TCSANOW, modes)
            os.write(output, _QUESTION)
        except (OSError, ValueError, termios.error):
            return
        self._until = time.monotonic() + _LIMIT

    def is_wide(self) -> bool:
        """Take the answer; without one the sign counts as narrow."""
        if self._restore is None:
            return False
        said = b""
        try:
            while not _ANSWER.search(said):
                rest = max(0.0, self._until - time.monotonic())
                if not select.select([self._input], [], [], rest)[0]:
                    break
                said += os.read(self._input, 64)
        finally:
            self._restore()
        found = _ANSWER.search(said)
        return found is not None and int(found[1]) > 2

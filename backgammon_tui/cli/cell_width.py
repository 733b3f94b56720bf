"""The width of signs such as ● in this terminal: two cells in some East Asian settings."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from backgammon_tui.cli.console import hearing

_QUESTION = b"\r\xe2\x97\x8f\x1b[6n\r\x1b[K"
"""A filled circle, a request for the cursor's place, and the line cleared again."""
_ANSWER = re.compile(rb"\x1b\[\d+;(\d+)R")
_LIMIT = 0.1
"""Seconds to wait for an answer, counted from the question."""
_ENDINGS = ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT")


@contextmanager
def width_question() -> Iterator[Callable[[], bool]]:
    """Ask the terminal for the width; the yielded function waits for its answer.

    The answer comes while the program is loaded, so that nothing waits for it. Afterwards the
    terminal echoes again as before, also if a signal or an error comes between.
    """
    try:
        import termios
    except ImportError:  # Windows, whose terminals have no such setting.
        yield bool
        return
    try:
        terminal, output = sys.stdin.fileno(), sys.stderr.fileno()
        modes = termios.tcgetattr(terminal) if os.isatty(output) else None
    except (OSError, ValueError, termios.error):
        modes = None
    if modes is None:
        yield bool
        return
    silent = [*modes[:3], modes[3] & ~(termios.ECHO | termios.ICANON), *modes[4:]]

    def change_to(modes: list[Any]) -> None:
        with suppress(OSError, termios.error):
            termios.tcsetattr(terminal, termios.TCSANOW, modes)

    def leave(number: int, _: object) -> None:
        # At once: an error raised while modules are imported becomes another.
        change_to(modes)
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)

    with hearing(_ENDINGS, leave):
        try:
            change_to(silent)
            with suppress(OSError):
                os.write(output, _QUESTION)
            yield partial(_is_wide, terminal, time.monotonic() + _LIMIT)
        finally:
            change_to(modes)


def _is_wide(terminal: int, until: float) -> bool:
    """Take the answer; without one the sign counts as narrow."""
    said = b""
    while not _ANSWER.search(said):
        rest = max(0.0, until - time.monotonic())
        if not select.select([terminal], [], [], rest)[0]:
            break
        said += os.read(terminal, 64)
    found = _ANSWER.search(said)
    return found is not None and int(found[1]) > 2

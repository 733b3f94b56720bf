"""Standard input and output: a person at a terminal, or programs at pipes."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Final, TextIO

from backgammon_tui.visible import escaped

_LONGEST_LINE: Final = 1_000
"""Characters of a typed line; the rest is dropped."""


def one_line(text: str, longest: int = 500) -> str:
    """Return a text on one line, with everything that a terminal would obey escaped."""
    shown = escaped(text)
    return shown if len(shown) <= longest else f"{shown[: longest - 3]}..."


def print_line(text: str, stream: TextIO | None = None) -> None:
    """Write one or more lines and flush them.

    Everything printed passes here: characters that a terminal would obey are escaped.
    """
    print(escaped(text, keep="\n"), file=stream or sys.stdout, flush=True)


def can_print(text: str) -> bool:
    """Return True if the output's encoding has these characters."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class ClosedOutput(io.TextIOBase):
    """The stand-in for an output that was closed before the program began."""

    def write(self, text: str) -> int:
        """Fail, so that nothing counts as printed."""
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def is_terminal(stream: TextIO | None) -> bool:
    """Return True for a terminal; None is a stream that was closed before the program began."""
    return stream is not None and stream.isatty()


def has_screen() -> bool:
    """Return True if the board can be shown: on a terminal, or where Textual has another driver."""
    return bool(os.environ.get("TEXTUAL_DRIVER")) or (
        is_terminal(sys.stdin) and is_terminal(sys.stdout)
    )


def read_line(prompt: str) -> str | None:
    """Read a line of standard input; without a terminal it is echoed after the prompt."""
    print(escaped(prompt), end="", flush=True)
    if sys.stdin is None:
        print_line("")
        return None
    line = rest = sys.stdin.readline(_LONGEST_LINE)
    while rest and not rest.endswith("\n"):
        rest = sys.stdin.readline(_LONGEST_LINE)
    if not line:
        print_line("")
        return None
    if not sys.stdin.isatty():
        print_line(one_line(line.rstrip("\n")))
    return line


def says_yes(question: str) -> bool:
    """Ask the person at the terminal; without a terminal the answer is no."""
    if not is_terminal(sys.stdin):
        return False
    answer = read_line(f"{question} y/n ") or ""
    return answer.strip().lower() in ("y", "yes")


@contextmanager
def hearing(
    names: Sequence[str], handler: Callable[[int, FrameType | None], None]
) -> Iterator[None]:
    """Let a handler take the signals of these names, as far as the system has them.

    Signals that are ignored, as under `nohup`, stay so.
    """
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    heard = {number: was for number, was in before.items() if was not in (signal.SIG_IGN, None)}
    for number in heard:
        signal.signal(number, handler)
    try:
        yield
    finally:
        for number, was in heard.items():
            signal.signal(number, was)


@contextmanager
def leaving_on_signals() -> Iterator[None]:
    """Leave the program in order when it is asked to end: files and records are closed.

    Raises:
        SystemExit: when the request comes, with 128 and the number of the signal.
    """
    with hearing(("SIGTERM", "SIGHUP"), _leave):
        yield


def _leave(number: int, _: FrameType | None) -> None:
    # Once is enough: a second request does not interrupt the leaving.
    signal.signal(number, signal.SIG_IGN)
    raise SystemExit(128 + number)

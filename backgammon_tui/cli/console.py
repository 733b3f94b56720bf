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
"""What goes beyond it in a line that somebody types is dropped."""


def one_line(text: str, longest: int = 500) -> str:
    """Return a text that stays on one line and holds nothing that a terminal would obey."""
    shown = escaped(text)
    return shown if len(shown) <= longest else f"{shown[: longest - 3]}..."


def print_line(text: str, stream: TextIO | None = None) -> None:
    """Write a line, or some, and make them visible at once.

    It is the gate for all that is printed: what a terminal would obey is escaped.
    """
    print(escaped(text, keep="\n"), file=stream or sys.stdout, flush=True)


def can_print(text: str) -> bool:
    """Whether what reads the output can be sent these characters."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class ClosedOutput(io.TextIOBase):
    """In the place of an output that was closed before we began: what is printed is lost."""

    def write(self, text: str) -> int:
        """Refuse it, so that nobody takes it for printed."""
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal; None is one that was closed before we began."""
    return stream is not None and stream.isatty()


def has_screen() -> bool:
    """Whether the board can be shown: on a terminal, or where Textual is told to, in a browser."""
    return bool(os.environ.get("TEXTUAL_DRIVER")) or (
        is_terminal(sys.stdin) and is_terminal(sys.stdout)
    )


def read_line(prompt: str) -> str | None:
    """A line of standard input; where that is no terminal it is echoed after the prompt."""
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
    """Whether the person at the terminal says yes; where there is none, nobody does."""
    if not is_terminal(sys.stdin):
        return False
    answer = read_line(f"{question} y/n ") or ""
    return answer.strip().lower() in ("y", "yes")


@contextmanager
def hearing(
    names: Sequence[str], handler: Callable[[int, FrameType | None], None]
) -> Iterator[None]:
    """In a `with` block: a handler takes the signals of these names that there are here.

    Who has them ignored, as `nohup` does, has a reason.
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
    """Let a request to end the program leave it in order: what must be closed is closed.

    Raises:
        SystemExit: when the request comes, with 128 and the number of the signal.
    """
    with hearing(("SIGTERM", "SIGHUP"), _leave):
        yield


def _leave(number: int, _: FrameType | None) -> None:
    # Once is enough: a second request does not interrupt the leaving.
    signal.signal(number, signal.SIG_IGN)
    raise SystemExit(128 + number)

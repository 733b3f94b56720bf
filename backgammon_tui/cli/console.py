"""Input and output of commands: problems, lines, files, progress and the journal."""

from __future__ import annotations

import argparse
import errno
import io
import math
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import TYPE_CHECKING, Final, Self, TextIO, TypeVar

from backgammon_tui.storage.paths import journal_file
from backgammon_tui.text_file import Content, LineError, decode, escaped, read_bytes
from backgammon_tui.words.problems import JournalProblem, describe_skipped

if TYPE_CHECKING:
    from backgammon_tui.storage.journal.journal import Journal
    from backgammon_tui.words.records import MatchLine


class UsageProblem(Exception):
    """An invalid argument or file; the text gives the reason."""


class Refusal(Exception):
    """A request that cannot be met at present; the text gives the reason."""


@contextmanager
def refused_as_usage() -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise UsageProblem(str(error)) from error


_MAX_LINE_LENGTH: Final = 1_000
"""Maximum characters of a typed line; the rest is dropped."""


def one_line(text: str, longest: int = 500) -> str:
    shown = escaped(text)
    return shown if len(shown) <= longest else f"{shown[: longest - 3]}..."


def print_line(text: str, stream: TextIO | None = None) -> None:
    """Write lines and flush them. All output passes through here, so controls are escaped."""
    print(escaped(text, keep="\n"), file=stream or sys.stdout, flush=True)


def print_error(problem: str) -> None:
    print_line(f"backgammon-tui: {one_line(problem)}", sys.stderr)


def print_pages(pages: Iterable[str]) -> None:
    for number, page in enumerate(pages):
        if number:
            print("\f", end="")
        print_line(page)


def can_print(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class ClosedOutput(io.TextIOBase):
    """A replacement for an output that was closed before the program started."""

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def has_screen() -> bool:
    return bool(os.environ.get("TEXTUAL_DRIVER")) or (
        is_terminal(sys.stdin) and is_terminal(sys.stdout)
    )


def read_line(prompt: str) -> str | None:
    """Read a line of standard input; without a terminal it is echoed after the prompt."""
    print(escaped(prompt), end="", flush=True)
    if sys.stdin is None:
        print_line("")
        return None
    line = rest = sys.stdin.readline(_MAX_LINE_LENGTH)
    while rest and not rest.endswith("\n"):
        rest = sys.stdin.readline(_MAX_LINE_LENGTH)
    if not line:
        print_line("")
        return None
    if not sys.stdin.isatty():
        print_line(one_line(line.rstrip("\n")))
    return line


@contextmanager
def handling_signals(
    names: Sequence[str], handler: Callable[[int, FrameType | None], None]
) -> Iterator[None]:
    """Install a handler for the named signals that the system supports, unless they are ignored."""
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
    """Exit in order on a termination signal: close files and records, and raise `SystemExit`."""
    with handling_signals(("SIGTERM", "SIGHUP"), _leave):
        yield


def _leave(number: int, _: FrameType | None) -> None:
    # A second signal must not interrupt the exit.
    signal.signal(number, signal.SIG_IGN)
    raise SystemExit(128 + number)


# ---- files named on the command line

STANDARD: Final = "-"


def read_file(
    name: str,
    read: Callable[[str], Content],
    max_bytes: int,
    decode: Callable[[bytes, int], str] = decode,
) -> Content:
    """Read a file or standard input; a `LineError` names the file as well."""
    expect_file_name(name)
    shown = shown_name(name)
    try:
        if name == STANDARD:
            data = sys.stdin.buffer.read(max_bytes + 1) if sys.stdin else b""
        else:
            data = read_bytes(Path(name), max_bytes)
        return read(decode(data, max_bytes))
    except LineError as error:
        raise UsageProblem(f"{shown}: {error}") from error
    except OSError as error:
        raise UsageProblem(f"{shown}: {error.strerror}") from None
    except ValueError:
        raise UsageProblem(f"{shown}: no such file") from None


def expect_file_name(name: str) -> None:
    if not name:
        raise UsageProblem("the name of a file is empty")


def shown_name(name: str) -> str:
    return "standard input" if name == STANDARD else one_line(name, longest=200)


@contextmanager
def naming_file(name: str) -> Iterator[None]:
    """Report an error of a new file with its name."""
    expect_file_name(name)
    try:
        yield
    except FileExistsError:
        raise UsageProblem(f"{name}: the file already exists; choose a new name") from None
    except OSError as error:
        problem = f"{name}: {error.strerror or error}"
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO):
            raise Refusal(problem) from None
        raise UsageProblem(problem) from None


# ---- progress of long work

T = TypeVar("T")

PATIENCE: Final = 1.0
_PAUSE: Final = 0.1


class WorkCounter:
    """A counter of finished work on standard error, if that is a terminal.

    Use it in a `with` block. The number appears after a second and disappears at the end.
    """

    def __init__(self, unit: str, patience: float = PATIENCE) -> None:
        self._unit = unit
        self._started = monotonic()
        self._due = self._started + patience
        self._shown = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._show("")

    def report(self, done: int, maximum: int = 0) -> None:
        """Show how much is done, and the time left if there is a known end."""
        if monotonic() >= self._due and is_terminal(sys.stderr):
            self._due = monotonic() + _PAUSE
            much = f"{done:,} of {maximum:,}" if maximum else f"{done:,}"
            self._show(f"{much} {self._unit}{self._describe_left(done, maximum)}")

    def counting(self, items: Iterable[T]) -> Iterator[T]:
        for done, item in enumerate(items):
            self.report(done)
            yield item

    def _show(self, text: str) -> None:
        blank = " " * len(self._shown)
        print(f"\r{blank}\r{text}", end="", file=sys.stderr, flush=True)
        self._shown = text

    def _describe_left(self, done: int, maximum: int) -> str:
        if not 0 < done < maximum:
            return ""
        left = math.ceil((monotonic() - self._started) / done * (maximum - done))
        minutes, seconds = divmod(left, 60)
        return f", at most {f'{minutes} min ' if minutes else ''}{seconds} s left"


# ---- the journal


def open_journal() -> Journal:
    from backgammon_tui.storage.journal.journal import Journal  # Few commands need it.

    return Journal(journal_file())


def upgrade_records() -> str:
    """Upgrade the records of an earlier version; return a sentence about unreadable matches."""
    from backgammon_tui.storage.journal import schema

    path = journal_file()
    # The header saves opening a database at every start.
    if not 0 < schema.version_in_header(path) < schema.VERSION:
        return ""
    from backgammon_tui.storage.journal.journal import Journal
    from backgammon_tui.storage.journal.upgrades import Upgraded

    unreadable: list[int] = []
    with WorkCounter("matches upgraded") as counter:

        def report(upgraded: Upgraded) -> None:
            counter.report(upgraded.done, upgraded.maximum)
            if not upgraded.is_read:
                unreadable.append(upgraded.match)

        # The command reports a problem when it uses the records.
        with suppress(JournalProblem), Journal(path, report) as journal, journal.reading():
            pass
    if schema.version_in_header(path) < schema.VERSION:
        return ""  # A read-only disk: the journal could not be upgraded.
    return describe_skipped(unreadable)


def with_journal(
    command: Callable[[Journal, argparse.Namespace], None],
) -> Callable[[argparse.Namespace], None]:
    def carry_out(options: argparse.Namespace) -> None:
        with open_journal() as journal:
            command(journal, options)

    return carry_out


@contextmanager
def damage_refused(name: str) -> Iterator[None]:
    """Turn a `ValueError` into a `Refusal`, because the recorded match is invalid."""
    try:
        yield
    except ValueError as error:
        problem = f"{name} is damaged: it cannot be played as it is written."
        raise Refusal(problem) from error


def find_match(journal: Journal, number: int) -> MatchLine:
    from backgammon_tui.storage.journal.query import match_line

    line = match_line(journal, number)
    if line is None:
        raise Refusal(f"There is no match {number}.")
    return line

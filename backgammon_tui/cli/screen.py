"""Running the screen program: terminal queries, and crash reports."""

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
from typing import TYPE_CHECKING, Any, Final

from backgammon_tui import __version__
from backgammon_tui.cli.console import handling_signals, one_line, print_line
from backgammon_tui.session import command
from backgammon_tui.storage.paths import (
    data_folder,
    journal_file,
    make_folder,
    shown,
    write_new_file,
)

if TYPE_CHECKING:
    from backgammon_tui.tui.app import BackgammonApp

_CRASHED: Final = 70


def run_screen(app: BackgammonApp, folder: str = "") -> int:
    """Run the screen program and return the exit code, 70 after a crash."""
    try:
        app.run()
        fault = app.fault
    except Exception as error:
        fault = error
    if fault:
        return _report_crash(fault, folder, is_kept=bool(app.storage.path))
    left, is_hung_up = app.left, app.return_code == 128 + getattr(signal, "SIGHUP", 0)
    if left and (left.match or left.is_unsaved) and not app.is_web and not is_hung_up:
        print_line(left.describe(_unfinished_matches(), folder))
    return app.return_code or 0


def _unfinished_matches() -> tuple[int, ...]:
    from backgammon_tui.storage.journal.query import open_numbers

    return open_numbers(journal_file())


def _report_crash(error: Exception, folder: str, *, is_kept: bool) -> int:
    details = _details(error)
    try:
        kept_in = data_folder()
        make_folder(kept_in)
        where = f"details are in {shown(write_new_file(kept_in, 'crash', '.txt', details))}"
    except OSError as problem:
        print_line(details.rstrip(), sys.stderr)
        where = f"details are above ({one_line(problem.strerror or str(problem))})"
    so = "nothing is lost" if is_kept else "nothing was saved"
    if is_kept and _unfinished_matches():
        so += f"; to resume the unfinished match, type '{command('resume', folder)}'"
    print_line(f"backgammon-tui: the program has crashed; {so}; {where}", sys.stderr)
    return _CRASHED


def _details(error: Exception) -> str:
    """Return versions and a traceback without values, because some are secret."""
    # Only needed after a crash.
    import platform
    import traceback
    from importlib.metadata import version

    versions = (
        f"backgammon-tui {__version__}, Textual {version('textual')},"
        f" Python {platform.python_version()}, {platform.platform()}"
    )
    return f"{versions}\n\n{''.join(traceback.format_exception(error))}"


# ---- terminal queries

# Signs such as ● are two columns wide in some East Asian settings, and xterm does not report its
# number of colours in `TERM`.

_COLOR_QUESTION = b"\x1b]4;255;?\x1b\\"
"""A query for the last of 256 colours, which terminals called xterm have but do not report."""
_COLOR_ANSWER = b"\x1b]4;255;rgb:"
_QUESTION = b"\r\xe2\x97\x8f\x1b[6n\r\x1b[K"
"""A filled circle, a query for the cursor position, and a code that clears the line."""
_ANSWER = re.compile(rb"\x1b\[\d+;(\d+)R")
_LIMIT = 0.1
_ENDINGS = ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT")


@contextmanager
def width_question() -> Iterator[Callable[[], bool]]:
    """Query the terminal for the width; the yielded function waits for the answer.

    It arrives while the program loads. The terminal's echo is restored even after a signal.
    """
    try:
        import termios
    except ImportError:  # Windows terminals have no such setting.
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
        # No exception, because during an import it would become another error.
        change_to(modes)
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)

    with handling_signals(_ENDINGS, leave):
        try:
            change_to(silent)
            with suppress(OSError):
                asks = os.environ.get("TERM") == "xterm" and not os.environ.get("COLORTERM")
                os.write(output, _COLOR_QUESTION * asks + _QUESTION)
            yield partial(_is_wide, terminal, time.monotonic() + _LIMIT)
        finally:
            change_to(modes)


def _is_wide(terminal: int, until: float) -> bool:
    message = b""
    while not _ANSWER.search(message):
        rest = max(0.0, until - time.monotonic())
        if not select.select([terminal], [], [], rest)[0]:
            break
        message += os.read(terminal, 64)
    if _COLOR_ANSWER in message:
        os.environ["TERM"] = "xterm-256color"
    match = _ANSWER.search(message)
    return match is not None and int(match[1]) > 2

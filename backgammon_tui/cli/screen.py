"""Running the screen program, and reporting a fault that ends it."""

from __future__ import annotations

import signal
import sys
from typing import TYPE_CHECKING, Final

from backgammon_tui import __version__
from backgammon_tui.cli.console import one_line, print_line
from backgammon_tui.storage import journal as journals
from backgammon_tui.storage.paths import data_folder, journal_file, shown, write_new_file
from backgammon_tui.words.leaving import command, describe_left

if TYPE_CHECKING:
    from backgammon_tui.tui.app import BackgammonApp

_CRASHED: Final = 70
"""The exit code after a fault of the program: EX_SOFTWARE."""


def run_screen(app: BackgammonApp, folder: str = "") -> int:
    """Play on the screen and return the exit code, 70 after a fault of the program.

    Args:
        folder: The folder given on the command line, which must be given again to resume.
    """
    try:
        app.run()
    except Exception as error:
        return _tell_crash(error, folder, is_kept=app.storage.is_on)
    if app.fault:
        return _tell_crash(app.fault, folder, is_kept=app.storage.is_on)
    _tell_left(app, folder)
    return app.return_code or 0


def _tell_left(app: BackgammonApp, folder: str) -> None:
    """Tell how to resume the saved match, if somebody can read it."""
    left, is_hung_up = app.left, app.return_code == 128 + getattr(signal, "SIGHUP", 0)
    if left and (left.match or left.is_unsaved) and not app.is_web and not is_hung_up:
        said = describe_left(
            left.match,
            _open_matches(),
            folder,
            is_won=left.is_won,
            is_unsaved=left.is_unsaved,
        )
        print_line(said)


def _open_matches() -> tuple[int, ...]:
    return journals.query.open_numbers(journal_file())


def _tell_crash(error: Exception, folder: str, *, is_kept: bool) -> int:
    """Describe a fault in a new file; say where that is and how to resume."""
    details = _details(error)
    try:
        kept_in = data_folder()
        kept_in.mkdir(parents=True, exist_ok=True)
        where = f"details are in {shown(write_new_file(kept_in, 'crash', '.txt', details))}"
    except OSError as problem:
        print_line(details.rstrip(), sys.stderr)
        where = f"details are above ({one_line(problem.strerror or str(problem))})"
    so = "nothing is lost" if is_kept else "nothing was kept"
    if is_kept and _open_matches():
        so += f"; to resume the open game, type '{command('resume', folder)}'"
    print_line(f"backgammon-tui: the program has failed; {so}; {where}", sys.stderr)
    return _CRASHED


def _details(error: Exception) -> str:
    """Return versions and traceback, without values of variables: some are secret."""
    # A start without a fault needs none of them.
    import platform
    import traceback
    from importlib.metadata import version

    versions = (
        f"backgammon-tui {__version__}, Textual {version('textual')},"
        f" Python {platform.python_version()}, {platform.platform()}"
    )
    return f"{versions}\n\n{''.join(traceback.format_exception(error))}"

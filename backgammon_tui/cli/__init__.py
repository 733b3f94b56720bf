"""The command line: arguments in, exit code out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

from backgammon_tui.cli.arguments import Refusal, UsageProblem
from backgammon_tui.cli.console import ClosedOutput, one_line, print_line
from backgammon_tui.cli.for_programs import print_error
from backgammon_tui.cli.invocation import parse, run


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program.

    Returns:
        0 if all went well, 1 if a check found something wrong, a file could not be written
        or the request cannot be met, 2 for bad arguments or files, 3 if dice cannot
        be verified, 70 after a fault of the screen program, 128 and the number of a signal
        that ended it.
    """
    if sys.stdout is None:
        sys.stdout = ClosedOutput()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # Names may hold characters that the terminal cannot show, and pipes any bytes.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    arguments = sys.argv[1:] if argv is None else argv
    complain = _complain_in_json if "--json" in arguments else _complain
    running = ""
    try:
        options = parse(arguments)
        running = options.run
        return run(options)
    except UsageProblem as error:
        complain(str(error), 2)
        return 2
    except Refusal as error:
        complain(str(error), 1)
        return 1
    except KeyboardInterrupt:
        if running not in _AT_A_BOARD:
            complain("interrupted; nothing is half done", 130)
        return 130
    except BrokenPipeError:
        # Whoever read the output has gone; there is nobody to tell.
        if sys.stderr:
            sys.stderr.close()
        return 1
    except OSError as error:
        complain(error.strerror or str(error), 1)
        return 1


_AT_A_BOARD: Final = {"", "start.start", "start.resume", "lessons.lesson", "watch.watch"}
"""Commands that people leave with Ctrl-C without asking whether work is done."""


def _complain(problem: str, _: int) -> None:
    print_line(f"backgammon-tui: {one_line(problem)}", sys.stderr)


def _complain_in_json(problem: str, code: int) -> None:
    print_error(one_line(problem), code)

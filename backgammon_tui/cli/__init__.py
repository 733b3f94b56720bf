"""The command line: arguments in, exit code out."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from backgammon_tui.cli.arguments import Refusal, UsageProblem
from backgammon_tui.cli.commands import find_command, game_parser, run
from backgammon_tui.cli.console import ClosedOutput, one_line, print_line


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program.

    Returns:
        0 if all went well, 1 if a check found something wrong, a file could not be written
        or what was asked for cannot be done, 2 for bad arguments or files, 3 if dice cannot
        be verified, 70 after a fault of the screen program, 128 and the number of a signal
        that ended it.
    """
    if sys.stdout is None:
        sys.stdout = ClosedOutput()
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # Names may hold characters that the terminal cannot show, and pipes any bytes.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    is_long_work = False
    try:
        parser = game_parser()
        command, rest = find_command(parser, arguments)
        is_long_work = command not in (None, "resume", "lesson")
        if command:
            return run(command, rest)
        options = parser.parse_args(arguments)

        from backgammon_tui.cli.start import start

        return start(options)
    except UsageProblem as error:
        print_line(f"backgammon-tui: {one_line(str(error))}", sys.stderr)
        return 2
    except Refusal as error:
        print_line(f"backgammon-tui: {one_line(str(error))}", sys.stderr)
        return 1
    except KeyboardInterrupt:
        if is_long_work:
            print_line("backgammon-tui: interrupted; nothing is half done", sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever read the output has gone; there is nobody to tell.
        if sys.stderr:
            sys.stderr.close()
        return 1
    except OSError as error:
        print_line(f"backgammon-tui: {one_line(str(error.strerror or error))}", sys.stderr)
        return 1

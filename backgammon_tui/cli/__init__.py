"""The command line: arguments in, exit code out."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from backgammon_tui.cli.commands import Parser, add_new_game, add_shared, build_parsers
from backgammon_tui.cli.console import (
    ClosedOutput,
    Refusal,
    UsageProblem,
    one_line,
    print_error,
    upgrade_records,
)
from backgammon_tui.engine import ruleset_name
from backgammon_tui.text_file import quote
from backgammon_tui.words.problems import JournalProblem, StorageErrorKind


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program.

    Returns:
        0 on success; 1 if a check failed, a file could not be written or the request cannot be met;
        2 for bad arguments or files; 3 if dice cannot be verified; 70 after a crash of the screen
        program; 128 plus the number of a signal that ended it.
    """
    if sys.stdout is None:
        sys.stdout = ClosedOutput()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # Names may contain characters that the terminal cannot show, and pipes any bytes.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    arguments = sys.argv[1:] if argv is None else argv
    running = ""
    try:
        options = parse(arguments)
        running = options.run
        return _carry_out(options)
    except UsageProblem as error:
        print_error(str(error))
        return 2
    except (Refusal, JournalProblem) as error:
        print_error(f"{error}{_describe_way_out(error)}")
        return 1
    except KeyboardInterrupt:
        if running not in _AT_A_BOARD:
            print_error("interrupted; no file is left half written")
        return 130
    except BrokenPipeError:
        # Nobody reads the output any more.
        _drop_unwritten()
        return 1
    except OSError as error:
        _drop_unwritten()
        file = error.filename if isinstance(error.filename, str) else ""
        name = f"{one_line(file, longest=200)}: " if file else ""
        print_error(f"{name}{error.strerror or error}")
        return 1


def _drop_unwritten() -> None:
    """Drop output that cannot be written; otherwise Python may try again and exit with 120."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


_AT_A_BOARD: Final = {"", "start.start", "start.resume", "start.watch", "lessons.lesson"}


def _describe_way_out(problem: Refusal | JournalProblem) -> str:
    if isinstance(problem, Refusal) or problem.kind is not StorageErrorKind.DAMAGED:
        return ""
    from backgammon_tui.storage.journal.backups import describe_restoring

    way = describe_restoring(problem.path)
    return f". When you start the program, it offers to {way}."


# ---- finding the command among the arguments


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse the arguments; options of a command may precede it, as in `--plain resume`."""
    # Only a parser that knows which options have values can find the command.
    front = Parser(add_help=False)
    add_shared(front, "--folder")
    add_new_game(front)
    front.add_argument("words", nargs=argparse.REMAINDER)
    words = front.parse_known_args(arguments)[0].words
    before = arguments[: len(arguments) - len(words)]
    main, parsers = build_parsers()
    if not words:
        return main.parse_args(before)
    name = ruleset_name(words[0])
    if name not in parsers:
        _expect_meant(name, [*parsers])
    return main.parse_args([name, *before, *words[1:]])


def _expect_meant(word: str, names: Sequence[str]) -> None:
    from difflib import get_close_matches  # Most commands do not need it.

    meant = get_close_matches(word, names, n=1, cutoff=0.75) or [
        name for name in names if len(word) > 2 and name.startswith(word)
    ]
    if meant:
        raise UsageProblem(
            f"there is no game or command {quote(word)}; did you mean {quote(meant[0])}?"
        )


def _carry_out(options: argparse.Namespace) -> int:
    options.notice = ""
    if options.needs_folder or options.folder is not None:
        _use_folders(options)
        notice = upgrade_records()
        if options.run in _AT_A_BOARD and not getattr(options, "plain", False):
            options.notice = notice  # The screen would hide a printed line.
        elif notice:
            print_error(notice)
    module, _, function = options.run.partition(".")
    return getattr(import_module(f"backgammon_tui.cli.{module}"), function)(options) or 0


def _use_folders(options: argparse.Namespace) -> None:
    from backgammon_tui.storage import paths  # Imported here because help does not need it.

    for option in ("folder", "lessons"):
        if getattr(options, option) == "":
            raise UsageProblem(f"--{option} needs the name of a folder")
    if options.folder:
        os.environ[paths.FOLDER_VARIABLE] = options.folder
    if options.lessons:
        os.environ[paths.LESSONS_VARIABLE] = options.lessons
    for folder in (paths.data_folder(), paths.lessons_folder()):
        if not paths.can_be_folder(folder):
            raise UsageProblem(f"{one_line(str(folder), longest=200)}: Not a directory")
    if options.lessons:
        lessons = one_line(options.lessons, longest=200)
        try:
            next(paths.lessons_folder().iterdir(), None)
        except FileNotFoundError:
            raise UsageProblem(f"{lessons}: there is no such folder") from None
        except OSError as error:
            raise UsageProblem(f"{lessons}: {error.strerror}") from None

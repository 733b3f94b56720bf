"""The program as a process of its own, or in this one, which costs a tenth."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from unittest.mock import patch

from backgammon_tui.cli import main
from backgammon_tui.storage.journal.edits import add_match
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.storage.transcripts import read_transcript


@dataclass(frozen=True)
class Ran:
    """How the program ended."""

    code: int
    out: str
    err: str


def run(*arguments: str, typed: str | bytes = b"", folder: Path | None = None) -> Ran:
    """Run the program in this process with some arguments and a standard input."""
    typed_bytes = typed.encode() if isinstance(typed, str) else typed
    pipes = [TextIOWrapper(BytesIO(data), encoding="utf-8") for data in (typed_bytes, b"", b"")]
    stdin, out, err = pipes
    with (
        patch("sys.stdin", stdin),
        redirect_stdout(out),
        redirect_stderr(err),
        patch.dict(os.environ),
        chdir(folder or Path.cwd()),
    ):
        try:
            code = main(arguments)
        except SystemExit as left:  # After --help.
            code = int(left.code or 0)
    for pipe in (out, err):
        pipe.seek(0)
    return Ran(code, out.read(), err.read())


def run_process(*arguments: str, typed: str | bytes = b"", folder: Path | None = None) -> Ran:
    """Run the program as a process of its own."""
    typed_bytes = typed.encode() if isinstance(typed, str) else typed
    return ran([sys.executable, "-m", "backgammon_tui", *arguments], typed_bytes, folder)


def run_python(code: str) -> Ran:
    """Run some Python beside the program."""
    return ran([sys.executable, "-c", code], b"", None)


def ran(command: list[str], typed_bytes: bytes, folder: Path | None) -> Ran:
    checkout = str(Path(__file__).parents[2])
    environment = {**os.environ, "PYTHONPATH": checkout, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        command, input=typed_bytes, capture_output=True, timeout=120, env=environment, cwd=folder
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def refusal(*arguments: str, typed: str | bytes = b"", folder: Path | None = None) -> str:
    """The one line of a refusal: exit code 2, nothing on standard output, no traceback."""
    done = run(*arguments, typed=typed, folder=folder)
    assert done.code == 2, done
    assert done.out == ""
    (line,) = done.err.splitlines()
    assert line.isprintable()
    return line


HEAD = """\
backgammon-tui transcript 1
Ruleset: {ruleset}
{rules}White: {white}
Black: {black}
Date: {date}
Length: {length}
"""

WON = """
Game {number}
Dice: typed
1 opening 5-2
  W keeps
  5 2: hand/20 hand/23
{loser} resigns {points}
"""


def transcript(
    *games: str,
    ruleset: str = "russian",
    rules: str = "",
    white: str = "Anna",
    black: str = "Boris",
    date: str = "2026-03-01",
    length: str = "open",
) -> str:
    """The transcript of a match."""
    head = HEAD.format(
        ruleset=ruleset, rules=rules, white=white, black=black, date=date, length=length
    )
    return head + "".join(games)


def won(number: int = 1, loser: str = "B", points: int = 1) -> str:
    """A game in which White enters two checkers and then somebody resigns."""
    return WON.format(number=number, loser=loser, points=points)


OPEN = """
Game {number}
Dice: typed
1 opening 3-3
2 opening 5-2
  W keeps
  5 2: hand/20
"""


def opened(number: int = 1) -> str:
    """A game that breaks off in its first turn."""
    return OPEN.format(number=number)


def keep(*texts: str) -> list[int]:
    """Take transcripts into the records; their numbers there."""
    with Journal(journal_file()) as journal:
        return [add_match(journal, read_transcript(text)) for text in texts]

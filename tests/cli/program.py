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


@dataclass(frozen=True)
class Ran:
    """How the program ended."""

    code: int
    out: str
    err: str


def run(*arguments: str, typed: str | bytes = b"", folder: Path | None = None) -> Ran:
    """Run the program in this process with some arguments and a standard input."""
    given = typed.encode() if isinstance(typed, str) else typed
    pipes = [TextIOWrapper(BytesIO(data), encoding="utf-8") for data in (given, b"", b"")]
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
    given = typed.encode() if isinstance(typed, str) else typed
    return ran([sys.executable, "-m", "backgammon_tui", *arguments], given, folder)


def run_python(code: str) -> Ran:
    """Run some Python beside the program."""
    return ran([sys.executable, "-c", code], b"", None)


def ran(command: list[str], given: bytes, folder: Path | None) -> Ran:
    checkout = str(Path(__file__).parents[2])
    environment = {**os.environ, "PYTHONPATH": checkout, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        command, input=given, capture_output=True, timeout=120, env=environment, cwd=folder
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

"""The program as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Ran:
    """How the program ended."""

    code: int
    out: str
    err: str


def run(*arguments: str, typed: str | bytes = b"", folder: Path | None = None) -> Ran:
    """Run the program with some arguments and a standard input."""
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

"""The program as a separate process, or in this process, which takes a tenth of the time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from subprocess import PIPE
from typing import Final
from unittest.mock import patch

import pytest

from backgammon_tui.cli import main
from backgammon_tui.storage.journal.edits import add_match
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.storage.transcripts import read_transcript
from backgammon_tui.text_file import is_visible


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


def run(*arguments: str, typed: str | bytes = b"") -> Ran:
    """Run the program in this process with arguments and standard input."""
    typed_bytes = typed.encode() if isinstance(typed, str) else typed
    pipes = [TextIOWrapper(BytesIO(data), encoding="utf-8") for data in (typed_bytes, b"", b"")]
    stdin, out, err = pipes
    with (
        patch("sys.stdin", stdin),
        redirect_stdout(out),
        redirect_stderr(err),
        patch.dict(os.environ),
    ):
        try:
            code = main(arguments)
        except SystemExit as left:  # After --help.
            code = int(left.code or 0)
    for pipe in (out, err):
        pipe.seek(0)
    return Ran(code, out.read(), err.read())


posix = pytest.mark.skipif(os.name == "nt", reason="shells, files and signals differ there")

PROGRAM: Final = (sys.executable, "-m", "backgammon_tui")
ENVIRONMENT: Final = {"PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONIOENCODING": "utf-8"}


def run_process(*arguments: str, typed: str | bytes = b"") -> Ran:
    return ran([*PROGRAM, *arguments], typed)


def run_python(code: str) -> Ran:
    """Run Python code with the program on its path."""
    return ran([sys.executable, "-c", code])


def ran(command: list[str], typed: str | bytes = b"") -> Ran:
    done = subprocess.run(
        command,
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        timeout=120,
        env={**os.environ, **ENVIRONMENT},
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def output(*arguments: str, typed: str = "") -> str:
    """Return the output of a successful command."""
    done = run(*arguments, typed=typed)
    assert (done.code, done.err) == (0, "")
    return done.out


def lines(*arguments: str) -> list[str]:
    return output(*arguments).splitlines()


def refusal(*arguments: str, typed: str | bytes = b"", code: int = 2) -> str:
    """Return the single harmless error line of a command that prints nothing else."""
    return expect_refused(run(*arguments, typed=typed), code)


def expect_refused(done: Ran, code: int = 2) -> str:
    assert (done.code, done.out) == (code, "")
    expect_harmless(done)
    (line,) = done.err.split("\n")[:-1]
    assert line.startswith("backgammon-tui: ")
    return line.removeprefix("backgammon-tui: ")


def expect_harmless(done: Ran) -> None:
    """Assert that the output contains no control characters but line feeds."""
    for line in (done.out + done.err).split("\n"):
        assert is_visible(line), ascii(line)
    assert "Traceback" not in done.err


# ---- transcripts


def transcript(
    *games: str,
    ruleset: str = "russian",
    rules: str = "",
    white: str = "Anna",
    black: str = "Boris",
    date: str = "2026-03-01",
    length: str = "open",
) -> str:
    head = f"backgammon-tui transcript 1\nRuleset: {ruleset}\n{rules}White: {white}\n"
    head += f"Black: {black}\nDate: {date}\nLength: {length}\n"
    return head + "".join(games)


def won(number: int = 1, loser: str = "B", points: int = 1) -> str:
    """Return a game in which White enters two checkers and somebody resigns."""
    begun = f"\nGame {number}\nDice: typed\n1 opening 5-2\n  W keeps\n"
    return f"{begun}  5 2: hand/20 hand/23\n{loser} resigns {points}\n"


def opened(number: int = 1) -> str:
    """Return a game that breaks off in its first turn."""
    begun = f"\nGame {number}\nDice: typed\n1 opening 3-3\n1 opening 5-2\n  W keeps\n"
    return f"{begun}  5 2: hand/20\n"


def keep(*texts: str) -> list[int]:
    """Import transcripts and return their match numbers."""
    with Journal(journal_file()) as journal:
        return [add_match(journal, read_transcript(text)) for text in texts]


# ---- a plain game

ANSWERS = {
    "Enter: roll.": "roll",
    "Type keep or reroll (k or r).": "keep",
    "Type 5 or 6.": "5",
    "Type your moves, or plays for the list.": "1",
    "the only play.": "",
    "accept: accept the result, undo: go back.": "accept",
    "accept: accept the result, takeback: go back.": "accept",
    "next: start the next game, quit: leave.": "next",
    "The match is over. save FILE: write it, quit: leave.": "quit",
}


class Dialogue:
    """Two players who answer each prompt. Use it in a `with` statement."""

    def __init__(self, *arguments: str) -> None:
        """Start the program with the arguments."""
        self.output = ""
        """The standard output of the program so far."""
        self._process = subprocess.Popen(
            [*PROGRAM, *arguments],
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env={**os.environ, **ENVIRONMENT},
        )

    def __enter__(self) -> Dialogue:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def read_prompt(self) -> bool:
        """Read until the next prompt; return False at the end of the output."""
        assert self._process.stdout
        while character := self._process.stdout.read(1).decode():
            self.output += character
            if self.output.endswith(("\n> ", "or Enter: ", "y/n ")):
                return True
        return False

    def play(self, lines: int = 100_000) -> None:
        """Answer this many prompts, or all of them."""
        assert self._process.stdin
        while lines and self.read_prompt():
            lines -= 1
            # The last sentence names the words to type; it may be wrapped.
            text = " ".join(self.output.removesuffix("> ").split()[-20:])
            answer = next(line for words, line in ANSWERS.items() if text.endswith(words))
            self._process.stdin.write(f"{answer}\n".encode())
            self._process.stdin.flush()

    def kill(self) -> None:
        """Kill the program without a chance to react."""
        self._process.kill()
        self._process.wait(30)

    def end(self, number: signal.Signals | None = None) -> tuple[int, str]:
        """Wait for the end, after a signal if any; return exit code and standard error."""
        if number:
            self._process.send_signal(number)
        out, err = self._process.communicate(timeout=60)
        self.output += out.decode()
        return self._process.returncode, err.decode()

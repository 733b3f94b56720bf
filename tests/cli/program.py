"""The program as a process of its own, or in this one, which takes a tenth of the time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from types import TracebackType
from typing import Final
from unittest.mock import patch

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
1 opening 5-2
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


# ---- texts that a terminal would obey

OBEYED: Final = {
    "escape": "\x1b[2J\x1b]0;title\x07",
    "C1": "\x9b31m\x9d0;title\x9c",
    "C0": "\x01\x07\x08\x0e\x0f\x7f",
    "return": "a\rb",
    "line feed": "a\nb",
    "tab": "a\tb",
    "next line": "a\x85b",
    "separators": "a\u2028b\u2029c",
    "bidi": "a\u202eb\u2066c\u061cd",
    "joiners": "a\u200bb\u200dc\ufeffd",
    "no byte of UTF-8": "a\udcffb",
    "private": "a\ue000b\U0010ffff",
    "tags": "a\U000e0041b",
}

MARKUP: Final = (
    "[bold]x[/bold]",
    "[link=http://a.b]x[/link]",
    "[@click=app.quit]x[/]",
    "[/]",
    "\\[b]",
    ":warning:",
    "{0.__class__} {x!r:>99}",
    "%s %(x)s %n",
    "$(touch x) `touch x`",
    "__import__('os')",
    "; touch x | cat > x",
    "../../x",
    "--help",
    "<b>&amp;</b>",
    "x\u0301\u0302\u0303\u0304\u0305" * 6,
    "漢字 👩 שלום مرحبا",
)
"""Names and words that are allowed, and are nothing but characters to the program."""


class Typed(StringIO):
    """A terminal at which somebody types."""

    def isatty(self) -> bool:
        return True


def answered(*arguments: str, typed: str | None = None) -> Ran:
    out, err = StringIO(), StringIO()
    io = StringIO() if typed is None else Typed(typed)
    with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", io):
        code = main(arguments)
    return Ran(code, out.getvalue(), err.getvalue())


def expect_harmless(done: Ran) -> None:
    """See that nothing that a terminal would obey was written but line feeds."""
    for line in (done.out + done.err).split("\n"):
        assert is_visible(line), ascii(line)
    assert "Traceback" not in done.err


def expect_refused(done: Ran) -> str:
    """The one line of a refusal, which is harmless."""
    expect_harmless(done)
    assert (done.code, done.out) == (2, "")
    (line,) = done.err.split("\n")[:-1]
    assert line.startswith("backgammon-tui: ")
    return line


# ---- a plain game that is answered line by line, and can be killed

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
    """Two players who type what is awaited. Use it in a `with` statement."""

    def __init__(self, *arguments: str, folder: Path | None = None) -> None:
        """Start the program with the arguments."""
        self.output = ""
        """All that the program has written to standard output."""
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "backgammon_tui", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**environment, "PYTHONIOENCODING": "utf-8"},
            cwd=folder,
        )

    def __enter__(self) -> Dialogue:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def hear(self) -> bool:
        """Read until something is asked; False at the end of the output."""
        assert self._process.stdout
        while character := self._process.stdout.read(1).decode():
            self.output += character
            if self.output.endswith(("\n> ", "or Enter: ", "y/n ")):
                return True
        return False

    def type(self, line: str) -> None:
        """Type a line."""
        assert self._process.stdin
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()

    def answer(self) -> None:
        """Type what the last sentence asks for, which may have been broken into lines."""
        text = " ".join(self.output.removesuffix("> ").split()[-20:])
        self.type(next(answer for words, answer in ANSWERS.items() if text.endswith(words)))

    def play(self, lines: int = 100_000) -> None:
        """Answer so many questions, or all of them."""
        for _ in range(lines):
            if not self.hear():
                return
            self.answer()

    def kill(self) -> None:
        """Kill the program, which can do nothing about it."""
        self._process.kill()
        self._process.wait(30)

    def end(self, number: signal.Signals | None = None) -> tuple[int, str]:
        """Let the program end, after a signal if one is given: exit code, standard error."""
        if number:
            self._process.send_signal(number)
        out, err = self._process.communicate(timeout=60)
        self.output += out.decode()
        return self._process.returncode, err.decode()

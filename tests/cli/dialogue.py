"""The plain game as a process of its own that is answered line by line, and can be killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType

ANSWERS = {
    "Enter rolls.": "roll",
    "Type keep or reroll (k or r).": "keep",
    "Type 5 or 6.": "5",
    "Type your moves, or plays for the list.": "1",
    "the only play.": "",
    "accept takes the result, undo goes back.": "accept",
    "accept takes the result, takeback goes back.": "accept",
    "next begins the next game, quit leaves.": "next",
    "The match is over: save FILE writes it down, quit leaves.": "quit",
}
"""What to type after these words."""


class Dialogue:
    """Two players who type what is awaited. Use it in a `with` statement."""

    def __init__(self, *arguments: str, folder: Path | None = None) -> None:
        """Start the program with the arguments."""
        self.said = ""
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
            self.said += character
            if self.said.endswith(("\n> ", "or Enter: ", "y/n ")):
                return True
        return False

    def type(self, line: str) -> None:
        """Type a line."""
        assert self._process.stdin
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()

    def answer(self) -> None:
        """Type what the last sentence asks for, which may have been broken into lines."""
        text = " ".join(self.said.removesuffix("> ").split()[-20:])
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
        self.said += out.decode()
        return self._process.returncode, err.decode()

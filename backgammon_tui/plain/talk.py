"""Saying lines to the players and asking them for lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from backgammon_tui.dice import check_word
from backgammon_tui.engine import Phase, Side
from backgammon_tui.words.columns import wrap
from backgammon_tui.words.naming import STANDARD, Naming, sentence

WIDTH: Final = 60

Read = Callable[[str], str | None]
"""Asks for a line with a prompt; None when there are no more."""

Write = Callable[[str], None]

Keep = Callable[[Sequence[tuple[str, str]]], str]
"""A function that saves progress by name, and returns a sentence on it or nothing."""


class Quit(Exception):
    """The players leave, or the input has ended."""


class Talk:
    """The players or a learner, who read lines and type lines."""

    def __init__(self, read: Read, write: Write, naming: Naming = STANDARD) -> None:
        self.naming = naming
        self._read = read
        self._write = write

    def say(self, text: str, indent: str = "") -> None:
        """Say sentences, broken into lines; all but the first begin with an indent."""
        for line in text.split("\n"):
            parts = wrap(line, WIDTH, below=indent)
            for part in parts or [""]:
                self._write(part)

    def show(self, text: str) -> None:
        """Say lines as they are, without joining or breaking them."""
        for line in text.split("\n"):
            self._write(line)

    def show_digits(self, digits: str) -> None:
        """Say sixty-four digits in two lines, for narrow terminals."""
        self.show(f"{digits[:32]}\n{digits[32:]}")

    def ask(self, prompt: str) -> str:
        """Show a prompt and return the typed line."""
        line = self._read(prompt)
        if line is None:
            raise Quit
        return line.strip()

    def consents(self, side: Side, question: str) -> bool:
        """Ask the player of a side a question and return True for a yes."""
        answer = self.ask(f"{self.naming.name(side)}, {question} y/n ")
        return answer.lower() in ("y", "yes")

    def ask_word(self, side: Side) -> str:
        """Ask the player of a side for a word to add to the fair dice."""
        while True:
            word = self.ask(f"{self.naming.name(side)}, a word, or nothing: ")
            try:
                return check_word(word)
            except ValueError as error:
                self.say(sentence(error))


def tell_words(phase: Phase) -> str:
    """Return the words to type for an awaited decision; empty in other phases."""
    match phase:
        case Phase.KEEP_OR_AGAIN:
            return "Type keep or reroll (k or r)."
        case Phase.CHOOSE:
            return "Type 5 or 6."
        case _:
            return ""

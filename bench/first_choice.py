"""Count the presses and seconds from the first screen to the first choice between plays.

python -m bench.first_choice [GAMES]
"""

from __future__ import annotations

import sys
import time
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from backgammon_tui.engine import RULESETS
from tests.tui.terminal import Terminal

MAX_PRESSES = {"two people": 5, "medium": 7}
MAX_SECONDS = 4.0
"""Maximum seconds after the last press."""

CHOICES = ("up down choose", "After a 2-1")
"""Texts of a choice between plays or doubles. The question to keep a roll does not count."""

TIE = "Both roll"
PATIENCE = 30.0
_KEYS = {
    "Nothing to choose": "y",
    "space roll": "space",
    "space answer": "space",
    "space go on": "space",
    "space play": "space",
    "Press space": "space",
}
"""The key to press for the first of these texts that is on the screen."""


class Begun(NamedTuple):
    """A game from the first screen to its first choice."""

    presses: tuple[str, ...]
    ties: int
    """Number of opening rolls that were repeated, each with a press that is not counted."""
    seconds: float
    """Seconds after the last press."""

    @property
    def counted(self) -> int:
        return len(self.presses) - self.ties


def begin(ruleset: str, opponent: str) -> Begun:
    """Start a game as a new user does, with the highlighted answer to each question.

    The arrows that highlight the game in the list are not counted.
    """
    presses = list[str]()
    with TemporaryDirectory() as folder:
        program = ["-m", "backgammon_tui", "--folder", folder]
        with Terminal(program) as terminal:

            def press(key: str) -> float:
                presses.append(key)
                terminal.wait_until_quiet(0.3)  # A key that comes too soon is ignored.
                before = terminal.lines
                terminal.press(key)
                terminal.wait_for(lambda: terminal.lines != before, key)
                return time.monotonic()

            terminal.wait_for_text("Match to")
            for _ in range(list(RULESETS).index(ruleset)):
                terminal.wait_until_quiet()
                terminal.press("down")
            if opponent == "medium":
                press("Y")
                terminal.wait_for_text("Who plays")
            press("enter")
            terminal.wait_for_text("What is your name" if opponent == "medium" else "[ Play")
            pressed = press("enter")
            begun = time.monotonic()
            shown, ties = "", 0
            while not any(text in shown for text in CHOICES):
                terminal.wait_until_quiet(0.2)
                shown = "\n".join(terminal.lines)
                key = next((key for text, key in _KEYS.items() if text in shown), "")
                if key and not any(text in shown for text in CHOICES):
                    ties += TIE in shown
                    pressed = press(key)
                if time.monotonic() > begun + PATIENCE:
                    raise TimeoutError(shown)
            return Begun(tuple(presses), ties, time.monotonic() - pressed)


def main(games: int = 2) -> None:
    """Print the most presses and the longest time for each ruleset and opponent."""
    for opponent, limit in MAX_PRESSES.items():
        for ruleset in RULESETS:
            begun = [begin(ruleset, opponent) for _ in range(games)]
            most = max(begun, key=lambda game: game.counted)
            usual = median(game.counted for game in begun)
            ties = sum(game.ties for game in begun)
            seconds = max(game.seconds for game in begun)
            print(
                f"{ruleset}, {opponent}: {most.counted} presses of {limit}"
                f" ({' '.join(most.presses)}), median {usual:g}, and {ties} for tied openings,"
                f" then {seconds:.1f} s of {MAX_SECONDS:.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

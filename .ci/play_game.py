"""Play a whole game in the plain mode of an installed program, as a person would.

The only argument is the program. The last sentence before each prompt determines the answer. In the
middle of the game the program is killed, and then the game is resumed.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ANSWERS = {
    "Enter: roll.": "",
    "Type keep or reroll (k or r).": "r",
    "Type 5 or 6.": "5",
    "the only play.": "",
    "Type your moves, or plays for the list.": "1",
    "accept: accept the result, undo: go back.": "accept",
    "accept: accept the result, takeback: go back.": "accept",
    "next: start the next game, quit: leave.": "quit",
    "The match is over. save FILE: write it, quit: leave.": "quit",
    "a word, or nothing:": "",
}
"""The answer to type after each sentence."""

BEFORE_IT_IS_KILLED = 40
"""Number of prompts that are answered before the program is killed."""

LIMIT = 240
"""Seconds after which a game that waits for something unexpected is aborted."""


def main(program: str) -> int:
    signal.alarm(LIMIT)
    with TemporaryDirectory() as folder:
        os.environ["BACKGAMMON_TUI_FOLDER"] = str(Path(folder) / "kept")
        transcript = Path(folder) / "game.txt"
        game = begin([program, "--plain", "falood"])
        answer(game, BEFORE_IT_IS_KILLED)
        game.kill()
        game.wait()
        game = begin([program, "resume", "--plain", "--transcript", str(transcript)])
        answer(game)
        if game.wait() != 0:
            sys.exit(f"the game ended with exit code {game.returncode}")
        print(transcript.read_text(encoding="utf-8").splitlines()[-2])
        subprocess.run([program, "replay", str(transcript)], check=True)
        exported = subprocess.run([program, "export", "1"], check=True, capture_output=True)
        if exported.stdout != transcript.read_bytes():
            sys.exit("the records have another game than was played")
    return 0


def begin(command: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def answer(game: subprocess.Popen[str], maximum: int | None = None) -> None:
    """Answer at most this many prompts, or all until the program ends."""
    assert game.stdin
    assert game.stdout
    said = ""
    answered = 0
    while answered != maximum and (character := game.stdout.read(1)):
        said += character
        if said.endswith(("\n> ", "nothing: ")):
            sentence = " ".join(said.removesuffix("> ").split())
            reply = next((ANSWERS[words] for words in ANSWERS if sentence.endswith(words)), None)
            if reply is None:
                sys.exit(f"the game asks what nobody expects: {sentence}")
            game.stdin.write(f"{reply}\n")
            game.stdin.flush()
            said = ""
            answered += 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

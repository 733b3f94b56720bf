"""Play one whole game through the plain mode of an installed program, as a person would.

The only argument is the program. Each prompt is answered by what the program said last.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ANSWERS = {
    "throw one die": "throw",
    "to throw": "throw",
    "throws again": "throw",
    "keeps": "again",
    "chooses four": "5",
    "to play": "play 1",
    "with its own checkers": "play 1",
    "accept takes": "accept",
    "begins the next game": "quit",
    "a word, or nothing": "",
}


def main(program: str) -> int:
    with TemporaryDirectory() as folder:
        transcript = Path(folder) / "game.txt"
        play(program, transcript)
        print(transcript.read_text(encoding="utf-8").splitlines()[-2])
        subprocess.run([program, "replay", str(transcript)], check=True)
        subprocess.run([program, "verify-dice", str(transcript)], check=True)
    return 0


def play(program: str, transcript: Path) -> None:
    command = [program, "--plain", "falood", "--transcript", str(transcript)]
    game = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert game.stdin
    assert game.stdout
    said = ""
    while character := game.stdout.read(1):
        said += character
        if said.endswith(("\n> ", "nothing: ")):
            lines = [line for line in said.splitlines() if line.strip(" >")]
            answer = next(answer for words, answer in ANSWERS.items() if words in lines[-1])
            game.stdin.write(f"{answer}\n")
            game.stdin.flush()
            said = ""
    if game.wait() != 0:
        sys.exit(f"the game ended with exit code {game.returncode}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

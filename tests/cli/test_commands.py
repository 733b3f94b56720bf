"""Commands and their output, in `commands.txt`. After a change, proofread the diff.

A line that begins with `$` is a command; `BLESS=1` rewrites its output.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.cli.program import expect_refused, keep, opened, run, transcript, won
from tests.dialogs import compare

FILE = Path(__file__).with_name("commands.txt")

DOUBLES = won().replace("W keeps\n  5 2", "W rolls again\n1 W 6-6\n  6 6 6 6")
DRAWN = "\nGame 3\nDice: typed\n1 opening 5-2\ndraw agreed\n"
MATCHES = (
    transcript(won(), white="梅", length="1"),
    transcript(won(), won(2, "W", 2), opened(3), rules="Rule: free_entry = on\n", length="5"),
    transcript(won(), won(2, "W", 3), DRAWN, black="Carla"),
    transcript(won(), white="Ann Lee", black="computer:easy", rules="Help: on\n"),
    transcript(DOUBLES.replace("hand/20 hand/23", "hand/19(4)"), white="White", black="ANNA"),
)


def written(line: str) -> str:
    words = re.sub(r"\\(x[0-9a-f]{2}|u[0-9a-f]{4})", lambda code: chr(int(code[1][1:], 16)), line)
    done = run(*shlex.split(words))
    if done.code == 2:
        # Newer versions of Python format the choices differently.
        return re.sub(r" \(choose from .*\)", "", expect_refused(done)) + "\n"
    text = done.out + done.err + (f"exit {done.code}\n" if done.code else "")
    return re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "DATE TIME", text)


def test_output_matches_the_golden_file() -> None:
    old = FILE.read_text("utf-8")
    new: list[str] = []
    for part in old.split("\n$ "):
        line = part.partition("\n")[0]
        if line == "matches":
            keep(*MATCHES)
        new.append(f"{line}\n{written(line)}".rstrip() if new else part)
    compare(FILE, "\n$ ".join(new) + "\n")

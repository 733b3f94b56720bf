"""The terminal is asked how wide it draws signs, and what it does not say counts as narrow."""

import os
import pty
import subprocess
import sys
import time

import pytest

ASK = (
    "import time; from backgammon_tui.cli.screen import width_question;"
    "question = width_question(); is_wide = question.__enter__(); begun = time.monotonic();"
    "print(is_wide(), time.monotonic() - begun < 0.3)"
)


def answered(answer: bytes) -> str:
    """What the program takes from a terminal that gives an answer."""
    ours, theirs = pty.openpty()
    program = subprocess.Popen(
        [sys.executable, "-c", ASK], stdin=theirs, stderr=theirs, stdout=subprocess.PIPE
    )
    try:
        seen = b""
        while b"\x1b[6n" not in seen:
            seen += os.read(ours, 64)
        assert "●".encode() in seen
        os.write(ours, answer)
        said, _ = program.communicate(timeout=20)
        return said.decode().strip()
    finally:
        program.kill()
        os.close(ours)
        os.close(theirs)


@pytest.mark.parametrize(
    ("answer", "wide"), [(b"\x1b[5;2R", "False"), (b"\x1b[5;3R", "True"), (b"", "False")]
)
def test_a_sign_two_cells_wide_leaves_the_cursor_in_the_third(answer: bytes, wide: str) -> None:
    begun = time.monotonic()
    assert answered(answer) == f"{wide} True"
    assert time.monotonic() - begun < 20


def test_where_there_is_no_terminal_nothing_is_asked() -> None:
    said = subprocess.run(
        [sys.executable, "-c", ASK], stdin=subprocess.DEVNULL, capture_output=True, check=True
    )
    assert said.stdout.split()[0] == b"False"
    assert not said.stderr

from __future__ import annotations

import errno
import os
import pty
import subprocess
import sys
import time
from pathlib import Path

import pytest

from backgammon_tui.cli import screen
from backgammon_tui.cli.screen import run_screen
from backgammon_tui.match.record import DiceKind, MatchRecord
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.launch import LaunchOptions
from backgammon_tui.tui.program import screen_of
from tests.engine.examples import rules_named


class Failing(BackgammonApp):
    """Fails before it has even begun."""

    def run(self, **_: object) -> None:
        secret = "9f86d081"
        raise RuntimeError(f"injected, with {len(secret)} letters")


def failing(kept: Path | None) -> Failing:
    match = MatchRecord(rules_named("russian"), "Anna", "Boris", "2026-03-01", None)
    return Failing(LaunchOptions(match, DiceKind.FAIR, journal=kept), screen_of)


def test_crash_report_has_versions_but_no_values(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_screen(failing(kept / "journal.sqlite")) == 70
    (file,) = kept.iterdir()
    if os.name == "posix":
        assert kept.stat().st_mode & 0o77 == 0, "only the owner may look"
    assert capsys.readouterr().err == (
        f"backgammon-tui: the program has crashed; nothing is lost; details are in {file}\n"
    )
    details = file.read_text()
    assert "RuntimeError: injected, with 8 letters" in details
    assert "Textual 8" in details
    assert "9f86d081" not in details.replace('secret = "9f86d081"', "")


def test_unwritable_crash_report_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(screen, "write_new_file", refuse)
    assert run_screen(failing(None)) == 70
    *details, message = capsys.readouterr().err.splitlines()
    assert details[-1] == "RuntimeError: injected, with 8 letters"
    assert message == (
        "backgammon-tui: the program has crashed; nothing was saved; details are above"
        " (No space left on device)"
    )


ASK = (
    "import time; from backgammon_tui.cli.screen import width_question;"
    "question = width_question(); is_wide = question.__enter__(); begun = time.monotonic();"
    "print(is_wide(), time.monotonic() - begun < 0.3)"
)


def answered(answer: bytes, ask: str = ASK) -> str:
    ours, theirs = pty.openpty()
    program = subprocess.Popen(
        [sys.executable, "-c", ask], stdin=theirs, stderr=theirs, stdout=subprocess.PIPE
    )
    try:
        seen = b""
        while b"\x1b[6n" not in seen:
            seen += os.read(ours, 64)
        assert "●".encode() in seen
        os.write(ours, answer)
        message, _ = program.communicate(timeout=20)
        return message.decode().strip()
    finally:
        program.kill()
        os.close(ours)
        os.close(theirs)


@pytest.mark.parametrize(
    ("answer", "wide"), [(b"\x1b[5;2R", "False"), (b"\x1b[5;3R", "True"), (b"", "False")]
)
def test_wide_character_advances_cursor_by_two(answer: bytes, wide: str) -> None:
    begun = time.monotonic()
    assert answered(answer) == f"{wide} True"
    assert time.monotonic() - begun < 20


def test_no_terminal_gets_no_queries() -> None:
    message = subprocess.run(
        [sys.executable, "-c", ASK], stdin=subprocess.DEVNULL, capture_output=True, check=True
    )
    assert message.stdout.split()[0] == b"False"
    assert not message.stderr


COLORS = b"\x1b]4;255;rgb:eeee/eeee/eeee\x1b\\"


@pytest.mark.parametrize(
    ("term", "answer", "taken_for"),
    [
        ("xterm", COLORS + b"\x1b[5;2R", "xterm-256color"),
        ("xterm", b"\x1b[5;2R", "xterm"),
        ("linux", b"\x1b[5;2R", "linux"),
    ],
)
def test_xterm_colours_are_queried(
    monkeypatch: pytest.MonkeyPatch, term: str, answer: bytes, taken_for: str
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.delenv("COLORTERM", raising=False)
    ask = f"{ASK}; import os; print(os.environ['TERM'])"
    assert answered(answer, ask).split()[-1] == taken_for

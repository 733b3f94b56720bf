from __future__ import annotations

import errno
import os
import pty
from pathlib import Path

import pytest

from backgammon_tui.cli import screen
from backgammon_tui.cli.screen import run_screen, width_question
from backgammon_tui.match.record import DiceKind, MatchRecord
from backgammon_tui.tui import LaunchOptions
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.program import screen_of
from tests.engine.examples import rules_named


class Failing(BackgammonApp):
    """Fails before it starts."""

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


# ---- terminal queries

COLORS = b"\x1b]4;255;rgb:eeee/eeee/eeee\x1b\\"


@pytest.mark.parametrize(
    ("term", "answer", "is_wide", "taken_for"),
    [
        ("linux", b"\x1b[5;2R", False, "linux"),
        ("linux", b"\x1b[5;3R", True, "linux"),
        ("linux", b"", False, "linux"),
        ("xterm", COLORS + b"\x1b[5;2R", False, "xterm-256color"),
        ("xterm", b"\x1b[5;2R", False, "xterm"),
    ],
)
def test_terminal_is_asked_for_width_and_colors(
    term: str, answer: bytes, is_wide: bool, taken_for: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.delenv("COLORTERM", raising=False)
    ours, theirs = pty.openpty()
    with open(theirs, "r+b", 0) as terminal:
        monkeypatch.setattr("sys.stdin", terminal)
        monkeypatch.setattr("sys.stderr", terminal)
        with width_question() as wait_for_width:
            assert b"\r\xe2\x97\x8f\x1b[6n" in os.read(ours, 64), "a circle, then the question"
            os.write(ours, answer)
            assert wait_for_width() is is_wide
    os.close(ours)
    assert os.environ["TERM"] == taken_for


def test_no_terminal_gets_no_queries(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with open(os.devnull) as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        with width_question() as wait_for_width:
            assert wait_for_width() is False
    assert capfd.readouterr() == ("", "")

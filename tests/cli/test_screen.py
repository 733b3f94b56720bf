"""What is said when the screen program fails."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from backgammon_tui.cli import screen
from backgammon_tui.cli.screen import run_screen
from backgammon_tui.storage.record import DiceKind, MatchRecord
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.launch import LaunchOptions
from tests.engine.examples import rules_named


class Failing(BackgammonApp):
    """Fails before it has even begun."""

    def run(self, **_: object) -> None:
        secret = "9f86d081"
        raise RuntimeError(f"injected, with {len(secret)} letters")


def failing(kept: Path | None) -> Failing:
    match = MatchRecord(rules_named("russian"), "Anna", "Boris", "2026-03-01", None)
    return Failing(LaunchOptions(match, DiceKind.FAIR, journal=kept))


def test_a_fault_is_written_down_with_the_versions_but_no_values(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_screen(failing(kept / "journal.sqlite")) == 70
    (file,) = kept.iterdir()
    if os.name == "posix":
        assert kept.stat().st_mode & 0o77 == 0, "only the owner may look"
    assert capsys.readouterr().err == (
        f"backgammon-tui: the program has failed; nothing is lost; details are in {file}\n"
    )
    details = file.read_text()
    assert "RuntimeError: injected, with 8 letters" in details
    assert "Textual 8" in details
    assert "9f86d081" not in details.replace('secret = "9f86d081"', "")


def test_a_fault_that_cannot_be_written_down_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(screen, "write_new_file", refuse)
    assert run_screen(failing(None)) == 70
    *details, said = capsys.readouterr().err.splitlines()
    assert details[-1] == "RuntimeError: injected, with 8 letters"
    assert said == (
        "backgammon-tui: the program has failed; nothing was kept; details are above"
        " (No space left on device)"
    )

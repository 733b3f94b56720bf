from __future__ import annotations

import time
from io import StringIO
from pathlib import Path

import pytest

from backgammon_tui.cli import console, main
from backgammon_tui.cli.console import WorkCounter, can_print
from backgammon_tui.storage.transcripts import read_transcript
from tests.cli.program import lines, posix, run_python, transcript, won


class Screen(StringIO):
    """A terminal for standard error."""

    def isatty(self) -> bool:
        return True


def look(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """Return a terminal, with progress shown without delay."""
    screen = Screen()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr(console, "_PAUSE", 0)
    return screen


def test_remaining_time_is_shown_for_finite_work(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = look(monkeypatch)
    now = [100.0]
    monkeypatch.setattr(console, "monotonic", lambda: now[0])
    with WorkCounter("games", patience=0) as counter:
        counter.report(0, 360)
        assert screen.getvalue().endswith("\r0 of 360 games")
        now[0] += 20
        counter.report(36, 360)
        assert screen.getvalue().endswith("\r36 of 360 games, at most 3 min 0 s left")
        now[0] += 20
        counter.report(300, 360)
        assert screen.getvalue().endswith("\r300 of 360 games, at most 8 s left")
        counter.report(360, 360)
        assert screen.getvalue().endswith("\r360 of 360 games")


def test_progress_is_updated_in_place_and_erased(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = look(monkeypatch)
    with WorkCounter("games copied", patience=0) as counter:
        counter.report(1234)
        assert screen.getvalue().endswith("\r1,234 games copied")
        for item in counter.counting(range(3)):
            assert screen.getvalue().endswith(f"\r{item} games copied")
        monkeypatch.setattr(console, "_PAUSE", 60)
        for done in (5, 6):
            counter.report(done)
        assert screen.getvalue().endswith("\r5 games copied"), "a number can be read"
    assert screen.getvalue().endswith(f"\r{' ' * len('5 games copied')}\r")


def test_short_or_unwatched_work_shows_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = look(monkeypatch)
    with WorkCounter("games copied") as counter:
        counter.report(1)
    assert screen.getvalue() == ""
    nobody = StringIO()
    monkeypatch.setattr("sys.stderr", nobody)
    with WorkCounter("games copied", patience=0) as counter:
        counter.report(1)
    assert nobody.getvalue() == ""


@pytest.mark.parametrize("place", ["write_match", "check_rolls"])
def test_interrupted_import_changes_nothing(
    place: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    Path("match.txt").write_text(transcript(won(1), won(2)))
    with monkeypatch.context() as patched:
        patched.setattr(f"backgammon_tui.storage.journal.edits.{place}", interrupt)
        assert main(["import", "match.txt"]) == 130
    message = capsys.readouterr()
    assert (message.out, message.err) == (
        "",
        "backgammon-tui: interrupted; no file is left half written\n",
    )
    assert lines("matches") == ["There are no matches."]


def many_take_backs(number: int) -> str:
    """Return a transcript in which one roll is taken back again and again."""
    back = "takeback 1 roll 2 asked by W\n1 W 6-1\n  6 1: hand/19 hand/24\n"
    begun = "\nGame 1\nDice: typed\n1 opening 5-2\n  W rolls again\n"
    return transcript(begun + back.split("\n", 1)[1] + back * number)


@posix
def test_interrupted_check_ends_with_one_line() -> None:
    Path("long.txt").write_text(many_take_backs(80_000))
    code = """
import os, signal, sys, threading
from backgammon_tui.cli import main

timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))

def interrupt_soon(event, details):
    if event == "open" and details[0] == "long.txt" and timer.ident is None:
        timer.start()

sys.addaudithook(interrupt_soon)
sys.exit(main(["replay", "long.txt"]))
"""
    done = run_python(code)
    assert (done.code, done.out) == (130, "")
    assert done.err == "backgammon-tui: interrupted; no file is left half written\n"


def test_take_back_cost_does_not_grow_with_the_game() -> None:
    """Ten times as many take-backs cost ten times as much; replaying them would cost a hundred
    times.
    """

    def cost(text: str) -> float:
        begun = time.process_time()
        read_transcript(text)
        return time.process_time() - begun

    few, many = many_take_backs(20), many_take_backs(200)
    assert min(cost(many) for _ in range(3)) < 20 * min(cost(few) for _ in range(3))


def test_bars_fall_back_to_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    class Plain:
        encoding = "latin-1"

    monkeypatch.setattr("sys.stdout", Plain())
    assert not can_print("█")
    monkeypatch.setattr(Plain, "encoding", "utf-8")
    assert can_print("█")

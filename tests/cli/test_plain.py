"""The plain game through pipes."""

from __future__ import annotations

import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from backgammon_tui.cli.console import read_line
from backgammon_tui.storage.transcripts import read_transcript
from tests.cli.program import run, run_process
from tests.plain.talk import hold
from tests.plain.test_whole_games import Player


def test_whole_match_runs_through_pipes(tmp_path: Path) -> None:
    talk = hold("backgammon", Player(8), length=1)
    typed = "\n".join(talk.typed) + "\nquit\n"
    names = ("--white", "Anna", "--black", "Boris")
    arguments = ("backgammon", "--to", "1", "--dice", "typed", "--transcript", "match.txt")
    done = run_process("--plain", *arguments, *names, typed=typed, folder=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert done.out.isascii()
    assert "wins the match." in done.out
    assert "Written to match.txt." in done.out
    record = read_transcript((tmp_path / "match.txt").read_text(encoding="utf-8"))
    assert talk.record
    assert [game.effective_actions for game in record.games] == [
        g.effective_actions for g in talk.record.games
    ]
    finished = run("replay", "match.txt", folder=tmp_path)
    assert finished.out.count(" wins ") == len(record.games)


def test_fair_dice_can_be_verified_afterwards(tmp_path: Path) -> None:
    typed = "roll\ndraw\ny\naccept\nquit\n"
    done = run("--plain", "backgammon", "--transcript", "t.txt", typed=typed, folder=tmp_path)
    assert done.code == 0
    checked = run("replay", "t.txt", folder=tmp_path)
    assert checked.code == 0
    assert "1 of 1 roll agrees." in checked.out


def test_end_of_input_always_quits(tmp_path: Path) -> None:
    for number, (typed, code) in enumerate([("", 0), ("\nroll\ndraw\n", 3)]):
        name = f"{number}.txt"
        done = run("--plain", "--transcript", name, typed=typed, folder=tmp_path)
        assert (done.code, done.err) == (0, "")
        assert run("replay", name, folder=tmp_path).code == code


def test_typed_text_is_shown_escaped() -> None:
    done = run_process(
        "--plain", "--dice", "typed", typed=b"\x1b[31m\xff\xfe\n\x00\nb\xc3\xa9\n" + b"x" * 50_000
    )
    assert done.code == 0
    assert "\x1b" not in done.out
    assert "\x00" not in done.out
    assert done.out.count("> ") == 5


def test_closed_output_is_not_an_error() -> None:
    command = [sys.executable, "-m", "backgammon_tui", "--plain", "--dice", "typed"]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    assert process.stdin
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    process.stdin.write(b"help\n" * 100)
    process.stdin.close()
    text = process.stderr.read().decode()
    process.stderr.close()
    process.wait(30)
    assert "Traceback" not in text


def test_long_line_is_read_up_to_1000_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("x" * 1_200 + "\nnext\n"))
    assert [read_line(""), read_line("")] == ["x" * 1_000, "next\n"]

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import IO, Any, BinaryIO

import pytest

from backgammon_tui.engine import RULESETS
from backgammon_tui.storage.transcripts import read_transcript
from backgammon_tui.tui.app import BackgammonApp
from tests.modes.examples import new_table
from tests.tui.screen import app_at, choose, press, running, text_of
from tests.tui.terminal import MEANT, PATIENCE

BROWSER = {
    "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
    "COLUMNS": "100",
    "ROWS": "30",
    "LC_ALL": "C.UTF-8",
}


def packet(kind: bytes, data: bytes) -> bytes:
    return kind + len(data).to_bytes(4, "big") + data


def read_packet(stream: IO[bytes]) -> tuple[bytes, bytes]:
    kind = read_bytes(stream, 1)
    return kind, read_bytes(stream, int.from_bytes(read_bytes(stream, 4), "big"))


def read_bytes(stream: IO[bytes], count: int) -> bytes:
    """Read this many bytes, or fewer at the end; fail instead of waiting too long."""
    data = b""
    while len(data) < count:
        ready, _, _ = select.select([stream], [], [], PATIENCE)
        assert ready, "nothing more is painted"
        part = stream.read(count - len(data))
        if not part:
            break
        data += part
    return data


def read_until(stream: IO[bytes], text: str) -> None:
    """Read output until a text has appeared."""
    painted = b""
    while text.encode() not in painted:
        kind, data = read_packet(stream)
        assert kind, painted
        painted += data


def test_game_in_a_browser_is_saved(kept: Path) -> None:
    environment = {**os.environ, **BROWSER, "BACKGAMMON_TUI_FOLDER": str(kept)}
    command = [sys.executable, "-m", "backgammon_tui", "russian", "--dice", "typed"]
    with subprocess.Popen(
        command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as program:
        assert program.stdin
        assert program.stdout
        try:
            assert program.stdout.readline() == b"__GANGLION__\n"
            read_until(program.stdout, "Opening roll")
            for keys in (b"52", b"\r"):
                time.sleep(MEANT)
                program.stdin.write(packet(b"D", keys))
            read_until(program.stdout, "5-2")
            # The page was closed.
            program.stdin.write(packet(b"M", json.dumps({"type": "quit"}).encode()))
            while (answer := read_packet(program.stdout))[0] != b"M" or b"exit" not in answer[1]:
                assert answer[0]
            assert program.wait(15) == 0
        finally:
            program.kill()
    assert (kept / "journal.sqlite").exists()


async def test_exports_are_downloaded_in_a_browser(
    monkeypatch: pytest.MonkeyPatch, kept: Path
) -> None:
    delivered: list[tuple[str, str]] = []

    def deliver(_: BackgammonApp, file: BinaryIO, *, save_filename: str, **__: Any) -> None:
        delivered.append((save_filename, file.read().decode()))

    app = app_at(new_table(RULESETS["french"], 3))
    monkeypatch.setattr(BackgammonApp, "is_web", True)
    monkeypatch.setattr(BackgammonApp, "deliver_binary", deliver)
    async with running(app) as pilot:
        await press(pilot, " ", "escape")
        await choose(pilot, "Export")
        await choose(pilot, "The match as a transcript")
        assert "Your browser has saved it as" in text_of(app)
        await choose(pilot, "The board as a picture")
        await pilot.pause()
    (name, text), (picture, drawn) = delivered
    assert name.endswith("-match.txt")
    assert read_transcript(text).rules == RULESETS["french"]
    assert picture.endswith("-game-1-board.svg")
    assert drawn.startswith("<svg")
    assert not (kept / "shared").exists()

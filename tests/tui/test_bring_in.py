"""Transcripts come in, pasted or by the names of their files; a refusal changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.screens.records import ImportDialog, RecordsScreen
from tests.cli.program import transcript, won
from tests.tui.left import matches
from tests.tui.screen import (
    app_at,
    open_entry,
    paste,
    press,
    running,
    running_at,
    text_of,
    words_of,
)

TEXT = transcript(won())


async def begin(pilot: Pilot[None]) -> None:
    """Go on from the first screen to where a transcript comes in."""
    await open_entry(pilot, "Records")
    await press(pilot, "i")
    assert isinstance(pilot.app.screen, ImportDialog)


@pytest.mark.parametrize("line_end", ["\n", "\r", "\r\n"])
async def test_a_transcript_is_pasted(line_end: str) -> None:
    async with running_at(is_bare=True) as (app, pilot):
        await begin(pilot)
        await paste(pilot, TEXT.replace("\n", line_end))
        assert isinstance(app.screen, RecordsScreen)
        assert "Anna – Boris is now in the records." in text_of(app)
        assert "Anna – Boris  " in text_of(app)
        await press(pilot, "i")
        await paste(pilot, TEXT)
        assert words_of(app, "#said") == "This match is already in the records."
    assert matches() == ["Anna - Boris"]


@pytest.mark.parametrize("quote", ["", "'", '"'])
async def test_a_file_is_named_as_terminals_paste_what_is_dropped_on_them(
    quote: str, tmp_path: Path
) -> None:
    file = tmp_path / "our match.txt"
    file.write_text(TEXT, encoding="utf-8")
    async with running_at(is_bare=True) as (app, pilot):
        await begin(pilot)
        await paste(pilot, f"{quote}{file}{quote} ")
        await press(pilot, "enter")
        assert "Anna – Boris is now in the records." in text_of(app)


async def test_what_cannot_come_in_is_refused_with_its_line_and_changes_nothing(
    tmp_path: Path,
) -> None:
    damaged = tmp_path / "damaged.txt"
    damaged.write_text(TEXT.replace("hand/23", "hand/22"), encoding="utf-8")
    async with running_at(is_bare=True) as (app, pilot):
        await begin(pilot)
        await paste(pilot, TEXT.replace("W keeps", "W sleeps"))
        assert not pilot.app.screen.query_one(Input).value, "a transcript is no file's name"
        assert words_of(app, "#said").startswith("Line 11: ")
        for name, problem in (
            (str(damaged), "Line 12: "),
            (str(tmp_path / "nothing.txt"), "The file cannot be read: No such file"),
            (str(tmp_path), "The file cannot be read: "),
            ("~nobody-is-called-so/x", "Could not determine home directory."),
        ):
            app.screen.query_one(Input).value = name
            await press(pilot, "enter")
            assert words_of(app, "#said").startswith(problem)
        await paste(pilot, transcript())
        assert words_of(app, "#said") == "Nothing has been played in this match."
        await press(pilot, "escape")
        assert "No match yet" in text_of(app)
    assert matches() == []


async def test_in_a_browser_the_files_of_the_server_stay_closed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "match.txt"
    file.write_text(TEXT)
    app = app_at(is_bare=True)
    monkeypatch.setattr(BackgammonApp, "is_web", True)
    async with running(app) as pilot:
        await begin(pilot)
        assert "file" not in text_of(app)
        await paste(pilot, str(file))
        await press(pilot, "enter")
        assert words_of(app, "#said") == "Paste the whole transcript, of several lines."
    assert not matches()

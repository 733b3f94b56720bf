"""Preferences are asked for once and remembered."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from backgammon_tui.cli import main
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.settings import Settings
from backgammon_tui.storage.program_files import read_preferences
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.dialogs.dialog import MessageBox
from tests.tui.screen import choose, in_mode, play_state_of, press, running, running_at


def started(patch: pytest.MonkeyPatch, *arguments: str) -> BackgammonApp:
    """The application as the command line starts it."""
    apps: list[BackgammonApp] = []
    patch.setattr("backgammon_tui.cli.start._expect_terminal", lambda: None)
    patch.setattr(BackgammonApp, "run", lambda app: apps.append(app))
    assert main(arguments or ["russian"]) == 0
    return apps[0]


def write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)


def content(path: Path) -> str:
    return path.read_text()


async def change(pilot: Pilot[None], *prompts: str) -> None:
    """Change options in the menu."""
    await press(pilot, "escape")
    await choose(pilot, "Options")
    for prompt in prompts:
        await choose(pilot, prompt)
    await press(pilot, "escape", "escape")


async def test_options_are_as_they_were_left(monkeypatch: pytest.MonkeyPatch) -> None:
    app = started(monkeypatch)
    async with running(app) as pilot:
        assert play_state_of(app).options == Settings()
        await change(pilot, "Mirror the board", "Let checkers slide and dice tumble")
        left = play_state_of(app).options
        assert left.mirrored
        assert not left.motion
    app = started(monkeypatch)
    async with running(app):
        assert play_state_of(app).options == left


async def test_the_theme_is_as_it_was_left(monkeypatch: pytest.MonkeyPatch) -> None:
    for theme in ("harbour", "lamplight"):
        app = started(monkeypatch)
        async with running(app) as pilot:
            # Whoever looks at several keeps the last.
            for theme_name in ("daylight", theme):
                app.theme = theme_name
                await pilot.pause()
        app = started(monkeypatch)
        assert app.theme == theme


async def test_a_theme_of_the_command_line_is_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    app = started(monkeypatch, "russian", "--theme", "contrast")
    async with running(app) as pilot:
        await change(pilot, "Presentation mode")
        await change(pilot, "Presentation mode", "Mirror the board")
        assert app.theme == "contrast"
    assert read_preferences()[0] == Settings(mirrored=True)


async def test_the_big_view_and_its_theme_are_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    app = started(monkeypatch, "russian")
    async with running(app) as pilot:
        app.theme = "harbour"
        await pilot.pause()
        await change(pilot, "Presentation mode")
        assert app.theme == "daylight"
        assert play_state_of(app).options.presentation
    app = started(monkeypatch)
    async with running(app):
        assert app.theme == "harbour"
        assert play_state_of(app).options == Settings(theme="harbour")


async def test_a_wrong_value_is_told_before_anything_else(
    monkeypatch: pytest.MonkeyPatch, kept: Path
) -> None:
    write(kept / "preferences.ini", "[preferences]\nmirrored = perhaps\n")
    app = started(monkeypatch)
    async with running(app) as pilot:
        assert isinstance(app.screen, MessageBox)
        assert "preferences.ini: mirrored = 'perhaps'" in str(
            app.screen.query(Static).first().content
        )
        await press(pilot, "enter")
        assert in_mode(app, PlayMode)
        await change(pilot, "Mirror the board")
    assert read_preferences() == (Settings(mirrored=True), "")


async def test_where_nothing_can_be_written_the_players_have_their_way(kept: Path) -> None:
    write(kept, "no folder")
    async with running_at() as (app, pilot):
        app.theme = "harbour"
        await pilot.pause()
        assert app.theme == "harbour"
    assert content(kept) == "no folder"

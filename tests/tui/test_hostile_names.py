"""Every screen beside files whose names order a terminal about, and what reaches the terminal."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from textual.content import Content
from textual.widgets import Static

from backgammon_tui.storage.paths import FOLDER_VARIABLE, LESSONS_VARIABLE
from backgammon_tui.tui.dialogs.dialog import MessageBox
from tests.hostile import EVERYTHING, expect_obeyed_nothing, put_lessons
from tests.modes.examples import W, table_from
from tests.tui.screen import press, running_at, text_of
from tests.tui.terminal import Terminal

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no such names")

WALK = (
    ("l", "Who learns"),
    ("end", "no lesson"),
    ("enter", "is no lesson"),
    ("escape", "no lesson"),
    ("v", "Russian"),
    ("escape", "no lesson"),
    ("=", "Falood"),
    ("escape", "no lesson"),
    ("q", "1 of 10"),
    ("escape", "esc leave"),  # First it closes what is said of names.
    ("escape", "Who learns"),
    ("j", "hand"),
)
"""Keys on the first screen and behind it, and what is seen then."""


def hostile_environment(tmp_path: Path) -> dict[str, str]:
    folder = tmp_path / EVERYTHING.replace("/", "|")
    put_lessons(folder / "own")
    return {FOLDER_VARIABLE: str(folder / "kept"), LESSONS_VARIABLE: str(folder / "own")}


def test_no_screen_lets_the_name_of_a_file_through(tmp_path: Path) -> None:
    with Terminal(["-m", "backgammon_tui"], environment=hostile_environment(tmp_path)) as terminal:
        terminal.wait_for_text("Match to")
        terminal.wait_until_quiet()
        for key, seen in WALK:
            terminal.press(key)
            terminal.wait_for_text(seen)
            terminal.wait_until_quiet()
        expect_obeyed_nothing(bytes(terminal.output))


def test_nor_that_of_a_folder_in_which_everything_is_damaged(tmp_path: Path) -> None:
    environment = hostile_environment(tmp_path)
    folder = Path(environment[FOLDER_VARIABLE])
    folder.mkdir()
    for name in ("preferences.ini", "journal.sqlite"):
        (folder / name).write_text(f"{EVERYTHING}nothing", errors="replace")
    with Terminal(["-m", "backgammon_tui", "russian"], environment=environment) as terminal:
        terminal.wait_for_text("The records cannot be used")
        terminal.wait_until_quiet()
        assert terminal.find("x1b]52")
        terminal.press("escape")
        terminal.wait_until_quiet()
        assert terminal.find("x1b]52"), "the message about the preferences"
        terminal.press("enter")
        terminal.wait_for_text("Opening roll")
        terminal.press("space")
        terminal.wait_for_text("The records cannot be used")
        terminal.wait_until_quiet()
        expect_obeyed_nothing(bytes(terminal.output))


def test_a_lesson_with_such_a_name_is_played_and_left(tmp_path: Path) -> None:
    environment = hostile_environment(tmp_path)
    name = f"{environment[LESSONS_VARIABLE]}/{EVERYTHING.replace('/', '|')}.txt"
    with Terminal(["-m", "backgammon_tui", "lesson", name], environment=environment) as terminal:
        terminal.wait_for_text("The board and the way round")
        terminal.press("escape")
        terminal.wait_until_quiet()
        expect_obeyed_nothing(bytes(terminal.output))


async def test_nothing_is_drawn_that_a_terminal_would_obey() -> None:
    """Names are checked where they come in; here they came in all the same."""
    name = EVERYTHING.encode(errors="ignore").decode()  # The records take nothing but text.
    table = table_from("backgammon", "W 1:1 off:14 / B 23:2 13:13", W, players=(name, "Bo"))
    async with running_at(table, size=(100, 30)) as (app, pilot):
        for keys in (("escape",), ("escape",), ("21", "enter"), ("enter",), ("escape",)):
            await press(pilot, *keys)
            expect_obeyed_nothing(text_of(app).encode())
        await app.push_screen(MessageBox(EVERYTHING))
        app.screen.query_one(Static).update(Content(f"{EVERYTHING}|"))
        await pilot.pause()
        expect_obeyed_nothing(text_of(app).encode())

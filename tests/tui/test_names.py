from __future__ import annotations

import os
from pathlib import Path

import pytest
from textual import events
from textual.content import Content
from textual.widgets import Input, Static

from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.names import check_name
from backgammon_tui.storage.paths import FOLDER_VARIABLE, LESSONS_VARIABLE
from backgammon_tui.tui.dialogs.dialog import MessageBox
from backgammon_tui.tui.screens.start import StartScreen
from tests.hostile import EVERYTHING, expect_only_own_sequences, put_lessons
from tests.modes.examples import W, table_from
from tests.tui.screen import running_at
from tests.tui.terminal import Terminal


@pytest.mark.parametrize("name", ["[@click=app.quit]q[/] {x} %s $y \\n", "漢" * 40])
async def test_any_name_works_on_every_screen(name: str) -> None:
    """Panel, menu, questions and result show names literally, not as markup."""
    players = (check_name(name), "字" * 39)
    table = table_from("backgammon", "W 1:1 off:14 / B 23:2 13:13", W, players=players)
    async with running_at(table) as pilot:
        for width in (80, 81, 95, 110, 151, 200, 100):
            await pilot.resize_terminal(width, 30)
            await pilot.wait_for(lambda: pilot.widths == [width] * 30)  # noqa: B023
            assert pilot.lines[0].count(" pip") == 2
            shown = pilot.lines[0].split("● ")[1].split(" 0 ")[0].removesuffix("…")
            assert name.startswith(shown)
        for inputs in (("21", "enter"), ("escape",), ("escape",), ("enter",)):
            await pilot.type(*inputs)
            assert set(pilot.widths) == {100}
        assert any("wins" in line for line in pilot.lines)
        assert pilot.app.is_running


async def test_first_screen_accepts_or_rejects_names() -> None:
    async with running_at() as pilot:
        field = pilot.screen.query_one("#white", Input)
        for name, shown in (
            ("Bartholomewhensonsk", "Bartholomewhensonsk[or"),
            ("x" * 40, "xx…[or"),
        ):
            field.value = name
            await pilot.pause()
            assert shown in pilot.text
        field.value = "Bartholomewhensonsk"
        assert "artholomewhensonsk [or" in await pilot.after("tab")
        await pilot.type("escape")
        field.value = ""
        field.insert_text_at_cursor("x" * 200)
        assert len(field.value) <= 40
        for name, message in (
            ("", "A name must have at least one character."),
            ("BLACK", "The two players must have different names."),
        ):
            field.value = name
            await pilot.type("enter", "enter")
            assert isinstance(pilot.screen, StartScreen)
            assert str(pilot.screen.query_one("#problem", Static).content) == message
        field.value = "  [bold]Zoë[/]  "
        pilot.screen.query_one("#play").focus()
        await pilot.type("enter")
        await pilot.wait_for(lambda: pilot.in_mode(PlayMode))
        assert "● [bold]Z" in pilot.lines[0]


pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no such names")

WALK = (
    ("l", "Who learns"),
    ("end", "line 1: a lesson"),
    ("enter", "is not a lesson"),
    ("escape", "line 1: a lesson"),
    ("v", "Russian"),
    ("escape", "line 1: a lesson"),
    ("=", "Falood"),
    ("escape", "line 1: a lesson"),
    ("q", "1 of 10"),
    ("escape", "esc leave"),  # The first Escape closes the message about names.
    ("escape", "Who learns"),
    ("j", "hand"),
)
"""Keys from the first screen on, and the text that each makes visible."""


def hostile_environment(tmp_path: Path) -> dict[str, str]:
    folder = tmp_path / EVERYTHING.replace("/", "|")
    put_lessons(folder / "own")
    return {FOLDER_VARIABLE: str(folder / "kept"), LESSONS_VARIABLE: str(folder / "own")}


def test_screens_escape_file_names(tmp_path: Path) -> None:
    environment = hostile_environment(tmp_path)
    name = f"{environment[LESSONS_VARIABLE]}/{EVERYTHING.replace('/', '|')}.txt"
    with Terminal(["-m", "backgammon_tui", "lesson", name], environment=environment) as terminal:
        terminal.wait_for_text("The board and the direction")
        terminal.press("escape", seen="Match to")
        terminal.wait_until_quiet()
        for key, seen in WALK:
            terminal.press(key, seen=seen)
            terminal.wait_until_quiet()
        expect_only_own_sequences(bytes(terminal.output))


def test_screens_escape_names_of_damaged_folders(tmp_path: Path) -> None:
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
        terminal.press("enter", seen="Opening roll")
        terminal.press("space", seen="The records cannot be used")
        terminal.wait_until_quiet()
        expect_only_own_sequences(bytes(terminal.output))


@pytest.mark.parametrize("name", ["می\u200cخواهم", "👩\u200d🚀"])
async def test_joiners_are_typed_and_pasted_into_a_field(name: str) -> None:
    async with running_at() as pilot:
        field = pilot.screen.query_one("#white", Input)
        field.focus()
        await pilot.pause()
        for typed in (False, True):
            field.clear()
            if typed:
                for character in name:
                    pilot.app.post_message(events.Key(character, character))
            else:
                pilot.app.post_message(events.Paste(name))
            await pilot.pause()
            await pilot.pause()
            assert field.value == name
            assert check_name(field.value) == name


async def test_no_control_characters_are_drawn() -> None:
    """Names are checked on input; here they bypass the check."""
    name = EVERYTHING.encode(errors="ignore").decode()  # The records accept only text.
    table = table_from("backgammon", "W 1:1 off:14 / B 23:2 13:13", W, players=(name, "Bo"))
    async with running_at(table, size=(100, 30)) as pilot:
        for keys in (("escape",), ("escape",), ("21", "enter"), ("enter",), ("escape",)):
            await pilot.type(*keys)
            expect_only_own_sequences(pilot.text.encode())
        await pilot.app.push_screen(MessageBox(EVERYTHING))
        pilot.screen.query_one(Static).update(Content(f"{EVERYTHING}|"))
        await pilot.pause()
        expect_only_own_sequences(pilot.text.encode())

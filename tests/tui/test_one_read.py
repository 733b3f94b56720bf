"""Several inputs in one read: the first may close or cover what the next were meant for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from textual.message import Message
from textual.pilot import Pilot
from textual.screen import Screen

from backgammon_tui.modes.sandbox import SandboxMode
from backgammon_tui.tui.board_screen import BoardScreen
from backgammon_tui.tui.dialogs.choose import Choose, Consent
from backgammon_tui.tui.dialogs.dialog import Dialog, MessageBox
from backgammon_tui.tui.screens.records import RecordsScreen
from tests.engine.examples import rules_named
from tests.modes.examples import new_table
from tests.tui.mashing import click, press
from tests.tui.screen import lines, running_at, text_of


async def read(pilot: Pilot[None], messages: Sequence[Message]) -> None:
    for message in messages:
        pilot.app.post_message(message)
    await pilot.pause()


def place_of(app: object, text: str) -> tuple[int, int]:
    """The column and row at which a text stands on the screen."""
    for row, line in enumerate(lines(app)):  # type: ignore[arg-type]
        if text in line:
            return line.index(text) + 1, row
    raise AssertionError(text)


@pytest.mark.parametrize("keys", [["escape", "?", "?"], ["enter", "enter"], ["escape"] * 3])
async def test_keys_behind_the_one_that_closes_a_dialog_do_nothing(keys: list[str]) -> None:
    async with running_at(new_table(rules_named("russian"), 1)) as (app, pilot):
        app.push_screen(MessageBox("The dice are fair."))
        await pilot.pause()
        await read(pilot, [press(key) for key in keys])
        assert app.is_running
        assert len(app.screen_stack) >= 1
        assert not any(isinstance(screen, MessageBox) for screen in app.screen_stack)


@pytest.mark.parametrize("entry", ["Rulebook", "Options"])
async def test_a_double_click_on_a_menu_entry_opens_it_once(entry: str) -> None:
    async with running_at(new_table(rules_named("russian"), 1)) as (app, pilot):
        await read(pilot, [press("escape")])
        assert isinstance(app.screen, Choose)
        x, y = place_of(app, entry)
        await read(pilot, [*click(x, y), *click(x, y)])
        below, top = app.screen_stack[-2:]
        assert isinstance(below, BoardScreen)
        assert not isinstance(top, BoardScreen)


async def test_a_double_click_on_a_message_closes_only_the_message() -> None:
    async with running_at(new_table(rules_named("russian"), 1)) as (app, pilot):
        answers: list[bool | None] = []
        app.push_screen(Consent("Delete it?"), answers.append)
        app.push_screen(MessageBox("The dice are fair."))
        await pilot.pause()
        x, y = place_of(app, "The dice are fair.")
        await read(pilot, [*click(x, y), *click(x, y)])
        assert isinstance(app.screen, Consent)
        assert answers == []


async def test_a_double_click_on_the_lit_roll_takes_it_once() -> None:
    async with running_at(is_bare=True) as (app, pilot):
        app.push_screen(BoardScreen(SandboxMode.begin(rules_named("french"), app.storage.settings)))
        await pilot.pause()
        await read(pilot, [press("g")])
        assert isinstance(app.screen, Dialog)
        x, y = place_of(app, "[")
        await read(pilot, [*click(x, y), *click(x, y), *click(x, y)])
        assert isinstance(app.screen, BoardScreen)


async def test_a_covered_screen_cannot_close_what_covers_it() -> None:
    async with running_at(is_bare=True) as (app, pilot):
        records = RecordsScreen()
        app.push_screen(records)
        app.push_screen(MessageBox("The dice are fair."))
        await pilot.pause()
        records.dismiss(None)
        await pilot.pause()
        assert [type(screen) for screen in app.screen_stack[1:]] == [type(records), MessageBox]


async def test_every_screen_of_the_program_closes_in_the_guarded_way() -> None:
    """Textual closes whatever is on top; `TopmostScreen` closes itself or nothing."""
    from backgammon_tui.tui.app import TopmostScreen

    def all_kinds(kind: type[Any]) -> set[type[Any]]:
        return {kind}.union(*map(all_kinds, kind.__subclasses__()))

    own = {kind for kind in all_kinds(Screen) if kind.__module__.startswith("backgammon_tui.")}
    assert len(own) > 10
    assert all(issubclass(kind, TopmostScreen) for kind in own)


async def test_there_is_no_list_of_commands_beside_the_menu() -> None:
    async with running_at(new_table(rules_named("russian"), 1)) as (app, pilot):
        await read(pilot, [press("ctrl+p")])
        assert isinstance(app.screen, BoardScreen)
        assert "Search" not in text_of(app)

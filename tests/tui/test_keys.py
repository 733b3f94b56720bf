from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input

from backgammon_tui.engine import RULESETS
from backgammon_tui.modes import effects
from backgammon_tui.tui import app as tui_app
from backgammon_tui.tui.app import ReadingPause
from backgammon_tui.tui.board_screen import BoardScreen
from backgammon_tui.tui.dialogs.choose import Choose, Consent
from backgammon_tui.tui.dialogs.dialog import Dialog, MessageBox
from backgammon_tui.tui.screens.learn import LearnScreen
from backgammon_tui.tui.screens.rulebook import RulebookScreen
from tests.engine.examples import rules_named
from tests.modes.examples import B, W, new_table, table_from
from tests.tui.screen import GamePilot, running_at, sandbox_screen
from tests.tui.screen import click_events as click
from tests.tui.screen import key_event as key

SHUT_OUT = "W bar:1 13:14 / B 1:3 2:3 3:3 4:2 5:2 6:2"


class Clock:
    """A clock that a test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(tui_app, "monotonic", lambda: self.now)
        monkeypatch.setattr(tui_app, "MOMENT", 0.25)


def test_held_key_counts_once_and_a_question_must_be_visible(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, pause = Clock(monkeypatch), ReadingPause()
    counted = 0
    for _ in range(300):
        counted += not pause.drops_press()
        clock.now += 0.03
    assert counted == 1
    clock.now += 0.25
    assert not pause.drops_press()
    for later, is_dropped in ((0.24, True), (0.26, False)):
        pause = ReadingPause()
        pause.begin()
        clock.now += later
        assert pause.drops_press() is is_dropped


async def test_held_key_does_not_answer_a_new_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lost roll must be acknowledged before Black rolls."""
    clock = Clock(monkeypatch)
    async with running_at(table_from("backgammon", SHUT_OUT, W)) as pilot:
        for key in "54":
            pilot.game_screen.handle(key)
        clock.now += 1
        for _ in range(40):
            await pilot.type("enter")
            clock.now += 0.03
        assert pilot.state.news
        assert "Pressed too soon: this has only just appeared. Press enter again." in pilot.text
        clock.now += 0.25
        await pilot.type("enter")
        assert pilot.state.news is None
        assert pilot.state.game.actor is B
        assert "Pressed too soon" not in pilot.text


async def test_held_key_does_not_close_a_new_dialog(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    async with running_at(new_table(RULESETS["backgammon"])) as pilot:
        pilot.app.open_window(effects.Message("This is new."))
        await pilot.pause()
        dialog = pilot.screen
        for _ in range(40):
            clock.now += 0.03
            await pilot.type("enter")
        assert pilot.screen is dialog
        clock.now += 0.25
        await pilot.type("enter")
        assert pilot.screen is not dialog


async def read(pilot: GamePilot, messages: Sequence[Message]) -> None:
    for message in messages:
        pilot.app.post_message(message)
    await pilot.pause()


def place_of(pilot: GamePilot, text: str) -> tuple[int, int]:
    """Return the column and row of a text on the screen."""
    for row, line in enumerate(pilot.lines):
        if text in line:
            return line.index(text) + 1, row
    raise AssertionError(text)


async def back_to_board(pilot: GamePilot) -> None:
    while not isinstance(pilot.screen, BoardScreen):
        await read(pilot, [key("escape")])


async def test_late_keys_and_clicks_reach_no_other_screen() -> None:
    async with running_at(new_table(rules_named("russian"), 1)) as pilot:
        await read(pilot, [key("ctrl+p")])
        assert isinstance(pilot.screen, BoardScreen), "there is no command palette"
        for keys in (["enter", "enter"], ["escape"] * 3, ["escape", "?", "?"]):
            await pilot.push(MessageBox("The dice are fair."))
            await read(pilot, [key(name) for name in keys])
            assert pilot.app.is_running
            assert not any(isinstance(screen, MessageBox) for screen in pilot.app.screen_stack)
            await back_to_board(pilot)
        for entry in ("Rulebook", "Options"):
            await read(pilot, [key("escape")])
            assert isinstance(pilot.screen, Choose)
            x, y = place_of(pilot, entry)
            await read(pilot, [*click(x, y), *click(x, y)])
            below, top = pilot.app.screen_stack[-2:]
            assert isinstance(below, BoardScreen)
            assert not isinstance(top, BoardScreen)
            await back_to_board(pilot)
        answers: list[bool | None] = []
        pilot.app.push_screen(question := Consent("Delete it?"), answers.append)
        await pilot.push(MessageBox("The dice are fair."))
        question.dismiss(True)  # Another screen covers it.
        await pilot.pause()
        x, y = place_of(pilot, "The dice are fair.")
        await read(pilot, [*click(x, y), *click(x, y)])
        assert pilot.app.screen_stack[-1] is question
        assert answers == []


async def test_double_click_chooses_the_highlighted_roll_once() -> None:
    async with running_at(is_bare=True) as pilot:
        await pilot.push(sandbox_screen("french"))
        await read(pilot, [key("g")])
        assert isinstance(pilot.screen, Dialog)
        x, y = place_of(pilot, "[")
        await read(pilot, [*click(x, y), *click(x, y), *click(x, y)])
        assert isinstance(pilot.screen, BoardScreen)


async def test_every_screen_closes_only_itself() -> None:
    """Textual closes the topmost screen; `TopmostScreen` closes itself or nothing."""
    from backgammon_tui.tui.app import TopmostScreen

    def all_kinds(kind: type[Any]) -> set[type[Any]]:
        return {kind}.union(*map(all_kinds, kind.__subclasses__()))

    own = {kind for kind in all_kinds(Screen) if kind.__module__.startswith("backgammon_tui.")}
    assert len(own) > 10
    assert all(issubclass(kind, TopmostScreen) for kind in own)


async def test_letters_work_with_caps_lock() -> None:
    async with running_at() as pilot:
        await pilot.type("L")
        await pilot.wait_for(lambda: isinstance(pilot.screen, LearnScreen))
        await pilot.type("V")
        await pilot.wait_for(lambda: isinstance(pilot.screen, RulebookScreen))
        await pilot.type("escape", "escape", "tab", "L")
        field = pilot.screen.query_one("#white", Input)
        assert field.has_focus
        assert field.value == "L"

"""A key that is held down, or pressed before its effect could be seen, decides nothing."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import RULESETS
from backgammon_tui.modes.effects import Message
from backgammon_tui.tui import app as tui_app
from backgammon_tui.tui.app import ReadingPause
from tests.modes.examples import B, W, new_table, table_from
from tests.tui.screen import game_screen, play_state_of, press, running_at, text_of

SHUT_OUT = "W bar:1 13:14 / B 1:3 2:3 3:3 4:2 5:2 6:2"


class Clock:
    """A clock that a test moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(tui_app, "monotonic", lambda: self.now)
        monkeypatch.setattr(tui_app, "MOMENT", 0.25)


def test_a_held_key_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, pause = Clock(monkeypatch), ReadingPause()
    counted = 0
    for _ in range(300):
        counted += not pause.drops_press()
        clock.now += 0.03
    assert counted == 1
    clock.now += 0.25
    assert not pause.drops_press()


@pytest.mark.parametrize(("later", "is_dropped"), [(0.24, True), (0.26, False)])
def test_a_question_must_be_seen_before_a_key_decides(
    monkeypatch: pytest.MonkeyPatch, later: float, is_dropped: bool
) -> None:
    clock, pause = Clock(monkeypatch), ReadingPause()
    pause.begin()
    clock.now += later
    assert pause.drops_press() is is_dropped


async def test_a_held_key_answers_no_question_that_appears_under_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The roll is lost, which must be acknowledged, and then Black is to roll."""
    clock = Clock(monkeypatch)
    async with running_at(table_from("backgammon", SHUT_OUT, W)) as (app, pilot):
        for key in "54":
            game_screen(app).handle(key)
        clock.now += 1
        for _ in range(40):
            await press(pilot, "enter")
            clock.now += 0.03
        assert play_state_of(app).news
        assert "Pressed too soon: this was only just shown. Press enter again." in text_of(app)
        clock.now += 0.25
        await press(pilot, "enter")
        assert play_state_of(app).news is None
        assert play_state_of(app).game.actor is B
        assert "Pressed too soon" not in text_of(app)


async def test_a_held_key_closes_no_dialog_that_appears_under_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    async with running_at(new_table(RULESETS["backgammon"])) as (app, pilot):
        app.open_window(Message("This is new."))
        await pilot.pause()
        dialog = app.screen
        for _ in range(40):
            clock.now += 0.03
            await press(pilot, "enter")
        assert app.screen is dialog
        clock.now += 0.25
        await press(pilot, "enter")
        assert app.screen is not dialog

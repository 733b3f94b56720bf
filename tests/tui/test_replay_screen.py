"""Looking at a finished game turn by turn, and playing on from any moment of it."""

from __future__ import annotations

from datetime import date

from textual import events
from textual.pilot import Pilot

from backgammon_tui.engine import RULESETS, AgreeDraw, Phase
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.replay import ReplayMode
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.lines import Lines
from tests.modes.examples import new_table
from tests.tui.left import leave, matches, record
from tests.tui.screen import (
    board_in,
    in_mode,
    lines,
    open_entry,
    play_state_of,
    press,
    running_at,
    text_of,
    wait_for,
)

TURNS = 24


def leave_game(*, fair: bool = True) -> None:
    """A drawn game of so many turns, each of the first legal moves."""
    table = new_table(RULESETS["backgammon"], 3 if fair else None, ("Anna", "Boris"))
    while len({game.last_turn for game in table.history}) <= TURNS:
        if table.game.phase is Phase.MOVE:
            table = table.apply(table.game.moves[0])
        else:
            table = table.roll() if fair else table.roll((3, 1))
    leave(table.apply(AgreeDraw()).accept())


async def look(pilot: Pilot[None]) -> None:
    """Go on from the first screen to the finished game."""
    await open_entry(pilot, "Records")
    await press(pilot, "right", "enter")
    assert in_mode(pilot.app, ReplayMode)


def place(app: BackgammonApp) -> str:
    """Return the number of the turn shown and the highlighted row."""
    mode = board_in(app, ReplayMode).mode
    assert isinstance(mode, ReplayMode)
    at = mode.at
    title = next(line[58:].split("of")[0].strip() for line in lines(app) if "turn " in line[58:])
    assert title == f"turn {min(at, TURNS)}"
    return str(at)


async def test_keys_and_mouse_go_through_it() -> None:
    leave_game()
    async with running_at(is_bare=True) as (app, pilot):
        await look(pilot)
        assert "the start" in text_of(app)
        for key, at in {
            "left": 0,
            "right": 1,
            "space": 2,
            "pagedown": 12,
            "up": 11,
            "down": 12,
            "pageup": 2,
            "end": TURNS + 1,
            "home": 0,
        }.items():
            await press(pilot, key)
            assert place(app) == str(at), key
        panel = app.screen.query_one("#panel", Lines)
        row = next(at for at, text in enumerate(lines(app)[1:]) if text[58:].lstrip()[:2] == "7 ")
        await pilot.click(panel, offset=(4, row))
        assert place(app) == "7"
        await pilot._post_mouse_events([events.MouseScrollDown], panel, (4, 4))
        assert place(app) == "8"


async def test_a_number_and_enter_jump_to_a_turn() -> None:
    leave_game()
    async with running_at(is_bare=True) as (app, pilot):
        await look(pilot)
        await press(pilot, "17")
        assert "turn 17_ enter jumps to it" in lines(app)[-1]
        await press(pilot, "enter")
        assert place(app) == "17"
        await press(pilot, "999", "enter")
        assert place(app) == str(TURNS + 1)
        assert "no points." in text_of(app)
        await press(pilot, "1", "left", "enter")
        assert place(app) == str(TURNS)


async def test_a_new_match_begins_from_a_moment_of_the_game() -> None:
    leave_game()
    async with running_at() as (app, pilot):
        await look(pilot)
        await press(pilot, "end", "P")
        assert "The game is over here: go back a turn to play on." in lines(app)[-1]
        await press(pilot, "home", "right", "right", "P", "y")
        await wait_for(pilot, lambda: in_mode(app, PlayMode))
        table = play_state_of(app).table
        old = record()
        assert (table.record.white, table.record.length) == ("Anna", None)
        assert table.record.date == date.today().isoformat()
        assert table.dice
        assert table.dice.commitment != old.games[0].dice.commitment
        await press(pilot, " ")
        assert play_state_of(app).table.roll_number == 2
    assert matches() == ["Anna - Boris"] * 2
    assert record(1) == old
    assert record(2).games[0].starting_position

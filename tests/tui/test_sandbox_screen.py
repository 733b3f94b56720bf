from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from backgammon_tui import own_lessons
from backgammon_tui.engine import RULESETS, AgreeDraw, Phase
from backgammon_tui.modes.board import PointPlace
from backgammon_tui.modes.mode import menu_commands
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.replay import ReplayMode, sample_replay
from backgammon_tui.modes.sandbox import SandboxMode
from backgammon_tui.settings import Settings
from backgammon_tui.storage.paths import lessons_folder, share_folder
from backgammon_tui.teach.lessons.reading import read_lesson
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.lines import Lines
from backgammon_tui.tui.screens.learn import LearnScreen
from tests.engine.examples import W, rules_named
from tests.modes.examples import new_table, table_from
from tests.tui.screen import (
    Size,
    board_in,
    choose,
    click_on,
    click_place,
    in_mode,
    leave,
    lines,
    matches,
    mode_of,
    offers,
    open_entry,
    play_state_of,
    press,
    record,
    running_at,
    sandbox_screen,
    styled,
    text_of,
    wait_for,
)

SIGNS_ON_LIGHT = ["bold #fffcf2 on #6f8773 |●|", "bold #21160e on #6f8773 |○|"]
"""The sides' signs in the colours of their checkers, on the colour of a point."""


@asynccontextmanager
async def sandbox(name: str, line: str = "") -> AsyncIterator[tuple[BackgammonApp, Pilot[None]]]:
    async with running_at(is_bare=True) as (app, pilot):
        app.push_screen(sandbox_screen(name, line))
        await pilot.pause()
        yield app, pilot


def line_of(app: BackgammonApp) -> str:
    """Return the position line of the board."""
    return str(mode_of(app, SandboxMode).game.position)


RUNNING = "W 24:5 20:5 19:5 / B hand:15"


def lessons() -> list[Path]:
    return sorted((*share_folder().glob("*.txt"), *lessons_folder().glob("*.txt")))


async def test_mouse_alone_sets_up_and_plays_a_position() -> None:
    async with sandbox("russian") as (app, pilot):
        for slot in (24, 24):
            await click_place(pilot, PointPlace(slot))
        await click_place(pilot, PointPlace(20), button=3)
        assert line_of(app) == "W 24:2 hand:13 / B hand:15", "no checker was there"
        await click_on(pilot, "tab  ○ Black")
        for shift in (False, False, True):
            await click_place(pilot, PointPlace(22), shift=shift)
        await click_on(pilot, "add a checker")
        await click_place(pilot, PointPlace(24))
        assert line_of(app) == "W 24:1 hand:14 / B 22:1 hand:14"
        await click_on(pilot, "type two numbers")
        await click_on(pilot, "2=*", 1)
        await click_on(pilot, "[2=*]")
        assert mode_of(app, SandboxMode).setup.dice
        await click_on(pilot, "play", -1)
        await click_on(pilot, "hand/22*")
        await click_on(pilot, "hand/22*", -1)
        assert mode_of(app, SandboxMode).game.phase is Phase.ROLL
        await click_on(pilot, "U undo")
        await click_on(pilot, "M menu")
        await click_on(pilot, "Quit the sandbox")
        assert len(app.screen_stack) == 1


async def test_menu_changes_game_rules_options_and_theme() -> None:
    async with sandbox("russian", "W 24:2 hand:13 / B 23:2 hand:13") as (app, pilot):
        await press(pilot, "G")
        await choose(pilot, "House rules")
        await choose(pilot, "opponent completes")
        await press(pilot, "escape")
        assert mode_of(app, SandboxMode).setup.rules.opponent_completes
        assert "opponent completes: on" in lines(app)[0]
        await press(pilot, "G")
        await choose(pilot, "The Never")
        assert line_of(app) == "W 24:2 off:13 / B 23:2 off:13"
        await press(pilot, "M")
        mode = mode_of(app, SandboxMode)
        for command in menu_commands(mode.commands, mode):
            assert any(command.title in prompt for prompt in offers(app)), command
        await choose(pilot, "Options")
        await choose(pilot, "Mirror")
        await press(pilot, "escape")
        assert mode_of(app, SandboxMode).options.mirrored
        await press(pilot, "M")
        await choose(pilot, "Z")
        assert line_of(app) == "W off:15 / B off:15"
        before = app.theme
        for theme in ("daylight", before, "daylight"):
            await press(pilot, "d")
            assert app.theme == theme
            assert "● White" in text_of(app)
            signs = [run for run in styled(app, 0) if run.endswith(("|●|", "|○|"))]
            assert signs == (SIGNS_ON_LIGHT if theme == "daylight" else [])
        await press(pilot, "M")
        await choose(pilot, "Quit")
        assert app.theme == before


async def test_play_is_saved_as_a_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_lessons, "_find", lessons_folder)
    async with sandbox("russian", RUNNING) as (app, pilot):
        await press(pilot, "g", "64", "enter")
        assert mode_of(app, SandboxMode).setup.dice == (6, 4), "chosen in the chart"
        await press(pilot, "enter", "24/14", "enter", "g", "right", "enter")
        assert mode_of(app, SandboxMode).game.left == (2, 1)
        await press(pilot, "g", "enter")
        assert mode_of(app, SandboxMode).game.left == (2, 1)
        await press(pilot, "L", "enter")
        assert "A lesson needs a title." in text_of(app)
        for name, listed in (("Two-steps.txt", "Learnlistsit."), ("Two-steps-2.txt", "thisname")):
            await press(pilot, *"Two", "space", *"steps", "enter")
            shown = "".join(text_of(app).replace("│", "").split())
            assert name in shown, "the path may go on in the next line"
            assert listed in shown
            await press(pilot, "enter")
            assert in_mode(app, SandboxMode)
            await press(pilot, "L")
        file, _ = lessons()
        lesson = read_lesson(file.read_text(encoding="utf-8"))
        assert lesson.title == "Two steps"
        assert str(lesson.steps[0].starting_position) == f"{RUNNING}; W to move"


# ---- entry points


async def test_game_menu_opens_sandbox_at_the_roll() -> None:
    table = table_from("russian", RUNNING, W, players=("Anna", "Boris"))
    async with running_at(table) as (app, pilot):
        await press(pilot, "63", "enter", "24/18", "enter", "escape")
        await choose(pilot, "Try things")
        assert mode_of(app, SandboxMode).setup.dice == (6, 3)
        assert line_of(app) == RUNNING
        assert "Anna rolls" in text_of(app)
        before = play_state_of(app)
        await press(pilot, "enter", "20/11", "enter", "escape")
        await choose(pilot, "Try things")
        assert "This is the position" in text_of(app)
        assert line_of(app) == "W 24:5 20:4 19:5 11:1 / B hand:15"
        await press(pilot, "escape", "escape")
        assert play_state_of(app) is before
        assert str(before.game.position) == "W 24:4 20:5 19:5 18:1 / B hand:15"


async def test_chart_in_a_game_changes_nothing() -> None:
    async with running_at(new_table(rules_named("russian"))) as (app, pilot):
        await press(pilot, "g")
        assert "has not decided yet" in text_of(app)
        await press(pilot, "enter", "escape")
        assert not any("Roll chart" in prompt for prompt in offers(app))
        await press(pilot, "escape", "6", "3", "enter", "k", "g")
        assert ": the 36 rolls" in text_of(app)
        assert "6-3: both numbers can be played" in text_of(app)
        await press(pilot, "enter", "escape")
        for way in (choose(pilot, "Roll chart"), press(pilot, "g"), press(pilot, "enter")):
            await way
            assert ": the 36 rolls" in text_of(app)
            await press(pilot, "escape")
            assert "Menu" in text_of(app)
        await press(pilot, "escape")
        assert play_state_of(app).game.left == (6, 3)


async def test_sandbox_opens_from_the_learn_screen() -> None:
    async with running_at() as (app, pilot):
        black = app.screen.query_one("#black", Input)
        black.value = "Boris"
        await choose(pilot, "Learn a game")
        assert isinstance(app.screen, LearnScreen)
        await press(pilot, "j")
        assert in_mode(app, SandboxMode)
        assert mode_of(app, SandboxMode).setup.rules == rules_named("russian")
        await press(pilot, "space", "P")
        await wait_for(pilot, lambda: in_mode(app, PlayMode))
        assert str(play_state_of(app).game.position) == "W 24:1 hand:14 / B hand:15"
        assert black.value == "Boris"  # The players are chosen on that screen.


TURNS = 24


def leave_game(*, fair: bool = True) -> None:
    """Save a drawn game of this many turns, each of the first legal moves."""
    table = new_table(RULESETS["backgammon"], 3 if fair else None, ("Anna", "Boris"))
    while len({game.last_turn for game in table.history}) <= TURNS:
        if table.game.phase is Phase.MOVE:
            table = table.apply(table.game.moves[0])
        else:
            table = table.roll() if fair else table.roll((3, 1))
    leave(table.apply(AgreeDraw()).accept())


async def look(pilot: Pilot[None]) -> None:
    """Open the finished game from the first screen."""
    await open_entry(pilot, "Records")
    await press(pilot, "right", "enter")
    assert in_mode(pilot.app, ReplayMode)


async def test_keys_and_mouse_navigate_a_replay() -> None:
    leave_game()
    async with running_at(is_bare=True) as (app, pilot):
        await look(pilot)
        assert "the start" in text_of(app)
        for key, at in {
            **{"left": 0, "right": 1, "space": 2, "pagedown": 12, "up": 11, "down": 12},
            **{"pageup": 2, "end": TURNS + 1, "home": 0},
        }.items():
            await press(pilot, key)
            assert mode_of(app, ReplayMode).at == at, key
        await press(pilot, "17")
        assert "turn 17_ enter jumps to it" in lines(app)[-1]
        for keys, at in ((("enter",), 17), (("999", "enter"), TURNS + 1), (("1", "left"), TURNS)):
            await press(pilot, *keys)
            assert mode_of(app, ReplayMode).at == at
            assert any(f"turn {min(at, TURNS)} of" in line[58:] for line in lines(app))
        await press(pilot, "home")
        panel = app.screen.query_one("#panel", Lines)
        row = next(at for at, text in enumerate(lines(app)[1:]) if text[58:].lstrip()[:2] == "7 ")
        await pilot.click(panel, offset=(4, row))
        assert mode_of(app, ReplayMode).at == 7
        await pilot._post_mouse_events([events.MouseScrollDown], panel, (4, 4))
        assert mode_of(app, ReplayMode).at == 8


async def test_new_match_starts_from_a_replay() -> None:
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


def panel_words(pilot: Pilot[None], width: int) -> str:
    panel = pilot.app.screen.query_one("#panel", Lines).region
    beside = [line[panel.x :] for line in lines(pilot.app)[1:-1]]
    return " ".join(" ".join(beside).split())


@pytest.mark.parametrize("size", [(80, 21), pytest.param((120, 36), marks=pytest.mark.long)])
async def test_space_alone_reads_every_note_and_the_game_goes_on(size: Size) -> None:
    notes = sample_replay(Settings()).notes
    async with running_at(size=size, settings=Settings(learner="Anna")) as (app, pilot):
        await choose(pilot, "Learn a game")
        await press(pilot, "right")
        await click_on(pilot, "sample")
        screen = board_in(app, ReplayMode)
        read: list[set[str]] = [set() for _ in notes]
        for _ in range(200):
            mode, panel = mode_of(app, ReplayMode), screen.shown_panel
            read[mode.at].update(panel_words(pilot, size[0]).split())
            if mode.at == mode.end and panel.top == panel.last_top:
                break
            await press(pilot, " ")
        else:
            raise AssertionError("it has no end")
        for note, words in zip(notes, read, strict=True):
            assert set(" ".join(note.paragraphs).split()) <= words
        await press(pilot, "P", "y")
        await wait_for(pilot, lambda: in_mode(app, PlayMode))
        state = play_state_of(app)
        assert (state.game.phase, state.game.left) == (Phase.MOVE, (3,))
        assert sorted(row.text for row in state.choosing.rows) == ["13/10", "15/12", "5/2"]
        await press(pilot, "15/12", "enter", " ")
        assert play_state_of(app).table.dice
        assert play_state_of(app).table.roll_number == 3

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date

import pytest
from textual import events
from textual.widgets import Input

from backgammon_tui.engine import RULESETS, AgreeDraw, Phase
from backgammon_tui.modes.board import PointPlace
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.replay import ReplayMode, sample_replay
from backgammon_tui.modes.sandbox import SandboxMode
from backgammon_tui.settings import Settings
from backgammon_tui.storage.paths import lessons_folder
from backgammon_tui.teach.lessons.lesson_file import read_lesson
from backgammon_tui.teach.lessons.writing import TaskKind
from backgammon_tui.tui.lines import Lines
from backgammon_tui.tui.screens.learn import LearnScreen
from tests.engine.examples import W, rules_named
from tests.modes.examples import new_table, table_from
from tests.tui.screen import GamePilot, Size, leave, matches, record, running_at, sandbox_screen


@asynccontextmanager
async def sandbox(name: str, line: str = "") -> AsyncIterator[GamePilot]:
    async with running_at(is_bare=True) as pilot:
        await pilot.push(sandbox_screen(name, line))
        yield pilot


def line_of(pilot: GamePilot) -> str:
    """Return the position line of the board."""
    return str(pilot.mode(SandboxMode).game.position)


RUNNING = "W 24:5 20:5 19:5 / B hand:15"


async def test_mouse_alone_sets_up_and_plays_a_position() -> None:
    async with sandbox("russian") as pilot:
        for slot in (24, 24):
            await pilot.click_place(PointPlace(slot))
        await pilot.click_on("tab  ○ Black")
        for how in ({}, {}, {}, {"shift": True}, {"button": 3}):
            await pilot.click_place(PointPlace(22), **how)
        await pilot.click_on("add a checker")
        await pilot.click_place(PointPlace(24))
        assert line_of(pilot) == "W 24:1 hand:14 / B 22:1 hand:14"
        await pilot.click_on("type two numbers")
        await pilot.click_on("2=*", which=1)
        await pilot.click_on("[2=*]")
        assert pilot.mode(SandboxMode).setup.dice
        await pilot.click_on("play", which=-1)
        await pilot.click_on("hand/22*")
        await pilot.click_on("hand/22*", which=-1)
        assert pilot.mode(SandboxMode).game.phase is Phase.ROLL
        await pilot.click_on("U undo", "M menu", "Quit the sandbox")
        assert len(pilot.app.screen_stack) == 1


async def test_menu_changes_game_rules_options_and_theme() -> None:
    async with sandbox("russian", "W 24:2 hand:13 / B 23:2 hand:13") as pilot:
        await pilot.type("G")
        await pilot.choose("House rules", "opponent completes")
        await pilot.type("escape")
        assert pilot.mode(SandboxMode).setup.rules.opponent_completes
        assert "opponent completes: on" in pilot.lines[0]
        await pilot.type("G")
        await pilot.choose("The Never")
        assert line_of(pilot) == "W 24:2 off:13 / B 23:2 off:13"
        await pilot.type("M")
        mode = pilot.mode(SandboxMode)
        for command in mode.menu_commands:
            assert any(command.title in prompt for prompt in pilot.offers), command
        await pilot.choose("Options", "Mirror")
        await pilot.type("escape")
        assert pilot.mode(SandboxMode).options.mirrored
        await pilot.type("M")
        await pilot.choose("Z")
        assert line_of(pilot) == "W off:15 / B off:15"
        before = pilot.app.theme
        for theme in ("daylight", before, "daylight"):
            await pilot.type("B")
            assert pilot.app.theme == theme
            white, black = "○●" if theme == "daylight" else "●○"
            assert f"{white} White" in pilot.text, "White looks white"
            assert f"{black} Black" in pilot.text
        await pilot.type("M")
        await pilot.choose("Quit")
        assert pilot.app.theme == before


async def test_compared_lines_are_rolled_out_from_the_comparison() -> None:
    start = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
    async with sandbox("backgammon", start) as pilot:
        await pilot.type("61", "enter", "13/7 8/7", "enter", "u", "u")
        await pilot.type("24/18", "space", *"24/23", "enter")
        await pilot.type("=")
        await pilot.wait_for(lambda: "Line 1 is 0." in pilot.text)
        assert "roll both out" in pilot.text
        await pilot.type("=")
        await pilot.wait_for(lambda: "360 games" in " ".join(pilot.text.split()))
        assert "Line 1 is 0." not in pilot.text


async def test_dialog_names_every_task_of_a_lesson() -> None:
    async with sandbox("russian", RUNNING) as pilot:
        shown = " ".join((await pilot.after("L")).replace("│", "").split())
        assert [kind for kind in TaskKind if f"{kind.value}: " not in shown] == []


async def test_play_is_saved_as_a_lesson() -> None:
    async with sandbox("russian", RUNNING) as pilot:
        await pilot.type("g", "64", "enter")
        assert pilot.mode(SandboxMode).setup.dice == (6, 4), "chosen in the chart"
        await pilot.type("enter", "24/14", "enter", "g", "right", "enter")
        assert pilot.mode(SandboxMode).game.left == (2, 1)
        await pilot.type("g", "enter")
        assert pilot.mode(SandboxMode).game.left == (2, 1)
        assert "A lesson needs a title." in await pilot.after("L", "enter")
        for name, listed in (("Two-steps.txt", "Learnlistsit."), ("Two-steps-2.txt", "thisname")):
            await pilot.type(*"Two", "space", *"steps", "enter")
            shown = "".join(pilot.text.replace("│", "").split())
            assert name in shown, "the path may go on in the next line"
            assert listed in shown
            await pilot.type("enter")
            assert pilot.in_mode(SandboxMode)
            await pilot.type("L")
        file, _ = sorted(lessons_folder().glob("*.txt"))
        lesson = read_lesson(file.read_text(encoding="utf-8"))
        assert lesson.title == "Two steps"
        assert str(lesson.steps[0].starting_position) == f"{RUNNING}; W to move"


async def test_game_menu_opens_sandbox_at_the_roll() -> None:
    table = table_from("russian", RUNNING, W, players=("Anna", "Boris"))
    async with running_at(table) as pilot:
        await pilot.type("63", "enter", "24/18", "enter", "escape")
        await pilot.choose("Try things")
        assert pilot.mode(SandboxMode).setup.dice == (6, 3)
        assert line_of(pilot) == RUNNING
        assert "Anna rolls" in pilot.text
        before = pilot.state
        await pilot.type("enter", "20/11", "enter", "escape")
        await pilot.choose("Try things")
        assert "This is the position" in pilot.text
        assert line_of(pilot) == "W 24:5 20:4 19:5 11:1 / B hand:15"
        await pilot.type("escape", "escape")
        assert pilot.state is before
        assert str(before.game.position) == "W 24:4 20:5 19:5 18:1 / B hand:15"


async def test_chart_in_a_game_changes_nothing() -> None:
    async with running_at(new_table(rules_named("russian"))) as pilot:
        assert "has not yet decided" in await pilot.after("g")
        await pilot.type("enter", "escape")
        assert not any("Roll chart" in prompt for prompt in pilot.offers)
        assert ": the 36 rolls" in await pilot.after("escape", "6", "3", "enter", "k", "g")
        assert "6-3: both numbers can be played" in pilot.text
        await pilot.type("enter", "escape")
        for way in (pilot.choose("Roll chart"), pilot.type("g"), pilot.type("enter")):
            await way
            assert ": the 36 rolls" in pilot.text
            assert "Menu" in await pilot.after("escape")
        await pilot.type("escape")
        assert pilot.state.game.left == (6, 3)


async def test_sandbox_opens_from_the_learn_screen() -> None:
    async with running_at() as pilot:
        black = pilot.screen.query_one("#black", Input)
        black.value = "Boris"
        await pilot.choose("Learn a game")
        assert isinstance(pilot.screen, LearnScreen)
        await pilot.type("j")
        assert pilot.in_mode(SandboxMode)
        assert pilot.mode(SandboxMode).setup.rules == rules_named("russian")
        await pilot.type("space", "P")
        await pilot.wait_for(lambda: pilot.in_mode(PlayMode))
        assert str(pilot.state.game.position) == "W 24:1 hand:14 / B hand:15"
        assert black.value == "Boris"  # The players are chosen on that screen.


TURNS = 24


@pytest.fixture
def finished_game() -> None:
    """Save a drawn game of this many turns, each of the first legal moves."""
    table = new_table(RULESETS["backgammon"], 3, ("Anna", "Boris"))
    while len({game.last_turn for game in table.history}) <= TURNS:
        is_moving = table.game.phase is Phase.MOVE
        table = table.apply(table.game.moves[0]) if is_moving else table.roll()
    leave(table.apply(AgreeDraw()).accept())


@pytest.mark.usefixtures("finished_game")
async def test_keys_and_mouse_navigate_a_replay_and_start_a_match() -> None:
    async with running_at() as pilot:
        await pilot.open_entry("Records")
        await pilot.type("right", "enter")
        assert "the start" in pilot.text
        for key, at in {
            **{"left": 0, "right": 1, "space": 2, "pagedown": 12, "up": 11, "down": 12},
            **{"pageup": 2, "end": TURNS + 1, "home": 0},
        }.items():
            await pilot.type(key)
            assert pilot.mode(ReplayMode).at == at, key
        await pilot.type("17")
        assert "turn 17_ enter jumps to it" in pilot.lines[-1]
        for keys, at in ((("enter",), 17), (("999", "enter"), TURNS + 1), (("1", "left"), TURNS)):
            await pilot.type(*keys)
            assert pilot.mode(ReplayMode).at == at
            assert any(f"turn {min(at, TURNS)} of" in line[58:] for line in pilot.lines)
        await pilot.type("home")
        panel = pilot.screen.query_one("#panel", Lines)
        row = next(at for at, text in enumerate(pilot.lines[1:]) if text[58:].lstrip()[:2] == "7 ")
        await pilot.click(panel, offset=(4, row))
        assert pilot.mode(ReplayMode).at == 7
        await pilot._post_mouse_events([events.MouseScrollDown], panel, (4, 4))
        assert pilot.mode(ReplayMode).at == 8
        await pilot.type("end", "P")
        assert "The game is over here: go back a turn to play on." in pilot.lines[-1]
        await pilot.type("home", "right", "right", "P", "y")
        await pilot.wait_for(lambda: pilot.in_mode(PlayMode))
        table, old = pilot.state.table, record()
        assert (table.record.white, table.record.length) == ("Anna", None)
        assert table.record.date == date.today().isoformat()
        assert table.dice
        assert table.dice.commitment != old.games[0].dice.commitment
        await pilot.type(" ")
        assert pilot.state.table.roll_number == 2
    assert matches() == ["Anna - Boris"] * 2
    assert record(1) == old
    assert record(2).games[0].starting_position


def panel_words(pilot: GamePilot, width: int) -> str:
    panel = pilot.screen.query_one("#panel", Lines).region
    beside = [line[panel.x :] for line in pilot.lines[1:-1]]
    return " ".join(" ".join(beside).split())


@pytest.mark.parametrize("size", [(80, 21), pytest.param((120, 36), marks=pytest.mark.long)])
async def test_space_alone_reads_every_note_and_continues_the_game(size: Size) -> None:
    notes = sample_replay(Settings()).notes
    async with running_at(size=size, settings=Settings(learner="Anna")) as pilot:
        await pilot.choose("Learn a game")
        await pilot.type("right")
        await pilot.click_on("sample")
        screen = pilot.board(ReplayMode)
        read: list[set[str]] = [set() for _ in notes]
        for _ in range(200):
            mode, panel = pilot.mode(ReplayMode), screen.shown_panel
            read[mode.at].update(panel_words(pilot, size[0]).split())
            if mode.at == mode.end and panel.top == panel.last_top:
                break
            await pilot.type(" ")
        else:
            raise AssertionError("it has no end")
        for note, words in zip(notes, read, strict=True):
            assert set(" ".join(note.paragraphs).split()) <= words
        await pilot.type("P", "y")
        await pilot.wait_for(lambda: pilot.in_mode(PlayMode))
        state = pilot.state
        assert (state.game.phase, state.game.left) == (Phase.MOVE, (3,))
        assert sorted(row.text for row in state.choosing.rows) == ["13/10", "15/12", "5/2"]
        await pilot.type("15/12", "enter", " ")
        assert pilot.state.table.dice
        assert pilot.state.table.roll_number == 3

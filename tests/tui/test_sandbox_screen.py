"""The sandbox on the screen: by keys alone and by mouse alone."""

from __future__ import annotations

from pathlib import Path

from textual.widgets import Input, OptionList

from backgammon_tui.engine import Phase
from backgammon_tui.modes.mode import menu_commands
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.sandbox import SandboxMode
from backgammon_tui.storage.paths import lessons_folder, share_folder
from backgammon_tui.teach.lessons.reading import read_lesson
from backgammon_tui.tui.screens.learn import LearnScreen
from tests.engine.examples import B, W, rules_named
from tests.modes.examples import new_table, table_from
from tests.tui.screen import (
    choose,
    click_on,
    in_mode,
    lines,
    play_state_of,
    press,
    running_at,
    sandbox,
    sandbox_of,
    text_of,
    wait_for,
)

RUNNING = "W 24:5 20:5 19:5 / B hand:15"


def lessons() -> list[Path]:
    return sorted((*share_folder().glob("*.txt"), *lessons_folder().glob("*.txt")))


async def test_keys_alone_set_up_and_play_a_position() -> None:
    async with sandbox("russian") as box:
        await press(box.pilot, "space", "+", "left", "tab", "+", "-", "+", "tab", "left", "space")
        assert box.line == "W 24:2 22:1 hand:12 / B 23:1 hand:14"
        await press(box.pilot, "backspace", "53", "enter")
        assert box.line == "W 24:2 hand:13 / B 23:1 hand:14"
        assert box.sandbox.game.left == (5, 3)
        await press(box.pilot, "down", "enter")
        assert box.line == "W 24:2 22:1 20:1 hand:11 / B 23:1 hand:14"
        await press(box.pilot, "41", "enter")
        assert box.sandbox.game.side is B


async def test_mouse_alone_sets_up_and_plays_a_position() -> None:
    async with sandbox("russian") as box:
        await box.point("point-24")
        await box.point("point-24")
        await box.point("point-20", button=3)
        assert box.message == "No checker is there."
        await click_on(box.pilot, "tab  ○ Black")
        await box.point("point-22")
        await box.point("point-22")
        await box.point("point-22", shift=True)
        await click_on(box.pilot, "puts one")
        await box.point("point-24")
        assert box.line == "W 24:1 hand:14 / B 22:1 hand:14"
        await click_on(box.pilot, "type two numbers")
        await click_on(box.pilot, "2=*", 1)
        await click_on(box.pilot, "[2=*]")
        assert box.sandbox.setup.dice
        await click_on(box.pilot, "play", -1)
        await click_on(box.pilot, "hand/22*")
        await click_on(box.pilot, "hand/22*", -1)
        assert box.sandbox.game.phase is Phase.ROLL
        await click_on(box.pilot, "U undo")
        await click_on(box.pilot, "M menu")
        assert box.results == []
        await click_on(box.pilot, "Leave the sandbox")
        assert box.results == [None]


async def test_game_and_house_rules_can_change() -> None:
    async with sandbox("russian", "W 24:2 hand:13 / B 23:2 hand:13") as box:
        await press(box.pilot, "G")
        await choose(box.pilot, "Backgammon")
        assert box.line == "W 24:2 off:13 / B 23:2 off:13"
        await press(box.pilot, "G")
        await choose(box.pilot, "House rules")
        await choose(box.pilot, "opponent completes")
        await press(box.pilot, "escape")
        assert box.sandbox.setup.rules.opponent_completes
        assert "opponent completes: on" in lines(box.pilot.app)[0]


async def test_menu_has_all_keys_and_board_options() -> None:
    async with sandbox("never-finishing") as box:
        await press(box.pilot, "M")
        options = box.pilot.app.screen.query_one(OptionList).options
        shown = [str(option.prompt) for option in options]
        mode = box.screen.mode
        for command in menu_commands(mode.commands, mode):
            assert any(command.title in prompt for prompt in shown), command
        await choose(box.pilot, "Options")
        await choose(box.pilot, "Mirror")
        await press(box.pilot, "escape")
        assert box.sandbox.options.mirrored
        await press(box.pilot, "M")
        await choose(box.pilot, "Z")
        assert box.line == "W off:15 / B off:15"
        assert "Both sides have borne" in text_of(box.pilot.app)


async def test_presentation_mode_ends_with_the_sandbox() -> None:
    async with sandbox("russian") as box:
        before = box.pilot.app.theme
        await press(box.pilot, "d")
        assert box.pilot.app.theme != before
        await press(box.pilot, "d")
        assert box.pilot.app.theme == before
        await press(box.pilot, "d", "M")
        await choose(box.pilot, "Leave")
        assert box.pilot.app.theme == before


async def test_play_is_saved_as_a_lesson() -> None:
    async with sandbox("russian", RUNNING) as box:
        await press(box.pilot, "L")
        assert "Play something first" in box.message
        await press(box.pilot, "63", "enter", "24/15", "enter", "L", "enter", "enter")
        assert "A lesson has a title." in text_of(box.pilot.app)
        await box.pilot.press("shift+tab")
        await press(box.pilot, *"Two", "space", *"steps", "enter", "enter")
        shown = "".join(text_of(box.pilot.app).replace("│", "").split())
        assert "Two-steps.txt" in shown, "the path may go on in the next line"
        await press(box.pilot, "enter")
        assert in_mode(box.pilot.app, SandboxMode)
        (file,) = lessons()
        lesson = read_lesson(file.read_text(encoding="utf-8"))
        assert lesson.title == "Two steps"
        assert str(lesson.steps[0].starting_position) == f"{RUNNING}; W to move"


async def test_match_starts_from_the_sandbox() -> None:
    async with sandbox("russian", RUNNING) as box:
        await press(box.pilot, "63", "enter", "P")
        assert "Finish the play first" in box.message
        await press(box.pilot, "24/15", "enter", "P")
        (table,) = box.results
        assert table
        assert str(table.game.position) == "W 24:4 20:5 19:5 15:1 / B hand:15"
        assert (table.game.side, table.game.phase) == (B, Phase.ROLL)
        assert table.dice


async def test_chosen_chart_roll_is_played_or_set_up() -> None:
    async with sandbox("russian", RUNNING) as box:
        await press(box.pilot, "g", "64", "enter")
        assert box.sandbox.setup.dice == (6, 4)
        await press(box.pilot, "enter", "24/14", "enter", "g", "right", "enter")
        assert box.sandbox.game.left == (2, 1)
        await press(box.pilot, "g", "enter")
        assert box.sandbox.game.left == (2, 1)


# ---- how it is come to


async def test_game_menu_opens_sandbox_at_the_roll() -> None:
    table = table_from("russian", RUNNING, W, players=("Anna", "Boris"))
    async with running_at(table) as (app, pilot):
        await press(pilot, "63", "enter", "24/18", "enter", "escape")
        await choose(pilot, "Try things")
        assert in_mode(app, SandboxMode)
        assert sandbox_of(app).setup.dice == (6, 3)
        assert str(sandbox_of(app).game.position) == RUNNING
        assert "Anna rolls" in text_of(app)
        before = play_state_of(app)
        await press(pilot, "enter", "20/11", "enter", "escape")
        await choose(pilot, "Try things")
        assert "This is what you" in text_of(app)
        assert str(sandbox_of(app).game.position) == "W 24:5 20:4 19:5 11:1 / B hand:15"
        await press(pilot, "escape", "escape")
        assert play_state_of(app) is before
        assert str(before.game.position) == "W 24:4 20:5 19:5 18:1 / B hand:15"


async def test_chart_in_a_game_changes_nothing() -> None:
    async with running_at(table_from("russian", RUNNING, W)) as (app, pilot):
        await press(pilot, "63", "enter", "g")
        assert ": the 36 rolls" in text_of(app)
        assert "6-3: both numbers can be played." in text_of(app)
        await press(pilot, "enter", "escape")
        for way in (choose(pilot, "The 36 rolls"), press(pilot, "g"), press(pilot, "enter")):
            await way
            assert ": the 36 rolls" in text_of(app)
            await press(pilot, "escape")
            assert "Menu" in text_of(app)
        await press(pilot, "k", "escape")
        assert play_state_of(app).game.left == (6, 3)


async def test_no_chart_before_the_opening_is_decided() -> None:
    async with running_at(new_table(rules_named("russian"))) as (app, pilot):
        await press(pilot, "g")
        assert "It is not clear yet" in text_of(app)
        await press(pilot, "enter", "escape")
        prompts = [str(option.prompt) for option in app.screen.query_one(OptionList).options]
        assert "The 36 rolls" not in prompts
        await choose(pilot, "Try things")
        assert in_mode(app, SandboxMode)


async def test_sandbox_opens_from_the_learn_screen() -> None:
    async with running_at() as (app, pilot):
        black = app.screen.query_one("#black", Input)
        black.value = "Boris"
        await choose(pilot, "Learn a game")
        assert isinstance(app.screen, LearnScreen)
        await press(pilot, "j")
        assert in_mode(app, SandboxMode)
        assert sandbox_of(app).setup.rules == rules_named("russian")
        await press(pilot, "space", "P")
        await wait_for(pilot, lambda: in_mode(app, PlayMode))
        assert str(play_state_of(app).game.position) == "W 24:1 hand:14 / B hand:15"
        assert black.value == "Boris"  # Who is to play there is chosen there.

"""The first screen: a game begins, or goes on just where it was left."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from backgammon_tui.engine import RULESETS, Phase, Resign
from backgammon_tui.match.record import DiceKind
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.settings import Settings
from backgammon_tui.storage.program_files import read_preferences
from backgammon_tui.tui.screens.match_form import MatchForm
from backgammon_tui.tui.screens.match_screen import MatchScreen
from backgammon_tui.tui.screens.start import StartScreen
from tests.cli.program import keep, opened, transcript, won
from tests.engine.examples import B, W
from tests.modes.examples import do, new_table, table_from
from tests.tui.left import leave, matches, record
from tests.tui.screen import (
    answered,
    app_at,
    at_once,
    choose,
    in_mode,
    offers,
    play_state_of,
    press,
    running,
    running_at,
    text_of,
    wait_for,
    words_of,
)

SHUT_OUT = "W bar:1 6:14 / B 6:2 5:2 4:2 3:2 2:2 1:2 13:3"
"""White cannot enter."""


# ---- the board of the lit game


async def test_the_lit_game_is_shown_with_the_first_picture_of_its_rulebook() -> None:
    async with running_at(size=(120, 36)) as (app, pilot):
        # In the middle of a game: one of Black's checkers is on the bar.
        await wait_for(pilot, lambda: " bar " in text_of(app))
        await choose_row(pilot, "Backgammon")
        # The sides count apart: it says who counts so.
        await wait_for(pilot, lambda: "◂White" in text_of(app))
        assert " bar " not in text_of(app)


async def test_an_unfinished_match_is_shown_as_it_stands() -> None:
    leave(
        do(PlayState.open(table_from("backgammon", SHUT_OUT, W), Settings()), "31", "enter").table
    )
    async with running_at() as (app, pilot):
        await press(pilot, "down", "down", "down")  # Before the first board, which still comes.
        await wait_for(pilot, lambda: "13 " in text_of(app))
        await press(pilot, "home")
        # White's turn was lost: the numbers are those of Black, which is to roll.
        await wait_for(pilot, lambda: "Black▸" in text_of(app))
        assert "hand" not in text_of(app)
        await press(pilot, "down")
        await wait_for(pilot, lambda: "Black▸" not in text_of(app))
        await choose(pilot, "Learn")
        # No course is finished yet, whatever was played last.
        assert app.screen.rules.name == "russian"  # type: ignore[attr-defined]


async def choose_row(pilot: Pilot[None], title: str) -> None:
    """Light a row of the list as it is when the journal has answered."""
    await answered(pilot)
    rulesets = pilot.app.screen.query_one("#rulesets", OptionList)
    rulesets.highlighted = offers(pilot.app).index(title)
    await pilot.pause()


# ---- a new match


async def test_enters_at_once_begin_one_russian_game() -> None:
    async with running_at() as (app, pilot):
        await at_once(pilot, *["enter"] * 3)
        await wait_for(pilot, lambda: in_mode(app, PlayMode))
        assert [type(screen) for screen in app.screen_stack] == [StartScreen, MatchScreen]
        state = play_state_of(app)
        assert state.game.rules == RULESETS["russian"]
        assert state.game.phase is Phase.OPENING
        assert state.table.dice
    assert matches() == []  # Nothing was done yet that had to be kept.


async def test_quit_goes_back_to_the_first_screen_where_the_game_can_be_resumed() -> None:
    async with running_at() as (app, pilot):
        await press(pilot, "space", "space", " ")  # As two Enters do.
        assert record() == play_state_of(app).table.record
        rolled, next_dice = record().games[0].dice, app.screen_stack[0].query_one(MatchForm)._dice
        assert rolled.commitment != next_dice.commitment
        await press(pilot, "escape")
        await choose(pilot, "Quit")
        assert isinstance(app.screen, StartScreen)
        assert offers(app)[0].startswith("Resume: White – Black, Russian, 0:0, ")
        await at_once(pilot, "enter", "enter")  # Its lock is free again.
        await wait_for(pilot, lambda: in_mode(app, PlayMode))
        assert [type(screen) for screen in app.screen_stack] == [StartScreen, MatchScreen]
        await press(pilot, " ")
    assert len(app.records) == 1
    assert app.left
    assert app.left.match == 1


async def test_a_theme_is_shown_while_it_is_lit_and_kept_when_it_is_taken() -> None:
    async with running_at() as (app, pilot):
        before = app.theme
        await choose(pilot, "Options")
        await choose(pilot, "Colours")
        await press(pilot, "down")
        assert app.theme == "daylight"
        await press(pilot, "escape")
        assert app.theme == before
        await choose(pilot, "Colours")
        await press(pilot, "down", "enter", "escape")
        assert app.theme == "daylight"
        assert isinstance(app.screen, StartScreen)
    assert read_preferences()[0].theme == "daylight"


# ---- going on


async def test_the_last_game_stands_first_and_the_others_one_step_away() -> None:
    keep(
        transcript(opened(), white="Anna"),
        transcript(won(), length="1", white="Nobody"),
        transcript(won(), opened(2), white="Carla", length="3", ruleset="french"),
    )
    async with running_at(size=(100, 40)) as (app, pilot):
        listed = offers(app)
        assert listed[0] == "Resume: Carla – Boris, French, 1:0 to 3, Carla to play the 2"
        assert "Enter goes on where you stopped, " in words_of(app, "#description")
        assert listed[1] == "1 other unfinished match"
        assert listed[-3:] == ["Records", "Options", "Quit"]
        assert not any("Nobody" in entry for entry in listed)
        shown = text_of(app)
        assert all(text in shown for text in ("A match to 3, game 2", "Carla  1", "Boris  0"))
        assert "enter choose  ? keys  esc quit" in shown  # No field is in sight.
        await press(pilot, "down")
        await choose(pilot, "1 other unfinished match")
        await choose(pilot, "Anna – Boris")
        await wait_for(pilot, lambda: in_mode(app, PlayMode))
        assert play_state_of(app).table.record.white == "Anna"


def test_a_key_that_comes_before_the_list_stands_is_no_fault() -> None:
    early = StartScreen(new_table(RULESETS["russian"]).record, DiceKind.FAIR)
    assert early.check_action("choose", ()) is False


async def test_every_screen_tells_its_keys_and_its_entry_is_lit_when_it_is_left() -> None:
    async with running_at() as (app, pilot):
        entries = [("Learn a game", "under which progress"), ("Records", "import a")]
        for entry, description in [("", "walk the list"), *entries]:
            if entry:
                await choose(pilot, entry)
                assert not isinstance(app.screen, StartScreen)
            await press(pilot, "?")
            assert description in text_of(app)
            await press(pilot, "escape")
            if entry:
                await press(pilot, "escape")
                await wait_for(pilot, lambda: isinstance(app.screen, StartScreen))
                highlighted = app.screen.query_one("#rulesets", OptionList).highlighted_option
                assert highlighted
                assert str(highlighted.prompt) == entry
        await choose(pilot, "French")
        await press(pilot, "?")
        assert "enter  or space: take the highlighted line, press a button" in text_of(app)


async def test_learn_opens_the_highlighted_game_by_its_key_and_else_a_fitting_course() -> None:
    async with running(app_at()) as pilot:
        await press(pilot, "down", "l")
        assert "The 2-1" in text_of(pilot.app)
        await press(pilot, "escape", "down", "enter", "escape")
        await choose(pilot, "Learn a game")
        assert "The board and the way round" in text_of(pilot.app)


START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"

LEFT = {
    "in the middle of a stage": (
        table_from("backgammon", START, W),
        ("52", "enter", "13/8", "enter"),
        ("u", "U", "24/22", "enter", "u"),
    ),
    "with a question open": (new_table(RULESETS["russian"], 7), (" ",), ("enter", "r", " ")),
}


def state(state: PlayState) -> tuple[object, ...]:
    """Return the parts of a state that do not depend on the rows of its list."""
    messages = state.notice, state.news, state.question
    return state.table, state.choosing.text, state.choosing.row, state.choosing.reading, messages


@pytest.mark.parametrize("name", LEFT)
async def test_one_enter_goes_on_just_where_it_was_left(name: str) -> None:
    """Undo, redo and the dice to come are as they were."""
    table, before, after = LEFT[name]
    was = do(PlayState.open(table, Settings()), *before)
    leave(was.table)
    async with running_at() as (app, pilot):
        await at_once(pilot, "enter")
        await wait_for(pilot, lambda: in_mode(app, PlayMode))
        expected = PlayState.open(was.table, Settings())
        assert state(play_state_of(app)) == state(expected)
        for keys in after:
            await press(pilot, keys)
            expected = do(expected, keys)
            assert state(play_state_of(app)) == state(expected)
        assert record() == expected.table.record


async def test_after_a_match_its_game_and_length_are_offered_again() -> None:
    leave(new_table(RULESETS["falood"], 3, length=3).roll().apply(Resign(B, 3)))
    async with running_at() as (app, pilot):
        await at_once(pilot, "enter")
        await wait_for(pilot, lambda: in_mode(app, PlayMode))
        await press(pilot, "enter", "a", "Q")
        await wait_for(pilot, lambda: isinstance(app.screen, StartScreen))
        assert app.screen.query_one("#length", Input).value == "3"
        assert "Play Falood" in text_of(app)

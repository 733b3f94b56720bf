from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Input, OptionList

from backgammon_tui.engine import RULESETS, Phase, Resign
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.settings import Settings
from backgammon_tui.storage.preferences import read_preferences
from backgammon_tui.tui.dialogs.forms import Fields
from backgammon_tui.tui.screens.learn import LearnScreen
from backgammon_tui.tui.screens.match_form import MatchForm
from backgammon_tui.tui.screens.match_screen import MatchScreen
from backgammon_tui.tui.screens.start import StartScreen
from tests.cli.program import keep, opened, transcript, won
from tests.engine.examples import B, W
from tests.modes.examples import do, new_table, table_from
from tests.tui.screen import (
    answered,
    app_at,
    at_once,
    choose,
    in_mode,
    leave,
    matches,
    offers,
    paste,
    play_state_of,
    press,
    record,
    running,
    running_at,
    text_of,
    wait_for,
    words_of,
)

SHUT_OUT = "W bar:1 6:14 / B 6:2 5:2 4:2 3:2 2:2 1:2 13:3"
"""White cannot enter."""


async def wait_for_match(pilot: Pilot[None]) -> None:
    await wait_for(pilot, lambda: in_mode(pilot.app, PlayMode))


def field(pilot: Pilot[None], name: str) -> Input:
    return pilot.app.screen.query_one(f"#{name}", Input)


# ---- list and board


async def test_highlighted_game_shows_its_rulebook_picture() -> None:
    async with running_at(size=(120, 36)) as (app, pilot):
        # In the middle of a game: one of Black's checkers is on the bar.
        await wait_for(pilot, lambda: " bar " in text_of(app))
        await answered(pilot)
        rulesets = app.screen.query_one("#rulesets", OptionList)
        rulesets.highlighted = offers(app).index("Backgammon")
        # The sides number the points differently, so the board names the side.
        await wait_for(pilot, lambda: "◂White" in text_of(app))
        assert " bar " not in text_of(app)


async def test_unfinished_match_shows_its_board() -> None:
    leave(
        do(PlayState.open(table_from("backgammon", SHUT_OUT, W), Settings()), "31", "enter").table
    )
    async with running_at() as (app, pilot):
        await press(pilot, "down", "down", "down")  # The first board appears later.
        await wait_for(pilot, lambda: "13 " in text_of(app))
        await press(pilot, "home")
        # White's turn was lost: the numbers are those of Black, which is to roll.
        await wait_for(pilot, lambda: "Black▸" in text_of(app))
        assert "hand" not in text_of(app)
        await press(pilot, "down")
        await wait_for(pilot, lambda: "Black▸" not in text_of(app))


async def test_quick_enters_start_one_game_which_can_be_resumed() -> None:
    async with running_at() as (app, pilot):
        await at_once(pilot, *["enter"] * 3)
        await wait_for_match(pilot)
        assert [type(screen) for screen in app.screen_stack] == [StartScreen, MatchScreen]
        state = play_state_of(app)
        assert (state.game.rules, state.game.phase) == (RULESETS["russian"], Phase.OPENING)
        assert state.table.dice
        assert matches() == []  # There is nothing to save yet.
        await press(pilot, " ")
        assert record() == play_state_of(app).table.record
        rolled, next_dice = record().games[0].dice, app.screen_stack[0].query_one(MatchForm)._dice
        assert rolled.commitment != next_dice.commitment
        await press(pilot, "escape")
        await choose(pilot, "Quit")
        assert isinstance(app.screen, StartScreen)
        assert offers(app)[0].startswith("Resume: White – Black\nRussian, 0:0, ")
        await at_once(pilot, "enter", "enter")  # Its lock is free again.
        await wait_for_match(pilot)
        assert [type(screen) for screen in app.screen_stack] == [StartScreen, MatchScreen]
        await press(pilot, " ")
    assert len(app.records) == 1
    assert app.left
    assert app.left.match == 1


async def test_entries_open_their_screens() -> None:
    async with running_at() as (app, pilot):
        before = app.theme
        await choose(pilot, "Options")
        await choose(pilot, "Theme")
        await press(pilot, "down")
        assert app.theme == "daylight"
        await press(pilot, "escape")
        assert app.theme == before
        await choose(pilot, "Theme")
        await press(pilot, "down", "enter", "escape")
        assert app.theme == "daylight"
        entries = [("Learn a game", "for your progress"), ("Records", "Import a")]
        for entry, description in entries:
            await choose(pilot, entry)
            await press(pilot, "?")
            assert description in text_of(app)
            await press(pilot, "escape", "escape")
            await wait_for(pilot, lambda: isinstance(app.screen, StartScreen))
            highlighted = app.screen.query_one("#rulesets", OptionList).highlighted_option
            assert highlighted
            assert str(highlighted.prompt) == entry
        await choose(pilot, "French")
        await press(pilot, "?")
        assert "Choose the highlighted line or button (also Space)" in text_of(app)
        await press(pilot, "escape", "escape", "home", "down", "l")
        assert "The 2-1" in text_of(app), "the course of the highlighted game"
    assert read_preferences()[0].theme == "daylight"


async def test_last_game_is_listed_first() -> None:
    keep(
        transcript(opened(), white="Anna"),
        transcript(won(), length="1", white="Nobody"),
        transcript(won(), opened(2), white="Carla", length="3", ruleset="french"),
    )
    async with running_at(size=(100, 40)) as (app, pilot):
        listed = offers(app)
        assert listed[0] == "Resume: Carla – Boris\nFrench, 1:0, match to 3, Carla to play the 2"
        assert "Enter: resume where you stopped, " in words_of(app, "#description")
        assert listed[1] == "1 other unfinished match"
        assert listed[-3:] == ["Records", "Options", "Quit"]
        assert not any("Nobody" in entry for entry in listed)
        shown = text_of(app)
        assert all(text in shown for text in ("A match to 3, game 2", "Carla  1", "Boris  0"))
        assert "enter choose  l learn  ? keys  esc quit" in shown  # No field is visible.
        await press(pilot, "down")
        await choose(pilot, "1 other unfinished match")
        await choose(pilot, "Anna – Boris")
        await wait_for_match(pilot)
        assert play_state_of(app).table.record.white == "Anna"


async def test_narrow_screen_shows_form_instead_of_list() -> None:
    async with running_at(size=(57, 19)) as (app, pilot):
        assert "Quit" in text_of(app)
        assert "House rules" not in text_of(app)
        await press(pilot, "enter")
        assert "Play Russian" in text_of(app)
        await press(pilot, "escape")
        assert "House rules" not in text_of(app)


# ---- continuing


START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"


def parts(state: PlayState) -> tuple[object, ...]:
    """Return the parts of a state that do not depend on the rows of its list."""
    messages = state.notice, state.news, state.question
    return state.table, state.choosing.text, state.choosing.row, state.choosing.reading, messages


async def test_one_enter_resumes_the_last_match() -> None:
    """Undo, redo and the next dice are unchanged."""
    table = table_from("russian", "W 24:2 13:5 8:3 6:5 / B 23:2 12:5 7:3 5:5", W)
    was = do(PlayState.open(table, Settings()), "52", "enter", "13/8", "enter")
    leave(was.table)
    async with running_at() as (app, pilot):
        assert "l learn" in text_of(app)
        await press(pilot, "l")
        assert isinstance(app.screen, LearnScreen)
        await press(pilot, "escape")
        await at_once(pilot, "enter")
        await wait_for_match(pilot)
        expected = PlayState.open(was.table, Settings())
        assert parts(play_state_of(app)) == parts(expected)
        for keys in ("u", "U", "24/22", "enter", "u"):
            await press(pilot, keys)
            expected = do(expected, keys)
            assert parts(play_state_of(app)) == parts(expected)
        assert record() == expected.table.record


async def test_last_game_and_length_are_offered_again() -> None:
    leave(new_table(RULESETS["falood"], 3, length=3).roll().apply(Resign(B, 3)))
    async with running_at() as (app, pilot):
        await at_once(pilot, "enter")
        await wait_for(pilot, lambda: "accept the result" in text_of(app))
        await press(pilot, "a", "Q")
        await wait_for(pilot, lambda: isinstance(app.screen, StartScreen))
        assert field(pilot, "length").value == "3"
        assert "Play Falood" in text_of(app)


# ---- the form


async def test_fields_are_filled_in_by_keys_and_mouse() -> None:
    keep(transcript(opened(), white="Anastasia", black="Boris"))
    async with running_at() as (app, pilot):
        await choose(pilot, "French")
        white, black = field(pilot, "white"), field(pilot, "black")
        white.value = black.value = ""
        white.focus()
        await pilot.pause()
        await press(pilot, *"anast")
        await wait_for(pilot, lambda: white._suggestion == "Anastasia")
        await press(pilot, "right")
        assert white.value == "Anastasia"
        await press(pilot, "down", *"An Lee")
        await pilot.click("#black", offset=(2, 0))
        await press(pilot, "n")
        assert black.value == "Ann Lee"
        await pilot.press("tab", "shift+tab")
        await press(pilot, *"Xo", "right")
        assert app.focused is app.screen.query_one("#black-plays")
        await press(pilot, "left", "right")
        assert app.focused is app.screen.query_one("#black-plays"), "one press past a whole name"
        await at_once(pilot, *"15")
        await pilot.click("#black", offset=(1, 0))
        await press(pilot, *"Eva", "enter", "enter", "enter")
        await wait_for_match(pilot)
        record = play_state_of(app).table.record
        assert (record.white, record.black, record.length) == ("Anastasia", "Eva", 15)
    left = read_preferences()[0]
    assert (left.white, left.black, left.length) == ("Anastasia", "Eva", "15")


async def test_buttons_change_dice_players_and_help() -> None:
    async with running_at() as (app, pilot):
        assert "Fair dice" in text_of(app)
        assert "SHA" not in text_of(app)
        await press(pilot, "f")
        assert "SHA-256" in text_of(app)
        await press(pilot, "escape", "enter")
        app.screen.query_one("#dice-kind").focus()
        await at_once(pilot, "enter", "enter", "enter")
        assert "Real dice, typed in" in text_of(app)
        assert "f see dice" not in text_of(app)
        await at_once(pilot, "enter")
        assert "Real dice, typed in" not in text_of(app)
        assert "f see dice" in text_of(app)
        # Players
        assert text_of(app).count("[or computer]") == 2
        app.screen.query_one("#white-plays").focus()
        await press(pilot, "enter", "up", "up", "enter")
        assert "Computer (beginner)" in text_of(app)
        assert "[or person]" in text_of(app)
        assert app.screen.focused is app.screen.query_one("#play"), "so Enter goes on"
        white, black = field(pilot, "white"), field(pilot, "black")
        swap = app.screen.query_one("#swap", Button)
        for before, after in (
            (("White", "Computer (easy)"), ("Computer (easy)", "Black")),
            (("Computer (easy)", "Anna"), ("Anna", "Computer (easy)")),
        ):
            white.value, black.value = before
            swap.press()
            await pilot.pause()
            assert (white.value, black.value) == after
        white.value, black.value = "White", "Black"
        # Length
        lengths = []
        for _ in range(7):
            app.screen.query_one("#longer", Button).press()
            await pilot.pause()
            lengths.append(field(pilot, "length").value)
        assert lengths == ["1", "3", "5", "7", "11", "", "1"]
        # Help
        app.screen.query_one("#help").focus()
        await pilot.pause()
        assert "hints (t) and the win chance" in words_of(app, "#description")
        lines = []
        for _ in range(3):
            lines.append(words_of(app, "#helped"))
            await press(pilot, "enter")
        assert lines == ["off", "hints", "hints and tutor"]
        await press(pilot, "escape", "end", "up", "enter")
        assert "Before White plays, beginner help" in text_of(app)
        await press(pilot, "escape", "home", "enter", "enter")
        dice = play_state_of(app).table.dice
        assert dice
        assert "SHA" not in text_of(app)
        await press(pilot, "escape")
        await choose(pilot, "Fair dice")
        assert dice.commitment[:32] in text_of(app)


async def test_learner_is_offered_if_no_player_is_named() -> None:
    async with running_at(settings=Settings(learner="Ann")) as (app, pilot):
        white, black = field(pilot, "white"), field(pilot, "black")
        assert white.value == "Ann"
        for *names, offered in (
            ("White", "Bo", "White"),
            ("Eva", "Black", "Eva"),
            ("White", "Computer (easy)", "Ann"),
        ):
            white.value, black.value = names
            app.screen.query_one(MatchForm).offer_names((), "Ann")
            assert white.value == offered


REFUSALS = {
    "nonsense": "A position line looks like",
    "W 1:1 off:14 / B off:15": "The game is already over in this position.",
    "": "A position looks like",
}


async def test_caption_fits_the_picture_and_the_game_asked_for() -> None:
    async with running(app_at(), (120, 36)) as pilot:
        await press(pilot, "down", "down", "down", "down")
        await wait_for(pilot, lambda: "  The start  " in text_of(pilot.app))
        await press(pilot, "down")
        await wait_for(pilot, lambda: "An example from" in text_of(pilot.app))
        assert "▌From a position" in text_of(pilot.app)
        await press(pilot, "enter")
        assert "▌Russian Backgammon" in text_of(pilot.app)


async def test_match_starts_from_a_position() -> None:
    async with running_at() as (app, pilot):
        await choose(pilot, "From a position")
        await choose(pilot, "Backgammon")
        for line, reason in REFUSALS.items():
            await paste(pilot, line)
            await press(pilot, "enter")
            assert isinstance(app.screen, Fields)
            assert reason in words_of(app, "#message")
        await paste(pilot, f"  {START} ;\nand some other line")
        await press(pilot, "enter")
        assert "Play Backgammon from this position" in text_of(app)
        await press(pilot, "escape")
        await choose(pilot, "French")
        assert "from this position" not in text_of(app)
        await press(pilot, "escape")
        await choose(pilot, "From a position")
        await choose(pilot, "Backgammon")
        await paste(pilot, f"{START}; B to move; first double W")
        await press(pilot, "enter", "enter")
        game = play_state_of(app).game
        assert (str(game.position), game.side) == (START, B)
        assert game.had_double == {W}


async def test_three_keys_start_a_game_against_the_computer() -> None:
    async with running_at() as (app, pilot):
        await press(pilot, "Y")
        assert "Who plays Black?" in text_of(app)
        await press(pilot, "enter", "enter", "escape")
        await wait_for_match(pilot)
        record = play_state_of(app).table.record
        assert (record.white, record.black) == ("White", "computer:medium")


@pytest.mark.parametrize("answer", ["Anna", ""])
async def test_name_is_asked_once_against_the_computer(answer: str) -> None:
    app = app_at()
    async with running(app) as pilot:
        await press(pilot, "enter")
        field(pilot, "black").value = "Computer (easy)"
        await press(pilot, "enter")
        assert "What is your name?" in text_of(app)
        await press(pilot, *([*answer, "enter"] if answer else ["escape"]))
        await wait_for_match(pilot)
        assert play_state_of(app).table.record.white == (answer or "White")
        settings = read_preferences()[0]
        assert (settings.learner, settings.name_asked) == (answer, True)

"""The form of a match: its players, dice and hints, and the position that it begins from."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from backgammon_tui.engine import Phase, Side
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.settings import Settings
from backgammon_tui.storage.program_files import read_preferences
from backgammon_tui.tui.dialogs.forms import Fields
from backgammon_tui.tui.screens.start import StartScreen
from tests.cli.program import keep, opened, transcript
from tests.engine.examples import B, W
from tests.tui.screen import (
    app_at,
    at_once,
    choose,
    in_mode,
    paste,
    play_state_of,
    press,
    running,
    running_at,
    text_of,
    wait_for,
    words_of,
)

START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"


async def test_who_has_played_before_is_offered_and_the_last_names_are_remembered() -> None:
    keep(transcript(opened(), white="Anastasia", black="Boris"))
    async with running_at() as (app, pilot):
        await choose(pilot, "French")
        white, black = (app.screen.query_one(f"#{side}", Input) for side in ("white", "black"))
        white.value = black.value = ""
        white.focus()
        await pilot.pause()
        await press(pilot, *"anast")
        await wait_for(pilot, lambda: white._suggestion == "Anastasia")
        await press(pilot, "right")
        assert white.value == "Anastasia"
        await press(pilot, "down", *"Zoe", "enter", "5", "enter", "enter")
        await wait_for(pilot, lambda: in_mode(app, PlayMode))
    left = read_preferences()[0]
    assert (left.white, left.black, left.length) == ("Anastasia", "Zoe", "5")


async def test_each_press_of_a_button_counts_however_quick() -> None:
    async with running_at() as (app, pilot):
        await press(pilot, "enter")
        app.screen.query_one("#dice-kind").focus()
        await at_once(pilot, "enter", "enter", "enter")
        assert "Real dice, typed in" in text_of(app)
        assert "f fair dice" not in text_of(app)
        await at_once(pilot, "enter")
        assert "Real dice, typed in" not in text_of(app)
        assert "f fair dice" in text_of(app)


async def test_no_cryptography_before_the_game_but_one_key_away() -> None:
    async with running_at() as (app, pilot):
        assert "Fair dice" in text_of(app)
        assert "SHA" not in text_of(app)
        await press(pilot, "f")
        assert "SHA-256" in text_of(app)
        await press(pilot, "escape", "enter", "enter")
        dice = play_state_of(app).table.dice
        assert dice
        assert "SHA" not in text_of(app)
        await press(pilot, "escape")
        await choose(pilot, "Fair dice")
        assert dice.commitment[:32] in text_of(app)


async def test_what_is_chosen_beside_a_player_is_a_button_and_says_what_it_offers() -> None:
    async with running_at() as (app, pilot):
        assert text_of(app).count("[or computer]") == 2
        app.screen.query_one("#white-plays").focus()
        await press(pilot, "enter", "down", "enter")
        assert "Computer (beginner)" in text_of(app)
        assert "[or person]" in text_of(app)
        assert app.screen.focused is app.screen.query_one("#black"), "so Enter goes on"


async def test_tab_leads_from_name_to_name_and_a_click_selects_one_not_being_written() -> None:
    async with running_at() as (app, pilot):
        await press(pilot, "tab", *"An Lee")
        await pilot.click("#white", offset=(2, 0))
        await press(pilot, "n")
        assert app.screen.query_one("#white", Input).value == "Ann Lee"
        await press(pilot, "tab", *"Bo", "right")
        assert app.focused is app.screen.query_one("#black-plays")
        await press(pilot, "left", "right")
        assert app.focused is app.screen.query_one("#black-plays"), "one press past a whole name"
        await at_once(pilot, *"15")
        await pilot.click("#white", offset=(1, 0))
        await press(pilot, *"Eva")
        await pilot.press("shift+tab")
        await press(pilot, "enter", "enter")
        await wait_for(pilot, lambda: in_mode(app, PlayMode))
        record = play_state_of(app).table.record
        assert (record.white, record.black, record.length) == ("Eva", "Bo", 15)


async def test_whoever_learns_is_offered_as_a_player() -> None:
    app = app_at()
    app.storage.settings = Settings(learner="Ann")
    async with running(app) as pilot:
        assert app.screen.query_one("#white", Input).value == "Ann"
        await press(pilot, "enter", "enter")
        await wait_for(pilot, lambda: in_mode(app, PlayMode))


async def test_hints_are_explained_where_they_are_set_and_offered_to_people_alone() -> None:
    async with running_at() as (app, pilot):
        app.screen.query_one("#hints").focus()
        await pilot.pause()
        assert "what it would play" in words_of(app, "#description")
        app.screen.query_one("#black", Input).value = "Computer (easy)"
        lines = []
        for _ in range(3):
            lines.append(words_of(app, "#hinted"))
            await press(pilot, "enter")
        assert lines == ["for nobody", "for White", "for nobody"]
        await press(pilot, "escape", "end", "up", "enter")
        assert "Before White plays, beginner help" in text_of(app)


async def test_below_72_columns_the_match_takes_the_place_of_the_list() -> None:
    async with running_at(size=(57, 19)) as (app, pilot):
        assert "Quit" in text_of(app)
        assert "House rules" not in text_of(app)
        await press(pilot, "enter")
        assert "Play Russian" in text_of(app)
        await press(pilot, "escape")
        assert "House rules" not in text_of(app)


async def at_position(pilot: Pilot[None], game: str) -> None:
    """Go to where a position of a game is asked for."""
    await choose(pilot, "From a position")
    await choose(pilot, game)
    assert isinstance(pilot.app.screen, Fields)


@pytest.mark.parametrize(
    ("line", "side", "had_double"),
    [
        ("W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5; B to move; first double W", B, {W}),
        ("  W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5 ;\nand some other line", W, set()),
    ],
)
async def test_a_match_begins_from_a_position(line: str, side: Side, had_double: set[Side]) -> None:
    async with running_at() as (app, pilot):
        await at_position(pilot, "Backgammon")
        await paste(pilot, line)
        await press(pilot, "enter")
        assert isinstance(app.screen, StartScreen)
        assert "Play Backgammon from this position" in text_of(app)
        await press(pilot, "enter")
        game = play_state_of(app).game
        assert str(game.position) == START
        assert game.side is side
        assert game.had_double == had_double


@pytest.mark.parametrize(
    ("game", "refusals"),
    [
        (
            "Backgammon",
            {
                "nonsense": "A position line looks like",
                "W 1:1 off:14 / B off:15": "The game is already over in this position.",
                "": "A position looks like",
            },
        ),
        ("French", {"W 12:1 hand:14 / B 13:1 hand:14": "both stand on White's 12"}),
    ],
)
async def test_a_position_that_cannot_be_played_is_refused_with_the_reason(
    game: str, refusals: dict[str, str]
) -> None:
    async with running_at() as (app, pilot):
        await at_position(pilot, game)
        for line, reason in refusals.items():
            await paste(pilot, line)
            await press(pilot, "enter")
            assert isinstance(app.screen, Fields)
            assert reason in words_of(app, "#said")


async def test_another_game_begins_from_its_start_again() -> None:
    async with running_at() as (app, pilot):
        await at_position(pilot, "Backgammon")
        await paste(pilot, START)
        await press(pilot, "enter", "escape")
        await choose(pilot, "French")
        await press(pilot, "enter")
        assert play_state_of(app).game.phase is Phase.OPENING


@pytest.mark.parametrize(
    ("answer", "name"), [(("A", "n", "n", "a", "enter"), "Anna"), (("escape",), "")]
)
async def test_whoever_plays_the_computer_is_asked_for_a_name_once(
    answer: tuple[str, ...], name: str
) -> None:
    async with running_at() as (app, pilot):
        await press(pilot, "enter")
        app.screen.query_one("#black", Input).value = "Computer (easy)"
        await press(pilot, "enter")
        assert "What is your name?" in text_of(app)
        await press(pilot, *answer)
        await wait_for(pilot, lambda: in_mode(app, PlayMode))
        assert play_state_of(app).table.record.white == (name or "White")
        settings = read_preferences()[0]
        assert (settings.learner, settings.name_asked) == (name, True)

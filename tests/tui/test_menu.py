"""The entries of the game menu, from the opening roll on."""

from tests.engine.examples import W
from tests.modes.examples import seated
from tests.storage.journal.journals import stepped, table_for
from tests.tui.screen import (
    app_at,
    at_once,
    choose,
    click_on,
    play_state_of,
    press,
    running,
    text_of,
)

PAGES = {
    "Keys and rules": "The rules in short",
    "The game so far": "Opening roll: ",
    "Score sheet": "Game 1",
    "Fair dice": "SHA-256",
    "Export": "The match as a transcript",
    "Options": "Play forced moves",
    "Rulebook": "The board",
}

PAGES_BY_KEY = {
    "escape": "Ask to take back",
    "?": "Russian Backgammon: keys and rules",
    "m": "Opening roll: ",
    "#": "Score sheet",
    "e": "The match as a transcript",
    "p": "Play forced moves",
    "g": "36 rolls",
}


async def test_the_game_so_far_tells_why_numbers_were_lost() -> None:
    lost = seated("russian", "W 20:3 3:12 / B 24:8 12:4 4:3", W, "44", "enter", "space")
    async with running(app_at(lost.table), (120, 36)) as pilot:
        await press(pilot, "escape")
        await choose(pilot, "The game so far")
        assert "; cannot play the 4" in text_of(pilot.app)
        assert "(Black holds 12, and" in text_of(pilot.app)


async def test_what_it_opens_tells_of_the_game_and_leads_back() -> None:
    async with running(
        app_at(stepped(table_for("russian"), 1, 30, back=False)), (120, 60)
    ) as pilot:
        await press(pilot, "escape")
        for title, says in PAGES.items():
            await choose(pilot, title)
            assert says in text_of(pilot.app), title
            await press(pilot, "escape")
            assert "Menu" in text_of(pilot.app), title


async def test_a_click_on_the_words_of_a_key_presses_it() -> None:
    async with running(app_at(stepped(table_for("russian"), 1, 30, back=False))) as pilot:
        for key, says in PAGES_BY_KEY.items():
            await press(pilot, key)
            assert says in text_of(pilot.app), key
            await click_on(pilot, "esc ")
            assert says not in text_of(pilot.app), key
        await press(pilot, "?")
        await click_on(pilot, "v the whole")
        assert "In one minute" in text_of(pilot.app)
        await click_on(pilot, "esc back")
        assert "In one minute" not in text_of(pilot.app)
        assert "Russian Backgammon: keys and rules" in text_of(pilot.app)


async def test_a_move_typed_into_the_menu_does_nothing_to_the_game() -> None:
    state = seated("backgammon", "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5", W, "31", "enter")
    async with running(app_at(state.table), (80, 24)) as pilot:
        await press(pilot, "escape")
        await at_once(pilot, *"bar/20")
        await pilot.pause()
        assert "No line has this key. Esc goes back." in text_of(pilot.app), "and r did not resign"
        assert not play_state_of(pilot.app).asked
        await press(pilot, "escape", *"8/5")
        assert "› 8/5" in text_of(pilot.app)
        await press(pilot, "escape", "escape", "R")
        assert play_state_of(pilot.app).asked, "keys of lines act as ever"

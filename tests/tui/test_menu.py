"""What the menu of a game opens, in a game that is being played from its opening throw on."""

import pytest

from tests.storage.journal.journals import stepped, table_for
from tests.tui.screen import app_at, choose, press, running, text_of

PAGES = {
    "Keys and rules": "The rules in short",
    "The game so far": "Opening throw: ",
    "Score sheet": "Game 1",
    "Fair dice": "SHA-256",
    "Export": "The match as a transcript",
    "Options": "Play forced moves",
    "Rulebook": "The board",
}


@pytest.mark.parametrize(("title", "says"), PAGES.items())
async def test_what_it_opens_tells_of_the_game_and_leads_back(title: str, says: str) -> None:
    async with running(
        app_at(stepped(table_for("russian"), 1, 30, back=False)), (120, 60)
    ) as pilot:
        await press(pilot, "escape")
        await choose(pilot, title)
        assert says in text_of(pilot.app)
        await press(pilot, "escape")
        assert "Menu" in text_of(pilot.app)

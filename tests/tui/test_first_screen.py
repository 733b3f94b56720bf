from __future__ import annotations

import pytest
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
from backgammon_tui.tui.screens.records import RecordsScreen
from backgammon_tui.tui.screens.start import StartScreen
from tests.cli.program import keep, opened, transcript, won
from tests.engine.examples import B, W
from tests.modes.examples import do, new_table, table_from
from tests.tui.screen import GamePilot, app_at, leave, matches, record, running, running_at

SHUT_OUT = "W bar:1 6:14 / B 6:2 5:2 4:2 3:2 2:2 1:2 13:3"
"""White cannot enter."""


async def wait_for_match(pilot: GamePilot) -> None:
    await pilot.wait_for(lambda: pilot.in_mode(PlayMode))


def field(pilot: GamePilot, name: str) -> Input:
    return pilot.screen.query_one(f"#{name}", Input)


async def test_highlighted_game_shows_its_rulebook_picture() -> None:
    async with running_at(size=(120, 36)) as pilot:
        # In the middle of a game: one of Black's checkers is on the bar.
        await pilot.wait_for(lambda: " bar " in pilot.text)
        await pilot.answered()
        rulesets = pilot.screen.query_one("#rulesets", OptionList)
        rulesets.highlighted = pilot.offers.index("Backgammon")
        # The sides number the points differently, so the board names the side.
        await pilot.wait_for(lambda: "◂White" in pilot.text)
        assert " bar " not in pilot.text


@pytest.mark.parametrize(
    ("keys", "opened"),
    [(("down", "down", "enter"), "[ Play French ]"), (("escape", *["up"] * 4, "enter"), "Which")],
)
async def test_quick_keys_count_in_their_order(keys: tuple[str, ...], opened: str) -> None:
    async with running_at() as pilot:
        await pilot.at_once(*keys)
        await pilot.wait_for(lambda: opened in pilot.text)


async def test_unfinished_match_shows_its_board() -> None:
    leave(
        do(PlayState.open(table_from("backgammon", SHUT_OUT, W), Settings()), "31", "enter").table
    )
    async with running_at() as pilot:
        await pilot.type("down", "down", "down")  # The first board appears later.
        await pilot.wait_for(lambda: "13 " in pilot.text)
        await pilot.type("home")
        # White's turn was lost: the numbers are those of Black, which is to roll.
        await pilot.wait_for(lambda: "Black▸" in pilot.text)
        assert "hand" not in pilot.text
        await pilot.type("down")
        await pilot.wait_for(lambda: "Black▸" not in pilot.text)


async def test_quick_enters_start_one_game_which_can_be_resumed() -> None:
    async with running_at() as pilot:
        await pilot.at_once(*["enter"] * 3)
        await wait_for_match(pilot)
        assert [type(screen) for screen in pilot.app.screen_stack] == [StartScreen, MatchScreen]
        state = pilot.state
        assert (state.game.rules, state.game.phase) == (RULESETS["russian"], Phase.OPENING)
        assert state.table.dice
        assert matches() == []  # There is nothing to save yet.
        await pilot.type(" ")
        assert record() == pilot.state.table.record
        next_dice = pilot.app.screen_stack[0].query_one(MatchForm).dice
        assert record().games[0].dice.commitment != next_dice.commitment
        await pilot.open_menu("Quit", "yes")
        assert isinstance(pilot.screen, StartScreen)
        assert pilot.offers[0].startswith("Resume: White – Black\nRussian, 0:0, ")
        await pilot.at_once("enter", "enter")  # Its lock is free again.
        await wait_for_match(pilot)
        assert [type(screen) for screen in pilot.app.screen_stack] == [StartScreen, MatchScreen]
        await pilot.type(" ")
    assert len(pilot.app.records) == 1
    assert pilot.app.left
    assert pilot.app.left.match == 1


async def test_entries_open_their_screens() -> None:
    async with running_at() as pilot:
        before = pilot.app.theme
        await pilot.choose("Options", "Theme")
        await pilot.type("down")
        assert pilot.app.theme == "daylight"
        await pilot.type("escape")
        assert pilot.app.theme == before
        await pilot.choose("Theme")
        await pilot.type("down", "enter", "escape")
        assert pilot.app.theme == "daylight"
        entries = [("Learn a game", "for your progress"), ("Records", "Import a")]
        for entry, description in entries:
            await pilot.choose(entry)
            assert description in await pilot.after("?")
            await pilot.type("escape", "escape")
            await pilot.wait_for(lambda: isinstance(pilot.screen, StartScreen))
            highlighted = pilot.screen.query_one("#rulesets", OptionList).highlighted_option
            assert highlighted
            assert str(highlighted.prompt) == entry
        await pilot.choose("French")
        assert "Choose the highlighted line or button (also Space)" in await pilot.after("?")
        await pilot.type("escape", "escape", "home", "down", "l")
        assert "The 2-1" in pilot.text, "the course of the highlighted game"
    assert read_preferences()[0].theme == "daylight"


async def test_last_game_is_listed_first() -> None:
    keep(
        transcript(opened(), white="Anna", length="25"),
        transcript(won(), length="1", white="Nobody"),
        transcript(won(), opened(2), white="Carla", length="3", ruleset="french"),
    )
    async with running_at(size=(100, 40)) as pilot:
        listed = pilot.offers
        assert listed[0] == "Resume: Carla – Boris\nFrench, 1:0, match to 3, Carla to play the 2"
        assert "Enter: resume where you stopped, " in pilot.words("#description")
        assert listed[1] == "1 other unfinished match"
        assert listed[-3:] == ["Records", "Options", "Quit"]
        assert not any("Nobody" in entry for entry in listed)
        shown = pilot.text
        assert all(text in shown for text in ("A match to 3, game 2", "Carla  1", "Boris  0"))
        assert (
            "enter choose  Y computer  l learn  ? help  esc quit" in shown
        )  # No field is visible.
        await pilot.type("down")
        await pilot.choose("1 other unfinished match")
        await pilot.wait_for(lambda: "Unfinished matches" in pilot.text)
        names, *rest = pilot.offers[0].splitlines()
        assert (names, len(rest)) == ("Anna – Boris", 2)
        assert all(line.startswith("  ") for line in rest), "no line looks like another match"
        await pilot.choose("Anna – Boris")
        await wait_for_match(pilot)
        assert pilot.state.table.record.white == "Anna"


async def test_narrow_screen_shows_form_instead_of_list() -> None:
    async with running_at(size=(57, 19)) as pilot:
        assert "Quit" in pilot.text
        assert "House rules" not in pilot.text
        assert "Play Russian" in await pilot.after("enter")
        assert "House rules" not in await pilot.after("escape")


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
    async with running_at() as pilot:
        assert "l learn" in pilot.text
        await pilot.type("l")
        assert isinstance(pilot.screen, LearnScreen)
        await pilot.type("escape")
        await pilot.at_once("enter")
        await wait_for_match(pilot)
        expected = PlayState.open(was.table, Settings())
        assert parts(pilot.state) == parts(expected)
        for keys in ("u", "U", "24/22", "enter", "u"):
            await pilot.type(keys)
            expected = do(expected, keys)
            assert parts(pilot.state) == parts(expected)
        assert record() == expected.table.record


async def test_q_quits_to_the_screen_from_which_the_game_was_opened() -> None:
    leave(new_table(RULESETS["french"], 3).roll())
    async with running_at() as pilot:
        await pilot.choose("Records")
        await pilot.type("enter")
        await pilot.choose("Resume")
        await wait_for_match(pilot)
        table = pilot.state.table
        await pilot.type("k", "Q")
        pilot.expect("Leave this match? It is kept", "resume it.")
        await pilot.type("n", "Q", "y")
        assert isinstance(pilot.screen, RecordsScreen)
        assert record().games[-1].effective_actions[:-1] == table.record.games[-1].effective_actions
        await pilot.type("enter")
        await pilot.choose("Resume")
        await wait_for_match(pilot)
        await pilot.open_menu("Quit", "yes")
        assert isinstance(pilot.screen, RecordsScreen)
        await pilot.type("Q")
        assert isinstance(pilot.screen, StartScreen)
        highlighted = pilot.screen.query_one("#rulesets", OptionList).highlighted_option
        assert highlighted
        assert highlighted.prompt == "Records"
        await pilot.choose("Resume")
        await wait_for_match(pilot)
        await pilot.type("Q", "y")
        assert isinstance(pilot.screen, StartScreen)
        await pilot.type("Q")
    assert not pilot.app.is_running


async def test_computer_can_be_chosen_from_every_line() -> None:
    """It plays the highlighted game, or the one chosen or played last."""
    leave(new_table(RULESETS["backgammon"], 2).roll())
    leave(new_table(RULESETS["french"], 3).roll())
    async with running_at() as pilot:
        rulesets = pilot.screen.query_one("#rulesets", OptionList)
        last = "french"
        for line in range(rulesets.option_count):
            if rulesets.options[line].disabled:
                continue
            rulesets.highlighted = line
            await pilot.pause()
            here = rulesets.options[line].id or ""
            last = here if here in RULESETS else last
            assert "Y computer" in pilot.text
            await pilot.at_once("Y")
            await pilot.wait_for(lambda: "Who plays Black?" in pilot.text)
            await pilot.type("enter")
            pilot.expect(f"Play {RULESETS[last].short_title}", "What is your name?")
            assert field(pilot, "black").value == "Computer (medium)"
            field(pilot, "black").value = "Black"
            await pilot.type("escape")


async def test_last_game_and_length_are_offered_again() -> None:
    leave(new_table(RULESETS["falood"], 3, length=3).roll().apply(Resign(B, 3)))
    async with running_at() as pilot:
        await pilot.at_once("enter")
        await pilot.wait_for(lambda: "accept the result" in pilot.text)
        await pilot.type("a", "Q")
        await pilot.wait_for(lambda: isinstance(pilot.screen, StartScreen))
        assert field(pilot, "length").value == "3"
        assert "Play Falood" in pilot.text


async def test_fields_are_filled_in_by_keys_and_mouse() -> None:
    keep(transcript(opened(), white="Anastasia", black="Boris"))
    async with running_at() as pilot:
        await pilot.choose("French")
        white, black = field(pilot, "white"), field(pilot, "black")
        white.value = black.value = ""
        white.focus()
        await pilot.pause()
        await pilot.type(*"anast")
        await pilot.wait_for(lambda: "anastasia" in pilot.text)
        await pilot.type("right")
        assert white.value == "Anastasia"
        await pilot.type("down", *"An Lee")
        await pilot.click("#black", offset=(2, 0))
        await pilot.type("n")
        assert black.value == "Ann Lee"
        await pilot.press("tab", "shift+tab")
        await pilot.type(*"Xo", "right")
        assert pilot.app.focused is pilot.screen.query_one("#black-plays")
        await pilot.type("left", "right")
        assert pilot.app.focused is pilot.screen.query_one("#black-plays"), (
            "one press past a whole name"
        )
        await pilot.at_once(*"15")
        await pilot.click("#black", offset=(1, 0))
        await pilot.type(*"Eva", "enter", "enter", "enter")
        await wait_for_match(pilot)
        record = pilot.state.table.record
        assert (record.white, record.black, record.length) == ("Anastasia", "Eva", 15)
    left = read_preferences()[0]
    assert (left.white, left.black, left.length) == ("Anastasia", "Eva", "15")


async def test_buttons_change_dice_players_and_help() -> None:
    async with running_at() as pilot:
        assert "Fair dice" in pilot.text
        assert "SHA" not in pilot.text
        assert "SHA-256" in await pilot.after("f")
        await pilot.type("escape", "enter")
        pilot.screen.query_one("#dice-kind").focus()
        await pilot.at_once("enter", "enter", "enter")
        assert "Real dice, typed in" in pilot.text
        assert "f fair dice" not in pilot.text
        await pilot.at_once("enter")
        assert "Real dice, typed in" not in pilot.text
        assert "f fair dice" in pilot.text
        # Players
        assert pilot.text.count("[or computer]") == 2
        pilot.screen.query_one("#white-plays").focus()
        assert "Computer (beginner)" in await pilot.after("enter", "up", "up", "enter")
        assert "[or person]" in pilot.text
        assert pilot.screen.focused is field(pilot, "black"), "Enter there starts the game"
        white, black = field(pilot, "white"), field(pilot, "black")
        swap = pilot.screen.query_one("#swap", Button)
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
            pilot.screen.query_one("#longer", Button).press()
            await pilot.pause()
            lengths.append(field(pilot, "length").value)
        assert lengths == ["1", "3", "5", "7", "11", "", "1"]
        # Help
        pilot.screen.query_one("#help").focus()
        await pilot.pause()
        assert "hints (t) and winning chances" in pilot.words("#description")
        lines = []
        for _ in range(4):
            lines.append(pilot.words("#helped"))
            await pilot.type("enter")
        assert lines == ["off", "hints", "try first", "hints and tutor"]
        await pilot.type("escape", "end", "up", "enter")
        assert "Before White plays, beginner help" in pilot.text
        await pilot.type("escape", "home", "enter", "enter")
        dice = pilot.state.table.dice
        assert dice
        assert "SHA" not in pilot.text
        await pilot.open_menu("Fair dice")
        assert dice.commitment[:32] in pilot.text


async def test_learner_is_offered_if_no_player_is_named() -> None:
    async with running_at(settings=Settings(learner="Ann")) as pilot:
        white, black = field(pilot, "white"), field(pilot, "black")
        assert white.value == "Ann"
        for *names, offered in (
            ("White", "Bo", "White"),
            ("Eva", "Black", "Eva"),
            ("White", "Computer (easy)", "Ann"),
        ):
            white.value, black.value = names
            pilot.screen.query_one(MatchForm).offer_names()
            assert white.value == offered


REFUSALS = {
    "nonsense": "A position line looks like",
    "W 1:1 off:14 / B off:15": "The game is already over in this position.",
    "": "A position looks like",
}


async def test_caption_fits_the_picture_and_the_game_asked_for() -> None:
    async with running(app_at(), (120, 36)) as pilot:
        await pilot.type("down", "down", "down", "down")
        await pilot.wait_for(lambda: "  The start  " in pilot.text)
        await pilot.type("down")
        await pilot.wait_for(lambda: "An example from" in pilot.text)
        assert "▌From a position" in pilot.text
        assert "▌Russian Backgammon" in await pilot.after("enter")


async def test_match_starts_from_a_position() -> None:
    async with running_at() as pilot:
        await pilot.choose("From a position", "Backgammon")
        for line, reason in REFUSALS.items():
            await pilot.paste(line)
            await pilot.type("enter")
            assert isinstance(pilot.screen, Fields)
            assert reason in pilot.words("#hint")
        await pilot.paste(f"  {START} ;\nand some other line")
        assert "Play Backgammon from this position" in await pilot.after("enter")
        await pilot.open_menu("French")
        assert "from this position" not in pilot.text
        await pilot.open_menu("From a position", "Backgammon")
        await pilot.paste(f"{START}; B to move; first double W")
        await pilot.type("enter", "enter")
        game = pilot.state.game
        assert (str(game.position), game.side) == (START, B)
        assert game.had_double == {W}


async def test_three_keys_start_a_game_against_the_computer() -> None:
    async with running_at() as pilot:
        assert "Who plays Black?" in await pilot.after("Y")
        await pilot.type("enter", "enter")
        await wait_for_match(pilot)
        record = pilot.state.table.record
        assert (record.white, record.black) == ("White", "computer:medium")


@pytest.mark.parametrize(("answer", "size"), [("Anna", (80, 24)), ("", (57, 19))])
async def test_name_is_asked_for_once_against_the_computer(
    answer: str, size: tuple[int, int]
) -> None:
    """The only person's field asks for a name, and Enter there starts the game."""
    app = app_at()
    async with running(app, size) as pilot:
        await pilot.type("Y", "enter")
        pilot.expect("Your name ", "enter play")
        await pilot.type(*answer, "enter")
        await wait_for_match(pilot)
        assert pilot.state.table.record.white == (answer or "White")
        settings = read_preferences()[0]
        assert (settings.learner, settings.name_asked) == (answer, True)
        await pilot.type("Q", "y")
        await pilot.wait_for(lambda: isinstance(pilot.screen, StartScreen))
        await pilot.type("Y", "enter")
        pilot.expect("[ Play Russian ]")


async def test_own_name_is_the_last_field_only_against_the_computer() -> None:
    async with running_at() as pilot:
        await pilot.type("enter")
        field(pilot, "white").focus()
        await pilot.pause()
        assert "What is your name?" not in pilot.text
        pilot.expect("enter next field")
        await pilot.type("enter")
        assert pilot.app.focused is field(pilot, "black")

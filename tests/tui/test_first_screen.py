from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Input, OptionList

from backgammon_tui.engine import RULESETS, Phase, Resign, Side
from backgammon_tui.match.record import DiceKind
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.settings import Settings
from backgammon_tui.storage.preferences import read_preferences
from backgammon_tui.tui.dialogs.forms import Fields
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


# ---- the board of the lit game


async def test_highlighted_game_shows_its_rulebook_picture() -> None:
    async with running_at(size=(120, 36)) as (app, pilot):
        # In the middle of a game: one of Black's checkers is on the bar.
        await wait_for(pilot, lambda: " bar " in text_of(app))
        await choose_row(pilot, "Backgammon")
        # The sides count apart: it says who counts so.
        await wait_for(pilot, lambda: "◂White" in text_of(app))
        assert " bar " not in text_of(app)


async def test_unfinished_match_shows_its_board() -> None:
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
    """Highlight a row of the list once the journal has answered."""
    await answered(pilot)
    rulesets = pilot.app.screen.query_one("#rulesets", OptionList)
    rulesets.highlighted = offers(pilot.app).index(title)
    await pilot.pause()


# ---- a new match


async def test_quick_enters_start_one_russian_game() -> None:
    async with running_at() as (app, pilot):
        await at_once(pilot, *["enter"] * 3)
        await wait_for(pilot, lambda: in_mode(app, PlayMode))
        assert [type(screen) for screen in app.screen_stack] == [StartScreen, MatchScreen]
        state = play_state_of(app)
        assert state.game.rules == RULESETS["russian"]
        assert state.game.phase is Phase.OPENING
        assert state.table.dice
    assert matches() == []  # Nothing was done yet that had to be kept.


async def test_quit_returns_to_first_screen_with_resume() -> None:
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


async def test_theme_is_previewed_and_kept_when_chosen() -> None:
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
        assert isinstance(app.screen, StartScreen)
    assert read_preferences()[0].theme == "daylight"


# ---- going on


async def test_last_game_is_listed_first() -> None:
    keep(
        transcript(opened(), white="Anna"),
        transcript(won(), length="1", white="Nobody"),
        transcript(won(), opened(2), white="Carla", length="3", ruleset="french"),
    )
    async with running_at(size=(100, 40)) as (app, pilot):
        listed = offers(app)
        assert listed[0] == "Resume: Carla – Boris, French, 1:0 to 3, Carla to play the 2"
        assert "Enter: resume where you stopped, " in words_of(app, "#description")
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


def test_early_key_is_ignored() -> None:
    early = StartScreen(new_table(RULESETS["russian"]).record, DiceKind.FAIR)
    assert early.check_action("choose", ()) is False


async def test_screens_show_keys_and_highlight_their_entry() -> None:
    async with running_at() as (app, pilot):
        entries = [("Learn a game", "under which progress"), ("Records", "import a")]
        for entry, description in [("", "move through the list"), *entries]:
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
        assert " or space: choose the highlighted line, press a button" in text_of(app)


async def test_learn_opens_highlighted_or_suitable_course() -> None:
    async with running(app_at()) as pilot:
        await press(pilot, "down", "l")
        assert "The 2-1" in text_of(pilot.app)
        await press(pilot, "escape", "down", "enter", "escape")
        await choose(pilot, "Learn a game")
        assert "The board and the way round" in text_of(pilot.app)


START = "W 24:2 13:5 8:3 6:5 / B 23:2 12:5 7:3 5:5"

LEFT = {
    "in the middle of a stage": (
        table_from("russian", START, W),
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
async def test_one_enter_resumes_the_last_match(name: str) -> None:
    """Undo, redo and the future dice are unchanged."""
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


async def test_last_game_and_length_are_offered_again() -> None:
    leave(new_table(RULESETS["falood"], 3, length=3).roll().apply(Resign(B, 3)))
    async with running_at() as (app, pilot):
        await at_once(pilot, "enter")
        await wait_for(pilot, lambda: in_mode(app, PlayMode))
        await press(pilot, "enter", "a", "Q")
        await wait_for(pilot, lambda: isinstance(app.screen, StartScreen))
        assert app.screen.query_one("#length", Input).value == "3"
        assert "Play Falood" in text_of(app)


STANDARD = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"


async def test_known_players_and_last_names_are_offered() -> None:
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


async def test_quick_button_presses_all_count() -> None:
    async with running_at() as (app, pilot):
        await press(pilot, "enter")
        app.screen.query_one("#dice-kind").focus()
        await at_once(pilot, "enter", "enter", "enter")
        assert "Real dice, typed in" in text_of(app)
        assert "f fair dice" not in text_of(app)
        await at_once(pilot, "enter")
        assert "Real dice, typed in" not in text_of(app)
        assert "f fair dice" in text_of(app)


async def test_dice_proof_is_one_key_away() -> None:
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


async def test_player_buttons_name_their_action() -> None:
    async with running_at() as (app, pilot):
        assert text_of(app).count("[or computer]") == 2
        app.screen.query_one("#white-plays").focus()
        await press(pilot, "enter", "down", "enter")
        assert "Computer (beginner)" in text_of(app)
        assert "[or person]" in text_of(app)
        assert app.screen.focused is app.screen.query_one("#black"), "so Enter goes on"


async def test_tab_moves_between_names_and_click_selects() -> None:
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


async def test_learner_is_offered_as_player() -> None:
    app = app_at()
    app.storage.settings = Settings(learner="Ann")
    async with running(app) as pilot:
        assert app.screen.query_one("#white", Input).value == "Ann"
        await press(pilot, "enter", "enter")
        await wait_for(pilot, lambda: in_mode(app, PlayMode))


async def test_learner_does_not_replace_set_names() -> None:
    async with running_at() as (app, _):
        form = app.screen.query_one(MatchForm)
        white, black = (app.screen.query_one(f"#{side}", Input) for side in ("white", "black"))
        for set_names, offered in (
            (("White", "Bo"), "White"),
            (("Eva", "Black"), "Eva"),
            (("White", "Computer (easy)"), "Ann"),
        ):
            white.value, black.value = set_names
            form.offer_names((), "Ann")
            assert white.value == offered


async def test_sides_swap_with_their_default_names() -> None:
    async with running_at() as (app, pilot):
        white, black = (app.screen.query_one(f"#{side}", Input) for side in ("white", "black"))
        swap = app.screen.query_one("#swap", Button)
        black.value = "Computer (easy)"
        swap.press()
        await pilot.pause()
        assert (white.value, black.value) == ("Computer (easy)", "Black")
        black.value = "Anna"
        swap.press()
        await pilot.pause()
        assert (white.value, black.value) == ("Anna", "Computer (easy)")


async def test_help_is_explained_where_it_is_set() -> None:
    async with running_at() as (app, pilot):
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


async def test_narrow_screen_shows_form_instead_of_list() -> None:
    async with running_at(size=(57, 19)) as (app, pilot):
        assert "Quit" in text_of(app)
        assert "House rules" not in text_of(app)
        await press(pilot, "enter")
        assert "Play Russian" in text_of(app)
        await press(pilot, "escape")
        assert "House rules" not in text_of(app)


async def at_position(pilot: Pilot[None], game: str) -> None:
    """Open the dialog for a game's starting position."""
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
async def test_match_starts_from_a_position(line: str, side: Side, had_double: set[Side]) -> None:
    async with running_at() as (app, pilot):
        await at_position(pilot, "Backgammon")
        await paste(pilot, line)
        await press(pilot, "enter")
        assert isinstance(app.screen, StartScreen)
        assert "Play Backgammon from this position" in text_of(app)
        await press(pilot, "enter")
        game = play_state_of(app).game
        assert str(game.position) == STANDARD
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
        ("French", {"W 12:1 hand:14 / B 13:1 hand:14": "both on White's 12"}),
    ],
)
async def test_unplayable_position_is_rejected_with_reason(
    game: str, refusals: dict[str, str]
) -> None:
    async with running_at() as (app, pilot):
        await at_position(pilot, game)
        for line, reason in refusals.items():
            await paste(pilot, line)
            await press(pilot, "enter")
            assert isinstance(app.screen, Fields)
            assert reason in words_of(app, "#said")


async def test_other_game_starts_from_its_start() -> None:
    async with running_at() as (app, pilot):
        await at_position(pilot, "Backgammon")
        await paste(pilot, STANDARD)
        await press(pilot, "enter", "escape")
        await choose(pilot, "French")
        await press(pilot, "enter")
        assert play_state_of(app).game.phase is Phase.OPENING


@pytest.mark.parametrize(
    ("answer", "name"), [(("A", "n", "n", "a", "enter"), "Anna"), (("escape",), "")]
)
async def test_name_is_asked_once_against_the_computer(answer: tuple[str, ...], name: str) -> None:
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

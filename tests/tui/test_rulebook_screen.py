"""The rulebook and the comparison on the screen: by keys, by mouse, at any size."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from backgammon_tui.engine import RULESETS, Game
from backgammon_tui.modes.board import board_view
from backgammon_tui.teach.rulebook.pages import pages
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.board import Board
from backgammon_tui.tui.board.board import StillBoard, picture_size
from backgammon_tui.tui.dialogs.pages import Help
from backgammon_tui.tui.screens.rulebook import ComparisonScreen, RulebookScreen
from tests.engine.examples import rules_named
from tests.modes.examples import W, new_table
from tests.tui.screen import app_at, click_on, lines, press, running

RUSSIAN = RULESETS["russian"]


async def open_at(pilot: Pilot[None], section: str | None = None) -> RulebookScreen:
    screen = RulebookScreen(RUSSIAN, section)
    pilot.app.push_screen(screen)
    await pilot.pause()
    return screen


def app() -> BackgammonApp:
    return app_at(is_bare=True)


# ---- section by section


async def test_space_reads_one_section_after_the_other() -> None:
    async with running(app()) as pilot:
        ids = [section.id for section in pages(RUSSIAN)]
        screen = await open_at(pilot, ids[4])
        seen = [screen.section.id]
        while screen.section.id != ids[8]:
            before = screen.page.scroll_offset.y
            await press(pilot, "space")
            if screen.section.id != seen[-1]:
                assert screen.page.scroll_offset.y == 0
                seen.append(screen.section.id)
            else:
                assert screen.page.scroll_offset.y > before
        assert seen == ids[4:9]


async def test_what_is_asked_for_is_shown_first() -> None:
    async with running(app()) as pilot:
        assert (await open_at(pilot, "bearing-off")).section.title == "Bearing off"
    async with running(app()) as pilot:
        assert (await open_at(pilot, "no such section")).section.id == "minute"


async def test_the_contents_stand_in_for_the_page_on_a_small_screen() -> None:
    async with running(app()) as pilot:
        screen = await open_at(pilot)
        await press(pilot, "tab")
        assert screen.query_one("#contents").has_focus
        assert not screen.page.display
        await press(pilot, "down", "down", "enter")
        assert screen.section.title == "Who starts"
        assert screen.page.has_focus
        await press(pilot, "tab", "escape")
        assert screen.page.display
        assert pilot.app.screen is screen
        await press(pilot, "escape")
        assert len(pilot.app.screen_stack) == 1


async def test_and_beside_it_on_a_large_one() -> None:
    async with running(app(), (130, 40)) as pilot:
        screen = await open_at(pilot, "moving")
        contents = screen.query_one("#contents", OptionList)
        assert contents.display
        assert screen.page.display
        assert contents.highlighted == 5
        await press(pilot, "right")
        assert contents.highlighted == 6
        await click_on(pilot, "Bearing off", -1)
        assert screen.section.id == "bearing-off"
        await press(pilot, "tab", "escape")
        assert len(pilot.app.screen_stack) == 1


async def test_by_the_mouse_alone_the_contents_and_the_comparison_are_reached() -> None:
    async with running(app()) as pilot:
        screen = await open_at(pilot)
        await click_on(pilot, "contents", -1)
        await click_on(pilot, "Doubles", -1)
        assert screen.section.id == "doubles"
        await click_on(pilot, "read on", -1)
        assert screen.page.scroll_offset.y > 0
        await click_on(pilot, "compare", -1)
        assert isinstance(pilot.app.screen, ComparisonScreen)
        await click_on(pilot, "back", -1)
        assert screen.is_current


# ---- the pictures


@pytest.mark.parametrize("size", [(130, 40), (62, 20)])
async def test_a_picture_is_as_large_as_the_page_has_room_for(size: tuple[int, int]) -> None:
    async with running(app()) as pilot:
        screen = await open_at(pilot, "entering")
        await pilot.resize_terminal(*size)
        await pilot.pause()
        (board,) = screen.query(StillBoard)
        assert board.size == picture_size((min(size[0], 76), size[1] - 2))
        assert not list(board.query("*")), "it draws itself whole"
        assert any("24" in line for line in lines(pilot.app))


async def test_where_there_is_no_room_a_picture_is_told_in_words() -> None:
    async with running(app()) as pilot:
        screen = await open_at(pilot, "entering")
        await pilot.resize_terminal(50, 40)
        await pilot.pause()
        assert not screen.query(StillBoard)
        assert "White: 3 on point 24" in " ".join(" ".join(lines(pilot.app)).split())


async def test_a_still_board_is_drawn_as_the_board_of_a_game_is() -> None:
    """In the same room, both differ only in the band in the middle."""
    table = new_table(RULESETS["backgammon"], 1)
    async with running(app_at(table), (80, 21)) as pilot:
        game = pilot.app.screen.query_one(Board)
        shown = [line[:57] for line in lines(pilot.app)[1:20]]
        rules, position = table.game.rules, table.game.position
        still = StillBoard(board_view(Game.from_position(rules, position, W)), game._look, (57, 19))
        await pilot.app.screen.mount(still)
        await pilot.pause()
        assert still.size == (57, 19)
        rows = [still.render_line(y).text for y in range(19)]
        assert (rows[:8], rows[11:]) == (shown[:8], shown[11:])


# ---- how it is reached


async def test_the_help_leads_to_it_and_back() -> None:
    async with running(app_at(new_table(RUSSIAN, 1))) as pilot:
        await press(pilot, "?", "v")
        assert isinstance(pilot.app.screen, RulebookScreen)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, Help)
        await click_on(pilot, "v the whole rulebook", -1)
        assert isinstance(pilot.app.screen, RulebookScreen)


async def test_the_comparison_scrolls_and_marks_this_table() -> None:
    async with running(app()) as pilot:
        rules = rules_named("russian", free_entry=True)
        pilot.app.push_screen(RulebookScreen(rules))
        await press(pilot, "=")
        assert isinstance(pilot.app.screen, ComparisonScreen)
        assert any("on !" in line for line in lines(pilot.app))
        await press(pilot, "end")
        assert any("! changed by your house rules" in line for line in lines(pilot.app))
        await press(pilot, "escape", "escape")
        assert len(pilot.app.screen_stack) == 1


async def test_another_theme_colours_the_page_too() -> None:
    async with running(app()) as pilot:
        screen = await open_at(pilot, "entering")
        board = screen.query_one(StillBoard)
        before = board.render_line(3)
        pilot.app.theme = "daylight"
        await pilot.pause()
        after = board.render_line(3)
        assert before.cell_length == after.cell_length
        assert [segment.style for segment in before] != [segment.style for segment in after]

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.widgets import OptionList, Static

from backgammon_tui.engine import RULESETS, Game
from backgammon_tui.modes.board import board_view
from backgammon_tui.teach.rulebook import Listing, Paragraph, Picture, pages
from backgammon_tui.tui.board.still import StillBoard, picture_size
from backgammon_tui.tui.screens.rulebook import (
    MAX_TEXT_WIDTH,
    ComparisonScreen,
    RulebookScreen,
)
from backgammon_tui.words.rule_settings import change_rule
from tests.modes.examples import W, new_table
from tests.tui.screen import GamePilot, Size, app_at, running, running_at

RUSSIAN = RULESETS["russian"]
WHOLE = (MAX_TEXT_WIDTH + 8, 200)
"""The size of a screen on which every section is whole."""


@asynccontextmanager
async def rulebook(
    section: str | None = None, size: Size = (80, 24)
) -> AsyncIterator[tuple[RulebookScreen, GamePilot]]:
    async with running_at(is_bare=True, size=size) as pilot:
        screen = RulebookScreen(RUSSIAN, section)
        await pilot.push(screen)
        yield screen, pilot


def words_on(pilot: GamePilot) -> str:
    """Return the words of the screen on one line."""
    return " ".join(" ".join(pilot.lines).split())


async def test_sections_show_their_words_and_pictures_in_order() -> None:
    async with running_at(is_bare=True, size=WHOLE) as pilot:
        for section in pages(RUSSIAN)[::3]:
            await pilot.push(RulebookScreen(RUSSIAN, section.id))
            pictures = [block for block in section.blocks if isinstance(block, Picture)]
            assert len(pilot.screen.query(StillBoard)) == len(pictures)
            shown, at = words_on(pilot), 0
            for block in section.blocks:
                match block:
                    case Paragraph():
                        parts: tuple[str, ...] = (block.text,)
                    case Listing():
                        parts = block.items
                    case Picture():
                        parts = (block.caption,)
                for part in parts:
                    at = shown.index(" ".join(part.split()), at)
            pilot.screen.dismiss(None)
            await pilot.pause()


async def test_section_shows_its_house_rules_and_the_sides() -> None:
    async with running_at(is_bare=True, size=WHOLE) as pilot:
        await pilot.push(RulebookScreen(change_rule(RUSSIAN, "free_entry=on"), "entering"))
        first = pilot.screen.query(Static).filter(".text").first()
        assert str(first.visual) == "House rule, free entry: on (usually off)"
        assert first.has_class("accent")
        await pilot.push(RulebookScreen(RUSSIAN, "entering"))
        off = "House rule, free entry: off. If on, checkers on the board may move while others are"
        assert off in words_on(pilot)
        assert "● White ○ Black White to move" in words_on(pilot)


async def test_ascii_pages_are_ascii() -> None:
    async with running_at(is_bare=True, size=WHOLE, ascii_only=True) as pilot:
        rules = RULESETS["never-finishing"]
        pilot.app.push_screen(RulebookScreen(rules))
        for _ in range(5):
            await pilot.pause()
            assert "\n".join(pilot.lines).isascii()
            await pilot.type("right")
        await pilot.type("=")
        assert "\n".join(pilot.lines).isascii()


@pytest.mark.parametrize("width", [57, 80, 140])
async def test_all_games_fit_side_by_side(width: int) -> None:
    async with running_at(is_bare=True, size=(width, 60)) as pilot:
        await pilot.push(ComparisonScreen(change_rule(RUSSIAN, "scale=1")))
        assert "! changed by your house rules" in words_on(pilot)
        if width > 57:
            titles = " ".join(ruleset.short_title for ruleset in RULESETS.values()).split()
            assert all(title in words_on(pilot) for title in titles)
            scale = next(line for line in pilot.lines if "points for a win" in line)
            assert " ".join(scale.split()[4:]) == "1, 2 or 3 1 ! = 1 1 or 2"
            runs, colors = pilot.styled(pilot.lines.index(scale)), pilot.app.theme_variables
            accent = f"bold {colors['accent'].lower()}"
            assert any(run.startswith(accent) and "1 !" in run for run in runs)
        await pilot.push(ComparisonScreen(None))
        assert "!" not in words_on(pilot)


async def test_space_reads_section_after_section() -> None:
    ids = [section.id for section in pages(RUSSIAN)]
    async with rulebook(ids[4]) as (screen, pilot):
        seen = [screen.section.id]
        while screen.section.id != ids[8]:
            before = screen.page.scroll_offset.y
            await pilot.type("space")
            if screen.section.id != seen[-1]:
                assert screen.page.scroll_offset.y == 0
                seen.append(screen.section.id)
            else:
                assert screen.page.scroll_offset.y > before
        assert seen == ids[4:9]


async def test_contents_replace_the_page_on_small_screens() -> None:
    async with rulebook("no such section") as (screen, pilot):
        assert screen.section.id == "minute"
        await pilot.type("tab")
        assert screen.query_one("#contents").has_focus
        assert not screen.page.display
        await pilot.type("down", "down", "enter")
        assert screen.section.title == "Who starts"
        assert screen.page.has_focus
        await pilot.type("tab", "escape")
        assert screen.page.display
        assert pilot.screen is screen
        await pilot.type("escape")
        assert len(pilot.app.screen_stack) == 1


async def test_contents_are_beside_the_page_on_large_screens() -> None:
    async with rulebook("moving", (130, 40)) as (screen, pilot):
        contents = screen.query_one("#contents", OptionList)
        assert contents.display
        assert screen.page.display
        assert contents.highlighted == 5
        await pilot.type("right")
        assert contents.highlighted == 6
        await pilot.click_on("Bearing off", which=-1)
        assert screen.section.id == "bearing-off"
        await pilot.type("tab", "escape")
        assert len(pilot.app.screen_stack) == 1


async def test_mouse_reaches_contents_and_comparison() -> None:
    async with rulebook() as (screen, pilot):
        await pilot.click_on("contents", which=-1)
        await pilot.click_on("Doubles", which=-1)
        assert screen.section.id == "doubles"
        await pilot.click_on("read on", which=-1)
        assert screen.page.scroll_offset.y > 0
        await pilot.click_on("compare", which=-1)
        assert isinstance(pilot.screen, ComparisonScreen)
        await pilot.click_on("back", which=-1)
        assert screen.is_current


async def test_picture_is_as_large_as_possible_or_in_words() -> None:
    async with rulebook("entering") as (screen, pilot):
        for size in ((130, 40), (62, 20)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            (board,) = screen.query(StillBoard)
            assert board.size == picture_size((min(size[0], 76), size[1] - 2))
            assert any("24" in line for line in pilot.lines)
        board = screen.query_one(StillBoard)
        before = board.strips[3]
        pilot.app.theme = "daylight"
        await pilot.pause()
        after = board.strips[3]
        assert before.cell_length == after.cell_length
        assert [segment.style for segment in before] != [segment.style for segment in after]
        await pilot.resize_terminal(50, 40)
        await pilot.pause()
        assert not screen.query(StillBoard)
        assert "White: 3 on point 24" in words_on(pilot)


async def test_still_board_equals_the_game_board() -> None:
    """At the same size, they differ only in the middle band."""
    table = new_table(RULESETS["backgammon"], 1)
    async with running(app_at(table), (80, 21)) as pilot:
        shown = [line[:57] for line in pilot.lines[1:20]]
        rules, position = table.game.rules, table.game.position
        still = StillBoard(
            board_view(Game.from_position(rules, position, W)), pilot.app.look, (57, 19)
        )
        await pilot.screen.mount(still)
        await pilot.pause()
        assert still.size == (57, 19)
        rows = [strip.text for strip in still.strips]
        assert (rows[:8], rows[11:]) == (shown[:8], shown[11:])

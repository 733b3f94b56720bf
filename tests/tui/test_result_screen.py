"""The page at the end of a game."""

from __future__ import annotations

import asyncio

import pytest

from backgammon_tui.tui.dialogs.result import ResultScreen
from backgammon_tui.tui.themes import THEMES
from tests.engine.examples import W, rules_named
from tests.modes.examples import new_table, table_from
from tests.tui.screen import press, running_at, text_of, wait_for

LAST = "W 1:1 off:14 / B 2:6 1:3 off:6"


async def test_any_key_ends_the_animation_and_the_space_that_does_so_accepts_nothing() -> None:
    async with running_at(table_from("backgammon", LAST, W), size=(100, 30)) as (app, pilot):
        app.animation_level = "full"
        await pilot.press("2", "1", "enter")
        await pilot.pause(0.3)
        await pilot.press("enter")
        await wait_for(pilot, lambda: isinstance(app.screen, ResultScreen))
        assert "●" * 15 not in text_of(app)
        await pilot.press("space")
        assert f"{'●' * 15} 15 off" in text_of(app)
        assert "accept the result" in text_of(app)


async def test_without_animations_all_checkers_are_off_at_once() -> None:
    async with running_at(table_from("backgammon", LAST, W), size=(100, 30)) as (app, pilot):
        await press(pilot, "2", "1", "enter", "enter")
        await wait_for(pilot, lambda: isinstance(app.screen, ResultScreen))
        assert f"{'●' * 15} 15 off" in text_of(app)


async def test_no_theme_lets_the_board_below_be_seen_through_the_page() -> None:
    async with running_at(table_from("backgammon", LAST, W)) as (app, pilot):
        await press(pilot, "2", "1", "enter", "enter")
        await wait_for(pilot, lambda: isinstance(app.screen, ResultScreen))
        for theme in THEMES:
            app.theme = theme.name
            await pilot.pause()
            assert app.screen.styles.background.a == 1, theme.name


async def test_a_page_that_scrolls_cuts_no_word() -> None:
    rules = rules_named("backgammon")
    async with running_at(
        new_table(rules, 1, starting_position=f"{LAST}; W to move"), size=(80, 30)
    ) as (
        app,
        pilot,
    ):
        await press(pilot, "space", "enter")
        await wait_for(pilot, lambda: "cost much" in text_of(app))
        page = app.screen.query_one("#result-page")
        page.styles.height = 15
        await wait_for(pilot, lambda: page.show_vertical_scrollbar)
        page.scroll_end(animate=False)
        await wait_for(pilot, lambda: "result is accepted." in text_of(app))


async def test_in_ascii_so_is_the_scrollbar() -> None:
    table = table_from("backgammon", LAST, W)
    async with running_at(table, size=(57, 19), ascii_only=True) as (app, pilot):
        await press(pilot, "2", "1", "enter", "enter", "space")
        page = app.screen.query_one("#result-page")
        await wait_for(pilot, lambda: page.show_vertical_scrollbar)
        for _ in range(5):
            assert text_of(app).isascii()
            page.scroll_down(animate=False)
            await pilot.pause()
        await press(pilot, "a")
        await wait_for(pilot, lambda: "next game" in text_of(app))
        assert "more below" in text_of(app)
        await press(pilot, "?")
        assert text_of(app).isascii()


async def test_a_review_that_goes_on_while_the_page_closes_disturbs_nothing() -> None:
    async with running_at(table_from("backgammon", LAST, W)) as (app, pilot):
        await press(pilot, "2", "1", "enter", "enter")
        await wait_for(pilot, lambda: isinstance(app.screen, ResultScreen))
        page = app.screen
        assert isinstance(page, ResultScreen)
        begun = page._over.review
        assert begun

        async def go_on() -> None:
            for _ in range(60):
                page._take_review(begun)
                await asyncio.sleep(0)

        app.run_worker(go_on())
        await press(pilot, "a")
        await wait_for(pilot, lambda: "next game" in text_of(app))


async def test_a_review_that_is_quicker_than_the_first_layout_waits_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running_at(table_from("backgammon", LAST, W)) as (app, pilot):
        await press(pilot, "2", "1", "enter", "enter")
        await wait_for(pilot, lambda: isinstance(app.screen, ResultScreen))
        page = app.screen
        assert isinstance(page, ResultScreen)
        review = page._over.review
        assert review
        # Textual lays a page out only after it has been mounted.
        monkeypatch.setattr(app, "follow_review", lambda _, then: then(review))
        app.push_screen(ResultScreen(page._table, page._over.naming))
        await wait_for(pilot, lambda: app.screen is not page and "cost much" in text_of(app))
        assert "turns" in text_of(app)

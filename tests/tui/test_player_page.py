"""A player's page: statistics, an opponent, the turns that counted, another name."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.pilot import Pilot
from textual.widgets import Input, Static

from backgammon_tui.modes.lesson.mode import LessonMode
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.replay import ReplayMode
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.dialogs.choose import Consent
from backgammon_tui.tui.screens.records import PlayerPage, RecordsScreen
from tests.cli.program import keep, transcript, won
from tests.tui.left import matches
from tests.tui.screen import (
    choose,
    in_mode,
    open_entry,
    play_state_of,
    press,
    running_at,
    text_of,
    wait_for,
    words_of,
)


@asynccontextmanager
async def page_of_anna(
    *texts: str, is_bare: bool = True
) -> AsyncIterator[tuple[BackgammonApp, Pilot[None]]]:
    """Anna's page, after some matches of hers; she has most games."""
    keep(transcript(won(), won(2)), transcript(won(), black="Carla", date="2026-03-02"), *texts)
    async with running_at(is_bare=is_bare) as (app, pilot):
        await open_entry(pilot, "Records")
        await press(pilot, "left", "enter")
        assert isinstance(app.screen, PlayerPage)
        yield app, pilot


def figures(app: BackgammonApp) -> list[str]:
    """The lines of the page."""
    text = str(app.screen.query_one("#text", Static).content)
    lines = [" ".join(line.split()) for line in text.splitlines()]
    return lines[next(at for at, line in enumerate(lines) if " against " in line) :]


def summary(app: BackgammonApp) -> str:
    """The text above the figures, on one line."""
    text = str(app.screen.query_one("#text", Static).content)
    return " ".join(text.partition(" against ")[0].split())


async def test_the_games_of_a_player_are_counted_against_all_or_one() -> None:
    async with page_of_anna() as (app, pilot):
        assert figures(app)[:2] == ["Anna against people", "3 finished games"]
        assert "Games won 3 0" in figures(app)
        await press(pilot, "/")
        await choose(pilot, "Carla")
        assert figures(app)[:2] == ["Anna against Carla", "1 finished game"]
        await press(pilot, "/", "escape")
        assert figures(app)[0] == "Anna against Carla"
        await press(pilot, "/")
        await choose(pilot, "everybody")
        assert figures(app)[0] == "Anna against people"


async def test_opponents_stand_first_and_the_next_lesson_is_a_key_away() -> None:
    async with page_of_anna() as (app, pilot):
        shown = summary(app)
        assert shown.startswith("Games games won lost Carla 1 1 0 2 Mar 12:00 Boris 2 2 0 1 Mar")
        assert "n: next, Russian lesson 1, The board and the way round." in shown
        await press(pilot, "l")
        assert in_mode(app, LessonMode)
        await press(pilot, "escape")
        assert isinstance(app.screen, PlayerPage)


async def test_games_against_the_computer_are_reviewed_while_the_page_is_open() -> None:
    async with page_of_anna(transcript(won(), black="computer:easy", date="2026-03-03")) as page:
        app, pilot = page
        await wait_for(pilot, lambda: "Points lost per choice" in summary(app))
        assert "is reviewing" not in summary(app)
        assert "Computer (easy) 1 1 0" in summary(app)
        assert "Keeping or rerolling 1" in summary(app)


async def test_the_turns_that_counted_are_looked_at_and_played_on_from() -> None:
    async with page_of_anna(is_bare=False) as (app, pilot):
        await press(pilot, "3")
        assert in_mode(app, ReplayMode)
        assert "turn 1 of 1" in text_of(app)
        await press(pilot, "P", "y")
        await wait_for(pilot, lambda: in_mode(app, PlayMode))
        assert play_state_of(app).table.record.black == "Carla"


async def test_a_player_gets_another_name_in_all_matches() -> None:
    async with page_of_anna() as (app, pilot):
        await press(pilot, "N")
        app.screen.query_one(Input).value = " "
        await press(pilot, "enter")
        assert "at least one character" in text_of(app)
        app.screen.query_one(Input).value = "ANNA"
        await press(pilot, "enter")
        assert isinstance(app.screen, RecordsScreen)
        assert "Anna is now called ANNA." in text_of(app)
        assert matches() == ["ANNA - Carla", "ANNA - Boris"]


async def test_two_players_become_one_if_that_is_said() -> None:
    async with page_of_anna(transcript(won(), white="Emil")) as (app, pilot):
        for answer, after in (("n", PlayerPage), ("y", RecordsScreen)):
            await press(pilot, "N")
            app.screen.query_one(Input).value = "emil"
            await press(pilot, "enter")
            assert isinstance(app.screen, Consent)
            question = str(app.screen.query(Static).first().content)
            assert question == "There is a player called Emil already. Is that Anna, too?"
            await press(pilot, answer)
            assert isinstance(app.screen, after)
        assert sorted(matches()) == ["emil - Boris", "emil - Boris", "emil - Carla"]


async def test_who_has_played_each_other_are_two() -> None:
    async with page_of_anna() as (app, pilot):
        await press(pilot, "N")
        app.screen.query_one(Input).value = "Carla"
        await press(pilot, "enter", "y")
        assert isinstance(app.screen, PlayerPage)
        assert words_of(app, "#hint") == "Anna and Carla have played each other."
        assert figures(app)[0] == "Anna against people"

"""A match on the screen: what a mode asks for, and the screen carries out."""

from __future__ import annotations

import asyncio
import gc
import random
import tracemalloc
from copy import deepcopy
from dataclasses import replace

import pytest

from backgammon_tui.analysis.review import Choice, Finding, Luck
from backgammon_tui.engine import Phase, Roll, Side
from backgammon_tui.game_review import Review
from backgammon_tui.match.table import Table
from backgammon_tui.modes.effects import Do
from backgammon_tui.modes.inputs import Key, NextStep
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.replay import ReplayMode
from backgammon_tui.settings import SETTINGS, Help, Settings, Signal
from backgammon_tui.storage.program_files import read_preferences
from backgammon_tui.tui.screens.rulebook import RulebookScreen
from tests.engine.examples import rules_named
from tests.modes.examples import B, W, do, new_table, table_from
from tests.modes.test_review import bad_game, reviewed
from tests.storage.matches import play_on
from tests.tui.screen import (
    app_at,
    choose,
    game_screen,
    in_mode,
    lines,
    play_state_of,
    press,
    running,
    running_at,
    text_of,
    wait_for,
)

START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
MIDDLE = "W 24:2 19:3 15:6 12:1 6:3 / B 22:5 18:2 8:4 4:3 off:1"
BLOT = "W 24:15 / B 20:1 hand:14"
SHUT_OUT = "W bar:1 6:14 / B 6:2 5:2 4:2 3:2 2:2 1:2 13:3"
RACE = "W 13:2 off:13 / B 13:2 off:13"
AGAINST_COMPUTER = ("Anna", "computer:easy")


# ---- rules and options


async def test_the_rule_behind_a_lost_turn_is_opened_by_key_and_click_and_it_still_stands() -> None:
    async with running_at(table_from("backgammon", SHUT_OUT, W)) as (app, pilot):
        await press(pilot, "31", "enter", "w")
        assert isinstance(app.screen, RulebookScreen)
        assert app.screen.section.title == "What you must play"
        assert "What you must play" in lines(app)[0]
        await press(pilot, "escape")
        row = next(y for y, line in enumerate(lines(app)) if "the rule: what" in line)
        await pilot.click(offset=(70, row))
        await pilot.pause()
        assert isinstance(app.screen, RulebookScreen)
        await press(pilot, "escape", "enter")
        assert play_state_of(app).game.actor is B


async def test_the_menu_switches_beginner_help_on_for_good() -> None:
    async with running_at(table_from("russian", MIDDLE, W)) as (app, pilot):
        await press(pilot, "44", "enter")
        assert "First four 4s" not in text_of(app)
        await press(pilot, "escape")
        await choose(pilot, "Options")
        await choose(pilot, SETTINGS["beginner_help_white"].label)
        await press(pilot, "escape", "escape")
        assert "First four 4s" in text_of(app)
    assert read_preferences()[0].beginner_help_white


async def test_a_player_who_changes_sides_keeps_beginner_help() -> None:
    app = app_at(table_from("backgammon", "W 1:1 off:14 / B 23:2 13:13", W))
    app.storage.settings = Settings(beginner_help_white=True)
    async with running(app) as pilot:
        await press(pilot, "21", "enter", "enter", "escape")
        screen = game_screen(app)
        assert isinstance(screen.mode, PlayMode)
        screen.take_step(screen.mode.take_result(NextStep.SWAPPED))
        await pilot.pause()
        assert play_state_of(app).options.beginner_help_sides == {B}


async def test_the_computer_is_offered_no_beginner_help() -> None:
    async with running_at(table_from("backgammon", RACE, B, players=AGAINST_COMPUTER)) as (
        app,
        pilot,
    ):
        await press(pilot, "escape")
        await choose(pilot, "Options")
        assert text_of(app).count("Beginner help for") == 1


# ---- the computer at work


async def test_hints_and_the_win_chance_come_from_a_thread() -> None:
    table = table_from("backgammon", START, W)
    app = app_at(replace(table, help=Help.ON))
    async with running(app, (100, 30)) as pilot:
        await wait_for(pilot, lambda: " wins 5" in lines(app)[0])
        await wait_for(pilot, lambda: game_screen(app).area.bar.display)
        assert "█" in text_of(app)
        await press(pilot, "31", "enter", "t")
        await wait_for(pilot, lambda: "the computer's best" in text_of(app))
        await press(pilot, "t", "t")
        assert play_state_of(app).game.actor is B


async def test_the_computer_plays_while_keys_are_answered_but_not_behind_an_open_menu() -> None:
    async with running_at(table_from("backgammon", RACE, B, players=AGAINST_COMPUTER)) as (
        app,
        pilot,
    ):
        board = game_screen(app)
        for _ in range(4):  # The pause becomes long, very long and short.
            board.take_step(board.mode.set_options(SETTINGS["pause"].change(board.mode.options)))
        await pilot.press("6", "5", "enter", "escape")
        seen = play_state_of(app)
        await asyncio.sleep(0.7)
        assert play_state_of(app) is seen
        await pilot.press("escape", "x")
        await wait_for(pilot, lambda: not play_state_of(app).is_watched)
        assert play_state_of(app).game.actor is W
        assert "6-5 13/7 13/8" in text_of(app)


# ---- reviews


async def test_a_review_goes_on_when_its_screen_is_left() -> None:
    begun = Review.begin(bad_game())
    seen: list[Review] = []
    async with running_at(bad_game()) as (app, pilot):
        app.follow_review(begun, lambda _: None)  # Left before anything was found.
        await wait_for(pilot, lambda: not app.workers)
        app.follow_review(begun, seen.append)
        await wait_for(pilot, lambda: bool(seen))
    (review,) = seen  # Nothing but the last action was looked at again.
    assert review.is_done
    whole = reviewed(bad_game()).review
    assert whole
    assert review.findings == whole.findings


async def test_a_game_that_has_just_ended_is_reviewed_and_played_on_from() -> None:
    table = bad_game()
    async with running_at(table) as (app, pilot):
        await pilot.press("enter")
        await wait_for(pilot, lambda: "?? blunder: 6/3 6/5 costs" in text_of(app))
        await pilot.press("x")
        await wait_for(
            pilot, lambda: in_mode(app, ReplayMode) and "White: 1 choice" in text_of(app)
        )
        await pilot.press("escape")
        await wait_for(pilot, lambda: "accept the result" in text_of(app))
        await pilot.press("x")
        await wait_for(pilot, lambda: in_mode(app, ReplayMode))
        await press(pilot, "x", "P", "y")
        await wait_for(pilot, lambda: in_mode(app, PlayMode))


# ---- signals


def effects_of_enter(ruleset: str, line: str, *before: str) -> tuple[object, ...]:
    state = do(PlayState.open(table_from(ruleset, line, W), Settings()), *before)
    return PlayMode(state).handle(Key.ENTER)[1]


def test_a_hit_and_a_lost_turn_are_signalled_and_nothing_else() -> None:
    assert Do.SIGNAL in effects_of_enter("russian", BLOT, "43", "enter", "24/20")
    assert Do.SIGNAL in effects_of_enter("backgammon", SHUT_OUT, "31")
    assert Do.SIGNAL not in effects_of_enter("russian", BLOT, "43", "enter", "24/21")


@pytest.mark.parametrize("signal", Signal)
async def test_a_bell_rings_or_the_screen_flashes_only_where_it_is_wanted(
    signal: Signal, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_at(table_from("backgammon", SHUT_OUT, W))
    app.storage.settings = Settings(signal=signal)
    rung: list[None] = []
    monkeypatch.setattr(app, "bell", lambda: rung.append(None))
    async with running(app) as pilot:
        await press(pilot, "31", "enter")
        assert len(rung) == (signal is Signal.BELL)
        await pilot.pause(0.3)
        assert not game_screen(app).has_class("-flash"), "it is over at once"


MAX_KEPT = 150_000
"""The bytes that a finished game may leave in memory."""


async def test_of_a_finished_game_little_more_than_its_findings_stays_in_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def look(review: Review) -> Review:
        findings: list[Finding] = []
        for at, action in enumerate(review.table.actions):
            if isinstance(action, Roll):
                findings.append(Luck(at, Side.WHITE, (1, 2), 0.1 * at, 0.01 * at))
            else:
                made = deepcopy((action, action))
                findings.append(Choice(at, Side.WHITE, None, made, made, 0.1 * at, 0.01 * at))
        return replace(review, findings=tuple(findings), looked_at=len(review.table.actions))

    def long_game(number: int) -> Table:
        chance = random.Random(number)
        while True:
            begun = new_table(rules_named("backgammon"), chance.getrandbits(64))
            table = play_on(begun, chance, Phase.OVER)
            if len(table.actions) >= 150:
                return table

    async def review_games(count: int) -> int:
        for _ in range(count):
            followed: list[Review] = []
            app.follow_review(Review.begin(deepcopy(tables.pop())), followed.append)
            await wait_for(pilot, lambda: bool(followed) and followed[-1].is_done)  # noqa: B023
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    monkeypatch.setattr(Review, "review_step", look)
    tables = [long_game(number) for number in range(6)]
    async with running_at(is_bare=True) as (app, pilot):
        tracemalloc.start()
        try:
            before = await review_games(2)
            after = await review_games(4)
        finally:
            tracemalloc.stop()
    assert (after - before) / 4 < MAX_KEPT

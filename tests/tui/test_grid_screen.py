"""The 36 rolls on the screen, and for which roll they are shown in a game."""

from __future__ import annotations

import pytest

from backgammon_tui.dice import Dice
from backgammon_tui.engine import Position, Side, StartingPosition
from backgammon_tui.explain.roll_chart import roll_chart
from backgammon_tui.modes.lesson.mode import LessonMode
from backgammon_tui.teach.lessons.reading import read_lesson
from backgammon_tui.tui import app as tui_app
from backgammon_tui.tui.board_screen import BoardScreen
from backgammon_tui.tui.dialogs.grid import GridScreen
from backgammon_tui.tui.lines import Lines
from backgammon_tui.words.columns import fit
from backgammon_tui.words.naming import Naming
from tests.engine.examples import W, rules_named
from tests.modes.examples import table_from
from tests.teach.lessons.examples import task, write
from tests.tui.screen import Size, app_at, press, running, running_at, text_of, widths

ENTERING = "W 22:4 20:2 19:5 hand:3 bar:1 / B 24:2 23:1 21:4 hand:8"
RUNNING = "W 24:5 20:5 19:5 / B hand:15"


def grid_screen(name: str, line: str, *, takes: bool = True, side: Side = W) -> GridScreen:
    grid = roll_chart(rules_named(name), StartingPosition(Position.parse(line), side))
    return GridScreen(grid, Naming("Anna", "Boris"), (1, 1), takes=takes, is_rolled=False)


async def chosen(screen: GridScreen, *inputs: str, size: Size = (80, 24)) -> list[Dice | None]:
    """Return the results of the screen after some keys."""
    rolls: list[Dice | None] = []
    async with running_at(is_bare=True, size=size) as (app, pilot):
        app.push_screen(screen, rolls.append)
        await press(pilot, *inputs)
    return rolls


@pytest.mark.parametrize(
    ("inputs", "roll"),
    [
        (("enter",), (1, 1)),
        (("down", "right", "right", "enter"), (2, 3)),
        (("up", "left", "enter"), (6, 6)),
        (("53", "enter"), (5, 3)),
        (("5", "down", "4", "2", "enter"), (4, 2)),
        (("escape",), None),
    ],
)
async def test_a_roll_is_gone_to_and_taken(inputs: tuple[str, ...], roll: Dice | None) -> None:
    assert await chosen(grid_screen("russian", ENTERING), *inputs) == [roll]


def test_a_key_that_comes_before_a_dialog_is_seen_decides_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tui_app, "MOMENT", 60.0)
    assert grid_screen("russian", ENTERING).ignores("enter")


async def test_where_no_roll_is_wanted_none_is_given_back() -> None:
    assert await chosen(grid_screen("russian", ENTERING, takes=False), "53", "enter") == [None]


async def test_a_click_lights_a_roll_and_another_takes_it() -> None:
    app, rolls = app_at(is_bare=True), list[Dice | None]()
    async with running(app) as pilot:
        app.push_screen(grid_screen("russian", ENTERING), rolls.append)
        await pilot.pause()
        rows = text_of(app).split("\n")
        y, row = next((y, row) for y, row in enumerate(rows) if " 3  " in row and "8=>" in row)
        for _ in range(2):
            await pilot.click(offset=(row.index("8=>"), y))
            await pilot.pause()
    assert rolls == [(3, 3)]


@pytest.mark.parametrize("size", [(80, 24), (80, 21), (120, 36)])
async def test_all_rolls_the_legend_and_what_the_lit_one_does_are_seen(size: Size) -> None:
    async with running_at(is_bare=True, size=size) as (app, pilot):
        app.push_screen(grid_screen("falood", ENTERING))
        await press(pilot, "3", "3")
        shown = text_of(app)
        assert set(widths(app)) == {size[0]}
    assert "the 36 rolls" in shown
    assert "[4=!]" in shown
    assert "3-3: all four 3s can be played; it enters all it can. No complement" in shown
    for legend in ("= enters all it can", "- enters some", "* can hit"):
        assert legend in shown
    assert "Of 36 rolls: 4 unplayable, 11 can hit, 0 win" in shown
    assert "esc closes" in shown


# ---- from a game


async def test_while_a_play_is_lit_g_shows_the_rolls_after_it() -> None:
    async with running_at(
        table_from("backgammon", "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5", W)
    ) as (app, pilot):
        await press(pilot, "6", "4", "enter", "g")
        assert "What White could have rolled" in text_of(app)
        await press(pilot, "escape", *"24/18 13/9", "g")
        assert "Black's next roll: the 36 rolls" in text_of(app)


# ---- from a lesson


async def test_in_a_lesson_g_shows_the_rolls_of_the_side_that_has_rolled() -> None:
    start = "Start: W 19:1 hand:14 / B 22:2 21:1 hand:12; W to move"
    lesson = read_lesson(write(task(start, "Roll: 6-3", "Solution: hand/19")))
    async with running_at(is_bare=True) as (app, pilot):
        app.push_screen(BoardScreen(LessonMode.begin(lesson, app.storage.settings)))
        await press(pilot, "g")
        assert "6-3: only one of the two numbers can be played; it enters some." in text_of(app)
        await press(pilot, "escape", *"hand/19", "enter")
        assert "Right" in text_of(app)


@pytest.mark.parametrize("size", [(57, 19), (60, 24), (77, 24), (80, 24)])
async def test_what_is_written_has_the_room_of_its_box(size: Size) -> None:
    grid = roll_chart(rules_named("russian"), StartingPosition(Position.parse(RUNNING), W))
    naming = Naming("Maximiliane von Trapp", "Boris")
    screen = GridScreen(grid, naming, (1, 1), takes=False, is_rolled=True)
    async with running_at(is_bare=True, size=size) as (app, pilot):
        app.push_screen(screen)
        await pilot.pause()
        text = "What Maximiliane von Trapp could have rolled: the 36 rolls"
        room = screen.query_one(Lines).size.width
        assert f"  {fit(text, room)} " in text_of(app)

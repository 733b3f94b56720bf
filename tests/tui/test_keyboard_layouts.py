"""Keys on other keyboards, pressed on the screens of the program."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.screen import Screen

from backgammon_tui.keyboards import us_keys
from backgammon_tui.tui.screens.learn import LearnScreen
from backgammon_tui.tui.screens.rulebook import RulebookScreen
from backgammon_tui.tui.textual_internals import KeyParser, LayoutKey
from tests.engine.examples import rules_named
from tests.modes.examples import W, table_from
from tests.tui.screen import app_at, running, running_at, sandbox_screen

LINE = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"

RUSSIAN = dict(zip("abcdefghijklmnopqrstuvwxyz", "фисвуапршолдьтщзйкыегмцчня", strict=True))


def on_russian_keyboard(keys: str) -> str:
    typed = "".join(
        RUSSIAN.get(key, RUSSIAN.get(key.lower(), key).upper() if key.isupper() else key)
        for key in keys
    )
    assert us_keys(typed, "ru") == keys
    return typed


@pytest.mark.parametrize("keys", ["w", "g", "m", "t", "v", "p", "u", "#", "8/", "bar", "M", "W"])
async def test_keys_of_the_board_work_in_russian(keys: str) -> None:
    shown = []
    for typed in (keys, on_russian_keyboard(keys)):
        async with running_at(table_from("backgammon", LINE, W)) as pilot:
            await pilot.type("3", "1", "enter")
            shown.append(await pilot.after(*typed))
    assert shown[0] == shown[1]


@pytest.mark.parametrize("keys", ["Y", "l"])
async def test_keys_of_the_first_screen_work_in_russian(keys: str) -> None:
    shown = []
    for typed in (keys, on_russian_keyboard(keys)):
        async with running(app_at()) as pilot:
            shown.append(await pilot.after(*typed))
    assert shown[0] == shown[1]


@pytest.mark.parametrize("keys", ["g", "M", "i"])
async def test_keys_of_the_sandbox_work_in_russian(keys: str) -> None:
    shown = []
    for typed in (keys, on_russian_keyboard(keys)):
        async with running_at(is_bare=True) as pilot:
            await pilot.push(sandbox_screen("russian"))
            shown.append(await pilot.after(*typed))
    assert shown[0] == shown[1]


async def test_typed_play_is_shown_in_notation() -> None:
    async with running_at(table_from("russian", "W hand:15 / B hand:15", W)) as pilot:
        await pilot.type("3", "1", "enter")
        assert "hand/" in await pilot.after(*on_russian_keyboard("hand/"))


@pytest.mark.parametrize(("typed", "moves"), [("24.20", "24/20"), ("9.7:", "9/7^")])
async def test_signs_of_a_russian_keyboard_match_moves(typed: str, moves: str) -> None:
    shown = []
    for text in (typed, moves):
        async with running_at(
            table_from("never-finishing", "W 24:2 9:3 6:10 / B 18:1 12:14", W)
        ) as pilot:
            await pilot.type("4", "2", "enter")
            shown.append(await pilot.after(*text))
    assert shown[0] == shown[1]
    assert "24/20" in shown[0] or "9/7^" in shown[0]


async def test_letter_without_a_key_is_named_once() -> None:
    async with running_at(table_from("backgammon", LINE, W)) as pilot:
        await pilot.type("3", "1", "enter")
        assert "ж has no effect here; ? lists the keys" in await pilot.after("ж")
        assert "has no effect here" not in await pilot.after("down")


async def test_names_take_any_letter() -> None:
    async with running(app_at()) as pilot:
        await pilot.type("tab", "backspace")
        assert "Вера" in await pilot.after(*"Вера")


async def test_french_digits_are_dice() -> None:
    async with running_at(table_from("backgammon", LINE, W)) as pilot:
        assert "5 3" in await pilot.after(*'( "')


@pytest.mark.parametrize(
    ("sequence", "key", "typed"),
    [
        ("\x1b[1094::119;1;1094u", "w", "ц"),
        ("\x1b[1094:1062:119;2;1062u", "W", "Ц"),
        ("\x1b[1089::99;5u", "ctrl+c", ""),
        ("\x1b[229::91;1;229u", "left_square_bracket", "å"),
        ("\x1b[97::97;1;97u", "a", ""),
    ],
)
def test_terminal_reports_the_key_of_a_us_keyboard(sequence: str, key: str, typed: str) -> None:
    (event,) = KeyParser(False).feed(sequence)
    assert getattr(event, "key", "") == key
    assert (event.typed if isinstance(event, LayoutKey) else "") == typed


@pytest.mark.parametrize(
    "make_screen",
    [lambda: LearnScreen("russian"), lambda: RulebookScreen(rules_named("russian"))],
    ids=["learn", "rulebook"],
)
async def test_letter_without_a_key_is_named_below_a_list(
    make_screen: Callable[[], Screen[None]],
) -> None:
    async with running(app_at()) as pilot:
        assert "ж has no effect here; ? lists the keys" in await pilot.after("ж")
        assert "has no effect here" not in await pilot.after("down")
        await pilot.push(make_screen())
        assert "ж has no effect here; ? lists the keys" in await pilot.after("ж")
        assert "has no effect here" not in await pilot.after("down")

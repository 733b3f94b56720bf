"""Random input as terminals deliver it: several keys, clicks and sizes in one read."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from textual import events
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message
from textual.pilot import Pilot
from textual.screen import Screen

from backgammon_tui.modes.inputs import Key
from backgammon_tui.tui.app import BackgammonApp

KEYS = [
    *(key.value for key in Key),
    *"0123456789hbofu*^()krynwatc?UDxz,.-=gvsmpe+lrifjACEFGLMPSTVWXYZ#",
    *("space", "enter", "escape", "down", "up", "tab", "slash", "shift+tab", "f1", "delete"),
    *("ctrl+p", "ctrl+a", "ctrl+u", "ctrl+v", "ctrl+x", "insert", "alt+enter", "question_mark"),
]
"""Keys other than those that leave the program."""

_CHARACTERS = {"space": " ", "slash": "/", "question_mark": "?", "enter": "\r"}

SIZES = [(80, 24), (57, 19), (10, 5), (79, 20), (100, 30), (120, 36), (200, 60)]

PASTES = ["13/7 8/7", "Anna", "\x1b[31m", "W 24:2 hand:13 / B hand:15; W to move", "x" * 3000, "\n"]


def character_of(key: str) -> str | None:
    return _CHARACTERS.get(key, key if len(key) == 1 else None)


def press(key: str) -> events.Key:
    return events.Key(key, character_of(key))


def click(x: int, y: int) -> Iterator[Message]:
    for kind in (events.MouseDown, events.MouseUp):
        yield kind(None, x, y, 0, 0, 1, False, False, False, x, y)


def _wheel(chance: random.Random, x: int, y: int) -> Message:
    kind = chance.choice((events.MouseScrollDown, events.MouseScrollUp))
    return kind(None, x, y, 0, 0, 0, False, False, False, x, y)


def _resize(app: BackgammonApp, size: tuple[int, int]) -> Message:
    driver: Driver | None = app._driver
    assert driver
    driver._size = size
    return events.Resize(Size(*size), Size(*size))


def read(app: BackgammonApp, chance: random.Random) -> Iterator[Message]:
    """Return the input of one read from the terminal, sometimes several keys or clicks."""
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        width, height = app.size
        x, y = chance.randrange(width), chance.randrange(height)
        number = chance.random()
        if number < 0.62:
            key = chance.choice(KEYS)
            yield from [press(key) for _ in range(chance.choice((1, 1, 1, 2, 4)))]
        elif number < 0.80:
            yield from click(x, y)
        elif number < 0.88:
            yield from (*click(x, y), *click(x, y))
        elif number < 0.93:
            yield _wheel(chance, x, y)
        elif number < 0.95:
            yield events.MouseMove(None, x, y, 0, 0, 0, False, False, False, x, y)
        elif number < 0.97:
            yield events.Paste(chance.choice(PASTES))
        else:
            yield _resize(app, chance.choice(SIZES))


async def mash(
    pilot: Pilot[None],
    chance: random.Random,
    inputs: int,
    reopen: Callable[[], Screen[Any]] | None = None,
    check: Callable[[], None] = lambda: None,
) -> None:
    """Send this many random inputs; reopen the screen whenever it is left."""
    app = pilot.app
    assert isinstance(app, BackgammonApp)
    done = 0
    trail: list[Sequence[str]] = []
    while done < inputs:
        if reopen and len(app.screen_stack) == 1:
            app.push_screen(reopen())
            await pilot.pause()
        messages = list(read(app, chance))
        trail.append([repr(message) for message in messages])
        for message in messages:
            app.post_message(message)
        done += len(messages)
        # The next read may come before everything has been done.
        await (pilot.pause(0) if chance.random() < 0.8 else asyncio.sleep(0))
        if app._exception:
            print("\n".join(map(str, trail[-6:])))
            raise app._exception
        assert app.is_running
        check()
    await pilot.pause()

"""Every test of the screen sees the same rich terminal and writes into a folder of its own."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from textual import constants
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot
from textual.screen import Screen

from backgammon_tui.storage.places import FOLDER_VARIABLE
from backgammon_tui.tui import held_keys


@pytest.fixture(autouse=True)
def rich_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("NO_COLOR", "LC_CTYPE", "LANG", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    # Textual has read the variable when it was imported.
    monkeypatch.setattr(constants, "TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "kept"))
    # Tests type faster than people; those of held keys give the time themselves.
    monkeypatch.setattr(held_keys, "MOMENT", 0.0)


_parse = Stylesheet._parse_rules
_parsed: dict[tuple[object, ...], list[RuleSet]] = {}


def _parse_once(sheet: Stylesheet, css: str, *how: Any, **more: Any) -> list[RuleSet]:
    """Parse each style sheet once: hundreds of programs begin in one process of the tests."""
    key = (css, how, tuple(more.items()), tuple(sheet._variables.items()))
    if key not in _parsed:
        _parsed[key] = _parse(sheet, css, *how, **more)
    return _parsed[key]


Stylesheet._parse_rules = _parse_once  # type: ignore[assignment, method-assign]


async def _wait_until_idle(pilot: Pilot[None], *_: object) -> bool:
    """Wait until nothing is left to do but what time or threads bring.

    Textual asks each widget whether it is done, and that costs more than most keys do.
    """
    loop: Any = asyncio.get_running_loop()
    await asyncio.sleep(0)
    while loop._ready:  # noqa: ASYNC110
        await asyncio.sleep(0)
    return pilot.app._exception is None


async def _pause(pilot: Pilot[None], delay: float | None = None) -> None:
    """Wait until everything is done, laid out and painted, in the screen that comes of it."""
    if delay:
        await asyncio.sleep(delay)
    await _wait_until_idle(pilot)
    app = pilot.app
    while app._running and app.screen_stack:
        screen = app.screen
        if app._resize_timer:
            app._check_resize()
        screen._on_timer_update()
        await _wait_until_idle(pilot)
        if app.animator._animations:  # Scrolling takes a moment even where nothing moves.
            await asyncio.sleep(0.01)
        elif not (app._resize_timer or _is_behind(screen)) and screen in app.screen_stack[-1:]:
            return


def _is_behind(screen: Screen[Any]) -> bool:
    """Whether there is something to lay out or to paint."""
    return bool(
        screen._layout_required
        or screen._scroll_required
        or screen._repaint_required
        or screen._recompose_required
        or screen._dirty_widgets
        or screen._callbacks
    )


Pilot._wait_for_screen = _wait_until_idle  # type: ignore[assignment, method-assign]
Pilot.pause = _pause  # type: ignore[assignment, method-assign]

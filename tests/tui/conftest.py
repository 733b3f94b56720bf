"""Every test of the screen uses the same capable terminal and its own folder."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from textual import constants
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot
from textual.screen import Screen

from backgammon_tui.tui import app as tui_app


@pytest.fixture(autouse=True)
def rich_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "LC_CTYPE", "LANG", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    # Textual has read the variable when it was imported.
    monkeypatch.setattr(constants, "TEXTUAL_ANIMATIONS", "none")
    # Tests type faster than people; tests of held keys set the time themselves.
    monkeypatch.setattr(tui_app, "MOMENT", 0.0)


# ---- shortcuts through Textual

# They give the same results in a third of the time, and use private names, which
# `test_textual_internals.py` lists. If one changes, remove its shortcut below.

_parse = Stylesheet._parse_rules
_paint = Screen._compositor_refresh

_parsed: dict[tuple[object, ...], list[RuleSet]] = {}


def _parse_once(sheet: Stylesheet, css: str, *how: Any, **more: Any) -> list[RuleSet]:
    """Parse each style sheet once."""
    key = (css, how, tuple(more.items()), tuple(sheet._variables.items()))
    if key not in _parsed:
        _parsed[key] = _parse(sheet, css, *how, **more)
    return _parsed[key]


def _paint_later(screen: Screen[Any]) -> None:
    """Collect repaints, which are done once at the end of a pause."""
    if screen is screen.app.screen:
        screen._dirty_widgets.clear()
        screen.app._update_mouse_over(screen)
    else:
        _paint(screen)


async def _wait_until_idle(pilot: Pilot[None], *_: object) -> bool:
    """Wait until only timers or threads can cause more work.

    Textual checks each widget, which costs more than most keys.
    """
    loop: Any = asyncio.get_running_loop()
    await asyncio.sleep(0)
    while loop._ready:  # noqa: ASYNC110
        await asyncio.sleep(0)
    return pilot.app._exception is None


async def _pause(pilot: Pilot[None], delay: float | None = None) -> None:
    """Wait until everything is done, laid out and painted in the resulting screen."""
    if delay:
        await asyncio.sleep(delay)
    await _wait_until_idle(pilot)
    app = pilot.app
    while app._running and app.screen_stack:
        screen = app.screen
        if has_new_size := getattr(app, "_resize_timer", None):  # Some versions of Textual lack it.
            app._check_resize()
        screen._on_timer_update()
        await _wait_until_idle(pilot)
        if app.animator._animations:  # Scrolling takes a moment even if nothing moves.
            await asyncio.sleep(0.01)
        elif not (has_new_size or _is_behind(screen)) and screen in app.screen_stack[-1:]:
            _paint(screen)
            return


def _is_behind(screen: Screen[Any]) -> bool:
    """Return True if a layout or a repaint is due."""
    return bool(
        screen._layout_required
        or screen._scroll_required
        or screen._repaint_required
        or screen._recompose_required
        or screen._dirty_widgets
        or screen._callbacks
    )


_changes: list[tuple[Any, str, object]] = [
    (Stylesheet, "_parse_rules", _parse_once),
    (Screen, "_compositor_refresh", _paint_later),
    (Pilot, "_wait_for_screen", _wait_until_idle),
    (Pilot, "pause", _pause),
]
for _owner, _name, _change in _changes:
    setattr(_owner, _name, _change)

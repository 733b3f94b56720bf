"""Shortcuts through Textual for the hundreds of applications that the tests start.

They give the same results as Textual in a third of the time, and use its private names:
`test_textual_internals.py` lists them. If one changes, remove its shortcut from `take`.
"""

from __future__ import annotations

import asyncio
from typing import Any

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot
from textual.screen import Screen

_parse = Stylesheet._parse_rules
_paint = Screen._compositor_refresh

_parsed: dict[tuple[object, ...], list[RuleSet]] = {}


def take() -> None:
    """Use the shortcuts from now on."""
    changes: list[tuple[Any, str, object]] = [
        (Stylesheet, "_parse_rules", _parse_once),
        (Screen, "_compositor_refresh", _paint_later),
        (Pilot, "_wait_for_screen", _wait_until_idle),
        (Pilot, "pause", _pause),
    ]
    for owner, name, change in changes:
        setattr(owner, name, change)


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

"""Short ways through Textual for hundreds of applications that begin in one process.

They come to what Textual comes to, and use names that it keeps to itself: `test_shortcuts.py`
says what to do when those change.
"""

from __future__ import annotations

import asyncio
from typing import Any

from textual.css.model import RuleSet
from textual.css.styles import RulesMap
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.pilot import Pilot
from textual.screen import Screen

_parse = Stylesheet._parse_rules
_apply = Stylesheet.apply
_paint = Screen._compositor_refresh

_parsed: dict[tuple[object, ...], list[RuleSet]] = {}
_sheets: dict[tuple[int, ...], int] = {}
_applied: dict[tuple[object, ...], tuple[RulesMap, dict[str, bool]]] = {}

_FOUND = ("_has_hover_style", "_has_focus_within", "_has_order_style", "_has_odd_or_even")
"""What is found out of a node beside its styles."""


def take() -> None:
    """Take the short ways from now on."""
    changes: list[tuple[Any, str, object]] = [
        (Stylesheet, "_parse_rules", _parse_once),
        (Stylesheet, "apply", _apply_known),
        (Screen, "_compositor_refresh", _paint_later),
        (Pilot, "_wait_for_screen", _wait_until_idle),
        (Pilot, "pause", _pause),
    ]
    for owner, name, change in changes:
        setattr(owner, name, change)


# ---- styles


def _parse_once(sheet: Stylesheet, css: str, *how: Any, **more: Any) -> list[RuleSet]:
    """Parse each style sheet once."""
    key = (css, how, tuple(more.items()), tuple(sheet._variables.items()))
    if key not in _parsed:
        _parsed[key] = _parse(sheet, css, *how, **more)
    return _parsed[key]


def _apply_known(
    sheet: Stylesheet, node: DOMNode, *, animate: bool = False, cache: object = None
) -> None:
    """Look for the rules of a node once for all that have the same place and state."""
    app = node.app
    key = (
        _sheets.setdefault(tuple(map(id, sheet.rules)), len(_sheets)),
        (app.current_theme.dark, app.app_focus, app.no_color),
        *map(_selected_by, node.css_path_nodes),
    )
    if known := _applied.get(key):
        rules, found = known
        node.__dict__.update(found)
        sheet.replace_rules(node, rules, animate=animate)
        sheet._process_component_classes(node)
        return
    shared: dict[tuple[object, ...], RulesMap] = {}
    _apply(sheet, node, animate=animate, cache=shared)
    # Textual keeps what does not depend on other nodes than these.
    for rules in shared.values():
        _applied[key] = rules, {name: getattr(node, name) for name in _FOUND}


def _selected_by(node: DOMNode) -> tuple[object, ...]:
    """All of a node that a selector can ask for."""
    return type(node), node._id, frozenset(node._classes), node._pseudo_classes_cache_key


# ---- painting


def _paint_later(screen: Screen[Any]) -> None:
    """Remember what is to be painted, which is done once at the end of a pause."""
    if screen is screen.app.screen:
        screen._dirty_widgets.clear()
        screen.app._update_mouse_over(screen)
    else:
        _paint(screen)


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
        if has_new_size := getattr(app, "_resize_timer", None):  # Not in every Textual.
            app._check_resize()
        screen._on_timer_update()
        await _wait_until_idle(pilot)
        if app.animator._animations:  # Scrolling takes a moment even where nothing moves.
            await asyncio.sleep(0.01)
        elif not (has_new_size or _is_behind(screen)) and screen in app.screen_stack[-1:]:
            _paint(screen)
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

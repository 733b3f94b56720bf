"""The internals of Textual on which the program and its tests depend."""

from __future__ import annotations

import asyncio
import gc

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual import app
from textual._compositor import ChopsUpdate
from textual._styles_cache import StylesCache
from textual.app import App, ComposeResult
from textual.color import Color
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key
from textual.renderables.background_screen import BackgroundScreen
from textual.strip import Strip
from textual.widgets import Label

from backgammon_tui.tui.board.canvas import CLEAR
from backgammon_tui.tui.board.rendering import style
from backgammon_tui.tui.dialogs.dialog import MessageBox
from backgammon_tui.tui.textual_internals import (
    SYNC_END,
    SYNC_START,
    ClearStyle,
    KeyParser,
    forget_closed_widgets,
    pieces_of,
)
from tests.tui.screen import app_at, running, running_at


def test_paint_has_its_start_and_end_codes() -> None:
    assert (app.SYNC_START, app.SYNC_END) == (SYNC_START, SYNC_END)  # type: ignore[attr-defined]


def test_dialog_dims_text_but_not_pictures() -> None:
    segments = [Segment("18", style(0xFFFFFF, CLEAR, True)), Segment("  ", style(CLEAR, CLEAR))]
    veil = Color(0, 0, 0, 0.6)
    inked, blank = BackgroundScreen.process_segments(segments, veil)
    for segment in (inked, blank):
        assert segment.style
        assert segment.style.bgcolor == RichColor.default()
        assert not segment.style.render("x", color_system=None).startswith("\x1b[48")
    assert inked.style
    assert inked.style.color == RichColor.from_rgb(102, 102, 102)
    assert inked.style.bold


def test_widget_background_is_not_added() -> None:
    clear = style(0xFFFFFF, CLEAR)
    ground = Style(bgcolor=RichColor.from_rgb(1, 2, 3))
    for mixed in (ground + clear, clear + ground):
        assert mixed.bgcolor == RichColor.default()
    (segment,) = Strip([Segment("18", clear)]).apply_style(ground)
    assert segment.style
    assert segment.style.bgcolor == RichColor.default()
    assert isinstance(clear, ClearStyle)


def test_unreadable_sequence_is_skipped() -> None:
    messages = KeyParser(False).feed("a\x1b[1:u\x1b[Bb")
    keys = [message.key for message in messages if isinstance(message, Key)]
    assert keys[0] == "a"
    assert keys[-2:] == ["down", "b"]


class _TwoLabels(App[None]):
    def compose(self) -> ComposeResult:
        yield Label("one")
        yield Label("two")


async def test_textual_paints_are_split_into_pieces() -> None:
    two = _TwoLabels()
    async with two.run_test(size=(10, 3)):
        compositor = two.screen._compositor
        whole = pieces_of(compositor.render_update(full=True))
        assert whole
        assert [(x, y, strip.text) for x, y, strip in whole] == [
            (0, 0, "one       "),
            (0, 1, "two       "),
            (0, 2, " " * 10),
        ]
        label = two.query(Label).last()
        label._repaint_regions.add(label.size.region)
        compositor.update_widgets({label})
        changed = compositor.render_update()
        assert isinstance(changed, ChopsUpdate)
        pieces = pieces_of(changed)
        assert pieces
        assert [(x, y, strip.text) for x, y, strip in pieces] == [(0, 1, "two")]


async def test_driver_finds_its_internals() -> None:
    driver = LinuxDriver(_TwoLabels())
    needed = ("_app", "_debug", "_file", "_must_signal_resume", "_writer_thread")
    assert [name for name in needed if not hasattr(driver, name)] == []


async def test_closed_widgets_leave_no_cached_lines() -> None:
    """Else each page closed takes a megabyte, up to a thousand widgets."""
    two = _TwoLabels()
    async with two.run_test(size=(10, 3)):
        kept = StylesCache.get_inner_outer
        assert kept.cache_info().currsize
        forget_closed_widgets()
        assert not kept.cache_info().currsize


async def test_closed_screens_leave_no_cached_lines() -> None:
    async with running_at(is_bare=True) as (app, pilot):
        for _ in range(10):
            app.push_screen(MessageBox("The dice are fair."))
            await pilot.pause()
            app.screen.dismiss(None)
            await pilot.pause()
        gc.collect()
        left = [thing for thing in gc.get_objects() if isinstance(thing, StylesCache)]
    assert len(left) < 15  # One screen has four, and the last may be closing still.


async def test_textual_internals_used_by_tests_exist() -> None:
    app = app_at(is_bare=True)
    async with running(app):
        used: tuple[tuple[object, str], ...] = (
            (app, "_background_screens _check_resize _exception _resize_timer _running"),
            (app, "_update_mouse_over"),
            (app.animator, "_animations"),
            (app.screen, "_callbacks _compositor _compositor_refresh _dirty_widgets"),
            (app.screen, "_layout_required _on_timer_update"),
            (app.screen, "_recompose_required _repaint_required _scroll_required"),
            (app.stylesheet, "_parse_rules _variables"),
            (asyncio.get_running_loop(), "_ready"),
        )
        gone = [name for owner, names in used for name in names.split() if not hasattr(owner, name)]
    assert gone == [], __doc__

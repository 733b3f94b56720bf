from __future__ import annotations

import asyncio
import gc
from typing import Any

import pyte
import pytest
from rich.color import Color as RichColor
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual import app
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual._styles_cache import StylesCache
from textual.app import App, ComposeResult
from textual.color import Color
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key
from textual.geometry import Region
from textual.renderables.background_screen import BackgroundScreen
from textual.strip import Strip
from textual.widgets import Label

from backgammon_tui.tui.board.canvas import CLEAR, style
from backgammon_tui.tui.board.parts import Part
from backgammon_tui.tui.dialogs.dialog import MessageBox
from backgammon_tui.tui.terminal_output import ShownCells
from backgammon_tui.tui.textual_internals import (
    SYNC_END,
    SYNC_START,
    ClearStyle,
    KeyParser,
    pieces_of,
)
from tests.modes.examples import W, table_from
from tests.tui.screen import app_at, running, running_at
from tests.tui.terminal import Terminal

ONE_OF_MANY = "W 24:3 22:2 20:2 17:2 14:2 12:2 10:2 / B 23:5 21:5 18:5; W to move"
"""A position with a long list of plays for a 2-2."""

_REPAINT = b"\x0c"
_COLORS = {"COLORTERM": "truecolor"}


class CountedTerminal(Terminal):
    """A terminal that counts its input and shows colours."""

    def __init__(self, *arguments: str, size: tuple[int, int] = (80, 24)) -> None:
        super().__init__(["-m", "backgammon_tui", *arguments], size, _COLORS)
        self._counted = 0
        self._colored = pyte.Screen(*size)
        self._colored_stream = pyte.ByteStream(self._colored)

    def sent(self) -> int:
        """Wait until the output stops; return the number of bytes since the last call."""
        self.wait_until_quiet(0.25)
        new = bytes(self.output[self._counted :])
        self._counted = len(self.output)
        self._colored_stream.feed(new)
        return len(new)

    def resize(self, columns: int, rows: int) -> None:
        super().resize(columns, rows)
        self._colored.resize(rows, columns)

    @property
    def cells(self) -> list[object]:
        """Return all visible cells with their colours."""
        rows, columns = range(self._colored.lines), range(self._colored.columns)
        return [self._colored.buffer[y][x] for y in rows for x in columns]


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 36), marks=pytest.mark.long)])
def test_highlight_sends_a_tenth_of_the_board(size: tuple[int, int]) -> None:
    program = ("russian", "--dice", "typed", "--from", ONE_OF_MANY)
    with CountedTerminal(*program, size=size) as terminal:
        terminal.wait_for_text("Type the numbers")
        first = terminal.sent()
        terminal.write(_REPAINT)
        frame = terminal.sent()
        assert frame > 20_000
        assert first < 1.3 * frame
        # The first key removes the explanation of the marks.
        terminal.press("22", "enter", "down", seen="1/")
        terminal.sent()
        for _ in range(3):
            terminal.press("down")
            assert 100 < terminal.sent() < frame / 10


def test_many_changes_equal_one_paint() -> None:
    program = ("backgammon", "--dice", "typed", "--white", "Анна 安娜", "--black", "Zoë 👩")
    with CountedTerminal(*program) as terminal:
        terminal.wait_for_text("enter accept the roll")
        steps = (
            ("64", "› 64"),
            (["enter", "down", "down"], "2/14"),
            (["enter"], "Zoë 👩 to roll"),
            (["escape"], "Resign"),
            (["escape"], "u undo"),
        )
        for keys, seen in steps:
            terminal.press(*keys, seen=seen)
            check_painted(terminal)
        terminal.resize(100, 30)
        terminal.wait_for(lambda: "esc menu" in terminal.lines[-1], "the keys on the last line")
        check_painted(terminal)


def check_painted(terminal: CountedTerminal) -> None:
    terminal.sent()
    seen = terminal.cells
    terminal.write(_REPAINT)
    terminal.sent()
    assert terminal.cells == seen


_RED, _BLUE = Style(color="red"), Style(color="blue")


def sent(shown: ShownCells, *lines: str | list[Segment]) -> str:
    """Return the output for a screen of these lines, without colours."""
    strips = [Strip([Segment(line)] if isinstance(line, str) else line) for line in lines]
    update = LayoutUpdate([[strip] for strip in strips], Region(0, 0, 20, len(lines)))
    changes = shown.changes(update)
    assert isinstance(changes, CompositorUpdate)
    return changes.render_segments(Console(color_system=None))


def test_only_changed_cells_are_sent() -> None:
    shown = ShownCells()
    assert sent(shown, "24/20 24/22", "13/9  24/22") == "\x1b[1;1H24/20 24/22\x1b[2;1H13/9  24/22"
    assert sent(shown, "24/20 24/22", "13/9  24/22") == ""
    assert sent(shown, "24/20 24/21", "15/9  24/22") == "\x1b[1;11H1\x1b[2;2H5"
    shown.forget()
    assert "24/20" in sent(shown, "24/20"), "another program has used the terminal"
    # Nearby changes are sent together.
    sent(shown, "0123456789")
    assert sent(shown, "x12x456789") == "\x1b[1;1Hx12x"
    assert sent(shown, "y12x556789") == "\x1b[1;1Hy\x1b[1;5H5"
    sent(shown, [Segment("ab", _RED), Segment("cd", _RED)])
    assert sent(shown, [Segment("abcd", _RED)]) == ""
    assert sent(shown, [Segment("abc", _RED), Segment("d", _BLUE)]) == "\x1b[1;4H\x1b[34md\x1b[0m"
    # Terminals differ in the width of such names, so they are sent completely.
    for name in ("安娜", "👩‍🎓", "e\N{COMBINING ACUTE ACCENT}"):
        for _ in range(2):
            assert f"{name} 24/20" in sent(shown, f"{name} 24/20")


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


async def test_change_renders_only_the_widgets_that_overlap_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running_at(table_from("backgammon", "W 13:15 / B 24:15", W)) as pilot:
        await pilot.pause()
        rendered: list[str | None] = []
        render = Part.render_lines

        def render_lines(part: Part[Any], crop: Region) -> list[Strip]:
            rendered.append(part.id)
            return render(part, crop)

        monkeypatch.setattr(Part, "render_lines", render_lines)
        pilot.screen.query_one("#point-13").refresh()
        await pilot.pause()
    assert rendered == ["point-13"]


async def test_closed_screens_leave_no_cached_lines() -> None:
    def caches() -> int:
        gc.collect()
        return sum(isinstance(thing, StylesCache) for thing in gc.get_objects())

    async with running_at(is_bare=True) as pilot:
        before = caches()
        for _ in range(10):
            await pilot.push(MessageBox("The dice are fair."))
            pilot.screen.dismiss(None)
            await pilot.pause()
        # A screen has four, and the last one may still be closing.
        assert caches() - before < 10


async def test_textual_internals_exist() -> None:
    app = app_at(is_bare=True)
    async with running(app):
        used: tuple[tuple[object, str], ...] = (
            (app, "_background_screens _exception _running"),
            (app, "_update_mouse_over"),
            (app.screen._compositor, "_cuts _dirty_regions _visible_widgets"),
            (app.animator, "_animations"),
            (app.screen, "_callbacks _compositor _compositor_refresh _dirty_widgets"),
            (app.screen, "_layout_required _on_timer_update"),
            (app.screen, "_recompose_required _repaint_required _scroll_required"),
            (app.stylesheet, "_parse_rules _variables"),
            (asyncio.get_running_loop(), "_ready"),
            (LinuxDriver(app), "_app _debug _file _must_signal_resume _writer_thread"),
        )
        gone = [name for owner, names in used for name in names.split() if not hasattr(owner, name)]
    assert gone == [], __doc__

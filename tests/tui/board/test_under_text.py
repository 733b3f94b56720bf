"""What Textual and Rich do that the pictures under the text rest upon.

If one of these fails after an update, `backgammon_tui/tui/board/under_text.py` is what to change:
its strings are those that Textual writes around a paint, and its style must come out of a tint
without a ground, or boards vanish behind dialogs.
"""

from __future__ import annotations

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual import app
from textual.color import Color
from textual.renderables.background_screen import BackgroundScreen
from textual.strip import Strip

from backgammon_tui.tui.board.canvas import CLEAR
from backgammon_tui.tui.board.palette import style
from backgammon_tui.tui.board.under_text import SYNC_END, SYNC_START, ClearStyle


def test_a_paint_begins_and_ends_as_ever() -> None:
    assert (app.SYNC_START, app.SYNC_END) == (SYNC_START, SYNC_END)  # type: ignore[attr-defined]


def test_a_dialog_dims_the_ink_and_lets_the_pictures_through() -> None:
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


def test_the_ground_of_a_widget_is_not_put_under_it() -> None:
    clear = style(0xFFFFFF, CLEAR)
    ground = Style(bgcolor=RichColor.from_rgb(1, 2, 3))
    for mixed in (ground + clear, clear + ground):
        assert mixed.bgcolor == RichColor.default()
    (segment,) = Strip([Segment("18", clear)]).apply_style(ground)
    assert segment.style
    assert segment.style.bgcolor == RichColor.default()
    assert isinstance(clear, ClearStyle)

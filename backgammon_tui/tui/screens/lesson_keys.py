"""The keys of a lesson."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from backgammon_tui.tui.panel.lesson_frame import KEYS
from backgammon_tui.tui.screens.dialog import Dialog


class LessonKeys(Dialog[None]):
    """All keys on one page that scrolls."""

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        with Vertical(classes="dialog page short"):
            yield Static("Keys in a lesson", classes="dialog-title")
            with VerticalScroll():
                for key, text in KEYS:
                    yield Static(Content.assemble((f"{key:<12}", "$accent"), Content(text)))
            yield Static("esc closes", classes="dialog-hint")

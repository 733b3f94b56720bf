"""The application as its screens know it, and the basis of these screens."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from textual import events, getters
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.screen import Screen

from backgammon_tui.modes.effects import AnyWindow
from backgammon_tui.modes.text import Glyphs
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.tui.board import BoardLook
from backgammon_tui.tui.terminal_look import glyphs_for

if TYPE_CHECKING:
    from backgammon_tui.modes.mode import Mode
    from backgammon_tui.storage.journal.match_lock import MatchLock
    from backgammon_tui.storage.table import Table
    from backgammon_tui.tui.background import Reviews
    from backgammon_tui.tui.board.pixel_output import PixelOutput
    from backgammon_tui.tui.shown_cells import ShownCells

ScreenAnswer = TypeVar("ScreenAnswer")


class GameApp(App[None]):
    """The application without its beginning and its end."""

    storage: Storage
    look: BoardLook
    """The characters and colours that the terminal has."""
    drafts: dict[str, Mode]
    """Sandboxes and lessons as they were left."""
    underlay: PixelOutput
    """The pictures under the text."""
    shown: ShownCells

    @cached_property
    def reviews(self) -> Reviews:
        """The reviews of games, which go on in the background."""
        from backgammon_tui.tui.background import Reviews

        return Reviews(self)

    @property
    def glyphs(self) -> Glyphs:
        """The characters to write with on the ground of the present theme."""
        return glyphs_for(self.look, is_dark=self.current_theme.dark)

    def leave_board(self) -> None:
        """Go on from the board that the program began with, which is left."""
        raise NotImplementedError

    def play_match(self, table: Table, lock: MatchLock | None, then: Callable[[], None]) -> None:
        """Play at a table; `then` is called when it has been left."""
        raise NotImplementedError

    def open_window(self, window: AnyWindow, then: Callable[[Any], None] | None = None) -> None:
        """Open the screen of a window; `then` takes its answer, or None without one."""
        raise NotImplementedError


class TopmostScreen(Screen[ScreenAnswer], Generic[ScreenAnswer]):
    """A screen that acts only while it is on top.

    A terminal can deliver several keys and clicks in one read. Textual hands all of them to the
    screen that is on top at that moment, though the first of them may close it or cover it.
    """

    app = getters.app(GameApp)

    def dismiss(self, result: ScreenAnswer | None = None) -> AwaitComplete:
        """Close the screen with an answer, unless it is closed already or covered.

        Textual would close whatever screen is on top.
        """
        return super().dismiss(result) if self.is_active else AwaitComplete()

    async def on_event(self, event: events.Event) -> None:
        """Drop keys, clicks and pasted text that came too late for this screen."""
        if isinstance(event, (events.InputEvent, events.Paste)) and not self.is_active:
            event.stop()
            return
        await super().on_event(event)

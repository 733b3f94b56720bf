"""What all screens with a board have in common: a line above, the board, a panel, the keys."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, TypeVar, cast

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen

from backgammon_tui.tui.board import BOARD_STYLES, Board, Look
from backgammon_tui.tui.board.geometry import MIN_HEIGHT, MIN_WIDTH
from backgammon_tui.tui.panel.glyphs import Glyphs
from backgammon_tui.tui.panel.lines import Lines
from backgammon_tui.tui.panel.text import TextStyle, fit, line
from backgammon_tui.tui.terminal_look import glyphs_for

if TYPE_CHECKING:
    from backgammon_tui.storage.table import Table

PANEL_WIDTHS = ((150, 40), (110, 32), (95, 28), (0, 23))
"""From which width of the screen the panel is how wide."""

LEAST_WIDTH = MIN_WIDTH + PANEL_WIDTHS[-1][1]
LEAST_HEIGHT = MIN_HEIGHT + 2
"""The smallest screen on which all of a game can be seen."""

Answer = TypeVar("Answer")


class Dressed(Protocol):
    """An application that knows what its terminal can draw."""

    look: Look


class BoardScreen(Screen[Answer], Generic[Answer]):
    """A board that fills what the panel leaves; whoever inherits says what they show."""

    AUTO_FOCUS = ""
    PANEL_WIDTHS: ClassVar = PANEL_WIDTHS
    """From which width of the screen the panel is how wide; the last one is the least."""
    CSS_PATH: ClassVar[list[str | PurePath]] = [BOARD_STYLES, "board_screen.tcss"]
    COMPONENT_CLASSES: ClassVar[set[str]] = {ink.component for ink in TextStyle}

    @property
    def look(self) -> Look:
        """The characters to draw with, which the application knows."""
        return cast("Dressed", self.app).look

    def compose(self) -> ComposeResult:
        """Lay out header, board, panel and footer."""
        self.header, self.panel, self.footer = (
            Lines(id=name) for name in ("header", "panel", "footer")
        )
        for lines in (self.header, self.panel, self.footer):
            lines.is_ascii = self.look.ascii
        room = (self.app.size.width - self.panel_width, self.app.size.height - 2)
        self.board = Board(look=self.look, room=room, id="board")
        self._table = Horizontal(self.board, self.panel, id="table")
        self.refresh_views()
        yield self.header
        yield self._table
        yield self.footer

    def on_resize(self, event: events.Resize) -> None:
        """Fill the room that the parts have now."""
        self.refresh_views()

    @property
    def glyphs(self) -> Glyphs:
        """The characters to write with."""
        return glyphs_for(self.look, is_dark=self.app.current_theme.dark)

    @property
    def has_narrow_panel(self) -> bool:
        """Whether the board takes all the room that it can have."""
        return False

    @property
    def panel_width(self) -> int:
        """The cells that the panel has, one of them between it and the board."""
        widths = self.PANEL_WIDTHS[-1:] if self.has_narrow_panel else self.PANEL_WIDTHS
        return next((cells for least, cells in widths if self.app.size.width >= least), 0)

    @property
    def panel_room(self) -> tuple[int, int]:
        """The cells and rows that can be written on, which Textual knows only later."""
        return self.panel_width - 1, self.app.size.height - 2

    @property
    def is_too_small(self) -> bool:
        """Whether there is no room for a board."""
        return self.app.size.width < LEAST_WIDTH or self.app.size.height < LEAST_HEIGHT

    def refresh_views(self) -> None:
        """Show everything in the room that there is; where there is none, say so."""
        self.panel.styles.width = self.panel_width
        fits = not self.is_too_small
        if self._table.display != fits:
            self._table.display = self.footer.display = fits
        if fits:
            self.show_views()
        else:
            need = f"{LEAST_WIDTH} by {LEAST_HEIGHT} cells are needed; the game waits for them."
            self.header.show((line(fit(need, self.app.size.width)),))

    def show_views(self) -> None:
        """Hand header, board, panel and footer what they show."""
        raise NotImplementedError

    # ---- what is shared

    def share(self, table: Table) -> None:
        """Offer what can be copied and written of a table; a picture is one of this screen."""
        from backgammon_tui.tui.screens.share import ShareScreen

        def take(wants_picture: bool | None) -> None:
            if wants_picture:
                self.call_after_refresh(self.keep_picture, table)

        self.app.push_screen(ShareScreen(table), take)

    def keep_picture(self, table: Table) -> None:
        """Write this screen as a picture to be shared, and say where it is."""
        from backgammon_tui.storage.sharing import game_name
        from backgammon_tui.tui.screens.hand_over import hand_over

        picture = self.app.export_screenshot(title=table.record.rules.title)
        self.tell(hand_over(self.app, game_name(table), picture, ".svg"))

    def tell(self, said: str) -> None:
        """Show a sentence about what has just been done."""
        raise NotImplementedError

"""A board and the widgets around it, laid out for the terminal's size."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

from textual.widget import Widget

from backgammon_tui.engine import Game
from backgammon_tui.match.computer import white_chance
from backgammon_tui.modes.effects import Effects, SimpleEffect
from backgammon_tui.modes.header import chance_bar, with_chance
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.mode import PANEL_MARGIN, PANEL_WIDTHS, Frame, Mode, ModeView, footer
from backgammon_tui.modes.text import (
    BLANK,
    Glyphs,
    Panel,
    Span,
    TextLine,
    TextStyle,
    bold,
    line,
    measure,
    spread,
    wrap,
)
from backgammon_tui.tui.app import TopmostScreen
from backgammon_tui.tui.board import Board
from backgammon_tui.tui.board.geometry import MIN_HEIGHT, MIN_WIDTH, lay_out
from backgammon_tui.tui.lines import Lines
from backgammon_tui.words.columns import fit

MIN_WIDTH_WITH_PANEL = MIN_WIDTH + PANEL_WIDTHS[-1][1]
MIN_HEIGHT_WITH_PANEL = 21
"""Minimum size of a screen with a panel; a game can be played without one on a smaller one."""

_AIRY = 30
"""Minimum screen height for an empty row above and below the panel."""

_NO_PANEL = 22
"""The width for which a hidden panel is written."""

_TO_BOARD = (Span(" tab", TextStyle.KEY, Key.TAB), Span(" board  ", TextStyle.DIM, Key.TAB))
_TO_TEXT = (Span(" tab", TextStyle.KEY, Key.TAB), Span(" text ", TextStyle.DIM, Key.TAB))
"""The key that switches between text and board if only one of them fits."""


_ANY_KEY = line(" any key shows the roll", TextStyle.DIM)
"""The hint below tumbling dice; the key that stops them does nothing else."""

_HELP_AND_OUT = (Span(" ?", TextStyle.KEY, "?"), Span(" esc", TextStyle.KEY, Key.ESCAPE))
"""The keys at the foot of a board without a panel, if the message leaves room."""


class BoardArea:
    """The header, the board, the panel beside it and the keys of one screen."""

    def __init__(
        self, screen: TopmostScreen[Any], mode: Mode, show_again: Callable[[], None]
    ) -> None:
        self._screen = screen
        self._mode = mode
        self._show_again = show_again
        self._top: int | None = None
        """The scroll offset of the panel; None if it has not been scrolled."""
        self._reads = True
        """True if the text is shown instead of the board when only one of them fits."""
        self.shown_panel = Panel(())
        self.header, self.footer = Lines(id="header"), Lines(id="footer")
        self._panel = Lines(id="panel", margin=PANEL_MARGIN)
        self.bar = Lines(id="bar")
        self.bar.display = False
        width, height = screen.app.size
        room = (width - self._panel_width, height - 2)
        self.board = Board(screen.app.look, room=room, id="board")
        self._win_chance = WinChance(screen, show_again)

    def widgets(self) -> Iterator[Widget]:
        yield from (self.header, self.board, self.bar, self._panel, self.footer)

    # ---- layout

    @property
    def has_panel(self) -> bool:
        width, height = self._screen.app.size
        return width >= MIN_WIDTH_WITH_PANEL and height >= MIN_HEIGHT_WITH_PANEL

    @property
    def is_too_small(self) -> bool:
        width, height = self._screen.app.size
        return lay_out(width, height - 2) is None

    @property
    def _shows_text(self) -> bool:
        return self._reads and self._mode.has_text and not self.has_panel

    @property
    def _panel_width(self) -> int:
        mode, width = self._mode, self._screen.app.size.width
        if not self.has_panel:
            return width if self._shows_text else 0
        widths = mode.panel_widths[-1:] if mode.options.presentation else mode.panel_widths
        return next((cells for minimum, cells in widths if width >= minimum), 0)

    # ---- scrolling and switching

    def change(self, mode: Mode, effects: Effects) -> None:
        """Apply another state; a new text starts at its top."""
        self._mode = mode
        if SimpleEffect.NEW_LIST in effects or SimpleEffect.NEW_TEXT in effects:
            self._top = None
        if SimpleEffect.NEW_TEXT in effects:
            self._reads = True

    def flip(self) -> None:
        self._reads = not self._reads

    def scroll(self, by: int) -> None:
        self._top = max(self.shown_panel.top + by, 0)

    # ---- drawing

    @property
    def _glyphs(self) -> Glyphs:
        return self._screen.app.glyphs

    def show(self, message: str, *, tumble: bool = False) -> None:
        """Show everything that fits, or say that the window is too small.

        A message replaces the keys in the footer.
        """
        mode = self._mode
        width, height = self._screen.app.size
        self._panel.styles.width = self._panel_width - self.bar.display
        fits = not self.is_too_small
        self._panel.display = fits and (self.has_panel or self._shows_text)
        self.board.display = fits and not self._shows_text
        self.footer.display = fits
        if not fits:
            self.bar.display = False
            self._show_too_small(width, height)
            return
        self.header.styles.height = 1
        # Textual only knows later how much room the panel has.
        room = (self._panel_width - 2 * PANEL_MARGIN) if self._panel_width else _NO_PANEL
        is_airy = height >= _AIRY
        self._screen.set_class(is_airy, "-airy", update=self._screen.is_mounted)
        rows = height - (4 if is_airy else 2)
        view = mode.view(Frame(width, (room - self.bar.display, rows), self._glyphs, self._top))
        if view.board:
            self.board.is_animated = mode.options.motion
            self.board.show_turn(view.dice, view.stages, tumble=tumble)
            if self.board.is_tumbling:
                # Board, panel and keys show the roll once the dice have come to rest.
                self.footer.show((_ANY_KEY,))
                return
            self.board.show(view.board)
        self._show_chance(view, height - 2)
        if not self.has_panel and not self._shows_text:
            self._show_brief(view, width)
            return
        self._show_footer(message or view.message, width)
        self.shown_panel = view.panel
        if not view.panel.is_text or self._top is not None:
            self._top = view.panel.top
        lines = view.panel.lines
        self._panel.show(bold(lines) if mode.options.presentation else lines)

    def _show_footer(self, message: str, width: int) -> None:
        if message:
            # Keep the end of a long path visible.
            shown = f" {message}" if len(message) < width else f" …{message[2 - width :]}"
            self.footer.show((line(fit(shown, width), TextStyle.DIM),))
            return
        before = _TO_BOARD if self._shows_text else (Span(" "),)
        keys = footer(self._mode.commands, self._mode, width + 1 - measure(before))
        keys = TextLine((*before, *keys.spans[1:]))
        self.footer.show((keys,))

    def _show_chance(self, view: ModeView, height: int) -> None:
        """Show the header, and the win chance in it and beside the board, if there is one."""
        chance = self._win_chance.in_game(view.judged)
        self.header.show((with_chance(view.header, chance, self._glyphs),))
        has_bar = chance is not None and self.has_panel
        if chance is not None:
            self.bar.show(chance_bar(chance, height, self._glyphs))
        if self.bar.display != has_bar:
            # The panel gives up one of its cells for it.
            self.bar.display = has_bar
            self._screen.call_later(self._show_again)

    def _show_brief(self, view: ModeView, width: int) -> None:
        """Show the panel's content above and below the board when the panel does not fit."""
        back = _TO_TEXT if self._mode.has_text else ()
        room = width - measure(back)
        *above, foot = self._mode.brief(room, self._glyphs)
        beside = room - measure(_HELP_AND_OUT) - 1
        *shorter, cut = self._mode.brief(beside, self._glyphs)
        keys: tuple[Span, ...] = ()
        if len(shorter) == len(above) and measure(cut.spans) <= beside:
            above, foot, keys = shorter, cut, _HELP_AND_OUT
        foot = TextLine((*back, *spread(foot.spans, keys, room + (not keys))), foot.click)
        fitting = (row._replace(spans=spread(row.spans, (), width + 1)) for row in above)
        self.header.show(tuple(fitting) or (view.header,))
        self.footer.show((foot,))
        self.shown_panel = Panel(())

    def _show_too_small(self, width: int, height: int) -> None:
        minimum = f"{MIN_WIDTH}×{MIN_HEIGHT + 2}"
        need = f"The window is too small: {minimum} needed. Your game is safe."
        message = wrap(f"{need} {self._screen.app.room_advice}", max(width - 2, 1))
        centered = (line(row.text.center(width)) for row in message)
        self.header.styles.height = height
        self.header.show((*[BLANK] * max((height - len(message)) // 2, 0), *centered))


class WinChance:
    """The win chance of one game after another, each computed in a thread."""

    def __init__(self, screen: TopmostScreen[Any], show: Callable[[], None]) -> None:
        self._screen = screen
        self._show = show
        self._asked: Game | None = None
        self._is_busy = False
        self._known: float | None = None

    def in_game(self, game: Game | None) -> float | None:
        """Return White's win chance, 0 to 1, or the previous one until it is computed.

        None if it is hidden, not yet computed, or not estimated for this game.
        """
        if game is None:
            self._asked = self._known = None
        elif game != self._asked and not self._is_busy:
            self._asked, self._is_busy = game, True
            self._screen.run_worker(self._find(game), group="win chance")
        return self._known

    async def _find(self, game: Game) -> None:
        try:
            chance = await asyncio.to_thread(white_chance, game)
        finally:
            self._is_busy = False
        if self._asked == game:
            self._known = chance
        self._show()

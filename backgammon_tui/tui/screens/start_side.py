"""The part beside the list of the first screen: a board and the highlighted match."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual import events, getters, work
from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from backgammon_tui.engine import Game, Position, Rules, Side, Situation
from backgammon_tui.modes.board_view import BoardView
from backgammon_tui.modes.game_view import board_view
from backgammon_tui.tui import screens
from backgammon_tui.tui.board.still_board import StillBoard
from backgammon_tui.tui.game_app import GameApp
from backgammon_tui.tui.screens.match_form import MatchForm

if TYPE_CHECKING:
    from backgammon_tui.tui.screens.open_match import OpenMatch


class StartSide(Vertical):
    """The start of a game or the state of a match, with a board if it fits, and its fields."""

    app = getters.app(GameApp)

    def __init__(self, form: MatchForm, rules: Rules) -> None:
        super().__init__(id="side")
        self._form = form
        self._shown: Rules | Game | OpenMatch = rules
        self._is_drawn = False
        """True after the first frame, which does not wait for a board."""

    def compose(self) -> ComposeResult:
        yield Container(id="start-board")  # The fields stay where they are when a board comes.
        yield self._form
        with VerticalScroll(id="left", can_focus=False):
            yield Static("", id="left-match")

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self._show_board)  # The first frame does not wait for it.

    def show(self, shown: Rules | Game | OpenMatch) -> None:
        """Show a picture of a game, its start, or the state of a match that was left."""
        self._shown = shown
        if not isinstance(shown, (Rules, Game)):
            self.query_one("#left-match", Static).update(Content(shown.told))
        if self._is_drawn:
            self._show_board()

    def _show_board(self) -> None:
        self._is_drawn = True
        if not self.screen.has_class("-board"):
            return
        if isinstance(self._shown, Game):
            self._draw(board_view(self._shown))
        elif isinstance(self._shown, Rules):
            self._draw_picture(self._shown)
        else:
            self._read_position(self._shown)

    def _draw(self, view: BoardView) -> None:
        if boards := self.query(StillBoard):
            boards.first().show(view)
        elif self.is_attached:  # Not if the program is being left meanwhile.
            self.query_one("#start-board").mount(StillBoard(view, self.app.look))

    @work(group="position", exclusive=True)
    async def _draw_picture(self, rules: Rules) -> None:
        """Show the picture of a game from its rulebook as soon as it is read."""
        position = await asyncio.to_thread(_first_picture, rules)
        if self._shown is rules:
            self._draw(board_view(Situation(position, Side.WHITE).game(rules)))

    @work(group="position", exclusive=True)
    async def _read_position(self, match: OpenMatch) -> None:
        """Show how a match stands as soon as it is read."""
        view = await screens.open_match.read_left(self.app.storage, match)
        if view and self._shown is match:
            self._draw(view)


def _first_picture(rules: Rules) -> Position:
    from backgammon_tui.teach.rulebook.pages import first_picture  # No frame waits for the pages.

    return first_picture(rules)

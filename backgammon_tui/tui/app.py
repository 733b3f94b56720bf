"""The application: themes, the first screen and the game screen."""

from __future__ import annotations

import gc
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING

from textual.app import App, SystemCommand
from textual.driver import Driver
from textual.screen import Screen

from backgammon_tui.records.record import DiceKind, MatchRecord
from backgammon_tui.records.table import Table
from backgammon_tui.tui.board import BOARD_STYLES
from backgammon_tui.tui.look import look_for
from backgammon_tui.tui.screens.game import GameScreen
from backgammon_tui.tui.sitting import Options
from backgammon_tui.tui.sitting.choices import MenuItem
from backgammon_tui.tui.themes import CONTRAST, LAMPLIGHT, ColorDepth, themes_for

if TYPE_CHECKING:
    from backgammon_tui.tui.screens.start import StartScreen

_GAME_STYLES = (BOARD_STYLES, PurePath("screens/game.tcss"))
_START_STYLES = (PurePath("screens/start.tcss"),)


@dataclass(frozen=True)
class Wishes:
    """What the command line asks of the screen."""

    match: MatchRecord
    dice: DiceKind
    table: Table | None = None
    """A table to sit down at without the first screen."""

    theme: str = LAMPLIGHT.name
    ascii_only: bool = False


class BackgammonApp(App[None]):
    """Backgammon for two players at one keyboard."""

    TITLE = "backgammon"
    ALLOW_SELECT = False

    def __init__(self, wishes: Wishes, driver_class: type[Driver] | None = None) -> None:
        """Begin as the command line asks.

        Args:
            wishes: The match, the dice and the looks.
            driver_class: How Textual reaches the terminal; None for its own choice.
        """
        # Textual reads the style sheets of a screen when it is pushed, not of the first one.
        first = _GAME_STYLES if wishes.table else _START_STYLES
        super().__init__(driver_class=driver_class, css_path=["app.tcss", *first])
        self._wishes = wishes
        self._game: GameScreen | None = None
        depth = ColorDepth.of(self.console.color_system)
        for theme in themes_for(depth):
            self.register_theme(theme)
        # Without colours the greys of high contrast keep the sides apart best.
        self.theme = CONTRAST.name if self.no_color else wishes.theme
        self.look = look_for(ascii_only=wishes.ascii_only, no_color=self.no_color, depth=depth)

    def on_mount(self) -> None:
        """Tell the style sheets what the terminal can draw."""
        self.set_class(self.look.ascii, "-ascii")

    def on_ready(self) -> None:
        """Let the collector work again, which the first frame did not wait for."""
        gc.enable()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give themes that know nothing of boards the dark theme's colours."""
        return LAMPLIGHT.variables

    @property
    def records(self) -> tuple[MatchRecord, ...]:
        """The matches that were played, the one the players left last."""
        if self._game is None:
            return ()
        return (*self._game.finished, self._game.sitting.table.record)

    def get_default_screen(self) -> Screen[None]:
        """Begin with the first screen, or at a table."""
        if self._wishes.table:
            self._game = GameScreen(self._wishes.table, Options(), self.look)
            return self._game
        from backgammon_tui.tui.screens.start import StartScreen

        return StartScreen(self._wishes.match, self._wishes.dice)

    def on_start_screen_begin(self, event: StartScreen.Begin) -> None:
        """Sit down."""
        self._game = GameScreen(event.table, Options(), self.look)
        self.push_screen(self._game)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Offer every action in the command palette."""
        yield from super().get_system_commands(screen)
        if isinstance(screen, GameScreen):
            yield SystemCommand("Undo", "Undo the last move", screen.action_undo)
            yield SystemCommand("Redo", "Bring an undone move back", screen.action_redo)
            yield SystemCommand("Why?", "Why things stand as they do", screen.action_why)
            yield SystemCommand("Rules", "Keys and rules of this game", screen.action_rules)
            yield SystemCommand("Throw", "Throw the dice", screen.action_throw)
            for item in MenuItem:
                if item is not MenuItem.RULES and item.makes_sense(screen.sitting.table):
                    yield SystemCommand(
                        item.value, "From the menu", partial(screen.take_menu, item)
                    )

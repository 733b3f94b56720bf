"""The game screen: keys and clicks go to the sitting, the widgets show what comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events

from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.position import Side
from backgammon_tui.records.table import Table
from backgammon_tui.tui.board import Board
from backgammon_tui.tui.board.view import Place, PointPlace, TrayKind
from backgammon_tui.tui.keeping import Keeping
from backgammon_tui.tui.panel.compose import footer, header, panel
from backgammon_tui.tui.panel.lines import Lines
from backgammon_tui.tui.panel.text import ChooseRow, Command, Deed
from backgammon_tui.tui.present import TRAYS, board_view, dice_view, strip_view
from backgammon_tui.tui.screens.playing import PlayingScreen
from backgammon_tui.tui.sitting import Key, Sitting

if TYPE_CHECKING:
    from backgammon_tui.records.journal.seat import Seat

_LETTERS = {"u": Command.UNDO, "U": Command.REDO, "w": Command.WHY, "?": Command.RULES}
"""The keys that are neither notation nor answers."""


class GameScreen(PlayingScreen):
    """Two players at one table: what they see, and where keys and clicks go."""

    def __init__(self, table: Table, keeping: Keeping, seat: Seat | None = None) -> None:
        """Sit down at a table.

        Args:
            table: The match as it stands.
            keeping: Where matches and options are kept.
            seat: The right to play a match that was left; None for a new one.
        """
        super().__init__(table, keeping, seat)
        self._top = 0
        """The line of the list that stands first."""
        self._asked = 0
        """Which answer of a question is previewed."""

    @property
    def has_narrow_panel(self) -> bool:
        """The big view leaves only the words."""
        return self.sitting.options.big

    # ---- keys and clicks

    def on_key(self, event: events.Key) -> None:
        """Take every key that is not bound to something else."""
        if self.is_too_small:
            return  # Nothing is decided on a board that nobody sees.
        try:
            key = Key(event.key)
        except ValueError:
            if event.character is None or not event.is_printable:
                return
            event.stop()
            self._do(_LETTERS.get(event.character, event.character))
            return
        event.stop()
        event.prevent_default()
        self._press(key)

    def on_paste(self, event: events.Paste) -> None:
        """Take a pasted text as typed moves."""
        if not self.is_too_small:
            self.become(self.sitting.paste(event.text))

    def _press(self, key: Key) -> None:
        question = self.sitting.question
        if question and key in (Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT):
            step = 1 if key in (Key.DOWN, Key.RIGHT) else -1
            self._asked = (self._asked + step) % len(question.answers)
            self._show()
        elif key is Key.ESCAPE and not self.sitting.is_open:
            self.open_menu()
        elif key is Key.ENTER and self.sitting.game.is_over:
            self._show_result()
        else:
            self.become(self.sitting.press(key))

    def on_lines_clicked(self, event: Lines.Clicked) -> None:
        """Do what was clicked."""
        self._do(event.deed)

    def _do(self, deed: Deed) -> None:
        match deed:
            case Key():
                self._press(deed)
            case ChooseRow():
                is_chosen = self.sitting.row == deed.row
                sitting = self.sitting
                self.become(sitting.press(Key.ENTER) if is_chosen else sitting.choose_row(deed.row))
            case Command.UNDO:
                self.action_undo()
            case Command.REDO:
                self.action_redo()
            case Command.WHY:
                self.action_why()
            case Command.RULES:
                self.action_rules()
            case Command.MENU:
                self.open_menu()
            case str():
                self.become(self.sitting.type(deed))

    def on_lines_scrolled(self, event: Lines.Scrolled) -> None:
        """Move the list without choosing anything."""
        if self.sitting.row is not None:
            self._press(Key.DOWN if event.by > 0 else Key.UP)
            return
        self._top = max(self._top + event.by, 0)
        self._show()

    def on_board_place_clicked(self, event: Board.PlaceClicked) -> None:
        """Pick what was clicked, as the side to play counts."""
        if self.sitting.gate:
            self._press(Key.ENTER)
            return
        place = self._place_of(event.place)
        if place is not None:
            self.become(self.sitting.pick(place))

    def on_dice_clicked(self) -> None:
        """Throw, or acknowledge what must be seen first."""
        self._press(Key.ENTER if self.sitting.gate else Key.SPACE)

    def _place_of(self, place: Place) -> int | None:
        game = self.sitting.game
        side = game.actor
        if side is None:
            return None
        if isinstance(place, PointPlace):
            return place.slot if side is Side.WHITE else game.rules.across(place.slot)
        if place.side is not side and place.kind is not TrayKind.OFF:
            return None
        return TRAYS[place.kind]

    def action_throw(self) -> None:
        """Throw the dice."""
        self._press(Key.SPACE)

    # ---- showing

    def _take(self, sitting: Sitting) -> None:
        """Show another sitting, with the dice tumbling if they were thrown."""
        before, self.sitting = self.sitting, sitting
        if sitting.question != before.question:
            self._asked = 0
        if sitting.lines is not before.lines and sitting.row is None:
            self._top = 0
        thrown = sitting.table.throw_number > before.table.throw_number
        self._show(tumble=thrown and sitting.options.tumbling)
        if sitting.game.is_over and not before.game.is_over:
            self._show_result()

    def show_views(self) -> None:
        """Show the sitting as it is."""
        self._show()

    def _show(self, *, tumble: bool = False) -> None:
        """Hand every widget its view."""
        if self.is_too_small:
            self.refresh_views()
            return
        sitting, glyphs, width = self.sitting, self.glyphs, self.app.size.width
        self.board.show(board_view(sitting, self._asked_moves()))
        self.board.show_stages(strip_view(sitting.game))
        self.board.show_dice(dice_view(sitting.game), tumble=tumble)
        self.header.show(header(sitting, width, glyphs, is_kept=self.is_kept))
        self.footer.show(footer(sitting, width))
        composed = panel(sitting, *self.panel_room, self._top, glyphs, self._asked)
        self._top = composed.top
        self.panel.show(composed.lines)

    def _asked_moves(self) -> tuple[Move, ...] | None:
        """The moves of the answer that is previewed, while a question has some."""
        question = self.sitting.question
        if question is None or not question.answers[self._asked].moves:
            return None
        return question.answers[self._asked].moves

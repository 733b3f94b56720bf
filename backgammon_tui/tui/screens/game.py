"""The game screen: keys and clicks go to the sitting, the widgets show what comes back."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal

from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.position import Side
from backgammon_tui.records.table import Table
from backgammon_tui.tui.board import BOARD_STYLES, Board, Look
from backgammon_tui.tui.board.geometry import MIN_HEIGHT, MIN_WIDTH
from backgammon_tui.tui.board.view import Place, PointPlace, TrayKind
from backgammon_tui.tui.keeping import Keeping
from backgammon_tui.tui.look import glyphs_for
from backgammon_tui.tui.panel.compose import footer, header, panel
from backgammon_tui.tui.panel.lines import Lines
from backgammon_tui.tui.panel.text import ChooseRow, Command, Deed, Ink, fit, line
from backgammon_tui.tui.present import TRAYS, board_view, dice_view, strip_view
from backgammon_tui.tui.screens.playing import PlayingScreen
from backgammon_tui.tui.sitting import Key, Sitting

if TYPE_CHECKING:
    from backgammon_tui.records.journal.seat import Seat

PANEL_WIDTHS = ((150, 40), (110, 32), (95, 28), (0, 23))
"""From which width of the screen the panel is how wide."""

LEAST_WIDTH = MIN_WIDTH + PANEL_WIDTHS[-1][1]
LEAST_HEIGHT = MIN_HEIGHT + 2
"""The smallest screen on which all of a game can be seen."""

_LINES = ("header", "panel", "footer")

_LETTERS = {"u": Command.UNDO, "U": Command.REDO, "w": Command.WHY, "?": Command.RULES}
"""The keys that are neither notation nor answers."""


class GameScreen(PlayingScreen):
    """Two players at one table: what they see, and where keys and clicks go."""

    AUTO_FOCUS = ""
    CSS_PATH: ClassVar[list[str | PurePath]] = [BOARD_STYLES, "game.tcss"]
    COMPONENT_CLASSES: ClassVar[set[str]] = {ink.component for ink in Ink}

    def __init__(
        self, table: Table, keeping: Keeping, look: Look, seat: Seat | None = None
    ) -> None:
        """Sit down at a table.

        Args:
            table: The match as it stands.
            keeping: Where matches and options are kept.
            look: The characters to draw with.
            seat: The right to play a match that was left; None for a new one.
        """
        super().__init__(table, keeping, seat)
        self._look = look
        self._top = 0
        """The line of the list that stands first."""
        self._asked = 0
        """Which answer of a question is previewed."""

    def compose(self) -> ComposeResult:
        """Lay out header, board, panel and footer."""
        self._header, self._panel, self._footer = (Lines(id=i) for i in _LINES)
        for lines in (self._header, self._panel, self._footer):
            lines.is_ascii = self._look.ascii
        room = (self.app.size.width - self._panel_width, self.app.size.height - 2)
        self._board = Board(look=self._look, room=room, id="board")
        self._table = Horizontal(self._board, self._panel, id="table")
        self._fit()
        self._show()
        yield self._header
        yield self._table
        yield self._footer

    def on_resize(self, event: events.Resize) -> None:
        """Fill the room that the parts have now."""
        self.refresh_views()

    @property
    def _panel_width(self) -> int:
        widths = PANEL_WIDTHS[-1:] if self.sitting.options.big else PANEL_WIDTHS
        return next((cells for least, cells in widths if self.app.size.width >= least), 0)

    @property
    def _is_too_small(self) -> bool:
        return self.app.size.width < LEAST_WIDTH or self.app.size.height < LEAST_HEIGHT

    def _fit(self) -> None:
        """Give the panel its width; where there is no room, leave only the line above."""
        self._panel.styles.width = self._panel_width
        shown = not self._is_too_small
        if self._table.display != shown:
            self._table.display = self._footer.display = shown

    # ---- keys and clicks

    def on_key(self, event: events.Key) -> None:
        """Take every key that is not bound to something else."""
        if self._is_too_small:
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
        if not self._is_too_small:
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

    def refresh_views(self) -> None:
        """Show the sitting as it is, in the room that there is."""
        self._fit()
        self._show()

    def _show(self, *, tumble: bool = False) -> None:
        """Hand every widget its view."""
        width = self.app.size.width
        if self._is_too_small:
            need = f"{LEAST_WIDTH} by {LEAST_HEIGHT} cells are needed; the game waits for them."
            self._header.show((line(fit(need, width)),))
            return
        sitting = self.sitting
        glyphs = glyphs_for(self._look, is_dark=self.app.current_theme.dark)
        self._board.show(board_view(sitting, self._asked_moves()))
        self._board.show_stages(strip_view(sitting.game))
        self._board.show_dice(dice_view(sitting.game), tumble=tumble)
        self._header.show(header(sitting, width, glyphs, is_kept=self.is_kept))
        self._footer.show(footer(sitting, width))
        # The room there will be, which Textual knows only after the next layout.
        columns, rows = self._panel_width - 1, self.app.size.height - 2
        composed = panel(sitting, columns, rows, self._top, glyphs, self._asked)
        self._top = composed.top
        self._panel.show(composed.lines)

    def _asked_moves(self) -> tuple[Move, ...] | None:
        """The moves of the answer that is previewed, while a question has some."""
        question = self.sitting.question
        if question is None or not question.answers[self._asked].moves:
            return None
        return question.answers[self._asked].moves

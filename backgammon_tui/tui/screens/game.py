"""The game screen: keys and clicks go to the sitting, the widgets show what comes back.

Dialogs are imported when they are opened, so that the first frame does not wait for them.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen

from backgammon_tui.dice import FairDice, new_seed
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.position import Side
from backgammon_tui.records.record import MatchRecord
from backgammon_tui.records.table import Table
from backgammon_tui.tui.board import BOARD_STYLES, Board, Look
from backgammon_tui.tui.board.geometry import MIN_HEIGHT, MIN_WIDTH
from backgammon_tui.tui.board.view import Place, PointPlace, TrayKind
from backgammon_tui.tui.look import glyphs_for
from backgammon_tui.tui.panel.compose import footer, header, panel
from backgammon_tui.tui.panel.lines import Lines
from backgammon_tui.tui.panel.text import ChooseRow, Command, Deed, Ink, fit, line
from backgammon_tui.tui.present import TRAYS, board_view, dice_view, strip_view
from backgammon_tui.tui.sitting import Key, Notice, Options, Sitting
from backgammon_tui.tui.sitting.choices import MenuItem, NextStep
from backgammon_tui.tui.themes import DAYLIGHT, LAMPLIGHT

PANEL_WIDTHS = ((150, 40), (110, 32), (95, 28), (0, 23))
"""From which width of the screen the panel is how wide."""

LEAST_WIDTH = MIN_WIDTH + PANEL_WIDTHS[-1][1]
LEAST_HEIGHT = MIN_HEIGHT + 2
"""The smallest screen on which all of a game can be seen."""

_LINES = ("header", "panel", "footer")

_LETTERS = {"u": Command.UNDO, "U": Command.REDO, "w": Command.WHY, "?": Command.RULES}
"""The keys that are neither notation nor answers."""


class GameScreen(Screen[None]):
    """Two players at one table."""

    AUTO_FOCUS = ""
    CSS_PATH: ClassVar[list[str | PurePath]] = [BOARD_STYLES, "game.tcss"]
    COMPONENT_CLASSES: ClassVar[set[str]] = {ink.component for ink in Ink}

    def __init__(self, table: Table, options: Options, look: Look) -> None:
        """Sit down at a table.

        Args:
            table: The match as it stands.
            options: How the players like to play.
            look: The characters to draw with.
        """
        super().__init__()
        self.sitting = Sitting.open(table, options)
        self.finished: tuple[MatchRecord, ...] = ()
        """The matches that were played to their end before this one."""
        self._look = look
        self._theme_before = LAMPLIGHT.name
        """The theme to go back to after the big view."""
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
        self._fit()
        self._show()

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
            self._become(self.sitting.paste(event.text))

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
            self._become(self.sitting.press(key))

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
                self._become(
                    sitting.press(Key.ENTER) if is_chosen else sitting.choose_row(deed.row)
                )
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
                self._become(self.sitting.type(deed))

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
            self._become(self.sitting.pick(place))

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

    # ---- commands

    def action_throw(self) -> None:
        """Throw the dice."""
        self._press(Key.SPACE)

    def action_undo(self) -> None:
        """Undo a move."""
        self._become(self.sitting.undo())

    def action_redo(self) -> None:
        """Bring an undone move back."""
        self._become(self.sitting.redo())

    def action_why(self) -> None:
        """Say what is awaited and why."""
        self._become(self.sitting.why())

    def action_rules(self) -> None:
        """Show the keys and the rules of this game."""
        from backgammon_tui.tui.screens.help import Help

        self.app.push_screen(Help(self.sitting.game.rules, self.sitting.speaker))

    def _ask_words(self) -> None:
        from backgammon_tui.tui.screens.words import Words

        def take(table: Table | None) -> None:
            if table:
                self._become(self._with_table(table))

        self.app.push_screen(Words(self.sitting.table), take)

    def _show_log(self) -> None:
        from backgammon_tui.tui.screens.log import GameLog

        self.app.push_screen(GameLog(self.sitting))

    def open_menu(self) -> None:
        """Show what can be done besides playing."""
        from backgammon_tui.tui.screens.menu import Menu

        self.app.push_screen(Menu(self.sitting), self._close_menu)

    def _close_menu(self, answer: tuple[MenuItem | None, Options] | None) -> None:
        if answer is not None:
            item, options = answer
            self._change_options(options)
            self.take_menu(item)

    def take_menu(self, item: MenuItem | None) -> None:
        """Do what was chosen in the menu."""
        sitting = self.sitting
        match item:
            case MenuItem.TAKE_BACK:
                self._become(sitting.ask_take_back())
            case MenuItem.RESIGN:
                self._become(sitting.ask_resign())
            case MenuItem.DRAW:
                self._become(sitting.ask_draw())
            case MenuItem.RESULT:
                self._show_result()
            case MenuItem.RULES:
                self.action_rules()
            case MenuItem.WORDS:
                self._ask_words()
            case MenuItem.LOG:
                self._show_log()
            case MenuItem.LEAVE:
                self.app.exit()
            case MenuItem():
                self._change_options(item.change(sitting.options))
            case None:
                pass

    def _change_options(self, options: Options) -> None:
        if options == self.sitting.options:
            return
        if options.big and not self.sitting.options.big:
            self._theme_before, self.app.theme = self.app.theme, DAYLIGHT.name
        elif self.sitting.options.big and not options.big:
            self.app.theme = self._theme_before
        self.sitting = self.sitting.with_options(options)
        self._fit()
        self._show()

    # ---- the end of a game

    def _show_result(self) -> None:
        from backgammon_tui.tui.screens.result import ResultScreen

        self.app.push_screen(
            ResultScreen(self.sitting.table, self.sitting.speaker), self._take_result
        )

    def _take_result(self, outcome: tuple[Table, NextStep] | None) -> None:
        if outcome is None:
            return
        table, step = outcome
        match step:
            case NextStep.TAKE_BACK:
                self._become(self._with_table(self.sitting.table).ask_take_back())
            case NextStep.NEXT_GAME:
                self._become(self._with_table(table.next_game(self._new_dice(table))))
            case NextStep.REMATCH | NextStep.SWAPPED:
                self.finished = (*self.finished, table.record)
                again = table.record.again(swapped=step is NextStep.SWAPPED)
                self._become(self._with_table(Table.sit_down(again, self._new_dice(table))))
            case NextStep.PICTURE:
                self._become(self._with_table(table))
                self.call_after_refresh(self._keep_picture)
            case NextStep.LOOK:
                self._become(self._with_table(table))

    def _keep_picture(self) -> None:
        from backgammon_tui.records.sharing import keep

        picture = self.app.export_screenshot(title=self.sitting.game.rules.title)
        said = keep(self.sitting.table, picture, ".svg")
        self._become(replace(self.sitting, notice=Notice(said)))

    def _new_dice(self, table: Table) -> FairDice | None:
        return FairDice(new_seed()) if table.dice else None

    def _with_table(self, table: Table) -> Sitting:
        return Sitting.open(table, self.sitting.options)

    # ---- showing

    def _become(self, sitting: Sitting) -> None:
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
        self._header.show(header(sitting, width, glyphs))
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

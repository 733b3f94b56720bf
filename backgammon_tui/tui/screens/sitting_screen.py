"""A state on the board: keys and clicks go to it, the widgets show what comes back."""

from __future__ import annotations

from typing import Generic

from textual import events

from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.position import Side
from backgammon_tui.settings import Setting, Settings
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.tui.board import Board, Dice
from backgammon_tui.tui.board.view import Place, PointPlace, TrayKind
from backgammon_tui.tui.game_view import TRAYS, board_view, dice_view, strip_view
from backgammon_tui.tui.keys import Key
from backgammon_tui.tui.modes.play.state import PlayState
from backgammon_tui.tui.panel.compose import footer, header, panel
from backgammon_tui.tui.panel.lines import Lines
from backgammon_tui.tui.panel.text import ChooseRow, Command, Deed, TextLine
from backgammon_tui.tui.screens.board_screen import Answer, BoardScreen
from backgammon_tui.tui.themes import DAYLIGHT, LAMPLIGHT

_LETTERS = {"u": Command.UNDO, "U": Command.REDO, "w": Command.WHY, "?": Command.RULES}
"""The keys that are neither notation nor answers."""


class SittingScreen(BoardScreen[Answer], Generic[Answer]):
    """A board on which moves are made; whoever inherits says what is around the game."""

    state: PlayState

    def __init__(self, storage: Storage) -> None:
        """Begin with the list at its top.

        Args:
            storage: Where options are kept.
        """
        super().__init__()
        self._storage = storage
        self._theme_before = LAMPLIGHT.name
        """The theme to go back to after the big view."""
        self._top = 0
        """The line of the list that stands first."""
        self._asked = 0
        """Which answer of a question is previewed."""

    @property
    def has_narrow_panel(self) -> bool:
        """The big view leaves only the words."""
        return self.state.options.big

    def update(self, state: PlayState) -> None:
        """Take another state."""
        self._take(state)

    def open_menu(self) -> None:
        """Show what can be done besides playing."""
        raise NotImplementedError

    def show_result(self) -> None:
        """Show how the game ended, and what can be done now."""
        raise NotImplementedError

    def header_lines(self, width: int) -> tuple[TextLine, ...]:
        """The line above the board."""
        return header(self.state, width, self.glyphs)

    def footer_lines(self, width: int) -> tuple[TextLine, ...]:
        """The keys."""
        return footer(self.state, width)

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
            self._do(self.deed_of(event.character))
            return
        event.stop()
        event.prevent_default()
        self._press(key)

    def deed_of(self, character: str) -> Deed:
        """What a character does that is typed."""
        return _LETTERS.get(character, character)

    def on_paste(self, event: events.Paste) -> None:
        """Take a pasted text as typed moves."""
        if not self.is_too_small:
            self.update(self.state.paste(event.text))

    def _press(self, key: Key) -> None:
        question = self.state.question
        if question and key in (Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT):
            step = 1 if key in (Key.DOWN, Key.RIGHT) else -1
            self._asked = (self._asked + step) % len(question.answers)
            self._show()
        elif key is Key.ESCAPE and not self.state.is_open:
            self.open_menu()
        elif key is Key.ENTER and self.state.game.is_over:
            self.show_result()
        else:
            self.update(self.state.press(key))

    def on_lines_clicked(self, event: Lines.Clicked) -> None:
        """Do what was clicked."""
        self._do(event.deed)

    def _do(self, deed: Deed) -> None:
        match deed:
            case Key():
                self._press(deed)
            case ChooseRow():
                is_chosen = self.state.row == deed.row
                state = self.state
                self.update(state.press(Key.ENTER) if is_chosen else state.choose_row(deed.row))
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
            case "g":
                self.action_grid()
            case str():
                self.update(self.state.type(deed))

    def on_lines_scrolled(self, event: Lines.Scrolled) -> None:
        """Move the list without choosing anything."""
        if self.state.row is not None:
            self._press(Key.DOWN if event.by > 0 else Key.UP)
            return
        self._top = max(self._top + event.by, 0)
        self._show()

    def on_board_place_clicked(self, event: Board.PlaceClicked) -> None:
        """Pick what was clicked, as the side to play counts."""
        if self.state.acknowledgement:
            self._press(Key.ENTER)
            return
        place = self._place_of(event.place)
        if place is not None:
            self.update(self.state.pick(place))

    def on_dice_clicked(self, event: Dice.Clicked) -> None:
        """Throw, or acknowledge what must be seen first."""
        self._press(Key.ENTER if self.state.acknowledgement else Key.SPACE)

    def _place_of(self, place: Place) -> int | None:
        game = self.state.game
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

    def action_undo(self) -> None:
        """Undo a move."""
        self.update(self.state.undo())

    def action_redo(self) -> None:
        """Bring an undone move back."""
        self.update(self.state.redo())

    def action_why(self) -> None:
        """Open the rule that what is told rests on; where none is told, say why."""
        if self.state.rule:
            self.open_rulebook(self.state.rule[0])
        else:
            self.update(self.state.why())

    def open_rulebook(self, section: str | None = None) -> None:
        """Open the rulebook, at a section if one is named."""
        from backgammon_tui.tui.screens.rulebook import RulebookScreen

        self.app.push_screen(RulebookScreen(self.state.game.rules, section))

    def action_grid(self) -> None:
        """Show what each of the 36 throws would do, or would have done."""
        from backgammon_tui.tui.screens.grid import open_grid

        open_grid(self.app, self.state.game, self.state.naming)

    def action_rules(self) -> None:
        """Show the keys and the rules of this game."""
        from backgammon_tui.tui.screens.help import Help

        self.app.push_screen(Help(self.state.game.rules, self.state.naming))

    def change_option(self, setting: Setting) -> None:
        """Give one option its next value."""
        self.change_options(setting.change(self.state.options))

    def change_options(self, options: Settings) -> None:
        """Play and look at the board in another way, and keep that."""
        if options == self.state.options:
            return
        if options.big and not self.state.options.big:
            self._theme_before, self.app.theme = self.app.theme, DAYLIGHT.name
        elif self.state.options.big and not options.big:
            self.app.theme = self._theme_before
        self.state = self.state.with_options(options)
        self._storage.remember_options(options)
        self.refresh_views()

    # ---- showing

    def _take(self, state: PlayState) -> None:
        """Show another state, with the dice tumbling if they were thrown."""
        before, self.state = self.state, state
        if state.question != before.question:
            self._asked = 0
        if state.lines is not before.lines and state.row is None:
            self._top = 0
        thrown = state.table.throw_number > before.table.throw_number
        self._show(tumble=thrown and state.options.tumbling)

    def show_views(self) -> None:
        """Show the state as it is."""
        self._show()

    def _show(self, *, tumble: bool = False) -> None:
        """Hand every widget its view."""
        if self.is_too_small:
            self.refresh_views()
            return
        state, glyphs, width = self.state, self.glyphs, self.app.size.width
        self.board.show(board_view(state, self._asked_moves()))
        self.board.show_stages(strip_view(state.game))
        self.board.show_dice(dice_view(state.game), tumble=tumble)
        self.header.show(self.header_lines(width))
        self.footer.show(self.footer_lines(width))
        composed = panel(state, *self.panel_room, self._top, glyphs, self._asked)
        self._top = composed.top
        self.panel.show(composed.lines)

    def _asked_moves(self) -> tuple[Move, ...] | None:
        """The moves of the answer that is previewed, while a question has some."""
        question = self.state.question
        if question is None or not question.answers[self._asked].moves:
            return None
        return question.answers[self._asked].moves

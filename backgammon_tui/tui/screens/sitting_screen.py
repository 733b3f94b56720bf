"""A sitting on the board: keys and clicks go to it, the widgets show what comes back."""

from __future__ import annotations

from typing import Generic

from textual import events

from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.position import Side
from backgammon_tui.tui.board import Board, Dice
from backgammon_tui.tui.board.view import Place, PointPlace, TrayKind
from backgammon_tui.tui.keeping import Keeping
from backgammon_tui.tui.panel.compose import footer, header, panel
from backgammon_tui.tui.panel.lines import Lines
from backgammon_tui.tui.panel.text import ChooseRow, Command, Deed, TextLine
from backgammon_tui.tui.present import TRAYS, board_view, dice_view, strip_view
from backgammon_tui.tui.screens.board_screen import Answer, BoardScreen
from backgammon_tui.tui.sitting import Key, Options, Sitting
from backgammon_tui.tui.themes import DAYLIGHT, LAMPLIGHT

_LETTERS = {"u": Command.UNDO, "U": Command.REDO, "w": Command.WHY, "?": Command.RULES}
"""The keys that are neither notation nor answers."""


class SittingScreen(BoardScreen[Answer], Generic[Answer]):
    """A board on which moves are made; whoever inherits says what is around the game."""

    sitting: Sitting

    def __init__(self, keeping: Keeping) -> None:
        """Begin with the list at its top.

        Args:
            keeping: Where options are kept.
        """
        super().__init__()
        self._keeping = keeping
        self._theme_before = LAMPLIGHT.name
        """The theme to go back to after the big view."""
        self._top = 0
        """The line of the list that stands first."""
        self._asked = 0
        """Which answer of a question is previewed."""

    @property
    def has_narrow_panel(self) -> bool:
        """The big view leaves only the words."""
        return self.sitting.options.big

    def become(self, sitting: Sitting) -> None:
        """Take another sitting."""
        self._take(sitting)

    def open_menu(self) -> None:
        """Show what can be done besides playing."""
        raise NotImplementedError

    def show_result(self) -> None:
        """Show how the game ended, and what can be done now."""
        raise NotImplementedError

    def header_lines(self, width: int) -> tuple[TextLine, ...]:
        """The line above the board."""
        return header(self.sitting, width, self.glyphs)

    def footer_lines(self, width: int) -> tuple[TextLine, ...]:
        """The keys."""
        return footer(self.sitting, width)

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
            self.show_result()
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
            case "g":
                self.action_grid()
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

    def on_dice_clicked(self, event: Dice.Clicked) -> None:
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

    def action_undo(self) -> None:
        """Undo a move."""
        self.become(self.sitting.undo())

    def action_redo(self) -> None:
        """Bring an undone move back."""
        self.become(self.sitting.redo())

    def action_why(self) -> None:
        """Open the rule that what is told rests on; where none is told, say why."""
        if self.sitting.rule:
            self.open_rulebook(self.sitting.rule[0])
        else:
            self.become(self.sitting.why())

    def open_rulebook(self, section: str | None = None) -> None:
        """Open the rulebook, at a section if one is named."""
        from backgammon_tui.tui.screens.rulebook import RulebookScreen

        self.app.push_screen(RulebookScreen(self.sitting.game.rules, section))

    def action_grid(self) -> None:
        """Show what each of the 36 throws would do, or would have done."""
        from backgammon_tui.tui.screens.grid import open_grid

        open_grid(self.app, self.sitting.game, self.sitting.speaker)

    def action_rules(self) -> None:
        """Show the keys and the rules of this game."""
        from backgammon_tui.tui.screens.help import Help

        self.app.push_screen(Help(self.sitting.game.rules, self.sitting.speaker))

    def change_options(self, options: Options) -> None:
        """Play and look at the board in another way, and keep that."""
        if options == self.sitting.options:
            return
        if options.big and not self.sitting.options.big:
            self._theme_before, self.app.theme = self.app.theme, DAYLIGHT.name
        elif self.sitting.options.big and not options.big:
            self.app.theme = self._theme_before
        self.sitting = self.sitting.with_options(options)
        self._keeping.remember_options(options)
        self.refresh_views()

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
        self.header.show(self.header_lines(width))
        self.footer.show(self.footer_lines(width))
        composed = panel(sitting, *self.panel_room, self._top, glyphs, self._asked)
        self._top = composed.top
        self.panel.show(composed.lines)

    def _asked_moves(self) -> tuple[Move, ...] | None:
        """The moves of the answer that is previewed, while a question has some."""
        question = self.sitting.question
        if question is None or not question.answers[self._asked].moves:
            return None
        return question.answers[self._asked].moves

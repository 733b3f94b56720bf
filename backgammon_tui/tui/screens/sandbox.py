"""The sandbox: a board to set up and to try things on, for two or for a whole class."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from textual import events
from textual.app import App

from backgammon_tui.dice import Dice as Numbers
from backgammon_tui.dice import FairDice, new_seed
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.situation import Situation
from backgammon_tui.engine.turn import Phase
from backgammon_tui.settings import Settings
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.record import MatchRecord
from backgammon_tui.storage.table import Table
from backgammon_tui.tui.board import Board, Dice
from backgammon_tui.tui.board.view import StageStripView
from backgammon_tui.tui.keys import Key
from backgammon_tui.tui.modes.play.state import PlayState
from backgammon_tui.tui.modes.sandbox.keys import Deed
from backgammon_tui.tui.modes.sandbox.state import Sandbox, open_sandbox
from backgammon_tui.tui.panel.sandbox import (
    CHANGE_TAKES,
    play_footer,
    sandbox_header,
    setup_dice,
    setup_footer,
    setup_panel,
    setup_view,
)
from backgammon_tui.tui.panel.text import Deed as Click
from backgammon_tui.tui.panel.text import TextLine
from backgammon_tui.tui.screens.sitting_screen import SittingScreen
from backgammon_tui.words.naming import STANDARD, Naming

_ARROWS = (Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT)
_BRUSHES = {side.value.lower(): side for side in Side}
_ADD, _TAKE = ("+", "="), ("-", "_")


class SandboxScreen(SittingScreen["Table | None"]):
    """Gives back a table if somebody wants to play on as a match."""

    def __init__(
        self,
        rules: Rules,
        storage: Storage,
        situation: Situation | None = None,
        dice: Numbers | None = None,
        *,
        players: Naming = STANDARD,
        can_begin: bool = True,
    ) -> None:
        """Open a sandbox.

        Args:
            rules: The game to begin with.
            storage: How the players like to look at the board.
            situation: Where to begin, if not at the start.
            dice: The numbers to be played there.
            players: What the sides are called.
            can_begin: Whether a match can begin from here; not while another one waits.
        """
        super().__init__(storage)
        today = date.today().isoformat()
        record = MatchRecord(rules, players.white, players.black, today, None)
        options = replace(storage.settings, big=False)
        self.sandbox = open_sandbox(record, options, situation, dice, can_begin=can_begin)
        self.state = self.sandbox.shown

    @property
    def plays(self) -> bool:
        """Whether moves are made, and no position set up."""
        return self.sandbox.playing is not None

    # ---- what happens

    def update(self, state: PlayState) -> None:
        """Take another state, which can be undone."""
        if self.plays:
            self.show_sandbox(self.sandbox.update(state))

    def show_sandbox(self, sandbox: Sandbox) -> None:
        """Show another state of the sandbox."""
        self.sandbox = sandbox
        self._take(sandbox.shown)

    def action_undo(self) -> None:
        """Go back to before what changed the board last."""
        self.show_sandbox(self.sandbox.undo())

    def action_redo(self) -> None:
        """Bring back what was undone last."""
        self.show_sandbox(self.sandbox.redo())

    def change_options(self, options: Settings) -> None:
        """Look at the board in another way."""
        self.sandbox = self.sandbox.with_options(options)
        super().change_options(options)
        self.show_sandbox(self.sandbox)

    def show_result(self) -> None:
        """Nothing more comes of a game here; the panel tells how it ended."""

    # ---- keys and clicks

    def deed_of(self, character: str) -> Click:
        """What a character does that is typed; while a position is set up w is White."""
        if not self.plays and character in _BRUSHES:
            return character
        return super().deed_of(character)

    def on_paste(self, event: events.Paste) -> None:
        """Take a pasted position line, or moves."""
        event.prevent_default()
        if not self.is_too_small:
            self.show_sandbox(self.sandbox.paste(event.text))

    def on_board_place_clicked(self, event: Board.PlaceClicked) -> None:
        """Put a checker there or take one; where moves are made, what was clicked is picked."""
        if not self.plays:
            event.prevent_default()
            self.show_sandbox(self.sandbox.point_at(event.place, takes=event.is_second))

    def on_dice_clicked(self, event: Dice.Clicked) -> None:
        """Choose numbers, unless something must be seen first."""
        if not self.state.acknowledgement:
            event.prevent_default()
            self.open_grid()

    def _press(self, key: Key) -> None:
        if self.plays:
            super()._press(key)
            return
        sandbox = self.sandbox
        match key:
            case Key.SPACE:
                sandbox = sandbox.add()
            case Key.BACKSPACE:
                sandbox = sandbox.erase()
            case Key.TAB:
                sandbox = sandbox.choose(sandbox.brush.other)
            case Key.ENTER:
                sandbox = sandbox.play()
            case Key.ESCAPE if sandbox.typed:
                sandbox = sandbox.erase()
            case Key.ESCAPE:
                self.open_menu()
                return
            case _ if key in _ARROWS:
                sandbox = sandbox.walk(key)
        self.show_sandbox(sandbox)

    def _do(self, deed: Click) -> None:
        if isinstance(deed, str) and not self.state.question:
            found = next((one for one in self.sandbox.deeds if one.key == deed.lower()), None)
            if found:
                self._perform(found)
                return
            if not self.plays:
                self._set_up(deed)
                return
        super()._do(deed)

    def _set_up(self, character: str) -> None:
        """Do what a character means that has nothing to open while a position is set up."""
        sandbox = self.sandbox
        if character in _ADD:
            sandbox = sandbox.add()
        elif character in _TAKE:
            sandbox = sandbox.take()
        elif character.isdecimal():
            sandbox = sandbox.type_number(character)
        elif character.lower() in _BRUSHES:
            sandbox = sandbox.choose(_BRUSHES[character.lower()])
        elif character == CHANGE_TAKES:
            sandbox = sandbox.change_takes()
        self.show_sandbox(sandbox)

    def _perform(self, deed: Deed) -> None:
        match deed:
            case Deed.LINE:
                self._ask_line()
            case Deed.RULES:
                self._ask_rules()
            case Deed.GRID:
                self.open_grid()
            case Deed.COPY:
                self._copy()
            case Deed.LESSON:
                self._save_lesson()
            case Deed.MATCH:
                self._begin_match()
            case _:
                self.show_sandbox(self.sandbox.perform(deed))

    # ---- what is opened

    def open_menu(self) -> None:
        """Show all that can be done."""
        from backgammon_tui.tui.screens.sandbox_menu import LEAVE, SandboxMenu

        def take(answer: tuple[str, Settings] | None) -> None:
            if answer is None:
                return
            chosen, options = answer
            self.change_options(options)
            if chosen == LEAVE:
                self._leave(None)
            elif chosen == Key.ENTER.value:
                self._press(Key.ENTER)
            elif chosen:
                self._do(self.deed_of(chosen))

        self.app.push_screen(SandboxMenu(self.sandbox), take)

    def _leave(self, table: Table | None) -> None:
        """Go, and leave the colours as they were before the big view."""
        self.change_options(replace(self.sandbox.options, big=False))
        self.dismiss(table)

    def open_grid(self) -> None:
        """Show the 36 throws; one can be chosen while numbers are wanted."""
        from backgammon_tui.tui.screens.grid import open_grid

        problem = "" if self.plays else self.sandbox.setup.problem
        if problem:
            self.show_sandbox(self.sandbox.play())
            return
        takes = self._take_throw if not self.plays or self.state.awaits_throw else None
        lit = None if self.plays else self.sandbox.setup.dice
        open_grid(self.app, self.sandbox.game, self.sandbox.naming, takes, lit)

    def _take_throw(self, dice: Numbers) -> None:
        self.show_sandbox(self.sandbox.throw(dice))

    def _ask_line(self) -> None:
        from backgammon_tui.tui.screens.position import PositionScreen

        def take(situation: Situation | None) -> None:
            if situation:
                self.show_sandbox(self.sandbox.with_situation(situation))

        self.app.push_screen(PositionScreen(self.sandbox.setup.rules), take)

    def _ask_rules(self) -> None:
        from backgammon_tui.tui.screens.ruleset import RulesetScreen

        def take(rules: Rules | None) -> None:
            if rules:
                self.show_sandbox(self.sandbox.with_rules(rules))

        self.app.push_screen(RulesetScreen(self.sandbox.setup.rules), take)

    def _copy(self) -> None:
        table = self._begun()
        if table:
            self.share(table)

    def tell(self, said: str) -> None:
        """Say in the panel what has been done."""
        self.show_sandbox(self.sandbox.say(said))

    def _begun(self) -> Table | None:
        """The table as it stands, at which the situation that is set up has begun."""
        if self.plays:
            return self.state.table
        played = self.sandbox.play()
        if played.playing is None:
            self.show_sandbox(played)
            return None
        record = replace(self.sandbox.record, rules=self.sandbox.setup.rules)
        return Table.begin_at(record, self.sandbox.setup.situation, None)

    def _save_lesson(self) -> None:
        if not self.plays or not self.state.table.actions:
            said = "Play something first; what is played becomes the solution."
            self.show_sandbox(self.sandbox.say(said, is_refusal=True))
            return
        from backgammon_tui.tui.screens.save_lesson import SaveLesson

        self.app.push_screen(SaveLesson(self.state.table))

    def _begin_match(self) -> None:
        sandbox = self.sandbox
        try:
            here = sandbox.here
        except ValueError as error:
            self.show_sandbox(sandbox.say(str(error), is_refusal=True))
            return
        record = replace(sandbox.record, rules=sandbox.game.rules)
        self._leave(Table.begin_at(record, here, FairDice(new_seed())))

    # ---- showing

    def header_lines(self, width: int) -> tuple[TextLine, ...]:
        """The line above the board."""
        return sandbox_header(self.sandbox, width, self.glyphs)

    def footer_lines(self, width: int) -> tuple[TextLine, ...]:
        """The keys."""
        return play_footer() if self.plays else setup_footer()

    def _show(self, *, tumble: bool = False) -> None:
        """Hand every widget its view."""
        if self.plays or self.is_too_small:
            super()._show(tumble=tumble)
            return
        self.board.show(setup_view(self.sandbox))
        self.board.show_stages(StageStripView())
        self.board.show_dice(setup_dice(self.sandbox))
        self.header.show(self.header_lines(self.app.size.width))
        self.footer.show(self.footer_lines(self.app.size.width))
        self.panel.show(setup_panel(self.sandbox, *self.panel_room, self.glyphs))


def open_sandbox_over(app: App[None], state: PlayState, storage: Storage) -> None:
    """Open a sandbox over a game, where its last dice were thrown; the game waits.

    Args:
        app: Where to open it.
        state: The game.
        storage: How the players like to look at the board.
    """
    from backgammon_tui.tui.screens.grid import situation_of_throw

    game = state.game
    situation = situation_of_throw(game) or Situation(game.position, Side.WHITE)
    is_played = game.turn is not None and game.phase is not Phase.THROW_AGAIN
    dice = game.turn.thrown.dice if game.turn and is_played and game.side else None
    screen = SandboxScreen(
        game.rules, storage, situation, dice, players=state.naming, can_begin=False
    )
    app.push_screen(screen)

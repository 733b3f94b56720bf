"""A match being played: every change is kept before it is shown, and the dialogs around it.

Dialogs are imported when they are opened, so that the first frame does not wait for them.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from backgammon_tui.session import Remedy, SaveError, Session, next_game
from backgammon_tui.settings import Settings
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.table import Table
from backgammon_tui.tui.modes.play.choices import MenuItem, NextStep
from backgammon_tui.tui.modes.play.state import PlayState
from backgammon_tui.tui.notice import Notice
from backgammon_tui.tui.screens.sitting_screen import SittingScreen

if TYPE_CHECKING:
    from backgammon_tui.storage.journal.match_lock import MatchLock

_NEW_DICE = (
    "The seed of the dice is where this game came from. From here on new fair dice are thrown;"
    " their commitment and your words are in the menu."
)

_WAITING: Final = Notice("Another program is writing to the records. One moment.")

_BETWEEN: Final = 0.05
"""The seconds between two tries to save while another program writes."""


class PlayingScreen(SittingScreen[None]):
    """Two players at one table, and the journal that keeps what they do."""

    def __init__(self, table: Table, storage: Storage, lock: MatchLock | None = None) -> None:
        """Sit down at a table.

        Args:
            table: The match as it stands.
            storage: Where matches and options are kept.
            lock: The right to play a match that was left; None for a new one.
        """
        super().__init__(storage)
        self.session = Session(table, storage, lock)
        self.state = PlayState.open(self.session.table, storage.settings)
        if self.session.has_new_dice and not self.state.acknowledgement:
            self.state = replace(self.state, notice=Notice(_NEW_DICE))
        self._is_waiting = False
        """Whether another program writes to the journal, and nothing can be done until it has."""

    @property
    def is_kept(self) -> bool:
        """Whether the journal keeps what is done here."""
        return self._storage.is_on

    # ---- what happens

    def update(self, state: PlayState) -> None:
        """Take another state once its table is saved; else ask what to do, and show nothing."""
        if self._is_waiting:
            return
        try:
            self.session.update(state.table, patience=0)
        except SaveError as error:
            if error.problem.is_passing:
                self._is_waiting = True
                self.run_worker(self._save_later(state))
            else:
                self._ask_remedy(state, error)
        else:
            self._take(state)

    async def _save_later(self, state: PlayState) -> None:
        """Try again and again while another program writes; the screen goes on answering."""
        before = self.state
        self._take(replace(before, notice=_WAITING))
        error = await self._try_to_save(state.table)
        self._is_waiting = False
        self._take(before if error else state)
        if error:
            self._ask_remedy(state, error)

    async def _try_to_save(self, table: Table) -> SaveError | None:
        """What was wrong at the last of the tries; None if one has succeeded."""
        from backgammon_tui.storage.journal import schema

        failed = None
        for _ in range(max(round(schema.PATIENCE / _BETWEEN), 1)):
            await asyncio.sleep(_BETWEEN)
            try:
                self.session.update(table, patience=0)
            except SaveError as error:
                failed = error
                if not error.problem.is_passing:
                    break
            else:
                return None
        return failed

    def _ask_remedy(self, state: PlayState, error: SaveError) -> None:
        from backgammon_tui.tui.screens.trouble import TroubleScreen

        screen = TroubleScreen(error.problem, self._storage)
        self.app.push_screen(screen, partial(self._after_trouble, state))

    def _after_trouble(self, state: PlayState, remedy: Remedy | None) -> None:
        if remedy is None:
            self.refresh_views()
        else:
            self.session.apply_remedy(remedy)
            self.update(state)

    # ---- commands

    def _ask_words(self) -> None:
        from backgammon_tui.tui.screens.words import Words

        def take(table: Table | None) -> None:
            if table:
                self.update(self._with_table(table))

        self.app.push_screen(Words(self.state.table), take)

    def _show_log(self) -> None:
        from backgammon_tui.tui.screens.log import GameLog

        self.app.push_screen(GameLog(self.state))

    def _show_score(self) -> None:
        from backgammon_tui.tui.screens.log import ScoreSheet

        self.app.push_screen(ScoreSheet(self.state))

    def _open_sandbox(self) -> None:
        """Try things where the game stands, with the numbers that are being played."""
        from backgammon_tui.tui.screens.sandbox import open_sandbox_over

        open_sandbox_over(self.app, self.state, self._storage)

    def open_menu(self) -> None:
        """Show what can be done besides playing."""
        from backgammon_tui.tui.screens.menu import Menu

        self.app.push_screen(Menu(self.state), self._close_menu)

    def _close_menu(self, answer: tuple[MenuItem | None, Settings] | None) -> None:
        if answer is not None:
            item, options = answer
            self.change_options(options)
            self.take_menu(item)

    def take_menu(self, item: MenuItem | None) -> None:
        """Do what was chosen in the menu."""
        state = self.state
        match item:
            case MenuItem.TAKE_BACK:
                self.update(state.ask_take_back())
            case MenuItem.RESIGN:
                self.update(state.ask_resign())
            case MenuItem.DRAW:
                self.update(state.ask_draw())
            case MenuItem.RESULT:
                self.show_result()
            case MenuItem.RULES:
                self.action_rules()
            case MenuItem.RULEBOOK:
                self.open_rulebook()
            case MenuItem.WORDS:
                self._ask_words()
            case MenuItem.LOG:
                self._show_log()
            case MenuItem.SCORE:
                self._show_score()
            case MenuItem.SHARE:
                self.share(self.state.table)
            case MenuItem.GRID:
                self.action_grid()
            case MenuItem.SANDBOX:
                self._open_sandbox()
            case MenuItem.LEAVE:
                self.app.exit()
            case MenuItem.OPTIONS | None:
                pass

    # ---- the end of a game

    def show_result(self) -> None:
        """Show how the game ended, and what can be done now."""
        from backgammon_tui.tui.screens.result import ResultScreen

        self.app.push_screen(ResultScreen(self.state.table, self.state.naming), self._take_result)

    def _take_result(self, step: NextStep | None) -> None:
        table = self.state.table
        match step:
            case NextStep.ACCEPT:
                self.update(self._with_table(table.accept()))
                if self.state.table.accepted:
                    self.show_result()
            case NextStep.TAKE_BACK:
                self.update(self.state.ask_take_back())
            case NextStep.NEXT_GAME:
                self.update(self._with_table(next_game(table)))
            case NextStep.REMATCH | NextStep.SWAPPED:
                if step is NextStep.SWAPPED:
                    # Whoever has a coach keeps it on the other side.
                    options = self.state.options
                    self.change_options(
                        replace(
                            options,
                            coach_white=options.coach_black,
                            coach_black=options.coach_white,
                        )
                    )
                # Nothing is to be kept of a match that has not begun.
                self.session.rematch(swapped=step is NextStep.SWAPPED)
                self._take(self._with_table(self.session.table))
            case NextStep.PICTURE:
                self.call_after_refresh(self.keep_picture, table)
            case NextStep.LOOK | None:
                pass

    def tell(self, said: str) -> None:
        """Say in the panel what has been done."""
        self.update(replace(self.state, notice=Notice(said)))

    def _with_table(self, table: Table) -> PlayState:
        return PlayState.open(table, self.state.options)

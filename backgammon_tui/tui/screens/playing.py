"""A match being played: every change is kept before it is shown, and the dialogs around it.

Dialogs are imported when they are opened, so that the first frame does not wait for them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from backgammon_tui.dice import FairDice, new_seed
from backgammon_tui.records.record import DiceKind, MatchRecord
from backgammon_tui.records.storage import Storage
from backgammon_tui.records.table import Table
from backgammon_tui.settings import Settings
from backgammon_tui.tui.modes.play.choices import MenuItem, NextStep, TroubleStep
from backgammon_tui.tui.modes.play.state import PlayState
from backgammon_tui.tui.notice import Notice
from backgammon_tui.tui.screens.sitting_screen import SittingScreen

if TYPE_CHECKING:
    from backgammon_tui.records.journal.journal import Journal
    from backgammon_tui.records.journal.problems import JournalProblem
    from backgammon_tui.records.journal.seat import Seat

_NEW_DICE = (
    "The seed of the dice is where this game came from. From here on new fair dice are thrown;"
    " their commitment and your words are in the menu."
)


class PlayingScreen(SittingScreen[None]):
    """Two players at one table, and the journal that keeps what they do."""

    def __init__(self, table: Table, storage: Storage, seat: Seat | None = None) -> None:
        """Sit down at a table.

        Args:
            table: The match as it stands.
            storage: Where matches and options are kept.
            seat: The right to play a match that was left; None for a new one.
        """
        super().__init__(storage)
        said = Notice(_NEW_DICE) if table.needs_dice else None
        if table.needs_dice:
            table = table.change_dice(FairDice(new_seed()))
        self.state = PlayState.open(table, storage.settings)
        if said and not self.state.acknowledgement:
            self.state = replace(self.state, notice=said)
        self.finished: tuple[MatchRecord, ...] = ()
        """The matches that were played to their end before this one."""
        self._seat = seat

    @property
    def is_kept(self) -> bool:
        """Whether the journal keeps what is done here."""
        return self._storage.is_on

    def leave_seat(self) -> None:
        """Let other windows play the match."""
        if self._seat:
            self._seat.leave()
            self._seat = None

    # ---- what happens

    def update(self, state: PlayState) -> None:
        """Take another state once its table is kept; else ask what to do, and show nothing."""
        problem = self._keep(state.table)
        if problem is None:
            self._take(state)
            return
        from backgammon_tui.tui.screens.trouble import TroubleScreen

        screen = TroubleScreen(problem, self._storage)
        self.app.push_screen(screen, partial(self._after_trouble, state))

    def _keep(self, table: Table) -> JournalProblem | None:
        journal = self._storage.journal
        if journal is None or table is self.state.table:
            return None
        from backgammon_tui.records.journal.problems import JournalProblem

        try:
            if self._seat is None:
                self._seat = _seat_anew(journal, self.state.table)
            self._seat.keep(table)
        except JournalProblem as problem:
            return problem
        return None

    def _after_trouble(self, state: PlayState, step: TroubleStep | None) -> None:
        match step:
            case TroubleStep.AGAIN:
                self.update(state)
            case TroubleStep.UNSAVED:
                self._storage.journal = None
                self.leave_seat()
                self.update(state)
            case TroubleStep.RESCUED | TroubleStep.ANEW:
                self.leave_seat()
                self.update(state)
            case None:
                self.refresh_views()

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

        self.app.push_screen(ResultScreen(self.state.table, self.state.speaker), self._take_result)

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
                self.update(self._with_table(table.next_game(_new_dice(table))))
            case NextStep.REMATCH | NextStep.SWAPPED:
                self.finished = (*self.finished, table.record)
                self.leave_seat()
                again = table.record.again(swapped=step is NextStep.SWAPPED)
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
                self._take(self._with_table(Table.sit_down(again, _new_dice(table))))
            case NextStep.PICTURE:
                self.call_after_refresh(self.keep_picture, table)
            case NextStep.LOOK | None:
                pass

    def tell(self, said: str) -> None:
        """Say in the panel what has been done."""
        self.update(replace(self.state, notice=Notice(said)))

    def _with_table(self, table: Table) -> PlayState:
        return PlayState.open(table, self.state.options)


def _seat_anew(journal: Journal, table: Table) -> Seat:
    """A seat for a match that begins, or for one that is to be written anew.

    Raises:
        JournalProblem: if it cannot be written.
    """
    if any(game.entries for game in table.record.games):
        from backgammon_tui.records.journal.adding import put_back

        return put_back(journal, table)
    from backgammon_tui.records.journal.seat import Seat

    return Seat(journal)


def _new_dice(table: Table) -> FairDice | None:
    """Dice of the kind that the players have used."""
    return FairDice(new_seed()) if table.dice_kind is DiceKind.FAIR else None

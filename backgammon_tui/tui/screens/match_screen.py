"""The screen of a match, which is saved before each change is shown."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from backgammon_tui.match.table import Table
from backgammon_tui.modes.effects import AnyEffect, SimpleEffect, Step
from backgammon_tui.modes.mode import Mode
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.session import Remedy, Session
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.tui.board_screen import BoardScreen
from backgammon_tui.words.problems import JournalProblem, StorageErrorKind

if TYPE_CHECKING:
    from backgammon_tui.storage.journal.match_lock import MatchLock

_WAITING: Final = "Another program is writing to the records. Just a moment."

_LEAVE_FIRST: Final = "First leave this match; then you can resume that one."

_BETWEEN: Final = 0.05
_MAX_TRIES: Final = 40
"""Seconds between two attempts to save while another program writes, and their maximum number."""


class MatchScreen(BoardScreen):
    mode: PlayMode

    def __init__(self, session: Session, storage: Storage) -> None:
        mode = PlayMode.begin(session, storage)
        explains_marks = not storage.settings.marks_explained
        mode = replace(mode.asking(), explains_numbers=True, explains_marks=explains_marks)
        if not (storage.settings.welcomed or mode.table.actions):
            storage.remember(welcomed=True)
            mode = mode.welcome()
        super().__init__(*(mode.open_result() if mode.table.game.is_over else (mode, ())))
        self.session = session
        self._tries = 0
        """Number of failed attempts to save an action while another program writes."""

    # ---- saving

    def take_step(self, step: Step[Mode]) -> None:
        """Save and show another state of the match, and carry out its effects."""
        mode, _ = step
        assert isinstance(mode, PlayMode)
        if mode.table is self.session.table:
            super().take_step(step)
            return
        if self.is_waiting:
            return  # The game for this effect is not saved yet.
        was_accepted = self.session.table.accepted
        try:
            self.session.update(mode.table, patience=0)
        except JournalProblem as problem:
            self._tries += 1
            if problem.kind is StorageErrorKind.LOCKED and self._tries < _MAX_TRIES:
                self.is_waiting, self.message = True, _WAITING
                self.set_timer(_BETWEEN, partial(self._try_again, step))
                self.show()
            else:
                from backgammon_tui.tui.dialogs.dialog import TroubleScreen

                self._tries = 0
                self.app.push_screen(TroubleScreen(problem), partial(self._after_trouble, step))
            return
        self._tries = 0
        super().take_step(step)
        if mode.table.accepted and not was_accepted:
            self._keep_review()

    def _try_again(self, step: Step[Mode]) -> None:
        self.is_waiting, self.message = False, ""
        self.take_step(step)

    def _keep_review(self) -> None:
        # The first frame does not need it.
        from backgammon_tui.modes.replay import agreed_review

        session = self.session
        review = agreed_review(session.table, self.app.storage, session.match)
        if review:
            self.app.follow_review(review, lambda _: None)

    def _after_trouble(self, step: Step[Mode], remedy: Remedy | None) -> None:
        mode, effects = step
        if remedy is None or not isinstance(mode, PlayMode):
            self.show()
        else:
            self.session.apply_remedy(remedy)
            self.take_step((replace(mode, is_saved=bool(self.app.storage.path)), effects))

    # ---- effects of matches

    def carry_out(self, effect: AnyEffect) -> None:
        match effect:
            case SimpleEffect.REMATCH | SimpleEffect.SWAPPED:
                self.session.rematch(swapped=effect is SimpleEffect.SWAPPED)
                self.take_step(self.mode.open_table(self.session.table))
            case SimpleEffect.REVIEW:
                from backgammon_tui.modes.replay import begin_review

                review = begin_review(self.mode.table, self.app.storage, self.session.match)
                self.app.push_screen(BoardScreen(*review), self._show_result)
            case SimpleEffect.LEARN:
                from backgammon_tui.tui.screens.learn import LearnScreen

                self.app.push_screen(LearnScreen(self.mode.rules.name), lambda _: self.show())
            case SimpleEffect.RECORDS:
                from backgammon_tui.tui.screens.records import RecordsScreen

                self.app.push_screen(RecordsScreen(), self._leave_records)
            case _:
                super().carry_out(effect)

    def _leave_records(self, _: object, message: str = "") -> None:
        self.session.read_names()
        self.mode, _ = self.mode.open_table(self.session.table)
        self._show_result(message)

    def _show_result(self, message: str | None) -> None:
        self.take_step(self.mode.open_result(message or ""))

    def offer_match(self, ruleset: str) -> None:
        self.show()  # The match that is played here goes on.

    def play_at(self, table: Table, lock: MatchLock | None = None) -> None:
        """Continue at another table, but not in another match of the records."""
        if lock:
            lock.release()
            self._leave_records(None, _LEAVE_FIRST)
        else:
            self.session.begin(table)
            self.take_step(self.mode.open_table(self.session.table))

"""The files that the program uses while it runs: the journal and the preferences."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from backgammon_tui.settings import Help, Settings
from backgammon_tui.storage.paths import remove_leftovers
from backgammon_tui.storage.preferences import write_preferences
from backgammon_tui.words.problems import JournalProblem, reporting_problems

if TYPE_CHECKING:
    from backgammon_tui.storage.journal.journal import Journal
    from backgammon_tui.storage.journal.match_lock import MatchLock
    from backgammon_tui.storage.sandbox_lines import SandboxLines
    from backgammon_tui.storage.shared_board import SharedBoard


class Storage:
    """The journal, the preferences, and the matches to be deleted.

    Args:
        journal: The journal, or only its path, to show the first frame before a database is
            opened; None if nothing is saved.
        is_read_only: True if changed options are not saved.
        window: The name of this window for those who watch; the learner's if empty.
    """

    def __init__(
        self,
        journal: Journal | Path | None = None,
        settings: Settings | None = None,
        *,
        is_read_only: bool = False,
        window: str = "",
    ) -> None:
        self._journal = journal
        self._is_read_only = is_read_only
        self.settings = settings or Settings()
        self._window = window
        self._is_learner_known = False
        self.asks_for_learner = False
        """True if this window does not take the last learner's name."""
        self._shared: tuple[SharedBoard | None, str] | None = None
        """The board and name that were written last; None before the first board."""
        self._sandbox: tuple[str, SandboxLines | None] | None = None
        """The name of the sandbox and its lines that were written last."""
        self.deleted: dict[int, MatchLock] = {}
        """Matches that are deleted when the program ends: until then they can be restored."""

    @property
    def path(self) -> Path | None:
        return self._journal if isinstance(self._journal, Path | None) else self._journal.path

    @property
    def journal(self) -> Journal | None:
        from backgammon_tui.storage.journal.journal import Journal

        if isinstance(self._journal, Path):
            self._journal = Journal(self._journal)
        return self._journal

    @journal.setter
    def journal(self, journal: Journal | None) -> None:
        self._journal = journal

    def remember_options(self, options: Settings) -> None:
        self._change(self.settings.with_options_of(options))

    def remember(self, **changes: str | bool | Help) -> None:
        self._change(replace(self.settings, **changes))  # type: ignore[arg-type]

    def _change(self, settings: Settings) -> None:
        if settings != self.settings:
            self.settings = settings
            # If it cannot be written, the option lasts until the program ends.
            if not self._is_read_only:
                write_preferences(settings)

    def read_progress(
        self, report: Callable[[str], object] = lambda problem: None
    ) -> dict[str, str]:
        """Return the learner's progress; report a problem and return none if it is unreadable."""
        with reporting_problems(report):
            return self._progress()
        return {}

    def read_player_names(self) -> tuple[str, ...]:
        from backgammon_tui.storage.journal.query import player_names

        with reporting_problems(lambda problem: None):
            return player_names(self.journal) if self.journal and self.journal.exists else ()
        return ()

    def _progress(self) -> dict[str, str]:
        from backgammon_tui.storage.journal.learning import read_progress

        journal = self.journal
        return read_progress(journal, self.settings.learner) if journal else {}

    def keep_progress(self, items: Iterable[tuple[str, str]], *, is_new: bool = False) -> None:
        """Save items of the learner's progress; with `is_new`, keep saved ones."""
        from backgammon_tui.storage.journal.learning import write_progress

        known = self._progress() if is_new else {}
        for item, data in items:
            if self.journal and item not in known:
                write_progress(self.journal, self.settings.learner, item, data)

    def ask_for_learner(self) -> None:
        """Forget the last learner in a new window if several people learn here.

        That is so if another window is open, or the journal has the progress of several learners.
        A name given on the command line, or typed before in this window, stays.
        """
        from backgammon_tui.storage.journal.learning import count_learners
        from backgammon_tui.storage.shared_board import read_windows

        if self._is_learner_known or not (self.path and self.settings.learner):
            return
        self._is_learner_known = True
        others = [window for window in read_windows(self.path) if not window.is_own]
        with reporting_problems(lambda problem: None):
            is_class = self.journal is not None and count_learners(self.journal) > 1
            if others or is_class:
                self.asks_for_learner = True
                self.settings = replace(self.settings, learner="")

    def name_learner(self, name: str) -> bool:
        """Change the learner; return True if there is nameless progress to adopt."""
        from backgammon_tui.storage.journal.learning import read_progress

        self._is_learner_known = True
        was_nobody = not self.settings.learner
        self.remember(learner=name)
        return bool(was_nobody and name and self.journal and read_progress(self.journal, ""))

    def adopt_nameless_progress(self) -> None:
        from backgammon_tui.storage.journal.learning import adopt_progress

        assert self.journal
        adopt_progress(self.journal, self.settings.learner)

    def back_up(self) -> JournalProblem | None:
        """Make a backup and delete old ones, in any thread; return a problem with the journal."""
        from backgammon_tui.storage.journal.journal import Journal

        try:
            # SQLite allows a connection only in the thread that opened it.
            if self.path:
                remove_leftovers(self.path.parent)
                with Journal(self.path) as own:
                    own.back_up()
        except JournalProblem as problem:
            return problem
        return None

    def restore(self, report: Callable[[int], None] = lambda matches: None) -> str:
        """Replace a damaged journal with the newest backup, in any thread."""
        from backgammon_tui.storage.journal.edits import restore
        from backgammon_tui.storage.journal.journal import Journal

        assert self.path
        with Journal(self.path) as own:
            return restore(own, report)

    def share_board(self, board: SharedBoard | None) -> None:
        """Let another window show the board of a lesson, quiz or sandbox while it is open."""
        from backgammon_tui.storage.shared_board import share_board

        shared = board, self._window or self.settings.learner or f"window {os.getpid()}"
        is_new = shared != self._shared and (board or self._shared)
        if is_new and self.path and not self._is_read_only:
            share_board(self.path, *shared)
            self._shared = shared

    def read_sandbox(self, name: str) -> SandboxLines | None:
        from backgammon_tui.storage.sandbox_lines import read_lines

        return read_lines(self.path.parent, name) if self.path and name else None

    def keep_sandbox(self, name: str, lines: SandboxLines | None) -> None:
        """Save the lines tried in a sandbox if they have changed."""
        from backgammon_tui.storage.sandbox_lines import keep_lines

        if self.path and not self._is_read_only and self._sandbox != (name, lines):
            keep_lines(self.path.parent, name, lines)
            self._sandbox = name, lines

    def close(self) -> None:
        """Delete the matches to be deleted, and close the journal."""
        from backgammon_tui.storage.journal.edits import delete_match
        from backgammon_tui.storage.shared_board import close_window

        if self._shared and self.path:
            close_window(self.path)
            self._shared = None
        if self._journal is None or isinstance(self._journal, Path):
            return
        for match, lock in self.deleted.items():
            try:
                delete_match(self._journal, match)
            except JournalProblem:
                continue  # The match stays in the records.
            finally:
                lock.release()
        self.deleted = {}
        self._journal.close()

"""The files that the program has open while it runs: the journal and the preferences."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from backgammon_tui.settings import Hinted, Settings
from backgammon_tui.storage.journal.problems import JournalProblem, problems_reported
from backgammon_tui.storage.preferences import write_preferences
from backgammon_tui.words.storage_problems import StorageErrorKind

if TYPE_CHECKING:
    from backgammon_tui.storage.journal.journal import Journal
    from backgammon_tui.storage.journal.match_lock import MatchLock


class Storage:
    """The journal, the preferences, and the matches that are to be deleted.

    Args:
        journal: The journal, or only its file, so that the first frame does not wait for a
            database; None where nothing is saved.
        settings: The options.
        is_read_only: True if no change of the options is kept.
    """

    def __init__(
        self,
        journal: Journal | Path | None = None,
        settings: Settings | None = None,
        *,
        is_read_only: bool = False,
    ) -> None:
        self._journal = journal
        self._is_read_only = is_read_only
        self.settings = settings or Settings()
        self.deleted: dict[int, MatchLock] = {}
        """Matches that go when the program ends. Until then nobody can play them, and they
        can be brought back."""

    @property
    def is_on(self) -> bool:
        return self._journal is not None

    @property
    def path(self) -> Path | None:
        return self._journal if isinstance(self._journal, Path | None) else self._journal.path

    @property
    def journal(self) -> Journal | None:
        """The journal; None where nothing is saved."""
        from backgammon_tui.storage.journal.journal import Journal

        if isinstance(self._journal, Path):
            self._journal = Journal(self._journal)
        return self._journal

    @journal.setter
    def journal(self, journal: Journal | None) -> None:
        self._journal = journal

    def remember_options(self, options: Settings) -> None:
        self._change(self.settings.with_options_of(options))

    def remember(self, **changes: str | bool | Hinted) -> None:
        self._change(replace(self.settings, **changes))  # type: ignore[arg-type]

    def _change(self, settings: Settings) -> None:
        if settings != self.settings:
            self.settings = settings
            # If it cannot be written, the option lasts until the program ends.
            if not self._is_read_only:
                write_preferences(settings)

    def read_progress(self, tell: Callable[[str], object] = lambda problem: None) -> dict[str, str]:
        """Return the progress of the learner, named or not; none where it cannot be read.

        Args:
            tell: A function that takes the problem with the records, if there is one.
        """
        with problems_reported(tell):
            return self._progress()
        return {}

    def _progress(self) -> dict[str, str]:
        from backgammon_tui.storage.journal.lesson_progress import read_progress

        journal = self.journal
        return read_progress(journal, self.settings.learner) if journal else {}

    def keep_progress(self, items: Iterable[tuple[str, str]], *, is_new: bool = False) -> None:
        """Save items of the learner's progress; new ones leave those alone that are saved."""
        from backgammon_tui.storage.journal.lesson_progress import write_progress

        known = self._progress() if is_new else {}
        for item, data in items:
            if self.journal and item not in known:
                write_progress(self.journal, self.settings.learner, item, data)

    def name_learner(self, name: str) -> bool:
        """Learn under a name from now on; return True if it may take over nameless progress."""
        from backgammon_tui.storage.journal.lesson_progress import NOBODY, read_progress

        was_nobody = not self.settings.learner
        self.remember(learner=name)
        if not (was_nobody and name and self.journal):
            return False
        return bool(read_progress(self.journal, NOBODY))

    def adopt_nameless_progress(self) -> None:
        from backgammon_tui.storage.journal.lesson_progress import adopt_progress

        assert self.journal
        adopt_progress(self.journal, self.settings.learner)

    def back_up(self) -> JournalProblem | None:
        """Make a backup of the journal, in any thread; return the problem if there is one."""
        from backgammon_tui.storage.journal.backups import back_up
        from backgammon_tui.storage.journal.journal import Journal

        try:
            # A database is used by the thread that opened it.
            if self.path:
                with Journal(self.path) as own:
                    back_up(own)
        except JournalProblem as problem:
            # What cannot be written to cannot change either, and needs no new backup.
            if problem.kind is not StorageErrorKind.CANNOT_WRITE:
                return problem
        return None

    def restore(self, tell: Callable[[int], None] = lambda matches: None) -> str:
        """Put the newest backup in the place of a damaged journal, in any thread.

        Args:
            tell: A function that takes the number of matches read from the damaged file so far.
        """
        from backgammon_tui.storage.journal.journal import Journal
        from backgammon_tui.storage.journal.restoring import restore  # Rarely needed.

        assert self.path
        with Journal(self.path) as own:
            return restore(own, tell)

    def close(self) -> None:
        """Delete what is to be deleted, and close the journal."""
        from backgammon_tui.storage.journal.edits import delete_match

        if self._journal is None or isinstance(self._journal, Path):
            return
        for match, lock in self.deleted.items():
            try:
                delete_match(self._journal, match)
            except JournalProblem:
                continue  # It stays in the records.
            finally:
                lock.release()
        self.deleted = {}
        self._journal.close()

"""What the program keeps while it runs: the journal, the preferences, what is to be deleted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from backgammon_tui.engine.position import Side
from backgammon_tui.records.preferences import Preferences, write_preferences
from backgammon_tui.tui.keys import Options

if TYPE_CHECKING:
    from backgammon_tui.records.journal.journal import Journal
    from backgammon_tui.records.journal.seat import Seat
    from backgammon_tui.records.record import MatchRecord


class Keeping:
    """The files of this program, as long as it runs.

    Args:
        journal: Where matches are kept, or only its file, so that the first frame does not
            wait for a database; None where nothing is kept.
        preferences: How the players like the program.
    """

    def __init__(
        self, journal: Journal | Path | None = None, preferences: Preferences | None = None
    ) -> None:
        self._journal = journal
        self.preferences = preferences or Preferences()
        self.deleted: dict[int, Seat] = {}
        """Matches that go when the program ends. Until then nobody can play them, and they
        can be brought back."""

    @property
    def is_on(self) -> bool:
        """Whether matches are kept."""
        return self._journal is not None

    @property
    def journal(self) -> Journal | None:
        """Where matches are kept; None where nothing is."""
        if isinstance(self._journal, Path):
            from backgammon_tui.records.journal.journal import Journal

            self._journal = Journal(self._journal)
        return self._journal

    @journal.setter
    def journal(self, journal: Journal | None) -> None:
        self._journal = journal

    @property
    def options(self) -> Options:
        """How the players like to play."""
        liked = self.preferences
        coached = {Side.WHITE: liked.coach_white, Side.BLACK: liked.coach_black}
        return Options(
            liked.numbering,
            liked.plays_forced,
            liked.mirrored,
            liked.turning,
            liked.tumbling,
            coach=frozenset(side for side, is_coached in coached.items() if is_coached),
        )

    def remember_options(self, options: Options) -> None:
        """Keep how the players like to play; the big view is for this evening only."""
        self._remember(
            numbering=options.numbering,
            plays_forced=options.plays_forced,
            mirrored=options.mirrored,
            turning=options.turning,
            tumbling=options.tumbling,
            coach_white=Side.WHITE in options.coach,
            coach_black=Side.BLACK in options.coach,
        )

    def remember_theme(self, name: str) -> None:
        """Keep the theme that was chosen."""
        self._remember(theme=name)

    def remember_names(self, match: MatchRecord) -> None:
        """Keep who played last."""
        self._remember(white=match.white, black=match.black)

    def remember_learner(self, name: str) -> None:
        """Keep who learns; empty for nobody.

        Raises:
            ValueError: if nobody can be called so.
        """
        self._remember(learner=name)

    def read_progress(self) -> dict[str, str]:
        """What whoever learns has learnt; nothing where that is not kept.

        Raises:
            JournalProblem: if it cannot be read.
        """
        if self.journal is None or not self.preferences.learner:
            return {}
        from backgammon_tui.records.journal.learning import read_progress

        return read_progress(self.journal, self.preferences.learner)

    def write_progress(self, item: str, data: str) -> None:
        """Keep how far whoever learns has come with something.

        Raises:
            JournalProblem: if it cannot be written.
        """
        if self.journal is None or not self.preferences.learner:
            return
        from backgammon_tui.records.journal.learning import write_progress

        write_progress(self.journal, self.preferences.learner, item, data)

    def _remember(self, **changes: Any) -> None:
        liked = replace(self.preferences, **changes)
        if liked != self.preferences:
            self.preferences = liked
            # Where it cannot be written the players have their way until the program ends.
            write_preferences(liked)

    def close(self) -> None:
        """Delete what is to be deleted, and close the journal."""
        if self._journal is None or isinstance(self._journal, Path):
            return
        if self.deleted:
            from backgammon_tui.records.journal.editing import delete_match
            from backgammon_tui.records.journal.problems import JournalProblem

            for match, seat in self.deleted.items():
                try:
                    delete_match(self._journal, match)
                except JournalProblem:
                    continue  # It will be there the next time.
                finally:
                    seat.leave()
            self.deleted = {}
        self._journal.close()

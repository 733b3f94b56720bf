"""The program on the screen, and the options with which it starts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from backgammon_tui.match.record import DiceKind, MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.settings import DEFAULT_THEME, Settings

if TYPE_CHECKING:
    from backgammon_tui.storage.journal.journal import Journal
    from backgammon_tui.storage.journal.match_lock import Follower, MatchLock
    from backgammon_tui.teach.lessons.courses import CourseLesson


class LaunchOptions(NamedTuple):
    """The options of the command line."""

    match: MatchRecord
    dice: DiceKind
    table: Table | None = None
    """A table to open without the first screen."""
    lesson: CourseLesson | None = None
    """A lesson to play instead."""
    follower: Follower | None = None
    """The match to watch instead; then nothing is written."""
    theme: str = DEFAULT_THEME
    ascii_only: bool = False
    journal: Journal | Path | None = None
    """The journal of matches, or only its file; None if nothing is saved."""
    lock: MatchLock | None = None
    """The lock on the table's match, if it is resumed."""
    settings: Settings = Settings()
    folder: str = ""
    """The folder option for all files; empty if it was not given."""
    window: str = ""
    """The name of this window for those who watch; empty for the learner's."""
    notice: str = ""
    """A message that the players must see first."""

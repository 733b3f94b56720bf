"""How the program begins, as the command line asks for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from backgammon_tui.records.record import DiceKind, MatchRecord
from backgammon_tui.records.table import Table
from backgammon_tui.settings import THEMES, Settings

if TYPE_CHECKING:
    from backgammon_tui.records.journal.journal import Journal
    from backgammon_tui.records.journal.seat import Seat
    from backgammon_tui.teach.catalogue import CourseLesson
    from backgammon_tui.teach.lesson_parts import Lesson


@dataclass(frozen=True)
class LaunchOptions:
    """What the command line asks for."""

    match: MatchRecord
    dice: DiceKind
    table: Table | None = None
    """A table to sit down at without the first screen."""

    lesson: tuple[Lesson, CourseLesson | None] | None = None
    """A lesson to play instead, and where it stands in a course."""

    theme: str = THEMES[0]
    ascii_only: bool = False
    journal: Journal | Path | None = None
    """Where matches are kept, or only its file; None where nothing is."""

    seat: Seat | None = None
    """The right to play the table's match, if it was left and is gone on with."""

    settings: Settings = field(default_factory=Settings)
    notice: str = ""
    """A sentence that the players must see first."""

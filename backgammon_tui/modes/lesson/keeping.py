"""A learner's progress, as effects that save it."""

from __future__ import annotations

from datetime import date
from time import monotonic
from typing import Final, NamedTuple

from backgammon_tui.modes.effects import Effects, KeepProgress
from backgammon_tui.stats.learning import NO_EFFORT, Effort
from backgammon_tui.storage.journal.write import now
from backgammon_tui.teach.lessons.answer import Awaited
from backgammon_tui.teach.lessons.catalogue import CourseLesson, missed
from backgammon_tui.teach.lessons.running import Run

_LONGEST_STEP: Final = 600
"""The most seconds counted for a step: whoever takes longer has left the board."""


class Stint(NamedTuple):
    """The time at a lesson since its present step began, and what was spent before."""

    effort: Effort = NO_EFFORT
    since: float = 0.0
    """The moment at which the present step began, on the clock of `monotonic`."""

    @classmethod
    def begin(cls, effort: Effort = NO_EFFORT) -> Stint:
        """Return a stint that begins now."""
        return cls(effort, monotonic())

    def after(self, before: Run, run: Run) -> Stint:
        """Return the stint with an answer counted, and the time of a step that is over."""
        effort = self.effort
        if run.wrong > before.wrong or (run.is_solved and not before.is_solved):
            effort = effort._replace(attempts=effort.attempts + 1)
        if run.number == before.number:
            return self._replace(effort=effort)
        spent = min(int(monotonic() - self.since), _LONGEST_STEP)
        return self.begin(effort._replace(seconds=effort.seconds + spent))


def progress_effects(
    entry: CourseLesson, before: Run, run: Run, effort: Effort, *, repeats: bool
) -> Effects:
    """Return the effects that save a mistake, a step that is over, or a lesson just done."""
    effects: Effects = ()
    if run.missed > before.missed:
        effects = (KeepProgress((missed(entry, run.number, today()),)),)
    spent = entry.effort_item, str(effort)
    if run.awaited is Awaited.NOTHING is not before.awaited:
        return (*effects, KeepProgress(((entry.item, now()), (entry.step_item, "0"), spent)))
    if run.number != before.number and not repeats:
        step = entry.step_item, str(run.number)
        return (*effects, KeepProgress((step, spent), is_quiet=True))
    return effects


def today() -> int:
    """Return the day, as cards count it."""
    return date.today().toordinal()

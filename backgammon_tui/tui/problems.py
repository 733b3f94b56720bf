"""What is wrong is said in a sentence; nothing stops because of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from backgammon_tui.storage.journal.problems import JournalProblem


@contextmanager
def problems_told(say: Callable[[str], object]) -> Iterator[None]:
    """Leave a block at the first problem with the records, and say it."""
    try:
        yield
    except JournalProblem as problem:
        say(str(problem))

"""A counter on standard error for work that takes more than a second."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import Final, Self, TypeVar

from backgammon_tui.cli.console import is_terminal

T = TypeVar("T")

PATIENCE: Final = 1.0
"""Seconds after which a person at a terminal is shown the progress."""

_PAUSE: Final = 0.1
"""Seconds for which a number stands at least, so that it can be read."""


class WorkCounter:
    """A count of the work done, in place on standard error, if that is a terminal.

    Use it in a `with` block. The number appears when the work has taken a second, and
    disappears when it is done or interrupted.

    Args:
        what: A name for the counted things, such as `games copied`.
        patience: Seconds after which the count is shown.
    """

    def __init__(self, what: str, patience: float = PATIENCE) -> None:
        self._what = what
        self._patience = patience
        self._shown = ""
        self._begun = self._due = 0.0

    def __enter__(self) -> Self:
        """Begin to wait."""
        self._begun = monotonic()
        self._due = self._begun + self._patience
        return self

    def __exit__(self, *_: object) -> None:
        """Clear the number away."""
        if self._shown:
            self._show("")

    def tell(self, done: int) -> None:
        """Say how much is done."""
        self._tell(f"{done:,}")

    def tell_of(self, done: int, most: int) -> None:
        """Say how much of the most is done, and how long the rest takes at this pace."""
        elapsed = monotonic() - self._begun
        self._tell(f"{done:,} of {most:,}", _describe_left(elapsed, done, most))

    def _tell(self, much: str, left: str = "") -> None:
        if monotonic() >= self._due and is_terminal(sys.stderr):
            self._due = monotonic() + _PAUSE
            self._show(f"{much} {self._what}{left}")

    def counting(self, items: Iterable[T]) -> Iterator[T]:
        """Yield the items, counting each when the next one is asked for."""
        for done, item in enumerate(items):
            self.tell(done)
            yield item

    def _show(self, text: str) -> None:
        blank = " " * len(self._shown)
        print(f"\r{blank}\r{text}", end="", file=sys.stderr, flush=True)
        self._shown = text


def _describe_left(elapsed: float, done: int, most: int) -> str:
    """Return the time left at this pace; empty before anything is done."""
    if not 0 < done < most:
        return ""
    left = math.ceil(elapsed / done * (most - done))
    minutes, seconds = divmod(left, 60)
    return f", at most {f'{minutes} min ' if minutes else ''}{seconds} s left"

"""A counter on standard error for work that takes more than a second."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import Final, Self, TypeVar

from backgammon_tui.cli.console import is_terminal

T = TypeVar("T")

PATIENCE: Final = 1.0
"""The seconds after which somebody at a terminal wants to know how far it is."""

_PAUSE: Final = 0.1
"""The seconds for which a number stands at least, so that it can be read."""


class WorkCounter:
    """How much of some work is done, in place on standard error, where that is a terminal.

    It is used in a `with` block. The number appears when the work has taken a second, and
    goes when it is done or interrupted.

    Args:
        what: What is counted, such as `games copied`.
        patience: The seconds after which it is shown.
    """

    def __init__(self, what: str, patience: float = PATIENCE) -> None:
        self._what = what
        self._patience = patience
        self._shown = ""
        self._due = 0.0

    def __enter__(self) -> Self:
        """Begin to wait."""
        self._due = monotonic() + self._patience
        return self

    def __exit__(self, *_: object) -> None:
        """Clear the number away."""
        if self._shown:
            self._show("")

    def tell(self, done: int) -> None:
        """Say how much is done."""
        if monotonic() >= self._due and is_terminal(sys.stderr):
            self._due = monotonic() + _PAUSE
            self._show(f"{done:,} {self._what}")

    def counting(self, items: Iterable[T]) -> Iterator[T]:
        """The items, each of which is counted when the next is asked for."""
        for done, item in enumerate(items):
            self.tell(done)
            yield item

    def _show(self, text: str) -> None:
        blank = " " * len(self._shown)
        print(f"\r{blank}\r{text}", end="", file=sys.stderr, flush=True)
        self._shown = text

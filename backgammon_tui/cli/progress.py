"""A counter on standard error for work that takes more than a second."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from threading import Lock, Timer
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self, TypeVar

from backgammon_tui.cli.console import is_terminal

if TYPE_CHECKING:
    from rich.live import Live

T = TypeVar("T")

_PATIENCE: Final = 1.0
"""The seconds after which somebody at a terminal wants to know how far it is."""


class WorkCounter:
    """How much of some work is done, in place on standard error, where that is a terminal.

    It is used in a `with` block. The number appears when the work has taken a second, and
    goes when it is done or interrupted.

    Args:
        what: What is counted, such as `games copied`.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._done = 0
        self._timer = Timer(_PATIENCE, self._show)
        self._timer.daemon = True
        self._shown: Live | None = None
        self._changing = Lock()
        """Held while the number appears or goes, which another thread may do."""
        self._is_over = False

    def __enter__(self) -> Self:
        """Begin to wait."""
        if is_terminal(sys.stderr):
            self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Clear the number away."""
        self._timer.cancel()
        with self._changing:
            self._is_over = True
            if self._shown:
                self._shown.stop()

    def tell(self, done: int) -> None:
        """Say how much is done."""
        self._done = done

    def counting(self, items: Iterable[T]) -> Iterator[T]:
        """The items, each of which is counted when the next is asked for."""
        for done, item in enumerate(items):
            self.tell(done)
            yield item

    def _show(self) -> None:
        from rich.console import Console  # Work that is done at once does without it.
        from rich.live import Live
        from rich.text import Text

        shown = Live(
            get_renderable=lambda: Text(f"{self._done:,} {self._what}"),
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        with self._changing:
            if not self._is_over:
                shown.start(refresh=True)
                self._shown = shown

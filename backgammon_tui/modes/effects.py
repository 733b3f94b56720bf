"""Requests of a mode to the screen, as data: everything besides showing the mode."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from backgammon_tui.modes.windows import AnyWindow, Given
from backgammon_tui.storage.table import Table

if TYPE_CHECKING:
    from backgammon_tui.game_review import Review

OfMode = TypeVar("OfMode")


class Open(NamedTuple):
    """Another screen over the board, and the use of its answer by the mode, see `Mode.open`."""

    window: AnyWindow

    then: Callable[[Any, Any], Step[Any]] | None = None
    """A function of the mode and the answer, called unless the screen was closed without one."""

    closed: Callable[[Any], Step[Any]] | None = None
    """A function of the mode, called if the screen was closed without an answer."""


class Leave(NamedTuple):
    """The way back to the screen below, or out of the program if there is none."""

    table: Table | None = None
    """A table at which the players want to play on."""


class ScrollPanel(NamedTuple):
    """The panel by so many lines, down if the number is positive."""

    by: int


class TakePicture(NamedTuple):
    """The screen as a picture to be shared, beside a table's match, see `Mode.take_picture`."""

    table: Table
    then: Callable[[Any, str], Step[Any]]
    """A function of the mode and a sentence on the place of the picture."""


class KeepProgress(NamedTuple):
    """Items of a learner's progress to save, by name."""

    items: tuple[tuple[str, str], ...]
    is_quiet: bool = False
    """True if a failure to save is not reported."""

    is_new: bool = False
    """True if items that are saved already stay as they are."""


class Work(NamedTuple):
    """Long work in a thread, see `work`; it replaces work begun before it."""

    run: Callable[[], object]
    then: Callable[[Any, Any], Step[Any]]
    about: object = None
    """The subject of the work; work on an equal subject is not begun again meanwhile."""

    give_up: Callable[[], None] | None = None
    """Ends it within some milliseconds, from another thread; None if it does not take that long."""


class LookOn(NamedTuple):
    """A review that goes on, even when the screen has been left, until it is done."""

    review: Review
    then: Callable[[Any, Review], Step[Any]]
    """A function of the mode and the review, called each time it has come further."""


class Do(Enum):
    """A request without details."""

    SIGNAL = "draw attention to a hit or a lost turn, as the players like it"
    TUMBLE = "let the dice tumble"
    RECORDS = "show the records"
    REVIEW = "review the game; the players may play on from a moment of it"
    REMATCH = "the same match again, as a match of its own"
    SWAPPED = "the same with the players on the other sides"
    READ_ON = "scroll a page on in the panel; at its end press the right arrow"


AnyEffect = Open | Leave | ScrollPanel | TakePicture | KeepProgress | Work | LookOn | Do

Effects = tuple[AnyEffect, ...]

Step = tuple[OfMode, Effects]
"""The next state of a mode, and the effects for the screen."""


def work(
    run: Callable[[], Given],
    then: Callable[[OfMode, Given], Step[OfMode]],
    about: object = None,
    give_up: Callable[[], None] | None = None,
) -> Work:
    """Return work for a thread, with what the mode that asks for it does with the result."""
    return Work(run, then, about, give_up)

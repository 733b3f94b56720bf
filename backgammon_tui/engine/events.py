"""The events of an action that was applied, as data. `words` makes sentences of them."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, TypeVar

from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.reasons import LostNumber
from backgammon_tui.engine.turn import StageKind, Withheld

_Kind = TypeVar("_Kind", bound=type[tuple[object, ...]])


def equal_by_class(kind: _Kind) -> _Kind:
    """Return the class of a named tuple whose values equal those of their own class alone.

    A frozen dataclass does so, too, but takes ten times as long to make, and many of them
    are made whenever the program starts.
    """

    def equals(self: tuple[object, ...], other: object) -> bool:
        return type(other) is kind and tuple.__eq__(self, other)

    def differs(self: tuple[object, ...], other: object) -> bool:
        return not equals(self, other)

    kind.__eq__ = equals  # type: ignore[method-assign]
    kind.__ne__ = differs  # type: ignore[assignment, method-assign]
    return kind


class Ending(Enum):
    """The ways in which a game ends."""

    BORNE_OFF = "borne off"
    RESIGNED = "resigned"
    AGREED_DRAW = "agreed draw"
    DEAD = "dead"
    """Nobody could ever move again."""


@equal_by_class
class Result(NamedTuple):
    """The end of a game: its kind, the winner and the points; a draw has no winner."""

    ending: Ending
    winner: Side | None
    points: int


@equal_by_class
class OpeningTied(NamedTuple):
    """Both sides rolled the same number and roll again."""

    number: int


@equal_by_class
class OpeningWon(NamedTuple):
    """The side with the higher number starts."""

    side: Side
    white: int
    black: int


@equal_by_class
class OpeningKept(NamedTuple):
    """The starting side plays the numbers of the opening roll."""

    side: Side


@equal_by_class
class OpeningRerolled(NamedTuple):
    """The starting side rolls both dice again."""

    side: Side


@equal_by_class
class DiceRolled(NamedTuple):
    """A side rolled two dice; `again` if it is an extra roll."""

    side: Side
    dice: tuple[int, int]
    again: bool


@equal_by_class
class StageBegun(NamedTuple):
    """A stage begins, of whose numbers so many can be played."""

    side: Side
    kind: StageKind
    numbers: tuple[int, ...]
    playable: int
    one_of: tuple[int, ...] = ()
    """Of two different numbers of which one can be played: that one, or both if either can."""


@equal_by_class
class Moved(NamedTuple):
    """A checker moved, entered or was borne off; its effect says whether it hit or trapped."""

    move: Move
    freed_checker: bool
    """The last trapper left: the opposing checker at the origin is free again."""


@equal_by_class
class StageCompleted(NamedTuple):
    """All numbers of a stage were played; `by` is the side that played the last one."""

    kind: StageKind
    by: Side


@equal_by_class
class StageLost(NamedTuple):
    """Numbers of a stage cannot be played; with them goes the rest of the turn."""

    side: Side
    kind: StageKind
    numbers: tuple[LostNumber, ...]
    later: tuple[StageKind, ...]
    extra_roll: bool


@equal_by_class
class StageWithheld(NamedTuple):
    """The complement and the extra roll are not granted."""

    side: Side
    why: Withheld


@equal_by_class
class DoublesChosen(NamedTuple):
    """After a 2-1 the side chose which double to play."""

    side: Side
    number: int


@equal_by_class
class HandedOver(NamedTuple):
    """The opponent must play what the side cannot play of its stage."""

    to: Side
    numbers: tuple[LostNumber, ...]


@equal_by_class
class Resumed(NamedTuple):
    """The side whose stage it is can play one of the numbers left and goes on."""

    side: Side
    numbers: tuple[int, ...]
    points: tuple[int, ...]
    """The points it can move to now, in its own numbering; 0 for off."""


@equal_by_class
class ExtraRollEarned(NamedTuple):
    """All stages of the roll are completed; the side rolls again."""

    side: Side


@equal_by_class
class TurnEnded(NamedTuple):
    """The turn passes to the other side."""

    side: Side


@equal_by_class
class GameEnded(NamedTuple):
    """The game is over."""

    result: Result


Event = (
    OpeningTied
    | OpeningWon
    | OpeningKept
    | OpeningRerolled
    | DiceRolled
    | StageBegun
    | Moved
    | StageCompleted
    | StageLost
    | StageWithheld
    | DoublesChosen
    | HandedOver
    | Resumed
    | ExtraRollEarned
    | TurnEnded
    | GameEnded
)

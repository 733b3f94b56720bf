"""Events: data about the effects of an action. `words` turns them into sentences."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, get_args

from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.reasons import LostNumber
from backgammon_tui.engine.turn import Reward, StageKind, Withheld


class Ending(Enum):
    """The ways in which a game can end."""

    BORNE_OFF = "borne off"
    RESIGNED = "resigned"
    PASSED = "passed"
    """A side declined a double."""

    AGREED_DRAW = "agreed draw"
    DEAD = "dead"
    """No checker of either side can ever move again."""


class Result(NamedTuple):
    """The end of a game: the ending, the winner and the points. A draw has no winner."""

    ending: Ending
    winner: Side | None
    points: int
    """The points with the cube: a gammon with the cube at 2 is 4."""

    cube: int = 1

    @property
    def worth(self) -> int:
        """The points without the cube: 1, 2 for a gammon, 3 for a backgammon, 0 for a draw."""
        return self.points // self.cube


class OpeningTied(NamedTuple):
    """Both sides rolled the same number and must roll again."""

    number: int


class OpeningWon(NamedTuple):
    """The side with the higher number starts."""

    side: Side
    white: int
    black: int


class OpeningKept(NamedTuple):
    """The starting side plays the numbers of the opening roll."""

    side: Side


class OpeningRerolled(NamedTuple):
    """The starting side rolls both dice again."""

    side: Side


class DiceRolled(NamedTuple):
    """A side rolled two dice; `again` if it is an extra roll."""

    side: Side
    dice: tuple[int, int]
    again: bool


class StageBegun(NamedTuple):
    """A stage begins; `playable` of its numbers can be played."""

    side: Side
    kind: StageKind
    numbers: tuple[int, ...]
    playable: int
    one_of: tuple[int, ...] = ()
    """If only one of two different numbers can be played: that number, or both if either can."""


class Moved(NamedTuple):
    """A checker moved, entered or was borne off. `move.effect` says whether it hit or trapped."""

    move: Move
    freed_checker: bool
    """True if the checker that left was the last one on a trapped checker, which is free again."""


class StageCompleted(NamedTuple):
    """All numbers of a stage were played; `by` is the side that played the last of them."""

    kind: StageKind
    by: Side


class StageLost(NamedTuple):
    """Some numbers of a stage cannot be played, so the rest of the turn is lost as well."""

    side: Side
    kind: StageKind
    numbers: tuple[LostNumber, ...]
    earned: Reward
    """The reward for the whole stage, which is lost too."""

    extra_roll: bool = False
    """True if an extra roll is lost too."""


class StageWithheld(NamedTuple):
    """The complement is not granted."""

    side: Side
    why: Withheld

    extra_roll: bool = False
    """True if the complement would have earned an extra roll."""


class DoublesChosen(NamedTuple):
    """After a 2-1, the side chose its doubles."""

    side: Side
    number: int


class HandedOver(NamedTuple):
    """The opponent must complete the stage because the side cannot."""

    to: Side
    numbers: tuple[LostNumber, ...]


class Resumed(NamedTuple):
    """After a move of the opponent, the side can play again and continues its stage."""

    side: Side
    numbers: tuple[int, ...]
    points: tuple[int, ...]
    """The points that the side can move to now, in its own numbering; 0 is off."""

    playable: int
    """Count of the numbers that it can play."""


class ExtraRollEarned(NamedTuple):
    """All stages of the roll are completed; the side rolls again."""

    side: Side


class Doubled(NamedTuple):
    """A side offered to double the points of the game to `value`."""

    side: Side
    value: int


class Taken(NamedTuple):
    """A side accepted a double and owns the cube."""

    side: Side
    value: int


class Passed(NamedTuple):
    """A side declined a double."""

    side: Side


class TurnEnded(NamedTuple):
    """The turn passes to the other side."""

    side: Side


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
    | Doubled
    | Taken
    | Passed
    | TurnEnded
    | GameEnded
)


def _equals(self: tuple[object, ...], other: object) -> bool:
    return type(other) is type(self) and tuple.__eq__(self, other)


# Named tuples of different classes must not be equal. Frozen dataclasses are not either, but
# creating such a class takes ten times as long, and a start of the program creates many.
for _event in (Result, *get_args(Event)):
    _event.__eq__ = _equals
    _event.__ne__ = lambda self, other: not _equals(self, other)

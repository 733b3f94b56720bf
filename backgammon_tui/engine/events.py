"""What happened when an action was applied, as data. `words` makes sentences of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.reasons import LostNumber
from backgammon_tui.engine.turn import StageKind, Withheld


class Ending(Enum):
    """How a game ended."""

    BORNE_OFF = "borne off"
    RESIGNED = "resigned"
    AGREED_DRAW = "agreed draw"
    DEAD = "dead"
    """Nobody could ever move again."""


@dataclass(frozen=True)
class Result:
    """How a game ended, who won it and for how many points; a draw has no winner."""

    ending: Ending
    winner: Side | None
    points: int


@dataclass(frozen=True)
class OpeningTied:
    """Both sides threw the same number and throw again."""

    number: int


@dataclass(frozen=True)
class OpeningWon:
    """The side with the higher number starts."""

    side: Side
    white: int
    black: int


@dataclass(frozen=True)
class OpeningKept:
    """The starting side plays the numbers of the opening throw."""

    side: Side


@dataclass(frozen=True)
class OpeningThrownAgain:
    """The starting side throws both dice again."""

    side: Side


@dataclass(frozen=True)
class DiceThrown:
    """A side threw two dice; `again` if it is a reroll."""

    side: Side
    dice: tuple[int, int]
    again: bool


@dataclass(frozen=True)
class StageBegun:
    """A stage begins, of whose numbers so many can be played."""

    side: Side
    kind: StageKind
    numbers: tuple[int, ...]
    playable: int


@dataclass(frozen=True)
class Moved:
    """A checker moved, entered or was borne off; its effect says whether it hit or trapped."""

    move: Move
    freed_checker: bool
    """The last trapper left: the opposing checker at the origin is free again."""


@dataclass(frozen=True)
class StageCompleted:
    """All numbers of a stage were played; `by` is the side that played the last one."""

    kind: StageKind
    by: Side


@dataclass(frozen=True)
class StageLost:
    """Numbers of a stage cannot be played; with them goes the rest of the turn."""

    side: Side
    kind: StageKind
    numbers: tuple[LostNumber, ...]
    later: tuple[StageKind, ...]
    """The stages that are lost with it."""

    reroll: bool
    """Whether a reroll is lost with it."""


@dataclass(frozen=True)
class StageWithheld:
    """The complement and the reroll are not granted."""

    side: Side
    why: Withheld


@dataclass(frozen=True)
class DoubletChosen:
    """After a 1-2 the side chose which doublet to play."""

    side: Side
    number: int


@dataclass(frozen=True)
class HandedOver:
    """The opponent must play what the side cannot play of its stage."""

    to: Side
    numbers: tuple[LostNumber, ...]


@dataclass(frozen=True)
class Resumed:
    """The side whose stage it is can play one of the numbers left and goes on."""

    side: Side
    numbers: tuple[int, ...]
    points: tuple[int, ...]
    """The points it can move to now, in its own numbering; 0 for off."""


@dataclass(frozen=True)
class RerollEarned:
    """All stages of the throw are completed; the side throws again."""

    side: Side


@dataclass(frozen=True)
class TurnEnded:
    """The turn passes to the other side."""

    side: Side


@dataclass(frozen=True)
class GameEnded:
    """The game is over."""

    result: Result


Event = (
    OpeningTied
    | OpeningWon
    | OpeningKept
    | OpeningThrownAgain
    | DiceThrown
    | StageBegun
    | Moved
    | StageCompleted
    | StageLost
    | StageWithheld
    | DoubletChosen
    | HandedOver
    | Resumed
    | RerollEarned
    | TurnEnded
    | GameEnded
)

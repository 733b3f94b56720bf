"""The facts about a game: what must be done, what cannot be, and what follows."""

from __future__ import annotations

from typing import Final, NamedTuple

from backgammon_tui.engine import (
    Cause,
    Move,
    Opening,
    Phase,
    Place,
    Reason,
    Result,
    Side,
    StageKind,
    Withheld,
)
from backgammon_tui.engine.reasons import LostNumber
from backgammon_tui.engine.rules import Landing, Rules
from backgammon_tui.engine.turn import Stage

Why = Cause | Withheld | StageKind | Phase
"""The subjects of "why?": a refusal, a stage not granted, a stage of this kind lost, or an
awaited decision.
"""

MIN_POINTS: Final = 0.03
"""Nothing is said of fewer points than these: the computer's own figures are no surer."""

# ---- what a game waits for


class OpeningDue(NamedTuple):
    """Each side rolls one die."""

    opening: Opening


class KeepDue(NamedTuple):
    """The opener keeps the two numbers or rerolls."""

    dice: tuple[int, int]
    earns_choice: bool
    """True if keeping them earns four 5s or four 6s."""


class RollDue(NamedTuple):
    """A side rolls both dice."""

    is_extra: bool


class PlayDue(NamedTuple):
    """Numbers of a stage are to be played."""

    kind: StageKind
    numbers: tuple[int, ...]
    """Those left, as they were rolled."""

    playable: int
    """How many of them can be played."""

    allowed: frozenset[int]
    """Those that may be played next."""

    usable: frozenset[int]
    """Those that some checker could use, whatever the others then could."""

    has_begun: bool
    leads_on: bool
    """True if another stage follows."""

    @property
    def is_short(self) -> bool:
        """True if not all of them can be played."""
        return self.playable < len(self.numbers)

    @property
    def is_either(self) -> bool:
        """True if either of two numbers can be played, but not both."""
        return self.is_short and len(self.usable) > 1


class CompletionDue(NamedTuple):
    """The opponent plays numbers that their owner cannot."""

    owner: Side
    numbers: tuple[int, ...]


class ChoiceDue(NamedTuple):
    """A side chooses four 5s or four 6s, of which so many can be played now."""

    fives: int
    sixes: int


class GameOver(NamedTuple):
    """The game has ended."""

    result: Result
    rules: Rules


# ---- what must be done, and what may be


class CanWin(NamedTuple):
    """Some play bears off the last checkers, so many."""

    checkers: int


class MustEnter(NamedTuple):
    """So many checkers enter before any other moves."""

    side: Side
    place: Place
    checkers: int
    before_roll: bool = False


class MayEnter(NamedTuple):
    """Checkers in hand may enter; others may move as well, if there are any."""

    has_others: bool
    before_roll: bool = False


class MayBearOff(NamedTuple):
    """Checkers may be borne off; before a roll, because all are home."""

    before_roll: bool = False


class MayTrap(NamedTuple):
    """A move can trap a checker or hit it."""


class MustPlayAll(NamedTuple):
    """All numbers left, so many, can be played."""

    numbers: int


class MustPlaySome(NamedTuple):
    """Not all numbers can be played."""

    due: PlayDue
    higher: Reason | None
    """The rule that asks for the higher of two numbers, if it decides here."""


class OnlyNumber(NamedTuple):
    """No other of the numbers can be played."""

    number: int


class OnlyPlay(NamedTuple):
    """There is one play only."""


class Wasteful(NamedTuple):
    """A move that a checker could make, but that leaves too little to be played."""

    move: Move
    reason: Reason


# ---- what is lost, and what follows


class CannotPlay(NamedTuple):
    """Numbers that a side cannot play, with what stands against them."""

    side: Side
    numbers: tuple[LostNumber, ...]


class CannotPlayThen(NamedTuple):
    """The numbers that a side cannot play after a play, for each of those in question."""

    side: Side
    by_play: tuple[tuple[LostNumber, ...], ...]


class Stuck(NamedTuple):
    """A checker that cannot use some of the numbers left."""

    place: int
    against: tuple[tuple[int, Reason], ...]
    """Those numbers, with the reasons."""

    usable: tuple[int, ...]
    """The numbers that it can use."""


class Lost(NamedTuple):
    """What is lost because not all numbers can be played."""

    numbers: tuple[int, ...]
    """Numbers of this stage that no checker can use; empty if each one alone can be played."""

    total: int
    """How many numbers of this stage are lost."""

    later: tuple[StageKind, ...] = ()
    extra_roll: bool = False


class OpponentPlays(NamedTuple):
    """The opponent plays the numbers that the side cannot."""

    by: Side


class Resumes(NamedTuple):
    """The owner of the numbers goes on as soon as possible."""

    owner: Side


class NoComplement(NamedTuple):
    """The rules grant no complement: for the double being played, or for the next one."""

    side: Side
    why: Withheld
    before_roll: bool = False


class Then(NamedTuple):
    """The stages that follow."""

    stages: tuple[Stage, ...]
    earns_roll: bool
    is_sure: bool
    """False if they follow only once all checkers have entered."""


class EarnsRoll(NamedTuple):
    """An extra roll follows at once."""


# ---- chances


class Shots(NamedTuple):
    """So many of the 36 rolls can hit."""

    rolls: int
    landing: Landing


class ShutOut(NamedTuple):
    """With so many of the 36 rolls nothing can be played."""

    rolls: int


Fact = (
    OpeningDue
    | KeepDue
    | RollDue
    | PlayDue
    | CompletionDue
    | ChoiceDue
    | GameOver
    | CanWin
    | MustEnter
    | MayEnter
    | MayBearOff
    | MayTrap
    | MustPlayAll
    | MustPlaySome
    | OnlyNumber
    | OnlyPlay
    | Wasteful
    | CannotPlay
    | CannotPlayThen
    | Stuck
    | Lost
    | OpponentPlays
    | Resumes
    | NoComplement
    | Then
    | EarnsRoll
    | Shots
    | ShutOut
)

"""The facts about a game: what must be done, what cannot be, and what follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from backgammon_tui.engine import (
    CHECKERS,
    Cause,
    Effect,
    Game,
    Move,
    Opening,
    Phase,
    Place,
    Reason,
    Result,
    Side,
    StageKind,
    StartingPosition,
    Withheld,
)
from backgammon_tui.engine.generator import max_playable
from backgammon_tui.engine.reasons import LostNumber
from backgammon_tui.engine.rules import HOME_BOARD, Landing, Rules
from backgammon_tui.engine.turn import CHOSEN, Stage


def explain(game: Game) -> Iterator[Fact]:
    """Yield what a game waits for, then what else its actor should know, in that order.

    A fact is found out when it is asked for; the last ones before a roll take the longest.
    """
    if game.phase is Phase.MOVE and game.can_win:
        assert game.side
        yield CanWin(CHECKERS - game.position.count(game.side, Place.OFF))
        return
    yield awaited(game)
    match game.phase:
        case Phase.ROLL | Phase.ROLL_AGAIN:
            yield from _before_roll(game)
        case Phase.MOVE:
            yield from _before_move(game)
        case Phase.COMPLETE:
            yield from _before_completion(game)
        case _:
            pass


def awaited(game: Game) -> Fact:
    """Return what a game waits for."""
    match game.phase:
        case Phase.OPENING:
            return OpeningDue(game.rules.opening)
        case Phase.KEEP_OR_REROLL:
            assert game.opening_dice
            return KeepDue(game.opening_dice, game.rules.one_two and {*game.opening_dice} == {1, 2})
        case Phase.ROLL | Phase.ROLL_AGAIN:
            return RollDue(is_extra=game.phase is Phase.ROLL_AGAIN)
        case Phase.MOVE:
            return play_due(game)
        case Phase.COMPLETE:
            assert game.side
            return CompletionDue(game.side, game.left)
        case Phase.CHOOSE:
            assert game.side
            fives, sixes = (
                max_playable(game.rules, game.position, game.side, (number,) * 4)
                for number in CHOSEN
            )
            return ChoiceDue(fives, sixes)
        case Phase.OVER:
            assert game.result
            return GameOver(game.result, game.rules)


def play_due(game: Game) -> PlayDue:
    """Return the numbers to be played."""
    assert game.stage
    return PlayDue(
        game.stage.kind,
        game.due,
        game.playable,
        game.allowed,
        game.unconstrained_numbers,
        has_begun=bool(game.stage.moves),
        leads_on=bool(game.later),
    )


def must_enter(game: Game, side: Side, *, before_roll: bool = False) -> MustEnter | None:
    """Return the checkers that enter before any other moves, if there are any."""
    if on_bar := game.position.count(side, Place.BAR):
        return MustEnter(side, Place.BAR, on_bar, before_roll)
    in_hand = game.position.count(side, Place.HAND)
    if in_hand and not game.rules.free_entry:
        return MustEnter(side, Place.HAND, in_hand, before_roll)
    return None


# ---- before a roll


def _before_roll(game: Game) -> Iterator[Fact]:
    side, rules = game.side, game.rules
    assert side
    points = game.position.points(side)
    if entry := must_enter(game, side, before_roll=True):
        yield entry
    elif game.position.count(side, Place.HAND):
        yield MayEnter(has_others=bool(points), before_roll=True)
    elif all(point in HOME_BOARD for point in points):
        yield MayBearOff(before_roll=True)
    if rules.first_double_face_only and side not in game.had_double:
        yield NoComplement(side, Withheld.FIRST_DOUBLE, before_roll=True)
    elif rules.entry_limits_complement and game.position.to_enter(side) > 4:
        yield NoComplement(side, Withheld.STILL_ENTERING, before_roll=True)
    yield from _chances(game, side)


_MANY_ROLLS: Final = 9
"""The lost rolls of 36 worth mentioning: three numbers are closed, or more."""


def _chances(game: Game, side: Side) -> Iterator[Fact]:
    """Yield the chances of the 36 rolls if there is something to hit or much is closed."""
    from backgammon_tui.analysis.difference import count_rolls

    counts = count_rolls(game.rules, StartingPosition(game.position, side, game.had_double))
    if counts.hits:
        yield Shots(counts.hits, game.rules.landing)
    if counts.shut_out >= _MANY_ROLLS:
        yield ShutOut(counts.shut_out)


# ---- before a move


def _before_move(game: Game) -> Iterator[Fact]:
    side = game.side
    assert side
    if entry := must_enter(game, side):
        yield entry
    if any(move.effect is Effect.TRAP for move in game.moves):
        yield MayTrap()
    if not game.has_unplayable:
        if {*game.moves} != {*game.unconstrained_moves}:
            yield MustPlayAll(len(game.due))
        yield from _following(game, side)
    elif game.rules.opponent_completes:
        yield OpponentPlays(side.other)
    else:
        unusable = tuple({*game.due} - game.unconstrained_numbers)
        yield forfeited(game)._replace(numbers=unusable)
    if any(move.target == Place.OFF for move in game.moves):
        yield MayBearOff()
    if {move.origin == Place.HAND for move in game.moves} == {True, False}:
        yield MayEnter(has_others=True)


def forfeited(game: Game) -> Lost:
    """Return what is lost with the numbers that cannot be played."""
    later = tuple(stage.kind for stage in game.later)
    return Lost((), len(game.left) - game.playable, later, game.earns_roll)


def _following(game: Game, side: Side) -> Iterator[Fact]:
    following = next(iter(game.later), None)
    entering = game.position.to_enter(side) if game.rules.entry_limits_complement else 0
    is_complement = following is not None and following.kind is StageKind.COMPLEMENT
    if game.withheld:
        yield NoComplement(side, game.withheld)
    elif is_complement and entering > len(game.due):
        yield NoComplement(side, Withheld.STILL_ENTERING)
    elif following:
        # Where others may move, it is for the player to see that all come in.
        is_sure = not (entering and game.rules.free_entry and is_complement)
        yield Then(game.later, game.earns_roll, is_sure)
    elif game.earns_roll:
        yield EarnsRoll()


# ---- before the opponent completes


def _before_completion(game: Game) -> Iterator[Fact]:
    assert game.actor
    assert game.side
    if game.allowed != {*game.due}:
        yield OnlyNumber(max(game.allowed))
    if entry := must_enter(game, game.actor):
        yield entry
    yield Resumes(game.side)


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

"""Facts about a game: tasks, obstacles, consequences, and answers to "why?"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import accumulate, chain
from typing import Final, NamedTuple

from backgammon_tui.engine.game import Game, StartingPosition
from backgammon_tui.engine.generator import Play
from backgammon_tui.engine.legal import RestOfStage
from backgammon_tui.engine.moves import Action, Effect, Move, target_of
from backgammon_tui.engine.position import CHECKERS, POINTS, Place, Side
from backgammon_tui.engine.reasons import Cause, LostNumber, Reason, lost_numbers, obstacle, why_not
from backgammon_tui.engine.rules import HOME_BOARD, Landing
from backgammon_tui.engine.turn import Outlook, Phase, Reward, StageKind, Withheld
from backgammon_tui.explain.ahead import Ahead, Reach, following_choices, look_ahead


def explain(game: Game) -> Iterator[Fact]:
    """Yield the pending decision or task, then other facts for the side to act.

    Facts are computed on demand; the last ones before a roll take the longest.
    """
    if game.phase is Phase.MOVE and game.can_win:
        assert game.side
        yield CanWin(CHECKERS - game.position.count(game.side, Place.OFF))
        return
    yield Due(game)
    match game.phase:
        case Phase.ROLL | Phase.ROLL_AGAIN:
            yield from _before_roll(game)
        case Phase.MOVE:
            yield from _before_move(game)
        case Phase.COMPLETE:
            assert game.actor
            assert game.side
            if game.allowed != {*game.due}:
                yield OnlyNumber(max(game.allowed))
            if entry := must_enter(game, game.actor):
                yield entry
            yield Resumes(game.side)
        case Phase.CHOOSE:
            assert game.side
            yield choices_of(game, game.side)
        case _:
            pass


def is_either(game: Game) -> bool:
    """Return True if either of two numbers can be played, but not both."""
    return game.has_unplayable and len(game.unconstrained_numbers) > 1


def must_enter(game: Game, side: Side) -> MustEnter | None:
    """Return the number of checkers that must enter before others move, if any."""
    if on_bar := game.position.count(side, Place.BAR):
        return MustEnter(side, Place.BAR, on_bar, game.awaits_roll)
    in_hand = game.position.count(side, Place.HAND)
    if in_hand and not game.rules.free_entry:
        return MustEnter(side, Place.HAND, in_hand, game.awaits_roll)
    return None


# ---- before a roll


_MIN_ROLLS: Final = 9
"""Minimum number of unplayable rolls, out of 36, to mention: three or more points are closed."""


def _before_roll(game: Game) -> Iterator[Fact]:
    from backgammon_tui.analysis.difference import count_rolls

    side, rules = game.side, game.rules
    assert side
    points = game.position.points(side)
    if entry := must_enter(game, side):
        yield entry
    elif game.position.count(side, Place.HAND):
        yield MayEnter(has_others=bool(points), is_before_roll=True)
    elif all(point in HOME_BOARD for point in points):
        yield MayBearOff(is_before_roll=True)
    if rules.first_double_face_only and side not in game.had_double:
        yield NoComplement(side, Withheld.FIRST_DOUBLE, is_before_roll=True)
    elif rules.entry_limits_complement and game.position.to_enter(side) > 4:
        yield NoComplement(side, Withheld.STILL_ENTERING, is_before_roll=True)
    counts = count_rolls(game.rules, StartingPosition(game.position, side, game.had_double))
    if counts.hits:
        yield Shots(counts.hits, game.rules.landing)
    if counts.shut_out >= _MIN_ROLLS:
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
        yield from _after_stage(game, side)
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
    has_roll = game.rolled is not None and game.rolled.may_roll_again
    return Lost((), len(game.left) - game.playable, game.earned, has_roll)


def _after_stage(game: Game, side: Side) -> Iterator[Fact]:
    ahead = look_ahead(game)
    if isinstance(game.earned, Withheld):
        yield NoComplement(side, game.earned)
    elif ahead.stage and ahead.withheld and ahead.begins is Reach.NEVER:
        yield NoComplement(side, ahead.withheld)
    elif ahead.begins is not Reach.NEVER:
        yield Then(ahead)
    elif ahead.extra_roll is not Reach.NEVER:
        yield EarnsRoll()


Why = Cause | Withheld | StageKind | Phase
"""The subject of a "why?": a refusal, a stage not granted, a lost stage of this kind, or a
decision.
"""

MIN_POINTS: Final = 0.03
"""Minimum cost in points worth mentioning; smaller ones are within the error of the estimates."""

# ---- the facts


class Due(NamedTuple):
    """The decision or task for which a game waits, by its phase."""

    game: Game


# ---- requirements and options


class CanWin(NamedTuple):
    checkers: int


class MustEnter(NamedTuple):
    """This many checkers must enter before any other moves."""

    side: Side
    place: Place
    checkers: int
    is_before_roll: bool = False


class MayEnter(NamedTuple):
    """Checkers in hand may enter, but others may move instead, if there are any."""

    has_others: bool
    is_before_roll: bool = False


class MayBearOff(NamedTuple):
    """Checkers may be borne off. Before a roll, this means that all are home."""

    is_before_roll: bool = False


class MayTrap(NamedTuple):
    """A move can trap a checker or hit it."""


class MustPlayAll(NamedTuple):
    """All of this many remaining numbers can be played."""

    numbers: int


class MustPlaySome(NamedTuple):
    game: Game


class OnlyNumber(NamedTuple):
    """None of the other numbers can be played."""

    number: int


class OnlyPlay(NamedTuple):
    """There is only one play."""


class Wasteful(NamedTuple):
    """A move that a checker could make but that would leave too few numbers playable."""

    move: Move
    reason: Reason


# ---- losses and consequences


class CannotPlay(NamedTuple):
    side: Side
    numbers: tuple[LostNumber, ...]


class CannotPlayThen(NamedTuple):
    """The numbers that a side cannot play after each play in question."""

    side: Side
    by_play: tuple[tuple[LostNumber, ...], ...]


class Stuck(NamedTuple):
    place: int
    against: tuple[tuple[int, Reason], ...]
    usable: tuple[int, ...]


class Lost(NamedTuple):
    """The losses caused by unplayable numbers."""

    numbers: tuple[int, ...]
    """Numbers of this stage that no checker can use; empty if each number alone can be played."""

    total: int
    """Number of lost numbers in this stage."""

    earned: Reward = None
    """The reward for the whole stage, which is lost too."""

    extra_roll: bool = False
    """True if an extra roll is lost too."""


class OpponentPlays(NamedTuple):
    by: Side


class Resumes(NamedTuple):
    """The side continues its stage as soon as it can."""

    owner: Side


class NoComplement(NamedTuple):
    side: Side
    why: Withheld
    is_before_roll: bool = False


class Then(NamedTuple):
    """A stage comes next, at least after some plays."""

    ahead: Ahead


class Choices(NamedTuple):
    """The doubles to choose from after a 2-1, with the obstacles to those that cannot be played."""

    side: Side
    outlooks: tuple[Outlook, ...]
    lost: tuple[LostNumber, ...]


class EarnsRoll(NamedTuple):
    """An extra roll comes next."""


# ---- chances


class Shots(NamedTuple):
    """The number of rolls, out of 36, that can hit."""

    roll_count: int
    landing: Landing


class ShutOut(NamedTuple):
    """The number of rolls, out of 36, that cannot be played at all."""

    roll_count: int


Fact = (
    Due
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
    | Choices
    | EarnsRoll
    | Shots
    | ShutOut
)


# ---- answers to "why?"

_MAX_PLAYS: Final = 100


@dataclass(frozen=True)
class WhyAnswer:
    """Facts that explain something, with the rule and points involved."""

    facts: tuple[Fact, ...]
    why: Why
    """The rule involved, which determines the section of the rulebook."""

    side: Side
    points: tuple[int, ...] = ()
    """The points involved, in the numbering of `side`."""


# ---- single checkers


def why_stuck(game: Game, place: int, after: RestOfStage | None = None) -> WhyAnswer | None:
    """Return the remaining numbers that a checker cannot use, and why; None if it can use all.

    `after` is the node after moves that are typed but not yet made.
    """
    side = game.actor
    if side is None or game.stage is None:
        return None
    after = after or game.rest_of_stage
    reasons = {
        number: _against(game, after, side, place, number) for number in dict.fromkeys(after.left)
    }
    against = tuple((number, reason) for number, reason in reasons.items() if reason)
    if not against:
        return None
    usable = tuple(number for number, reason in reasons.items() if reason is None)
    points = dict.fromkeys(p for _, reason in against for p in _points(reason, place))
    return WhyAnswer((Stuck(place, against, usable),), against[0][1].cause, side, tuple(points))


def _against(game: Game, after: RestOfStage, side: Side, place: int, number: int) -> Reason | None:
    if any((step.move.origin, step.move.number) == (place, number) for step in after.steps):
        return None
    blocked = obstacle(game.rules, after.position, side, place, number)
    target = target_of(place, number)
    return blocked or why_not(game.rules, after.position, side, after.left, place, target)


def _points(reason: Reason, place: int) -> Iterator[int]:
    """Yield the points involved in a reason, except the checker's own."""
    for point in reason.points:
        if 1 <= point <= POINTS and (point != place or reason.cause is Cause.TRAPPED):
            yield point


# ---- whole stages and other decisions


def why_now(game: Game, plays: Sequence[Play], chosen: Play | None = None) -> WhyAnswer:
    """Explain what the game waits for, and why there is no alternative to the legal plays."""
    side = game.side or Side.WHITE
    match game.phase:
        case Phase.MOVE:
            return _why_play(game, side, plays, chosen)
        case Phase.COMPLETE:
            lost = lost_numbers(game.rules, game.position, side, game.due)
            facts = (Due(game), CannotPlay(side, lost))
            return WhyAnswer(facts, game.phase, side, _blocking(lost))
        case Phase.CHOOSE:
            options = choices_of(game, side)
            return WhyAnswer((Due(game), options), Phase.CHOOSE, side, _blocking(options.lost))
        case phase:
            return WhyAnswer((Due(game),), phase, side)


def choices_of(game: Game, side: Side) -> Choices:
    outlooks = following_choices(game)
    shut = [outlook.numbers[0] for outlook in outlooks if not outlook.playable]
    return Choices(side, outlooks, lost_numbers(game.rules, game.position, side, shut))


def _why_play(game: Game, side: Side, plays: Sequence[Play], chosen: Play | None) -> WhyAnswer:
    entry = must_enter(game, side)
    facts: list[Fact] = [entry] if entry else []
    points: tuple[int, ...] = ()
    why: Why = game.phase
    if game.can_win:
        facts += explain(game)
    elif not game.has_unplayable:
        facts.append(MustPlayAll(len(game.due)))
        if wasteful := _wasteful(game):
            facts.append(wasteful)
            points, why = (
                tuple(_points(wasteful.reason, wasteful.move.origin)),
                wasteful.reason.cause,
            )
    else:
        facts.append(MustPlaySome(game))
        if is_either(game) and game.rules.higher_number:
            why = Cause.HIGHER_NUMBER
        stuck, points = _stuck_after(game, side, [chosen] if chosen else plays)
        facts += [stuck] if stuck else []
        if not game.rules.opponent_completes:
            facts.append(forfeited(game))
    if len(plays) == 1:
        facts.append(OnlyPlay())
    if entry:
        why = Cause.BAR_FIRST if entry.place is Place.BAR else Cause.HAND_FIRST
    return WhyAnswer(tuple(facts), why, side, points)


def _wasteful(game: Game) -> Wasteful | None:
    for move in game.unconstrained_moves:
        if move not in game.moves:
            reason = game.why_not(move.origin, move.target)
            if reason:
                return Wasteful(move, reason)
    return None


def _stuck_after(
    game: Game, side: Side, plays: Sequence[Play]
) -> tuple[CannotPlayThen | None, tuple[int, ...]]:
    """Return the numbers lost after each play, and the points that obstruct all plays."""
    by_play: list[tuple[LostNumber, ...]] = []
    if len(plays) > _MAX_PLAYS:
        return None, ()
    for play in plays:
        rest = list(game.left)
        for move in play.moves:
            rest.remove(move.number)
        if not rest or play.position.has_borne_off_all(side):
            return None, ()
        by_play.append(lost_numbers(game.rules, play.position, side, rest))
    if not by_play:
        return None, ()
    first, *others = (_blocking(lost) for lost in by_play)
    common = tuple(point for point in first if all(point in other for other in others))
    return CannotPlayThen(side, tuple(dict.fromkeys(by_play))), common


def _blocking(lost: Sequence[LostNumber]) -> tuple[int, ...]:
    trapped = (
        point
        for number in lost
        for reason in number.reasons
        for point in reason.points
        if reason.cause is Cause.TRAPPED
    )
    blocked = (point for number in lost for point in number.blocking)
    return tuple(dict.fromkeys((*blocked, *trapped)))


# ---- sequences of actions


def do(game: Game, actions: Iterable[Action]) -> tuple[Game, ...]:
    """Return the games after each action in turn; raise `NotAllowed` if one is illegal."""
    return tuple(accumulate(actions, Game.apply, initial=game))[1:]


def done(game: Game, actions: Iterable[Action]) -> Game:
    """Return the game after all the actions, with all their events."""
    games = do(game, actions)
    events = chain.from_iterable(after.events for after in games)
    return replace(games[-1] if games else game, events=tuple(events))


def is_stage_over(before: Game, after: Game) -> bool:
    """Return True if the stage of `before` is over in the later game `after`.

    An opponent who completes a stage makes one move at a time.
    """
    if before.phase is not Phase.MOVE or after.phase is not Phase.MOVE:
        return True
    assert before.turn
    assert after.turn
    same_roll = len(before.turn.rolls) == len(after.turn.rolls)
    same_stage = before.turn.stage.kind is after.turn.stage.kind
    return not (before.side is after.side and same_roll and same_stage)


def play_made(game: Game, made: Sequence[Action]) -> Play | None:
    """Return the play that the actions complete; None if numbers are left to play."""
    if game.phase is not Phase.MOVE or not made:
        return None
    after = do(game, made)[-1]
    if not is_stage_over(game, after):
        return None
    plays = (play for play in game.legal_plays() if play.position == after.position)
    return next(plays, None)


# ---- plays


class Theme(Enum):
    """A theme: the most important difference between two plays."""

    ENTERING = "entering and the complement"
    POINTS = "points and primes"
    HIT = "hit or not"
    TRAP = "trap or hit"
    SAFETY = "safety"
    BEARING_OFF = "bearing off"
    RACING = "racing"
    EXTRA_ROLL = "an extra roll"
    OPENING = "keep or reroll"


def count_hits_and_traps(play: Play) -> int:
    return sum(move.effect is not Effect.NOTHING for move in play.moves)

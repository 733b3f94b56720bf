"""The effect of the 36 rolls after a play: counted, not estimated.

Every roll is looked at as a whole, with all its stages: a hit by the complement is a hit. A
search of plays that ends with the first one that hits, and the first one that earns an extra
roll, needs a fraction of the time that listing them takes.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from backgammon_tui.analysis.stages import ROLL, ROLLS, to_play
from backgammon_tui.engine import (
    CHECKERS,
    Game,
    Move,
    Place,
    Position,
    Rules,
    Side,
    Stage,
    StartingPosition,
    Withheld,
    legal_plays,
)
from backgammon_tui.engine.generator import Search
from backgammon_tui.engine.turn import (
    ExtraRoll,
    Outlook,
    Reward,
    chain_from,
    choices,
    earned_by,
    next_after,
    plan,
    stages_from,
)


class Facts(NamedTuple):
    """The consequences of a play, in rolls of 36 where the dice decide."""

    roller: Side | None
    """The side that rolls next; None before a stage of the same roll, or if the game is over."""

    hits: int = 0
    """Rolls with which that side can hit, or trap where it may choose."""

    shut_out: int = 0
    """Rolls that leave it without any play."""

    complement_lost: int = 0
    """Rolls that go on after their first stage, but cannot be played in full.

    Doubles with a complement, and a 2-1 where it earns four 5s or 6s. What the rules do not
    grant is not lost.
    """

    extra_roll: int = 0
    """Rolls that earn another one if they are played for that."""

    outlook: Outlook | None = None
    """The outlook for the complement of this roll, if it comes first."""


class RollFacts(NamedTuple):
    """The possible effects of one roll, each by the play that is best in that respect."""

    hits: bool
    shut_out: bool
    complement_lost: bool
    extra_roll: bool


class Played(Protocol):
    """A play: its moves and the position after them."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """Its moves."""

    @property
    def position(self) -> Position:
        """The position that it leads to."""


def facts(game: Game, play: Played) -> Facts:
    """Count the consequences of a play of the stage that a game waits for.

    What the opponent would complete, where the rules have it so, is left out of account.
    """
    stage = to_play(game)
    position = play.position
    if position.has_borne_off_all(stage.side):
        return Facts(None)
    full = len(play.moves) == len(stage.numbers)
    spot = stage.after(game.rules, position, full)
    if spot.pending != ROLL:
        return Facts(None, outlook=game.outlook(position))
    return count_rolls(game.rules, StartingPosition(spot.position, spot.side, spot.had_double))


def count_rolls(rules: Rules, starting_position: StartingPosition) -> Facts:
    """Count the rolls of 36 that hit, are lost and earn an extra roll, for the side to roll."""
    root = Search(rules, starting_position.position, starting_position.side)
    found = [(_look_at(root, starting_position.had_double, dice), weight) for dice, weight in ROLLS]
    return Facts(
        starting_position.side,
        hits=sum(weight for roll, weight in found if roll.hits),
        shut_out=sum(weight for roll, weight in found if roll.shut_out),
        complement_lost=sum(weight for roll, weight in found if roll.complement_lost),
        extra_roll=sum(weight for roll, weight in found if roll.extra_roll),
    )


def look_at(rules: Rules, starting_position: StartingPosition, dice: tuple[int, int]) -> RollFacts:
    """Return the effect of one roll for the side to roll."""
    root = Search(rules, starting_position.position, starting_position.side)
    return _look_at(root, starting_position.had_double, dice)


def _look_at(search: Search, had_double: frozenset[Side], dice: tuple[int, int]) -> RollFacts:
    rules, side = search.rules, search.side
    rolled = plan(rules, search.position, side, dice, side not in had_double)
    first, earned = rolled.stages[0], rolled.earned
    goes_on = isinstance(earned, Stage)
    if not any(search.can_play(number) for number in dice):
        return RollFacts(False, True, goes_on, False)
    earns = earned is not None and _can_earn(search, first, earned)
    lost = goes_on and not earns and _is_lost(search, first, earned)
    return RollFacts(_can_hit(search, first, earned), False, lost, earns)


def _following(search: Search, end: int, earned: Reward) -> Reward:
    """Return the sequel of a stage played in full; None if the game is over."""
    position = Position(end)
    if position.has_borne_off_all(search.side):
        return None
    return next_after(search.rules, position, search.side, earned, full=True)


def _onward(search: Search, end: int, stage: Stage) -> tuple[Search, Stage, Reward]:
    rules = search.rules
    return Search(rules, Position(end), search.side), stage, earned_by(rules, stage)


def _can_earn(search: Search, stage: Stage, earned: Reward) -> bool:
    """Return True if all that is to come can be played, and earns an extra roll."""
    if ExtraRoll.EARNED not in chain_from(search.rules, earned):
        return False
    for choice in choices(stage):
        seen: set[int] = set()
        for end in search.ends(choice.numbers):
            following = None if end in seen else _following(search, end, earned)
            if following is ExtraRoll.EARNED:
                return True
            if isinstance(following, Stage):
                seen.add(end)
                if _can_earn(*_onward(search, end, following)):
                    return True
    return False


def _is_lost(search: Search, stage: Stage, earned: Reward) -> bool:
    """Return True if the roll fails because some numbers cannot be played.

    Not a rule that grants no complement, and not the end of the game.
    """
    if _can_win(search, stage, earned):
        return False
    is_full = False
    for end in search.ends(stage.numbers):
        if not isinstance(_following(search, end, earned), Withheld):
            return True
        is_full = True
    return not is_full


def _can_win(search: Search, stage: Stage, earned: Reward) -> bool:
    """Return True if the last checker can be borne off."""
    rules, position, side = search.rules, search.position, search.side
    stages = (stage, *stages_from(rules, earned))
    off = position.count(side, Place.OFF)
    if off + sum(len(choices(each)[0].numbers) for each in stages) < CHECKERS:
        return False
    for choice in choices(stage):
        for play in legal_plays(rules, position, side, choice.numbers):
            if play.position.has_borne_off_all(side):
                return True
            full = len(play.moves) == len(choice.numbers)
            following = next_after(rules, play.position, side, earned, full=full)
            if isinstance(following, Stage) and _can_win(*_onward(search, play[0], following)):
                return True
    return False


def _can_hit(search: Search, stage: Stage, earned: Reward) -> bool:
    """Return True if a play of the stage or of one to come hits."""
    rules = search.rules
    to_come = stages_from(rules, earned) if earned else ()
    later = [[choice.numbers for choice in choices(each)] for each in to_come]
    for choice in choices(stage):
        if not search.may_reach_blot(choice.numbers, later):
            continue
        seen: set[int] = set()
        is_full = False
        for end in search.ends(choice.numbers):
            if search.has_hit(end):
                return True
            is_full = True
            if not later or end in seen:
                continue
            seen.add(end)
            following = _following(search, end, earned)
            if isinstance(following, Stage) and _can_hit(*_onward(search, end, following)):
                return True
        if not is_full and any(map(search.has_hit, search.short_ends(choice.numbers))):
            return True
    return False

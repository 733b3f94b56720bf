"""The effect of the 36 throws after a play: counted, not estimated.

Every throw is looked at as a whole, with all its stages: a hit by the complement is a hit. A
search of plays that ends with the first one that hits, and the first one that earns another
throw, needs a fraction of the time that listing them takes.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from backgammon_tui.analysis.stages import THROW, THROWS, to_play
from backgammon_tui.engine import (
    CHECKERS,
    Game,
    Move,
    Place,
    Position,
    Rules,
    Side,
    Situation,
    Stage,
    Withheld,
    legal_plays,
)
from backgammon_tui.engine.generator import Search
from backgammon_tui.engine.turn import (
    Again,
    Earned,
    Outlook,
    chain_from,
    choices,
    earned_by,
    follow,
    plan,
    stages_from,
)


class Facts(NamedTuple):
    """The consequences of a play, in throws of 36 where the dice decide."""

    thrower: Side | None
    """The side that throws next; None before a stage of the same throw, or if the game is over."""

    hits: int = 0
    """Throws with which that side can hit, or trap where it may choose."""

    shut_out: int = 0
    """Throws that leave it without any play."""

    complement_lost: int = 0
    """Throws that go on after their first stage, but cannot be played in full.

    Doublets with a complement, and a 2-1 where it earns four 5s or 6s. What the rules do not
    grant is not lost.
    """

    another_throw: int = 0
    """Throws that earn another one if they are played for that."""

    outlook: Outlook | None = None
    """The outlook for the complement of this throw, if it comes first."""


class ThrowFacts(NamedTuple):
    """The possible effects of one throw, each by the play that is best in that respect."""

    hits: bool
    shut_out: bool
    complement_lost: bool
    another_throw: bool


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
    if spot.owes != THROW:
        return Facts(None, outlook=game.outlook(position))
    return count_throws(game.rules, Situation(spot.position, spot.side, spot.had_doublet))


def count_throws(rules: Rules, situation: Situation) -> Facts:
    """Count the throws of 36 that hit, are lost and earn another throw, for the side to throw."""
    root = Search(rules, situation.position, situation.side)
    found = [(_look_at(root, situation.had_doublet, dice), weight) for dice, weight in THROWS]
    return Facts(
        situation.side,
        hits=sum(weight for throw, weight in found if throw.hits),
        shut_out=sum(weight for throw, weight in found if throw.shut_out),
        complement_lost=sum(weight for throw, weight in found if throw.complement_lost),
        another_throw=sum(weight for throw, weight in found if throw.another_throw),
    )


def look_at(rules: Rules, situation: Situation, dice: tuple[int, int]) -> ThrowFacts:
    """Return the effect of one throw for the side to throw."""
    root = Search(rules, situation.position, situation.side)
    return _look_at(root, situation.had_doublet, dice)


def _look_at(search: Search, had_doublet: frozenset[Side], dice: tuple[int, int]) -> ThrowFacts:
    rules, side = search.rules, search.side
    thrown = plan(rules, search.position, side, dice, side not in had_doublet)
    first, earned = thrown.stages[0], thrown.earned
    goes_on = isinstance(earned, Stage)
    if not any(search.can_play(number) for number in dice):
        return ThrowFacts(False, True, goes_on, False)
    earns = earned is not None and _can_earn(search, first, earned)
    lost = goes_on and not earns and _is_lost(search, first, earned)
    return ThrowFacts(_can_hit(search, first, earned), False, lost, earns)


def _following(search: Search, end: int, earned: Earned) -> Earned:
    """Return the sequel of a stage played in full; None if the game is over."""
    position = Position(end)
    if position.has_borne_off_all(search.side):
        return None
    return follow(search.rules, position, search.side, earned, full=True)


def _onward(search: Search, end: int, stage: Stage) -> tuple[Search, Stage, Earned]:
    """Return a search for the plays of a stage that begins where another one has ended."""
    rules = search.rules
    return Search(rules, Position(end), search.side), stage, earned_by(rules, stage)


def _can_earn(search: Search, stage: Stage, earned: Earned) -> bool:
    """Return True if all that is to come can be played, and earns another throw."""
    if Again.THROW not in chain_from(search.rules, earned):
        return False
    for choice in choices(stage):
        seen: set[int] = set()
        for end in search.ends(choice.numbers):
            following = None if end in seen else _following(search, end, earned)
            if following is Again.THROW:
                return True
            if isinstance(following, Stage):
                seen.add(end)
                if _can_earn(*_onward(search, end, following)):
                    return True
    return False


def _is_lost(search: Search, stage: Stage, earned: Earned) -> bool:
    """Return True if the throw fails because some numbers cannot be played.

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


def _can_win(search: Search, stage: Stage, earned: Earned) -> bool:
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
            following = follow(rules, play.position, side, earned, full=full)
            if isinstance(following, Stage) and _can_win(*_onward(search, play[0], following)):
                return True
    return False


def _can_hit(search: Search, stage: Stage, earned: Earned) -> bool:
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

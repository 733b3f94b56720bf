"""The effects of the 36 rolls after a play: exact counts, not estimates.

A roll includes all its stages, so a hit by a complement counts as a hit. A search that ends at the
first hit and the first extra roll is much faster than listing all plays.
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
    """Counts after a play, out of 36 rolls."""

    roller: Side | None
    """The side that rolls next; None if a stage of the same roll follows or the game is over."""

    hits: int = 0
    """Rolls with which the roller can hit (or trap, if that is optional)."""

    shut_out: int = 0
    """Rolls with which the roller cannot play anything."""

    complement_lost: int = 0
    """Rolls that have a complement or chosen double, but cannot be played in full.

    A sequel that the rules do not grant does not count as lost.

    Doubles with a complement, and a 2-1 where it earns four 5s or 6s. What the rules do not
    grant is not lost.
    """

    extra_roll: int = 0
    """Rolls that can earn the roller an extra roll."""

    outlook: Outlook | None = None
    """The complement of the current roll, if it comes next."""


class RollFacts(NamedTuple):
    """Possible effects of one roll. Each effect assumes the play that is best for it."""

    hits: bool
    shut_out: bool
    complement_lost: bool
    extra_roll: bool


class Played(Protocol):
    """A play: its moves and the position after them."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """Moves of the play, in order."""

    @property
    def position(self) -> Position:
        """Position after the play."""


def facts(game: Game, play: Played) -> Facts:
    """Count the effects of a play of the current stage.

    Numbers that the opponent would complete are ignored.

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
    """Count the effects of the 36 rolls for the side to roll."""
    root = Search(rules, starting_position.position, starting_position.side)
    effects = [
        (_look_at(root, starting_position.had_double, dice), weight) for dice, weight in ROLLS
    ]
    return Facts(
        starting_position.side,
        hits=sum(weight for effect, weight in effects if effect.hits),
        shut_out=sum(weight for effect, weight in effects if effect.shut_out),
        complement_lost=sum(weight for effect, weight in effects if effect.complement_lost),
        extra_roll=sum(weight for effect, weight in effects if effect.extra_roll),
    )


def look_at(rules: Rules, starting_position: StartingPosition, dice: tuple[int, int]) -> RollFacts:
    """Return the possible effects of one roll for the side to roll."""
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
    """Return what follows a stage played in full; None if the game is over."""
    position = Position(end)
    if position.has_borne_off_all(search.side):
        return None
    return next_after(search.rules, position, search.side, earned, full=True)


def _onward(search: Search, end: int, stage: Stage) -> tuple[Search, Stage, Reward]:
    rules = search.rules
    return Search(rules, Position(end), search.side), stage, earned_by(rules, stage)


def _can_earn(search: Search, stage: Stage, earned: Reward) -> bool:
    """Return True if this stage and its sequel can be played in full and earn an extra roll."""
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
    """Return True if the sequel is lost because some numbers cannot be played.

    Return False if the rules do not grant it, or if the game ends.
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
    """Return True if this roll can bear off the last checker."""
    rules, position, side = search.rules, search.position, search.side
    stages = (stage, *stages_from(rules, earned))
    off = position.count(side, Place.OFF)
    if off + sum(len(choices(part)[0].numbers) for part in stages) < CHECKERS:
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
    """Return True if a play of this stage or of a later one hits."""
    rules = search.rules
    to_come = stages_from(rules, earned) if earned else ()
    later = [[choice.numbers for choice in choices(sequel)] for sequel in to_come]
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

"""The rest of a turn, found by looking ahead: can a stage or an extra roll still be reached?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from backgammon_tui.engine.game import Game, stage_outlook
from backgammon_tui.engine.generator import legal_plays, max_playable
from backgammon_tui.engine.legal import is_dead, unconstrained_steps
from backgammon_tui.engine.position import Position, Side
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.turn import (
    ExtraRoll,
    Outlook,
    Phase,
    Stage,
    Status,
    Turn,
    Withheld,
    choices,
    next_after,
)


class Reach(Enum):
    """The certainty with which something follows the numbers to play, if no play wins first."""

    NEVER = "never"
    POSSIBLE = "after some plays"
    CERTAIN = "after every play"

    @classmethod
    def seen(cls, after_each: set[bool]) -> Reach:
        """Return the reach of something that follows some, all or none of the ways to play."""
        if True not in after_each:
            return cls.NEVER
        return cls.POSSIBLE if False in after_each else cls.CERTAIN


class Ahead(NamedTuple):
    """The next stage and the extra roll, as far as they can be reached."""

    stage: Stage | None = None
    """The stage that the rules would give; None if there is none or it is already withheld."""

    begins: Reach = Reach.NEVER
    withheld: Withheld | None = None
    """The reason why the stage is not granted after some plays, if there are such plays."""

    playable: int = 0
    """Maximum count of the stage's numbers that its side could play."""

    may_win: bool = False
    """True if some play of the stage would bear off the last checker."""

    extra_roll: Reach = Reach.NEVER


_NOTHING: Final = Ahead()


@lru_cache(maxsize=8)  # Several texts about one game need it.
def look_ahead(game: Game) -> Ahead:
    """Look ahead from the numbers to play; nothing follows if none are due."""
    rolled, earned = game.rolled, game.earned
    if game.side is None or rolled is None or game.phase is Phase.ROLL_AGAIN:
        return _NOTHING
    if not isinstance(earned, Stage | ExtraRoll):
        return _NOTHING
    has_roll = rolled.may_roll_again
    try:
        if isinstance(earned, Stage):
            return _before_stage(game, game.side, earned, has_roll=has_roll)
        rolls = {not is_dead(game.rules, end) for end in _ends(game)}
        return Ahead(extra_roll=Reach.seen(rolls | _doubts(game)))
    except _TooMany:
        roll_reach = Reach.POSSIBLE if has_roll else Reach.NEVER
        if isinstance(earned, Stage):
            return Ahead(earned, Reach.POSSIBLE, None, _WHOLE, extra_roll=roll_reach)
        return Ahead(extra_roll=roll_reach)


_WHOLE: Final = 4
"""The count of numbers of a complement or chosen doubles."""


def _before_stage(game: Game, side: Side, stage: Stage, *, has_roll: bool) -> Ahead:
    rules = game.rules
    begins, rolls = _doubts(game), _doubts(game)
    withheld, playable, wins = None, 0, False
    completion = _Completion(rules, side)
    may_be_withheld = rules.entry_limits_complement and game.position.to_enter(side) > 0
    for end in _ends(game):
        reward = next_after(rules, end, side, stage)
        is_granted = isinstance(reward, Stage) and not is_dead(rules, end)
        withheld = reward if isinstance(reward, Withheld) else withheld
        begins.add(is_granted)
        rolls |= set() if is_granted else {False}
        for choice in choices(stage) if is_granted else ():
            after = stage_outlook(rules, end, side, choice.numbers, has_roll=has_roll)
            playable, wins = max(playable, after.playable), wins or after.wins
            rolls.add(after.extra_roll)
            if rules.opponent_completes and after.playable < _WHOLE:
                # The opponent may open the way for numbers that cannot be played at first.
                playable = _WHOLE
                if has_roll and True not in rolls and any(completion.ends(end, choice.numbers)):
                    rolls.add(True)
        is_settled = len(rolls) == 2 and (len(begins) == 2 or not may_be_withheld)
        if is_settled and playable == _WHOLE:
            break
    return Ahead(stage, Reach.seen(begins), withheld, playable, wins, Reach.seen(rolls))


def _doubts(game: Game) -> set[bool]:
    """Return {False}, a way without a sequel, if the side needs help to complete its stage."""
    return {False} if game.phase is Phase.COMPLETE or game.has_unplayable else set()


def following_choices(game: Game) -> tuple[Outlook, ...]:
    """Return the outlook of each choice of doubles after a 2-1, in the order of the numbers."""
    rolled, side = game.rolled, game.side
    if game.phase is not Phase.CHOOSE or rolled is None or side is None:
        return ()
    has_roll = rolled.may_roll_again
    return tuple(
        stage_outlook(game.rules, game.position, side, choice.numbers, has_roll=has_roll)
        for choice in choices(rolled.stages[-1])
    )


def turn_to_show(game: Game) -> Turn | None:
    """Return the latest turn, marking the stages that can no longer be reached."""
    turn = game.turn_to_show
    if turn is None or game.turn is None or game.can_win:
        return turn
    ahead, rolled = look_ahead(game), turn.rolled
    stages, extra_roll = list(rolled.stages), rolled.extra_roll
    if stages[-1].status is Status.DUE and ahead.begins is Reach.NEVER:
        if ahead.withheld:
            return turn.with_rolled(rolled.without_complement(ahead.withheld))
        stages[-1] = stages[-1]._replace(status=Status.LOST)
    if extra_roll is Status.DUE and ahead.extra_roll is Reach.NEVER:
        extra_roll = Status.LAPSED if ahead.may_win else Status.LOST
    return turn.with_rolled(rolled._replace(stages=tuple(stages), extra_roll=extra_roll))


# ---- the ends of the current stage


def _ends(game: Game) -> Iterable[Position]:
    """Yield the positions in which the side may have played all numbers, without winning."""
    side = game.side
    assert side
    if game.phase is Phase.CHOOSE:
        return (game.position,)
    if not game.has_unplayable and game.phase is Phase.MOVE:
        ends = (play.position for play in game.rest_of_stage.plays.values())
        return (end for end in ends if not end.has_borne_off_all(side))
    if game.rules.opponent_completes:
        return _Completion(game.rules, side).ends(game.position, game.left)
    return ()


_MAX_SEEN: Final = 400
"""Maximum number of positions examined while the opponent completes a stage."""


class _TooMany(Exception):
    """There are too many ways to complete a stage to examine all of them."""


class _Completion:
    """The ways in which a side may still play the last number of a stage of its own."""

    def __init__(self, rules: Rules, side: Side) -> None:
        self._rules: Final = rules
        self._side: Final = side
        self._seen: set[tuple[int, tuple[int, ...]]] = set()

    def ends(self, position: Position, left: tuple[int, ...]) -> Iterator[Position]:
        """Yield the positions after the last number; raise `_TooMany` if the search is long."""
        rules, side, key = self._rules, self._side, (position.packed, left)
        if key in self._seen:
            return
        self._seen.add(key)
        if len(self._seen) > _MAX_SEEN:
            raise _TooMany
        if max_playable(rules, position, side, left):
            for play in legal_plays(rules, position, side, left):
                rest = _without(left, [move.number for move in play.moves])
                if play.position.has_borne_off_all(side):
                    continue
                if rest:
                    yield from self.ends(play.position, rest)
                else:
                    yield play.position
            return
        for move, reached in unconstrained_steps(rules, position, side.other, left):
            rest = _without(left, [move.number])
            if rest and not reached.has_borne_off_all(side.other):
                yield from self.ends(reached, rest)


def _without(numbers: tuple[int, ...], used: Iterable[int]) -> tuple[int, ...]:
    left = list(numbers)
    for number in used:
        left.remove(number)
    return tuple(left)

"""A network applied to the rules of a game: 0-ply values of states and plays.

A play has the value of the state after it. If a complement follows, it is searched for the best
plays of the doubles. If all checkers are home, a bear-off table or a network for endings replaces
the main network.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Final

from backgammon_tui.analysis.bear_off import BearOff, all_are_home, sides_have_passed
from backgammon_tui.analysis.nets import CHOICE, Network, SideSums, certain_win
from backgammon_tui.engine import (
    CHECKERS,
    Game,
    Phase,
    Place,
    Play,
    Position,
    Rules,
    Side,
    Stage,
    legal_plays,
)
from backgammon_tui.engine.legal import is_dead
from backgammon_tui.engine.turn import CHOSEN, ExtraRoll, Reward, Withheld, next_after, plan

ROLL: Final = 0
"""Pending action of a side that rolls next; other values are a complement or `CHOICE`."""

ROLLS: Final = tuple(
    ((high, low), 1 if high == low else 2)
    for low, high in combinations_with_replacement(range(1, 7), 2)
)
"""The 21 rolls, each with its frequency out of 36."""

CUT: Final = 7
"""Number of rolls after which a rollout cuts a game short and evaluates it by the network."""


@dataclass(frozen=True, slots=True)
class EvalState:
    """A state between two stages: an input of the network."""

    position: Position
    side: Side
    pending: int
    """The side's next action: `ROLL`, the number of a complement, or `CHOICE`."""

    had_double: frozenset[Side]


@dataclass(frozen=True, slots=True)
class StageToPlay:
    """A stage that a side must play, or what is left of it."""

    position: Position
    side: Side
    numbers: tuple[int, ...]
    earns: Reward
    """The stage or roll that follows if all numbers are played."""

    had_double: frozenset[Side]

    @property
    def ends_turn(self) -> bool:
        """True if the opponent rolls next even if all numbers are played."""
        return self.earns is None or isinstance(self.earns, Withheld)

    @property
    def pending(self) -> int:
        """The side's next action if all numbers are played."""
        if not isinstance(self.earns, Stage):
            return ROLL
        return self.earns.numbers[0] if self.earns.numbers else CHOICE

    def withholds(self, rules: Rules, position: Position) -> bool:
        """Return True if the rules deny the sequel in the position after the stage."""
        return isinstance(next_after(rules, position, self.side, self.earns), Withheld)

    def after(self, rules: Rules, play: Play) -> EvalState:
        """Return the state after a play that has not ended the game."""
        is_full = len(play.moves) == len(self.numbers)
        if not is_full or self.ends_turn or self.withholds(rules, play.position):
            return EvalState(play.position, self.side.other, ROLL, self.had_double)
        return EvalState(play.position, self.side, self.pending, self.had_double)


def rolled(rules: Rules, spot: EvalState, dice: tuple[int, int]) -> StageToPlay:
    """Return the first stage of a roll by the side that rolls next."""
    planned = plan(rules, spot.position, spot.side, dice, spot.side not in spot.had_double)
    had = spot.had_double | {spot.side} if dice[0] == dice[1] else spot.had_double
    first = planned.stages[0]
    return StageToPlay(spot.position, spot.side, first.numbers, planned.earned, had)


def stages_due(spot: EvalState) -> tuple[StageToPlay, ...]:
    """Return the stages to choose from: a complement, or doubles after a 2-1."""
    numbers = CHOSEN if spot.pending == CHOICE else (spot.pending,)
    return tuple(
        StageToPlay(spot.position, spot.side, (number,) * 4, ExtraRoll.EARNED, spot.had_double)
        for number in numbers
    )


def to_play(game: Game) -> StageToPlay:
    """Return the rest of the current stage of a game that waits for a play."""
    assert game.phase is Phase.MOVE
    assert game.side
    return StageToPlay(game.position, game.side, game.left, game.earned, game.had_double)


def eval_state(game: Game) -> EvalState:
    """Return the state of a game that waits for a roll or for the choice of doubles."""
    assert game.side
    pending = CHOICE if game.phase is Phase.CHOOSE else ROLL
    return EvalState(game.position, game.side, pending, game.had_double)


Chances = tuple[float, ...]
"""The chances that the acting side wins 1, 2, 3, loses 1, 2, 3, and of a draw."""

DRAWN: Final[Chances] = (0.0,) * 6 + (1.0,)

MAX_DOUBLES_SEARCHED: Final = 8
"""Maximum number of plays of doubles whose complement is searched."""

MAX_COMPLEMENT_POSITIONS: Final = 300
"""Number of positions evaluated after doubles at which the search for complements stops."""


@dataclass(frozen=True, slots=True)
class RatedPlay:
    """A play with its value for the side that makes it."""

    play: Play

    points: float
    leaf: Chances
    """The chances where the search ended, for the side that acts there."""

    passes: bool
    """True if the opponent acts there."""

    ends: bool = False

    @property
    def wins(self) -> bool:
        """True if the play wins the game at once."""
        return self.ends and self.points > 0

    @property
    def chances(self) -> Chances:
        """Chances of the side that makes the play."""
        return swapped(self.leaf) if self.passes else self.leaf


def swapped(chances: Chances) -> Chances:
    """Return the same chances as seen by the other side."""
    return (*chances[3:6], *chances[:3], chances[6])


@dataclass(frozen=True, eq=False, slots=True)
class Perspective:
    """The acting side, what it must do next, and the matching views of the networks."""

    side: Side
    pending: int
    view: SideSums
    ending: SideSums | None


class Evaluator:
    """Evaluates states and plays of a game with a network.

    Args:
        max_doubles_searched: Maximum number of plays of doubles whose complement is searched.
        bear_off: Table for positions in which all checkers are home.
        endings: Network for these positions if there is no table, and for the races before them if
            the sides move in opposite directions.
    """

    def __init__(
        self,
        network: Network,
        rules: Rules,
        max_doubles_searched: int = MAX_DOUBLES_SEARCHED,
        bear_off: BearOff | None = None,
        endings: Network | None = None,
    ) -> None:
        self.network = network
        self.rules = rules
        self.endings = endings
        self._max_doubles_searched = max_doubles_searched
        self._may_trap = rules.landing.may_trap
        self._runs_against = rules.direction.runs_against
        self._bear_off = bear_off
        self._knows_endings = bear_off is not None or endings is not None
        worth = [float(min(points, rules.scale.max_points)) for points in (1, 2, 3)]
        self._worth = (*worth, *(-points for points in worth), 0.0)
        self._perspectives: dict[tuple[Side, int, bool, bool], Perspective] = {}

    def has_own_net(self, spot: EvalState) -> bool:
        """Return True if a state before a roll is an ending that has its own network."""
        has_net = self._knows_endings and self._bear_off is None
        return has_net and spot.pending == ROLL and all_are_home(spot.position.packed)

    # ---- states

    def perspective(self, side: Side, pending: int, had_double: frozenset[Side]) -> Perspective:
        """Return the perspective of the side to act, cached."""
        limited = self.rules.first_double_face_only
        first = limited and side not in had_double
        other = limited and side.other not in had_double
        key = (side, pending, first, other)
        perspective = self._perspectives.get(key)
        if perspective is None:
            view = self.network.view(side, pending, (first, other))
            ending = self.endings.view(side, pending, (first, other)) if self.endings else None
            perspective = self._perspectives[key] = Perspective(side, pending, view, ending)
        return perspective

    def chances(self, spot: EvalState) -> Chances:
        """Return the 0-ply chances of the side that acts in a state."""
        seen = self.perspective(spot.side, spot.pending, spot.had_double)
        return self.chances_of(spot.position.packed, seen)

    def chances_of(self, packed: int, seen: Perspective) -> Chances:
        """Return the 0-ply chances of the side that acts in a packed position."""
        if not self._knows_endings:
            return self.network.chances(packed, seen.view)
        home = all_are_home(packed)
        if home and self._bear_off:
            return self._bear_off.chances(packed, seen.side, seen.pending)
        has_passed = self._runs_against and sides_have_passed(packed)
        if self.endings and seen.ending and (home or has_passed):
            return self.endings.chances(packed, seen.ending)
        return self.network.chances(packed, seen.view)

    def points(self, chances: Chances) -> float:
        """Return the expected points of these chances, by the scoring scale of the rules."""
        total = 0.0
        for chance, worth in zip(chances, self._worth, strict=True):
            total += chance * worth
        return total

    # ---- plays

    def rate(self, stage: StageToPlay) -> list[RatedPlay]:
        """Return every play of a stage with its value, in the order of `legal_plays`.

        The values of the best plays of doubles include their best complement.
        """
        plays = legal_plays(self.rules, stage.position, stage.side, stage.numbers)
        rated = self._at_once(stage, plays)
        if stage.pending in (ROLL, CHOICE) or len(rated) == 1:
            return rated
        return self._with_complements(stage, rated)

    def best(self, stage: StageToPlay) -> RatedPlay:
        """Return the best play of a stage; the first one of several equal ones.

        A play that wins at once always comes first.
        """
        return best_of(self.rate(stage))

    def _at_once(self, stage: StageToPlay, plays: Sequence[Play]) -> list[RatedPlay]:
        rules, side = self.rules, stage.side
        theirs = self.perspective(side.other, ROLL, stage.had_double)
        mine = self.perspective(side, stage.pending, stage.had_double)
        passes = stage.ends_turn or not self.is_full(stage, plays)
        may_end = self._may_trap or self.may_win(stage)
        rated = []
        for play in plays:
            packed = play.packed
            position = Position(packed)
            ended = self.ended(stage, position) if may_end else None
            if ended is not None:
                rated.append(RatedPlay(play, self.points(ended), ended, False, True))
            elif passes or stage.withholds(rules, position):
                chances = self.chances_of(packed, theirs)
                rated.append(RatedPlay(play, -self.points(chances), chances, True))
            else:
                chances = self.chances_of(packed, mine)
                rated.append(RatedPlay(play, self.points(chances), chances, False))
        return rated

    def may_win(self, stage: StageToPlay) -> bool:
        """Return True if a play of the stage might bear off the side's last checker."""
        return stage.position.count(stage.side, Place.OFF) + len(stage.numbers) >= CHECKERS

    def ended(self, stage: StageToPlay, position: Position) -> Chances | None:
        """Return the certain outcome for the side that played, if the game is over; else None."""
        if position.has_borne_off_all(stage.side):
            return certain_win(self.rules.points_for_win(position, stage.side))
        return DRAWN if self.is_dead(position) else None

    def is_full(self, stage: StageToPlay, plays: Sequence[Play]) -> bool:
        """Return True if the plays use all numbers; ignore plays that win with fewer numbers."""
        for play in plays:
            if not play.position.has_borne_off_all(stage.side):
                return len(play.moves) == len(stage.numbers)
        return True

    def is_dead(self, position: Position) -> bool:
        """Return True if neither side can ever move again, which requires trapped checkers."""
        if not (self._may_trap and position.has_trapped(Side.WHITE)):
            return False
        if not position.has_trapped(Side.BLACK):
            return False
        return is_dead(self.rules, position)

    def _with_complements(self, stage: StageToPlay, rated: list[RatedPlay]) -> list[RatedPlay]:
        searched = list(rated)
        evaluated = 0
        order = sorted(range(len(rated)), key=lambda i: -rated[i].points)
        for i in order[: self._max_doubles_searched]:
            face = rated[i]
            if face.ends or face.passes:
                continue
            if evaluated > MAX_COMPLEMENT_POSITIONS:
                break
            (complement,) = stages_due(stage.after(self.rules, face.play))
            behind = self.rate(complement)
            evaluated += len(behind)
            best = best_of(behind)
            searched[i] = RatedPlay(face.play, best.points, best.leaf, best.passes)
        return searched

    def continued(self, spot: EvalState) -> tuple[StageToPlay, RatedPlay]:
        """Return the stage that follows without a new roll, and its best play."""
        options = [(stage, self.best(stage)) for stage in stages_due(spot)]
        return max(options, key=lambda option: (option[1].wins, option[1].points))


def in_order(judged: list[RatedPlay]) -> list[RatedPlay]:
    """Sort plays: winning ones first, then by points."""
    return sorted(judged, key=lambda rated: (not rated.wins, -rated.points))


def best_of(judged: Sequence[RatedPlay]) -> RatedPlay:
    """Return the best play: a winning one if any, else the first with the most points."""
    return max(judged, key=lambda rated: (rated.wins, rated.points))

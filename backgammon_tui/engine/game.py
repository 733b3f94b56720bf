"""A game: an immutable state with `apply`, which returns the next state; and a match of games.

`Game.events` lists the effects of the last action. A game has no undo: apply all actions except the
last one again.

The second half of the module applies actions. Whatever the rules decide happens without an action:
a stage begins when the previous one is complete, and a turn ends when its last number is played or
lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple, assert_never

from backgammon_tui.engine import events
from backgammon_tui.engine.events import Ending, Event, Result
from backgammon_tui.engine.generator import Play, legal_plays, max_playable
from backgammon_tui.engine.legal import RestOfStage, is_dead, legal_steps, unconstrained_steps
from backgammon_tui.engine.moves import (
    Action,
    AgreeDraw,
    ChooseDoubles,
    Double,
    KeepOpening,
    Move,
    OpeningRoll,
    Pass,
    RerollOpening,
    Resign,
    Roll,
    Take,
)
from backgammon_tui.engine.position import CHECKERS, Place, Position, Side
from backgammon_tui.engine.reasons import (
    Cause,
    NotAllowed,
    Reason,
    lost_numbers,
    why_not,
    why_not_move,
)
from backgammon_tui.engine.rules import Opening, Rules
from backgammon_tui.engine.turn import (
    CHOSEN,
    ExtraRoll,
    Outlook,
    Phase,
    Reward,
    Rolled,
    Stage,
    StageKind,
    Status,
    Turn,
    Withheld,
    next_after,
    plan,
)

MAX_CUBE: Final = 1024


class Cube(NamedTuple):
    """The doubling cube."""

    value: int = 1
    """The factor of the points of this game: a power of two up to `MAX_CUBE`."""

    owner: Side | None = None
    """The side that may double next; None for a centred cube."""

    def checked(self) -> Cube:
        if self.value > MAX_CUBE or self.value & (self.value - 1):
            raise ValueError(f"the cube shows 1, 2, 4, 8 and so on up to {MAX_CUBE:,}")
        return self

    def is_free_for(self, side: Side) -> bool:
        return self.owner in (None, side) and self.value < MAX_CUBE


CENTRED: Final = Cube()


@dataclass(frozen=True)
class Game:
    """One state of a game. Equal states compare equal."""

    rules: Rules
    position: Position
    phase: Phase

    side: Side | None
    """The side whose turn it is; None before the opening roll is decided and after the game."""

    had_double: frozenset[Side] = frozenset()
    opening: OpeningRoll | None = None
    """The last opening roll, if the game began with one."""

    turn: Turn | None = None
    last_turn: Turn | None = None
    cube: Cube | None = None
    """The doubling cube; None in games without it and in the Crawford game."""

    result: Result | None = None
    events: tuple[Event, ...] = ()
    """The events of the last action."""

    @classmethod
    def start(cls, rules: Rules, first: Side | None = None, *, is_crawford: bool = False) -> Game:
        """Return a new game before its first roll.

        Args:
            first: The side that rolls first if there is no opening roll (in some matches the
                winner of the previous game); None for an opening roll.
            is_crawford: True for the game of a match in which nobody may double.
        """
        phase = Phase.ROLL if first else Phase.OPENING
        cube = CENTRED if rules.cube and not is_crawford else None
        return cls(rules, rules.start.position, phase, first, cube=cube)

    @classmethod
    def from_position(
        cls,
        rules: Rules,
        position: Position,
        side: Side,
        had_double: Iterable[Side] = (),
        cube: Cube | None = None,
    ) -> Game:
        """Return a game that continues from a position, with `side` to roll.

        Args:
            had_double: The sides that have already rolled their first doubles.

        Raises:
            ValueError: if the position is impossible in this game.
        """
        rules.check(position)
        cube = (cube or CENTRED) if rules.cube else None
        game = cls(rules, position, Phase.ROLL, side, frozenset(had_double), cube=cube)
        for winner in Side:
            if position.has_borne_off_all(winner):
                return _won(game, winner)
        return _drawn(game, Ending.DEAD) if is_dead(rules, position) else game

    def apply(self, action: Action) -> Game:
        """Return the game after an action; `events` lists what happened.

        Raises:
            NotAllowed: with the reason as data. This game does not change.
        """
        match action:
            case Move():
                return _move(self, action)
            case Roll():
                return _roll(self, action)
            case OpeningRoll():
                return _opening_roll(self, action)
            case KeepOpening() | RerollOpening():
                return _answer_opening(self, keeps=isinstance(action, KeepOpening))
            case ChooseDoubles():
                return _choose(self, action)
            case Double():
                return _double(self)
            case Take():
                return _take(self)
            case Pass():
                return _pass(self)
            case Resign():
                return _resign(self, action)
            case AgreeDraw():
                _expect_unfinished(self, Side.WHITE)
                return _drawn(replace(self, events=()), Ending.AGREED_DRAW)
            case _:
                assert_never(action)

    # ---- turn and stage

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def awaits_roll(self) -> bool:
        """True if the next action is a roll."""
        return self.phase in (Phase.OPENING, Phase.ROLL, Phase.ROLL_AGAIN)

    @property
    def actor(self) -> Side | None:
        """The side that must act: the opponent of `side` if it completes a stage or is doubled."""
        if self.side and self.phase in (Phase.COMPLETE, Phase.DOUBLED):
            return self.side.other
        return self.side

    @property
    def may_double(self) -> bool:
        """True if the side to roll may double now."""
        if self.cube is None or self.side is None or self.phase is not Phase.ROLL:
            return False
        return self.cube.is_free_for(self.side)

    @property
    def awaits_cube(self) -> bool:
        """True if the side to act may double, or must answer a double."""
        return self.may_double or self.phase is Phase.DOUBLED

    @property
    def stake(self) -> int:
        """The value of the cube, 1 without one: the factor of the points of this game."""
        return self.cube.value if self.cube else 1

    @property
    def win_points(self) -> tuple[int, ...]:
        """The possible points of a win at the present stake, lowest first."""
        return tuple(points * self.stake for points in self.rules.scale.points)

    @property
    def opening_dice(self) -> tuple[int, int] | None:
        """The opening dice, White's first, while the winner decides whether to keep them."""
        if self.opening and self.phase is Phase.KEEP_OR_REROLL:
            return self.opening.white, self.opening.black
        return None

    @property
    def latest_turn(self) -> Turn | None:
        """The current turn, or the previous one until new dice are rolled."""
        return self.turn or self.last_turn

    @property
    def turn_to_show(self) -> Turn | None:
        """The latest turn to display. Stages that a win makes unnecessary are marked as lapsed."""
        turn = self.latest_turn
        return turn.with_statuses(due=Status.LAPSED) if turn and self.can_win else turn

    @property
    def rolled(self) -> Rolled | None:
        """The current roll; None before the first roll of the turn."""
        return self.turn.rolls[-1] if self.turn else None

    @cached_property
    def stage(self) -> Stage | None:
        """The current stage, if there is one."""
        return self.turn.stage if self.turn and self.phase in (Phase.MOVE, Phase.COMPLETE) else None

    @property
    def due(self) -> tuple[int, ...]:
        """The numbers of this stage not yet played, in the order of the roll."""
        return self.stage.to_play if self.stage else ()

    @property
    def left(self) -> tuple[int, ...]:
        """The numbers of this stage that have not been played, highest first."""
        return self.stage.left if self.stage else ()

    # ---- legal moves

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, farthest origins first; empty unless a move is awaited."""
        return tuple(step.move for step in self.rest_of_stage.steps)

    @cached_property
    def unconstrained_moves(self) -> tuple[Move, ...]:
        """The moves of single checkers, even those that would prevent a full play."""
        side = self.actor or Side.WHITE
        steps = unconstrained_steps(self.rules, self.position, side, self.left)
        return tuple(move for move, _ in steps)

    @property
    def allowed(self) -> frozenset[int]:
        """The numbers that may be played next."""
        return frozenset(move.number for move in self.moves)

    @property
    def unconstrained_numbers(self) -> frozenset[int]:
        """The numbers that a single checker could use, even if that would prevent a full play."""
        return frozenset(move.number for move in self.unconstrained_moves)

    @cached_property
    def playable(self) -> int:
        """Count of the remaining numbers that the side can play."""
        return max_playable(self.rules, self.position, self.side, self.left) if self.side else 0

    @property
    def has_unplayable(self) -> bool:
        """True if some of the remaining numbers cannot be played."""
        return self.phase is Phase.MOVE and self.playable < len(self.left)

    @cached_property
    def can_win(self) -> bool:
        """True if some play bears off the last checker."""
        side = self.side if self.phase is Phase.MOVE else None
        return side is not None and may_win(self.rules, self.position, side, self.left)

    def legal_plays(self) -> tuple[Play, ...]:
        """Return all plays of the rest of the stage; empty unless the side must move.

        While the opponent completes the stage, there are only single moves and no plays.
        """
        return tuple(self.rest_of_stage.plays.values()) if self.phase is Phase.MOVE else ()

    @cached_property
    def rest_of_stage(self) -> RestOfStage:
        """All ways to play the rest of the stage."""
        side, is_single = self.actor or Side.WHITE, self.phase is Phase.COMPLETE
        return RestOfStage(self.rules, self.position, side, self.left, is_single=is_single)

    @cached_property
    def stage_start(self) -> Game | None:
        """The game before the moves of this stage; None without moves, or if both sides moved."""
        turn, stage = self.turn, self.stage
        if not (turn and stage and stage.moves and stage.before) or self.phase is not Phase.MOVE:
            return None
        begun = turn.with_stage(stage._replace(moves=()))
        return replace(self, position=stage.before, turn=begun, events=())

    def why_not(self, origin: int, target: int) -> Reason | None:
        """Return why a checker may not move from `origin` to `target` now; None if it may."""
        actor = self.actor
        if actor is None or self.stage is None:
            return Reason(Cause.NOT_NOW, actor or Side.WHITE)
        if self.phase is Phase.COMPLETE and any(
            (move.origin, move.target) == (origin, target) for move in self.moves
        ):
            return None
        return why_not(self.rules, self.position, actor, self.left, origin, target)

    # ---- lost numbers and next stages

    @cached_property
    def lost(self) -> tuple[int, ...]:
        """The numbers of the stage that its side cannot play, highest first.

        If either of two numbers could be played but not both, this does not say which of them is
        lost.
        """
        if not self.has_unplayable or self.can_win:
            return ()
        left = list(self.left)
        for number in left[: self.playable] if len({*left}) == 1 else sorted(self.allowed):
            left.remove(number)
        return tuple(left)

    @property
    def earned(self) -> Reward:
        """The reward for playing all numbers of this stage."""
        return self.rolled.earned if self.rolled else None

    def outlook(self, position: Position) -> Outlook | None:
        """Return the complement that follows if a play of the current stage ends in `position`.

        None if the side does not play, if no stage with known numbers follows, if a number of this
        stage is unplayable (so the next stage is lost too), or if the game would be over.
        """
        rules, side, following = self.rules, self.side, self.earned
        if side is None or not isinstance(following, Stage) or not following.numbers:
            return None
        if self.phase is not Phase.MOVE or self.has_unplayable:
            return None
        if position.has_borne_off_all(side) or is_dead(rules, position):
            return None
        numbers, reward = following.numbers, next_after(rules, position, side, following)
        if isinstance(reward, Withheld):
            return Outlook(numbers, 0, reward)
        has_roll = self.rolled is not None and self.rolled.may_roll_again
        return stage_outlook(rules, position, side, numbers, has_roll=has_roll)


def stage_outlook(
    rules: Rules, position: Position, side: Side, numbers: tuple[int, ...], *, has_roll: bool
) -> Outlook:
    """Return how much of a stage could be played from a position.

    Args:
        has_roll: True if the rules give an extra roll for playing all of it.
    """
    playable = max_playable(rules, position, side, numbers)
    wins = may_win(rules, position, side, numbers)
    earns = has_roll and playable == len(numbers) and not wins
    return Outlook(numbers, playable, wins=wins, extra_roll=earns)


def may_win(rules: Rules, position: Position, side: Side, numbers: tuple[int, ...]) -> bool:
    """Return True if some play of the numbers bears off the last checker."""
    return 0 < CHECKERS - position.count(side, Place.OFF) <= len(numbers) and any(
        play.position.has_borne_off_all(side)
        for play in legal_plays(rules, position, side, numbers)
    )


# ---- starting positions

_LINE: Final = (
    r"(?P<position>[^;]{1,500});\s*(?P<side>[WB]) to move"
    r"(?:;\s*first double (?P<had>[WB](?: [WB])?))?"
    r"(?:;\s*cube (?P<cube>[1-9]\d{0,3})(?: (?P<owner>[WB]))?)?"
)


def _describe_malformed(line: str) -> str:
    if "/" in line and " to move" not in line:
        return "the side to move is missing; add '; W to move' or '; B to move'"
    return "a position looks like 'POSITION LINE; W to move; first double B'"


class StartingPosition(NamedTuple):
    """A position from which a game can start.

    Its text form is `W 24:2 hand:13 / B hand:15; W to move; first double B`.
    """

    position: Position
    side: Side
    """The side to roll."""

    had_double: frozenset[Side] = frozenset()
    """The sides that have already rolled their first doubles."""

    cube: Cube = CENTRED

    @classmethod
    def parse(cls, line: str) -> StartingPosition:
        """Parse the text form; raise `ValueError` with an explanation if it is malformed."""
        parts = re.fullmatch(_LINE, line.strip(), re.ASCII)
        if parts is None:
            raise ValueError(_describe_malformed(line))
        had = frozenset(Side(letter) for letter in (parts["had"] or "").split())
        value, owner = int(parts["cube"] or 1), parts["owner"]
        cube = Cube(value, Side(owner) if owner else None).checked()
        return cls(Position.parse(parts["position"]), Side(parts["side"]), had, cube)

    def __str__(self) -> str:
        parts = [str(self.position), f"{self.side.value} to move"]
        if self.had_double:
            letters = [side.value for side in Side if side in self.had_double]
            parts.append(f"first double {' '.join(letters)}")
        if self.cube != CENTRED:
            owner = f" {self.cube.owner.value}" if self.cube.owner else ""
            parts.append(f"cube {self.cube.value}{owner}")
        return "; ".join(parts)

    def game(self, rules: Rules) -> Game:
        """Return the game that starts here; raise `ValueError` if the position is impossible."""
        return Game.from_position(rules, self.position, self.side, self.had_double, self.cube)


# ---- matches


class ScoreBefore(NamedTuple):
    """The points with which a match begins."""

    white: int = 0
    black: int = 0
    after_crawford: bool = False
    """True if the Crawford game has already been played."""


AT_ZERO: Final = ScoreBefore()


@dataclass(frozen=True)
class Match:
    """A match between two players under one ruleset."""

    rules: Rules

    length: int | None = None
    """The points needed to win the match; None for no limit."""

    results: tuple[Result, ...] = ()

    begun_at: ScoreBefore = AT_ZERO
    """The score before the first result."""

    def __post_init__(self) -> None:
        if self.length is not None and self.length < 1:
            raise ValueError(f"the length of a match must be at least 1 point, not {self.length}")
        if self.length and max(self.begun_at.white, self.begun_at.black) >= self.length:
            raise ValueError("the match is won before its first game")

    def score(self, side: Side) -> int:
        before = self.begun_at.white if side is Side.WHITE else self.begun_at.black
        return before + sum(result.points for result in self.results if result.winner is side)

    @property
    def is_crawford(self) -> bool:
        """True if nobody may double in the current or next game.

        This is the first game that begins when a side needs one more point.
        """
        if not self.rules.cube or self.length is None:
            return False
        if max(map(self.score, Side)) != self.length - 1:
            return False
        decided = [result for result in self.results if result.winner]
        if not decided:
            return not self.begun_at.after_crawford
        last = decided[-1]
        assert last.winner
        before = [self.score(s) - last.points * (s is last.winner) for s in Side]
        return max(before) < self.length - 1

    @property
    def winner(self) -> Side | None:
        if self.length is None:
            return None
        return next((side for side in Side if self.score(side) >= self.length), None)

    @property
    def game_number(self) -> int:
        """The number of the current or next game, starting at 1."""
        return len(self.results) + 1

    @property
    def starter(self) -> Side | None:
        """The side that rolls first in the next game; None for an opening roll.

        Only the winner of the previous game starts; after a draw there is an opening roll.
        """
        if not self.rules.winner_starts or not self.results:
            return None
        return self.results[-1].winner

    def next_game(self) -> Game:
        """Return the next game before its first roll; raise `ValueError` if the match is won."""
        if self.winner:
            raise ValueError("the match has been won")
        return Game.start(self.rules, self.starter, is_crawford=self.is_crawford)

    def add(self, result: Result) -> Match:
        """Return the match with one more result; raise `ValueError` if the match is won."""
        if self.winner:
            raise ValueError("the match has been won")
        return replace(self, results=(*self.results, result))


def read_length(text: str) -> int:
    """Parse the length of a match; raise `ValueError` if it is not 1 to 999."""
    if not re.fullmatch("[1-9][0-9]{0,2}", text):
        raise ValueError("the length of a match is 1 to 999 points")
    return int(text)


# ---- rolls


def _expect(game: Game, *phases: Phase) -> None:
    if game.phase not in phases:
        raise NotAllowed(Reason(Cause.NOT_NOW, game.actor or Side.WHITE))


def _expect_unfinished(game: Game, side: Side) -> None:
    if game.is_over:
        raise NotAllowed(Reason(Cause.NOT_NOW, side))


def _expect_dice(game: Game, *numbers: int) -> None:
    wrong = tuple(n for n in numbers if type(n) is not int or not 1 <= n <= 6)
    if wrong:
        raise NotAllowed(Reason(Cause.IMPOSSIBLE_NUMBER, game.actor or Side.WHITE, numbers=wrong))


def _opening_roll(game: Game, action: OpeningRoll) -> Game:
    _expect(game, Phase.OPENING)
    _expect_dice(game, action.white, action.black)
    game = replace(game, opening=action, events=())
    if action.white == action.black:
        return _add(game, events.OpeningTied(action.white))
    side = Side.WHITE if action.white > action.black else Side.BLACK
    game = _add(replace(game, side=side), events.OpeningWon(side, action.white, action.black))
    match game.rules.opening:
        case Opening.CHOOSE:
            return replace(game, phase=Phase.KEEP_OR_REROLL)
        case Opening.KEEP:
            return _begin_roll(game, side, (action.white, action.black))
        case Opening.AGAIN:
            return replace(game, phase=Phase.ROLL)


def _answer_opening(game: Game, keeps: bool) -> Game:
    _expect(game, Phase.KEEP_OR_REROLL)
    side, dice = game.side, game.opening_dice
    assert side
    assert dice
    if not keeps:
        return replace(game, phase=Phase.ROLL, events=(events.OpeningRerolled(side),))
    return _begin_roll(replace(game, events=(events.OpeningKept(side),)), side, dice)


def _roll(game: Game, action: Roll) -> Game:
    _expect(game, Phase.ROLL, Phase.ROLL_AGAIN)
    dice = (action.first, action.second)
    _expect_dice(game, *dice)
    side = game.side
    assert side
    rolled = events.DiceRolled(side, dice, again=game.phase is Phase.ROLL_AGAIN)
    return _begin_roll(replace(game, events=(rolled,)), side, dice)


def _begin_roll(game: Game, side: Side, dice: tuple[int, int]) -> Game:
    first_double = side not in game.had_double
    rolled = plan(game.rules, game.position, side, dice, first_double)
    turn = game.turn or Turn(side, game.position, ())
    had_double = game.had_double | {side} if dice[0] == dice[1] else game.had_double
    turn = turn._replace(rolls=(*turn.rolls, rolled))
    return _begin_stage(replace(game, turn=turn, had_double=had_double), rolled.stages[0])


# ---- the cube


def _double(game: Game) -> Game:
    _expect(game, Phase.ROLL)
    side, cube = game.side, game.cube
    assert side
    if cube is None or not cube.is_free_for(side):
        raise NotAllowed(Reason(Cause.NO_CUBE if cube is None else Cause.NOT_YOUR_CUBE, side))
    doubled = events.Doubled(side, 2 * cube.value)
    return replace(game, phase=Phase.DOUBLED, events=(doubled,))


def _take(game: Game) -> Game:
    _expect(game, Phase.DOUBLED)
    assert game.side
    assert game.cube
    taker, value = game.side.other, 2 * game.cube.value
    taken = events.Taken(taker, value)
    return replace(game, phase=Phase.ROLL, cube=Cube(value, taker), events=(taken,))


def _pass(game: Game) -> Game:
    _expect(game, Phase.DOUBLED)
    assert game.side
    passed = replace(game, events=(events.Passed(game.side.other),))
    return _over(passed, Result(Ending.PASSED, game.side, game.stake, game.stake))


# ---- stages


def _turn(game: Game) -> Turn:
    assert game.turn
    return game.turn


def _begin_stage(game: Game, stage: Stage, number: int | None = None) -> Game:
    numbers = (number,) * 4 if number else stage.numbers
    begun = stage._replace(numbers=numbers, status=Status.CURRENT, before=game.position)
    turn = _turn(game).with_stage(begun)
    game = replace(game, phase=Phase.MOVE, turn=turn)
    playable = game.playable
    is_one = playable == 1 and begun.kind is StageKind.DICE
    one_of = tuple(number for number in begun.numbers if is_one and number in game.allowed)
    game = _add(game, events.StageBegun(turn.side, begun.kind, begun.numbers, playable, one_of))
    return game if playable else _stuck(game)


def _move(game: Game, move: Move) -> Game:
    _expect(game, Phase.MOVE, Phase.COMPLETE)
    turn = _turn(game)
    if move.side is not game.actor:
        raise NotAllowed(Reason(Cause.NOT_NOW, move.side))
    find = legal_steps if game.phase is Phase.MOVE else unconstrained_steps
    steps = find(game.rules, game.position, move.side, game.left, move)
    position = next((reached for _, reached in steps), None)
    if position is None:
        reason = why_not_move(game.rules, game.position, move.side, game.left, move)
        raise NotAllowed(reason or Reason(Cause.NOT_NOW, move.side))
    freed = set(game.position.trapped(move.side.other)) - set(position.trapped(move.side.other))
    stage = turn.stage._replace(moves=(*turn.stage.moves, move))
    turn = turn.with_stage(stage)
    game = replace(game, position=position, turn=turn, events=(events.Moved(move, bool(freed)),))
    if position.has_borne_off_all(move.side):
        status = Status.DONE if move.side is turn.side else Status.LAPSED
        turn = turn.with_statuses(current=status, due=Status.LAPSED)
        return _won(replace(game, turn=turn), move.side)
    if not stage.left:
        return _completed(game, by=move.side)
    if not game.playable:
        return _stuck(game)
    if game.phase is Phase.MOVE:
        return game
    game = replace(game, phase=Phase.MOVE)
    points = sorted({move.target for move in game.moves}, reverse=True)
    return _add(game, events.Resumed(turn.side, stage.left, tuple(points), game.playable))


def _stuck(game: Game) -> Game:
    turn = _turn(game)
    side, left = turn.side, turn.stage.left
    opponent_can = game.rules.opponent_completes and unconstrained_steps(
        game.rules, game.position, side.other, left
    )
    if opponent_can and game.phase is Phase.COMPLETE:
        return game
    lost = lost_numbers(game.rules, game.position, side, turn.stage.to_play)
    if opponent_can:
        return _add(replace(game, phase=Phase.COMPLETE), events.HandedOver(side.other, lost))
    game = _add(
        game,
        events.StageLost(
            side, turn.stage.kind, lost, turn.rolled.earned, turn.rolled.may_roll_again
        ),
    )
    game = replace(game, turn=turn.with_statuses(current=Status.LOST, due=Status.LOST))
    is_over = is_dead(game.rules, game.position)
    return _drawn(game, Ending.DEAD) if is_over else _end_turn(game)


def _completed(game: Game, by: Side) -> Game:
    turn = _turn(game)
    side, is_own = turn.side, by is turn.side
    game = _add(game, events.StageCompleted(turn.stage.kind, by))
    earned = turn.rolled.earned if is_own else None
    following = next_after(game.rules, game.position, side, earned)
    if isinstance(following, Withheld):
        turn = turn.with_rolled(turn.rolled.without_complement(following))
    status = Status.DONE if is_own else Status.COMPLETED_BY_OPPONENT
    due = Status.LOST if following is None else Status.DUE
    turn = turn.with_statuses(current=status, due=due)
    if is_dead(game.rules, game.position):
        return _drawn(replace(game, turn=turn.with_statuses(due=Status.LAPSED)), Ending.DEAD)
    game = replace(game, turn=turn)
    match following:
        case Stage():
            if following.numbers:
                return _begin_stage(game, following)
            return replace(game, phase=Phase.CHOOSE)
        case ExtraRoll.EARNED:
            turn = turn.with_statuses(due=Status.DONE)
            game = replace(game, phase=Phase.ROLL_AGAIN, turn=turn)
            return _add(game, events.ExtraRollEarned(side))
        case Withheld():
            return _end_turn(
                _add(
                    game, events.StageWithheld(side, following, turn.rolled.extra_roll is not None)
                )
            )
        case None:
            return _end_turn(game)
        case _:
            assert_never(following)


def _choose(game: Game, action: ChooseDoubles) -> Game:
    _expect(game, Phase.CHOOSE)
    turn = _turn(game)
    if action.number not in CHOSEN:
        raise NotAllowed(Reason(Cause.IMPOSSIBLE_NUMBER, turn.side, numbers=(action.number,)))
    game = replace(game, events=(events.DoublesChosen(turn.side, action.number),))
    return _begin_stage(game, turn.rolled.stages[-1], action.number)


# ---- endings


def _end_turn(game: Game) -> Game:
    turn = _turn(game)
    game = replace(game, phase=Phase.ROLL, side=turn.side.other, turn=None, last_turn=turn)
    return _add(game, events.TurnEnded(turn.side))


def _resign(game: Game, action: Resign) -> Game:
    _expect_unfinished(game, action.side)
    if type(action.points) is not int or action.points not in game.win_points:
        raise NotAllowed(Reason(Cause.NOT_ON_SCALE, action.side, numbers=(action.points,)))
    result = Result(Ending.RESIGNED, action.side.other, action.points, game.stake)
    return _over(replace(game, events=()), result)


def _won(game: Game, winner: Side) -> Game:
    points = game.stake * game.rules.points_for_win(game.position, winner)
    return _over(game, Result(Ending.BORNE_OFF, winner, points, game.stake))


def _drawn(game: Game, ending: Ending) -> Game:
    return _over(game, Result(ending, None, 0))


def _over(game: Game, result: Result) -> Game:
    return _add(replace(game, phase=Phase.OVER, side=None, result=result), events.GameEnded(result))


def _add(game: Game, event: Event) -> Game:
    return replace(game, events=(*game.events, event))

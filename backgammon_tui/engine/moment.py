"""The state of a game, and its moment: what is to be played and by whom, worked out once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from backgammon_tui.engine.actions import OpeningThrow
from backgammon_tui.engine.events import Event, Result
from backgammon_tui.engine.generator import legal_plays, max_playable
from backgammon_tui.engine.legal import legal_moves, single_moves
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.position import CHECKERS, Place, Position, Side
from backgammon_tui.engine.reasons import LostNumber, lost_numbers
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.turn import Phase, Stage, Status, Thrown, Turn, Withheld


@dataclass(frozen=True)
class GameState:
    """The rules, the dice and the players' doings so far; equal states are equal values."""

    rules: Rules
    position: Position
    phase: Phase

    side: Side | None
    """The side whose turn it is; None before the opening throw is decided and after the game."""

    had_doublet: frozenset[Side] = frozenset()
    opening: OpeningThrow | None = None
    """The last opening throw, if the game began with one."""

    turn: Turn | None = None
    last_turn: Turn | None = None
    result: Result | None = None
    events: tuple[Event, ...] = ()
    """The events of the last action."""

    @property
    def actor(self) -> Side | None:
        """The side that must act: the opponent while it completes a stage."""
        if self.side and self.phase is Phase.COMPLETE:
            return self.side.other
        return self.side

    @property
    def latest_turn(self) -> Turn | None:
        """The turn being played, or the one before until new dice are thrown."""
        return self.turn or self.last_turn

    @property
    def thrown(self) -> Thrown | None:
        """The throw being played; None before the turn's first."""
        return self.turn.throws[-1] if self.turn else None

    @cached_property
    def stage(self) -> Stage | None:
        """The stage being played, if one is."""
        if self.thrown and self.phase in (Phase.MOVE, Phase.COMPLETE):
            return self.thrown.current
        return None

    @property
    def left(self) -> tuple[int, ...]:
        """The numbers of the present stage not yet played, highest first."""
        return self.stage.left if self.stage else ()

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.phase is Phase.OVER

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the moves that may be made now, far origins first; empty unless one is awaited."""
        if self.side is None:
            return ()
        if self.phase is Phase.MOVE:
            return legal_moves(self.rules, self.position, self.side, self.left)
        if self.phase is Phase.COMPLETE:
            return single_moves(self.rules, self.position, self.side.other, self.left)
        return ()

    def playable(self) -> int:
        """Return how many of the numbers left in the stage the side whose turn it is can play."""
        if self.side is None or self.stage is None:
            return 0
        return max_playable(self.rules, self.position, self.side, self.left)


@dataclass(frozen=True)
class Moment:
    """One state of a game as players see it; nothing else asks what there is to play."""

    phase: Phase
    actor: Side | None
    side: Side | None
    """The side whose turn it is; its opponent acts while it completes a stage."""

    stage: Stage | None
    due: tuple[int, ...]
    """Numbers left in the stage, as they were thrown."""

    playable: int
    """Number of those that the side whose turn it is can play."""

    moves: tuple[Move, ...]
    """The moves that may be made now, far origins first."""

    singles: tuple[Move, ...]
    """The moves that one checker could make, whatever the others then could."""

    lost: tuple[LostNumber, ...]
    """Numbers of the stage that are sure to be lost, with what stands against them now."""

    withheld: Withheld | None
    """The reason why no complement is granted, if none is."""

    turn: Turn | None
    """The turn to look at, until new dice are thrown; what a win makes needless has lapsed."""

    loses_rest: bool
    """True if what follows is lost with the lost numbers."""

    later: tuple[Stage, ...]
    """Stages that follow if all of this one is played."""

    earns_throw: bool
    """True if another throw follows, once all numbers are played."""

    wins: bool
    """True if some play bears off the last checker."""

    opening: tuple[int, int] | None
    """The opening dice, White's first, while their owner decides on them."""

    result: Result | None

    @property
    def awaits_throw(self) -> bool:
        """True if dice are to be thrown next."""
        return self.phase in (Phase.OPENING, Phase.THROW, Phase.THROW_AGAIN)

    @property
    def is_short(self) -> bool:
        """True if not all numbers that are due can be played."""
        return self.phase is Phase.MOVE and self.playable < len(self.due)

    @property
    def left(self) -> tuple[int, ...]:
        """Numbers left in the stage, highest first."""
        return tuple(sorted(self.due, reverse=True))

    @property
    def allowed(self) -> frozenset[int]:
        """Numbers that may be played next."""
        return frozenset(move.number for move in self.moves)

    @property
    def usable(self) -> frozenset[int]:
        """Numbers that some checker could use, whatever the others then could."""
        return frozenset(move.number for move in self.singles)


def moment_of(game: GameState) -> Moment:
    """Work out what a game waits for."""
    side, stage, thrown, opening = game.side, game.stage, game.thrown, game.opening
    due = stage.to_play if stage else ()
    playable = game.playable()
    moves = game.legal_moves()
    actor, left = game.actor, game.left
    singles = single_moves(game.rules, game.position, actor, left) if actor and left else ()
    is_move = side is not None and game.phase is Phase.MOVE
    is_kept = opening and game.phase is Phase.KEEP_OR_AGAIN
    wins = bool(side and is_move and may_win(game.rules, game.position, side, due))
    lost = _lost(game, playable, moves, singles) if is_move and not wins else ()
    turn = game.latest_turn
    if turn and wins:
        turn = turn.closing(Status.LAPSED)
    return Moment(
        phase=game.phase,
        actor=game.actor,
        side=side,
        stage=stage,
        due=due,
        playable=playable,
        moves=moves,
        singles=singles,
        lost=lost,
        withheld=next((each.withheld for each in thrown.stages if each.withheld), None)
        if thrown
        else None,
        turn=turn,
        loses_rest=bool(lost) and not game.rules.opponent_completes,
        later=tuple(each for each in thrown.stages if each.status is Status.DUE) if thrown else (),
        earns_throw=bool(thrown and thrown.reroll is Status.DUE),
        wins=wins,
        opening=(opening.white, opening.black) if opening and is_kept else None,
        result=game.result,
    )


def _lost(
    game: GameState, playable: int, moves: tuple[Move, ...], singles: tuple[Move, ...]
) -> tuple[LostNumber, ...]:
    """Return the numbers of a stage that nobody can play any more; of either number, neither."""
    left, side = list(game.left), game.side
    assert side
    if playable == len(left):
        return ()
    can = {move.number for move in moves}
    for number in left[:playable] if len({*left}) == 1 else sorted(can):
        left.remove(number)
    usable = {move.number for move in singles}
    told = lost_numbers(game.rules, game.position, side, left)
    reasons = {each.number: each.reasons for each in told if each.number not in usable}
    return tuple(LostNumber(number, reasons.get(number, ())) for number in left)


def may_win(rules: Rules, position: Position, side: Side, numbers: tuple[int, ...]) -> bool:
    """Return True if some play of the numbers bears off the last checker."""
    return 0 < CHECKERS - position.count(side, Place.OFF) <= len(numbers) and any(
        play.position.has_borne_off_all(side)
        for play in legal_plays(rules, position, side, numbers)
    )

"""A state as the frozen views that the board's widgets show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from backgammon_tui.engine.game import Game
from backgammon_tui.engine.moves import Effect, Move
from backgammon_tui.engine.notation import Numbering, place_label
from backgammon_tui.engine.position import POINTS, Place, Position, Side
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.turn import Phase, Stage, StageKind, Status, Turn
from backgammon_tui.tui.board.view import (
    UPRIGHT,
    BoardView,
    DiceView,
    Orientation,
    Origin,
    PointView,
    SideTrays,
    StageStripView,
    Step,
    StepStatus,
    Target,
    TrayKind,
    TrayView,
)
from backgammon_tui.tui.modes.play.entry import targets
from backgammon_tui.tui.modes.play.state import PlayState

TRAYS = {TrayKind.HAND: Place.HAND, TrayKind.BAR: Place.BAR, TrayKind.OFF: Place.OFF}

_Spot = tuple[Side, int]
"""A place of one side, in its own numbering."""


@dataclass(slots=True)
class _Marks:
    """What is marked where, collected before the views are made."""

    leaving: Counter[_Spot] = field(default_factory=Counter)
    arriving: Counter[_Spot] = field(default_factory=Counter)
    left: Counter[_Spot] = field(default_factory=Counter)
    arrived: Counter[_Spot] = field(default_factory=Counter)
    origins: dict[_Spot, Origin] = field(default_factory=dict)
    targets: dict[_Spot, Target] = field(default_factory=dict)
    blocked: set[_Spot] = field(default_factory=set)
    cursor: _Spot | None = None


def board_view(state: PlayState, preview: tuple[Move, ...] | None = None) -> BoardView:
    """What the board shows.

    Args:
        state: What the players are in the middle of.
        preview: Other moves to preview than those that are chosen.
    """
    marks = _marks(state, state.preview if preview is None else preview)
    orientation = Orientation(state.options.mirrored, state.is_turned)
    return _view(state.game, state.options.numbering, marks, orientation)


def picture_view(rules: Rules, position: Position, side: Side | None = None) -> BoardView:
    """What a board shows that is only looked at, with standard numbers.

    Args:
        rules: The rules of the game.
        position: Where the checkers stand.
        side: The side to move, where it matters.
    """
    game = Game.from_position(rules, position, side or Side.WHITE)
    return _view(game, Numbering.STANDARD, _Marks(), UPRIGHT)


def _view(game: Game, numbering: Numbering, marks: _Marks, orientation: Orientation) -> BoardView:
    contrary = game.rules.direction.numbers_differ
    points = tuple(_point(game, numbering, slot, marks) for slot in range(1, POINTS + 1))
    white, black = (_trays(game, side, marks) for side in Side)
    return BoardView(points, white, black, contrary, orientation)


def _marks(state: PlayState, preview: tuple[Move, ...]) -> _Marks:
    game, marks = state.game, _Marks()
    marks.leaving, marks.arriving = _flow(game, preview)
    if state.awaits_throw and game.last_turn and game.turn is None:
        marks.left, marks.arrived = _flow(game, game.last_turn.moves)
    notice = state.acknowledgement or state.notice
    if notice:
        marks.blocked = {(notice.side, point) for point in notice.points}
    side = game.actor
    if side is None:
        return marks
    picked = state.reading.picked
    if picked is None:
        marks.origins = {(side, place): Origin.LIT for place in state.pickable}
    elif not state.question:
        marks.origins = {(side, picked): Origin.PICKED}
        found = targets(game, state.reading)
        marks.targets = {(side, place): _target(effects) for place, effects in found.items()}
    if state.on_board and state.cursor is not None:
        marks.cursor = (side, state.cursor)
    return marks


def _target(effects: Iterable[Effect]) -> Target:
    if Effect.HIT in effects:
        return Target.HIT
    return Target.TRAP if Effect.TRAP in effects else Target.OPEN


def _flow(game: Game, moves: Iterable[Move]) -> tuple[Counter[_Spot], Counter[_Spot]]:
    """How many checkers leave and arrive where in all, stops on the way not counted."""
    change: Counter[_Spot] = Counter()
    for move in moves:
        change[move.side, move.origin] -= 1
        change[move.side, move.target] += 1
        if move.effect is Effect.HIT:
            change[move.side.other, game.rules.across(move.target)] -= 1
            change[move.side.other, Place.BAR] += 1
    return -change, +change


def _point(game: Game, numbering: Numbering, slot: int, marks: _Marks) -> PointView:
    position, across = game.position, game.rules.across(slot)
    spots: dict[Side, _Spot] = {Side.WHITE: (Side.WHITE, slot), Side.BLACK: (Side.BLACK, across)}
    owner = trapped = None
    for side, spot in spots.items():
        if position.is_trapped(*spot):
            trapped = side
        elif position.count(*spot):
            owner = side
    arriving = next((side for side in Side if marks.arriving[spots[side]]), None)
    contrary = game.rules.direction.numbers_differ
    both = spots.values()
    return PointView(
        label=place_label(slot, numbering),
        other_label=place_label(across, numbering) if contrary else "",
        other_bright=game.actor is Side.BLACK,
        side=owner,
        count=position.count(*spots[owner]) if owner else 0,
        trapped=trapped,
        origin=next((marks.origins[s] for s in both if s in marks.origins), Origin.NONE),
        target=next((marks.targets[s] for s in both if s in marks.targets), Target.NONE),
        ghost_out=marks.leaving[spots[owner]] if owner else 0,
        ghost_in=marks.arriving[spots[arriving]] if arriving else 0,
        ghost_side=arriving,
        last_out=sum(marks.left[spot] for spot in both),
        last_in=marks.arrived[spots[owner]] if owner else 0,
        blocked=any(spot in marks.blocked for spot in both),
        cursor=marks.cursor in both,
    )


def _trays(game: Game, side: Side, marks: _Marks) -> SideTrays:
    hand, bar, off = (_tray(game, (side, TRAYS[kind]), marks) for kind in TrayKind)
    return SideTrays(hand, bar, off)


def _tray(game: Game, spot: _Spot, marks: _Marks) -> TrayView:
    count = game.position.count(*spot)
    return TrayView(
        count=count,
        origin=marks.origins.get(spot, Origin.NONE),
        target=marks.targets.get(spot, Target.NONE),
        ghost_out=marks.leaving[spot],
        ghost_in=marks.arriving[spot],
        last_out=marks.left[spot],
        last_in=marks.arrived[spot],
        cursor=marks.cursor == spot,
        is_used=spot[1] != Place.HAND
        or game.rules.starts_in_hand
        or game.position.count(*spot) > 0,
    )


# ---- the turn


def shown_turn(game: Game) -> Turn | None:
    """The turn being played, or the last one until new dice are thrown."""
    return game.turn or game.last_turn


def strip_view(game: Game) -> StageStripView:
    """The stages of the turn with what is done, due, lost or not granted."""
    turn = shown_turn(game)
    if turn is None:
        return StageStripView()
    stages: list[tuple[Step, ...]] = []
    for thrown in turn.throws:
        stages += [_steps(stage, turn.side, _unplayable(game, stage)) for stage in thrown.stages]
        if thrown.reroll is not None:
            awaited = game.phase is Phase.THROW_AGAIN and thrown is turn.thrown
            status = StepStatus.CURRENT if awaited else _STATUS[thrown.reroll]
            stages.append((Step("throw again", status, "again"),))
    return StageStripView(tuple(stages))


_STATUS = {
    Status.DUE: StepStatus.DUE,
    Status.CURRENT: StepStatus.CURRENT,
    Status.DONE: StepStatus.DONE,
    Status.COMPLETED_BY_OPPONENT: StepStatus.BY_OPPONENT,
    Status.LOST: StepStatus.LOST,
    Status.NOT_GRANTED: StepStatus.NOT_GRANTED,
    Status.LAPSED: StepStatus.NOT_GRANTED,
}


def _unplayable(game: Game, stage: Stage) -> list[int]:
    """The numbers of the present stage that it is already known nobody can play now."""
    if stage is not game.stage or game.phase is not Phase.MOVE:
        return []
    left = list(game.left)
    for number in left[: game.playable()] if len(set(left)) == 1 else _playable_numbers(game):
        left.remove(number)
    return left


def _playable_numbers(game: Game) -> list[int]:
    """Of two different numbers those that can be played: both, or those that can come first."""
    if game.playable() == len(game.left):
        return list(game.left)
    return sorted({move.number for move in game.legal_moves()})


def _steps(stage: Stage, side: Side, unplayable: list[int]) -> tuple[Step, ...]:
    if not stage.numbers:
        return (Step("5 or 6", _STATUS[stage.status]),)
    open_status = _STATUS[stage.status]
    if open_status is StepStatus.DONE:
        # The last checker was borne off with fewer numbers.
        open_status = StepStatus.NOT_GRANTED
    played, lost = list(stage.moves), list(unplayable)
    steps = []
    for number in reversed(stage.numbers):
        move = next((move for move in played if move.number == number), None)
        if number in lost:
            lost.remove(number)
            status = StepStatus.LOST
        elif move is None:
            status = open_status
        else:
            played.remove(move)
            status = StepStatus.DONE if move.side is side else StepStatus.BY_OPPONENT
        steps.append(Step(str(number), status))
    return _in_order(steps)


_ORDER = (StepStatus.DONE, StepStatus.BY_OPPONENT)


def _in_order(steps: list[Step]) -> tuple[Step, ...]:
    """Equal numbers with the played ones first; different ones as they were thrown."""
    steps = steps[::-1]
    if len({step.text for step in steps}) > 1:
        return tuple(steps)
    done = [step for step in steps if step.status in _ORDER]
    lost = [step for step in steps if step.status is StepStatus.LOST]
    rest = [step for step in steps if step not in done and step not in lost]
    return (*done, *rest, *lost)


def dice_view(game: Game) -> DiceView:
    """The dice as they lie: of the turn, or of the opening throw before any turn."""
    turn = shown_turn(game)
    if turn is None or (game.phase is Phase.KEEP_OR_AGAIN):
        opening = game.opening
        return DiceView((opening.white, opening.black)) if opening else DiceView()
    thrown = turn.thrown
    first = thrown.stages[0]
    used: set[int] = set()
    if first.kind is StageKind.DICE:
        played = [move.number for move in first.moves]
        used = {index for index, number in enumerate(thrown.dice) if number in played}
    elif game.turn is None or first.status is not Status.CURRENT:
        used = {0, 1}
    return DiceView(thrown.dice, turn.side, frozenset(used))

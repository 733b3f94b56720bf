"""The board as data for the screen, and its contents for a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from backgammon_tui.engine import POINTS, Place, Side, Status
from backgammon_tui.engine.game import CENTRED, Game, StartingPosition
from backgammon_tui.engine.moves import Effect, Move
from backgammon_tui.engine.position import TRAPPED
from backgammon_tui.engine.rules import Direction, Rules
from backgammon_tui.engine.turn import Phase, Stage, StageKind, Withheld, larger_first
from backgammon_tui.explain.ahead import look_ahead, turn_to_show
from backgammon_tui.words.board_text import describe_stack, mover_of
from backgammon_tui.words.naming import STANDARD, Naming
from backgammon_tui.words.reason_sentences import WITHHELD_IN_SHORT

TRAYS = (Place.HAND, Place.BAR, Place.OFF)
"""The places of a side's checkers that are not points."""


class PointPlace(NamedTuple):
    slot: int
    """The point's number as White counts, whatever the viewpoint."""


class TrayPlace(NamedTuple):
    kind: Place
    side: Side


BoardPlace = PointPlace | TrayPlace


class CheckerState(Enum):
    PLAIN = 0
    MOVABLE = 1
    PICKED = 2
    BLOCKED = 3
    LAST_IN = 4
    TRAPPED = 5
    GHOST_OUT = 6
    """About to leave in the preview."""
    GHOST_IN = 7
    TARGET = 8
    """An empty destination of the picked checker."""
    HIT = 9
    TRAP = 10


HOLLOW = frozenset(
    {CheckerState.GHOST_OUT, CheckerState.TARGET, CheckerState.HIT, CheckerState.TRAP}
)


class PlaceView(NamedTuple):
    """A place with its checkers and marks: a point with its number, or a tray."""

    label: str = ""
    """A point's number in the displayed numbering."""
    side: Side | None = None
    """The owner of the checkers on a point, or of a tray."""
    count: int = 0  # type: ignore[assignment]  # a tuple's own is not needed
    """Number of free checkers, excluding a trapped one."""
    trapped: Side | None = None
    """The owner of the checker trapped under the stack."""
    origin: CheckerState | None = None
    """The style of an origin of a move, highlighted or picked; None otherwise."""
    target: CheckerState | None = None
    """The style of a destination, open or with a hit or trap; None otherwise."""
    ghost_out: int = 0
    ghost_in: int = 0
    ghost_side: Side | None = None
    """The owner of the arriving checkers; None for the place's own side."""
    last_out: int = 0
    last_in: int = 0
    is_blocked: bool = False
    """True if highlighted to show why a move is not allowed."""
    has_cursor: bool = False
    is_used: bool = True
    """True if the game has such a tray; otherwise its area stays empty."""

    @property
    def marks(self) -> Mapping[str, bool]:
        """The marks on the name of the place, each with True if it has it."""
        return {
            "origin": self.origin is not None,
            "target": self.is_target,
            "blocked": self.is_blocked,
            "cursor": self.has_cursor,
            "empty": not (self.label or self.count),  # A point has a label.
        }

    @property
    def is_target(self) -> bool:
        return self.target is not None or self.ghost_in > 0

    @property
    def count_after(self) -> int:
        """The number of free checkers after the preview; a blot that is trapped is not free."""
        is_taken = self.ghost_side not in (None, self.side)
        return self.ghost_in + (0 if is_taken else self.count - self.ghost_out)


_EMPTY: Final = PlaceView()


class NumbersView(NamedTuple):
    """The side whose numbers label the points, if the sides number them differently."""

    names: tuple[str, str] = ("White", "Black")
    side: Side = Side.WHITE
    numbers_differ: bool = False


class BoardView(NamedTuple):
    places: Mapping[BoardPlace, PlaceView]
    """The points and trays; a missing one is empty."""
    runs_against: bool = False
    """True if Black moves in the opposite direction to White."""
    numbers: NumbersView = NumbersView()
    mirrored: bool = False
    """True if White's home is at the lower left instead of the lower right."""

    def at(self, place: BoardPlace) -> PlaceView:
        return self.places.get(place, _EMPTY)

    def describe(self, place: BoardPlace) -> str:
        """Describe a place: `Point 13: 5 of White's checkers; Anna's 12`."""
        view, numbers = self.at(place), self.numbers
        name = Naming(*numbers.names).name
        title, elsewhere = "", ""
        if isinstance(place, PointPlace):
            title, owner = f"Point {view.label}", view.side
            if numbers.numbers_differ:
                other = Direction.CONTRARY.across(int(view.label))
                elsewhere = f"; {name(numbers.side.other)}'s {other}"
        else:
            title, owner = place.kind.word.title(), place.side
        stack = describe_stack(
            view.count, owner and name(owner), view.trapped and name(view.trapped)
        )
        return f"{title}: {stack}{elsewhere}"

    @property
    def has_hands(self) -> bool:
        return any(self.at(TrayPlace(Place.HAND, side)).is_used for side in Side)


class StageStep(NamedTuple):
    """A number of a stage, or something that follows it, such as an extra roll."""

    text: str
    status: Status
    why: str = ""
    """The reason why it is not granted; empty if it is."""


Stages = tuple[tuple[StageStep, ...], ...]
"""The stages of a turn in order, each a row of steps."""


class CubeView(NamedTuple):
    """The doubling cube on the bar."""

    value: int
    """Its value, or the value that it would have after the offered double."""
    side: Side | None = None
    """Its owner, or the side that is asked to take it; None for a centred cube."""
    is_offered: bool = False


class DiceView(NamedTuple):
    numbers: tuple[int, ...] = ()
    """The numbers on the dice, from 1 to 6; empty before a roll."""
    side: Side | None = None
    """The side that rolled the dice; None in the opening roll."""
    used: frozenset[int] = frozenset()
    """Indices of the dice that have been played."""
    cube: CubeView | None = None
    """The doubling cube; None in games without it."""


PLACES: Final[Sequence[BoardPlace]] = (
    *(PointPlace(slot) for slot in range(1, POINTS + 1)),
    *(TrayPlace(kind, side) for side in Side for kind in TRAYS),
)

SidePoint = tuple[Side, int]
"""A place in one side's own numbering."""


class Marks(NamedTuple):
    preview: Sequence[Move] = ()
    made: Sequence[Move] = ()
    origins: Mapping[SidePoint, CheckerState] = {}
    targets: Mapping[SidePoint, CheckerState] = {}
    blocked: Collection[SidePoint] = ()
    """The places highlighted to show why a move is not allowed."""
    cursor: SidePoint | None = None


UNMARKED: Final = Marks()


def board_view(
    game: Game,
    marks: Marks = UNMARKED,
    naming: Naming = STANDARD,
    counting: Side | None = None,
    *,
    mirrored: bool = False,
) -> BoardView:
    """Build the view of a game.

    If the sides number the points differently, the numbers are those of `counting`, or else the
    mover's.
    """
    flow = (*_count(game, marks.preview), *_count(game, marks.made))
    direction = game.rules.direction
    counting = counting or mover_of(game)
    checkers = {side: game.position.counts(side) for side in Side}
    at = counting is Side.BLACK
    shown: dict[BoardPlace, PlaceView] = {}
    for both in _points(direction):
        point = PointPlace(both[0][1])
        shown[point] = _place(checkers, both, marks, flow, str(both[at][1]))
    for side, kind in product(Side, TRAYS):
        tray = _place(checkers, ((side, kind),), marks, flow)
        is_used = kind is not Place.HAND or game.rules.starts_in_hand or tray.count > 0
        shown[TrayPlace(kind, side)] = tray._replace(is_used=is_used)
    numbers = NumbersView((naming.white, naming.black), counting, direction.numbers_differ)
    return BoardView(shown, direction.runs_against, numbers, mirrored)


def place_of(place: BoardPlace, side: Side, rules: Rules) -> int:
    if not isinstance(place, PointPlace):
        return place.kind
    return place.slot if side is Side.WHITE else rules.across(place.slot)


def last_moves(game: Game) -> tuple[Move, ...]:
    is_between = game.phase in (Phase.OPENING, Phase.ROLL) and game.turn is None
    return game.last_turn.moves if is_between and game.last_turn else ()


def _count(game: Game, moves: Iterable[Move]) -> tuple[Counter[SidePoint], Counter[SidePoint]]:
    """Count the checkers that leave and arrive at each place overall, without stops on the way."""
    change: Counter[SidePoint] = Counter()
    for move in moves:
        change[move.side, move.origin] -= 1
        change[move.side, move.target] += 1
        if move.effect is Effect.HIT:
            change[move.side.other, game.rules.across(move.target)] -= 1
            change[move.side.other, Place.BAR] += 1
    return -change, +change


@lru_cache(maxsize=8)
def _points(direction: Direction) -> tuple[tuple[SidePoint, SidePoint], ...]:
    slots = range(1, POINTS + 1)
    return tuple(((Side.WHITE, slot), (Side.BLACK, direction.across(slot))) for slot in slots)


_Checkers = Mapping[Side, bytes]
"""The counts of checkers on both sides' places, see `Position.counts`."""

_Flow = Sequence[Counter[SidePoint]]
"""The checkers that leave and arrive at each place in a preview, then those in the last turn."""


def _place(
    checkers: _Checkers, spots: Sequence[SidePoint], marks: Marks, flow: _Flow, label: str = ""
) -> PlaceView:
    owner = trapped = arriving = origin = target = None
    count = ghost_out = ghost_in = last_out = last_in = 0
    leaving, arrives, left, arrived = flow
    blocked = False
    for spot in spots:
        side, number = spot
        here = checkers[side][number]
        if here == TRAPPED:
            trapped = side
        elif here:
            owner, count = side, here
            ghost_out, last_in = leaving[spot], arrived[spot]
        if arrives[spot]:
            arriving, ghost_in = side, arrives[spot]
        origin = origin or marks.origins.get(spot)
        target = target or marks.targets.get(spot)
        last_out += left[spot]
        blocked = blocked or spot in marks.blocked
    here_now = label, owner, count, trapped, origin, target
    passing = ghost_out, ghost_in, arriving, last_out, last_in
    return PlaceView(*here_now, *passing, blocked, marks.cursor in spots)


# ---- the turn


def position_before_roll(game: Game) -> StartingPosition | None:
    """Return the position of the latest or the next roll; None if no side is to play."""
    if game.side is None:
        return None
    cube = game.cube or CENTRED
    if game.turn is None or game.phase is Phase.ROLL_AGAIN:
        return StartingPosition(game.position, game.side, game.had_double, cube)
    rolled, had = game.turn.rolled, game.had_double
    if any(stage.withheld is Withheld.FIRST_DOUBLE for stage in rolled.stages):
        had -= {game.side}
    position = rolled.stages[0].before or game.turn.before
    return StartingPosition(position, game.side, had, cube)


@lru_cache(maxsize=4)  # Most keys leave the game unchanged.
def strip_view(game: Game, *, marks_lost: bool = True) -> Stages:
    """Return the stages of the turn, marked as done, due, lost or not granted.

    With `marks_lost`, unplayable numbers and the stages lost with them are marked before any move.
    """
    turn = turn_to_show(game) if marks_lost else game.turn_to_show
    if turn is None or game.result:
        return ()
    stages: list[tuple[StageStep, ...]] = []
    for rolled in turn.rolls:
        for stage in rolled.stages:
            if stage.status is not Status.LAPSED:
                lost = _unplayable(game, stage) if marks_lost else []
                stages.append(_steps(stage, turn.side, lost))
        if rolled.extra_roll not in (None, Status.LAPSED):
            awaited = game.phase is Phase.ROLL_AGAIN and rolled is turn.rolled
            status = Status.CURRENT if awaited else rolled.extra_roll
            stages.append((StageStep("roll again", status),))
    return tuple(stages)


def _unplayable(game: Game, stage: Stage) -> list[int]:
    """Return the numbers of a current or coming stage that nobody can play."""
    if game.rules.opponent_completes:
        return []
    if stage.status is Status.CURRENT:
        return list(game.lost)
    if stage.status is not Status.DUE or not stage.numbers or game.can_win:
        return []
    ahead = look_ahead(game)
    return [] if ahead.may_win else list(stage.numbers[ahead.playable :])


def _steps(stage: Stage, side: Side, unplayable: list[int]) -> tuple[StageStep, ...]:
    if not stage.numbers:
        return (StageStep("5s or 6s", stage.status),)
    played, lost = list(stage.moves), list(unplayable)
    why = WITHHELD_IN_SHORT[stage.withheld] if stage.withheld else ""
    steps: list[StageStep] = []
    for number in stage.numbers:
        move = next((move for move in played if move.number == number), None)
        if number in lost:
            lost.remove(number)
            status = Status.LOST
        elif move is None:
            status = stage.status
        else:
            played.remove(move)
            status = Status.DONE if move.side is side else Status.COMPLETED_BY_OPPONENT
        steps.append(StageStep(str(number), status, why))
    if len(set(stage.numbers)) == 1:  # The played ones come first.
        steps.sort(key=lambda step: _RANKS.get(step.status, 1))
    return tuple(steps)


_RANKS: Final = {Status.DONE: 0, Status.COMPLETED_BY_OPPONENT: 0, Status.LOST: 2}


@lru_cache(maxsize=4)
def dice_view(game: Game) -> DiceView:
    """Return the dice of the turn, or of the opening roll before any turn, and the cube."""
    return _dice(game)._replace(cube=_cube(game))


def _cube(game: Game) -> CubeView | None:
    if game.cube is None:
        return None
    if game.phase is Phase.DOUBLED:
        return CubeView(2 * game.cube.value, game.actor, is_offered=True)
    return CubeView(game.cube.value, game.cube.owner)


def _dice(game: Game) -> DiceView:
    turn = game.latest_turn
    if turn is None or (game.phase is Phase.KEEP_OR_REROLL):
        if game.opening is None:
            return DiceView()
        # Dice to be rolled again count as played.
        done = (0, 1) if game.phase is Phase.ROLL else ()
        return DiceView((game.opening.white, game.opening.black), used=frozenset(done))
    dice, first = larger_first(turn.rolled.dice), turn.rolled.stages[0]
    used: set[int] = set()
    if first.kind is StageKind.DICE:
        used = {dice.index(move.number) for move in first.moves}
    elif game.turn is None or first.status is not Status.CURRENT:
        used = {0, 1}
    return DiceView(dice, turn.side, frozenset(used))

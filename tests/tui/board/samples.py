"""Sample views of boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from backgammon_tui.engine import POINTS, Side, Status
from backgammon_tui.modes.board import (
    BoardView,
    CheckerState,
    DiceView,
    NumbersView,
    PlaceView,
    SideTrays,
    Stages,
    StageStep,
)

W, B = Side.WHITE, Side.BLACK
S, C = Status, CheckerState


class Sample(NamedTuple):
    """A board with its dice and stages."""

    board: BoardView
    dice: DiceView = DiceView()
    stages: Stages = ()


def points(changes: Mapping[int, PlaceView]) -> tuple[PlaceView, ...]:
    """Return 24 points, empty but for the changes, with their standard numbers."""
    return tuple(
        changes.get(slot, PlaceView(""))._replace(label=str(slot)) for slot in range(1, POINTS + 1)
    )


def on(side: Side, count: int, **marks: object) -> PlaceView:
    """Return a point with checkers and marks, without its number."""
    return PlaceView("", side=side, count=count)._replace(**marks)  # type: ignore[arg-type]


def marked(**marks: object) -> PlaceView:
    """Return an empty point with marks, without its number."""
    return PlaceView("")._replace(**marks)  # type: ignore[arg-type]


def steps(text: str, status: Status) -> tuple[StageStep, ...]:
    """Return a stage whose numbers all stand alike."""
    return tuple(StageStep(number, status) for number in text.split())


AGAIN = (StageStep("roll again", S.DUE),)

START = Sample(
    BoardView(
        points(
            {24: on(W, 2), 13: on(W, 5), 8: on(W, 3), 6: on(W, 5)}
            | {1: on(B, 2), 12: on(B, 5), 17: on(B, 3), 19: on(B, 5)}
        ),
        runs_against=True,
        numbers=NumbersView(numbers_differ=True),
    ),
    DiceView((6, 1)),
    ((steps("6 1", S.DUE),)),
)

ENTERING = Sample(
    BoardView(
        points(
            {24: on(W, 2), 22: on(W, 1, last_in=1), 20: on(W, 1), 23: on(B, 3, last_in=2)}
            | {21: marked(target=C.TARGET), 19: on(B, 1, target=C.HIT)}
        ),
        white=SideTrays(hand=PlaceView(count=11, origin=C.MOVABLE)),
        black=SideTrays(hand=PlaceView(count=10), bar=PlaceView(count=1)),
    ),
    DiceView((4, 6), W),
    (((StageStep("4", S.CURRENT), StageStep("6", S.DUE)),)),
)

COMPLEMENT = Sample(
    BoardView(
        points(
            {slot: on(W, count, origin=C.MOVABLE) for slot, count in ((24, 2), (19, 3))}
            | {15: on(W, 6, origin=C.PICKED), 6: on(W, 2, last_in=2, origin=C.MOVABLE)}
            | {12: marked(target=C.TARGET), 9: on(W, 1, target=C.TARGET)}
            | {22: on(B, 5), 18: on(B, 2), 8: on(B, 4, last_in=1), 4: on(B, 3, blocked=True)}
            | {2: on(B, 1), 14: marked(last_out=1), 10: marked(cursor=True)}
        ),
        white=SideTrays(off=PlaceView(count=1)),
    ),
    DiceView((4, 4), W),
    (
        steps("4 4 4 4", S.DONE),
        (StageStep("3", S.DONE), StageStep("3", S.CURRENT), *steps("3 3", S.DUE)),
        AGAIN,
    ),
)

TRAP = Sample(
    BoardView(
        points(
            {24: on(W, 9), 1: on(B, 6, trapped=W), 20: on(B, 2), 16: on(W, 1, trapped=B)}
            | {13: on(B, 3), 9: on(B, 1, target=C.TRAP), 11: on(W, 2, origin=C.PICKED)}
            | {8: marked(target=C.TARGET), 5: on(W, 2, trapped=B), 7: on(B, 1)}
        ),
        black=SideTrays(off=PlaceView(count=1)),
        runs_against=True,
        numbers=NumbersView(numbers_differ=True),
    ),
    DiceView((2, 1), W, frozenset({1})),
    (((StageStep("2", S.CURRENT), StageStep("1", S.DONE)),)),
)

BEAR_OFF = Sample(
    BoardView(
        points(
            {6: on(W, 2), 5: on(W, 3, origin=C.MOVABLE), 4: on(W, 1, origin=C.MOVABLE)}
            | {3: on(B, 2), 2: on(W, 2), 1: on(B, 4), 7: on(B, 1), 10: on(B, 2)}
        ),
        white=SideTrays(off=PlaceView(count=7, target=C.TARGET)),
        black=SideTrays(off=PlaceView(count=4, last_in=1), bar=PlaceView(count=2)),
    ),
    DiceView((5, 4), W),
    (((StageStep("5", S.CURRENT), StageStep("4", S.DUE)),)),
)

PILE = Sample(
    BoardView(
        points({24: on(W, 15, origin=C.MOVABLE), 1: on(B, 15), 21: marked(target=C.TARGET)}),
        runs_against=True,
        numbers=NumbersView(numbers_differ=True),
    ),
    DiceView((3, 3), W),
    ((steps("3 3 3 3", S.DUE),)),
)

PREVIEW = Sample(
    BoardView(
        points(
            {24: on(W, 2, ghost_out=2), 21: marked(ghost_in=2, ghost_side=W)}
            | {19: on(W, 3, ghost_out=1), 16: on(W, 1, ghost_in=1), 15: on(W, 7), 6: on(W, 2)}
            | {22: on(B, 5, last_in=2), 18: on(B, 2), 9: on(B, 4, last_in=1), 4: on(B, 3)}
            | {5: on(B, 1, ghost_out=1, ghost_in=1, ghost_side=W), 12: marked(last_out=2)}
        )
    ),
    DiceView((4, 4), W),
    (
        steps("6 6 6 6", S.DONE),
        steps("1 1 1 1", S.DONE),
        (StageStep("roll again", S.DONE),),
        steps("4 4 4 4", S.DONE),
        (*steps("3 3", S.DONE), StageStep("3", S.COMPLETED_BY_OPPONENT), StageStep("3", S.CURRENT)),
        (StageStep("roll again", S.NOT_GRANTED),),
    ),
)

SAMPLES = {
    "start": START,
    "entering": ENTERING,
    "complement": COMPLEMENT,
    "trap": TRAP,
    "bear-off": BEAR_OFF,
    "pile": PILE,
    "preview": PREVIEW,
}
"""The samples by name."""

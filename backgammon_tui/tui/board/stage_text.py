"""The stages of a turn as lines; the band has room for the longest on the smallest board."""

from __future__ import annotations

from typing import NamedTuple

from backgammon_tui.engine import Status
from backgammon_tui.modes.board_view import CheckerState, Stages, StageStep
from backgammon_tui.tui.board.look import BoardLook


class StagePiece(NamedTuple):
    """A piece of a line; without a status it stands between steps."""

    text: str
    status: Status | None = None
    is_chip: bool = False
    """True if the piece stands on a ground of its own."""


StageLine = list[StagePiece]
"""One stage."""

_BLANK = StagePiece(" ")
_PLAYED = frozenset({Status.DONE, Status.COMPLETED_BY_OPPONENT})


def stage_lines(stages: Stages, width: int, rows: int, look: BoardLook) -> list[StageLine]:
    """Return the stages, one below the other, always with the one in play.

    If there are too few rows, an earned throw is cut down to its sign before its numbers, then
    stages that are over share a line; dots stand for the rest.
    """
    lines = [_fitted(steps, width, look) for steps in stages]
    if len(stages) > rows:
        earned = [_is_past_throw(steps[0]) for steps in stages]
        sign = StagePiece(f"{look.signs.again} ")
        lines = [
            [sign, *line] if index and earned[index - 1] and _cells(line) + 2 <= width else line
            for index, line in enumerate(lines)
            if not earned[index]
        ]
        stages = tuple(steps for steps in stages if not _is_past_throw(steps[0]))
    at = _in_play(stages)
    index = 0
    while len(lines) > rows and index + 1 < at:
        joined = [*lines[index], StagePiece("   "), *lines[index + 1]]
        if _cells(joined) <= width:
            lines[index : index + 2] = [joined]
            at -= 1
        index += 1
    first = max(0, min(at - (rows - 1) // 2, len(lines) - rows))
    shown, dots = lines[first : first + rows], look.signs.ellipsis
    if first and _cells(shown[0]) + 2 <= width:
        shown[0] = [StagePiece(f"{dots} "), *shown[0]]
    if first + rows < len(lines) and _cells(shown[-1]) + 2 <= width:
        shown[-1] = [*shown[-1], StagePiece(f" {dots}")]
    return shown


def _is_past_throw(step: StageStep) -> bool:
    return step.status is Status.DONE and not step.text[0].isdigit()


def _cells(line: StageLine) -> int:
    return sum(len(span.text) for span in line)


def _in_play(stages: Stages) -> int:
    """Return the stage to look at: the one in play, else the last one that is over."""
    for index, steps in enumerate(stages):
        if any(step.status is Status.CURRENT for step in steps):
            return index
    over = [i for i, steps in enumerate(stages) if steps[0].status is not Status.DUE]
    return over[-1] if over else 0


def _fitted(steps: tuple[StageStep, ...], width: int, look: BoardLook) -> StageLine:
    """Return a stage; for one that is not granted also the reason, if there is room."""
    if {step.status for step in steps} != {Status.NOT_GRANTED}:
        return _numbers(steps, look)
    step = steps[0]
    what = f"no {step.text}s" if step.text[0].isdigit() else "no other throw"
    told = f"{what}: {step.why}" if step.why else what
    return [StagePiece(told if len(told) <= width else what, Status.NOT_GRANTED)]


def _numbers(steps: tuple[StageStep, ...], look: BoardLook) -> StageLine:
    """Return the numbers of a stage, each marked as played, lost or neither."""
    is_ahead = {step.status for step in steps} == {Status.DUE}
    line: StageLine = []
    for index, step in enumerate(steps):
        if index:
            line.append(_BLANK)
        line.append(_step(step, look, is_ahead=is_ahead))
        blank = "" if step.text.isdigit() else " "
        if step.status is Status.LOST:
            line.append(StagePiece(f"{blank}{look.signs.lost}", Status.LOST))
        elif step.status in _PLAYED:
            line.append(StagePiece(f"{blank}{look.signs.done}", Status.DONE))
    return line


def _step(step: StageStep, look: BoardLook, *, is_ahead: bool) -> StagePiece:
    text = step.text if step.text[0].isdigit() else f"{look.signs.again} {step.text}"
    if step.status is Status.CURRENT:
        ends = look.brackets(CheckerState.MOVABLE) if look.is_text else "  "
        return StagePiece(text.join(ends), step.status, is_chip=True)
    if step.status is Status.DUE and not is_ahead:
        return StagePiece(f" {text} ", step.status, is_chip=True)
    return StagePiece(
        f"{text}'" if step.status is Status.COMPLETED_BY_OPPONENT else text, step.status
    )

"""The stages of a turn as lines that never outgrow their room."""

from __future__ import annotations

from typing import NamedTuple

from backgammon_tui.tui.board.discs import CheckerState
from backgammon_tui.tui.board.look import Look
from backgammon_tui.tui.board.view import Stages, Step, StepStatus


class StagePiece(NamedTuple):
    """A piece of a line; without a status it stands between steps."""

    text: str
    status: StepStatus | None = None
    is_chip: bool = False
    """Whether it stands on a ground of its own."""


Line = list[StagePiece]
"""One stage."""

_BLANK = StagePiece(" ")
_PLAYED = frozenset({StepStatus.DONE, StepStatus.BY_OPPONENT})


def stage_lines(stages: Stages, width: int, rows: int, look: Look) -> list[Line]:
    """The stages, one below the other, the one in play always among them.

    Where a line has too few cells the words go first. Where there are too few rows the throws
    that were earned go, then stages that are over share a line; dots stand for what is left out.
    """
    if len(stages) > rows:
        stages = tuple(steps for steps in stages if not _is_past_throw(steps[0]))
    at = _in_play(stages)
    lines = [_fitted(steps, width, look) for steps in stages]
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


def _is_past_throw(step: Step) -> bool:
    return step.status is StepStatus.DONE and not step.text[0].isdigit()


def _cells(line: Line) -> int:
    return sum(len(span.text) for span in line)


def _in_play(stages: Stages) -> int:
    """The stage to look at: the one in play, else the last one that is over."""
    for index, steps in enumerate(stages):
        if any(step.status is StepStatus.CURRENT for step in steps):
            return index
    over = [i for i, steps in enumerate(stages) if steps[0].status is not StepStatus.DUE]
    return over[-1] if over else 0


def _fitted(steps: tuple[Step, ...], width: int, look: Look) -> Line:
    """A stage with words, without them, or cut to the width."""
    if {step.status for step in steps} == {StepStatus.NOT_GRANTED}:
        lines = [[StagePiece(text, StepStatus.NOT_GRANTED)] for text in _not_granted(steps[0])]
    else:
        short = tuple(step._replace(text=step.short or step.text) for step in steps)
        lines = [_numbers(steps, look), _numbers(short, look)]
    for line in lines:
        if _cells(line) <= width:
            return line
    return _cut(line, width, look)


def _not_granted(step: Step) -> tuple[str, ...]:
    """What the rules do not grant, with the reason and without."""
    what = f"no {step.text}s" if step.text[0].isdigit() else "no other throw"
    return f"{what}: {step.why}" if step.why else what, what


def _cut(line: Line, width: int, look: Look) -> Line:
    """What has room, from the number in play on."""
    characters = [StagePiece(c, span.status, span.is_chip) for span in line for c in span.text]
    current = [i for i, span in enumerate(characters) if span.status is StepStatus.CURRENT]
    start = len(characters) - width
    if current:
        start = min(start, max(0, current[0] - width // 4))
    window = characters[start : start + width]
    if start:
        window[0] = StagePiece(look.signs.ellipsis)
    if start + width < len(characters):
        window[-1] = StagePiece(look.signs.ellipsis)
    return window


def _numbers(steps: tuple[Step, ...], look: Look) -> Line:
    """The numbers of a stage, each with a mark of what became of it."""
    is_ahead = {step.status for step in steps} == {StepStatus.DUE}
    line: Line = []
    for index, step in enumerate(steps):
        if index:
            line.append(_BLANK)
        line.append(_step(step, look, is_ahead=is_ahead))
        blank = "" if step.text.isdigit() else " "
        if step.status is StepStatus.LOST:
            line.append(StagePiece(f"{blank}{look.signs.lost}", StepStatus.LOST))
        elif step.status in _PLAYED:
            line.append(StagePiece(f"{blank}{look.signs.done}", StepStatus.DONE))
    return line


def _step(step: Step, look: Look, *, is_ahead: bool) -> StagePiece:
    text = step.text if step.text[0].isdigit() else f"{look.signs.again} {step.text}"
    if step.status is StepStatus.CURRENT:
        ends = look.brackets(CheckerState.LIT) if look.is_text else "  "
        return StagePiece(text.join(ends), step.status, is_chip=True)
    if step.status is StepStatus.DUE and not is_ahead:
        return StagePiece(f" {text} ", step.status, is_chip=True)
    return StagePiece(f"{text}'" if step.status is StepStatus.BY_OPPONENT else text, step.status)

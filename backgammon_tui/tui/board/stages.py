"""The stages of a turn as lines; the longest line fits the band of the smallest board.

On a tall band, the numbers in play, or all numbers, are large.
"""

from __future__ import annotations

from typing import NamedTuple

from backgammon_tui.engine import Status
from backgammon_tui.modes.board import CheckerState, Stages, StageStep
from backgammon_tui.tui.board.canvas import Canvas
from backgammon_tui.tui.board.rendering import ColorRole, RenderContext, RenderOptions


class StagePiece(NamedTuple):
    """A piece of text on a stage line; separators have no status."""

    text: str
    status: Status | None = None
    is_chip: bool = False
    """True if the piece has its own background."""

    @property
    def number(self) -> str:
        text = self.text.strip(" '")
        return text if text in _LARGE else ""

    def cells(self, height: int) -> int:
        """Return its width in a line of some rows."""
        if height > 1 and self == _BLANK:
            return _DIGIT
        if height == 1 or not self.number:
            return len(self.text)
        return _DIGIT + (2 * _CHIP_AIR if self.is_chip else len(self.text) - 1)


StageLine = list[StagePiece]
"""The line of one stage."""

_BLANK = StagePiece(" ")
_PLAYED = frozenset({Status.DONE, Status.COMPLETED_BY_OPPONENT})


def stage_lines(stages: Stages, width: int, rows: int, look: RenderOptions) -> list[StageLine]:
    """Return the stages, one per line, always including the one in play.

    If there are too few rows, an earned roll is shortened to its sign, then finished stages share a
    line; dots replace the rest.
    """
    lines = [_fitted(steps, width, look) for steps in stages]
    if len(stages) > rows:
        earned = [_is_past_roll(steps[0]) for steps in stages]
        sign = StagePiece(f"{look.signs.again} ")
        lines = [
            [sign, *line] if index and earned[index - 1] and _cells(line) + 2 <= width else line
            for index, line in enumerate(lines)
            if not earned[index]
        ]
        stages = tuple(steps for steps in stages if not _is_past_roll(steps[0]))
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


def _is_past_roll(step: StageStep) -> bool:
    return step.status is Status.DONE and not step.text[0].isdigit()


def _cells(line: StageLine) -> int:
    return sum(len(span.text) for span in line)


def _in_play(stages: Stages) -> int:
    """Return the stage in play, or the last finished one."""
    for index, steps in enumerate(stages):
        if any(step.status is Status.CURRENT for step in steps):
            return index
    over = [i for i, steps in enumerate(stages) if steps[0].status is not Status.DUE]
    return over[-1] if over else 0


def _fitted(steps: tuple[StageStep, ...], width: int, look: RenderOptions) -> StageLine:
    """Return a stage cut to the width, with the reason for not being granted if it fits."""
    if {step.status for step in steps} != {Status.NOT_GRANTED}:
        return _numbers(steps, look)
    step = steps[0]
    what = f"no {step.text}s" if step.text[0].isdigit() else "no extra roll"
    text = f"{what}: {step.why}" if step.why else what
    return [StagePiece(text if len(text) <= width else what, Status.NOT_GRANTED)]


def _numbers(steps: tuple[StageStep, ...], look: RenderOptions) -> StageLine:
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


def _step(step: StageStep, look: RenderOptions, *, is_ahead: bool) -> StagePiece:
    text = step.text if step.text[0].isdigit() else f"{look.signs.again} {step.text}"
    if step.status is Status.CURRENT:
        ends = look.brackets(CheckerState.MOVABLE) if look.is_text else "  "
        return StagePiece(text.join(ends), step.status, is_chip=True)
    if step.status is Status.DUE and not is_ahead:
        return StagePiece(f" {text} ", step.status, is_chip=True)
    return StagePiece(
        f"{text}'" if step.status is Status.COMPLETED_BY_OPPONENT else text, step.status
    )


# ---- on the band

_INKS: dict[Status | None, ColorRole] = {
    Status.DONE: ColorRole.DONE,
    Status.COMPLETED_BY_OPPONENT: ColorRole.DONE,
    Status.CURRENT: ColorRole.LIT_INK,
    Status.DUE: ColorRole.BAND_INK,
    Status.LOST: ColorRole.LOST,
}
_TALL_ROOM = 6
"""Minimum number of rows for large numbers."""
_LARGE = {
    "1": ("▄█ ", " █ ", "▀▀▀"),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", "▀▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"),
    "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"),
}
_LARGE_ROWS, _DIGIT = 4, 3
"""Rows of large numbers, including the upper edge of a chip, and their columns."""
_CHIP_AIR = 2
"""Columns of a chip on either side of a large number."""


def draw_stages(canvas: Canvas, stages: Stages, context: RenderContext, x: int) -> None:
    """Write the stages into the middle of a half of the band."""
    width, room = context.cut.half_width - 2, canvas.height - 2
    lines = stage_lines(stages, width, canvas.height, context.look)
    large = set() if context.look.is_text else _large_lines(lines, width, room)
    heights = [_LARGE_ROWS if index in large else 1 for index in range(len(lines))]
    gap = int(sum(heights) + len(lines) - 1 <= room)
    y = (canvas.height - sum(heights) - gap * (len(lines) - 1)) // 2
    for line, height in zip(lines, heights, strict=True):
        at = x + 1 + (width - sum(piece.cells(height) for piece in line)) // 2
        for piece in line:
            ink, ground = _colors(piece, context)
            if piece.number and height > 1:
                _write_large(canvas, at, y, piece, ink, ground)
            else:
                bold = piece.status in (Status.CURRENT, Status.LOST) or piece.is_chip
                canvas.write(at, y + height // 2, piece.text, ink, ground, bold=bold)
            at += piece.cells(height)
        y += height + gap


def _large_lines(lines: list[StageLine], width: int, room: int) -> set[int]:
    """Return the indices of the lines with large numbers: all that have numbers, or those in
    play.
    """
    numbers = {i for i, line in enumerate(lines) if any(piece.number for piece in line)}
    played = {i for i in numbers if any(piece.status is Status.CURRENT for piece in lines[i])}
    for large in (numbers, played):
        rows = (_LARGE_ROWS - 1) * len(large) + 2 * len(lines) - 1
        widths = [sum(piece.cells(_LARGE_ROWS) for piece in lines[i]) for i in large]
        if room >= _TALL_ROOM and rows <= room and max(widths, default=0) <= width:
            return large
    return set()


def _write_large(
    canvas: Canvas, x: int, y: int, piece: StagePiece, ink: int, ground: int | None
) -> None:
    """Write a number in blocks; its chip extends half a row above and below it."""
    air = " " * (_CHIP_AIR if piece.is_chip else 0)
    if ground is not None:
        canvas.write(x, y, "▄" * piece.cells(_LARGE_ROWS), ground)
    for row, blocks in enumerate(_LARGE[piece.number], y + 1):
        canvas.write(x, row, f"{air}{blocks}{air}", ink, ground)
    if not piece.is_chip:
        canvas.write(x + _DIGIT, y + 1, piece.text[1:], ink)


def _colors(piece: StagePiece, context: RenderContext) -> tuple[int, int | None]:
    palette = context.palette
    if not piece.is_chip:
        return palette[_INKS.get(piece.status, ColorRole.BAND_DIM)], None
    if piece.status is Status.CURRENT:
        return palette[ColorRole.LIT_INK], palette[ColorRole.LIT]
    return palette[ColorRole.CHIP_INK], palette[ColorRole.CHIP]

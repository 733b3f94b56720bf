"""The band between the halves of the board: dice, and the stages of the turn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, takewhile
from typing import Final, NamedTuple

from backgammon_tui.engine import Side, Status
from backgammon_tui.modes.board import CheckerState, CubeView, DiceView, Stages, StageStep
from backgammon_tui.tui.board.canvas import (
    OPAQUE,
    Canvas,
    ColorRole,
    Pixel,
    RenderContext,
    RenderOptions,
    Sprite,
    contrast,
    mix,
)
from backgammon_tui.tui.board.discs import SIDE_COLORS
from backgammon_tui.tui.board.geometry import Fixture
from backgammon_tui.tui.board.places import draw_wood


class StagePiece(NamedTuple):
    """A piece of text on a stage line; separators have no status."""

    text: str
    status: Status | None = None
    is_chip: bool = False
    """True if the piece has its own background."""

    @property
    def is_number(self) -> bool:
        """True for a number, maybe with brackets or the sign of the opponent."""
        return len(self.text) <= _DIGIT and any(map(str.isdigit, self.text))

    @property
    def number(self) -> str:
        text = self.text.strip(" '")
        return text if text in _LARGE else ""

    def cells(self, height: int) -> int:
        if height > 1 and self == _BLANK:
            return _DIGIT
        if height == 1 or not self.number:
            return len(self.text)
        return _DIGIT + (2 * _CHIP_AIR if self.is_chip else len(self.text) - 1)


StageLine = list[StagePiece]
_BLANK = StagePiece(" ")
_EARNED, _HIDDEN = _SIGNS = StagePiece("↻ "), StagePiece("… ")
_PLAYED = frozenset({Status.DONE, Status.COMPLETED_BY_OPPONENT})


def stage_lines(stages: Stages, width: int, rows: int, look: RenderOptions) -> list[StageLine]:
    """Return the stages, one per line, always including the one in play.

    If there are too few rows, an earned roll is shortened to its sign, then finished stages share a
    line; dots replace the rest.
    """
    lines = [_fitted(steps, width, look) for steps in stages]
    if len(stages) > rows:
        earned = [_is_past_roll(steps[0]) for steps in stages]
        lines = [
            [_EARNED, *line] if index and earned[index - 1] and _cells(line) + 2 <= width else line
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
    shown = lines[first : first + rows]
    if first and _cells(shown[0]) + 2 <= width:
        shown[0] = [_HIDDEN, *shown[0]]
    if first + rows < len(lines) and _cells(shown[-1]) + 2 <= width:
        shown[-1] = [*shown[-1], StagePiece(" …")]
    return shown


def _is_past_roll(step: StageStep) -> bool:
    return step.status is Status.DONE and not step.text[0].isdigit()


def _cells(line: StageLine) -> int:
    return sum(len(span.text) for span in line)


def _in_play(stages: Stages) -> int:
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
    withheld = f"no {step.text}s" if step.text[0].isdigit() else "no extra roll"
    text = f"{withheld}: {step.why}" if step.why else withheld
    return [StagePiece(text if len(text) <= width else withheld, Status.NOT_GRANTED)]


def _numbers(steps: tuple[StageStep, ...], look: RenderOptions) -> StageLine:
    is_ahead = {step.status for step in steps} == {Status.DUE}
    line: StageLine = []
    for index, step in enumerate(steps):
        if index:
            line.append(_BLANK)
        line.append(_step(step, look, is_ahead=is_ahead))
        blank = "" if step.text.isdigit() else " "
        if step.status is Status.LOST:
            line.append(StagePiece(f"{blank}✗", Status.LOST))
        elif step.status in _PLAYED:
            line.append(StagePiece(f"{blank}✓", Status.DONE))
    return line


def _step(step: StageStep, look: RenderOptions, *, is_ahead: bool) -> StagePiece:
    text = step.text if step.text[0].isdigit() else f"↻ {step.text}"
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
_MIN_TALL_ROWS = 6
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


_AS_ON_DICE = {Status.CURRENT, Status.DUE, Status.DONE}


def draw_stages(canvas: Canvas, stages: Stages, context: RenderContext, x: int) -> None:
    width, room = context.metrics.half_width - 2, canvas.height - 2
    lines = stage_lines(stages, width, canvas.height, context.look)
    large = set() if context.look.is_text else _large_lines(lines, width, room)
    heights = [_LARGE_ROWS if index in large else 1 for index in range(len(lines))]
    gap = int(sum(heights) + len(lines) - 1 <= room)
    y = (canvas.height - sum(heights) - gap * (len(lines) - 1)) // 2
    for line, height in zip(lines, heights, strict=True):
        for piece, at in zip(line, _columns(line, width, height), strict=True):
            ink, ground = _colors(piece, context)
            if piece.number and height > 1:
                _write_large(canvas, x + 1 + at, y, piece, ink, ground)
            else:
                bold = piece.status in (Status.CURRENT, Status.LOST) or piece.is_chip
                canvas.write(x + 1 + at, y + height // 2, piece.text, ink, ground, bold=bold)
        y += height + gap


def _columns(line: StageLine, width: int, height: int) -> list[int]:
    """Return the column of each piece, which stays when a number is played and gets a mark.

    Numbers have columns as wide as a chip, also after signs; a word is centred without its mark.
    """
    air = 1 if height == 1 else _CHIP_AIR
    slot, blank = _digit(height) + 2 * air, _BLANK.cells(height)
    signs = [*takewhile(_SIGNS.__contains__, line)]
    numbers = [piece for piece in line if piece.is_number]
    left = (width - len(numbers) * (slot + blank) + blank) // 2
    is_row = numbers and line[len(signs)].is_number and line.count(_BLANK) == len(numbers) - 1
    if is_row and left >= _cells(signs):
        columns, at, before = list[int](), left - _cells(signs), 0
        for piece in line:
            if piece.is_number:
                at = left + before * (slot + blank) + air * (not piece.is_chip)
                before += 1
            columns.append(at)
            at += piece.cells(height)
        return columns
    marks = 0 if numbers else sum(len(piece.text) for piece in line if piece.text in (" ✓", " ✗"))
    at = max(width - sum(piece.cells(height) for piece in line) + marks, 0) // 2
    return [*accumulate((piece.cells(height) for piece in line[:-1]), initial=at)]


def _digit(height: int) -> int:
    return _DIGIT if height > 1 else 1


def _large_lines(lines: list[StageLine], width: int, room: int) -> set[int]:
    """Return the indices of the lines with large numbers: all that have numbers, or those in
    play.
    """
    numbered = {i for i, line in enumerate(lines) if any(piece.number for piece in line)}
    in_play = {i for i in numbered if any(piece.status is Status.CURRENT for piece in lines[i])}
    for large in (numbered, in_play):
        rows = (_LARGE_ROWS - 1) * len(large) + 2 * len(lines) - 1
        widths = [sum(piece.cells(_LARGE_ROWS) for piece in lines[i]) for i in large]
        if room >= _MIN_TALL_ROWS and rows <= room and max(widths, default=0) <= width:
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


_FLAT = (3, 7)
"""Rows and cells of a die without room for an edge."""
_GAP = 2
_MAX_SPOT = 3
"""The spot size of the largest square dice; 1 is the smallest, and 0 a die without spots."""
_LEGIBLE = 4.5
"""Contrast of the spots of a die with its face."""
_OUTSTANDING = 3.0
"""Contrast with the felt above which a die needs no edge."""
SPOTS = {
    1: ((1, 1),),
    2: ((0, 2), (2, 0)),
    3: ((0, 2), (1, 1), (2, 0)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
"""Column and row of the spots of each number, in thirds."""
_FINE = 4
"""Samples per pixel of a spot, in each direction."""
_FADED = 150
"""Share of the felt in the colour of a played die."""


class BandView(NamedTuple):
    """The dice and the stages of the turn."""

    dice: DiceView = DiceView()
    stages: Stages = ()
    frames_left: int = 0
    """Number of frames before the dice come to rest; stages are only shown then."""


def draw_band(view: BandView, context: RenderContext) -> Canvas:
    metrics, (_, _, width, height) = context.metrics, context.layout.rects[Fixture.BAND]
    canvas, look, spot = context.canvas(width, height, ColorRole.FELT), context.look, 0
    bar = draw_wood(metrics.bar_width, height, context)
    for row, wood in zip((canvas.above, *canvas.pixels), (bar.above, *bar.pixels), strict=True):
        row[2 * metrics.half_width : 2 * metrics.right_half] = wood
    for size in range(1, _MAX_SPOT + 1) if not look.is_text else ():
        is_suited = size == 1 or _width(size) <= 1.7 * metrics.checker
        spot = size if is_suited and _width(size) <= 2 * height else spot
    if view.dice.cube and not look.is_transparent:
        _draw_cube(canvas, view.dice.cube, context)
    pitch = (_width(spot) if spot else _FLAT[1]) + _GAP
    for die in shown_dice(view, context) if not look.is_transparent else ():
        left = (
            die.column + (metrics.half_width - die.total * pitch + _GAP) // 2 + die.before * pitch
        )
        colors = _die_colors(die.side, context, is_flat=not spot, is_used=die.is_used)
        if spot:
            _draw_square(canvas, left, spot, die.number, colors, look.blends)
        else:
            _draw_flat(canvas, left, die.number, colors, look)
    # Two dice say the same as a stage of two numbers; without colour they are harder to read.
    repeats = len(view.stages) == 1 and len(view.stages[0]) == 2 and not look.is_text
    is_needed = not repeats or any(step.status not in _AS_ON_DICE for step in view.stages[0])
    if view.dice.side is not None and not view.frames_left and is_needed:
        is_right = context.layout.is_right(view.dice.side)
        draw_stages(canvas, view.stages, context, 0 if is_right else metrics.right_half)
    return canvas


_MIN_SQUARE_CUBE_ROWS: Final = 5
"""Minimum number of rows of the band for a cube of more than a line."""


def cube_roles(cube: CubeView) -> tuple[ColorRole, ColorRole]:
    """Return the roles of the colours of a cube's number and of its face."""
    if cube.is_offered:
        return ColorRole.LIT_INK, ColorRole.LIT
    return ColorRole.CHIP_INK, ColorRole.CHIP


def _draw_cube(canvas: Canvas, cube: CubeView, context: RenderContext) -> None:
    """Draw the cube on the bar: in the middle, or at the end of its side (White below)."""
    metrics, palette, look = context.metrics, context.palette, context.look
    ink, ground = (palette[role] for role in cube_roles(cube))
    width = 4 + metrics.bar_width % 2  # To centre it on the bar.
    left = metrics.half_width + (metrics.bar_width - width) // 2
    edge = int(canvas.height >= _MIN_SQUARE_CUBE_ROWS and not look.is_text)
    last = canvas.height - 1 - edge
    y = {None: canvas.height // 2, Side.BLACK: edge, Side.WHITE: last}[cube.side]
    is_bracketed = look.is_text and len(str(cube.value)) <= width - 2
    text = f"[{cube.value:^{width - 2}}]" if is_bracketed else f"{cube.value:^{width}}"
    if edge:
        canvas.write(left, y - 1, "▄" * width, ground)
        canvas.write(left, y + 1, "▀" * width, ground)
    canvas.write(left, y, text, ink, ground, bold=True)


class ShownDie(NamedTuple):
    """One die on the band."""

    side: Side
    column: int
    """The column where its half of the band begins."""
    before: int
    """Number of dice before it in its half."""
    total: int
    """Number of dice in its half."""
    number: int
    is_used: bool
    is_turning: bool


def shown_dice(view: BandView, context: RenderContext) -> Iterator[ShownDie]:
    """Yield the dice at rest or tumbling."""
    dice, right = view.dice, context.metrics.right_half
    if dice.side is None:
        # White's die is always on the left, whatever the viewpoint, because dice are named and
        # saved in this order.
        halves = [(side, right * n, dice.numbers[n : n + 1]) for n, side in enumerate(Side)]
    else:
        column = right if context.layout.is_right(dice.side) else 0
        halves = [(dice.side, column, dice.numbers[:2])]
    for half, (side, column, numbers) in enumerate(halves):
        turns = view.frames_left and view.frames_left + half
        for index, number in enumerate(numbers):
            seen = (number - 1 + turns * (index + 2)) % 6 + 1
            is_used = index in dice.used and not turns
            yield ShownDie(side, column, index, len(numbers), seen, is_used, turns > 0)


def _width(spot: int) -> int:
    return 3 * (2 * spot - 1) + 6


def _die_colors(
    side: Side, context: RenderContext, *, is_flat: bool, is_used: bool
) -> tuple[int, int, int]:
    palette, colors = context.palette, SIDE_COLORS[side]
    face, edge, ink = (palette[role] for role in (colors.face, colors.rim, colors.ink))
    felt, hollow = palette[ColorRole.FELT], palette[ColorRole.HOLLOW]
    if context.look.is_text:
        # The spots reach the edge, so the die has the colour that contrasts most with felt.
        plate = max((face, edge, ink), key=lambda color: contrast(color, felt))
        if not is_used:
            return plate, plate, max((face, edge, ink), key=lambda color: contrast(color, plate))
        return felt, felt, palette[ColorRole.BAND_DIM]
    if not context.look.blends:
        is_hidden = contrast(edge, felt) < _OUTSTANDING
        return (felt, hollow, hollow) if is_used else (face, face if is_hidden else edge, ink)
    if contrast(face, felt) >= _OUTSTANDING:
        edge = mix(face, edge, 150)
    elif is_flat:
        # The face takes just enough of the edge's colour to be visible on the felt.
        tones = [mix(face, edge, part) for part in range(0, OPAQUE, 16)]
        clear = [tone for tone in (*tones, edge) if contrast(tone, felt) >= _OUTSTANDING]
        inks = face, ink
        face, ink = next(
            (tone, ink) for tone in clear for ink in inks if contrast(tone, ink) >= _LEGIBLE
        )
    return _faded(face, edge, ink, felt) if is_used else (face, edge, ink)


@lru_cache(maxsize=32)
def _faded(face: int, edge: int, ink: int, felt: int) -> tuple[int, int, int]:
    """Return the colours of a played die, faded as far as its spots remain legible."""
    fading = range(_FADED, -1, -10)
    ways = (
        (mix(face, felt, part), mix(edge, felt, part), mix(ink, felt, less))
        for part in fading
        for less in fading
    )
    return next((way for way in ways if contrast(way[0], way[2]) >= _LEGIBLE), (face, edge, ink))


def _draw_square(
    canvas: Canvas, x: int, spot: int, number: int, colors: tuple[int, int, int], blends: bool
) -> None:
    size, (face, edge, ink) = _width(spot), colors
    y = canvas.height - size // 2
    canvas.stamp(_body(size, size, face, edge, blends), 2 * x, y)
    for column, row in SPOTS[number]:
        # Edge and margin come before the first spot, a margin before the others.
        down, across = (2 + 2 * spot * number for number in (row, column))
        canvas.stamp(_spot(2 * spot - 1, ink, blends), 2 * (x + across), y + down)


def _draw_flat(
    canvas: Canvas, x: int, number: int, colors: tuple[int, int, int], look: RenderOptions
) -> None:
    """Draw a die of whole rows; next to its edge there is only room for a number."""
    (height, width), (face, edge, ink) = _FLAT, colors
    y = (canvas.height - height + 1) // 2
    body = _body(width, 2 * height, face, face if look.blends else edge, look.blends)
    canvas.stamp(body, 2 * x, 2 * y)
    if not look.blends and not look.is_text:
        canvas.write(x + width // 2, y + height // 2, str(number), ink, bold=True)
        return
    for column, row in SPOTS[number]:
        across = x + width // 2 + (column - 1) * (width // 3)
        canvas.write(across, y + row, "o" if look.ascii else "●", ink, bold=True)


@lru_cache(maxsize=64)
def _body(width: int, height: int, face: int, edge: int, blends: bool) -> Sprite:
    """Return a rectangle with an edge and soft corners, in cells across and half rows down."""
    pixels = []
    for row in range(height):
        for column in range(2 * width):
            aside = min(column, 2 * width - 1 - column)
            is_end = row in (0, height - 1)
            cover = OPAQUE
            if is_end and aside < 2:
                cover = 130 if blends and aside else 0
            if cover:
                color = edge if is_end or aside < 2 else face
                pixels.append(Pixel(row, column, color, cover))
    return tuple(pixels)


_MAX_SQUARE_SPOT = 3
"""Maximum size of a square spot; with cut corners it would look like a club."""


@lru_cache(maxsize=32)
def _spot(size: int, ink: int, blends: bool) -> Sprite:
    if size == 1:
        return Pixel(0, 0, ink, OPAQUE), Pixel(0, 1, ink, OPAQUE)
    pixels = []
    for row in range(size):
        for column in range(2 * size):
            samples = [(i + 0.5) / _FINE for i in range(_FINE)]
            inside = [
                ((column + a) / 2 - size / 2) ** 2 + (row + b - size / 2) ** 2 < size * size / 4
                for a in samples
                for b in samples
            ]
            cover = sum(inside) / len(inside)
            if not blends or size <= _MAX_SQUARE_SPOT:
                cover = float(cover > (0.1 if size <= _MAX_SQUARE_SPOT else 0.4))
            if cover:
                pixels.append(Pixel(row, column, ink, int(OPAQUE * cover)))
    return tuple(pixels)

"""A position as text: an ASCII board, and sentences for screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from backgammon_tui.engine import Ending, Game, Phase, Place, Position, Rules, Side
from backgammon_tui.engine.game import CENTRED
from backgammon_tui.words.columns import cut
from backgammon_tui.words.naming import STANDARD, Naming, join, name_place, plural
from backgammon_tui.words.naming import count as spell

_TOP: Final = (range(13, 19), range(19, 25))
_BOTTOM: Final = (range(12, 6, -1), range(6, 0, -1))
_LETTERS: Final = {Side.WHITE: "O", Side.BLACK: "X"}
_DEPTH: Final = 5
_WIDTH: Final = 60
_WIDE: Final = 55
"""Columns of a board of the usual width."""


def mover_of(game: Game) -> Side:
    if game.result and game.result.winner and game.result.ending is Ending.RESIGNED:
        return game.result.winner.other
    last = game.latest_turn
    return game.actor or (last.side if last else Side.WHITE)


def draw_board(
    game: Game, naming: Naming, width: int = _WIDTH, counting: Side | None = None
) -> str:
    """Draw the board in lines of at most 60 characters; White is O, Black is X.

    A narrow board has lines of 43. A stack of more than five checkers shows its count; a trapped
    checker is a small letter at the foot of its stack. If the sides number the points differently,
    the numbers are those of `counting`, or else the mover's.
    """
    rules, position, counting = game.rules, game.position, counting or mover_of(game)
    lines = [_heading(position, side, naming, width) for side in Side]
    cell = 4 if width >= _WIDE else 3
    half = cell * len(_TOP[0])
    edge = f"+{'-' * half}+---+{'-' * half}+"
    lines.append(_labels(rules, counting, _TOP, cell))
    lines.append(edge)
    lines += [_row(rules, position, _TOP, level, cell) for level in range(_DEPTH)]
    lines.append("|" + " " * half + "|   |" + " " * half + "|")
    lines += [_row(rules, position, _BOTTOM, level, cell) for level in reversed(range(_DEPTH))]
    lines.append(edge)
    lines.append(_labels(rules, counting, _BOTTOM, cell))
    if cube := describe_cube(game, naming, width):
        lines.append(cube)
    return "\n".join(line.rstrip() for line in lines)


def describe_cube(game: Game, naming: Naming, width: int = _WIDTH) -> str:
    """Describe a cube that is turned or offered; empty for any other."""
    cube = game.cube
    if not cube or (cube == CENTRED and game.phase is not Phase.DOUBLED):
        return ""
    naming = Naming(*(cut(naming.name(side), width - 30) for side in Side))
    if game.phase is Phase.DOUBLED and game.side:
        return f"Doubling cube: {naming.name(game.side)} offers {2 * cube.value}"
    owner = f", {naming.name(cube.owner)} owns it" if cube.owner else ", centred"
    return f"Doubling cube: {cube.value}{owner}"


def _heading(position: Position, side: Side, naming: Naming, width: int) -> str:
    letter, outside = _LETTERS[side], describe_outside(position, side)
    name, word = naming.name(side), STANDARD.name(side)
    head = letter if name == word else f"{letter} {word},"
    room = width - len(f"{head} : {outside}")
    shown = name if len(name) <= room else f"{name[: room - 3]}..."
    return f"{head} {shown}: {outside}"


def describe_outside(position: Position, side: Side) -> str:
    counts = [
        f"{place.word} {position.count(side, place)}"
        for place in (Place.HAND, Place.BAR, Place.OFF)
        if position.count(side, place)
    ]
    return ", ".join([plural(position.pips(side), "pip"), *counts])


def _labels(rules: Rules, side: Side, halves: tuple[range, range], cell: int) -> str:
    texts = []
    for half in halves:
        points = (point if side is Side.WHITE else rules.across(point) for point in half)
        texts.append("".join(f"{point:>{cell - 1}} " for point in points))
    # If both sides share the numbers, a letter here would look like a checker on the bar.
    whose = _LETTERS[side] if rules.direction.numbers_differ else " "
    return f" {texts[0]}  {whose}  {texts[1]}"


def _row(
    rules: Rules, position: Position, halves: tuple[range, range], level: int, cell: int
) -> str:
    left, right = (
        "".join(f"{_cell(rules, position, point, level):>{cell - 1}} " for point in half)
        for half in halves
    )
    return f"|{left}|   |{right}|"


def _cell(rules: Rules, position: Position, point: int, level: int) -> str:
    """Return the characters of a White point at one level of its stack, counted from the edge."""
    across = rules.across(point)
    stack = ""
    for side, own in ((Side.WHITE, point), (Side.BLACK, across)):
        if position.is_trapped(side, own):
            stack = _LETTERS[side].lower() + stack
        else:
            stack += _LETTERS[side] * position.count(side, own)
    if level == _DEPTH - 1 and len(stack) > _DEPTH:
        return str(len(stack))
    return stack[level] if level < len(stack) else "."


def describe_position(position: Position, side: Side, naming: Naming) -> str:
    parts = []
    for point in position.points(side):
        state = " trapped" if position.is_trapped(side, point) else ""
        parts.append(f"{position.count(side, point)}{state} on {name_place(point)}")
    for place in (Place.HAND, Place.BAR):
        if position.count(side, place):
            preposition = "in" if place is Place.HAND else "on the"
            parts.append(f"{position.count(side, place)} {preposition} {place.word}")
    if position.count(side, Place.OFF):
        parts.append(f"{position.count(side, Place.OFF)} off")
    pips = plural(position.pips(side), "pip")
    return f"{naming.name(side)}: {join(parts)}; {pips} to go."


def describe_point(rules: Rules, position: Position, side: Side, point: int, naming: Naming) -> str:
    stacks = []
    for owner, own in ((side, point), (side.other, rules.across(point))):
        number = position.count(owner, own)
        if number:
            state = " trapped" if position.is_trapped(owner, own) else ""
            stacks.append(f"{naming.name(owner)} {number}{state}")
    return f"Point {point}: {join(stacks) or 'empty'}."


def describe_stack(count: int, owner: str | None, trapped: str | None) -> str:
    """Describe the checkers on a place: `two of White's checkers above one of Anna's, trapped`.

    Args:
        owner: The name of the owner of the free checkers; None if there can be none.
        trapped: The name of the owner of the trapped checker; None if there is none.
    """
    free = f"{spell(count) if count else 'none'} of {owner}'s checkers" if owner else "empty"
    if trapped is None:
        return free
    return f"{free} above one of {trapped}'s, trapped" if owner else f"one of {trapped}'s checkers"


def write_card(game: Game, naming: Naming, lines: Sequence[str]) -> str:
    board = draw_board(game, naming)
    parts = (game.rules.title, board, "\n".join(lines), str(game.position))
    return "\n\n".join(parts) + "\n"

"""Commands that print in lines what a screen draws: the board, its checkers, the list of plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from backgammon_tui.engine import Game, Side
from backgammon_tui.engine.notation import read_point
from backgammon_tui.modes.effects import Message, Step
from backgammon_tui.modes.inputs import ChooseRow
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.modes.mode import Command, Mode
from backgammon_tui.modes.play.board import BoardMode
from backgammon_tui.modes.play.state import BoardState
from backgammon_tui.plain.talk import columns
from backgammon_tui.storage.codes import has_position_id, position_id
from backgammon_tui.words.board_text import describe_point, describe_position, draw_board
from backgammon_tui.words.columns import wrap
from backgammon_tui.words.naming import Naming


def say(mode: Mode, text: str) -> Step[Mode]:
    return mode.open(Message(text))


def _with_game(describe: Callable[[Game, Naming], str]) -> Callable[[Mode], Step[Mode]]:
    def run(mode: Mode) -> Step[Mode]:
        return say(
            mode, describe(mode.game, mode.naming) if mode.game else "There is no board now."
        )

    return run


def draw(game: Game, naming: Naming) -> str:
    return draw_board(game, naming, columns())


def _where(game: Game, naming: Naming) -> str:
    return "\n".join(describe_position(game.position, side, naming) for side in Side)


def _line(game: Game, _: Naming) -> str:
    return str(game.position)


def _id(game: Game, _: Naming) -> str:
    return position_id(game.position, game.actor or Side.WHITE)


def _point(mode: Mode, text: str) -> Step[Mode]:
    point, game = read_point(text), mode.game
    if point is None or game is None:
        return say(mode, "Points are 1 to 24, in the numbers of the side to play.")
    side = game.actor or Side.WHITE
    return say(mode, describe_point(game.rules, game.position, side, point, mode.naming))


def _has_id(mode: Mode) -> bool:
    return mode.game is not None and has_position_id(mode.game.rules)


IN_LINES: Final[tuple[Command, ...]] = (
    Command(words=("board",), run=_with_game(draw), help="draw the board"),
    Command(words=("where",), run=_with_game(_where), help="list the places of all checkers"),
    Command(words=("point",), usage="point 14", run_with=_point, help="name the checkers there"),
    Command(words=("line",), run=_with_game(_line), help="the position in one line"),
    Command(words=("id",), run=_with_game(_id), help="the position as a gnubg ID", exists=_has_id),
    Command(words=("quit",), run=lambda mode: mode.leave(), help="leave"),
)


# ---- the list of plays

_MAX_PLAYS: Final = 40
"""Maximum number of plays listed at once."""

NOTHING: Final = "There is nothing to play now."


def list_plays(input: BoardState, start: str = "") -> Iterator[str]:
    """Yield the legal plays whose notation starts with a text."""
    rows = input.choosing.rows
    shown = [i for i, row in enumerate(rows) if row.text.startswith(start.lower())]
    if not shown:
        yield "There is no such play." if rows else NOTHING
    for index in shown[:_MAX_PLAYS]:
        yield from wrap(f"{index + 1:>4}  {rows[index].text}", columns(), below=" " * 8)
    if shown[_MAX_PLAYS:]:
        more = len(shown) - _MAX_PLAYS
        yield f"and {more} more; name a first move, such as plays {rows[shown[0]].text[:3]}"


def play_number(mode: BoardMode, number: str) -> Step[Any]:
    """Make a play by its number in the list."""
    input = mode.input
    count = len(input.choosing.rows) if input else 0
    row = int(number) - 1 if number.isascii() and number.isdecimal() and len(number) < 6 else -1
    if input is None or not count:
        return say(mode, NOTHING)
    if row not in range(count):
        return say(mode, "There is one play: 1." if count == 1 else f"Type 1 to {count}.")
    chosen, _ = mode.take_at_board(ChooseRow(row))
    return chosen.take_at_board(ChooseRow(row))


def _list(mode: BoardMode, start: str = "") -> Step[Any]:
    if mode.input is None:
        return say(mode, NOTHING)
    if isinstance(mode, LessonMode) and not mode.is_open:
        return say(mode, mode.why_closed)
    return say(mode, "\n".join(list_plays(mode.input, start)))


MOVING: Final[tuple[Command, ...]] = (
    Command(
        words=("play",), run_with=play_number, usage="3, play 3", help="play number 3 of the list"
    ),
    Command(
        words=("plays",),
        run=_list,
        run_with=_list,
        usage="plays, plays 24/",
        help="list the legal plays; those from 24",
    ),
)
"""The commands of the list of plays."""

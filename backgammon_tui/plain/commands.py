"""Commands that say in lines what a screen draws: the board and the places of its checkers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from backgammon_tui.engine import Game, Side
from backgammon_tui.modes.commands import Command
from backgammon_tui.modes.effects import Step
from backgammon_tui.modes.mode import Mode
from backgammon_tui.modes.windows import Message
from backgammon_tui.storage.formats.position_id import has_position_id, position_id
from backgammon_tui.words.board_text import describe_point, describe_position, draw_board
from backgammon_tui.words.naming import Naming


def say(mode: Mode, text: str) -> Step[Mode]:
    """Have a text said."""
    return mode.open(Message(text))


def _with_game(tell: Callable[[Game, Naming], str]) -> Callable[[Mode], Step[Mode]]:
    def run(mode: Mode) -> Step[Mode]:
        return say(mode, tell(mode.game, mode.naming) if mode.game else "There is no board now.")

    return run


def draw(game: Game, naming: Naming) -> str:
    """Draw the board."""
    return draw_board(game.rules, game.position, naming)


def _where(game: Game, naming: Naming) -> str:
    return "\n".join(describe_position(game.position, side, naming) for side in Side)


def _line(game: Game, _: Naming) -> str:
    return str(game.position)


def _id(game: Game, _: Naming) -> str:
    return position_id(game.position, game.actor or Side.WHITE)


def _point(mode: Mode, text: str) -> Step[Mode]:
    point, game = mode.naming.numbering.read(text), mode.game
    if point is None or game is None:
        return say(mode, "Points are 1 to 24, in the numbers of the side to play.")
    side = game.actor or Side.WHITE
    return say(mode, describe_point(game.rules, game.position, side, point, mode.naming))


def _has_id(mode: Mode) -> bool:
    return mode.game is not None and has_position_id(mode.game.rules)


IN_LINES: Final[tuple[Command[Mode], ...]] = (
    Command(words=("board",), run=_with_game(draw), help="draw the board"),
    Command(words=("where",), run=_with_game(_where), help="say where all checkers are"),
    Command(words=("point",), usage="point 14", run_with=_point, help="say who is there"),
    Command(words=("line",), run=_with_game(_line), help="the position in one line"),
    Command(words=("id",), run=_with_game(_id), help="the position as a gnubg ID", exists=_has_id),
    Command(words=("quit",), run=lambda mode: mode.leave(), help="leave"),
)

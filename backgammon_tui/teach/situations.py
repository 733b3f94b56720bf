"""Situations: a position, who is to move, and whose first doublet has been thrown."""

from __future__ import annotations

import re
from typing import Final

from backgammon_tui.engine.game import Game
from backgammon_tui.engine.position import Position, Side
from backgammon_tui.engine.rules import Rules

_TO_MOVE: Final = re.compile(r"([WB]) to move")
_FIRST_DOUBLETS: Final = re.compile(r"first doublet ([WB](?: [WB])?)")


def read_situation(rules: Rules, text: str) -> Game:
    """The game that goes on from a situation, with a throw to come.

    `W 24:2 hand:13 / B hand:15; B to move; first doublet W` is one; `start` may stand for
    the position, and without a word on it White is to move.

    Raises:
        ValueError: if it cannot be read, or cannot stand on this game's board.
    """
    line, *clauses = (part.strip() for part in text.split(";"))
    side = Side.WHITE
    had_doublet: tuple[Side, ...] = ()
    for clause in clauses:
        if to_move := _TO_MOVE.fullmatch(clause):
            side = Side(to_move[1])
        elif doublets := _FIRST_DOUBLETS.fullmatch(clause):
            had_doublet = tuple(map(Side, doublets[1].split()))
        else:
            raise ValueError(f"{clause[:40]!a} is neither 'W to move' nor 'first doublet W'")
    position = rules.start.position if line == "start" else Position.parse(line)
    return Game.from_position(rules, position, side, had_doublet)


def says_who_moves(text: str) -> bool:
    """Whether a situation says who is to move."""
    return any(_TO_MOVE.fullmatch(part.strip()) for part in text.split(";"))

"""Actions as one line of text each, and back: `W 24/20* 4`, `throw 5-3`, `B resigns 2`.

A line says all that its action says, so it is read without a game. The journal keeps these
lines; lessons and transcripts, which have a game beside them, leave some of it out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, assert_never

from backgammon_tui.engine import actions
from backgammon_tui.engine.actions import Action
from backgammon_tui.engine.moves import Effect, Move
from backgammon_tui.engine.notation import EFFECTS, WORDS, write_moves
from backgammon_tui.engine.position import Side


def write_action(action: Action) -> str:
    """Return an action as one line."""
    match action:
        case Move():
            return f"{action.side.value} {write_moves([action])} {action.number}"
        case actions.Throw():
            return f"throw {action.first}-{action.second}"
        case actions.OpeningThrow():
            return f"opening {action.white}-{action.black}"
        case actions.KeepOpening():
            return "keep"
        case actions.ThrowOpeningAgain():
            return "again"
        case actions.ChooseDoublet():
            return f"doublet {action.number}"
        case actions.Resign():
            return f"{action.side.value} resigns {action.points}"
        case actions.AgreeDraw():
            return "draw"
        case _:
            assert_never(action)


def read_action(text: str) -> Action | None:
    """Return the action that a line written by `write_action` says; None if it says none.

    Whether the action is allowed, only a game tells: a lesson explains why four 4s are not.
    """
    for pattern, read in _LINES:
        parts = pattern.fullmatch(text)
        if parts:
            return read(parts)
    return None


def _read_move(parts: re.Match[str]) -> Move:
    origin, target = (WORDS[name] if name in WORDS else int(name) for name in parts.group(2, 3))
    effect = EFFECTS.get(parts[4], Effect.NOTHING)
    return Move(Side(parts[1]), origin, target, int(parts[5]), effect)


_POINT: Final = "[1-9]|1[0-9]|2[0-4]"
_READERS: Final[dict[str, Callable[[re.Match[str]], Action]]] = {
    rf"([WB]) (bar|hand|{_POINT})/(off|{_POINT})([*^]?) ([1-6])": _read_move,
    "throw ([1-6])-([1-6])": lambda found: actions.Throw(int(found[1]), int(found[2])),
    "opening ([1-6])-([1-6])": lambda found: actions.OpeningThrow(int(found[1]), int(found[2])),
    "keep": lambda _: actions.KeepOpening(),
    "again": lambda _: actions.ThrowOpeningAgain(),
    "doublet ([1-6])": lambda found: actions.ChooseDoublet(int(found[1])),
    "([WB]) resigns ([1-9])": lambda found: actions.Resign(Side(found[1]), int(found[2])),
    "draw": lambda _: actions.AgreeDraw(),
}
_LINES: Final = tuple((re.compile(pattern), read) for pattern, read in _READERS.items())

"""Lines of a transcript for throws, answers and endings: `3 W 5-2`, `  B keeps`, `W resigns 2`.

They are what `engine.action_text` writes, with the number of a throw and the side that throws or
answers. Moves have no lines of their own: they stand in the lines of stages.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from backgammon_tui.engine.actions import (
    Action,
    AgreeDraw,
    KeepOpening,
    OpeningThrow,
    Resign,
    Throw,
    ThrowOpeningAgain,
)
from backgammon_tui.engine.notation import read_action, write_action
from backgammon_tui.engine.position import Side

_SENTENCES: Final = {"keep": "keeps", "again": "throws again", "draw": "draw agreed"}
_ACTIONS: Final = {sentence: text for text, sentence in _SENTENCES.items()}


def write_line(
    action: OpeningThrow | Throw | KeepOpening | ThrowOpeningAgain | Resign | AgreeDraw,
    number: int,
    side: Side | None,
) -> str:
    """Return the line of an action, with the number of its throw and the side that acts."""
    text, letter = write_action(action), side.value if side else ""
    match action:
        case OpeningThrow():
            return f"{number} {text}"
        case Throw():
            return f"{number} {letter} {text.removeprefix('throw ')}"
        case KeepOpening() | ThrowOpeningAgain():
            return f"  {letter} {_SENTENCES[text]}"
        case Resign() | AgreeDraw():
            return _SENTENCES.get(text, text)


class ActionLine(NamedTuple):
    """An action with what its line says beside it."""

    action: Action
    number: int | None = None
    """Of a throw, from 1."""

    side: Side | None = None
    """The side that throws or answers, where the line names it."""


def read_line(text: str) -> ActionLine | None:
    """Return the action of a line; None if the line is of another kind."""
    for pattern in _LINES:
        if parts := pattern.fullmatch(text):
            said = parts.groupdict()
            dice, sentence = said.get("dice"), said.get("said", "")
            action = read_action(f"throw {dice}" if dice else _ACTIONS.get(sentence, sentence))
            assert action
            number, side = said.get("number"), said.get("side")
            return ActionLine(action, int(number) if number else None, Side(side) if side else None)
    return None


_NUMBER: Final = "(?P<number>[1-9][0-9]{0,5})"
_SIDE: Final = "(?P<side>[WB])"
_LINES: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_NUMBER} (?P<said>opening [1-6]-[1-6])",
        rf"{_NUMBER} {_SIDE} (?P<dice>[1-6]-[1-6])",
        rf"  {_SIDE} (?P<said>keeps|throws again)",
        r"(?P<said>[WB] resigns [1-3]|draw agreed)",
    )
)

"""Entries of a game's record as lines of text and back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Final

from backgammon_tui.engine.actions import (
    AgreeDraw,
    ChooseDoublet,
    KeepOpening,
    OpeningThrow,
    Resign,
    Throw,
    ThrowOpeningAgain,
)
from backgammon_tui.engine.moves import Effect, Move
from backgammon_tui.engine.notation import EFFECTS, WORDS, write_moves
from backgammon_tui.engine.position import Side
from backgammon_tui.records.record import DiceKind, DiceOrigin, Entry, NewDice, TakeBack, Undo


def write_entry(entry: Entry) -> str:
    """An entry as one line."""
    match entry:
        case Move():
            return f"{entry.side.value} {write_moves([entry])} {entry.number}"
        case Throw():
            return f"throw {entry.first}-{entry.second}"
        case OpeningThrow():
            return f"opening {entry.white}-{entry.black}"
        case KeepOpening():
            return "keep"
        case ThrowOpeningAgain():
            return "again"
        case ChooseDoublet():
            return f"doublet {entry.number}"
        case Resign():
            return f"{entry.side.value} resigns {entry.points}"
        case AgreeDraw():
            return "draw"
        case Undo():
            return f"undo {entry.standing}"
        case TakeBack():
            return f"takeback {entry.throw} {entry.asked_by.value}"
        case NewDice():
            dice = entry.dice
            words = json.dumps([dice.white_word, dice.black_word], ensure_ascii=False)
            return f"dice {dice.kind.value} {dice.commitment or '-'} {words}"


def read_entry(text: str) -> Entry:
    """The entry that a line tells.

    Raises:
        ValueError: if it tells none.
    """
    for pattern, read in _LINES:
        parts = pattern.fullmatch(text)
        if parts:
            return read(parts)
    raise ValueError(f"{text[:40]!r} is no entry")


def _read_move(parts: re.Match[str]) -> Move:
    origin, target = (WORDS[name] if name in WORDS else int(name) for name in parts.group(2, 3))
    effect = EFFECTS.get(parts[4], Effect.NOTHING)
    return Move(Side(parts[1]), origin, target, int(parts[5]), effect)


def _read_dice(parts: re.Match[str]) -> NewDice:
    white, black = json.loads(parts[3])
    commitment = parts[2].removeprefix("-")
    return NewDice(DiceOrigin(DiceKind(parts[1]), commitment, str(white), str(black)))


_LINES: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Entry]], ...]] = (
    (
        re.compile(r"([WB]) (bar|hand|[1-9][0-9]?)/(off|[1-9][0-9]?)([*^]?) ([1-6])", re.ASCII),
        _read_move,
    ),
    (re.compile(r"throw ([1-6])-([1-6])"), lambda parts: Throw(int(parts[1]), int(parts[2]))),
    (
        re.compile(r"opening ([1-6])-([1-6])"),
        lambda parts: OpeningThrow(int(parts[1]), int(parts[2])),
    ),
    (re.compile("keep"), lambda parts: KeepOpening()),
    (re.compile("again"), lambda parts: ThrowOpeningAgain()),
    (re.compile("doublet ([56])"), lambda parts: ChooseDoublet(int(parts[1]))),
    (re.compile("([WB]) resigns ([1-3])"), lambda parts: Resign(Side(parts[1]), int(parts[2]))),
    (re.compile("draw"), lambda parts: AgreeDraw()),
    (re.compile(r"undo (0|[1-9][0-9]{0,6})", re.ASCII), lambda parts: Undo(int(parts[1]))),
    (
        re.compile(r"takeback ([1-9][0-9]{0,6}) ([WB])", re.ASCII),
        lambda parts: TakeBack(int(parts[1]), Side(parts[2])),
    ),
    (re.compile(r'dice (fair|typed) (-|[0-9a-f]{64}) (\[".*", ".*"\])'), _read_dice),
)

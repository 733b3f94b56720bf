"""Entries of a game's record as lines of text and back, and a sum to check them by."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Final
from zlib import crc32

from backgammon_tui.dice import check_word
from backgammon_tui.engine import Side
from backgammon_tui.engine.notation import read_action, write_action
from backgammon_tui.storage.record import DiceKind, DiceOrigin, Entry, NewDice, TakeBack, Undo


def checksum(values: Iterable[object], before: int = 0) -> int:
    """Return the CRC-32 of some values after those before them, by which damage is noticed."""
    for value in values:
        before = crc32(f"{value}\n".encode(), before)
    return before


def write_entry(entry: Entry) -> str:
    """Return the line of text for an entry, as the journal has it."""
    match entry:
        case Undo():
            return f"undo {entry.standing}"
        case TakeBack():
            return f"takeback {entry.throw} {entry.asked_by.value}"
        case NewDice():
            dice = entry.dice
            words = json.dumps(dice.words, ensure_ascii=False)
            return f"dice {dice.kind.value} {dice.commitment or '-'} {words}"
        case _:
            return write_action(entry)


def read_entry(text: str) -> Entry:
    """Return the entry of a line of the journal."""
    for pattern, read in _LINES:
        parts = pattern.fullmatch(text)
        if parts:
            return read(parts)
    action = read_action(text)
    if action is None:
        raise ValueError(f"{text[:40]!r} is no entry")
    return action


def _read_dice(parts: re.Match[str]) -> NewDice:
    white, black = json.loads(parts[3])
    return NewDice(read_origin(parts[1], parts[2].removeprefix("-"), white, black))


def read_origin(kind: str, commitment: str, white_word: str, black_word: str) -> DiceOrigin:
    """Return the dice of a game, from the columns of its row."""
    origin = DiceOrigin(DiceKind(kind), commitment, check_word(white_word), check_word(black_word))
    if origin.kind is DiceKind.TYPED and origin != DiceOrigin(DiceKind.TYPED):
        raise ValueError("typed dice have neither a commitment nor words")
    if origin.kind is DiceKind.FAIR and not _COMMITMENT.fullmatch(commitment):
        raise ValueError("fair dice have a commitment of 64 hexadecimal digits")
    return origin


_COMMITMENT: Final = re.compile("[0-9a-f]{64}")
_WORD: Final = r'"(?:[^"\\]|\\.)*"'
"""A text as JSON writes it."""

_READERS: Final[dict[str, Callable[[re.Match[str]], Entry]]] = {
    "undo (0|[1-9][0-9]{0,6})": lambda found: Undo(int(found[1])),
    "takeback ([1-9][0-9]{0,6}) ([WB])": lambda found: TakeBack(int(found[1]), Side(found[2])),
    rf"dice (fair|typed) (-|[0-9a-f]{{64}}) (\[{_WORD}, {_WORD}\])": _read_dice,
}
_LINES: Final = tuple((re.compile(pattern), read) for pattern, read in _READERS.items())

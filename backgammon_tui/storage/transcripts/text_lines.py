"""The lines of a transcript, before anything is known of what they say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from backgammon_tui.text_file import Content, LineError, checked_lines, quote

LONGEST_TRANSCRIPT: Final = 5_000_000


class TranscriptError(LineError):
    """A line of a transcript that cannot be taken; `line` counts from 1."""


class WrongSeed(TranscriptError):
    """A seed that none of the game's commitments was made of."""


class Line(NamedTuple):
    """A line that says something; its number counts from 1."""

    number: int
    text: str


_COMMENT: Final = re.compile(r"(^|\s);.*")
_FREE_TEXT: Final = re.compile(r"(White|Black|Word [WB]): ")
"""Where players are quoted a semicolon is theirs."""


def lines_of(text: str) -> Iterator[Line]:
    """The lines that say something, without comments."""
    lines = checked_lines(text, "a transcript", LONGEST_TRANSCRIPT, TranscriptError)
    for number, line in enumerate(lines, 1):
        said = (line if _FREE_TEXT.match(line) else _COMMENT.sub("", line)).rstrip()
        if said:
            yield Line(number, said)


def read_value(line: Line, read: Callable[[str], Content]) -> Content:
    """What the value of a tag means."""
    return TranscriptError.read(line.number, read, line.text)


def tag_of(line: Line) -> tuple[str, str]:
    """The name and the value of a tag."""
    name, colon, value = line.text.partition(": ")
    if not colon:
        raise TranscriptError(line.number, f"{quote(line.text)} is not a tag")
    return name, value.strip()

"""The lines of a lesson file: blocks of tags, before anything is known of what they say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from backgammon_tui.text_file import LineError
from backgammon_tui.visible import is_visible

HEADING: Final = "backgammon-tui lesson 1"
"""The first line of every lesson: the format and its version."""

LONGEST_LESSON: Final = 50_000
LONGEST_LINE: Final = 1_000

_TAG: Final = re.compile(r"([A-Za-z]+):(?:\s+(.*))?", re.ASCII)


class LessonError(LineError):
    """A line of a lesson that cannot be taken; `line` counts from 1."""


class Tag(NamedTuple):
    """A tag with what it says; its line counts from 1."""

    line: int
    name: str
    value: str
    more: str = ""
    """What the indented lines below it say."""

    @property
    def text(self) -> str:
        """All that it says."""
        return f"{self.value} {self.more}".strip()


def blocks_of(text: str) -> list[list[Tag]]:
    """The blocks of a lesson, which blank lines part; none of them is empty.

    Raises:
        LessonError: naming the line.
    """
    if len(text) > LONGEST_LESSON:
        raise LessonError(1, f"a lesson has at most {LONGEST_LESSON:,} characters")
    lines = enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n"), 1)
    if next(lines)[1].rstrip() != HEADING:
        raise LessonError(1, f"a lesson begins with the line {HEADING!r}")
    blocks: list[list[Tag]] = [[]]
    for number, line in _checked(lines):
        if line.startswith("#"):
            continue
        if not line.strip():
            blocks.append([])
        elif line[0] == " ":
            if not blocks[-1]:
                raise LessonError(number, "an indented line goes on with the line above it")
            last = blocks[-1][-1]
            blocks[-1][-1] = last._replace(more=f"{last.more} {line.strip()}".strip())
        else:
            blocks[-1].append(_tag(number, line))
    return [block for block in blocks if block]


def _checked(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    for number, line in lines:
        if len(line) > LONGEST_LINE:
            raise LessonError(number, f"a line has at most {LONGEST_LINE:,} characters")
        if not is_visible(line):
            raise LessonError(number, "a tab, or another character that cannot be seen")
        yield number, line


def _tag(number: int, line: str) -> Tag:
    parts = _TAG.fullmatch(line.rstrip())
    if parts is None:
        raise LessonError(number, f"{quote(line)} is no tag; what goes on is indented")
    return Tag(number, parts[1], (parts[2] or "").strip())


def quote(text: str) -> str:
    """The beginning of a text from a file, quoted in a refusal."""
    return repr(text if len(text) <= 40 else f"{text[:37]}...")

"""The lines of a lesson file, split into blocks of tags; what they mean is read elsewhere."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from backgammon_tui.teach.blocks import Block, read_blocks
from backgammon_tui.text_file import LineError, quote
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
    """The blocks of a lesson, which blank lines part; none of them is empty."""
    if len(text) > LONGEST_LESSON:
        raise LessonError(1, f"a lesson has at most {LONGEST_LESSON:,} characters")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    heading, _, rest = text.partition("\n")
    if heading.rstrip() != HEADING:
        raise LessonError(1, f"a lesson begins with the line {HEADING!r}")
    _check_lines(rest)
    return [_tags_of(block) for block in read_blocks(f"\n{rest}")]


def _check_lines(text: str) -> None:
    for number, line in enumerate(text.split("\n"), 2):
        if len(line) > LONGEST_LINE:
            raise LessonError(number, f"a line has at most {LONGEST_LINE:,} characters")
        if not is_visible(line):
            raise LessonError(number, "a tab, or another character that cannot be seen")


def _tags_of(block: Block) -> list[Tag]:
    tags: list[Tag] = []
    for number, line in block:
        if line[0] != " ":
            tags.append(_tag(number, line))
        elif not tags:
            raise LessonError(number, "an indented line goes on with the line above it")
        else:
            tags[-1] = tags[-1]._replace(more=f"{tags[-1].more} {line.strip()}".strip())
    return tags


def _tag(number: int, line: str) -> Tag:
    parts = _TAG.fullmatch(line.rstrip())
    if parts is None:
        raise LessonError(number, f"{quote(line)} is not a tag; what goes on is indented")
    return Tag(number, parts[1], (parts[2] or "").strip())

"""The lines of a lesson file, split into blocks of tags, without their meaning."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from backgammon_tui.teach.blocks import LineBlock, read_blocks
from backgammon_tui.text_file import LineError, checked_lines, quote

HEADING: Final = "backgammon-tui lesson 1"
"""The first line of every lesson: the format and its version."""

LONGEST_LESSON: Final = 50_000

_TAG: Final = re.compile(r"([A-Za-z]+):(?:\s+(.*))?", re.ASCII)


class Tag(NamedTuple):
    """A tag with its text; its line counts from 1."""

    line: int
    name: str
    value: str
    more: str = ""
    """The indented lines below it."""

    @property
    def text(self) -> str:
        """All that it says."""
        return f"{self.value} {self.more}".strip()


def blocks_of(text: str) -> list[list[Tag]]:
    """Return the blocks of a lesson, separated by blank lines; none of them is empty."""
    lines = checked_lines(text, "a lesson", LONGEST_LESSON)
    if next(lines).rstrip() != HEADING:
        raise LineError(1, f"a lesson begins with the line {HEADING!r}")
    return [_tags_of(block) for block in read_blocks("\n".join(("", *lines)))]


def _tags_of(block: LineBlock) -> list[Tag]:
    tags: list[Tag] = []
    for number, line in block:
        if line[0] != " ":
            tags.append(_tag(number, line))
        elif not tags:
            raise LineError(number, "an indented line goes on with the line above it")
        else:
            tags[-1] = tags[-1]._replace(more=f"{tags[-1].more} {line.strip()}".strip())
    return tags


def _tag(number: int, line: str) -> Tag:
    parts = _TAG.fullmatch(line.rstrip())
    if parts is None:
        raise LineError(number, f"{quote(line)} is not a tag; what goes on is indented")
    return Tag(number, parts[1], (parts[2] or "").strip())

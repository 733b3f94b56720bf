"""Data files as blocks of lines: lessons, rulebook pages, the sample game, the quiz.

Empty lines separate the blocks; lines that start with `#` are comments.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Final, NamedTuple

from backgammon_tui.text_file import NumberedLine

LineBlock = Sequence[NumberedLine]


_FOLDER: Final = files("backgammon_tui.teach")


def read_data_file(path: str) -> str:
    return (_FOLDER / path).read_text(encoding="utf-8")


def read_blocks(text: str) -> Iterator[LineBlock]:
    block: list[NumberedLine] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("#"):
            continue
        if line.strip():
            block.append(NumberedLine(number, line.rstrip()))
        elif block:
            yield block
            block = []
    if block:
        yield block


class HeadedPart(NamedTuple):
    head: LineBlock
    """The line of the heading and those directly below it; empty before the first heading."""

    blocks: list[LineBlock]


def read_headed_parts(text: str) -> list[HeadedPart]:
    parts = [HeadedPart((), [])]
    for block in read_blocks(text):
        if block[0].text.startswith("== "):
            parts.append(HeadedPart(block, []))
        else:
            parts[-1].blocks.append(block)
    return parts


def joined(block: LineBlock) -> str:
    return " ".join(line.text.strip() for line in block)

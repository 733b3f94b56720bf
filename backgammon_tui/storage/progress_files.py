"""Files of learners' progress, to merge the progress made on several computers.

A file is JSON: its format, the computer's folder as a `source`, the time, and the saved items.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

from backgammon_tui.names import check_name
from backgammon_tui.stats import SavedItem
from backgammon_tui.text_file import UNREADABLE

FORMAT: Final = "backgammon-tui progress 1"
MAX_BYTES: Final = 20_000_000


class ProgressFile(NamedTuple):
    source: str
    """The computer and folder; a later file of the same source contains the earlier one."""
    written: str
    """The time in ISO 8601."""
    items: tuple[SavedItem, ...]


def write_progress_file(folder: Path, written: str, items: Iterable[SavedItem]) -> str:
    source = f"{platform.node()} {crc32(str(folder).encode()):08x}"
    head = {"format": FORMAT, "source": source, "written": written}
    lines = ",\n".join(json.dumps(list(item), ensure_ascii=False) for item in items)
    return f'{json.dumps(head, ensure_ascii=False)[:-1]}, "items": [\n{lines}\n]}}\n'


def read_progress_file(text: str) -> ProgressFile:
    """Parse a file; `ValueError` if it is another file, or was cut short."""
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise ValueError("another format")
        items = tuple(SavedItem(*map(_text, item)) for item in data["items"])
        for item in items:
            _folded(item.learner)
        return ProgressFile(_text(data["source"]), _text(data["written"]), items)
    except UNREADABLE:
        raise ValueError("this is not a progress file, or it was cut short") from None


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a text is expected")
    return value


def _folded(name: str) -> str:
    return check_name(name).casefold() if name else ""


# ---- joining


def join_progress(files: Sequence[ProgressFile]) -> tuple[SavedItem, ...]:
    """Merge the progress from several computers; learners whose names differ in case are one.

    A lesson keeps the first time at which it was done, a step the latest day on which it is due,
    and the scores of quizzes on different computers are added.
    """
    names: dict[str, str] = {}
    newest: dict[tuple[str, str, str], str] = {}
    for file in sorted(files, key=lambda file: file.written):
        for learner, item, data in file.items:
            names.setdefault(_folded(learner), learner)
            newest[file.source, _folded(learner), item] = data
    by_item: dict[tuple[str, str], list[str]] = {}
    for (_, learner, item), data in newest.items():
        by_item.setdefault((learner, item), []).append(data)
    return tuple(
        SavedItem(names[learner], item, _joined(item, values))
        for (learner, item), values in by_item.items()
    )


def _joined(item: str, values: Sequence[str]) -> str:
    if item.startswith("quiz score/"):
        return " ".join(map(str, map(sum, zip(*_scores(values), strict=True))))
    if item.startswith("lesson/") and not item.endswith(" step"):
        return min(values)
    # The last word is a day or a time.
    return max(values, key=lambda data: (len(data.split(" ")[-1]), data.split(" ")[-1]))


def _scores(values: Iterable[str]) -> Iterator[tuple[int, int]]:
    yield 0, 0
    for data in values:
        right, _, total = data.partition(" ")
        if right.isdecimal() and total.isdecimal() and len(data) < 20:
            yield int(right), int(total)

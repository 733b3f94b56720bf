"""Names that contain terminal commands, and a check of the bytes that reach a terminal."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from backgammon_tui.teach.lessons.courses import course
from backgammon_tui.text_file import is_visible

ORDERS: Final = {
    "clipboard": "\x1b]52;c;NjY2\x07",
    "title": "\x1b]0;666\x1b\\",
    "colour": "\x1b[38;5;666m",
    "C1": "\x9d0;666\x9c\x9b666m",
    "device": "\x1bP666\x1b\\\x1b_666\x1b\\",
    "bell": "\x07\x08\x0e\x7f",
    "lines": "a\rb\nc\x85d\u2028e",
    "bidi": "\u202e\u2066\u200b\ufeff",
    "no text": "\udcff\udc9b",
    "markup": "[@click=app.quit]x[/] [bold]",
}
"""Commands by their effect on a terminal; the program itself never sends 666."""

EVERYTHING: Final = "".join(ORDERS.values())

_OWN: Final = re.compile(rb"\x1b\[[0-9;:?<=>]*[ -/]*[@-~]|\x1b\]22;[a-z]+\x07")


def expect_only_own_sequences(written: bytes) -> None:
    """Assert that only the program's own sequences and visible text were written."""
    for order in _OWN.findall(written):
        assert b"666" not in order, order
    text = _OWN.sub(b"", written).decode()
    for line in re.split(r"\r*\n|\r", text):
        assert is_visible(line), ascii(line)


def put_lessons(folder: Path) -> None:
    """Fill a folder with a lesson and with invalid files, all with hostile names."""
    folder.mkdir(parents=True, exist_ok=True)
    lesson = next(own for own in course("russian"))
    (folder / f"{EVERYTHING.replace('/', '|')}.txt").write_text(lesson.text, encoding="utf-8")
    for order in ORDERS.values():
        (folder / f"{order.replace('/', '|')}.txt").write_text("no lesson")

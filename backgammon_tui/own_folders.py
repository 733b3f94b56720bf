"""The folders of files that people have made themselves: nets for house rules, and lessons.

Another room registers the functions that find them; each is called when it is first needed.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from pathlib import Path


class Own(Enum):
    """The kinds of files that people make themselves; the value is the name of the folder."""

    NETS = "nets"
    LESSONS = "lessons"


_find: dict[Own, Callable[[], Path] | None] = {}


def keep_in(what: Own, find: Callable[[], Path] | None) -> None:
    """Say how a folder is found; None if there is none."""
    _find[what] = find


def folder(what: Own) -> Path | None:
    """Return a folder, which may not exist; None where nobody has named one."""
    find = _find.get(what)
    return find() if find else None

"""The folder of user-made lessons.

Another package registers the function that finds it; it is called on first use.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

_find: Callable[[], Path] | None = None


def register(find: Callable[[], Path] | None) -> None:
    global _find
    _find = find


def folder() -> Path | None:
    return _find() if _find else None

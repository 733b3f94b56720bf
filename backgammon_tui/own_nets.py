"""Where nets lie that somebody has taught for house rules.

Whoever knows the folder says how to find it; it is asked for when a net is first wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

_find: Callable[[], Path] | None = None


def keep_in(find: Callable[[], Path] | None) -> None:
    """Say how the folder is found; None if there is none."""
    global _find
    _find = find


def folder() -> Path | None:
    """The folder, which may not exist; None where nobody has named one."""
    return _find() if _find else None

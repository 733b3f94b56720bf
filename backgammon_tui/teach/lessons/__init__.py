"""Lessons: read from a file, checked against the rules, played answer by answer, and judged."""

from collections.abc import Callable
from pathlib import Path

find_own_folder: Callable[[], Path] | None = None
"""Returns the folder of user-made lessons; the command line sets it."""

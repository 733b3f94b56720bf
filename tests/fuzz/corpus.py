"""Inputs from which the search starts: those that once failed, and files of the tests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).parents[2]
COLLECTED: Final = PROJECT / ".fuzz"
DATA: Final = PROJECT / "tests" / "data"
KEPT: Final = DATA / "fuzz"

_MORE: Final[Mapping[str, tuple[Path, str]]] = {
    "transcripts": (DATA / "journals", "*.txt"),
    "mat": (DATA / "mat", "*.mat"),
    "lessons": (PROJECT / "backgammon_tui" / "teach" / "courses", "*/*.txt"),
}


def seeds_of(target: str) -> list[Path]:
    folder, pattern = _MORE.get(target, (KEPT / target, ""))
    more = folder.glob(pattern) if pattern else ()
    return sorted([*(KEPT / target).glob("*"), *more])

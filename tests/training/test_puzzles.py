"""Puzzles from self-play: a run that was interrupted comes out the same."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba is not installed (extra: train)")

from backgammon_tui.engine import RULESETS
from training import puzzles


@pytest.mark.long
def test_a_run_that_was_interrupted_goes_on_to_the_same_puzzles(tmp_path: Path) -> None:
    rules, at_once, twice = RULESETS["russian"], tmp_path / "at-once.txt", tmp_path / "twice.txt"
    puzzles.gather(rules, 6, 3, at_once, 24)
    for wanted in (5, 6):
        puzzles.gather(rules, wanted, 3, twice, 24)
    assert len(at_once.read_text().splitlines()) == 9
    assert at_once.read_text() == twice.read_text()

"""Puzzles from self-play: a run that was interrupted comes out the same."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba is not installed (extra: train)")

from backgammon_tui.engine import RULESETS
from backgammon_tui.teach.theme import Theme
from training.puzzles import Book


def book(path: Path, name: str = "russian") -> Book:
    return Book.read(path, RULESETS[name], seed=3, of_theme=24)


@pytest.mark.long
def test_a_run_that_was_interrupted_goes_on_to_the_same_puzzles(tmp_path: Path) -> None:
    at_once, twice = tmp_path / "at-once.txt", tmp_path / "twice.txt"
    book(at_once).gather(6, 1_000)
    for wanted in (5, 6):
        book(twice).gather(wanted, 1_000)
    assert len(at_once.read_text().splitlines()) == 9
    assert at_once.read_text() == twice.read_text()
    book(twice).judged_anew()
    assert at_once.read_text() == twice.read_text()


@pytest.mark.long
def test_puzzles_of_one_theme_are_looked_for_until_the_games_are_done(tmp_path: Path) -> None:
    path = tmp_path / "some.txt"
    book(path, "never-finishing").gather(1, 100, Theme.ENTERING)
    (found,) = book(path, "never-finishing").crowd.found
    assert found.theme is Theme.ENTERING
    book(path, "never-finishing").gather(1, 3, Theme.HIT)
    assert "# games looked at for hit or not: 3\n" in path.read_text()

"""A search for puzzles that was interrupted finds the same puzzles."""

from __future__ import annotations

from math import hypot
from pathlib import Path

import pytest

from backgammon_tui.analysis.evaluator import ROLL, EvalState
from backgammon_tui.analysis.rollout import PlayRollout, Unit, play_unit
from backgammon_tui.engine import RULESETS, Position
from backgammon_tui.explain.facts import Theme
from tests.analysis.test_network import data_of
from tests.engine.examples import W

pytest.importorskip("numba", reason="numba is not installed (extra: train)")

from training import rollouts
from training.puzzles import Book


def book(path: Path, name: str = "russian") -> Book:
    return Book.read(path, RULESETS[name], seed=3, of_theme=24)


@pytest.mark.long
def test_interrupted_run_resumes_to_same_puzzles(tmp_path: Path) -> None:
    at_once, twice = tmp_path / "at-once.txt", tmp_path / "twice.txt"
    book(at_once).gather(6, 1_000)
    for wanted in (5, 6):
        book(twice).gather(wanted, 1_000)
    assert len(at_once.read_text().splitlines()) == 9
    assert at_once.read_text() == twice.read_text()
    book(twice).rated_again()
    assert at_once.read_text() == twice.read_text()


@pytest.mark.long
def test_search_for_one_theme_reaches_the_end(tmp_path: Path) -> None:
    path = tmp_path / "some.txt"
    book(path, "never-finishing").gather(1, 100, Theme.ENTERING)
    (puzzle,) = book(path, "never-finishing").crowd.puzzles
    assert puzzle.theme is Theme.ENTERING
    book(path, "never-finishing").gather(1, 3, Theme.HIT)
    assert "# games looked at for hit or not: 3\n" in path.read_text()


def unit(name: str, line: str, games: int) -> Unit:
    spot = EvalState(Position.parse(line), W, ROLL, frozenset())
    return Unit(data_of(name), RULESETS[name], spot, 1, range(games))


@pytest.mark.long
def test_certain_result_is_counted() -> None:
    """31 of 36 rolls bear off White's last checker; after the others, Black wins."""
    points = rollouts.play_unit(unit("backgammon", "W 5:1 off:14 / B 1:1 off:14", 72))
    assert sum(points) / 72 == pytest.approx((31 - 5) / 36)


@pytest.mark.long
@pytest.mark.parametrize("name", RULESETS)
def test_both_rollouts_agree_within_chance(name: str) -> None:
    ending = unit(name, "W 6:2 4:1 1:1 off:11 / B 5:2 2:2 off:11", 72)
    pure, compiled = (PlayRollout(None, play(ending)) for play in (play_unit, rollouts.play_unit))  # type: ignore[arg-type]
    assert abs(pure.mean - compiled.mean) < 4 * hypot(pure.error, compiled.error) + 0.01

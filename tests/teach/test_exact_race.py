"""The race of French lesson 11 against exact figures."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import Game, Play, Position, Side
from backgammon_tui.teach.lessons.catalogue import course
from backgammon_tui.teach.lessons.parts import Task
from backgammon_tui.teach.lessons.running import run_at
from backgammon_tui.teach.typed_actions import whole_play
from tests.teach.exact_race import Race, after, race, worth


def read(position: Position, side: Side) -> Race:
    return race({point: position.count(side, point) for point in position.points(side)})


def exactly(game: Game, play: Play) -> float:
    return worth(read(play.position, Side.WHITE), read(game.position, Side.BLACK))


def test_the_engine_plays_a_race_alike() -> None:
    for numbers in ((2, 1), (6, 3), (5, 4)):
        ends = {end for end, _ in after(race({8: 1, 5: 1, 1: 2}), numbers)}
        assert all(sum(end) <= 4 for end in ends)
    assert after(race({6: 1, 1: 1}), (6, 1)) == {((), True), (race({1: 1}), True)}
    assert worth((), race({1: 1})) == 1
    assert worth(race({1: 1}), race({1: 2})) == -1


def test_what_the_lesson_says_of_its_race_is_exact() -> None:
    lesson = course("french")[10].read()
    run = run_at(lesson, 2)
    game, task = run.before, run.asked
    assert isinstance(task, Task)
    ends = {read(play.position, Side.WHITE) for play in game.legal_plays()}
    start = read(game.position, Side.WHITE)
    assert ends == {end for end, _ in after(start, (2, 1))}
    values = {str(play.position): exactly(game, play) for play in game.legal_plays()}
    best = exactly(game, whole_play(game, task.solutions[0].text))
    assert best == max(values.values())
    wasted = exactly(game, whole_play(game, "8/6 5/4"))
    assert best - wasted == pytest.approx(0.33, abs=0.005)
    assert sorted(values.values())[-2] == wasted

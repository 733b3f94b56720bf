"""Training of a network: it can be repeated and resumed, and the network gets better."""

from __future__ import annotations

from pathlib import Path

import pytest

import backgammon_tui.analysis.evaluator as judge_module
from backgammon_tui.analysis.evaluator import Evaluator, to_play
from backgammon_tui.analysis.nets import Network
from backgammon_tui.engine import RULESETS, Phase, Position
from tests.analysis.test_network import data_of
from tests.engine.examples import W
from tests.engine.strategies import walk

pytest.importorskip("numba", reason="numba is not installed (extra: train)")

import numpy as np

from training.arrays import board_of, numbers_of, position_of
from training.games import CHANCE, choose, net_player, simple_player
from training.judging import seat
from training.labels import late_rows
from training.learner import Learner, Schedule, greatest_hidden
from training.matches import match
from training.net import Net, fresh
from training.net_files import Checkpoint, load, packed, save, unpacked
from training.plays import find_plays

# Compilation takes a minute if the cache is empty.
pytestmark = pytest.mark.timeout(600)

SCHEDULE = Schedule(games=2_000)


def same(first: Net, second: Net) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))


def test_rate_is_constant_then_falls() -> None:
    schedule = Schedule(games=1_000, first_rate=0.02, last_rate=0.002, steady=0.2)
    assert schedule.rate(0) == schedule.rate(200) == 0.02
    assert 0.002 < schedule.rate(600) < 0.02
    assert schedule.rate(1_000) == schedule.rate(5_000) == pytest.approx(0.002)


def test_rate_of_continued_training() -> None:
    schedule = Schedule(games=1_000, first_rate=0.02, last_rate=0.002, steady=0.2, begin=500)
    assert schedule.total_games == 1_500
    assert schedule.rate(500) == schedule.rate(700) == 0.02
    assert schedule.rate(701) < 0.02
    assert schedule.rate(1_500) == pytest.approx(0.002)


def test_short_training_cools_down_at_the_end() -> None:
    schedule = Schedule(games=600, first_rate=0.02, last_rate=0.002, steady=0, pace=1_000, cool=100)
    same = Schedule(games=1_000, first_rate=0.02, last_rate=0.002, steady=0)
    assert schedule.total_games == 600
    assert schedule.rate(499) == same.rate(499)
    assert schedule.rate(500) == same.rate(500)
    assert schedule.rate(501) < same.rate(501)
    assert schedule.rate(600) == pytest.approx(0.002)


@pytest.mark.long
def test_same_seed_trains_same_net_in_two_parts(tmp_path: Path) -> None:
    rules = RULESETS["falood"]
    at_once = Learner(rules, fresh(3))
    at_once.play(3, 0, 20, SCHEDULE)
    half = Learner(rules, fresh(3))
    half.play(3, 0, 10, SCHEDULE)
    save(tmp_path / "net.npz", Checkpoint(half.net, 10, 3))
    kept = load(tmp_path / "net.npz")
    assert kept
    assert (kept.games, kept.seed) == (10, 3)
    second = Learner(rules, kept.net)
    second.play(3, 10, 10, SCHEDULE)
    assert same(second.net, at_once.net)
    another = Learner(rules, fresh(3))
    another.play(4, 0, 20, SCHEDULE)
    assert not same(another.net, at_once.net)


def test_file_that_is_not_a_checkpoint_is_rejected(tmp_path: Path) -> None:
    assert load(tmp_path / "none.npz") is None
    (tmp_path / "bad.npz").write_bytes(b"PK but nothing else")
    with pytest.raises(ValueError, match="not a checkpoint"):
        load(tmp_path / "bad.npz")


def test_file_keeps_the_net_nearly_unchanged() -> None:
    net = fresh(1)
    data = packed(net, most_hidden=2)
    Network(data)
    for exact, kept in zip(net, unpacked(data), strict=True):
        assert np.abs(exact - kept).max() < 0.005


@pytest.mark.long
@pytest.mark.parametrize("name", RULESETS)
def test_pure_python_chooses_the_same_plays_as_compiled(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Matches are played by compiled players, so they must choose the plays of the game."""
    # Compiled players have time to search the complements of all close plays.
    monkeypatch.setattr(judge_module, "MAX_COMPLEMENT_POSITIONS", 1_000_000)
    rules = RULESETS[name]
    net = unpacked(data_of(name))
    who, nothing = seat(rules, net_player(net)), np.zeros(1, np.uint64)
    judge, plays = Evaluator(Network(data_of(name)), rules), who.scratch.plays
    compared = 0
    for game, _, _ in walk(rules, seed=11, longest=400):
        if game.phase is not Phase.MOVE or not game.stage or game.stage.moves or not game.side:
            continue
        stage = to_play(game)
        had = np.array([side in game.had_double for side in (game.side, game.side.other)])
        board = board_of(game.position, game.side)
        high, low = max(stage.numbers), min(stage.numbers)
        count, used = find_plays(who.rules, board, high, low, len(stage.numbers), plays)
        due = 0 if stage.ends_turn else stage.pending + 1
        at = choose(who, board, count, used == len(stage.numbers), due, had, 0, nothing)
        chosen = position_of(plays.boards[at], game.side)
        judged = {first.play.position: first.points for first in judge.rate(stage)}
        assert judged[chosen] >= max(judged.values()) - 0.004, game
        compared += 1
    assert compared > 50


@pytest.mark.long
@pytest.mark.parametrize("name", RULESETS)
def test_new_net_learns_to_beat_chance(name: str) -> None:
    learner = Learner(RULESETS[name], fresh(1))
    learner.play(1, 0, 1_000, SCHEDULE)
    assert 0 < greatest_hidden(learner, games=3) < 100
    player = net_player(learner.net)
    score = match(RULESETS[name], player, simple_player(CHANCE, learner.net), 400, seed=5)
    assert score.wins.value > 0.75


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "line", "is_one"),
    [
        ("russian", "W 6:2 4:1 off:12 / B 5:2 2:2 off:11", True),
        ("russian", "W 7:1 6:1 4:1 off:12 / B 5:2 2:2 off:11", False),
        ("russian", "W 6:2 4:1 off:12 / B 5:2 bar:1 off:12", False),
        ("never-finishing", "W 12:15 / B 12:15", True),
        ("never-finishing", "W 12:15 / B 13:15", False),
        ("never-finishing", "W 6:15 / B 6:15", True),
        ("never-finishing", "W 7:1! 6:14 / B 18:1 6:14", False),
        ("backgammon", "W 12:14 bar:1 / B 12:15", False),
    ],
)
def test_late_positions_are_shared_homes_or_races(name: str, line: str, is_one: bool) -> None:
    board = board_of(Position.parse(line), W)
    late = np.zeros(1, np.bool_)
    late_rows(numbers_of(RULESETS[name]), board[None], late)
    assert late[0] == is_one

"""Supervised training: labels, fits, and courses that can be repeated and interrupted."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from backgammon_tui.analysis.evaluator import (
    ROLL,
    ROLLS,
    EvalState,
    Evaluator,
    rolled,
    swapped,
)
from backgammon_tui.analysis.lookahead import Lookahead
from backgammon_tui.analysis.nets import MANIFEST, Grade, Network, endings_for, manifest
from backgammon_tui.engine import RULESETS
from tests.analysis.test_network import data_of
from tests.engine.strategies import walk

pytest.importorskip("numba", reason="numba is not installed (extra: train)")

import numpy as np

from training import codes
from training.arrays import Array, board_of, encoding, numbers_of
from training.fitting import BATCH, at_rest, errors_of, fit_rows
from training.games import bundled
from training.judging import seat
from training.labels import States, collect, late_rows, look_ahead, without_lookahead
from training.loops import Course, networks, publish_course, run
from training.matches import Mean, Score
from training.net import fresh, widened
from training.net_files import unpacked
from training.plays import BAR, HAND

# Compilation takes minutes if the cache is empty.
pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

PROJECT = Path(__file__).parents[2]

COURSE = Course("falood", (400, 300), seed=5, units=16, epochs=2, results=20)


def one_roll_ahead(judge: Evaluator, spot: EvalState) -> Array:
    """Return the average chances after the best plays of each roll and of the stages after it."""
    look, total = Lookahead(judge), np.zeros(7)
    for dice, weight in ROLLS:
        stage = rolled(judge.rules, spot, dice)
        _, play, ends = look.best(stage)
        while not ends and (after := stage.after(judge.rules, play)).pending != ROLL:
            stage, _, play, ends = look.continued(after)
        chances = judge.ended(stage, play.position) if ends else judge.chances(after)
        assert chances
        passes = not ends and after.side is not spot.side
        total += weight * np.array(swapped(chances) if passes else chances)
    return total / 36


@pytest.mark.parametrize("name", RULESETS)
def test_labels_are_the_search_of_the_program(name: str) -> None:
    rules = RULESETS[name]
    ending = endings_for(rules)
    late = Network(ending.data) if ending else None
    judge = Evaluator(Network(data_of(name)), rules, max_doubles_searched=0, endings=late)
    who, compared = seat(rules, bundled(rules).player(max_doubles_searched=0)), 0
    for _, _, game in walk(rules, seed=12, longest=400):
        if not game.awaits_roll or not game.side or game.opening_dice or compared == 12:
            continue
        first, second = (
            rules.first_double_face_only and side not in game.had_double
            for side in (game.side, game.side.other)
        )
        state = States(
            board_of(game.position, game.side)[None],
            np.array([codes.AGAIN_DUE]),
            np.array([[first, second]]),
        )
        labels = np.zeros((1, 7), np.float32)
        look_ahead(who, state, 0, 1, labels)
        spot = EvalState(game.position, game.side, ROLL, game.had_double)
        assert labels[0] == pytest.approx(one_roll_ahead(judge, spot), abs=0.002), game
        compared += 1
    assert compared == 12


def test_states_are_different_and_some_follow_second_choices() -> None:
    rules = RULESETS["backgammon"]
    who = seat(rules, bundled(rules).player(max_doubles_searched=0))
    states, games = collect(rules, who, 3, 2_000)
    assert games == 500
    assert 1_800 < len(states.boards) <= 2_000
    assert len({board.tobytes() for board in states.boards}) > 1_700
    again, _ = collect(rules, who, 3, 2_000)
    assert all(np.array_equal(a, b) for a, b in zip(states, again, strict=True))
    assert states.boards[:, :28].sum(axis=1).tolist() == [15] * len(states.boards)


def test_fit_comes_closer_to_the_labels() -> None:
    rules = RULESETS["backgammon"]
    who = seat(rules, bundled(rules).player(max_doubles_searched=0))
    states, _ = collect(rules, who, 4, 2_000)
    labels = np.zeros((len(states.boards), 7), np.float32)
    look_ahead(who, states, 0, len(labels), labels)
    worth, rows = np.array([1, 2, 3, -1, -2, -3, 0], np.float32), np.arange(len(labels))
    net, code, errors = fresh(1, 32), encoding(), np.zeros(len(rows), np.float32)
    before = errors_of(net, code, states, labels, rows, worth, errors)
    far = np.abs(errors).mean()
    moments = at_rest(net)
    steps = len(rows) // BATCH * 10
    for epoch in range(10):
        fit_rows(net, moments, code, states, labels, rows, worth, 2e-3, steps * epoch // 10, steps)
    after = errors_of(net, code, states, labels, rows, worth, errors)
    assert after < before - 0.3
    assert np.abs(errors).mean() < far / 2


def test_widened_network_values_states_nearly_the_same() -> None:
    rules = RULESETS["russian"]
    files = bundled(rules, Grade.EARLY)
    narrow = unpacked(files.main)
    wide = widened(narrow, len(narrow.hidden_bias) + 64, 1)
    assert wide.hidden.shape == (len(narrow.hidden), len(narrow.hidden_bias) + 64)
    who = seat(rules, files.player(max_doubles_searched=0))
    states, _ = collect(rules, who, 6, 1_000)
    rows = np.arange(len(states.boards))
    labels = np.zeros((len(rows), 7), np.float32)
    worth = np.array([1, 2, 3, -1, -2, -3, 0], np.float32)
    points = []
    for net in (narrow, wide, fresh(1, 192)):
        errors = np.zeros(len(rows), np.float32)
        errors_of(net, encoding(), states, labels, rows, worth, errors)
        points.append(errors)
    assert np.abs(points[1] - points[0]).mean() < 0.15 < np.abs(points[2] - points[0]).mean()


def test_interrupted_course_gives_the_same_networks(tmp_path: Path) -> None:
    start = bundled(COURSE.rules)
    at_once = run(COURSE, start, tmp_path / "at-once")
    run(replace(COURSE, states=COURSE.states[:1]), start, tmp_path / "twice")
    shutil.copytree(tmp_path / "twice", tmp_path / "resumed")
    (tmp_path / "resumed" / "loop-1" / "main.bin").unlink()
    assert at_once == run(COURSE, start, tmp_path / "twice")
    assert at_once == run(COURSE, start, tmp_path / "resumed")
    assert networks(tmp_path / "twice", 0) == start
    assert at_once.main != networks(tmp_path / "twice", 2).main
    with pytest.raises(ValueError, match="holds another course"):
        run(replace(COURSE, seed=6), start, tmp_path / "twice")
    with pytest.raises(ValueError, match="began with other networks"):
        run(COURSE, at_once, tmp_path / "twice")


def test_published_networks_list_their_course(tmp_path: Path) -> None:
    trained = run(COURSE, bundled(COURSE.rules), tmp_path / "run")
    score = Score(2, Mean(0.5, 0.1), Mean(0.1, 0.2))
    publish_course(COURSE, tmp_path / "run", tmp_path / "nets", 100, score)
    main, late = sorted(manifest(tmp_path / "nets"), key=lambda choice: choice.grade.value)[::-1]
    assert (main.file, late.file) == ("falood.net", "falood-ending.net")
    assert (main.data, late.data) == trained
    assert main.games == late.games == 100 + 500 + 500
    assert main.is_trained_for(COURSE.rules)
    assert '"states": [' in (tmp_path / "nets" / MANIFEST).read_text()


def test_compilation_cache_does_not_change_the_networks(tmp_path: Path) -> None:
    options = (
        "falood",
        "--states",
        "300",
        "--epochs",
        "1",
        "--units",
        "16",
        "--games",
        "0",
        "--results",
        "20",
    )
    command = [sys.executable, "-m", "training.loops", *options, "--folder"]
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    trained = []
    for folder in ("cold", "warm"):
        command = [
            sys.executable,
            "-m",
            "training.loops",
            *options,
            "--folder",
            str(tmp_path / folder),
        ]
        env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
        subprocess.run(command, cwd=PROJECT, env=env, check=True, capture_output=True)
        trained.append(networks(tmp_path / folder / "falood", 1))
    assert trained[0] == trained[1]


BORDER = 10_000


def farthest(side: Array) -> Array:
    """Return the point of each side's last checker: 25 in hand or on the bar, 0 if all are off."""
    points = np.where(side[:, 1:25] > 0, np.arange(1, 25), 0).max(axis=1)
    return np.where(side[:, HAND] + side[:, BAR] > 0, 25, points)


@pytest.mark.parametrize("name", ["french", "never-finishing", "backgammon"])
def test_values_do_not_jump_where_the_sides_have_passed(name: str) -> None:
    """On both sides of the border, the networks agree on average with the search across it."""
    rules = RULESETS[name]
    files = bundled(rules)
    assert files.late is not None
    who = seat(rules, files.player(max_doubles_searched=0))
    states, _ = collect(rules, who, 77, 40 * BORDER)
    states = states.at(np.flatnonzero(states.dues == codes.AGAIN_DUE))
    late = np.zeros(len(states.boards), np.bool_)
    late_rows(numbers_of(rules), states.boards, late)
    gap = farthest(states.boards[:, :28]) + farthest(states.boards[:, 28:]) - 24
    assert ((gap <= 0) == late).all()
    for rows in (late & (gap > -6), ~late & (gap <= 6)):
        near = states.at(np.flatnonzero(rows)[:BORDER])
        labels, values = (np.zeros((len(near.boards), 7), np.float32) for _ in range(2))
        look_ahead(who, near, 0, len(labels), labels)
        without_lookahead(who, near, values)
        worth = np.array([1, 2, 3, -1, -2, -3, 0], np.float32)
        jump = ((values - labels) @ worth).mean()
        print(name, len(near.boards), float(jump))
        assert abs(jump) <= 0.01

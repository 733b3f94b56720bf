from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from math import inf
from typing import Any

import pytest

from backgammon_tui.analysis.evaluator import ROLL, EvalState, to_play
from backgammon_tui.analysis.nets import Grade, net_for
from backgammon_tui.analysis.rollout import (
    BATCH,
    PlayRollout,
    Unit,
    behind_error,
    is_clear,
    play_unit,
    processes,
    roll_out,
)
from backgammon_tui.engine import RULESETS, Game, Position, Roll, legal_plays
from tests.engine.examples import W, rules_named


class InThisProcess(Executor):
    """Runs everything at once in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Return finished work."""
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


ENDING = "W 6:1 4:1 1:1 off:12 / B 2:2 off:13"


def rollouts(
    executor: Executor, games: int = 2 * BATCH, seed: int = 1, line: str = ENDING
) -> list[PlayRollout]:
    game = Game.from_position(rules_named("backgammon"), Position.parse(line), W)
    stage = to_play(game.apply(Roll(2, 1)))
    *_, last = roll_out(game.rules, stage, games, seed, executor)
    return last


def test_owed_complement_is_played_before_rolling() -> None:
    line = "W 6:4 1:4 off:7 / B 12:1 off:14"
    game = Game.from_position(rules_named("french"), Position.parse(line), W)
    stage = to_play(game.apply(Roll(1, 1)))
    *_, last = roll_out(game.rules, stage, BATCH, 1, InThisProcess())
    best = last[0]
    # After 1/off(4) the four 6s bear off the rest, whatever is rolled later.
    assert str(best.play.position) == "W 6:4 off:11 / B 12:1 off:14"
    assert set(best.points) == {1.0}


@contextmanager
def dask() -> Iterator[Executor]:
    distributed = pytest.importorskip("distributed", reason="no Dask (extra: cluster)")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client.get_executor()


def test_processes_and_threads_give_same_result() -> None:
    expected = rollouts(InThisProcess())
    with ThreadPoolExecutor(2) as threads:
        assert rollouts(threads) == expected
    with processes(2) as pool:
        assert rollouts(pool) == expected


@pytest.mark.long
def test_cluster_gives_identical_result() -> None:
    with dask() as executor:
        assert rollouts(executor) == rollouts(InThisProcess())


def test_other_seed_gives_other_dice() -> None:
    first, second = rollouts(InThisProcess()), rollouts(InThisProcess(), seed=2)
    assert {rollout.play: rollout.points for rollout in first} != {
        rollout.play: rollout.points for rollout in second
    }


def test_rollout_ends_when_one_play_is_clearly_best() -> None:
    # One play bears off both checkers; the other loses.
    results = rollouts(InThisProcess(), games=100 * BATCH, line="W 2:1 1:1 off:13 / B 1:1 off:14")
    assert [first.is_out for first in results] == [False, True]
    assert [first.mean for first in results] == pytest.approx([1, -1])
    assert len(results[0].points) == BATCH


def test_luck_correction_lowers_variance_and_keeps_mean() -> None:
    """With one checker each, the side that rolls first wins at least three games in four."""
    position = Position.parse("W 5:1 off:14 / B 1:1 off:14")
    spot = EvalState(position, W, ROLL, frozenset())
    rules = RULESETS["backgammon"]
    points = play_unit(Unit(net_for(rules, Grade.FULL).data, rules, spot, 1, range(72)))
    # 31 of 36 rolls bear off the checker; after the others, Black wins.
    assert sum(points) / 72 == pytest.approx((31 - 5) / 36)
    assert max(points) - min(points) < 0.01


def test_clear_lead_agrees_with_longer_rollout() -> None:
    good = PlayRollout(None, (1.0, 1.1, 0.9, 1.0))  # type: ignore[arg-type]
    bad = PlayRollout(None, (0.0, 0.1, -0.1, 0.0))  # type: ignore[arg-type]
    assert is_clear(good, bad)
    assert not is_clear(bad, good)
    assert not is_clear(good, good)


def test_error_of_difference_uses_same_dice() -> None:
    """Both results swing by a point with the dice; one is always worse by about a tenth."""
    play = legal_plays(RULESETS["backgammon"], Position.parse(ENDING), W, (2, 1))[0]
    better = PlayRollout(play, (1.0, -1.0) * 18)
    worse = PlayRollout(play, (0.9, -1.1, 0.92, -1.12) * 9)
    assert better.error > 0.1
    assert behind_error(better, worse) < 0.01
    assert is_clear(better, worse)
    longer = PlayRollout(play, worse.points + (0.9, -1.1) * 18)
    assert behind_error(better, longer) < 0.01
    assert behind_error(PlayRollout(play, (1.0,)), PlayRollout(play, (0.5,))) == inf


@pytest.mark.parametrize(("lead", "clear"), [(2.59, False), (2.61, True)])
def test_lead_is_clear_from_2_6_standard_errors(lead: float, clear: bool) -> None:
    """The difference is the lead plus or minus one point, so its error is one."""
    better = PlayRollout(None, (lead + 1, lead - 1))  # type: ignore[arg-type]
    worse = PlayRollout(None, (0.0, 0.0))  # type: ignore[arg-type]
    assert is_clear(better, worse) is clear


def test_six_plays_are_rolled_out_for_seven_rolls() -> None:
    game = Game.start(rules_named("backgammon"), W).apply(Roll(4, 1))
    units: list[Unit] = []

    def played(unit: Unit) -> tuple[float, ...]:
        units.append(unit)
        return (0.0,) * len(unit.games)

    rollouts = next(roll_out(game.rules, to_play(game), 100, 1, InThisProcess(), play=played))
    assert len(rollouts) == len(units) == 6
    assert {unit.games for unit in units} == {range(36)}, "one for each first roll"
    assert {unit.cut for unit in units} == {7}

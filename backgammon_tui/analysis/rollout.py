"""Rank plays by rollout: play on many times, with the luck of the dice removed.

A unit of work is a pure function of plain values, so any executor of `concurrent.futures` can run
it, in local processes or on a cluster. The result depends only on the seed, not on the number or
kind of workers.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, redirect_stderr
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from math import inf, sqrt
from multiprocessing import resource_tracker
from threading import Thread
from typing import Any, Final

from backgammon_tui.analysis.evaluator import (
    CUT,
    ROLL,
    ROLLS,
    EvalState,
    Evaluator,
    RatedPlay,
    StageToPlay,
    in_order,
    rolled,
)
from backgammon_tui.analysis.nets import Network, net_for
from backgammon_tui.analysis.value import expert
from backgammon_tui.engine import Play, Rules

BATCH: Final = 36
"""Number of games of a unit: one for each first roll."""

MAX_ROLLED_OUT: Final = 6
"""Maximum number of plays rolled out: the best ones by the network."""

CLEAR: Final = 2.6
"""Number of standard errors by which a play is clearly worse, with 99 % confidence."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A part of a rollout: games that start from one state."""

    net: bytes
    """Contents of the network file, so a worker needs no other file."""

    rules: Rules
    spot: EvalState
    seed: int
    games: range
    """Numbers of the games, which determine their dice."""

    cut: int = CUT


@dataclass(frozen=True, slots=True)
class PlayRollout:
    """A play with its results so far."""

    play: Play
    points: tuple[float, ...]
    """Points of each game for the side that made the play."""

    is_out: bool = False
    """True if the play is clearly worse than another and no longer rolled out."""

    @property
    def mean(self) -> float:
        """Average points per game."""
        return sum(self.points) / len(self.points)

    @property
    def error(self) -> float:
        """Standard error of the mean."""
        mean, count = self.mean, len(self.points)
        squares = sum((points - mean) ** 2 for points in self.points)
        return sqrt(squares / (count - 1) / count) if squares else 0.0


def play_unit(unit: Unit) -> tuple[float, ...]:
    """Play the games of a unit; return their points for the side that acts in its state."""
    judge = _judge(unit.net, unit.rules)
    return tuple(_play_on(judge, unit, game) for game in unit.games)


@lru_cache(maxsize=4)
def _judge(net: bytes, rules: Rules) -> Evaluator:
    return expert(Network(net), rules, max_doubles_searched=0)


def _play_on(judge: Evaluator, unit: Unit, game: int) -> float:
    """Play one game; return its points for the side that acts, without its luck."""
    chance = random.Random(f"{unit.seed}:{game}")
    spot, side, luck = unit.spot, unit.spot.side, 0.0
    if spot.pending != ROLL:
        # Doubles were played: their complement comes before the next roll.
        stage, best = judge.continued(spot)
        if best.ends:
            return best.points
        spot = stage.after(judge.rules, best.play)
    for roll in range(unit.cut):
        high, low = sorted((chance.randint(1, 6), chance.randint(1, 6)), reverse=True)
        if roll == 0:
            high, low = sorted((game % 6 + 1, game // 6 % 6 + 1), reverse=True)
        sign = 1 if spot.side is side else -1
        stages = {numbers: rolled(judge.rules, spot, numbers) for numbers, _ in ROLLS}
        plays = {numbers: judge.best(stage) for numbers, stage in stages.items()}
        stage, best = stages[high, low], plays[high, low]
        mean = sum(weight * plays[numbers].points for numbers, weight in ROLLS) / 36
        luck += sign * (best.points - mean)
        while not best.ends:
            spot = stage.after(judge.rules, best.play)
            if spot.pending == ROLL:
                break
            stage, best = judge.continued(spot)
        if best.ends:
            return sign * best.points - luck
    sign = 1 if spot.side is side else -1
    return sign * judge.points(judge.chances(spot)) - luck


def roll_out(
    rules: Rules,
    stage: StageToPlay,
    games: int,
    seed: int,
    executor: Executor,
    *,
    minimum: int = 0,
    only: Collection[int] = (),
    batch: int = BATCH,
    play: Callable[[Unit], tuple[float, ...]] = play_unit,
) -> Iterator[list[PlayRollout]]:
    """Roll out the best plays of a stage; yield all of them after each batch, best first.

    Stop after `games` games of each play, or as soon as one play is clearly the best, but after at
    least `minimum` games of it. With `only`, roll out the plays with these packed ends. `play`
    plays a unit and must be picklable.
    """
    net_choice = net_for(rules)
    judge = expert(net_choice.network, rules)
    rated = in_order(judge.rate(stage))
    candidates = [play for play in rated if play.play.packed in only] or rated[:MAX_ROLLED_OUT]
    rollouts = [PlayRollout(candidate.play, ()) for candidate in candidates]

    def begin(candidate: RatedPlay, numbers: range) -> _Points:
        if candidate.ends:
            return lambda: (candidate.points,) * len(numbers)
        spot = stage.after(rules, candidate.play)
        future = executor.submit(play, Unit(net_choice.data, rules, spot, seed, numbers))
        same = spot.side is stage.side
        return lambda: future.result() if same else tuple(-value for value in future.result())

    by_play = {candidate.play: candidate for candidate in candidates}
    for first in range(0, games, batch):
        numbers = range(first, min(first + batch, games))
        results = [
            None if rollout.is_out else begin(by_play[rollout.play], numbers)
            for rollout in rollouts
        ]
        rollouts = _add_points(rollouts, results)
        yield rollouts
        if numbers.stop >= minimum and sum(not rollout.is_out for rollout in rollouts) == 1:
            return


_Points = Callable[[], tuple[float, ...]]


def _add_points(
    rollouts: Iterable[PlayRollout], results: Iterable[_Points | None]
) -> list[PlayRollout]:
    """Return the rollouts with more points, best first; a clearly worse play stays out."""
    longer = [
        replace(rollout, points=rollout.points + points()) if points else rollout
        for rollout, points in zip(rollouts, results, strict=True)
    ]
    longer.sort(key=lambda rollout: (rollout.is_out, -rollout.mean))
    best = longer[0]
    return [
        replace(rollout, is_out=rollout.is_out or is_clear(best, rollout)) for rollout in longer
    ]


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """Start worker processes; they end at once and silently with this process or its block.

    They are spawned, because a forked process may wait forever for a lock of a thread that it does
    not have.
    """
    context = multiprocessing.get_context("spawn")
    # The tracker passes on standard error, which a full-screen program may have replaced by an
    # object without a file.
    with redirect_stderr(sys.__stderr__):
        resource_tracker.ensure_running()
    pool = ProcessPoolExecutor(count, mp_context=context, initializer=_end_with_parent)
    try:
        yield pool
    except BaseException:
        # Nobody needs the remaining results.
        pool.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            child.kill()
        raise
    pool.shutdown()


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Connect to a running Dask cluster.

    Raises:
        LookupError: if Dask is missing, or no cluster answers; with a sentence.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        needed = "A cluster needs Dask: pip install 'backgammon-tui[cluster]'."
        raise LookupError(needed) from None
    try:
        client = distributed.Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise LookupError(f"No cluster answers at {address}.") from error
    with client:
        yield client.get_executor()


def _end_with_parent() -> None:
    """End at an interrupt, and when the parent process ends, even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)

    def wait() -> None:
        if parent := multiprocessing.parent_process():
            parent.join()
            os._exit(1)

    Thread(target=wait, daemon=True).start()


def is_clear(better: PlayRollout, worse: PlayRollout) -> bool:
    """Return True if the first play is clearly better than the second."""
    error = behind_error(better, worse)
    return better is not worse and better.mean - worse.mean > CLEAR * error


def behind_error(better: PlayRollout, worse: PlayRollout) -> float:
    """Return the standard error of the difference between two plays.

    Games with the same number have the same dice, so much of their luck cancels out.
    """
    together = zip(better.points, worse.points, strict=False)
    gaps = [points - other_points for points, other_points in together]
    count = len(gaps)
    if count < 2:
        return inf
    mean = sum(gaps) / count
    paired = sum((gap - mean) ** 2 for gap in gaps) / (count - 1) / count
    # Unpaired games only measure their own play.
    alone = better.error**2 + worse.error**2 if len(better.points) != len(worse.points) else inf
    return sqrt(min(paired, alone))

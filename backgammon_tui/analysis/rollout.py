"""Plays ranked by rollout: played on many times, with the luck of the dice taken out.

A unit of work is a pure function of plain values, so that any executor of
`concurrent.futures` can carry it out, in processes of this machine or of a cluster. What
comes out depends on the seed alone, not on the number or kind of workers.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf, sqrt
from threading import Thread
from typing import Final

from backgammon_tui.analysis.evaluator import Evaluator, RatedPlay, in_order
from backgammon_tui.analysis.lookahead import reached
from backgammon_tui.analysis.nets import net_for
from backgammon_tui.analysis.network import Network
from backgammon_tui.analysis.stages import ROLL, ROLLS, EvalState, ToPlay, rolled
from backgammon_tui.analysis.value import expert
from backgammon_tui.engine import Play, Rules

BATCH: Final = 36
"""The games of a unit: one for each first roll."""

CUT: Final = 7
"""Number of rolls after which a game is cut short and judged by the net."""

CANDIDATES: Final = 6
"""Number of plays rolled out, the best ones by the net."""

CLEAR: Final = 2.6
"""Number of standard errors by which a play is clearly worse, with 99 % confidence."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A part of a rollout: games that begin with one state."""

    net: bytes
    """The file of the network that plays, so that a worker needs nothing else."""

    rules: Rules
    spot: EvalState
    seed: int
    games: range
    """The numbers of the games."""

    cut: int = CUT


@dataclass(frozen=True, slots=True)
class PlayRollout:
    """A play with its results in the games so far."""

    play: Play
    points: tuple[float, ...]
    """Of each game, for the side that made the play."""

    out: bool = False
    """True if it is clearly worse than another and no longer rolled out."""

    @property
    def mean(self) -> float:
        """Points a game."""
        return sum(self.points) / len(self.points)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        mean, count = self.mean, len(self.points)
        squares = sum((points - mean) ** 2 for points in self.points)
        return sqrt(squares / (count - 1) / count) if squares else 0.0


def play_unit(unit: Unit) -> tuple[float, ...]:
    """Return the points of each game of a unit, for the side that acts in its state."""
    judge = _judge(unit.net, unit.rules)
    return tuple(_play_on(judge, unit, game) for game in unit.games)


@lru_cache(maxsize=4)
def _judge(net: bytes, rules: Rules) -> Evaluator:
    return expert(Network(net), rules, faces=0)


def _play_on(judge: Evaluator, unit: Unit, game: int) -> float:
    """Return the points of one game for the side that acts, less its luck."""
    chance = random.Random(f"{unit.seed}:{game}")
    spot, side, luck = unit.spot, unit.spot.side, 0.0
    while spot.pending != ROLL:
        # A face was played: its complement comes before anybody rolls.
        sign = 1 if spot.side is side else -1
        stage, best = judge.continued(spot)
        if best.ends:
            return sign * best.points
        spot = reached(judge, stage, best.play)
    for roll in range(unit.cut):
        high, low = sorted((chance.randint(1, 6), chance.randint(1, 6)), reverse=True)
        if roll == 0:
            high, low = sorted((game % 6 + 1, game // 6 % 6 + 1), reverse=True)
        sign = 1 if spot.side is side else -1
        stages = {each: rolled(judge.rules, spot, each) for each, _ in ROLLS}
        plays = {each: judge.best(stage) for each, stage in stages.items()}
        stage, best = stages[high, low], plays[high, low]
        mean = sum(weight * plays[each].points for each, weight in ROLLS) / 36
        luck += sign * (best.points - mean)
        while not best.ends:
            spot = reached(judge, stage, best.play)
            if spot.pending == ROLL:
                break
            stage, best = judge.continued(spot)
        if best.ends:
            return sign * best.points - luck
    sign = 1 if spot.side is side else -1
    return sign * judge.points(judge.chances(spot)) - luck


def roll_out(
    rules: Rules,
    stage: ToPlay,
    games: int,
    seed: int,
    executor: Executor,
    *,
    least: int = 0,
    batch: int = BATCH,
    play: Callable[[Unit], tuple[float, ...]] = play_unit,
) -> Iterator[list[PlayRollout]]:
    """Roll out the best plays of a stage, one batch of games each at a time.

    Ends when so many games of each play have been played, or earlier when one play is
    clearly the best.

    Args:
        games: The most games of each play.
        executor: The executor of the units.
        least: The least number of games of the best play.
        batch: Number of games of a unit.
        play: The function that plays a unit; it can be sent to another process.

    Yields:
        After each batch all candidates, best first.
    """
    net_choice = net_for(rules)
    judge = expert(net_choice.network, rules)
    candidates = in_order(judge.judged(stage))[:CANDIDATES]
    rollouts = [PlayRollout(one.play, ()) for one in candidates]

    def begin(one: RatedPlay, some: range) -> _Points:
        if one.ends:
            return lambda: (one.points,) * len(some)
        spot = reached(judge, stage, one.play)
        future = executor.submit(play, Unit(net_choice.data, rules, spot, seed, some))
        same = spot.side is stage.side
        return lambda: future.result() if same else tuple(-each for each in future.result())

    by_play = {one.play: one for one in candidates}
    for first in range(0, games, batch):
        some = range(first, min(first + batch, games))
        begun = [None if one.out else begin(by_play[one.play], some) for one in rollouts]
        rollouts = [
            replace(one, points=one.points + points()) if points else one
            for one, points in zip(rollouts, begun, strict=True)
        ]
        rollouts.sort(key=lambda one: (one.out, -one.mean))
        # What is clearly worse is out, and stays it.
        rollouts = [replace(one, out=one.out or is_clear(rollouts[0], one)) for one in rollouts]
        yield rollouts
        if some.stop >= least and sum(not one.out for one in rollouts) == 1:
            return


_Points = Callable[[], tuple[float, ...]]


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """Start some processes; they end at once and silently when this one is asked to, or ends.

    They are spawned, not forked: a fork of a program with threads may wait for ever for a
    lock that nobody holds.
    """
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(count, mp_context=context, initializer=_end_with_parent)
    try:
        yield pool
    except BaseException:
        # Nobody waits for what has not been begun, or is under way.
        pool.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            child.kill()
        raise
    pool.shutdown()


def _end_with_parent() -> None:
    """End at an interrupt, and with the parent process, which may be killed without notice."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)

    def wait() -> None:
        if parent := multiprocessing.parent_process():
            parent.join()
            os._exit(1)

    Thread(target=wait, daemon=True).start()


def is_clear(better: PlayRollout, worse: PlayRollout) -> bool:
    """Return True if the one play is clearly better than the other."""
    error = behind_error(better, worse)
    return better is not worse and better.mean - worse.mean > CLEAR * error


def behind_error(better: PlayRollout, worse: PlayRollout) -> float:
    """Return the standard error of the difference between two plays.

    Games of one number have the same dice, so that much of what their rolls bring is the same.
    """
    together = zip(better.points, worse.points, strict=False)
    gaps = [one - other for one, other in together]
    count = len(gaps)
    if count < 2:
        return inf
    mean = sum(gaps) / count
    paired = sum((gap - mean) ** 2 for gap in gaps) / (count - 1) / count
    # Games that only one of them has played tell of that one alone.
    alone = better.error**2 + worse.error**2 if len(better.points) != len(worse.points) else inf
    return sqrt(min(paired, alone))

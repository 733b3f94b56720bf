"""A training from its first game to its last, with checkpoints."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from backgammon_tui.analysis.nets import NetChoice, manifest
from backgammon_tui.analysis.rollout import processes
from training.compiling import is_cached
from training.learner import Learner, net_after
from training.net import Net, fresh, mean_of
from training.net_files import KEPT, Checkpoint, after, latest, load, save, unpacked
from training.publishing import Course, Start

ROUND = 500
"""Number of games of a worker before the networks of all workers are averaged."""

Play = Callable[[Net, int, int], Net]
"""Trains a network, given the number of the first game and the count of games per worker."""


def first_checkpoint(net: Path | None, seed: int) -> Checkpoint:
    """Return the first checkpoint of a training: a published network, or random weights.

    Raises:
        ValueError: if the manifest in the network's folder does not list it.
    """
    if net is None:
        return Checkpoint(fresh(seed), 0, seed)
    net_choice = _published(net)
    return Checkpoint(unpacked(net_choice.data), net_choice.games, seed)


def start_of(net: Path) -> tuple[Start, int]:
    """Return a network as a start, with its number of games."""
    net_choice = _published(net)
    return Start(net.name, net_choice.digest), net_choice.games


def _published(net: Path) -> NetChoice:
    for net_choice in manifest(net.parent):
        if net_choice.file == net.name and net_choice.is_sound:
            return net_choice
    raise ValueError(f"{net} is not listed in the manifest of its folder")


def teach(
    course: Course, stop: int | None, begin: Checkpoint, folder: Path, name: str
) -> Checkpoint:
    """Train a network to the end of its course, or for `stop` games.

    Args:
        begin: The network before the first game.
        folder: The folder of checkpoints; training resumes from the latest.
    """
    schedule, workers = course.schedule, course.workers
    until = min(schedule.total_games, stop) if stop else schedule.total_games
    known = load(latest(folder, name)) or begin
    if not is_cached("learn_games"):
        print(
            "The first run compiles the trainer, which takes about a minute.",
            file=sys.stderr,
            flush=True,
        )
    net, games = known.net, known.games
    clock: Clock | None = None
    with _players(course) as play:
        while games < until:
            count = min(ROUND, -(-(until - games) // workers))
            net = play(net, games, count)
            before, games = games, games + count * workers
            now = Checkpoint(net, games, course.seed)
            save(latest(folder, name), now)
            for mark in KEPT:
                if before < mark <= games:
                    save(after(folder, name, mark), now)
            # The first round includes compilation, so it does not predict the others.
            clock = clock or Clock(games)
            print(f"{name}: {clock.report(games, until)}", file=sys.stderr, flush=True)
    return Checkpoint(net, games, course.seed)


class Clock:
    """The time that a training has taken since one of its games."""

    def __init__(self, games: int) -> None:
        self._from = games
        self._began = time.monotonic()

    def report(self, games: int, until: int) -> str:
        """Return a line with the games done and, after the first round, the remaining time."""
        done = f"{games:,} of {until:,} games"
        if games == self._from:
            return done
        speed = (games - self._from) / (time.monotonic() - self._began)
        left = (until - games) / speed / 60
        return f"{done}, {speed:.0f} a second, about {left:.0f} min left"


@contextmanager
def _players(course: Course) -> Iterator[Play]:
    """Return a function that trains a network on games of one or several workers."""
    rules, seed, schedule = course.rules, course.seed, course.schedule
    if course.workers == 1:
        learner: list[Learner] = []

        def alone(net: Net, first: int, count: int) -> Net:
            if not learner:
                learner.append(Learner(rules, net))
            learner[0].play(seed, first, count, schedule)
            return learner[0].net

        yield alone
        return
    with processes(course.workers) as pool:

        def together(net: Net, first: int, count: int) -> Net:
            results = [
                pool.submit(net_after, rules, net, seed, first + i * count, count, schedule)
                for i in range(course.workers)
            ]
            return mean_of([trained.result() for trained in results])

        yield together

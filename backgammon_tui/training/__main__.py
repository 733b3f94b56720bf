"""`python -m backgammon_tui.training RULESET`: teach a net by letting it play itself."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from backgammon_tui.engine import RULESETS, Rules
from backgammon_tui.training.checkpoints import KEPT, Checkpoint, after, latest, load, save
from backgammon_tui.training.learning import Pupil, Schedule
from backgammon_tui.training.net import Net, fresh, mean_of

ROUND = 500
"""The games that a worker plays before the nets of all workers are averaged."""

Teach = Callable[[Net, int, int], Net]


def main() -> None:
    """Teach a net, from its last checkpoint where there is one."""
    arguments = _parser().parse_args()
    rules = RULESETS[arguments.ruleset]
    schedule = Schedule(
        arguments.games, arguments.first_rate, arguments.last_rate, arguments.steady
    )
    name = arguments.name or rules.name
    known = load(latest(arguments.folder, name))
    seed = arguments.seed
    if known is None:
        known = Checkpoint(fresh(seed), 0, seed)
    with teachers(rules, seed, arguments.workers, schedule) as teach:
        run(known, arguments.folder, name, schedule, teach, arguments.workers)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m backgammon_tui.training")
    parser.add_argument("ruleset", choices=list(RULESETS))
    parser.add_argument("--games", type=int, default=400_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("nets"))
    parser.add_argument("--name")
    parser.add_argument("--first-rate", type=float, default=0.03)
    parser.add_argument("--last-rate", type=float, default=0.001)
    parser.add_argument("--steady", type=float, default=0.1)
    return parser


def run(
    known: Checkpoint, folder: Path, name: str, schedule: Schedule, teach: Teach, workers: int
) -> None:
    """Learn until the schedule ends, keeping what has been learnt."""
    net, games = known.net, known.games
    began, from_games = time.monotonic(), games
    while games < schedule.games:
        net = teach(net, games, ROUND)
        before, games = games, games + ROUND * workers
        now = Checkpoint(net, games, known.seed)
        save(latest(folder, name), now)
        for mark in KEPT:
            if before < mark <= games:
                save(after(folder, name, mark), now)
        speed = (games - from_games) / (time.monotonic() - began)
        left = (schedule.games - games) / speed / 60
        print(
            f"{name}: {games:,} of {schedule.games:,} games, {speed:.0f} a second, "
            f"about {left:.0f} minutes left",
            file=sys.stderr,
            flush=True,
        )


@contextmanager
def teachers(rules: Rules, seed: int, workers: int, schedule: Schedule) -> Iterator[Teach]:
    """A function that lets a net learn from games of one or of several workers."""
    if workers == 1:
        pupil: list[Pupil] = []

        def alone(net: Net, first: int, count: int) -> Net:
            if not pupil:
                pupil.append(Pupil(rules, net))
            pupil[0].play(seed, first, count, schedule)
            return pupil[0].net

        yield alone
        return
    with ProcessPoolExecutor(workers) as pool:

        def together(net: Net, first: int, count: int) -> Net:
            lessons = [
                pool.submit(lesson, rules, net, seed, first + i * count, count, schedule)
                for i in range(workers)
            ]
            return mean_of([each.result() for each in lessons])

        yield together


def lesson(rules: Rules, net: Net, seed: int, first: int, count: int, schedule: Schedule) -> Net:
    """What a net has become after some games: the work of one worker in one round."""
    pupil = Pupil(rules, net)
    pupil.play(seed, first, count, schedule)
    return pupil.net


if __name__ == "__main__":
    main()

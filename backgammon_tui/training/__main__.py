"""`python -m backgammon_tui.training RULESET`: teach a net by letting it play itself."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import reduce
from pathlib import Path

from backgammon_tui.analysis.nets import Grade, manifest
from backgammon_tui.analysis.rollout import processes
from backgammon_tui.engine import RULESETS, Rules, ruleset_name
from backgammon_tui.storage.paths import nets_folder
from backgammon_tui.training.arrays import numbers_of
from backgammon_tui.training.checkpoints import KEPT, Checkpoint, after, latest, load, save
from backgammon_tui.training.export import unpacked
from backgammon_tui.training.net import Net, fresh, mean_of
from backgammon_tui.training.publishing import publish
from backgammon_tui.training.pupil import Pupil, Schedule, lesson
from backgammon_tui.training.strength import strengths
from backgammon_tui.words.rule_settings import change_rule

ROUND = 500
"""The games that a worker plays before the nets of all workers are averaged."""

YARDSTICK = 10_000
"""After so many games a net is strong enough to measure later ones by."""

Teach = Callable[[Net, int, int], Net]


def main() -> None:
    """Teach a net, from its last checkpoint where there is one, and measure it."""
    options = _parser().parse_args()
    try:
        rules = reduce(change_rule, options.rule, RULESETS[options.ruleset])
        numbers_of(rules)
        name = options.name or "-".join([rules.name, *options.rule]).replace("=", "-")
        known = load(latest(options.folder, name))
        if known is None:
            known = first_checkpoint(options.start, options.seed)
    except ValueError as error:
        sys.exit(str(error))
    schedule = Schedule(
        options.games,
        options.first_rate,
        options.last_rate,
        options.steady,
        ahead=options.ahead,
        ahead_rate=options.ahead_rate,
    )
    with teachers(rules, known.seed, options.workers, schedule) as teach:
        taught = run(known, options.folder, name, schedule, teach, options.workers)
    yardstick = load(after(options.folder, name, YARDSTICK))
    early = yardstick.net if yardstick else None
    measured = strengths(rules, taught.net, early, options.measure) if options.measure else {}
    # Under house rules the program looks for nets in its own folder.
    into = options.publish or (nets_folder() if options.rule else options.folder)
    publish(into, f"{name}.net", rules, Grade.FULL, taught, schedule, measured)
    print(f"{into / name}.net", json.dumps(measured, indent=1), sep="\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m backgammon_tui.training",
        description="Teach a net a game by letting it play itself. Interrupted, it goes on"
        " from its last checkpoint when it is called again.",
    )
    parser.add_argument("ruleset", type=ruleset_name, choices=list(RULESETS))
    parser.add_argument("--games", type=int, default=400_000, help="in all (400000)")
    parser.add_argument("--seed", type=int, default=1, help="of weights and dice (1)")
    parser.add_argument("--workers", type=int, default=1, help="processes that play (1)")
    parser.add_argument("--rule", metavar="NAME=VALUE", action="append", default=[])
    parser.add_argument(
        "--folder", type=Path, default=Path("nets"), help="of checkpoints and the net (nets)"
    )
    parser.add_argument("--name", help="of the net (that of the ruleset and its rules)")
    parser.add_argument(
        "--publish",
        type=Path,
        help="the net and its manifest in this folder (with --rule that of the program, which"
        " uses it where exactly these rules are played)",
    )
    parser.add_argument("--measure", type=int, default=10_000, help="games of each match (10000)")
    parser.add_argument("--first-rate", type=float, default=0.03, help="of learning (0.03)")
    parser.add_argument("--last-rate", type=float, default=0.001, help="at the end (0.001)")
    parser.add_argument("--steady", type=float, default=0.1, help="part at the first rate (0.1)")
    parser.add_argument(
        "--ahead",
        type=int,
        default=0,
        metavar="GAMES",
        help="further games, each as slow as twenty, that teach what a throw ahead shows (0)",
    )
    parser.add_argument("--ahead-rate", type=float, default=0.01, help="of these at first (0.01)")
    parser.add_argument(
        "--start",
        type=Path,
        metavar="NET",
        help="go on from a net with a manifest beside it, after its games",
    )
    return parser


def first_checkpoint(net: Path | None, seed: int) -> Checkpoint:
    """Where learning begins: with a published net, or with one that knows nothing.

    Raises:
        ValueError: if the net is not in a manifest beside it.
    """
    if net is None:
        return Checkpoint(fresh(seed), 0, seed)
    for taught in manifest(net.parent):
        if taught.file == net.name and taught.is_sound:
            return Checkpoint(unpacked(taught.data), taught.games, seed)
    raise ValueError(f"{net} is no net of a manifest beside it")


def run(
    known: Checkpoint, folder: Path, name: str, schedule: Schedule, teach: Teach, workers: int
) -> Checkpoint:
    """Learn until the schedule ends, keeping what has been learnt."""
    net, games = known.net, known.games
    began, from_games = time.monotonic(), games
    while games < schedule.in_all:
        net = teach(net, games, ROUND)
        before, games = games, games + ROUND * workers
        now = Checkpoint(net, games, known.seed)
        save(latest(folder, name), now)
        for mark in KEPT:
            if before < mark <= games:
                save(after(folder, name, mark), now)
        speed = (games - from_games) / (time.monotonic() - began)
        left = (schedule.in_all - games) / speed / 60
        print(
            f"{name}: {games:,} of {schedule.in_all:,} games, {speed:.0f} a second, "
            f"about {left:.0f} minutes left",
            file=sys.stderr,
            flush=True,
        )
    return Checkpoint(net, games, known.seed)


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
    with processes(workers) as pool:

        def together(net: Net, first: int, count: int) -> Net:
            lessons = [
                pool.submit(lesson, rules, net, seed, first + i * count, count, schedule)
                for i in range(workers)
            ]
            return mean_of([each.result() for each in lessons])

        yield together


if __name__ == "__main__":
    main()

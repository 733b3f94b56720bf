"""Train a network (`python -m training RULESET`) or repeat a training (`--again FILE`)."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

from backgammon_tui.analysis import nets
from backgammon_tui.analysis.nets import Grade
from backgammon_tui.engine import RULESETS, ruleset_name
from training.arrays import numbers_of
from training.games import net_player
from training.learner import Schedule
from training.matches import strengths
from training.net_files import Checkpoint, after, load
from training.publishing import Course, Start, again, publish
from training.teaching import first_checkpoint, start_of, teach

YARDSTICK = 10_000
"""Number of games after which a network serves as an opponent to measure later ones."""

PACKAGE = Path(nets.__file__).parent
"""Folder of the bundled networks."""


def main() -> None:
    """Train a network, resuming from its last checkpoint, then measure and publish it."""
    options = _parser().parse_args()
    try:
        if options.again:
            _again(PACKAGE / options.again, options.start, options.folder)
        elif options.ruleset:
            _teach(options)
        else:
            raise ValueError("name a ruleset, or the file of a network with --again")
    except ValueError as error:
        sys.exit(str(error))


def _teach(options: argparse.Namespace) -> None:
    course = _course(options)
    numbers_of(course.rules)
    full = course.grade is Grade.FULL
    name = options.name or course.ruleset + ("" if full else f"-{course.grade.value}")
    begin = first_checkpoint(options.start, course.seed)
    trained = teach(course, options.stop, begin, options.folder, name)
    measured = _measured(course, trained, options.folder, name, options.measure)
    into = options.publish or options.folder
    publish(into, f"{name}.net", course, trained, measured)
    print(f"{into / name}.net", json.dumps(measured, indent=1), sep="\n")


def _course(options: argparse.Namespace) -> Course:
    schedule = Schedule(
        options.games,
        options.first_rate,
        options.last_rate,
        options.steady,
        pace=options.pace,
        cool=options.cool,
    )
    start: Start | None = None
    if options.start:
        start, begin = start_of(options.start)
        schedule = replace(schedule, begin=begin)
    return Course(
        options.ruleset,
        Grade(options.grade),
        schedule,
        options.seed,
        options.workers,
        start,
    )


def _measured(
    course: Course, trained: Checkpoint, folder: Path, name: str, games: int
) -> dict[str, object]:
    if not games:
        return {}
    yardstick = load(after(folder, name, YARDSTICK))
    early = net_player(yardstick.net) if yardstick and trained.games > YARDSTICK else None
    return strengths(course.rules, net_player(trained.net), early, games)


def _again(net: Path, start: Path | None, folder: Path) -> None:
    """Repeat the training of a published network and report whether the result is identical.

    Args:
        start: The network that its training began with, if no longer in the same folder.
    """
    entry, course = again(net)
    if course.start:
        start = start or net.parent / course.start.file
        if start_of(start)[0].sha256 != course.start.sha256:
            raise ValueError(
                f"{start} is not the network that the training of {net.name} began with"
            )
    else:
        start = None
    begin = first_checkpoint(start, course.seed)
    trained = teach(course, entry["games"], begin, folder, f"{net.stem}-again")
    publish(folder, net.name, course, trained, {})
    if again(folder / net.name)[0]["sha256"] != entry["sha256"]:
        raise ValueError(f"{folder / net.name} differs from {net}")
    print(f"{folder / net.name} equals {net}, byte for byte")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m training",
        description="Train a network by self-play. After an interruption, the same command"
        " continues from the last checkpoint.",
    )
    parser.add_argument("ruleset", type=ruleset_name, choices=list(RULESETS), nargs="?")
    parser.add_argument(
        "--again",
        metavar="FILE",
        help="repeat the training of this network, described in its manifest",
    )
    parser.add_argument(
        "--games", type=int, default=400_000, help="number of training games (default: 400000)"
    )
    parser.add_argument("--stop", type=int, metavar="GAMES", help="stop after this many games")
    parser.add_argument(
        "--seed", type=int, default=1, help="seed of the initial weights and the dice (default: 1)"
    )
    parser.add_argument("--workers", type=int, default=1, help="number of processes (default: 1)")
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path("nets"),
        help="folder of the checkpoints and the network (default: nets)",
    )
    parser.add_argument("--name", help="name of the network (default: the ruleset)")
    parser.add_argument(
        "--grade",
        choices=[grade.value for grade in Grade if grade is not Grade.ENDING],
        default=Grade.FULL.value,
    )
    parser.add_argument(
        "--publish",
        type=Path,
        help="publish the network and its manifest entry in this folder (default: the folder"
        " of the checkpoints)",
    )
    parser.add_argument(
        "--measure", type=int, default=10_000, help="number of games of each match (default: 10000)"
    )
    parser.add_argument(
        "--first-rate", type=float, default=0.03, help="initial learning rate (default: 0.03)"
    )
    parser.add_argument(
        "--last-rate", type=float, default=0.001, help="final learning rate (default: 0.001)"
    )
    parser.add_argument(
        "--steady",
        type=float,
        default=0.1,
        help="fraction of the games with the initial rate (default: 0.1)",
    )
    parser.add_argument(
        "--pace",
        type=int,
        default=0,
        metavar="GAMES",
        help="number of games over which the rate would fall to its final value (default: --games)",
    )
    parser.add_argument(
        "--cool",
        type=int,
        default=0,
        metavar="GAMES",
        help="number of games at the end in which the rate falls faster (default: 0)",
    )
    parser.add_argument(
        "--start",
        type=Path,
        metavar="NET",
        help="start with this trained network, which has a manifest in its folder; with --again,"
        " the network with which the training began, if it is in another folder",
    )
    return parser


if __name__ == "__main__":
    main()

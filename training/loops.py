"""Supervised training in loops: each network learns the search of the last one, one roll ahead.

`python -m training.loops RULESET` continues from its last checkpoint after any interruption.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from backgammon_tui.analysis import nets
from backgammon_tui.analysis.nets import OUTCOMES, Grade, chosen, manifest, units_of
from backgammon_tui.engine import RULESETS, Rules, ruleset_name
from training.arrays import Array, encoding, numbers_of
from training.calibration import calibrated, predictions
from training.fitting import BATCH, Moments, at_rest, errors_of, fit_rows, greatest_input
from training.games import NetFiles, files_of
from training.judging import seat
from training.labels import States, collect, late_rows, look_ahead
from training.matches import Score, match, score_entry
from training.net import Net, fresh, widened
from training.net_files import packed, unpacked
from training.publishing import publish_network

CHUNK: Final = 20_000
"""Number of labels between two checkpoints."""

HELD_OUT: Final = 50
"""One state in so many is only measured, not learnt."""

WARM: Final = 0.5
"""Factor of the learning rate for a network that has already learnt from labels."""


@dataclass(frozen=True)
class Course:
    """Everything that determines the networks except the code and the first networks."""

    ruleset: str
    states: tuple[int, ...]
    """Number of new states of each loop; a fit uses those of the loop and of the one before."""

    seed: int = 1
    units: int = 256
    epochs: int = 12
    rate: float = 2e-3
    fits_late: bool = True
    """False to keep the first network for late positions."""

    results: int = 20_000
    """Number of games at the end whose results calibrate the winning chances; 0 to leave them."""

    @property
    def rules(self) -> Rules:
        return RULESETS[self.ruleset]

    def seed_of(self, loop: int) -> int:
        """Return the seed of the games of a loop."""
        return self.seed * 1_000 + loop


def run(course: Course, start: NetFiles, folder: Path) -> NetFiles:
    """Train networks in loops and return those of the last one, calibrated.

    Finished parts are reused.

    Args:
        start: The networks that label the states of the first loop.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _keep_course(course, start, folder)
    for loop in range(1, len(course.states) + 1):
        _one_loop(course, loop, folder)
    return result(course, folder)


def networks(folder: Path, loop: int) -> NetFiles:
    """Return the networks of a finished loop; loop 0 has those before the first."""
    return _read_networks(folder / f"loop-{loop}")


def result(course: Course, folder: Path) -> NetFiles:
    """Return the networks of the last loop, calibrated; calibrate them if they are not yet."""
    last = folder / f"loop-{len(course.states)}"
    if not course.results:
        return _read_networks(last)
    here = last / "calibrated"
    if not (here / "main.bin").exists():
        here.mkdir(exist_ok=True)
        _write_networks(here, _calibrated(course, _read_networks(last), folder))
    return _read_networks(here)


def _calibrated(course: Course, files: NetFiles, folder: Path) -> NetFiles:
    made = predictions(course.rules, files, course.seed_of(0), course.results)

    def better(name: str, data: bytes, rows: Array) -> bytes:
        data, factor = calibrated(data, made.at(rows))
        _log(folder, f"{name}: lead times {factor:.4f} by {course.results:,} games")
        return data

    late = files.late
    if late is not None and course.fits_late:
        late = better("late", late, made.late)
    return NetFiles(better("main", files.main, ~made.late), late)


def _keep_course(course: Course, start: NetFiles, folder: Path) -> None:
    """Record the course in its folder, or raise ValueError if the folder holds another one.

    More loops may be added to a course.
    """
    path = folder / "course.json"
    text = json.dumps(asdict(course), indent=1) + "\n"
    if path.exists():
        known = json.loads(path.read_text(encoding="utf-8"))
        mine = json.loads(text)
        done, now = known.pop("states"), mine.pop("states")
        if known != mine or done != now[: len(done)]:
            raise ValueError(f"{folder} holds another course: {path.read_text(encoding='utf-8')}")
    path.write_text(text, encoding="utf-8")
    if not (folder / "loop-0").exists():
        (folder / "loop-0").mkdir()
        _write_networks(folder / "loop-0", start)
    if networks(folder, 0) != start:
        raise ValueError(f"the course in {folder} began with other networks")


def _read_networks(here: Path) -> NetFiles:
    main, late = (here / f"{name}.bin" for name in ("main", "late"))
    return NetFiles(main.read_bytes(), late.read_bytes() if late.exists() else None)


def _write_networks(here: Path, files: NetFiles) -> None:
    if files.late is not None:
        _write(here / "late.bin", files.late)
    _write(here / "main.bin", files.main)


def _one_loop(course: Course, loop: int, folder: Path) -> None:
    here = folder / f"loop-{loop}"
    here.mkdir(exist_ok=True)
    if (here / "main.bin").exists():
        return
    last = networks(folder, loop - 1)
    states, labels = _labelled(course, loop, last, folder)
    if loop > 1:
        older, old = _kept(folder / f"loop-{loop - 1}")
        states, labels = States.joined([older, states]), np.concatenate([old, labels])
    late = np.zeros(len(labels), np.bool_)
    late_rows(numbers_of(course.rules), states.boards, late)

    def fitted(name: str, before: bytes | None, rows: Array) -> bytes:
        first = _beginning(course, loop, before)
        return _fitted(course, loop, first, states, labels, rows, here, name)

    new = fitted("late", last.late, np.flatnonzero(late)) if course.fits_late else last.late
    _write_networks(here, NetFiles(fitted("main", last.main, np.flatnonzero(~late)), new))


# ---- labels


def _labelled(course: Course, loop: int, last: NetFiles, folder: Path) -> tuple[States, Array]:
    """Return new states with their labels by the search of the last networks."""
    here, who = folder / f"loop-{loop}", seat(course.rules, last.player(max_doubles_searched=0))
    path = here / "states.npz"
    if not path.exists():
        began = time.process_time()
        wanted = course.states[loop - 1]
        states, games = collect(course.rules, who, course.seed_of(loop), wanted)
        if not course.fits_late:
            late = np.zeros(len(states.boards), np.bool_)
            late_rows(numbers_of(course.rules), states.boards, late)
            states = states.at(np.flatnonzero(~late))
        _save(path, {"games": games, **states._asdict()})
        summary = f"{len(states.boards):,} states of {games:,} games"
        _log(folder, f"loop {loop}: {summary}, {_speed(states, began)}")
    states = _states(path)
    for first in range(0, len(states.boards), CHUNK):
        chunk = here / f"labels-{first // CHUNK:03}.npz"
        if chunk.exists():
            continue
        began = time.process_time()
        part = states.at(np.arange(first, min(first + CHUNK, len(states.boards))))
        labels = np.zeros((len(part.boards), OUTCOMES), np.float32)
        look_ahead(who, part, 0, len(labels), labels)
        _save(chunk, {"labels": labels})
        _log(folder, f"loop {loop}: labels from {first:,}, {_speed(part, began)}")
    return _kept(here)


def _kept(here: Path) -> tuple[States, Array]:
    chunks = [np.load(chunk)["labels"] for chunk in sorted(here.glob("labels-*.npz"))]
    return _states(here / "states.npz"), np.concatenate(chunks)


def _states(path: Path) -> States:
    with np.load(path) as kept:
        return States(*(kept[name] for name in States._fields))


def _speed(states: States, began: float) -> str:
    took = time.process_time() - began
    return f"{took:.0f} s, {len(states.boards) / took:,.0f} a second"


# ---- fits


def _beginning(course: Course, loop: int, before: bytes | None) -> Net | None:
    """Return the previous network, widened to the units of the course, to begin a fit with.

    None if there is no previous network, or if it is wider.
    """
    if before is None or units_of(before) > course.units:
        return None
    return widened(unpacked(before), course.units, course.seed_of(loop))


def _fitted(
    course: Course,
    loop: int,
    first: Net | None,
    states: States,
    labels: Array,
    rows: Array,
    here: Path,
    name: str,
) -> bytes:
    """Return the file of a network fitted to labels; each epoch is a checkpoint."""
    net = first or fresh(course.seed_of(loop), course.units)
    rate = course.rate * (WARM if first else 1)
    held, learnt = rows[::HELD_OUT], np.delete(rows, np.s_[::HELD_OUT])
    code, worth, moments, done = encoding(), _worth(course.rules), at_rest(net), 0
    path = here / f"{name}.npz"
    if path.exists():
        net, moments, done = _resumed(path)
    steps = len(learnt) // BATCH * course.epochs
    for epoch in range(done, course.epochs):
        began = time.process_time()
        order = np.random.default_rng([course.seed_of(loop), epoch]).permutation(learnt)
        at = len(learnt) // BATCH * epoch
        fit_rows(net, moments, code, states, labels, order, worth, rate, at, steps)
        _save(path, _checkpoint(net, moments, epoch + 1))
        summary = _measures(net, states, labels, held, worth)
        took = f"{len(learnt):,} states in {time.process_time() - began:.0f} s"
        _log(here.parent, f"loop {loop}: {name} epoch {epoch + 1}, {summary}, {took}")
    exact = _measures(net, states, labels, held, worth)
    data = _file_of(net, states, rows)
    kept = _measures(unpacked(data), states, labels, held, worth)
    _log(here.parent, f"loop {loop}: {name}: {exact}; in 16 bits, {kept}")
    return data


def _worth(rules: Rules) -> Array:
    won = [min(points, rules.scale.max_points) for points in (1, 2, 3)]
    return np.array([*won, *(-points for points in won), 0], np.float32)


def _measures(net: Net, states: States, labels: Array, rows: Array, worth: Array) -> str:
    errors = np.zeros(len(rows), np.float32)
    entropy = errors_of(net, encoding(), states, labels, rows, worth, errors)
    return f"cross-entropy {entropy:.4f}, error {np.abs(errors).mean():.4f}"


def _file_of(net: Net, states: States, rows: Array) -> bytes:
    return packed(net, greatest_input(net, encoding(), states, rows))


def _checkpoint(net: Net, moments: Moments, epochs: int) -> dict[str, Any]:
    arrays = {"epochs": epochs, **net._asdict()}
    for name, buffer in moments._asdict().items():
        arrays |= {f"{name}.{field}": array for field, array in buffer._asdict().items()}
    return arrays


def _resumed(path: Path) -> tuple[Net, Moments, int]:
    with np.load(path) as kept:
        net = Net(*(kept[field] for field in Net._fields))
        buffers = (
            Net(*(kept[f"{name}.{field}"] for field in Net._fields)) for name in Moments._fields
        )
        return net, Moments(*buffers), int(kept["epochs"])


# ---- files


def _save(path: Path, arrays: dict[str, Any]) -> None:
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.savez(file, **arrays)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def _write(path: Path, data: bytes) -> None:
    unfinished = path.with_suffix(".part")
    unfinished.write_bytes(data)
    unfinished.replace(path)


def _log(folder: Path, text: str) -> None:
    """Print a line and add it to the log of the training."""
    line = f"{time.strftime('%H:%M:%S')} {text}"
    print(line, file=sys.stderr, flush=True)
    with (folder / "log.txt").open("a", encoding="utf-8") as log:
        log.write(line + "\n")


# ---- results


def games_of(course: Course, folder: Path) -> int:
    """Return the number of games of all loops."""
    loops = range(1, len(course.states) + 1)
    return sum(int(np.load(folder / f"loop-{loop}" / "states.npz")["games"]) for loop in loops)


def judge(course: Course, folder: Path, games: int) -> Score:
    """Return the score of the result against the first networks, without lookahead."""
    new, old = result(course, folder), networks(folder, 0)
    return match(course.rules, new.player(), old.player(), games, MATCH_SEED)


MATCH_SEED: Final = 999


def publish_course(course: Course, folder: Path, into: Path, before: int, score: Score) -> None:
    """Write the networks of a course with everything needed to repeat their training.

    Args:
        before: Number of training games of the first networks.
    """
    start, trained = networks(folder, 0), result(course, folder)
    digests = [hashlib.sha256(data).hexdigest() for data in start if data is not None]
    for name, grade, data in (
        (course.ruleset, Grade.FULL, trained.main),
        (f"{course.ruleset}-ending", Grade.ENDING, trained.late),
    ):
        if data is None or data in start:
            continue
        facts = {
            "games": before + games_of(course, folder),
            "start": digests,
            "loops": asdict(course),
            "strength": {"the networks before": score_entry(score)},
        }
        publish_network(into, f"{name}.net", course.rules, grade, data, facts)


def main() -> None:
    """Train the networks of a ruleset, measure them, and publish them."""
    options = _parser().parse_args()
    course = Course(
        options.ruleset,
        tuple(options.states),
        options.seed,
        options.units,
        options.epochs,
        fits_late=not options.keep_late,
        results=options.results,
    )
    folder = options.folder / course.ruleset
    begin = manifest(options.start)
    run(course, files_of(course.rules, Grade.FULL, begin), folder)
    if options.games:
        score = judge(course, folder, options.games)
        _log(folder, f"against the networks before: {json.dumps(score_entry(score))}")
        if options.publish:
            games = chosen(begin, course.rules, Grade.FULL).games
            publish_course(course, folder, options.publish, games, score)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m training.loops",
        description="Train the networks of a ruleset on their own search. After an interruption,"
        " the same command continues from the last checkpoint.",
    )
    parser.add_argument("ruleset", type=ruleset_name, choices=list(RULESETS))
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path("nets"),
        help="folder of the checkpoints (default: nets)",
    )
    parser.add_argument(
        "--start",
        type=Path,
        default=Path(nets.__file__).parent,
        help="folder with the networks to begin with, and their manifest (default: the bundled"
        " networks)",
    )
    parser.add_argument(
        "--states",
        type=int,
        nargs="+",
        default=[300_000, 400_000, 600_000],
        help="number of new positions of each loop (default: 300000 400000 600000)",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--units", type=int, default=256, help="number of hidden units (default: 256)"
    )
    parser.add_argument(
        "--epochs",
        type=int,
        default=12,
        help="number of times that a network sees each position (default: 12)",
    )
    parser.add_argument(
        "--keep-late",
        action="store_true",
        help="keep the network for endings with which the training begins",
    )
    parser.add_argument(
        "--results",
        type=int,
        default=20_000,
        help="number of games at the end whose results calibrate the winning chances (default:"
        " 20000; 0: none)",
    )
    parser.add_argument(
        "--games",
        type=int,
        default=20_000,
        help="number of games of the match at the end (default: 20000)",
    )
    parser.add_argument("--publish", type=Path, help="publish the networks in this folder")
    return parser


if __name__ == "__main__":
    main()

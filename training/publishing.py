"""Files of networks with their manifest entries, which describe how to repeat each training."""

from __future__ import annotations

import hashlib
import json
import platform
import subprocess
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numba
import numpy as np

from backgammon_tui import __version__
from backgammon_tui.analysis.nets import MANIFEST, Grade, manifest_rules
from backgammon_tui.engine import RULESETS, Rules
from training.learner import Learner, Schedule, greatest_hidden
from training.net import Net
from training.net_files import Checkpoint, compress, packed


@dataclass(frozen=True)
class Course:
    """Everything that determines a trained network except the code."""

    ruleset: str
    grade: Grade
    schedule: Schedule
    seed: int
    workers: int
    start: Start | None = None
    """The initial network; None for random weights."""

    @property
    def rules(self) -> Rules:
        return RULESETS[self.ruleset]


@dataclass(frozen=True)
class Start:
    """The network that a training begins with."""

    file: str
    sha256: str


def publish(
    folder: Path, file: str, course: Course, checkpoint: Checkpoint, measured: Mapping[str, object]
) -> None:
    """Write a network and everything needed to repeat its training.

    Args:
        folder: The folder of the file and of the manifest.
        checkpoint: The network, which may have fewer games than the schedule.
    """
    facts = {
        "games": checkpoint.games,
        "seed": course.seed,
        "workers": course.workers,
        "start": asdict(course.start) if course.start else None,
        "schedule": asdict(course.schedule),
        "strength": measured,
    }
    data = file_of(course.rules, checkpoint.net)
    publish_network(folder, file, course.rules, course.grade, data, facts)


def publish_network(
    folder: Path, file: str, rules: Rules, grade: Grade, data: bytes, facts: Mapping[str, object]
) -> None:
    """Write a network and its entry in the manifest of the folder.

    Args:
        data: The uncompressed network.
        facts: The part of the entry about its training.
    """
    entry = {
        "file": file,
        "ruleset": rules.name,
        "grade": grade.value,
        "sha256": hashlib.sha256(data).hexdigest(),
        "rules": manifest_rules(rules),
        **facts,
        "versions": {
            "backgammon-tui": __version__,
            "commit": commit(),
            "python": platform.python_version(),
            "numpy": np.__version__,
            "numba": numba.__version__,
        },
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / file).write_bytes(compress(data, in_pairs=True))
    known = entries(folder)
    others = [other for other in known if other["file"] != file]
    written = sorted([*others, entry], key=lambda listed: str(listed["file"]))
    text = json.dumps(written, indent=1) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8")


def file_of(rules: Rules, net: Net) -> bytes:
    """Return the contents of a network's file, scaled to the maximum input of its units in some
    games."""
    return packed(net, greatest_hidden(Learner(rules, net), games=100))


def entries(folder: Path) -> list[dict[str, Any]]:
    """Return the entries of a folder's manifest; empty if there is none."""
    manifest = folder / MANIFEST
    known: list[dict[str, Any]] = []
    if manifest.exists():
        known = json.loads(manifest.read_text(encoding="utf-8"))
    return known


def again(net: Path) -> tuple[dict[str, Any], Course]:
    """Return the manifest entry and the course of a published network.

    Raises:
        ValueError: if the manifest lacks data to repeat the training.
    """
    for entry in entries(net.parent):
        if entry["file"] == net.name:
            return entry, _course_of(entry)
    raise ValueError(f"{net} is not listed in the manifest of its folder")


def _course_of(entry: Mapping[str, Any]) -> Course:
    try:
        return Course(
            entry["ruleset"],
            Grade(entry["grade"]),
            Schedule(**entry["schedule"]),
            entry["seed"],
            entry["workers"],
            Start(**entry["start"]) if entry["start"] else None,
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"the manifest does not say how {entry['file']} was trained") from error


_TEACHING: Final = ("training", "backgammon_tui", ":!*.net", ":!*/nets/manifest.json")
"""Files that determine the result of a training; the networks themselves may have changed."""


def commit() -> str | None:
    """Return the commit of the training code; None if it is uncertain.

    It is uncertain outside a Git repository, or if the code has uncommitted changes.
    """
    root = Path(__file__).parents[1]
    try:
        changed = _git(root, "status", "--porcelain", "--", *_TEACHING)
        return None if changed else _git(root, "rev-parse", "HEAD")
    except (OSError, subprocess.CalledProcessError):
        return None


def _git(root: Path, *words: str) -> str:
    asked = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True)
    return asked.stdout.strip()

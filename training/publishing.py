"""Files of nets with their entries in a manifest, which tells how to teach each again."""

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
from backgammon_tui.analysis.compression import compress
from backgammon_tui.analysis.nets import MANIFEST, Grade, rules_met
from backgammon_tui.engine import RULESETS, Rules
from training.learner import Learner, Schedule, greatest_hidden
from training.net import Net
from training.net_files import Checkpoint, packed


@dataclass(frozen=True)
class Course:
    """All that decides what becomes of a net, beside the code that teaches it."""

    ruleset: str
    grade: Grade
    schedule: Schedule
    seed: int
    workers: int
    start: Start | None = None
    """The net that it begins with; None for one that knows nothing."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return RULESETS[self.ruleset]


@dataclass(frozen=True)
class Start:
    """A net that a course begins with."""

    file: str
    sha256: str


def publish(
    folder: Path, file: str, course: Course, checkpoint: Checkpoint, measured: Mapping[str, object]
) -> None:
    """Write a net and all that is needed to teach it again.

    Args:
        folder: The folder of the file and of the manifest.
        checkpoint: The net, whose games may be fewer than those that the schedule asks.
    """
    data = file_of(course.rules, checkpoint.net)
    entry = {
        "file": file,
        "ruleset": course.rules.name,
        "grade": course.grade.value,
        "games": checkpoint.games,
        "sha256": hashlib.sha256(data).hexdigest(),
        "rules": rules_met(course.rules),
        "seed": course.seed,
        "workers": course.workers,
        "start": asdict(course.start) if course.start else None,
        "schedule": asdict(course.schedule),
        "versions": {
            "backgammon-tui": __version__,
            "commit": commit(),
            "python": platform.python_version(),
            "numpy": np.__version__,
            "numba": numba.__version__,
        },
        "strength": measured,
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / file).write_bytes(compress(data, in_pairs=True))
    known = entries(folder)
    others = [other for other in known if other["file"] != file]
    written = sorted([*others, entry], key=lambda one: str(one["file"]))
    text = json.dumps(written, indent=1) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8")


def file_of(rules: Rules, net: Net) -> bytes:
    """Return the file of a net, which has room for what its units reach in some games."""
    return packed(net, greatest_hidden(Learner(rules, net), games=100))


def entries(folder: Path) -> list[dict[str, Any]]:
    """Return the entries of a folder's manifest, none if there is no manifest."""
    manifest = folder / MANIFEST
    known: list[dict[str, Any]] = []
    if manifest.exists():
        known = json.loads(manifest.read_text(encoding="utf-8"))
    return known


def again(net: Path) -> tuple[dict[str, Any], Course]:
    """Return a published net's entry in the manifest beside it, and its course.

    Raises:
        ValueError: if the manifest does not say all that is needed to teach it again.
    """
    for entry in entries(net.parent):
        if entry["file"] == net.name:
            return entry, _course_of(entry)
    raise ValueError(f"{net} is no net of a manifest beside it")


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


_TEACHING: Final = ("training", "backgammon_tui", ":!backgammon_tui/analysis/nets")
"""All that decides what a net becomes; the nets themselves may have changed."""


def commit() -> str | None:
    """Return the commit of the code that teaches; None where that is not known for sure.

    That is outside a repository of Git, and where the code has been changed since.
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

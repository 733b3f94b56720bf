"""A net that has been taught becomes a file with an entry in a manifest."""

from __future__ import annotations

import hashlib
import json
import platform
import subprocess
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

import numba
import numpy as np

from backgammon_tui import __version__
from backgammon_tui.analysis.nets import MANIFEST, Grade, rules_met
from backgammon_tui.engine import Rules
from backgammon_tui.training.checkpoints import Checkpoint
from backgammon_tui.training.export import packed
from backgammon_tui.training.pupil import Pupil, Schedule, greatest_hidden


def publish(
    folder: Path,
    file: str,
    rules: Rules,
    grade: Grade,
    checkpoint: Checkpoint,
    schedule: Schedule,
    measured: Mapping[str, object],
) -> None:
    """Write a net and what is to be known of it.

    Args:
        folder: Where the file and the manifest are.
    """
    pupil = Pupil(rules, checkpoint.net)
    data = packed(checkpoint.net, greatest_hidden(pupil, games=100))
    entry = {
        "file": file,
        "ruleset": rules.name,
        "grade": grade.value,
        "games": checkpoint.games,
        "sha256": hashlib.sha256(data).hexdigest(),
        "rules": rules_met(rules),
        "seed": checkpoint.seed,
        "schedule": asdict(schedule),
        "versions": {
            "backgammon-tui": __version__,
            "commit": _commit(),
            "python": platform.python_version(),
            "numpy": np.__version__,
            "numba": numba.__version__,
        },
        "strength": measured,
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / file).write_bytes(data)
    manifest = folder / MANIFEST
    known = json.loads(manifest.read_text(encoding="utf-8")) if manifest.exists() else []
    others = [other for other in known if other["file"] != file]
    entries = sorted([*others, entry], key=lambda one: str(one["file"]))
    manifest.write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")


def _commit() -> str | None:
    """The commit of the code that teaches; None where it is not in a repository of Git."""
    try:
        asked = subprocess.run(
            ["git", "describe", "--always", "--abbrev=40", "--dirty"],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return asked.stdout.strip()

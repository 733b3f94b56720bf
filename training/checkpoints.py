"""Nets on their way: files from which learning goes on where it stopped."""

from __future__ import annotations

import os
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.net import Net

KEPT = (1_000, 3_000, 10_000, 30_000, 100_000, 200_000, 300_000, 400_000)
"""After so many games a net is kept for good, to measure later ones by."""


@dataclass(frozen=True)
class Checkpoint:
    """A net and how far it has come."""

    net: Net
    games: int
    seed: int


def save(path: Path, checkpoint: Checkpoint) -> None:
    """Write a checkpoint so that the file is at any moment the old or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.savez(
            file,
            games=checkpoint.games,
            seed=checkpoint.seed,
            **checkpoint.net._asdict(),
        )
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def load(path: Path) -> Checkpoint | None:
    """Read a checkpoint; None where there is none.

    Raises:
        ValueError: if the file is not a checkpoint.
    """
    try:
        with np.load(path, allow_pickle=False) as kept:
            net = Net(*(kept[name].astype(np.float32) for name in Net._fields))
            return Checkpoint(net, int(kept["games"]), int(kept["seed"]))
    except FileNotFoundError:
        return None
    except (KeyError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path} is no checkpoint of a net") from error


def latest(folder: Path, name: str) -> Path:
    """Return the path of a net's latest checkpoint."""
    return folder / f"{name}.npz"


def after(folder: Path, name: str, games: int) -> Path:
    """Return the path of the checkpoint after so many games."""
    return folder / f"{name}-{games}.npz"

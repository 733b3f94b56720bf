"""Files of networks: checkpoints of trainings, and networks in the format of the game."""

from __future__ import annotations

import lzma
import os
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from backgammon_tui.analysis.nets import HEADER, INPUTS, MAGIC, OUTCOMES, units_of
from training.arrays import UNITS, Array
from training.net import Net

KEPT = (1_000, 3_000, 10_000, 30_000, 100_000, 200_000, 300_000, 400_000)
"""Numbers of games after which a checkpoint is kept, to measure later networks by."""


@dataclass(frozen=True)
class Checkpoint:
    """A network and the progress of its training."""

    net: Net
    games: int
    seed: int


def save(path: Path, checkpoint: Checkpoint) -> None:
    """Write a checkpoint atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.savez(file, games=checkpoint.games, seed=checkpoint.seed, **checkpoint.net._asdict())
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def load(path: Path) -> Checkpoint | None:
    """Read a checkpoint; None if there is none.

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
        raise ValueError(f"{path} is not a checkpoint of a network") from error


def latest(folder: Path, name: str) -> Path:
    """Return the path of a network's latest checkpoint."""
    return folder / f"{name}.npz"


def after(folder: Path, name: str, games: int) -> Path:
    """Return the path of the checkpoint after this many games."""
    return folder / f"{name}-{games}.npz"


# ---- nets of 16-bit integers

_ANY: Final = {"id": lzma.FILTER_LZMA1, "lc": 3, "lp": 0, "pb": 0, "dict_size": 1 << 20}
_PAIRS: Final = _ANY | {"lc": 1, "lp": 1}
"""For two-byte numbers: models high and low bytes separately."""


def compress(data: bytes, *, in_pairs: bool = False) -> bytes:
    """Compress data for `decompress`; `in_pairs` suits two-byte numbers."""
    return lzma.compress(data, lzma.FORMAT_ALONE, filters=[_PAIRS if in_pairs else _ANY])


_FINEST: Final = 12
"""Maximum shift: weights are multiples of 1/4096 at the finest."""

_MAX_WEIGHT: Final = (1 << 15) - 1


def packed(net: Net, most_hidden: float) -> bytes:
    """Return the contents of a network file.

    Args:
        most_hidden: The known maximum input of its hidden units before clipping. A 16-bit lane
            must be able to hold twice that.
    """
    units = np.array(UNITS, np.float64)
    hidden = np.vstack([net.hidden / units[:, None], net.hidden_bias[None, :]])
    hidden_shift = _shift(max(float(np.abs(hidden).max()), 2 * most_hidden))
    out_shift = _shift(float(max(np.abs(net.out).max(), np.abs(net.out_bias).max())))
    return (
        MAGIC
        + bytes([hidden_shift, out_shift])
        + _whole(hidden, hidden_shift)
        + _whole(net.out.T, out_shift)
        + _whole(net.out_bias, out_shift)
    )


def most_hidden_of(data: bytes) -> float:
    """Return the maximum input of hidden units for which a file has room, see `packed`."""
    return _MAX_WEIGHT / float(2 << data[len(MAGIC)])


def _shift(maximum: float) -> int:
    """Return the shift that makes numbers fill 16 bits including the sign."""
    return min(int(np.floor(np.log2(_MAX_WEIGHT / maximum))), _FINEST)


def _whole(weights: Array, shift: int) -> bytes:
    return np.rint(weights * float(1 << shift)).astype("<i2").tobytes()


def unpacked(data: bytes) -> Net:
    """Return the network of a file, for training and matches."""
    hidden_shift, out_shift = data[len(MAGIC)], data[len(MAGIC) + 1]
    weights = np.frombuffer(data[HEADER:], "<i2").astype(np.float32)
    width = units_of(data)
    rows = (INPUTS + 1) * width
    hidden = weights[:rows].reshape(INPUTS + 1, width) / (1 << hidden_shift)
    out = weights[rows:] / (1 << out_shift)
    units = np.array(UNITS, np.float32)
    return Net(
        np.ascontiguousarray(hidden[:-1] * units[:, None], np.float32),
        np.ascontiguousarray(hidden[-1], np.float32),
        np.ascontiguousarray(out[: width * OUTCOMES].reshape(OUTCOMES, width).T, np.float32),
        np.ascontiguousarray(out[width * OUTCOMES :], np.float32),
    )

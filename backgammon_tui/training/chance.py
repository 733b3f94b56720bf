"""Chance for compiled games, the same on every machine."""

from __future__ import annotations

import numpy as np
from numba import njit

from backgammon_tui.training.board import Array


@njit(cache=True)
def _next(random: Array) -> np.uint64:
    """The next number of a splitmix64 sequence."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    z = random[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.uint64(z ^ (z >> np.uint64(31)))


@njit(cache=True)
def below(random: Array, limit: int) -> int:
    """A number from 0 to below the limit, all equally likely but for one part in 2**32."""
    high = _next(random) >> np.uint64(32)
    return int(np.int64(high * np.uint64(limit) >> np.uint64(32)))


@njit(cache=True)
def seed_of(seed: int, game: int) -> np.uint64:
    """Where the chance of one game begins."""
    return np.uint64(seed) * np.uint64(0xD1342543DE82EF95) + np.uint64(game) * np.uint64(
        0xDA942042E4DD58B5
    )

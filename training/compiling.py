"""Compilation with numba, and the cache of compiled functions.

An entry point for Python or C unpacks tuples of dozens of arrays, and compiling it takes a third of
the time. Nothing is called from C, and most functions are called only by compiled ones, so they
have no such entry points.

Do not compile with `fastmath`. It lets the compiler reorder sums, and a function is compiled once
on its own and once inside each caller. Which version runs depends on what else was compiled in the
process, so a network would differ if the cache was empty.
"""

from __future__ import annotations

import hashlib
from functools import partial
from pathlib import Path
from typing import Any, Final

import numba
from numba import njit

from backgammon_tui.analysis import nets


def _digest() -> str:
    """Return a digest of all compiled sources and their constants."""
    digest = hashlib.sha256(Path(nets.__file__).read_bytes())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        source = path.read_bytes()
        if path.stem in ("arrays", "codes", "compiling") or b"training.compiling" in source:
            digest.update(source)
    return digest.hexdigest()[:16]


_config: Any = numba.config

CACHE: Final = Path(_config.CACHE_DIR or Path(__file__).parent / "__pycache__") / _digest()
"""Folder of the compilation cache.

Each state of the sources has its own folder, because numba checks only whether a function's own
file has changed, not the files of the functions that it calls.
"""

_config.CACHE_DIR = str(CACHE)

compiled = partial(njit, cache=True, no_cfunc_wrapper=True)
"""For functions called from Python."""

inner = partial(compiled, no_cpython_wrapper=True)
"""For functions called only by compiled ones."""


def is_cached(function: str) -> bool:
    """Return True if a function of this name is in the cache."""
    return any(CACHE.glob(f"**/*.{function}-*.nbi"))


plain = partial(inner, _nrt=False)
"""For functions that create no arrays: omits reference counting, which takes a third of the time of
a game."""

"""The compiler of this room's functions, and the folder where its results are laid up.

Ways into a function from Python and C take apart tuples of dozens of arrays, and to compile
them takes a third of the time. Nothing is called from C, and most functions only by others
that are compiled.

No function may be compiled with `fastmath`. It lets the compiler order a sum as it likes, and
a function is compiled once by itself and once more inside each of its callers. Which of these
is run depends on what else was compiled in the same process, so that a net came out different
when nothing was laid up yet.
"""

from __future__ import annotations

import hashlib
from functools import partial
from pathlib import Path
from typing import Any, Final

import numba
from numba import njit

from backgammon_tui.analysis import features


def _digest() -> str:
    """Return a digest of all that is compiled and of the constants in it."""
    digest = hashlib.sha256(Path(features.__file__).read_bytes())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        source = path.read_bytes()
        if path.stem in ("arrays", "codes", "compiling") or b"training.compiling" in source:
            digest.update(source)
    return digest.hexdigest()[:16]


_config: Any = numba.config

LAID_UP: Final = Path(_config.CACHE_DIR or Path(__file__).parent / "__pycache__") / _digest()
"""The folder for compiled functions.

Each state of the sources has its own: numba looks only at the file of a function to see
whether it is out of date, not at those of the functions that it calls.
"""

_config.CACHE_DIR = str(LAID_UP)

compiled = partial(njit, cache=True, no_cfunc_wrapper=True)
"""For what Python calls."""

inner = partial(compiled, no_cpython_wrapper=True)
"""For what only compiled functions call."""


def is_laid_up(function: str) -> bool:
    """Return True if a function of this name has been compiled before."""
    return any(LAID_UP.glob(f"**/*.{function}-*.nbi"))


plain = partial(inner, _nrt=False)
"""For what makes no arrays: it does not count the references to those it is handed, which
takes a third of the time of a game."""

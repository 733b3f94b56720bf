"""How the functions of this room are compiled.

Ways into a function from Python and C take apart tuples of dozens of arrays, and to compile
them takes a third of the time. Nothing is called from C, and most functions only by others
that are compiled.
"""

from __future__ import annotations

from functools import partial

from numba import njit

compiled = partial(njit, cache=True, no_cfunc_wrapper=True)
"""For what Python calls."""

inner = partial(compiled, no_cpython_wrapper=True)
"""For what only compiled functions call."""

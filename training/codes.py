"""Codes that compiled functions pass to each other.

None of them is a literal, because numba compiles a function again for each literal argument.
"""

from __future__ import annotations

from typing import Any

import numpy as np

_due: Any = map(np.int64, (0, 1, 1, 8, 9, 10))
PASS, AGAIN_DUE, COMPLEMENT_DUE, CHOICE_DUE, WON, DEAD = _due
"""The codes of the next event after a stage: the opponent rolls; the same side rolls again; it
plays a complement (1 + its number); it chooses its doubles; it has won; no side can ever move.
"""

_truths: Any = map(np.bool_, (True, False))
YES, NO = _truths
_counts: Any = map(np.int64, (-1, 2, 4))
NO_PLAY, TWO, FOUR = _counts

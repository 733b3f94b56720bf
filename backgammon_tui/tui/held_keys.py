"""Keys that are held down, or pressed before anybody can have read the question."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import Final

MOMENT: Final = 0.25
"""Seconds between two presses of one key, and between a new state and its first press."""

_REPEATS: Final = 0.6
"""The part of it in which a held key repeats, too short for a second press."""

DECIDING: Final = ("enter", "space")
"""The keys that go on from whatever waits, as Textual names them."""


DIGITS: Final = tuple("0123456789")


class HeldKeys:
    """The times of deciding keys, and since when the present state is seen."""

    def __init__(self) -> None:
        self._pressed: dict[str, float] = {}
        self._taken: dict[str, float] = {}
        self._seen_since = self._refused = -inf
        self.is_held = False
        """True if the last press came so soon after another one of the same key."""

    def see_new_state(self) -> None:
        """Note that another state is on the screen from now on."""
        self._seen_since = monotonic()

    @property
    def is_run_past(self) -> bool:
        """True just after a press that came too soon, as the next key may rely on it."""
        return monotonic() - self._refused < 2 * MOMENT

    def comes_too_soon(self, key: str) -> bool:
        """Note a press; return True if it is too soon to be meant for the present screen."""
        now = monotonic()
        last, taken = (noted.get(key, -inf) for noted in (self._pressed, self._taken))
        self._pressed[key] = now
        # A press that was refused makes nobody wait again.
        self.is_held = now - last < _REPEATS * MOMENT or now - taken < MOMENT
        is_soon = self.is_held or now - self._seen_since < MOMENT
        self._refused = now if is_soon else -inf
        if not is_soon:
            self._taken[key] = now
        return is_soon

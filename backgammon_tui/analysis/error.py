"""The error of a cost, as measured against rollouts."""

from __future__ import annotations

from typing import Final

from backgammon_tui.engine import Rules

_LEAST: Final = {
    "russian": 0.02,
    "falood": 0.02,
    "french": 0.01,
    "never-finishing": 0.04,
    "backgammon": 0.02,
}
_USUAL: Final = 0.03
_SHIFT: Final = 0.4


def error_of(rules: Rules, at_once: float, ahead: float | None) -> float:
    """Return the error of the cost of a play."""
    least = _LEAST.get(rules.name, _USUAL)
    if ahead is None:
        return 2 * least
    return least + _SHIFT * abs(ahead - at_once)

"""The program with a fault: `python -m tests.tui.failing` fails at `!`."""

from __future__ import annotations

import sys

from backgammon_tui.cli import main
from backgammon_tui.tui.screens.sitting_screen import SittingScreen


def fail_at(_: object, character: str) -> str:
    """The fault."""
    if character == "!":
        raise RuntimeError("injected")
    return character


if __name__ == "__main__":
    SittingScreen.deed_of = fail_at  # type: ignore[method-assign,assignment]
    sys.exit(main())

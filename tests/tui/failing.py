"""The program with a fault: `python -m tests.tui.failing` fails at `!`."""

from __future__ import annotations

import sys

from backgammon_tui.cli import main
from backgammon_tui.modes.effects import Step
from backgammon_tui.modes.mode import Mode


def fail_at(_: Mode, given: object) -> Step[Mode]:
    """The fault."""
    raise RuntimeError("injected")


if __name__ == "__main__":
    handle = Mode.handle
    Mode.handle = lambda mode, given: (fail_at if given == "!" else handle)(mode, given)  # type: ignore[method-assign,assignment,return-value]
    sys.exit(main())

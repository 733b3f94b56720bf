"""The program with a fault: `python -m tests.tui.failing` fails at `!`."""

from __future__ import annotations

import sys

from backgammon_tui.cli import main
from backgammon_tui.modes.effects import Step
from backgammon_tui.modes.mode import Mode


def fail_at(_: Mode, press: object) -> Step[Mode]:
    raise RuntimeError("injected")


if __name__ == "__main__":
    handle = Mode.handle
    Mode.handle = lambda mode, press: (fail_at if press == "!" else handle)(mode, press)  # type: ignore[method-assign,assignment,return-value]
    sys.exit(main())

"""The program at a table whose fair dice are known: `python -m tests.tui.seeded french 7`.

A position may follow, such as 'W 6:1 off:14 / B 5:1 off:14; W to move'.
"""

from __future__ import annotations

import sys

from tests.engine.examples import rules_named
from tests.modes.examples import new_table
from tests.tui.screen import app_at


def main(name: str, seed: str, starting_position: str = "") -> int:
    """Play on the screen with the dice of a seed, and return the exit code."""
    table = new_table(rules_named(name), int(seed), starting_position=starting_position)
    app = app_at(table)
    app.run()
    return app.return_code or 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""The program at a table whose fair dice are known: `python -m tests.tui.seeded french 7`.

A situation may follow, such as 'W 6:1 off:14 / B 5:1 off:14; W to move'.
"""

from __future__ import annotations

import sys

from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.storage.record import DiceKind
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.launch import LaunchOptions
from tests.engine.examples import rules_named
from tests.modes.examples import new_table


def main(name: str, seed: str, situation: str = "") -> int:
    """Play on the screen with the dice of a seed; the exit code."""
    table = new_table(rules_named(name), int(seed), situation=situation)
    journal = Journal(journal_file())
    app = BackgammonApp(LaunchOptions(table.record, DiceKind.FAIR, table, journal=journal))
    app.run()
    return app.return_code or 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

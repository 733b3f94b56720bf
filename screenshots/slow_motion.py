"""Run the program with slow slides and dice, for filming on slow machines.

python -m screenshots.slow_motion 6 russian     # six times as slow
"""

from __future__ import annotations

import sys

from backgammon_tui.cli import main
from backgammon_tui.tui.board import board, motion

if __name__ == "__main__":
    times = float(sys.argv.pop(1))
    motion.SLIDE_SECONDS *= times
    motion.APART_SECONDS *= times
    board.TURN_SECONDS *= times
    sys.exit(main())

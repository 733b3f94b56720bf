"""`python -m backgammon_tui` is the command `backgammon-tui`."""

import sys

from backgammon_tui.cli import main

sys.exit(main())

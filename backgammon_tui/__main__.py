"""Entry point of `python -m backgammon_tui`."""

import sys

from backgammon_tui.cli import main

sys.exit(main())

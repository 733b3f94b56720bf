"""Photograph the board in pixels: the program in a real kitty, on an X display without a screen.

    Xvfb :77 -screen 0 2400x1600x24 &
    DISPLAY=:77 .venv/bin/python -m screenshots.photograph            # in screenshots/pixels.png
    DISPLAY=:77 .venv/bin/python -m screenshots.photograph OTHER.png --program COMMAND

It takes kitty from version 0.41 on, Debian's xdotool and imagemagick, and a font such as
fonts-dejavu-core. The second picture shows the same moment in cells.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

FOLDER = Path(__file__).parent
_COLUMNS, _ROWS = 120, 36
_OPTIONS = {
    "font_family": "DejaVu Sans Mono",
    "font_size": 11,
    "remember_window_size": "no",
    "initial_window_width": f"{_COLUMNS}c",
    "initial_window_height": f"{_ROWS}c",
    "window_padding_width": 0,
    "hide_window_decorations": "yes",
    "update_check_interval": 0,
}
_SITUATION = "W 24:4 13:1 8:1 6:3 4:2 off:4 / B 24:3 22:1 13:2 8:2 6:2 5:3 bar:1 off:1; W to move"
_GAME = f"backgammon --white Anna --black Boris --dice typed --from {_SITUATION!r}"
_KEYS = ("5", "3", "Return", "Down", "Down")
_PATIENCE = 6.0
"""Seconds for the window to stand; software drawing is slow."""


def photograph(path: Path, program: str, board: str) -> None:
    """Start the game in a kitty of its own, preview a play and photograph the window."""
    with TemporaryDirectory() as folder:
        options = [each for name, value in _OPTIONS.items() for each in ("-o", f"{name}={value}")]
        command = f"{program} {_GAME} --board {board}"
        kitty = subprocess.Popen(
            ["kitty", "--config", "NONE", *options, "sh", "-c", command],
            env=os.environ | {"LIBGL_ALWAYS_SOFTWARE": "1", "BACKGAMMON_TUI_FOLDER": folder},
        )
        try:
            time.sleep(_PATIENCE)
            window = _told("xdotool", "search", "--onlyvisible", "--name", ".").split()[-1]
            _told("xdotool", "windowfocus", window)
            for key in _KEYS:
                _told("xdotool", "key", key)
                time.sleep(0.6)
            _told("import", "-window", window, str(path))
        finally:
            kitty.terminate()
            kitty.wait()


def _told(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main() -> None:
    """Take both pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path, nargs="?", default=FOLDER / "pixels.png")
    parser.add_argument("--program", default=f"{sys.executable} -m backgammon_tui")
    given = parser.parse_args()
    photograph(given.path, given.program, "pixels")
    photograph(given.path.with_stem("cells"), given.program, "cells")


if __name__ == "__main__":
    main()

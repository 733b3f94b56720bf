"""Photograph and film the board as graphics, in a real kitty on a separate display.

    Xvfb :77 -screen 0 2400x1600x24 &
    DISPLAY=:77 .venv/bin/python -m screenshots.photograph            # all three
    DISPLAY=:77 .venv/bin/python -m screenshots.photograph film       # one of them

Needs kitty 0.41 or later, Debian's xdotool, imagemagick and ffmpeg, and a font such as fonts-
dejavu-core. `pixels` and `cells` show the same moment.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from screenshots.scenes import FILM

FOLDER = Path(__file__).parent
_LOOKS = {
    "font_family": "DejaVu Sans Mono",
    "font_size": 11,
    "remember_window_size": "no",
    "window_padding_width": 0,
    "hide_window_decorations": "yes",
    "update_check_interval": 0,
}
_PLAYERS = "--white Anna --black Boris --dice typed --theme lamplight"
_STILL = "W 20:2 13:2 8:4 6:3 5:2 4:2 / B 24:1 18:2 13:2 8:4 6:5 2:1; W to move"
_STILL_KEYS = ("5", "3", "Return", "End", *["Up"] * 6)
"""Keys for the play that makes a row of points."""
_FILM_KEYS: Sequence[tuple[str, float]] = (
    *(("5", 0.5), ("5", 0.7), ("Return", 2.4)),
    *(*[("Down", 0.5)] * 5, ("Down", 1.4), ("Return", 2.6)),
    *(("Down", 0.7), ("Down", 1.0), ("Return", 2.2)),
    *(("6", 0.5), ("6", 0.7), ("Return", 4.0)),
)
"""Keys and seconds for doubles with two hits, their complement, and doubles as the extra roll."""
_SLOWER = 6
"""Slow-motion factor, because kitty draws only six frames a second in software."""
_FRAMES = 30
"""Frames per second of the film."""
_PATIENCE = 8.0
"""Seconds to wait for the window, because software drawing is slow."""


@contextmanager
def _window(module: str, game: str, size: tuple[int, int], board: str) -> Iterator[str]:
    """Open a kitty with a game and yield its window number."""
    columns, rows = size
    looks = _LOOKS | {"initial_window_width": f"{columns}c", "initial_window_height": f"{rows}c"}
    options = [option for name, value in looks.items() for option in ("-o", f"{name}={value}")]
    with TemporaryDirectory() as folder:
        kitty = subprocess.Popen(
            [
                "kitty",
                "--config",
                "NONE",
                *options,
                "sh",
                "-c",
                f"{sys.executable} -m {module} {game} --board {board}",
            ],
            env=os.environ | {"LIBGL_ALWAYS_SOFTWARE": "1", "BACKGAMMON_TUI_FOLDER": folder},
        )
        try:
            time.sleep(_PATIENCE)
            window = _run("xdotool", "search", "--onlyvisible", "--name", ".").split()[-1]
            _run("xdotool", "windowfocus", window)
            yield window
        finally:
            kitty.terminate()
            kitty.wait()


def photograph(board: str) -> None:
    """Write a picture of a previewed play, as graphics or as text."""
    game = f"backgammon {_PLAYERS} --from {_STILL!r}"
    with _window("backgammon_tui", game, (120, 36), board) as window:
        for key in _STILL_KEYS:
            _run("xdotool", "key", key)
            time.sleep(0.6)
        _run("import", "-window", window, str(FOLDER / f"{board}.png"))


def film() -> None:
    """Write the animated picture."""
    module, game = f"screenshots.slow_motion {_SLOWER}", f"russian {_PLAYERS} --from {FILM!r}"
    with _window(module, game, (100, 30), "graphics") as window, TemporaryDirectory() as folder:
        raw = Path(folder) / "film.mkv"
        camera = ("-f", "x11grab", "-draw_mouse", "0", "-framerate", str(_FRAMES // _SLOWER))
        recorder = _ffmpeg(
            *camera, "-window_id", window, "-i", os.environ["DISPLAY"], "-c:v", "ffv1", str(raw)
        )
        time.sleep(1.5 * _SLOWER)
        for key, seconds in _FILM_KEYS:
            _run("xdotool", "key", key)
            time.sleep(seconds * _SLOWER)
        recorder.communicate(b"q")
        fewer = f"setpts=PTS/{_SLOWER},fps={_FRAMES},mpdecimate=hi=1:lo=1:frac=0"
        look = ("-c:v", "libwebp_anim", "-quality", "82", "-compression_level", "6", "-loop", "0")
        target = str(FOLDER / "film.webp")
        _ffmpeg("-i", str(raw), "-vf", fewer, "-fps_mode", "vfr", *look, target).communicate()


def _ffmpeg(*arguments: str) -> subprocess.Popen[bytes]:
    command = ["ffmpeg", "-y", "-loglevel", "error", *arguments]
    return subprocess.Popen(command, stdin=subprocess.PIPE)


def _run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main() -> None:
    """Make the named pictures, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    pictures = ("graphics", "text", "film")
    parser.add_argument("names", nargs="*", choices=(*pictures, "all"), default="all")
    names = parser.parse_args().names
    for name in pictures if "all" in names else names:
        if name == "film":
            film()
        else:
            photograph(name)


if __name__ == "__main__":
    main()

"""Sheets of the board at every size, in every theme and colour depth, for inspection.

.venv/bin/python -m screenshots.looks /tmp/looks complement

One sheet for each size; a row for each colour depth, a column for each theme.
"""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path

from PIL import Image

from backgammon_tui.tui.themes import THEMES, ColorDepth
from screenshots.make import running
from screenshots.raster import HEIGHT, WIDTH, picture
from screenshots.scenes import PICTURES

SIZES = ((80, 24), (100, 30), (120, 36), (160, 48), (200, 60))


def sheet(name: str, size: tuple[int, int]) -> Image.Image:
    """Draw all themes and depths at one size, scaled to half."""
    keys = next(picture.keys for picture in PICTURES if picture.name == name)
    width, height = size[0] * WIDTH // 2, size[1] * HEIGHT // 2
    image = Image.new("RGB", (width * len(THEMES), height * len(ColorDepth)))
    for (row, depth), (column, theme) in product(enumerate(ColorDepth), enumerate(THEMES)):
        arguments = ("-m", "screenshots.scenes", name, theme.name)
        with running(arguments, size, colors=depth.value) as terminal:
            for key in keys:
                terminal.press(key)
                terminal.settle()
            shown = picture(terminal.screen).resize((width, height))
        image.paste(shown, (column * width, row * height))
    return image


def main() -> None:
    """Write the sheets of a picture's moment to a folder."""
    folder, name = Path(sys.argv[1]), sys.argv[2]
    folder.mkdir(parents=True, exist_ok=True)
    for size in SIZES:
        sheet(name, size).save(folder / f"{name}-{size[0]}x{size[1]}.png")


if __name__ == "__main__":
    main()

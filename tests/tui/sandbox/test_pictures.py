"""Pictures of the sandbox and of the 36 throws as text.

`BLESS=1 pytest tests/tui/sandbox/test_pictures.py` paints them anew; then look at the diff.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.tui.sandbox.boxes import sandbox
from tests.tui.screen import Size, lines, press, styled, widths

PICTURES = Path(__file__).parent / "pictures"

SMALL, LARGE = (80, 24), (120, 36)

ENTERING = "W 24:2 22:1 20:1 hand:11 / B 23:3 21:1 hand:10 bar:1"
TRAPS = "W 24:6 22:2 11:2 9:1 7:1! 4:3 / B 18:1 17:1 20:2 13:3 16:1! 6:7"
SHUT = "W 24:3 22:1 hand:9 bar:2 / B 23:2 21:3 20:2 19:2 hand:6"


@dataclass(frozen=True)
class Picture:
    """How to come to a screen that is worth a look."""

    name: str
    line: str
    inputs: tuple[str, ...] = ()
    size: Size = SMALL
    ascii_only: bool = False
    styles: tuple[tuple[int, int], ...] = ()
    """Rows whose colours are part of the picture, each from a column on."""


GALLERY = {
    "start": Picture("russian", ""),
    "set-up": Picture(
        "falood", ENTERING, ("tab", "left", "left", "5", "3"), styles=((2, 57), (3, 57))
    ),
    "set-up-ascii": Picture("never-finishing", TRAPS, ("6",), ascii_only=True),
    "menu": Picture("falood", ENTERING, ("l",)),
    "playing": Picture("french", ENTERING, ("enter", "4", "4", "enter", "down")),
    "throws": Picture("falood", SHUT, ("g", "4", "1"), styles=((7, 4),)),
    "throws-ascii": Picture("russian", ENTERING, ("g", "3", "3"), ascii_only=True),
    "lesson": Picture("french", ENTERING, ("4", "1", "enter", "down", "enter", "s")),
    "ruleset": Picture("russian", "", ("r",)),
}


async def paint(picture: Picture) -> list[str]:
    """The screen as lines, with the styles of some rows below it."""
    size, ascii_only = picture.size, picture.ascii_only
    async with sandbox(picture.name, picture.line, size=size, ascii_only=ascii_only) as box:
        app = box.pilot.app
        await press(box.pilot, *picture.inputs)
        assert set(widths(app)) == {size[0]}
        painted = [line.rstrip() for line in lines(app)]
        assert len(painted) == size[1]
        for row, start in picture.styles:
            painted += ["", f"row {row}:", *styled(app, row, start)]
        return painted


@pytest.mark.parametrize("name", GALLERY)
async def test_the_screen_looks_as_in_its_picture(name: str) -> None:
    painted = await paint(GALLERY[name])
    kept = PICTURES / f"{name}.txt"
    if os.environ.get("BLESS"):
        PICTURES.mkdir(exist_ok=True)
        kept.write_text("\n".join(painted) + "\n", encoding="utf-8")
    assert kept.read_text(encoding="utf-8").splitlines() == painted


@pytest.mark.parametrize("name", [name for name in GALLERY if GALLERY[name].ascii_only])
def test_in_seven_bits_nothing_else_is_painted(name: str) -> None:
    assert (PICTURES / f"{name}.txt").read_text(encoding="utf-8").isascii()


def test_no_picture_is_left_over() -> None:
    assert {path.stem for path in PICTURES.glob("*.txt")} == set(GALLERY)

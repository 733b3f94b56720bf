"""Pictures of the quiz as text.

`BLESS=1 pytest tests/tui/test_quiz_pictures.py` paints them anew; then look at the diff.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from backgammon_tui.teach.quiz.item import Item
from tests.teach.quiz.test_rounds import FOLLOWS, LEGAL, LOST
from tests.tui.screen import Size, lines, widths
from tests.tui.test_quiz_screen import quiz

PICTURES = Path(__file__).parent / "quiz_pictures"

TRAP = Item.parse(
    "trap | never-finishing | W 24:2 18:4 16:3 13:3 12:2 4:1 / B 24:2 22:2 20:3 18:4 14:2 11:2;"
    " B to move | 3-5 | 24/21^/16"
)
STACK = Item.parse(
    "follows | falood | W 24:2 22:2 21:3 20:3 18:1 16:2 15:2 / B 19:8 hand:7;"
    " B to move; first doublet W B | 6-6 | hand/19(4)"
)


@dataclass(frozen=True)
class Picture:
    """How to come to a screen that is worth a look."""

    item: Item
    inputs: tuple[str, ...] = ()
    size: Size = (80, 24)
    ascii_only: bool = False


GALLERY = {
    "asked": Picture(LEGAL, ("down", "down")),
    "wrong": Picture(LEGAL, ("1",)),
    "right": Picture(LOST, ("0",)),
    "scrolled": Picture(TRAP),
    "stack": Picture(STACK),
    "large": Picture(FOLLOWS, ("2",), (120, 36)),
    "ascii": Picture(TRAP, ("1",), (100, 30), ascii_only=True),
    "games": Picture(LEGAL, ("r",)),
}


@pytest.mark.parametrize("name", GALLERY)
async def test_the_screen_looks_as_in_its_picture(name: str) -> None:
    picture = GALLERY[name]
    async with quiz(size=picture.size, ascii_only=picture.ascii_only) as learner:
        await learner.ask(picture.item)
        await learner.press(*picture.inputs)
        app = learner.pilot.app
        assert set(widths(app)) == {picture.size[0]}
        painted = [line.rstrip() for line in lines(app)]
    assert len(painted) == picture.size[1]
    kept = PICTURES / f"{name}.txt"
    if os.environ.get("BLESS"):
        PICTURES.mkdir(exist_ok=True)
        kept.write_text("\n".join(painted) + "\n", encoding="utf-8")
    assert kept.read_text(encoding="utf-8").splitlines() == painted


def test_no_picture_is_left_over() -> None:
    assert {path.stem for path in PICTURES.glob("*.txt")} == set(GALLERY)

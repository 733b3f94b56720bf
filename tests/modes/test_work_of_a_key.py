"""What one key costs: facts that hold for a whole state are worked out once, not by each reader."""

from __future__ import annotations

import sys
from collections import Counter
from types import FrameType

import pytest

from backgammon_tui.modes.commands import footer
from backgammon_tui.modes.glyphs import Glyphs
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.mode import Frame
from backgammon_tui.modes.play.mode import PlayMode
from tests.modes.examples import B, W, seated

ONCE = ("of_the_rules", "moment_of", "level_of", "footer")
"""Functions that one key may call once."""

SEARCH = "max_playable"
"""Called once at most, too, unless moves are made, each of which is checked by it."""

NEVER = ("waits_for",)
"""Functions that the screen does not need at all."""


def calls(mode: PlayMode, given: Key | str) -> tuple[Counter[str], int]:
    """Count the calls of every function from a key to what is drawn, and the words that are made.

    The state is seen before, as it is on the screen.
    """
    counted: Counter[str] = Counter()
    words: Counter[int] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and "backgammon_tui" in frame.f_code.co_filename:
            counted[frame.f_code.co_qualname] += 1
            if frame.f_code.co_qualname == "Command.word":
                words[id(frame.f_locals["self"])] += 1

    show(mode)
    sys.setprofile(count)
    try:
        after, _ = mode.handle(given)
        show(after)
    finally:
        sys.setprofile(None)
    return counted, max(words.values(), default=0)


def show(mode: PlayMode) -> None:
    mode.view(Frame(100, (30, 28), Glyphs()))
    footer(mode.commands, mode, 100)


BACKGAMMON = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
PLAYS = ("backgammon", BACKGAMMON, W, "31", "enter")
DOUBLET = ("russian", "W 24:3 hand:12 / B 18:3 hand:12", W, "44", "enter")


@pytest.mark.parametrize(
    ("at", "given"),
    [
        (PLAYS, "8"),
        (PLAYS, Key.DOWN),
        (PLAYS, Key.TAB),
        ((*PLAYS, "down"), Key.ENTER),
        (DOUBLET, Key.DOWN),
        (DOUBLET, "h"),
        (("backgammon", BACKGAMMON, B, "6"), "5"),
    ],
    ids=["a move", "a row", "the board", "a play", "a row of a doublet", "hand", "dice"],
)
def test_one_key_works_out_each_fact_once(at: tuple[str, ...], given: Key | str) -> None:
    name, line, side, *inputs = at
    mode = PlayMode(seated(name, line, side, *inputs))  # type: ignore[arg-type]
    counted, words = calls(mode, given)
    is_made = mode.handle(given)[0].table != mode.table
    assert is_made or counted[SEARCH] <= 1
    assert {each: counted[each] for each in ONCE if counted[each] > 1} == {}
    assert [each for each in NEVER if counted[each]] == []
    assert words <= 1, "each word of the footer is made once"

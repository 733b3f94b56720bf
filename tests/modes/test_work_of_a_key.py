"""What one key costs: facts that hold for a whole state are worked out once, not by each reader."""

from __future__ import annotations

import sys
from collections import Counter
from types import FrameType

import pytest

from backgammon_tui.modes.commands import footer
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.mode import Frame
from backgammon_tui.modes.play.mode import PlayMode
from backgammon_tui.modes.text import Glyphs
from tests.modes.examples import B, W, seated

ONCE = ("of_the_rules", "moment_of", "level_of", "footer", "Listing.visible", "read_entry")
"""Functions that one key may call once."""

OF_A_STATE = ("PlayState.game", "PlayState.naming", "FrontState.question", "PlayState.preview")
"""Facts of a state, of which one key has two: the one before and the one after."""

MOST = 1_100
"""The calls of one key in all; 1,000 were counted, and 2,300 while each reader asked again."""

SEARCH = "max_playable"
"""Called once at most, too, unless moves are made, each of which is checked by it."""

NEVER = ("waits_for",)
"""Functions that the screen does not need at all."""


def calls(mode: PlayMode, given: Key | str) -> tuple[Counter[str], list[int]]:
    """Count the calls of every function from a key to what is drawn, each word and each row.

    The state is seen before, as it is on the screen.
    """
    counted: Counter[str] = Counter()
    written: Counter[object] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and "backgammon_tui" in frame.f_code.co_filename:
            counted[frame.f_code.co_qualname] += 1
            if frame.f_code.co_qualname == "Command.word":
                written[id(frame.f_locals["self"])] += 1
            if frame.f_code.co_qualname == "Listing._write":
                written[frame.f_locals["each"]] += 1

    show(mode)
    sys.setprofile(count)
    try:
        after, _ = mode.handle(given)
        show(after)
    finally:
        sys.setprofile(None)
    return counted, list(written.values())


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
    counted, written = calls(mode, given)
    is_made = mode.handle(given)[0].table != mode.table
    assert is_made or counted[SEARCH] <= 1
    assert {each: counted[each] for each in ONCE if counted[each] > 1} == {}
    assert [each for each in NEVER if counted[each]] == []
    assert {each: counted[each] for each in OF_A_STATE if counted[each] > 2} == {}
    assert max(written) <= 1, "each word of the footer and each row of the list is made once"
    assert sum(counted.values()) <= MOST

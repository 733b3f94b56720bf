from __future__ import annotations

import inspect
import sys
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from types import CodeType, FrameType

import pytest

from backgammon_tui.engine import Game
from backgammon_tui.engine.generator import max_playable
from backgammon_tui.match.table import after_game
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.mode import Command, Frame, Mode
from backgammon_tui.modes.play.choosing import read_entry
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.panel import ListOfPlays
from backgammon_tui.modes.play.state import BoardState, PlayState, rules_question
from backgammon_tui.modes.text import Glyphs
from backgammon_tui.names import level_of
from tests.modes.examples import B, W, seated


def code_of(source: object) -> CodeType:
    """Return the code of a function or property; a name that no longer exists stops the test."""
    if isinstance(source, property):
        source = source.fget
    elif isinstance(source, cached_property):
        source = source.func
    assert callable(source), source
    code = inspect.unwrap(source).__code__
    assert isinstance(code, CodeType), source
    return code


def codes(*sources: Callable[..., object] | property | cached_property[object]) -> list[CodeType]:
    return [code_of(source) for source in sources]


ONCE = codes(
    rules_question,
    vars(Game)["moves"],
    vars(Game)["playable"],
    vars(Game)["lost"],
    level_of,
    Mode.footer,
    ListOfPlays.visible,
    read_entry,
)
"""Functions that a key may call at most once."""

OF_A_STATE = codes(
    BoardState.game,
    PlayState.naming,
    vars(BoardState)["question"],
    vars(BoardState)["preview"],
)
"""Facts computed at most twice for a key, once for the old and once for the new state."""

MAX_CALLS = 1_100
"""Maximum number of calls for one key; 1,000 were measured."""

SEARCH = code_of(max_playable)
"""Called at most once, unless moves are made, each of which is checked with it."""

NEVER = codes(after_game)
"""Functions that the screen never needs."""

WORD = code_of(Command.word)
ROW = code_of(ListOfPlays._write)


def calls(mode: PlayMode, press: Key | str) -> tuple[Counter[CodeType], Counter[object]]:
    """Count the calls of every function from a key until each word and row is drawn.

    The state is drawn before, as on the screen.
    """
    counted: Counter[CodeType] = Counter()
    written: Counter[object] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and "backgammon_tui" in code.co_filename:
            counted[code] += 1
            if code is WORD:
                written[id(frame.f_locals["self"])] += 1
            if code is ROW:
                written[frame.f_locals[code.co_varnames[1]]] += 1

    show(mode)
    sys.setprofile(count)
    try:
        after, _ = mode.handle(press)
        show(after)
    finally:
        sys.setprofile(None)
    return counted, written


def show(mode: PlayMode) -> None:
    mode.view(Frame(100, (30, 28), Glyphs()))
    mode.footer(100)


BACKGAMMON = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
PLAYS = ("backgammon", BACKGAMMON, W, "31", "enter")
DOUBLE = ("russian", "W 24:3 hand:12 / B 18:3 hand:12", W, "44", "enter")


@pytest.mark.parametrize(
    ("at", "press"),
    [
        (PLAYS, "8"),
        (PLAYS, Key.DOWN),
        (PLAYS, Key.TAB),
        ((*PLAYS, "down"), Key.ENTER),
        (DOUBLE, Key.DOWN),
        (DOUBLE, "h"),
        (("backgammon", BACKGAMMON, B, "6"), "5"),
    ],
    ids=["a move", "a row", "the board", "a play", "a row of doubles", "hand", "dice"],
)
def test_key_computes_each_fact_once(at: tuple[str, ...], press: Key | str) -> None:
    name, line, side, *inputs = at
    mode = PlayMode(seated(name, line, side, *inputs))  # type: ignore[arg-type]
    counted, written = calls(mode, press)
    is_made = mode.handle(press)[0].table != mode.table
    assert is_made or counted[SEARCH] <= 1
    assert too_many(counted, ONCE, 1) == {}
    assert too_many(counted, NEVER, 0) == {}
    assert too_many(counted, OF_A_STATE, 2) == {}
    assert max(written.values()) <= 1, "each word of the footer and each row is written once"
    assert counted.total() <= MAX_CALLS


def too_many(counted: Counter[CodeType], codes: list[CodeType], maximum: int) -> dict[str, int]:
    return {code.co_qualname: counted[code] for code in codes if counted[code] > maximum}

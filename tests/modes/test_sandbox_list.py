"""The list of plays in the sandbox, which a teacher hides while a class looks for a play."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import RULESETS
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.mode import Frame
from backgammon_tui.modes.sandbox import SandboxMode
from backgammon_tui.modes.text import Glyphs
from backgammon_tui.settings import Settings

FRAME = Frame(80, (21, 22), Glyphs())


def playing(*press: Key | str) -> SandboxMode:
    """A sandbox with 3-1 to be played from the start of Backgammon."""
    mode = SandboxMode.begin(RULESETS["backgammon"], Settings())
    for key in ("3", "1", Key.ENTER, *press):
        mode, _ = mode.handle(key)
    return mode


def panel(mode: SandboxMode) -> str:
    return "\n".join(line.text for line in mode.view(FRAME).panel.lines)


def test_key_toggles_the_list_of_plays() -> None:
    assert "24/21 24/23" in panel(playing())
    hidden = panel(playing("V"))
    assert "/21" not in hidden
    assert "16 plays" in hidden
    assert panel(playing("V", "V")) == panel(playing())


def test_hidden_plays_cannot_be_selected() -> None:
    for key in (Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT, Key.PAGE_DOWN, Key.HOME, Key.END):
        mode = playing("V", key)
        assert mode.input
        assert mode.input.preview == ()
        assert "The plays are hidden. V lists them." in " ".join(panel(mode).split())


def test_hiding_the_list_drops_the_selection() -> None:
    mode = playing(Key.DOWN, "V")
    assert mode.input
    assert (mode.input.choosing.row, mode.input.preview) == (None, ())


@pytest.mark.parametrize("typed", ["8/5 6/5", "6/5 8/5"])
def test_play_is_typed_while_the_list_is_hidden(typed: str) -> None:
    keys = [Key.SPACE if key == " " else key for key in typed]
    mode = playing("V", *keys, Key.ENTER)
    assert mode.game
    assert str(mode.game.position).startswith("W 24:2 13:5 8:2 6:4 5:2 ")
    assert mode.hides_plays


def test_checker_moves_while_the_list_is_hidden() -> None:
    mode = playing("V", Key.TAB, Key.RIGHT)
    assert mode.input
    assert mode.input.choosing.on_board
    assert mode.input.choosing.cursor is not None


def test_small_window_does_not_name_the_only_play() -> None:
    assert "type a play" in playing("V").brief(57, FRAME.glyphs)[-1].text

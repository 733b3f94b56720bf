"""The option that shows the pips, on every screen with a board."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from backgammon_tui.engine import RULESETS, Side
from backgammon_tui.keys import Keys
from backgammon_tui.modes.effects import ChangeOptions, Open
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.modes.mode import Frame, Mode
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.replay import ReplayMode, WatchMode
from backgammon_tui.modes.sandbox import SandboxMode
from backgammon_tui.modes.text import Glyphs
from backgammon_tui.settings import MENU, Settings
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.shared_board import SharedBoard
from backgammon_tui.teach.lessons.courses import course
from tests.modes.examples import W, new_table

RULES = RULESETS["backgammon"]
OWN = Settings(mirrored=True, chances=True, keys=Keys((("u", "%"),)))


def modes() -> list[Mode]:
    table = new_table(RULES, seed=1)
    board = SharedBoard("Sandbox", RULES, RULES.start.position, W)
    quiz, _ = LessonMode.quiz([RULES], Storage(None, OWN), Random(1))
    return [
        PlayMode(PlayState.open(table, OWN)),
        LessonMode.begin(course("backgammon")[0], OWN),
        quiz,
        SandboxMode.begin(RULES, OWN),
        ReplayMode(table, OWN),
        WatchMode(table, OWN),
        WatchMode(table, OWN, board=board),
    ]


def header(mode: Mode, width: int) -> str:
    return mode.view(Frame(width, (30, 20), Glyphs())).header.text


@pytest.mark.parametrize("mode", modes(), ids=lambda mode: type(mode).__name__)
@pytest.mark.parametrize("width", [80, 120])
def test_option_hides_the_pips_everywhere(mode: Mode, width: int) -> None:
    _, (opened,) = mode.handle("p")
    assert isinstance(opened, Open)
    window = opened.window
    assert isinstance(window, ChangeOptions)
    assert "pips" not in window.hidden
    assert opened.then
    changed, _ = opened.then(mode, replace(window.options, pips=False))
    game = mode.run.game if isinstance(mode, LessonMode) else mode.game
    position = RULES.start.position
    if game and not isinstance(mode, WatchMode):
        position = game.position
    for side in Side:
        pips = rf"\b{position.pips(side)}\b"
        assert re.search(pips, header(mode, width))
        assert not re.search(pips, header(changed, width))
    assert "● White" in header(changed, width)


@pytest.mark.parametrize("mode", modes(), ids=lambda mode: type(mode).__name__)
def test_pips_are_written_alike_everywhere(mode: Mode) -> None:
    counts = re.findall(r"· (\d+) pips", header(mode, 120))
    assert len(counts) == 2


@pytest.mark.parametrize("mode", modes(), ids=lambda mode: type(mode).__name__)
def test_changing_an_option_keeps_all_others(mode: Mode) -> None:
    changed, _ = mode.set_options(replace(mode.options, pips=False))
    assert changed.options == replace(mode.options, pips=False)
    lasting = {setting.name for setting in MENU if setting.is_stored} | {"keys"}
    for name in lasting - {"pips"}:
        assert getattr(changed.options, name) == getattr(OWN, name)

"""The win chance beside the board: where it was agreed to, and in replays and the sandbox."""

from __future__ import annotations

from dataclasses import replace

from backgammon_tui.engine import Roll
from backgammon_tui.modes.header import chance_bar, with_chance
from backgammon_tui.modes.inputs import Key, Paste
from backgammon_tui.modes.mode import Frame
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.sandbox import SandboxMode
from backgammon_tui.modes.text import Glyphs, Span, TextLine
from backgammon_tui.settings import Help, Settings
from tests.engine.examples import W, rules_named
from tests.modes.examples import table_from

FRAME = Frame(120, (30, 24), Glyphs())
ON = Settings(chances=True)
AHEAD = "W 1:2 off:13 / B 23:15"


def judged(help: Help, players: tuple[str, str] = ("Anna", "Boris")) -> bool:
    """Whether the win chance of a game stands beside it."""
    table = table_from("backgammon", AHEAD, W, players=players)
    table = replace(table, help=help)
    return PlayMode(PlayState.open(table, Settings())).view(FRAME).judged is not None


def test_win_chance_in_a_game_needs_consent() -> None:
    assert judged(Help.ON)
    assert not judged(Help.OFF)
    assert not judged(Help.OFF, players=("Anna", "computer:easy"))
    assert judged(Help.OFF, players=("computer:strong", "computer:easy"))


def test_sandbox_win_chance_respects_a_waiting_game() -> None:
    table = table_from("backgammon", AHEAD, W).apply(Roll(3, 1))
    assert SandboxMode.beside(table.record, table.game, ON).view(FRAME).judged is None
    agreed = replace(table, record=replace(table.record, help=Help.ON))
    assert SandboxMode.beside(agreed.record, agreed.game, ON).view(FRAME).judged
    alone = SandboxMode.begin(rules_named("backgammon"), ON)
    alone, _ = alone.handle(Paste("W 3:2 off:13 / B 23:15; W to move"))
    assert alone.view(FRAME).judged
    for key in ("3", "1", Key.ENTER):
        alone, _ = alone.handle(key)
    assert alone.view(FRAME).judged


def test_win_chance_needs_a_wide_header_gap() -> None:
    header = TextLine((Span("Anna 0"), Span(" " * 18), Span("open")))
    text = "".join(span.text for span in with_chance(header, 0.618, Glyphs()).spans)
    assert text == "Anna 0    ● wins 62 %   open"
    assert with_chance(header, None, Glyphs()) == header
    full = TextLine((Span("Anna 0"), Span(" "), Span("open")))
    assert with_chance(full, 0.618, Glyphs()) == full


def test_whites_part_of_the_bar_is_at_the_bottom() -> None:
    bar = ["".join(span.text for span in line.spans) for line in chance_bar(0.75, 6, Glyphs())]
    assert bar == ["○", "░", "█", "█", "█", "●"]

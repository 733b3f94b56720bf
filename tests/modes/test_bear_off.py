"""The computer finishes a game without contact for its players, if they agree."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import StartingPosition
from backgammon_tui.match.record import TakeBack
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.prompts import BearOffAlone
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.settings import Settings
from tests.engine.examples import rules_named
from tests.modes.examples import done, new_table

RACE = "W 12:3 6:4 5:5 off:3 / B 11:3 6:4 4:5 off:3; W to move"


def at_roll(
    name: str = "french", line: str = RACE, players: tuple[str, str] = ("Anna", "Boris")
) -> PlayMode:
    table = new_table(rules_named(name), 5, players, starting_position=line)
    mode = PlayMode(PlayState.open(table, Settings()), offers_bear_off=True)
    mode = play_on(mode)
    while mode.state.game.side is table.game.side and not mode.state.open_question:
        mode = play_on(mode)
    return mode


def play_on(mode: PlayMode) -> PlayMode:
    """Roll, or make the first play."""
    chosen = mode if mode.state.choosing.is_forced else done(mode.handle(Key.DOWN))
    return done(chosen.handle(Key.SPACE))


def is_asked(mode: PlayMode) -> bool:
    return isinstance(mode.state.open_question, BearOffAlone)


def test_question_comes_once_before_a_roll() -> None:
    mode = at_roll()
    assert is_asked(mode)
    mode = done(mode.handle("n"))
    while not mode.state.game.is_over:
        mode = play_on(mode)
        assert not is_asked(mode)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("french", "W 20:1 5:2 off:12 / B 6:2 4:2 off:11; W to move"),  # Black is ahead of White.
        (
            "russian",
            "W 6:3 5:2 off:10 / B 4:2 3:2 off:11; W to move",
        ),  # Both bear off from the same points.
    ],
)
def test_contact_is_recognized(name: str, line: str) -> None:
    mode = at_roll(name, line)
    assert not is_asked(mode)


def test_sides_past_each_other_have_no_contact() -> None:
    near = "W 13:1 off:14 / B 13:1 off:14; W to move"
    passed = "W 12:1 off:14 / B 12:1 off:14; W to move"
    for line, has_contact in ((near, True), (passed, False)):
        game = StartingPosition.parse(line).game(rules_named("french"))
        table = new_table(rules_named("french"), 5, starting_position=line)
        assert table.has_contact is has_contact, game.position


def test_both_sides_bear_off_and_every_action_is_recorded() -> None:
    asked = at_roll()
    mode = done(asked.handle("y"))
    while mode.pause is not None and not mode.state.is_ending:
        mode = done(mode.advance())
    assert mode.state.game.is_over
    record = mode.table.record.games[-1]
    assert record.play(mode.rules).result == mode.state.game.result
    assert len(record.entries) > len(asked.table.record.games[-1].entries) + 4


def test_take_back_ends_automatic_play() -> None:
    mode = done(at_roll().handle("y"))
    while mode.state.game.turn is None or not mode.state.game.turn.moves:
        mode = done(mode.advance())
    mode = done(mode.undo())
    if mode.state.open_question:
        mode = done(mode.handle("y"))
        assert isinstance(mode.table.record.games[-1].entries[-1], TakeBack)
    assert mode.table.finisher is None
    assert mode.pause is None

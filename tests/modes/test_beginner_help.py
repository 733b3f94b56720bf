from __future__ import annotations

import pytest
from rich.cells import cell_len

from backgammon_tui.engine import Rules
from backgammon_tui.modes.inputs import ChooseRow, NextStep
from backgammon_tui.modes.mode import PANEL_MARGIN
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.panel import beginner_help_lines
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.text import TextLine, TextStyle
from backgammon_tui.settings import Settings
from tests.modes.examples import W, panel_of, seated
from tests.modes.random_games import GAMES, play_states

MIDDLE = "W 24:2 19:3 15:6 12:1 6:3 / B 22:5 18:2 8:4 4:3 off:1"

FOR_WHITE = Settings(beginner_help_white=True)
FOR_BLACK = Settings(beginner_help_black=True)


def test_beginner_help_follows_a_player_who_swaps_sides() -> None:
    mode = PlayMode(seated("russian", MIDDLE, W, "44", "enter", options=FOR_WHITE))
    swapped, _ = mode.take_result(NextStep.SWAPPED)
    assert swapped.options == FOR_BLACK


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_advice_is_only_for_its_side(rules: Rules) -> None:
    for state in play_states(rules, 16):
        for options in (FOR_WHITE, FOR_BLACK):
            helped = PlayState.open(state.table, options)
            actor = helped.game.actor
            is_helped = not helped.game.is_over and options.has_beginner_help(actor)
            assert bool(helped.beginner_help) is is_helped


def shown(state: PlayState, width: int = 22, height: int = 22) -> list[TextLine]:
    return list(panel_of(state, width, height).lines)


def test_advice_is_below_the_title_in_its_own_style() -> None:
    result = shown(seated("russian", MIDDLE, W, "44", "enter", options=FOR_WHITE))
    assert [line.text for line in result[:4]] == [
        "● White to play",
        "First four 4s. Then",
        "four 3s; play them all",
        "to earn an extra roll.",
    ]
    assert {span.style for line in result[1:4] for span in line.spans} == {TextStyle.BEGINNER_HELP}


@pytest.mark.parametrize("room", [(22, 19), (22, 22), (27, 28), (39, 58)])
def test_advice_leaves_room_for_the_list(room: tuple[int, int]) -> None:
    for rules in GAMES:
        for state in play_states(rules, 16):
            helped = state.with_options(
                Settings(beginner_help_white=True, beginner_help_black=True)
            )
            result = shown(helped, *room)
            assert len(result) <= room[1]
            # Plays of a narrow list also use the margin.
            margin = PANEL_MARGIN if room[0] < 26 else 0
            assert max(cell_len(line.text) for line in result) <= room[0] + margin
            inks = [span.style for line in result for span in line.spans]
            assert inks.count(TextStyle.BEGINNER_HELP) <= max(room[1] // 3, 2)
            if helped.choosing.rows and not helped.news and not helped.question:
                assert any(isinstance(line.click, ChooseRow) for line in result)


def test_advice_is_shortened_by_whole_sentences() -> None:
    state = seated("russian", MIDDLE, W, "44", "enter", options=FOR_WHITE)
    assert [line.text for line in beginner_help_lines(state, 22, 3)] == [
        "First four 4s. Then",
        "four 3s; play them all",
        "to earn an extra roll.",
    ]
    assert [line.text for line in beginner_help_lines(state, 22, 2)] == ["First four 4s."]
    assert len(beginner_help_lines(state, 5, 2)) == 2

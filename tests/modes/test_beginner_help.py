from __future__ import annotations

import pytest
from rich.cells import cell_len

from backgammon_tui.engine import RULESETS, Rules
from backgammon_tui.modes.inputs import ChooseRow
from backgammon_tui.modes.mode import PANEL_MARGIN
from backgammon_tui.modes.play.board import play_view
from backgammon_tui.modes.play.panel import beginner_help_lines
from backgammon_tui.modes.play.prompts import ask_draw, ask_resign
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.text import TextLine, TextStyle
from backgammon_tui.settings import Settings
from tests.modes.examples import W, do, message_of, new_table, panel_of, seated
from tests.modes.test_play_state import GAMES, play_states

MIDDLE = "W 24:2 19:3 15:6 12:1 6:3 / B 22:5 18:2 8:4 4:3 off:1"
SHUT_OUT = "W bar:2 13:13 / B 24:2 23:2 22:2 21:2 20:2 19:2 1:3"

FOR_WHITE = Settings(beginner_help_white=True)
FOR_BLACK = Settings(beginner_help_black=True)


def with_beginner_help(
    name: str, line: str, *inputs: str, options: Settings = FOR_WHITE
) -> PlayState:
    return seated(name, line, W, *inputs, options=options)


# ---- advice


def test_one_sides_help_is_enough_at_the_opening() -> None:
    opening = PlayState.open(new_table(RULESETS["russian"], None), FOR_BLACK)
    assert opening.beginner_help.startswith("Each side rolls one die.")
    asked = do(opening, "53", "enter")
    assert asked.beginner_help == "", "it is White who starts"
    assert message_of(asked) == "White rolls 5, Black 3: White starts."


def test_side_without_beginner_help_gets_no_advice() -> None:
    face = with_beginner_help("russian", MIDDLE, "44", "enter", options=FOR_BLACK)
    assert face.beginner_help == ""
    assert message_of(do(face, "down", "enter")) == "Now the complement: White plays four 3s."


def test_opponents_events_are_explained_to_the_next_side() -> None:
    blot = with_beginner_help(
        "backgammon", "W 10:15 / B 18:1 13:14", "31", "enter", options=FOR_BLACK
    )
    assert message_of(do(blot, "10/9", "enter")) == ""
    assert message_of(do(blot, "10/9 10/7*", "enter")).startswith(
        "A hit: Black must enter that checker"
    )


def test_lost_turn_is_explained_with_its_rule() -> None:
    lost = with_beginner_help("russian", SHUT_OUT, "33", "enter")
    plain = seated("russian", SHUT_OUT, W, "33", "enter")
    assert lost.news
    assert plain.news
    assert message_of(lost) == (
        "White cannot play the 3 (Black holds 22). The complement and the extra roll are lost too."
    )
    assert (lost.news.why, lost.news.points, lost.news.about) == (
        plain.news.why,
        plain.news.points,
        plain.news.about,
    )
    assert play_view(lost).points[21].blocked


def test_beginner_help_can_be_toggled_at_any_time() -> None:
    face = seated("russian", MIDDLE, W, "44", "enter")
    called = face.with_options(FOR_WHITE)
    assert called.beginner_help.startswith("First four 4s.")
    assert called.game is face.game
    assert called.with_options(Settings()).beginner_help == ""


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_advice_is_only_for_its_side(rules: Rules) -> None:
    for state in play_states(rules, 16):
        for options in (FOR_WHITE, FOR_BLACK):
            heard = PlayState.open(state.table, options)
            actor = heard.game.actor
            is_told = not heard.game.is_over and (
                actor is None or actor in options.beginner_help_sides
            )
            assert bool(heard.beginner_help) is is_told


# ---- position on the screen


def text(line: TextLine) -> str:
    return "".join(span.text for span in line.spans)


def shown(state: PlayState, width: int = 22, height: int = 22) -> list[TextLine]:
    return list(panel_of(state, width, height).lines)


def test_advice_is_below_the_title_in_its_own_style() -> None:
    result = shown(with_beginner_help("russian", MIDDLE, "44", "enter"))
    assert [text(line) for line in result[:4]] == [
        "● White to play",
        "First four 4s. Then",
        "four 3s; play them all",
        "to earn an extra roll.",
    ]
    assert {span.style for line in result[1:4] for span in line.spans} == {TextStyle.BEGINNER_HELP}


def test_instruction_to_roll_remains() -> None:
    result = [text(line) for line in shown(with_beginner_help("russian", MIDDLE))]
    assert result[1:4] == ["Roll both dice.", "Type the numbers", "rolled."]


def test_instruction_to_pick_a_target_remains() -> None:
    picked = do(with_beginner_help("russian", MIDDLE, "44", "enter"), "tab", "enter")
    assert "The arrows choose its" in [text(line) for line in shown(picked)]


@pytest.mark.parametrize("room", [(22, 19), (22, 22), (27, 28), (39, 58)])
def test_advice_leaves_room_for_the_list(room: tuple[int, int]) -> None:
    for rules in GAMES:
        for state in play_states(rules, 16):
            heard = state.with_options(Settings(beginner_help_white=True, beginner_help_black=True))
            result = shown(heard, *room)
            assert len(result) <= room[1]
            # Plays of a narrow list also use the margin.
            margin = PANEL_MARGIN if room[0] < 26 else 0
            assert max(cell_len(text(line)) for line in result) <= room[0] + margin
            inks = [span.style for line in result for span in line.spans]
            assert inks.count(TextStyle.BEGINNER_HELP) <= max(room[1] // 3, 2)
            if heard.choosing.rows and not heard.news and not heard.question:
                assert any(isinstance(line.click, ChooseRow) for line in result)


def test_advice_is_shortened_by_whole_sentences() -> None:
    state = with_beginner_help("russian", MIDDLE, "44", "enter")
    assert [text(line) for line in beginner_help_lines(state, 22, 3)] == [
        "First four 4s. Then",
        "four 3s; play them all",
        "to earn an extra roll.",
    ]
    assert [text(line) for line in beginner_help_lines(state, 22, 2)] == ["First four 4s."]
    assert len(beginner_help_lines(state, 5, 2)) == 2


def test_advice_is_hidden_during_questions() -> None:
    state = with_beginner_help("russian", MIDDLE, "44", "enter")
    for asked in (ask_resign(state), ask_draw(state)):
        assert beginner_help_lines(asked, 22, 6) == []
    assert beginner_help_lines(with_beginner_help("russian", SHUT_OUT, "33", "enter"), 22, 6) == []

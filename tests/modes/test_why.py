from __future__ import annotations

import pytest

from backgammon_tui.engine import RULESETS, Cause, Rules
from backgammon_tui.modes.play.prompts import ask_draw
from backgammon_tui.modes.play.state import enter_line, pick
from backgammon_tui.modes.text import TextLine
from backgammon_tui.teach.rulebook.pages import pages
from tests.modes.examples import (
    W,
    do,
    footer_of,
    message_of,
    panel_of,
    seated,
    why,
)
from tests.modes.test_play_state import GAMES, play_states

STANDARD = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
SHUT_OUT = "W bar:2 13:13 / B 24:2 23:2 22:2 21:2 20:2 19:2 1:3"
WALLED = "W 20:2 13:5 8:4 6:4 / B 15:3 17:4 4:8"
COMPLETING = "W bar:1 13:14 / B 1:3 2:3 3:3 4:2 5:2 6:2"


def test_plain_text_rejects_with_the_right_form() -> None:
    state = seated("russian", "W 12:15 / B 24:15", W, "22", "enter")
    assert do(state, "12/10(2)/8(2)").choosing.refused == "12/10(2)/8(2)", "nothing is lost"
    wanted = "Write the count once, after the last point: 12/10/8(2)."
    assert message_of(enter_line(state, "12/10(2)/8(2)")) == wanted
    assert do(state, "12/10/8(2)").preview, "as it suggests"


# ---- at any moment


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_two_presses_always_lead_to_a_rule(rules: Rules) -> None:
    ids = {section.id for section in pages(rules)}
    for state in play_states(rules, 8):
        answered = state if state.rule else why(state)
        # Take-backs and retyped rolls do not depend on the rules.
        assert (answered.rule[0] in ids) if answered.rule else answered.open_question
        assert answered.game is state.game
        assert answered.choosing.text == state.choosing.text


def test_every_rejection_has_a_rule() -> None:
    result = set()
    for rules in RULESETS.values():
        for state in play_states(rules, 16):
            if state.news or state.question:
                continue
            for place in range(1, 27):
                picked = pick(state, place)
                if picked.notice and picked.notice.why:
                    assert picked.rule
                    result.add(picked.notice.why)
    assert {Cause.NO_CHECKER, Cause.HAND_FIRST, Cause.BLOCKED, Cause.BAR_FIRST} <= result


# ---- display


def text(line: TextLine) -> str:
    return "".join(span.text for span in line.spans)


def test_rule_is_shown_below_and_clickable() -> None:
    state = pick(seated("backgammon", STANDARD, W, "55", "enter"), 24)
    shown = panel_of(state, 22, 22).lines
    offered = [line for line in shown if line.click == "w"]
    assert [text(line) for line in offered] == ["w the rule: moving"]
    foot = footer_of(state, 80)
    assert "w rule" in text(foot)


def test_long_title_is_complete() -> None:
    state = why(seated("backgammon", STANDARD, W, "31", "enter"))
    shown = panel_of(state, 22, 22).lines
    offered = [text(line) for line in shown if line.click == "w"]
    assert offered == ["w the rule: what you", "  must play"]


def test_acknowledgement_and_question_offer_why() -> None:
    acknowledgement = seated("russian", SHUT_OUT, W, "33", "enter")
    question = why(ask_draw(seated("backgammon", STANDARD, W, "31", "enter")))
    for state in (acknowledgement, question):
        assert "w" in [line.click for line in panel_of(state, 22, 22).lines]


def test_notice_without_rule_has_no_link() -> None:
    state = do(seated("backgammon", STANDARD, W, "31", "enter"), "enter")
    assert message_of(state)
    assert "w" not in [line.click for line in panel_of(state, 22, 22).lines]
    foot = footer_of(state, 80)
    assert "w why" in text(foot)

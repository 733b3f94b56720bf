from __future__ import annotations

import pytest

from backgammon_tui.engine import RULESETS, Cause, Rules
from backgammon_tui.modes.inputs import TypedLine
from backgammon_tui.teach.rulebook import pages
from tests.modes.examples import (
    W,
    do,
    footer_of,
    message_of,
    panel_of,
    pick,
    pressed,
    seated,
    why,
)
from tests.modes.random_games import GAMES, play_states


def test_plain_text_rejects_with_the_right_form() -> None:
    state = seated("russian", "W 12:15 / B 24:15", W, "22", "enter")
    assert do(state, "12/10(2)/8(2)").choosing.refused == "12/10(2)/8(2)", "nothing is lost"
    wanted = "Write the count once, after the last point: 12/10/8(2)."
    assert message_of(pressed(state, TypedLine("12/10(2)/8(2)"))) == wanted
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


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_rule_of_an_answer_is_clickable(rules: Rules) -> None:
    for state in play_states(rules, 8):
        for shown in (state, why(state)):
            clicks = [line.click for line in panel_of(shown, 22, 22).lines]
            assert ("w" in clicks) is bool(shown.rule)
            assert ("w rule" in footer_of(shown, 80).text) is bool(shown.rule)

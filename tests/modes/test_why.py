from __future__ import annotations

import pytest

from backgammon_tui.engine import RULESETS, Cause, Rules, StageKind, Withheld
from backgammon_tui.modes.play.board import play_view
from backgammon_tui.modes.play.prompts import ask_draw, ask_resign
from backgammon_tui.modes.play.state import PlayState, enter_line, pick
from backgammon_tui.modes.text import TextLine
from backgammon_tui.settings import Settings
from backgammon_tui.teach.rulebook.pages import pages
from tests.modes.examples import W, do, footer_of, message_of, new_table, panel_of, seated, why
from tests.modes.test_play_state import GAMES, play_states

STANDARD = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
SHUT_OUT = "W bar:2 13:13 / B 24:2 23:2 22:2 21:2 20:2 19:2 1:3"
WALLED = "W 20:2 13:5 8:4 6:4 / B 15:3 17:4 4:8"
COMPLETING = "W bar:1 13:14 / B 1:3 2:3 3:3 4:2 5:2 6:2"


def rule(state: PlayState) -> str:
    """Return the title of the offered rule."""
    return state.rule[1] if state.rule else ""


def highlighted(state: PlayState) -> set[int]:
    """Return White's numbers of the highlighted points."""
    points = play_view(state).points
    return {slot for slot, point in enumerate(points, 1) if point.blocked}


# ---- what is answered


def test_why_explains_the_pending_task() -> None:
    opening = why(PlayState.open(new_table(GAMES[0], 1), Settings()))
    assert message_of(opening) == "The higher starts, and keeps both numbers or rerolls."
    assert rule(opening) == "Who starts"
    state = why(seated("backgammon", STANDARD, W, "31", "enter"))
    assert message_of(state) == ("Both numbers can be played, so both must be.")
    assert rule(state) == "What you must play"


def test_why_explains_the_picked_checker() -> None:
    state = why(pick(seated("backgammon", STANDARD, W, "53", "enter"), 24))
    assert (
        message_of(state)
        == "From point 24 the 5 cannot be played: Black holds point 19. The 3 can."
    )
    assert rule(state) == "Moving"
    assert highlighted(state) == {19}


def test_why_explains_the_checker_at_the_cursor() -> None:
    state = do(seated("backgammon", STANDARD, W, "53", "enter"), "tab")
    assert state.choosing.cursor == 24
    assert message_of(why(state)).startswith("From point 24 the 5 cannot be played")
    assert message_of(why(do(state, "left"))).startswith("Both numbers can be played")


def test_why_considers_typed_moves() -> None:
    """After 8/3, the others are home."""
    state = seated("backgammon", "W 8:1 3:14 / B 24:15", W, "65", "enter")
    assert "White cannot bear off while a checker is still on point 8" in message_of(
        why(do(state, "3/"))
    )
    assert "Both numbers can be played" in message_of(why(do(state, "8/2 3/")))


def test_why_explains_the_rest_after_a_play() -> None:
    either = "W 24:1 4:5 3:5 2:4 / B 18:3 16:4 14:6 12:2"
    state = seated("backgammon", either, W, "65", "enter", higher_number=False)
    assert "White then cannot play" not in message_of(why(state))
    assert "White then cannot play the 5 (Black holds 13, and" in message_of(why(do(state, "down")))
    assert highlighted(why(do(state, "down"))) == {13}


def test_why_explains_a_typed_stuck_checker() -> None:
    state = do(seated("russian", WALLED, W, "53", "enter"), "20")
    assert message_of(state) == (
        "From point 20 the 5 cannot be played: Black holds point 15. Nor can the 3: Black holds"
        " point 17."
    )
    assert state.notice
    assert state.notice.is_refusal
    assert state.choosing.text == ""
    assert rule(state) == "Moving"
    assert highlighted(state) == {15, 17}


def test_why_waits_until_the_checker_is_clear() -> None:
    state = seated("russian", "W 14:2 13:5 7:4 6:4 / B 11:4 10:4 9:3 8:4", W, "53", "enter")
    assert message_of(do(state, "1")) == "No move from 1 is legal."
    assert message_of(do(state, "14")).startswith("From point 14 the 5 cannot be played")


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("19", "White has no checker on point 19."),
        ("o", "No legal play contains o."),
        ("3", "No move from 3 is legal."),
    ],
)
def test_why_handles_text_without_a_checker(typed: str, text: str) -> None:
    state = seated("russian", "W 20:2 13:9 12:4 / B 24:15", W, "53", "enter")
    assert message_of(do(state, typed)) == text


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("12/10(2)/", "Put the count once, after the last point."),
        ("12/10(2)/8(2)", "Put the count once, after the last point: 12/10/8(2)."),
        ("12/10(2)/8 12/10", "Put the count once, after the last point: 12/10/8(2)."),
        ("/8 /8", "/8 on its own lists all plays that land there."),
        ("/8(2)", "/8 on its own lists all plays that land there."),
    ],
)
def test_misspelt_text_gets_the_right_form(text: str, output: str) -> None:
    state = seated("russian", "W 12:15 / B 24:15", W, "22", "enter")
    refused = do(state, text)
    assert message_of(refused) == output
    assert refused.choosing.refused == text, "nothing typed is lost"
    assert message_of(enter_line(state, text)) == output, "in plain mode, too"
    assert do(state, "12/10/8(2)").preview, "as it suggests"


def test_lost_turn_names_its_stage_rule() -> None:
    acknowledgement = seated("russian", SHUT_OUT, W, "33", "enter")
    assert acknowledgement.news
    assert acknowledgement.news.why is StageKind.FACE
    assert rule(acknowledgement) == "Doubles"
    assert why(acknowledgement) is acknowledgement
    after = do(acknowledgement, "enter")
    assert rule(after) == ""
    again = why(after)
    assert message_of(again) == acknowledgement.news.text
    assert rule(again) == "Doubles"
    assert highlighted(again) == {22}


def test_denied_stage_can_be_explained_again() -> None:
    state = do(seated("russian", "W hand:5 20:10 / B 24:15", W, "33", "enter"), "down", "enter")
    assert state.notice
    assert state.notice.why is Withheld.STILL_ENTERING
    typed = do(state, "5")
    assert message_of(typed) == ""
    assert message_of(why(typed)) == message_of(state)


def test_handing_over_and_resuming_are_explained() -> None:
    acknowledgement = seated("french", COMPLETING, W, "21", "enter", opponent_completes=True)
    assert rule(acknowledgement) == "When you cannot go on"
    black = why(do(acknowledgement, "enter"))
    assert message_of(black).startswith("Any legal move will do")
    assert rule(black) == "When you cannot go on"
    assert highlighted(black) == {24, 23}


def test_loss_by_forced_play_has_a_rule() -> None:
    shut = seated(
        "russian", "W 20:3 3:12 / B 24:8 12:4 4:3", W, "44", "enter",
        "space",
    )  # fmt: skip
    assert message_of(shut).startswith("White cannot play the 4")
    assert rule(shut) == "Doubles"


def test_why_explains_questions() -> None:
    state = seated("backgammon", STANDARD, W, "31", "enter")
    assert rule(why(ask_resign(state))) == "The end of a game"
    assert rule(why(ask_draw(state))) == "The end of a game"
    assert why(ask_draw(state)).question
    opening = why(do(PlayState.open(new_table(GAMES[0], None), Settings()), "53", "enter"))
    assert message_of(opening) == (
        "The higher number starts and may reroll both dice. Only a reroll can be a double."
    )
    assert opening.question


def test_why_explains_an_ambiguous_play() -> None:
    blots = "W 24:13 9:1 1:1 / B 18:1 17:1 2:13"
    asked = do(seated("never-finishing", blots, W, "21", "enter"), "9/7", "enter")
    assert message_of(why(asked)) == "All of these are legal, but they lead to different positions."


# ---- at any moment


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_two_presses_always_lead_to_a_rule(rules: Rules) -> None:
    ids = {section.id for section in pages(rules)}
    for state in play_states(rules, 8):
        answered = state if state.rule else why(state)
        # Taking back and retyping are no matter of the rules.
        assert (answered.rule[0] in ids) if answered.rule else answered.asked
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


# ---- what is seen


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


def test_notice_without_rule_offers_none() -> None:
    state = do(seated("backgammon", STANDARD, W, "31", "enter"), "enter")
    assert message_of(state)
    assert "w" not in [line.click for line in panel_of(state, 22, 22).lines]
    foot = footer_of(state, 80)
    assert "w why" in text(foot)


ENTERING = "W 24:2 hand:13 / B 20:2 hand:13"

"""The board by keys and clicks: what can be picked, where the arrows lead, what is asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backgammon_tui.engine import Place
from backgammon_tui.modes.play.board import counting_side, play_marks
from backgammon_tui.modes.play.prompts import ask_resign
from backgammon_tui.modes.play.state import PlayState, WhichPlay, pick
from backgammon_tui.settings import Settings
from tests.modes.examples import B, W, do, message_of, seated, shown

STANDARD = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
BLOTS = "W 24:13 9:1 1:1 / B 18:1 17:1 2:13"


@pytest.fixture
def three_one() -> PlayState:
    return seated("backgammon", STANDARD, W, "31", "enter")


def test_enter_plays_a_checker_with_one_target() -> None:
    # The 2 leads from 8 to 6; Black holds 7, where the 1 leads.
    state = seated("backgammon", "W 8:1 6:1 1:13 / B 18:2 21:2 20:2 13:9", W, "21", "enter")
    board = do(state, "tab")
    assert board.choosing.cursor == 8
    assert str(do(board, "enter").game.position).startswith("W 6:2 1:13")


@pytest.mark.parametrize("text", ["21/15 18/12", "5/1", "8/6", "20"])
def test_enter_after_rejected_text_works_on_the_board(text: str) -> None:
    dice = seated("russian", "W 24:5 20:5 8:5 / B hand:15", W, "63", "enter")
    in_list, on_board = do(dice, text), do(dice, "tab", text)
    for _ in range(2):
        in_list, on_board = do(in_list, "enter"), do(on_board, "enter")
        assert on_board.notice == in_list.notice
        assert on_board.choosing.text == in_list.choosing.text
        assert on_board.table == in_list.table


def test_tab_switches_list_and_board(three_one: PlayState) -> None:
    board = do(three_one, "tab")
    assert board.choosing.on_board
    assert board.choosing.cursor == 24
    assert not do(board, "tab").choosing.on_board


def test_enter_on_the_board_plays_the_preview(three_one: PlayState) -> None:
    typed_there = do(three_one, "tab", "8/5 6/5")
    assert typed_there.choosing.on_board
    assert do(typed_there, "enter").table.actions[-2:] == typed_there.preview


def test_arrows_visit_only_pickable_places(three_one: PlayState) -> None:
    board = do(three_one, "tab")
    visited = set()
    for key in ("left", "left", "left", "down", "right", "right", "right", "up", "left"):
        board = do(board, key)
        visited.add(board.choosing.cursor)
    assert visited == three_one.pickable == {24, 13, 8, 6}


@pytest.mark.parametrize("line", [STANDARD, "W 6:3 4:2 1:2 off:8 / B 23:2 off:13"])
def test_arrows_always_find_another_place(line: str) -> None:
    board = do(seated("backgammon", line, W, "31", "enter"), "tab")
    for start in board.pickable:
        there = replace(board, choosing=replace(board.choosing, on_board=True, cursor=start))
        for key in ("up", "down", "left", "right"):
            assert do(there, key).choosing.cursor in board.pickable - {start}


def test_arrows_reach_every_place() -> None:
    line = "W 24:2 22:1 19:1 17:1 13:3 12:1 8:2 7:1 6:1 3:1 1:1 / B 23:15"
    for options in (Settings(), Settings(mirrored=True)):
        start = do(seated("russian", line, W, "21", "enter", options=options), "tab")
        result, frontier = set(), [start]
        while frontier:
            state = frontier.pop()
            if state.choosing.cursor not in result:
                result.add(state.choosing.cursor)
                frontier += [do(state, key) for key in ("up", "down", "left", "right")]
        assert result == start.pickable


def test_enter_picks_then_plays_to_a_target(three_one: PlayState) -> None:
    picked = do(three_one, "tab", "enter")
    assert picked.choosing.reading.picked == 24
    assert picked.choosing.text == "24/"
    assert picked.pickable == {24, 23, 21, 20}
    walked = do(picked, "left")
    assert walked.choosing.cursor in {23, 21}
    assert (picked.closing, do(picked, "space").choosing.text) == ("put back", "")
    assert do(walked, "space").table == do(walked, "enter").table != walked.table


def test_escape_puts_back_before_leaving_the_board(three_one: PlayState) -> None:
    back = do(three_one, "tab", "enter", "left", "escape")
    assert (back.choosing.text, back.choosing.cursor, back.closing) == ("", 24, "list")
    assert not do(back, "escape").closing


def test_cursor_follows_the_moved_checker(three_one: PlayState) -> None:
    state = pick(do(three_one, "tab", "enter"), 21)
    assert state.game.position.count(W, 21) == 1
    assert state.choosing.cursor == 21


def test_clicks_pick_checker_and_target(three_one: PlayState) -> None:
    state = pick(three_one, 8)
    assert state.choosing.text == "8/"
    assert state.pickable == {8, 7, 5, 4}
    played = pick(state, 5)
    assert played.game.left == (1,)
    assert played.choosing.text == ""


def test_far_target_takes_several_numbers(three_one: PlayState) -> None:
    assert pick(pick(three_one, 24), 20).game.actor is B


def test_second_click_puts_the_checker_back(
    three_one: PlayState,
) -> None:
    assert pick(pick(three_one, 8), 8).choosing.text == ""
    assert pick(pick(three_one, 8), 13).choosing.text == "13/"


def test_invalid_target_is_rejected_with_reason(three_one: PlayState) -> None:
    refused = pick(pick(three_one, 8), 2)
    assert message_of(refused) == "No number left goes from point 8 to point 2; a 6 would."
    assert refused.choosing.reading.picked == 8


def test_stuck_checker_gets_a_reason() -> None:
    entering = seated("russian", "W hand:1 13:7 8:7 / B 24:2 18:13", W, "54", "enter")
    assert (
        message_of(pick(entering, 13))
        == "White must enter from the hand before any other checker moves."
    )
    assert message_of(pick(seated("backgammon", STANDARD, W, "55", "enter"), 24)) == (
        "From point 24 the 5 cannot be played: Black holds point 19."
    )
    assert message_of(pick(entering, 3)) == "White has no checker on point 3."


def test_hand_and_bar_are_picked_like_points() -> None:
    entering = seated("russian", "W hand:2 13:13 / B 24:2 18:13", W, "54", "enter")
    assert entering.pickable == {Place.HAND}
    assert pick(entering, Place.HAND).pickable == {Place.HAND, 21, 20}
    assert do(entering, "tab").choosing.cursor == Place.HAND
    assert set(play_marks(entering).targets) == {(W, 21), (W, 20)}


def test_click_on_the_tray_bears_off() -> None:
    state = seated("backgammon", "W 6:1 4:2 off:12 / B 24:15", W, "64", "enter")
    assert Place.OFF in pick(state, 6).pickable
    assert pick(pick(state, 6), Place.OFF).game.left == (4,)


def test_ambiguous_click_asks_hit_or_trap() -> None:
    state = seated("never-finishing", BLOTS, W, "21", "enter")
    asked = pick(pick(state, 9), 7)
    assert asked.question
    assert isinstance(asked.question, WhichPlay)
    assert [(a.key, a.text) for a in asked.question.answers] == [
        ("*", "hit: 9/7*"),
        ("^", "trap: 9/7^"),
    ]
    assert all(answer.moves for answer in asked.question.answers)
    assert do(asked, "escape").table == state.table
    assert do(asked, "enter").game.position == do(asked, "*").game.position
    assert do(asked, "^").game.position.is_trapped(B, 18)


def test_different_ways_to_a_target_are_asked() -> None:
    asked = pick(pick(seated("never-finishing", BLOTS, W, "21", "enter"), 9), 6)
    assert asked.question
    assert [answer.text for answer in asked.question.answers] == [
        "9/7*/6",
        "9/8*/6",
        "9/8^/6 in passing",
    ]
    assert str(do(asked, "3").game.position) == "W 24:13 6:1 1:1 / B 18:1 17:1 2:13"


def test_typed_moves_and_clicks_combine(three_one: PlayState) -> None:
    for text in ("8/5 ", "8/5"):
        state = pick(do(three_one, text), 6)
        assert state.choosing.text == "8/5 6/"
        assert pick(state, 5).game.actor is B


def test_nothing_is_picked_during_a_question() -> None:
    shut_out = "W bar:2 13:13 / B 24:2 23:2 22:2 21:2 20:2 19:2 1:3"
    acknowledgement = seated("russian", shut_out, W, "33", "enter")
    assert pick(acknowledgement, 13) == acknowledgement
    assert acknowledgement.pickable == frozenset()
    asked = ask_resign(seated("backgammon", STANDARD, W, "31", "enter"))
    clicked = pick(asked, 8)
    assert clicked == asked.say(message_of(clicked), is_refusal=True)
    assert message_of(clicked).startswith("Answer first:")
    assert asked.pickable == frozenset()


def test_numbers_follow_the_described_side() -> None:
    shut_out = "W bar:2 13:13 / B 6:2 5:2 4:2 3:2 2:2 1:2 9:3"
    lost = seated("backgammon", shut_out, W, "31", "enter")
    assert (lost.game.actor, lost.named_side, counting_side(lost)) == (B, W, W)
    assert do(lost, "space").named_side is counting_side(do(lost, "space")) is B
    won = seated("backgammon", "W 13:15 / B 1:1 off:14", B, "21", "enter", "enter")
    assert won.is_over
    assert (won.named_side, counting_side(won)) == (None, B)


def test_opponent_completes_with_own_checkers() -> None:
    line = "W bar:1 13:14 / B 1:3 2:3 3:3 4:2 5:2 6:2"
    state = seated("french", line, W, "21", "enter", opponent_completes=True)
    assert state.news
    assert "Black plays on with Black's own checkers" in message_of(state)
    board = do(state, "enter")
    assert board.pickable == {1, 2, 3, 4, 5, 6}
    assert pick(board, 3).pickable == {3, 2, 1}
    played = pick(pick(board, 3), 1)
    assert played.game.left == (1,)
    assert all(row.moves[0].side is B for row in played.choosing.rows)
    assert do(played, "u").game.left == (2, 1)


def test_side_resumes_when_a_point_opens() -> None:
    line = "W bar:1 13:14 / B 1:2 2:2 3:3 4:4 5:2 6:2"
    state = seated("french", line, W, "21", "enter", "enter", opponent_completes=True)
    opened = do(state, "2/1", "enter")
    assert opened.game.actor is W
    assert shown(opened) == ["bar/23*"]
    assert message_of(opened).startswith("White can go on with the 2")
    assert "23" in message_of(opened)
    back = do(opened, "enter", "u", "u")
    assert back.game == state.game


def test_space_plays_the_only_target() -> None:
    state = pick(seated("russian", "W hand:15 / B hand:15", W, "65", "enter"), Place.HAND)
    asked = do(state, "space")
    assert message_of(asked).startswith("Choose where it goes")
    only = pick(seated("backgammon", "W 24:1 6:14 / B 8:2 7:2 21:11", W, "61", "enter"), 24)
    assert [*only.pickable - {24}] == [23]
    assert do(only, "space").game.position.count(W, 23) == 1


def test_targets_of_the_only_play_are_marked() -> None:
    only = seated("russian", "W 20:1 off:14 / B 14:2 19:2 5:11", W, "31", "enter")
    assert shown(only)[:1] == ["20/17/16"]
    assert {17, 16} == {place for _, place in play_marks(only).targets}

"""What the keys do at a table: rolling, choosing, playing, going on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backgammon_tui.engine import RULESETS, ChooseDoubles, KeepOpening, Phase, RerollOpening
from backgammon_tui.modes.play.board import counting_side
from backgammon_tui.modes.play.prompts import TakeBackRoll
from backgammon_tui.modes.play.state import FivesOrSixes, KeepOrReroll, PlayState
from backgammon_tui.settings import Settings
from tests.modes.examples import (
    B,
    W,
    choose_row,
    do,
    footer_of,
    message_of,
    new_table,
    seated,
    shown,
    why,
)

STANDARD = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
MIDDLE = "W 24:2 19:3 15:6 12:1 6:3 / B 22:5 18:2 8:4 4:3 off:1"
SHUT_OUT = "W bar:2 13:13 / B 24:2 23:2 22:2 21:2 20:2 19:2 1:3"
HANDS = "W hand:15 / B hand:15"


def first_seat(name: str = "russian", seed: int | None = None) -> PlayState:
    return PlayState.open(new_table(RULESETS[name], seed), Settings())


# ---- rolling


def test_space_and_enter_both_roll() -> None:
    before = first_seat(seed=1)
    for key in ("space", "enter"):
        assert do(before, key).table.roll_number == before.table.roll_number + 1


@pytest.mark.parametrize("text", ["53", "5 3", "5-3", "5/3", "5,3"])
def test_typed_dice_have_several_forms(text: str) -> None:
    opening = do(first_seat(), text, "enter").game.opening
    assert opening
    assert (opening.white, opening.black) == (5, 3)


def test_impossible_dice_are_rejected() -> None:
    state = do(first_seat(), "5", "enter")
    assert message_of(state) == "A roll is two numbers from 1 to 6."
    assert do(first_seat(), "790").choosing.text == ""
    assert do(first_seat(), "534").choosing.text == "53"


def test_space_asks_for_typed_dice() -> None:
    assert message_of(do(first_seat(), "space")) == (
        "Roll your dice and type the numbers, such as 5 3."
    )


def test_tie_is_visible_until_the_next_roll() -> None:
    state = do(first_seat(), "44", "enter")
    assert message_of(state) == "Both roll a 4, so both roll again."
    assert state.game.opening
    assert state.awaits_roll


def test_mistyped_roll_is_corrected_with_u() -> None:
    asked = do(first_seat(), "53", "enter", "u")
    assert asked.question
    assert asked.question.text == "Was 5-3 mistyped?"
    assert do(asked, "n").game == asked.game
    state = do(asked, "y")
    assert state.game.phase is Phase.OPENING
    opening = do(state, "64", "enter").game.opening
    assert opening
    assert opening.white == 6


def test_fair_roll_needs_a_take_back() -> None:
    state = do(first_seat(seed=1), "space", "u")
    assert state.table.roll_number == 2
    assert state.question
    assert isinstance(state.question, TakeBackRoll)
    assert message_of(do(first_seat(seed=1), "u")) == "There is no roll to take back."


def test_u_after_automatic_roll_asks_about_last_move() -> None:
    table = new_table(RULESETS["backgammon"], seed=1)
    state = PlayState.open(table, Settings(rolls=True))
    while not state.choosing.rows:
        state = do(state, "space")
    mover = state.game.actor
    assert mover
    rolled = do(state, "down", "enter", "space")
    assert rolled.table.rolls[-1] == len(rolled.table.actions) - 1
    asked = do(rolled, "u")
    assert asked.question
    assert asked.question.text.startswith("This takes back the opening roll ")
    back = do(asked, "y")
    assert back.game.phase in (Phase.OPENING, Phase.ROLL)
    assert not back.goes_on_alone, "the dice wait for the players now"
    assert shown(do(back, "space")) == shown(state)


# ---- questions


def test_keep_or_reroll_is_answered_by_letter_or_enter() -> None:
    asked = do(first_seat(), "53", "enter")
    assert asked.question
    assert isinstance(asked.question, KeepOrReroll)
    assert [answer.key for answer in asked.question.answers] == ["k", "r"]
    for key in ("up", "escape", "backspace", "tab", "x", "5"):
        assert do(asked, key).table == asked.table
    assert KeepOpening() in do(asked, "space").table.actions
    assert RerollOpening() in do(asked, "down", "enter").table.actions
    assert KeepOpening() in do(asked, "k").table.actions
    assert RerollOpening() in do(asked, "r").table.actions
    assert KeepOpening() in do(asked, "K").table.actions


def test_double_after_2_1_is_five_or_six() -> None:
    asked = seated("falood", MIDDLE, W, "12", "enter", "down", "enter")
    assert asked.question
    assert isinstance(asked.question, FivesOrSixes)
    for key in ("4", "y"):
        assert do(asked, key).table == asked.table
    assert do(asked, "down", "space").table.actions[-1] == ChooseDoubles(6)
    assert do(asked, "5").table.actions[-1] == ChooseDoubles(5)
    assert do(asked, "6").game.left == (6, 6, 6, 6)


# ---- playing


def test_enter_plays_the_selected_row() -> None:
    state = do(seated("backgammon", STANDARD, W, "31", "enter"), "down", "down")
    chosen = state.choosing.rows[1]
    assert state.preview == chosen.moves
    assert do(state, "enter").game.position == chosen.position


def test_two_enters_start_the_turn() -> None:
    """The first takes the roll, the second plays what cannot be played otherwise."""
    state = seated("russian", HANDS, W, "65", "enter", "enter")
    assert state.game.actor is B
    assert str(state.game.position) == "W 20:1 19:1 hand:13 / B hand:15"


def test_space_plays_the_only_or_selected_play() -> None:
    asked = seated("backgammon", STANDARD, W, "31", "enter")
    highlighted = do(asked, "down", "down")
    assert do(highlighted, "space").game == do(highlighted, "enter").game
    for key in ("space", "enter"):
        state = do(asked, key)
        assert state.game.left == (3, 1)
        assert message_of(state) == (
            "Choose a play with up and down, or type it, then press enter; tab: the board."
        )
    forced = do(seated("russian", HANDS, W, "54", "enter"), "space")
    assert forced.game.actor is B
    assert message_of(forced) == "", "the log has it"


# ---- what goes on automatically


def goes_on_alone(rolled: str, position: str, *, plays_forced: bool) -> bool:
    """Whether a game goes on alone after a roll."""
    options = Settings(plays_forced=plays_forced)
    return seated("russian", position, W, rolled, "enter", options=options).goes_on_alone


def test_forced_and_lost_turns_pass_automatically() -> None:
    assert goes_on_alone("54", HANDS, plays_forced=True)
    assert goes_on_alone("33", SHUT_OUT, plays_forced=True)
    assert not goes_on_alone("54", HANDS, plays_forced=False)
    assert not goes_on_alone("33", SHUT_OUT, plays_forced=False)
    assert not goes_on_alone("54", MIDDLE, plays_forced=True)


def test_numbers_stay_while_a_lost_turn_is_shown() -> None:
    position = "W hand:15 / B 6:2 5:2 4:2 3:2 2:2 1:5"
    options = Settings(plays_forced=True, rolls=True)
    lost = seated("french", position, W, "33", "enter", options=options)
    read = do(lost, "space")
    assert read.game.actor is B
    assert "White cannot play the 3" in message_of(read)
    assert counting_side(read) is W


def test_undone_move_is_not_replayed_automatically() -> None:
    forced = seated("russian", HANDS, W, "54", "enter", options=Settings(plays_forced=True))
    assert not do(forced, "space", "u").goes_on_alone


def test_fair_dice_are_rolled_automatically_if_chosen() -> None:
    table = new_table(RULESETS["falood"], seed=1)
    state = PlayState.open(table, Settings(rolls=True))
    while state.game.phase is Phase.OPENING:
        assert state.goes_on_alone
        state = do(state, "space")
    assert state.game.phase is Phase.ROLL
    assert state.goes_on_alone
    assert not replace(state, options=Settings()).goes_on_alone


def test_automatically_passed_lost_turn_stays_visible() -> None:
    state = seated("russian", SHUT_OUT, W, "33", "enter", options=Settings(plays_forced=True))
    assert message_of(do(state, "space")) == message_of(state) != ""


def test_escape_closes_only_the_answer_to_why() -> None:
    chosen = do(seated("backgammon", STANDARD, W, "31", "enter"), "down")
    closed = do(why(chosen), "escape")
    assert (message_of(closed), closed.choosing.row) == ("", chosen.choosing.row)
    assert do(closed, "escape").choosing.row is None


# ---- what must be acknowledged


def test_lost_turn_waits_for_space_or_enter() -> None:
    state = seated("russian", SHUT_OUT, W, "33", "enter")
    assert state.game.actor is B
    assert "White cannot play the 3 (Black holds 22)" in message_of(state)
    assert do(state, "x", "escape", "tab", "down") == state
    for key in ("space", "enter"):
        assert do(state, key).news is None


def test_mistyped_losing_roll_can_be_corrected() -> None:
    state = seated("russian", SHUT_OUT, W, "33", "enter", "u", "y")
    assert state.news is None
    assert state.game.actor is W
    assert state.awaits_roll


# ---- the list


def test_arrows_stop_at_both_ends() -> None:
    state = seated("backgammon", STANDARD, W, "31", "enter")
    assert do(state, "down").choosing.row == 0
    assert do(state, "up").choosing.row == len(state.choosing.rows) - 1
    assert do(state, "down", "up").choosing.row == 0
    assert do(state, "end", "down").choosing.row == len(state.choosing.rows) - 1
    assert do(state, "end", "home").choosing.row == 0
    assert (
        do(state, "pagedown", "pagedown", "pagedown").choosing.row == len(state.choosing.rows) - 1
    )


def test_left_and_right_jump_between_headings() -> None:
    state = seated("backgammon", STANDARD, W, "33", "enter")
    firsts = [0, 41, 65, 72]  # 24/21 · 41, 13/10 · 24, 8/5 · 7, 6/3 · 1
    rows = []
    for _ in range(5):
        state = do(state, "right")
        rows.append(state.choosing.row)
    assert rows == [*firsts, 72]
    assert do(state, "end", "left").choosing.row == 65
    assert do(state, "left", "left", "left", "left").choosing.row == 0


def test_enter_on_the_board_ignores_the_list() -> None:
    state = do(seated("backgammon", STANDARD, W, "31", "enter"), "down", "tab")
    assert state.choosing.row is None
    assert do(state, "space").choosing.has_picked, "Space picks a checker up"


def test_last_touched_selection_wins() -> None:
    state = do(seated("backgammon", STANDARD, W, "31", "enter"), "8/5", "down")
    assert state.choosing.row is not None
    assert state.preview == state.choosing.rows[state.choosing.row].moves
    assert do(state, " ", "6").choosing.row is None


def test_hidden_rows_cannot_be_chosen() -> None:
    state = do(seated("backgammon", STANDARD, W, "31", "enter"), "8/5")
    hidden = next(
        i for i in range(len(state.choosing.rows)) if i not in state.choosing.reading.shown
    )
    assert choose_row(state, hidden) == state
    assert (
        choose_row(state, state.choosing.reading.shown[0]).choosing.row
        == state.choosing.reading.shown[0]
    )


def test_escape_closes_open_parts() -> None:
    opened = seated("backgammon", STANDARD, W, "31", "enter")
    for keys in (("8/5",), ("down",), ("tab",), ("8/", "tab", "escape")):
        assert do(opened, *keys).closing
        closed = do(opened, *keys, "escape")
        assert not closed.closing
        assert (closed.choosing.text, closed.choosing.row, closed.choosing.on_board) == (
            "",
            None,
            False,
        )


def test_enter_after_a_rejection_plays_nothing() -> None:
    state = seated("russian", "W 24:1 hand:14 / B 20:2 hand:13", W, "64", "enter")
    assert len(state.choosing.rows) == 1
    refused = do(state, "24/20")
    assert refused.notice
    assert refused.notice.is_refusal
    after = do(refused, "enter")
    assert after.game == state.game
    assert message_of(after).startswith("Nothing was played. ")
    assert do(after, "escape", "enter").game != state.game


def test_single_matching_play_is_previewed_and_played() -> None:
    state = do(seated("backgammon", "W 24:1 6:14 / B 8:2 7:2 21:11", W, "61", "enter"), "24")
    assert len(state.choosing.rows) > len(state.choosing.reading.shown) == 1
    assert state.preview == state.choosing.rows[state.choosing.reading.shown[0]].moves
    assert do(state, "enter").game.actor is B


def test_space_after_a_filter_asks_for_a_choice() -> None:
    line = "W 13:9 6:3 5:3 / B 22:1 21:1 13:13"
    state = seated("backgammon", line, W, "21", "enter", "*")
    assert len(shown(state)) > 1
    after = do(state, " ")
    assert (after.choosing.text, shown(after)) == ("*", shown(state))
    assert after.notice


def test_enter_repeats_an_ignored_rejection() -> None:
    state = seated("never-finishing", "W 14:1! 18:2 24:12 / B 11:1 24:14", W, "62", "enter")
    typed = do(state, "14/8")
    after = do(typed, "enter")
    assert (after.choosing.text, after.table) == ("", state.table)
    assert (
        message_of(after)
        == "Nothing was played. The checker on point 14 is trapped and cannot move."
    )


@pytest.mark.parametrize("key", ["y", "5", "z"])
def test_enter_after_an_invalid_answer_takes_none(key: str) -> None:
    asked = do(first_seat(), "53", "enter")
    assert asked.question
    refused = do(asked, key)
    assert message_of(refused) == "Answer first: k or r."
    assert do(refused, "enter").game == asked.game
    assert do(refused, "space", "enter").game == asked.game
    assert do(refused, "down", "enter").game == do(asked, "k").game
    states = (asked, refused, do(refused, "down"))
    offered = ["space answer" in footer_of(state, 120).text for state in states]
    assert offered == [True, False, True]

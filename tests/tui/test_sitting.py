"""What the keys do at a table: throwing, choosing, playing, going on."""

from __future__ import annotations

import pytest

from backgammon_tui.engine.actions import ChooseDoublet, KeepOpening, ThrowOpeningAgain
from backgammon_tui.engine.rules import RULESETS
from backgammon_tui.engine.turn import Phase
from backgammon_tui.tui.sitting import Asked, Options, Sitting
from tests.tui.examples import B, W, do, new_table, said, seated, shown

STANDARD = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
MIDDLE = "W 24:2 19:3 15:6 12:1 6:3 / B 22:5 18:2 8:4 4:3 off:1"
SHUT_OUT = "W bar:2 13:13 / B 24:2 23:2 22:2 21:2 20:2 19:2 1:3"
HANDS = "W hand:15 / B hand:15"


def first_seat(name: str = "russian", seed: int | None = None) -> Sitting:
    return Sitting.open(new_table(RULESETS[name], seed), Options())


# ---- throwing


def test_space_throws_fair_dice() -> None:
    sitting = do(first_seat(seed=1), "space")
    assert sitting.table.throw_number == 2


def test_enter_throws_nothing() -> None:
    sitting = do(first_seat(seed=1), "enter")
    assert sitting.table.throw_number == 1
    assert said(sitting) == "Space throws the dice."


def test_typed_dice_are_played_with_enter() -> None:
    sitting = do(first_seat(), "5 3")
    assert sitting.text == "5 3"
    assert do(sitting, "enter").game.phase is Phase.KEEP_OR_AGAIN


@pytest.mark.parametrize("text", ["53", "5 3", "5-3", "5/3", "5,3"])
def test_typed_dice_are_read_as_players_write_them(text: str) -> None:
    opening = do(first_seat(), text, "enter").game.opening
    assert opening
    assert (opening.white, opening.black) == (5, 3)


def test_dice_that_cannot_be_are_refused() -> None:
    sitting = do(first_seat(), "5", "enter")
    assert said(sitting) == "A throw is two numbers from 1 to 6."
    assert do(first_seat(), "790").text == ""
    assert do(first_seat(), "534").text == "53"


def test_space_says_that_dice_are_typed() -> None:
    assert said(do(first_seat(), "space")) == ("Throw your dice and type the numbers, such as 5 3.")


def test_a_tie_is_seen_until_the_next_throw() -> None:
    sitting = do(first_seat(), "44", "enter")
    assert said(sitting) == "Both throw 4; both throw again."
    assert sitting.game.opening
    assert sitting.awaits_throw


def test_a_mistyped_throw_is_corrected_with_u() -> None:
    asked = do(first_seat(), "53", "enter", "u")
    assert asked.question
    assert asked.question.text == "Was 5-3 mistyped?"
    assert do(asked, "n").game == asked.game
    sitting = do(asked, "y")
    assert sitting.game.phase is Phase.OPENING
    opening = do(sitting, "64", "enter").game.opening
    assert opening
    assert opening.white == 6


def test_a_fair_throw_is_not_undone() -> None:
    sitting = do(first_seat(seed=1), "space", "u")
    assert sitting.table.throw_number == 2
    assert said(sitting) == "There is no move to undo; a take-back is in the menu."


# ---- questions


def test_keep_or_reroll_is_answered_by_letters_alone() -> None:
    asked = do(first_seat(), "53", "enter")
    assert asked.question
    assert asked.question.asked is Asked.KEEP
    assert [answer.key for answer in asked.question.answers] == ["k", "r"]
    for key in ("space", "enter", "up", "escape", "backspace", "tab", "x", "5"):
        assert do(asked, key).table == asked.table
    assert KeepOpening() in do(asked, "k").table.actions
    assert ThrowOpeningAgain() in do(asked, "r").table.actions
    assert KeepOpening() in do(asked, "K").table.actions


def test_the_doublet_of_a_one_two_is_five_or_six() -> None:
    asked = seated("falood", MIDDLE, W, "12", "enter", "down", "enter")
    assert asked.question
    assert asked.question.asked is Asked.DOUBLET
    for key in ("space", "enter", "4", "y"):
        assert do(asked, key).table == asked.table
    assert do(asked, "5").table.actions[-1] == ChooseDoublet(5)
    assert do(asked, "6").game.left == (6, 6, 6, 6)


# ---- playing


def test_enter_plays_the_row_that_is_chosen() -> None:
    sitting = do(seated("backgammon", STANDARD, W, "31", "enter"), "down", "down")
    chosen = sitting.rows[1]
    assert sitting.preview == chosen.moves
    assert do(sitting, "enter").game.position == chosen.position


def test_enter_without_a_selection_plays_nothing() -> None:
    sitting = do(seated("backgammon", STANDARD, W, "31", "enter"), "enter")
    assert sitting.game.left == (3, 1)
    assert said(sitting) == "Choose a play: type it, go down the list, or Tab to the board."


def test_enter_plays_the_only_play() -> None:
    sitting = seated("russian", HANDS, W, "54", "enter")
    assert shown(sitting) == ["hand/20 hand/21"]
    assert do(sitting, "enter").game.actor is B


def test_two_enters_begin_the_turn_after_the_dice() -> None:
    """The first takes the throw, the second plays what cannot be played otherwise."""
    sitting = seated("russian", HANDS, W, "65", "enter", "enter")
    assert sitting.game.actor is B
    assert str(sitting.game.position) == "W 20:1 19:1 hand:13 / B hand:15"


def test_space_does_not_play() -> None:
    sitting = do(seated("backgammon", STANDARD, W, "31", "enter"), "down", "space")
    assert sitting.game.left == (3, 1)
    assert said(sitting) == "No throw is possible now."


def test_forced_plays_are_made_and_shown_where_players_like_it() -> None:
    sitting = seated("russian", HANDS, W, "54", "enter", options=Options(plays_forced=True))
    assert sitting.gate
    assert said(sitting) == "The only play: hand/20 hand/21."
    assert sitting.game.actor is B
    assert do(sitting, "space") == sitting
    assert do(sitting, "enter").gate is None


# ---- gates


def test_a_lost_turn_waits_for_enter() -> None:
    sitting = seated("russian", SHUT_OUT, W, "33", "enter")
    assert sitting.game.actor is B
    assert "White cannot play the 3: Black holds point 22" in said(sitting)
    assert do(sitting, *["space"] * 9, "x", "escape", "tab", "down") == sitting
    assert do(sitting, "enter").gate is None


def test_a_lost_turn_lights_what_is_in_the_way() -> None:
    sitting = seated("russian", SHUT_OUT, W, "33", "enter")
    assert sitting.gate
    assert sitting.gate.points == (22,)
    assert sitting.gate.side is W


def test_the_throw_after_a_lost_turn_needs_enter_and_then_its_own_key() -> None:
    sitting = seated("russian", SHUT_OUT, W, "33", "enter")
    held = do(sitting, *["enter"] * 20)
    assert held.game.phase is Phase.THROW
    assert held.game.actor is B


def test_a_mistyped_throw_that_lost_the_turn_can_be_corrected() -> None:
    sitting = seated("russian", SHUT_OUT, W, "33", "enter", "u", "y")
    assert sitting.gate is None
    assert sitting.game.actor is W
    assert sitting.awaits_throw


# ---- the list


def test_the_arrows_stop_at_both_ends() -> None:
    sitting = seated("backgammon", STANDARD, W, "31", "enter")
    assert do(sitting, "down").row == 0
    assert do(sitting, "up").row == len(sitting.rows) - 1
    assert do(sitting, "down", "up").row == 0
    assert do(sitting, "end", "down").row == len(sitting.rows) - 1
    assert do(sitting, "end", "home").row == 0
    assert do(sitting, "pagedown", "pagedown", "pagedown").row == len(sitting.rows) - 1


def test_left_and_right_jump_between_headings() -> None:
    sitting = seated("backgammon", STANDARD, W, "33", "enter")
    firsts = [0, 41, 65, 72]  # 24/21 · 41, 13/10 · 24, 8/5 · 7, 6/3 · 1
    rows = []
    for _ in range(5):
        sitting = do(sitting, "right")
        rows.append(sitting.row)
    assert rows == [*firsts, 72]
    assert do(sitting, "left").row == 65
    assert do(sitting, "left", "left", "left", "left").row == 0


def test_what_was_touched_last_is_the_selection() -> None:
    sitting = do(seated("backgammon", STANDARD, W, "31", "enter"), "8/5", "down")
    assert sitting.row is not None
    assert sitting.preview == sitting.rows[sitting.row].moves
    assert do(sitting, " ", "6").row is None


def test_rows_that_are_not_shown_cannot_be_chosen() -> None:
    sitting = do(seated("backgammon", STANDARD, W, "31", "enter"), "8/5")
    hidden = next(i for i in range(len(sitting.rows)) if i not in sitting.reading.shown)
    assert sitting.choose_row(hidden) == sitting
    assert sitting.choose_row(sitting.reading.shown[0]).row == sitting.reading.shown[0]


def test_escape_closes_what_is_open() -> None:
    opened = seated("backgammon", STANDARD, W, "31", "enter")
    for keys in (("8/5",), ("down",), ("tab",), ("8/", "tab")):
        assert do(opened, *keys).is_open
        closed = do(opened, *keys, "escape")
        assert not closed.is_open
        assert (closed.text, closed.row, closed.on_board) == ("", None, False)


def test_enter_after_a_refusal_plays_nothing_in_its_place() -> None:
    sitting = seated("russian", "W 24:1 hand:14 / B 20:2 hand:13", W, "64", "enter")
    assert len(sitting.rows) == 1
    refused = do(sitting, "24/20")
    assert refused.notice
    assert refused.notice.is_refusal
    after = do(refused, "enter")
    assert after.game == sitting.game
    assert said(after).startswith("Nothing is played. ")
    assert do(after, "enter").game != sitting.game

"""Going back: undo and redo, take-backs, resigning, draws. Consent is a key of its own."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import RULESETS, Ending
from backgammon_tui.match.record import TakeBack
from backgammon_tui.modes.effects import GameResult, Open
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.prompts import (
    AcceptResignation,
    ask_draw,
    ask_resign,
    ask_take_back,
    redo,
)
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.settings import Settings
from tests.modes.examples import B, W, do, message_of, new_table, requests, seated, shown

STANDARD = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
MIDDLE = "W 24:2 19:3 15:6 12:1 6:3 / B 22:5 18:2 8:4 4:3 off:1"


def test_u_undoes_and_capital_u_redoes() -> None:
    opened = seated("backgammon", STANDARD, W, "31", "enter")
    played = do(opened, "8/5 6/5", "enter")
    assert played.game.actor is B
    half = do(played, "u")
    assert half.game.left in ((1,), (3,))
    assert message_of(half) == "6/5 is undone."
    assert do(half, "u").game.position == opened.game.position
    assert [message_of(do(half, "u")), message_of(do(half, "u", "U"))] == [
        "8/5 is undone.",
        "8/5 is back.",
    ]
    assert do(half, "u", "U", "U").game == played.game


def test_undo_goes_through_the_stages_of_a_double() -> None:
    opened = seated("russian", MIDDLE, W, "44", "enter")
    complement = do(opened, "down", "enter")
    assert message_of(complement) == "Now the complement: White plays four 3s."
    back = do(complement, *["u"] * 4)
    assert back.game.left == (4, 4, 4, 4)
    assert shown(back) == shown(opened)
    assert do(back, *["U"] * 4).game == complement.game


def test_undo_stops_at_the_roll() -> None:
    fair = PlayState.open(new_table(RULESETS["backgammon"], 5), Settings())
    opened = do(fair, "space")
    while opened.game.actor is None:
        opened = do(opened, "space")
    played = do(opened, "down", "enter")
    assert do(played, *["u"] * 9).game.position == opened.game.position
    assert do(played, *["u"] * 9).table.roll_number == opened.table.roll_number


def test_move_before_a_lost_turn_can_be_undone() -> None:
    line = "W 24:1 13:1 off:13 / B 6:2 17:2 10:2 21:2 3:7"
    lost = do(seated("backgammon", line, W, "54", "enter"), "down", "enter")
    assert lost.news
    for after in (lost, do(lost, "enter")):
        assert do(after, "u").game.actor is W


# ---- take-back


@pytest.fixture
def later() -> PlayState:
    """White has played 3-1 and Black has rolled 4-2."""
    state = seated("backgammon", STANDARD, W, "31", "enter", "8/5 6/5", "enter")
    return do(state, "42", "enter")


def test_take_back_names_the_other_player() -> None:
    names = ("Ada", "Bo")
    state = seated("backgammon", STANDARD, W, "31", "enter", players=names)
    asked = ask_take_back(state)
    assert asked.question
    assert asked.question.text.startswith("This takes back Ada's 3-1")
    assert asked.question.text.endswith("Bo, do you agree?")


def test_take_back_needs_y(later: PlayState) -> None:
    asked = ask_take_back(later)
    for key in ("space", "enter", "escape", "n", "tab"):
        assert do(asked, key).table == later.table
    back = do(asked, "y")
    assert isinstance(back.table.record.games[-1].entries[-1], TakeBack)
    assert back.table.roll_number == 2
    assert back.awaits_roll
    assert back.game.actor is B


def test_n_and_escape_both_close_a_question(later: PlayState) -> None:
    assert message_of(do(ask_take_back(later), "n")) == "The game goes on."
    assert do(ask_take_back(later), "escape").question is None


def test_no_take_back_before_the_first_roll() -> None:
    state = seated("backgammon", STANDARD, W)
    assert message_of(ask_take_back(state)) == "There is no roll to take back."


def test_undo_and_redo_stop_at_a_take_back(later: PlayState) -> None:
    back = do(ask_take_back(later), "y")
    assert do(back, "u").table == back.table
    assert (
        message_of(redo(back)) == "U brings back what u has undone, not a roll that was taken back."
    )


# ---- resigning and draws


def test_resigning_asks_for_points_then_the_winner() -> None:
    asked = ask_resign(seated("russian", MIDDLE, W, players=("Ada", "Bo")))
    assert asked.question
    assert asked.question.text == "Ada resigns for how many points?"
    texts = [f"{answer.key} {answer.text}" for answer in asked.question.answers]
    assert texts[:2] == ["1 single game: 1 point", "2 gammon: 2 points"]
    assert texts[2:] == ["3 backgammon: 3 points", "n no: play on"]
    assert do(asked, "space").table == asked.table
    offered = do(asked, "2")
    assert offered.question
    assert isinstance(offered.question, AcceptResignation)
    assert offered.question.text == "Ada resigns a gammon: 2 points. Bo, do you accept?"
    assert not offered.game.is_over
    result = do(offered, "y").game.result
    assert result
    assert (result.ending, result.winner, result.points) == (Ending.RESIGNED, B, 2)


def test_rejected_resignation_changes_nothing() -> None:
    state = seated("russian", MIDDLE, W)
    assert do(ask_resign(state), "2", "n").table == state.table
    assert do(ask_resign(state), "2", "escape").table == state.table
    assert do(ask_resign(state), "escape", "y").table == state.table


def test_only_points_on_the_scale_are_offered() -> None:
    asked = ask_resign(seated("french", MIDDLE.replace("22:5", "23:5"), W))
    assert asked.question
    assert [answer.key for answer in asked.question.answers] == ["y", "n"]
    result = do(asked, "y", "y").game.result
    assert result
    assert result.points == 1


def test_resigning_needs_a_decided_opening() -> None:
    state = ask_resign(PlayState.open(new_table(RULESETS["russian"]), Settings()))
    assert state.question is None
    assert message_of(state) == "Nobody can resign before it is clear who starts."


def test_draw_needs_the_other_player() -> None:
    state = seated("russian", MIDDLE, W, players=("Ada", "Bo"))
    asked = ask_draw(state)
    assert asked.question
    assert asked.question.text == "Ada offers a draw. Bo, do you agree?"
    assert do(asked, "enter", "space", "n").table == state.table
    result = do(asked, "y").game.result
    assert result
    assert (result.ending, result.winner) == (Ending.AGREED_DRAW, None)


def test_finished_game_ignores_inputs() -> None:
    over = do(ask_draw(seated("russian", MIDDLE, W)), "y")
    for key in ("space", "enter", "down", "tab", "escape", "8/5", "u", "U"):
        assert do(over, key).game == over.game
    assert ask_draw(over).table == over.table
    assert ask_resign(over).table == over.table


def test_accepted_result_prevents_roll_correction() -> None:
    over = do(ask_draw(seated("russian", MIDDLE, W, "53", "enter")), "y")
    assert do(over, "u").asked
    accepted = PlayState.open(over.table.accept(), Settings())
    assert do(accepted, "u").question is None


# ---- a move that ends the game


def test_rejected_take_back_shows_the_result_again() -> None:
    won = do(seated("backgammon", "W 1:1 off:14 / B 12:15", W, "31", "enter"), "down", "enter")
    assert won.is_over
    mode = PlayMode(ask_take_back(won))
    (shown_again,) = requests(mode.take(Key.ESCAPE)[1])
    assert isinstance(shown_again, Open)
    assert isinstance(shown_again.window, GameResult)


def test_take_back_lists_what_is_lost() -> None:
    rolled = PlayState.open(new_table(RULESETS["backgammon"], 5), Settings())
    while rolled.table.roll_number < 4:
        rolled = do(rolled, "down", "enter") if rolled.choosing.rows else do(rolled, "space")
    asked = [do(rolled, "u").question, ask_take_back(rolled).question]
    assert [item.text.partition(". ")[0] for item in asked if item] == [
        "This takes back the opening roll 6-5 with its moves and the 4-2 after it",
        "This takes back White's 4-2",
    ]

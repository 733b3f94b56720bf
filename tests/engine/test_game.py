"""A game from one throw to the next, and to its end."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import (
    RULESETS,
    AgreeDraw,
    Cause,
    Doublets,
    Ending,
    Game,
    NotAllowed,
    Outlook,
    Phase,
    Position,
    Resign,
    Result,
    StageKind,
    Status,
    Throw,
    Withheld,
)
from backgammon_tui.engine.events import (
    DiceThrown,
    GameEnded,
    Moved,
    StageBegun,
    StageLost,
    TurnEnded,
)
from backgammon_tui.engine.turn import Again
from tests.engine.examples import B, W, happened, played, situation, throw

# ---- turns


def test_a_turn_is_over_when_both_numbers_are_played() -> None:
    game = played(throw(Game.start(RULESETS["backgammon"], W), 6, 1), "13/7")
    assert (game.phase, game.side, game.left) == (Phase.MOVE, W, (1,))
    game = played(game, "8/7")
    assert (game.phase, game.side, game.turn) == (Phase.THROW, B, None)
    assert happened(game, TurnEnded) == [TurnEnded(W)]
    assert game.last_turn
    assert [move.target for move in game.last_turn.moves] == [7, 7]


def test_a_turn_in_which_nothing_can_be_played_is_over_at_once_and_says_why() -> None:
    game = throw(situation("backgammon", "W 13:1 bar:1 off:13 / B 3:2 1:13", W), 3, 1)
    assert game.side is B
    dice, begun, lost, ended = game.events
    assert dice == DiceThrown(W, (3, 1), again=False)
    assert begun == StageBegun(W, StageKind.DICE, (3, 1), playable=0)
    assert isinstance(lost, StageLost)
    assert [(number.number, number.blocking) for number in lost.numbers] == [(3, (22,)), (1, (24,))]
    assert ended == TurnEnded(W)


def test_a_number_that_cannot_be_played_any_more_is_lost() -> None:
    game = played(throw(situation("backgammon", "W 24:1 off:14 / B 12:2 2:13", W), 6, 5), "24/18")
    (lost,) = happened(game, StageLost)
    assert isinstance(lost, StageLost)
    assert [(number.number, number.blocking) for number in lost.numbers] == [(5, (13,))]
    assert (lost.later, lost.reroll) == ((), False)
    assert game.last_turn
    assert game.last_turn.stage.status is Status.LOST
    assert game.last_turn.stage.left == (5,)


def test_a_move_that_hits_traps_or_frees_says_so() -> None:
    line = "W 10:1 7:1 1:13 / B 18:1! 11:14"
    game = throw(situation("never-finishing", line, W), 3, 3)
    game = played(game, "7/4")
    (freed,) = happened(game, Moved)
    assert isinstance(freed, Moved)
    assert freed.freed_checker
    (trapped,) = happened(played(game, "10/7^"), Moved)
    assert isinstance(trapped, Moved)
    assert not trapped.freed_checker


# ---- what follows a stage


def test_the_outlook_of_a_position_says_how_much_of_the_next_stage_could_be_played() -> None:
    game = throw(situation("french", "W 24:1 13:3 off:11 / B 19:2 11:13", W), 1, 1)
    in_part = Position.parse("W 24:1 12:2 11:1 off:11 / B 19:2 11:13")
    assert game.outlook(in_part) == Outlook(
        StageKind.COMPLEMENT, (6, 6, 6, 6), 3, None, Again.THROW
    )
    in_full = Position.parse("W 23:1 13:2 10:1 off:11 / B 19:2 11:13")
    assert game.outlook(in_full) == Outlook(
        StageKind.COMPLEMENT, (6, 6, 6, 6), 4, None, Again.THROW
    )


def test_the_outlook_says_that_a_complement_would_not_be_granted() -> None:
    game = throw(situation("russian-free", "W 20:14 hand:1 / B hand:15", W), 3, 3)
    entering = Position.parse("W 20:10 17:4 hand:1 / B hand:15")
    entered = Position.parse("W 22:1 20:11 17:3 / B hand:15")
    assert game.outlook(entering) == Outlook(
        StageKind.COMPLEMENT, (4, 4, 4, 4), 0, Withheld.STILL_ENTERING, Again.THROW
    )
    assert game.outlook(entered) == Outlook(
        StageKind.COMPLEMENT, (4, 4, 4, 4), 4, None, Again.THROW
    )


def test_there_is_no_outlook_where_nothing_known_follows() -> None:
    game = throw(Game.start(RULESETS["backgammon"], W), 6, 1)
    assert game.outlook(game.position) is None
    last = throw(situation("french", "W 2:4 off:11 / B 10:15", W), 2, 2)
    assert last.outlook(Position.parse("W off:15 / B 10:15")) is None
    choice = throw(situation("falood", "W hand:15 / B hand:15", W), 2, 1)
    assert choice.outlook(Position.parse("W 24:1 23:1 hand:13 / B hand:15")) is None


def test_there_is_no_outlook_where_the_complement_is_lost_with_the_face() -> None:
    game = throw(situation("french", "W 15:2 7:1 1:12 / B 16:15", W), 6, 6)
    (play,) = game.legal_plays()
    assert len(play.moves) == 1
    assert game.outlook(play.position) is None


# ---- endings


def test_the_game_ends_with_the_fifteenth_checker_and_what_is_left_lapses() -> None:
    game = throw(situation("french", "W 2:3 off:12 / B 10:15", W), 2, 2)
    game = played(game, "2/off 2/off 2/off")
    assert game.is_over
    assert game.result == Result(Ending.BORNE_OFF, W, 1)
    assert happened(game, GameEnded) == [GameEnded(game.result)]
    assert game.thrown
    face, complement = game.thrown.stages
    assert (face.status, face.left) == (Status.DONE, (2,))
    assert complement.status is Status.LAPSED
    assert game.thrown.reroll is Status.LAPSED


def test_a_position_in_which_a_side_has_borne_off_all_is_over() -> None:
    game = situation("russian", "W off:15 / B 24:1 1:14", B)
    assert game.result == Result(Ending.BORNE_OFF, W, 3)
    with pytest.raises(NotAllowed) as refusal:
        game.apply(Throw(1, 2))
    assert refusal.value.reason.cause is Cause.NOT_NOW


def test_a_game_in_which_nobody_can_ever_move_again_is_drawn_at_once() -> None:
    game = throw(situation("never-finishing", "W 24:1! 2:1 1:13 / B 24:1! 1:14", W), 6, 1)
    game = played(game, "2/1")
    assert str(game.position) == "W 24:1! 1:14 / B 24:1! 1:14"
    assert game.result == Result(Ending.DEAD, None, 0)
    assert not happened(game, TurnEnded)


def test_a_stage_that_leaves_nobody_a_move_ends_the_game_before_the_next_stage() -> None:
    line = "W 24:1! 2:4 1:10 / B 24:1! 1:14"
    game = throw(situation("never-finishing", line, W, doublets=Doublets.COMPLEMENT), 1, 1)
    game = played(game, "2/1 2/1 2/1 2/1")
    assert game.result == Result(Ending.DEAD, None, 0)
    assert not happened(game, StageBegun)
    assert game.thrown
    assert [stage.status for stage in game.thrown.stages] == [Status.DONE, Status.LAPSED]


def test_a_dead_position_is_drawn_before_a_throw() -> None:
    game = situation("never-finishing", "W 24:1! 1:14 / B 24:1! 1:14", W)
    assert game.result == Result(Ending.DEAD, None, 0)


def test_two_closed_homes_with_checkers_on_both_bars_are_dead_elsewhere_too() -> None:
    line = "W 6:2 5:2 4:2 3:2 2:2 1:2 bar:3 / B 6:2 5:2 4:2 3:2 2:2 1:2 bar:3"
    assert situation("backgammon", line, W).result == Result(Ending.DEAD, None, 0)


@pytest.mark.parametrize("points", [1, 2, 3])
def test_a_side_resigns_for_any_points_of_the_scale(points: int) -> None:
    game = Game.start(RULESETS["russian"]).apply(Resign(W, points))
    assert game.result == Result(Ending.RESIGNED, B, points)


@pytest.mark.parametrize(("name", "points"), [("french", 2), ("never-finishing", 3), ("falood", 0)])
def test_nobody_resigns_for_other_points(name: str, points: int) -> None:
    with pytest.raises(NotAllowed) as refusal:
        Game.start(RULESETS[name]).apply(Resign(W, points))
    assert refusal.value.reason.cause is Cause.NOT_ON_SCALE
    assert refusal.value.reason.numbers == (points,)


def test_both_may_agree_on_a_draw_at_any_time() -> None:
    game = throw(Game.start(RULESETS["russian"], W), 3, 1)
    assert game.apply(AgreeDraw()).result == Result(Ending.AGREED_DRAW, None, 0)
    with pytest.raises(NotAllowed):
        game.apply(AgreeDraw()).apply(AgreeDraw())


def test_a_position_that_does_not_fit_the_board_starts_no_game() -> None:
    with pytest.raises(ValueError, match="both stand on White's 20"):
        situation("russian", "W 20:15 / B 20:15", W)

"""The table rule that the opponent plays what a side cannot play of a stage."""

from __future__ import annotations

from typing import Any

import pytest

from backgammon_tui.engine import (
    Cause,
    Ending,
    Game,
    Move,
    NotAllowed,
    Phase,
    Result,
    StageKind,
    Status,
)
from backgammon_tui.engine.events import HandedOver, Resumed, StageCompleted, StageLost
from tests.engine.examples import B, W, happened, played, situation, throw


def table(line: str, name: str = "falood", **more: Any) -> Game:
    """White to throw, both sides having thrown a doublet before."""
    return situation(name, line, W, {W, B}, opponent_completes=True, **more)


def test_the_opponent_plays_what_the_side_cannot() -> None:
    game = throw(table("W 20:14 bar:1 / B 24:2 22:2 13:11"), 3, 1)
    assert (game.phase, game.side, game.actor) == (Phase.COMPLETE, W, B)
    (handed,) = happened(game, HandedOver)
    assert isinstance(handed, HandedOver)
    assert handed.to is B
    assert [(lost.number, lost.blocking) for lost in handed.numbers] == [(3, (22,)), (1, (24,))]
    assert game.left == (3, 1)
    game = played(game, "13/10")
    assert (game.phase, game.left) == (Phase.COMPLETE, (1,))
    assert not happened(game, HandedOver)
    game = played(game, "13/12")
    assert happened(game, StageCompleted) == [StageCompleted(StageKind.DICE, B)]
    assert (game.phase, game.side) == (Phase.THROW, B)
    assert game.last_turn
    assert game.last_turn.stage.status is Status.COMPLETED_BY_OPPONENT


def test_the_opponent_may_use_any_of_the_numbers_with_any_legal_move() -> None:
    game = throw(table("W 20:14 bar:1 / B 24:2 22:2 13:11"), 3, 1)
    offered = {(move.origin, move.number) for move in game.legal_moves()}
    assert offered == {(24, 3), (24, 1), (22, 3), (22, 1), (13, 3), (13, 1)}
    assert game.legal_plays() == ()


def test_when_the_opponent_opens_a_point_the_side_resumes() -> None:
    game = throw(table("W 20:14 bar:1 / B 24:2 22:2 13:11"), 3, 1)
    game = played(game, "24/21")
    assert happened(game, Resumed) == [Resumed(W, (1,), (24,))]
    assert (game.phase, game.actor) == (Phase.MOVE, W)
    game = played(game, "bar/24*")
    assert happened(game, StageCompleted) == [StageCompleted(StageKind.DICE, W)]
    assert game.side is B


def test_when_the_opponent_hits_the_side_resumes_if_it_can_enter() -> None:
    line = "W 6:1 1:1 off:13 / B 8:1 5:2 4:2 3:2 2:8"
    game = throw(table(line), 2, 2)
    assert game.phase is Phase.COMPLETE
    game = played(game, "8/6*")
    assert happened(game, Resumed) == [Resumed(W, (2, 2, 2), (23,))]
    assert [move.target for move in game.legal_moves()] == [23]


def test_if_the_side_plays_the_last_number_its_turn_goes_on_as_if_it_had_played_all() -> None:
    game = throw(table("W 20:14 bar:1 / B 22:2 13:13"), 3, 3)
    game = played(game, "22/19")
    assert game.phase is Phase.MOVE
    game = played(game, "bar/22* 20/17 20/17")
    assert game.left == (4, 4, 4, 4)


def test_if_the_opponent_plays_the_last_number_there_is_no_later_stage_and_no_reroll() -> None:
    game = throw(table("W 20:14 bar:1 / B 22:2 13:13"), 3, 3)
    game = played(game, "13/10 13/10 13/10 13/10")
    assert (game.phase, game.side) == (Phase.THROW, B)
    assert game.last_turn
    first, second = game.last_turn.thrown.stages
    assert (first.status, second.status) == (Status.COMPLETED_BY_OPPONENT, Status.LOST)
    assert game.last_turn.thrown.reroll is Status.LOST


def test_if_the_opponent_can_play_nothing_either_the_rest_is_lost() -> None:
    line = "W 4:2 3:2 1:10 bar:1 / B 4:2 3:2 1:10 bar:1"
    game = throw(table(line, "french"), 4, 3)
    assert not happened(game, HandedOver)
    assert happened(game, StageLost)
    assert game.side is B


def test_if_neither_can_go_on_after_a_while_the_rest_is_lost() -> None:
    line = "W 7:2 4:2 1:10 bar:1 / B 4:2 3:2 1:10 bar:1"
    game = played(throw(table(line, "french"), 4, 3), "bar/22")
    (lost,) = happened(game, StageLost)
    assert isinstance(lost, StageLost)
    assert lost.side is W
    assert [(number.number, number.blocking) for number in lost.numbers] == [(4, (21,))]
    assert game.side is B


def test_the_opponent_must_if_it_can_and_obeys_its_own_bar_and_hand() -> None:
    game = throw(table("W 20:14 bar:1 / B 22:2 13:12 hand:1"), 3, 3)
    assert [(move.origin, move.target) for move in game.legal_moves()] == [(25, 22)]
    with pytest.raises(NotAllowed) as refusal:
        game.apply(Move(B, 13, 10, 3))
    assert refusal.value.reason.cause is Cause.HAND_FIRST


def test_the_opponent_that_bears_off_its_last_checker_has_won() -> None:
    game = throw(table("W 20:1! 1:14 / B 5:1 off:14", "never-finishing"), 6, 4)
    assert game.phase is Phase.COMPLETE
    game = played(game, "5/off")
    assert game.result == Result(Ending.BORNE_OFF, B, 2)
    assert game.turn
    assert game.turn.stage.status is Status.LAPSED, "White has played nothing of it"


def test_without_the_table_rule_the_numbers_are_lost() -> None:
    game = throw(situation("falood", "W 20:14 bar:1 / B 24:2 22:2 13:11", W), 3, 1)
    assert happened(game, StageLost)
    assert game.side is B


def test_a_number_that_the_side_has_left_over_is_handed_over_too() -> None:
    game = throw(table("W 24:1 1:14 / B 12:2 2:13", "backgammon"), 6, 5)
    game = played(game, "24/18")
    assert (game.phase, game.left, game.actor) == (Phase.COMPLETE, (5,), B)
    game = played(game, "12/7*")
    assert (game.phase, game.side) == (Phase.THROW, B)

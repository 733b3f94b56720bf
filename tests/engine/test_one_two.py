"""The 2-1 of Falood's game: four 5s or four 6s, as the thrower chooses, and a reroll."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import (
    Cause,
    ChooseDoublet,
    Game,
    NotAllowed,
    Phase,
    StageKind,
    Status,
)
from backgammon_tui.engine.events import DoubletChosen, RerollEarned, StageLost
from tests.engine.examples import W, happened, played, situation, throw


def after_one_two(line: str = "W 20:15 / B hand:15") -> Game:
    return played(throw(situation("falood", line, W), 1, 2), "20/19 20/18")


def test_after_the_1_and_the_2_the_thrower_chooses_5_or_6() -> None:
    game = after_one_two()
    assert (game.phase, game.actor) == (Phase.CHOOSE, W)
    assert not game.legal_moves()
    game = game.apply(ChooseDoublet(6))
    assert game.events[0] == DoubletChosen(W, 6)
    assert game.left == (6, 6, 6, 6)


def test_when_they_are_played_the_thrower_throws_again() -> None:
    game = played(after_one_two().apply(ChooseDoublet(5)), "20/15 20/15 20/15 20/15")
    assert happened(game, RerollEarned)
    assert (game.phase, game.side) == (Phase.THROW_AGAIN, W)


@pytest.mark.parametrize("number", [0, 1, 4, 7])
def test_nothing_else_can_be_chosen(number: int) -> None:
    with pytest.raises(NotAllowed) as refusal:
        after_one_two().apply(ChooseDoublet(number))
    assert refusal.value.reason.cause is Cause.IMPOSSIBLE_NUMBER


def test_a_choice_that_cannot_be_played_is_free_and_loses_the_reroll() -> None:
    game = after_one_two("W 20:15 / B 14:2 13:2 12:2 hand:9").apply(ChooseDoublet(6))
    (lost,) = happened(game, StageLost)
    assert isinstance(lost, StageLost)
    assert (lost.kind, lost.reroll) == (StageKind.CHOSEN, True)
    assert [(number.number, number.blocking) for number in lost.numbers] == [(6, (14, 13, 12))]
    assert game.side is not W


def test_a_1_2_that_cannot_be_played_in_full_loses_choice_and_reroll() -> None:
    game = throw(situation("falood", "W 20:14 bar:1 / B 24:2 23:2 hand:11", W), 2, 1)
    (lost,) = happened(game, StageLost)
    assert isinstance(lost, StageLost)
    assert (lost.later, lost.reroll) == ((StageKind.CHOSEN,), True)
    assert game.last_turn
    assert [stage.status for stage in game.last_turn.thrown.stages] == [Status.LOST, Status.LOST]


def test_a_1_2_is_no_doublet_and_is_not_held_back_by_the_first_one() -> None:
    game = after_one_two()
    assert game.had_doublet == set()
    game = played(game.apply(ChooseDoublet(5)), "20/15 20/15 20/15 20/15")
    game = played(throw(game, 1, 1), "20/19 20/19 20/19 20/19")
    assert game.phase is Phase.THROW
    assert game.had_doublet == {W}


def test_a_1_2_is_ordinary_elsewhere_unless_the_table_agrees() -> None:
    line = "W 20:15 / B hand:15"
    ordinary = played(throw(situation("russian", line, W), 1, 2), "20/19 20/18")
    assert ordinary.phase is Phase.THROW
    agreed = played(throw(situation("russian", line, W, one_two=True), 1, 2), "20/19 20/18")
    assert agreed.phase is Phase.CHOOSE


def test_there_is_nothing_to_choose_at_any_other_time() -> None:
    with pytest.raises(NotAllowed) as refusal:
        throw(situation("falood", "W 20:15 / B hand:15", W), 3, 1).apply(ChooseDoublet(5))
    assert refusal.value.reason.cause is Cause.NOT_NOW

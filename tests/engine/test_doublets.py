"""Doublets, their complements, and the throws that they earn or do not."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import (
    RULESETS,
    Game,
    Phase,
    StageKind,
    Status,
    Withheld,
)
from backgammon_tui.engine.events import (
    DiceThrown,
    RerollEarned,
    StageCompleted,
    StageLost,
    StageWithheld,
)
from tests.engine.examples import B, W, happened, played, situation, throw

# ---- doublets and rerolls


def test_a_doublet_s_face_is_followed_by_its_complement_and_a_reroll() -> None:
    game = throw(Game.start(RULESETS["french"], W), 4, 4)
    assert game.left == (4, 4, 4, 4)
    game = played(game, "hand/21 hand/21 hand/21 hand/21")
    assert happened(game, StageCompleted) == [StageCompleted(StageKind.FACE, W)]
    assert game.left == (3, 3, 3, 3)
    game = played(game, "hand/22 hand/22 hand/22 hand/22")
    assert happened(game, RerollEarned) == [RerollEarned(W)]
    assert (game.phase, game.side) == (Phase.THROW_AGAIN, W)
    assert throw(game, 6, 5).events[0] == DiceThrown(W, (6, 5), again=True)


def test_rerolls_may_be_earned_again_and_again() -> None:
    game = throw(situation("french", "W 24:15 / B hand:15", W), 1, 1)
    game = played(game, "24/23 24/23 24/23 24/23 24/18 24/18 24/18 24/18")
    game = played(throw(game, 6, 6), "18/12 18/12 18/12 18/12 12/11 12/11 12/11 12/11")
    assert game.phase is Phase.THROW_AGAIN
    assert game.turn
    assert [thrown.dice for thrown in game.turn.throws] == [(1, 1), (6, 6)]
    assert len(game.turn.moves) == 16


@pytest.mark.parametrize("name", ["never-finishing", "backgammon"])
def test_a_doublet_without_complement_ends_the_turn(name: str) -> None:
    game = throw(situation(name, "W 13:15 / B 6:15", W), 1, 1)
    game = played(game, "13/12 13/12 13/12 13/12")
    assert (game.phase, game.side) == (Phase.THROW, B)


def test_a_face_that_cannot_be_played_in_full_loses_complement_and_reroll() -> None:
    game = throw(situation("french", "W 24:1 off:14 / B 16:15", W), 5, 5)
    game = played(game, "24/19 19/14")
    (lost,) = happened(game, StageLost)
    assert isinstance(lost, StageLost)
    assert lost.kind is StageKind.FACE
    assert [number.number for number in lost.numbers] == [5]
    assert (lost.later, lost.reroll) == ((StageKind.COMPLEMENT,), True)
    assert game.last_turn
    assert [stage.status for stage in game.last_turn.thrown.stages] == [Status.LOST, Status.LOST]
    assert game.last_turn.thrown.reroll is Status.LOST


def test_a_complement_that_cannot_be_played_loses_the_reroll() -> None:
    game = throw(situation("french", "W 13:4 off:11 / B 16:2 11:13", W), 1, 1)
    game = played(game, "13/12 13/12 13/12 13/12 12/6 12/6 12/6 12/6")
    assert game.phase is Phase.THROW_AGAIN
    game = throw(situation("french", "W 13:4 off:11 / B 19:2 11:13", W), 1, 1)
    game = played(game, "13/12 13/12 13/12 13/12")
    (lost,) = happened(game, StageLost)
    assert isinstance(lost, StageLost)
    assert (lost.kind, lost.later, lost.reroll) == (StageKind.COMPLEMENT, (), True)
    assert len(lost.numbers) == 1
    assert game.side is B


# ---- entering and doublets


def test_in_russian_a_doublet_with_more_than_four_to_enter_has_no_complement() -> None:
    game = throw(situation("russian", "W 20:10 hand:5 / B hand:15", W), 3, 3)
    assert game.thrown
    assert game.thrown.stages[1].status is Status.NOT_GRANTED
    game = played(game, "hand/22 hand/22 hand/22 hand/22")
    assert happened(game, StageWithheld) == [StageWithheld(W, Withheld.STILL_ENTERING)]
    assert game.side is B
    assert game.last_turn
    assert game.last_turn.thrown.reroll is Status.NOT_GRANTED


def test_what_is_not_granted_is_not_lost() -> None:
    game = throw(situation("russian", "W 20:10 hand:5 / B 22:2 hand:13", W), 3, 3)
    (lost,) = happened(game, StageLost)
    assert isinstance(lost, StageLost)
    assert (lost.later, lost.reroll) == ((), False)


def test_in_russian_a_doublet_that_enters_the_last_four_goes_on() -> None:
    game = throw(situation("russian", "W 20:11 hand:4 / B hand:15", W), 3, 3)
    game = played(game, "hand/22 hand/22 hand/22 hand/22")
    assert game.left == (4, 4, 4, 4)
    assert played(game, "22/18 22/18 22/18 22/18").phase is Phase.THROW_AGAIN


def test_in_russian_the_bar_counts_like_the_hand() -> None:
    game = throw(situation("russian", "W 20:10 hand:4 bar:1 / B hand:15", W), 3, 3)
    game = played(game, "bar/22 hand/22 hand/22 hand/22")
    assert happened(game, StageWithheld)
    game = throw(situation("russian", "W 20:14 bar:1 / B hand:15", W), 3, 3)
    assert played(game, "bar/22 22/19 20/17 20/17").left == (4, 4, 4, 4)


def test_in_russian_with_free_entry_a_side_may_forgo_the_complement() -> None:
    game = throw(situation("russian-free", "W 20:14 hand:1 / B hand:15", W), 3, 3)
    assert happened(played(game, "20/17 20/17 20/17 20/17"), StageWithheld)
    assert played(game, "hand/22 20/17 20/17 20/17").left == (4, 4, 4, 4)


@pytest.mark.parametrize("name", ["falood", "french"])
def test_elsewhere_a_doublet_goes_on_while_checkers_are_in_hand(name: str) -> None:
    game = throw(situation(name, "W hand:15 / B hand:15", W, {W}), 3, 3)
    game = played(game, "hand/22 hand/22 hand/22 hand/22")
    assert game.left == (4, 4, 4, 4)


def test_in_falood_each_side_s_first_doublet_is_its_face_only() -> None:
    game = throw(Game.start(RULESETS["falood"], W), 3, 3)
    game = played(game, "hand/22 hand/22 hand/22 hand/22")
    assert happened(game, StageWithheld) == [StageWithheld(W, Withheld.FIRST_DOUBLET)]
    assert game.had_doublet == {W}
    game = played(throw(game, 2, 2), "hand/23 hand/23 hand/23 hand/23")
    assert happened(game, StageWithheld) == [StageWithheld(B, Withheld.FIRST_DOUBLET)]
    game = played(throw(game, 1, 1), "hand/24 hand/24 hand/24 hand/24")
    assert game.left == (6, 6, 6, 6)


def test_in_falood_the_first_doublet_counts_although_it_could_not_be_played() -> None:
    game = throw(situation("falood", "W 13:14 bar:1 / B 22:2 1:13", W), 3, 3)
    assert game.had_doublet == {W}
    (lost,) = happened(game, StageLost)
    assert isinstance(lost, StageLost)
    assert (lost.later, lost.reroll) == ((), False)
    game = throw(played(throw(game, 6, 5), "22/16 22/17"), 5, 5)
    assert game.thrown
    assert [stage.status for stage in game.thrown.stages] == [Status.CURRENT, Status.DUE]

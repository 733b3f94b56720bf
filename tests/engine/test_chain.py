from __future__ import annotations

from typing import Any

import pytest

from backgammon_tui.engine import (
    RULESETS,
    Cause,
    ChooseDoubles,
    Ending,
    Game,
    Move,
    NotAllowed,
    Phase,
    Place,
    Position,
    Result,
    Stage,
    StageKind,
    Status,
    Withheld,
)
from backgammon_tui.engine.events import (
    DiceRolled,
    DoublesChosen,
    ExtraRollEarned,
    HandedOver,
    Resumed,
    StageCompleted,
    StageLost,
    StageWithheld,
)
from backgammon_tui.engine.turn import (
    ExtraRoll,
    choices,
    earned_by,
    four_due,
    next_after,
    plan,
)
from tests.engine.examples import B, W, game_at, happened, played, roll, rules_named

# ---- what earns what


ON_BOARD = Position.parse("W 13:15 / B 12:15")
COMPLEMENT = four_due(StageKind.COMPLEMENT, 2)


def waiting(count: int) -> Position:
    """Return a position in which White has this many checkers in hand."""
    return Position.from_counts({13: 15 - count, Place.HAND: count}, {12: 15})


@pytest.mark.parametrize(
    ("name", "dice", "stages", "extra_roll"),
    [
        ("backgammon", (5, 5), [(5, 5, 5, 5)], None),
        ("backgammon", (4, 6), [(6, 4)], None),
        ("french", (5, 5), [(5, 5, 5, 5), (2, 2, 2, 2)], Status.DUE),
        ("french", (1, 2), [(2, 1)], None),
        ("falood", (1, 2), [(2, 1), ()], Status.DUE),
        ("falood", (1, 3), [(3, 1)], None),
    ],
)
def test_roll_has_its_stages(
    name: str, dice: tuple[int, int], stages: list[tuple[int, ...]], extra_roll: Status | None
) -> None:
    rolled = plan(rules_named(name), ON_BOARD, W, dice, first_double=False)
    assert [stage.numbers for stage in rolled.stages] == stages
    assert rolled.extra_roll is extra_roll


def test_each_stage_earns_the_next_and_the_last_a_roll() -> None:
    rules = rules_named("falood")
    face = plan(rules, ON_BOARD, W, (5, 5), first_double=False).stages[0]
    assert earned_by(rules, face) == COMPLEMENT
    assert earned_by(rules, COMPLEMENT) is ExtraRoll.EARNED
    choice = earned_by(rules, Stage(StageKind.DICE, (2, 1), Status.DONE))
    assert isinstance(choice, Stage)
    assert [stage.numbers for stage in choices(choice)] == [(5,) * 4, (6,) * 4]
    assert {earned_by(rules, stage) for stage in choices(choice)} == {ExtraRoll.EARNED}
    assert choices(COMPLEMENT) == (COMPLEMENT,)


def test_double_after_2_1_does_not_require_entering() -> None:
    rules = rules_named("russian", one_two=True)
    earned = plan(rules, waiting(9), W, (2, 1), first_double=False).earned
    assert next_after(rules, waiting(7), W, earned, full=True) == earned


# ---- doubles and rerolls


def test_double_is_followed_by_complement_and_extra_roll() -> None:
    game = roll(Game.start(RULESETS["french"], W), 4, 4)
    assert game.left == (4, 4, 4, 4)
    game = played(game, "hand/21 hand/21 hand/21 hand/21")
    assert happened(game, StageCompleted) == [StageCompleted(StageKind.FACE, W)]
    assert game.left == (3, 3, 3, 3)
    game = played(game, "hand/22 hand/22 hand/22 hand/22")
    assert happened(game, ExtraRollEarned) == [ExtraRollEarned(W)]
    assert (game.phase, game.side) == (Phase.ROLL_AGAIN, W)
    assert roll(game, 6, 5).events[0] == DiceRolled(W, (6, 5), again=True)


def test_extra_rolls_can_be_earned_repeatedly() -> None:
    game = roll(game_at("french", "W 24:15 / B hand:15", W), 1, 1)
    game = played(game, "24/23 24/23 24/23 24/23 24/18 24/18 24/18 24/18")
    game = played(roll(game, 6, 6), "18/12 18/12 18/12 18/12 12/11 12/11 12/11 12/11")
    assert game.phase is Phase.ROLL_AGAIN
    assert game.turn
    assert [rolled.dice for rolled in game.turn.rolls] == [(1, 1), (6, 6)]
    assert len(game.turn.moves) == 16


@pytest.mark.parametrize("name", ["never-finishing", "backgammon"])
def test_double_without_complement_ends_the_turn(name: str) -> None:
    game = roll(game_at(name, "W 13:15 / B 6:15", W), 1, 1)
    game = played(game, "13/12 13/12 13/12 13/12")
    assert (game.phase, game.side) == (Phase.ROLL, B)


def test_incomplete_double_loses_complement_and_extra_roll() -> None:
    game = roll(game_at("french", "W 24:1 off:14 / B 16:15", W), 5, 5)
    game = played(game, "24/19 19/14")
    (lost,) = happened(game, StageLost)
    assert isinstance(lost, StageLost)
    assert lost.kind is StageKind.FACE
    assert [number.number for number in lost.numbers] == [5]
    assert (lost.later, lost.extra_roll) == ((StageKind.COMPLEMENT,), True)
    assert game.last_turn
    assert [stage.status for stage in game.last_turn.rolled.stages] == [Status.LOST, Status.LOST]
    assert game.last_turn.rolled.extra_roll is Status.LOST


def test_unplayable_complement_loses_extra_roll() -> None:
    game = roll(game_at("french", "W 13:4 off:11 / B 16:2 11:13", W), 1, 1)
    game = played(game, "13/12 13/12 13/12 13/12 12/6 12/6 12/6 12/6")
    assert game.phase is Phase.ROLL_AGAIN
    game = roll(game_at("french", "W 13:4 off:11 / B 19:2 11:13", W), 1, 1)
    game = played(game, "13/12 13/12 13/12 13/12")
    (lost,) = happened(game, StageLost)
    assert isinstance(lost, StageLost)
    assert (lost.kind, lost.later, lost.extra_roll) == (StageKind.COMPLEMENT, (), True)
    assert len(lost.numbers) == 1
    assert game.side is B


# ---- entering and doubles


def test_russian_five_to_enter_get_no_complement() -> None:
    game = roll(game_at("russian", "W 20:10 hand:5 / B hand:15", W), 3, 3)
    assert game.rolled
    assert game.rolled.stages[1].status is Status.NOT_GRANTED
    game = played(game, "hand/22 hand/22 hand/22 hand/22")
    assert happened(game, StageWithheld) == [StageWithheld(W, Withheld.STILL_ENTERING)]
    assert game.side is B
    assert game.last_turn
    assert game.last_turn.rolled.extra_roll is Status.NOT_GRANTED


def test_denied_complement_is_not_lost() -> None:
    game = roll(game_at("russian", "W 20:10 hand:5 / B 22:2 hand:13", W), 3, 3)
    (lost,) = happened(game, StageLost)
    assert isinstance(lost, StageLost)
    assert (lost.later, lost.extra_roll) == ((), False)


def test_russian_double_entering_last_four_continues() -> None:
    game = roll(game_at("russian", "W 20:11 hand:4 / B hand:15", W), 3, 3)
    game = played(game, "hand/22 hand/22 hand/22 hand/22")
    assert game.left == (4, 4, 4, 4)
    assert played(game, "22/18 22/18 22/18 22/18").phase is Phase.ROLL_AGAIN


def test_russian_bar_counts_like_the_hand() -> None:
    game = roll(game_at("russian", "W 20:10 hand:4 bar:1 / B hand:15", W), 3, 3)
    game = played(game, "bar/22 hand/22 hand/22 hand/22")
    assert happened(game, StageWithheld)
    game = roll(game_at("russian", "W 20:14 bar:1 / B hand:15", W), 3, 3)
    assert played(game, "bar/22 22/19 20/17 20/17").left == (4, 4, 4, 4)


def test_russian_free_entry_allows_forgoing_complement() -> None:
    game = roll(game_at("russian-free", "W 20:14 hand:1 / B hand:15", W), 3, 3)
    assert happened(played(game, "20/17 20/17 20/17 20/17"), StageWithheld)
    assert played(game, "hand/22 20/17 20/17 20/17").left == (4, 4, 4, 4)


@pytest.mark.parametrize("name", ["falood", "french"])
def test_french_double_continues_with_checkers_in_hand(name: str) -> None:
    game = roll(game_at(name, "W hand:15 / B hand:15", W, {W}), 3, 3)
    game = played(game, "hand/22 hand/22 hand/22 hand/22")
    assert game.left == (4, 4, 4, 4)


def test_falood_first_double_has_no_complement() -> None:
    game = roll(Game.start(RULESETS["falood"], W), 3, 3)
    game = played(game, "hand/22 hand/22 hand/22 hand/22")
    assert happened(game, StageWithheld) == [StageWithheld(W, Withheld.FIRST_DOUBLE)]
    assert game.had_double == {W}
    game = played(roll(game, 2, 2), "hand/23 hand/23 hand/23 hand/23")
    assert happened(game, StageWithheld) == [StageWithheld(B, Withheld.FIRST_DOUBLE)]
    game = played(roll(game, 1, 1), "hand/24 hand/24 hand/24 hand/24")
    assert game.left == (6, 6, 6, 6)


def test_falood_unplayable_first_double_counts() -> None:
    game = roll(game_at("falood", "W 13:14 bar:1 / B 22:2 1:13", W), 3, 3)
    assert game.had_double == {W}
    (lost,) = happened(game, StageLost)
    assert isinstance(lost, StageLost)
    assert (lost.later, lost.extra_roll) == ((), False)
    game = roll(played(roll(game, 6, 5), "22/16 22/17"), 5, 5)
    assert game.rolled
    assert [stage.status for stage in game.rolled.stages] == [Status.CURRENT, Status.DUE]


# ---- the 2-1 of Falood's game


def after_one_two(line: str = "W 20:15 / B hand:15") -> Game:
    return played(roll(game_at("falood", line, W), 1, 2), "20/19 20/18")


def test_roller_chooses_5_or_6_after_2_1() -> None:
    game = after_one_two()
    assert (game.phase, game.actor) == (Phase.CHOOSE, W)
    assert not game.moves
    game = game.apply(ChooseDoubles(6))
    assert game.events[0] == DoublesChosen(W, 6)
    assert game.left == (6, 6, 6, 6)


def test_chosen_double_earns_extra_roll() -> None:
    game = played(after_one_two().apply(ChooseDoubles(5)), "20/15 20/15 20/15 20/15")
    assert happened(game, ExtraRollEarned)
    assert (game.phase, game.side) == (Phase.ROLL_AGAIN, W)


@pytest.mark.parametrize("number", [0, 1, 4, 7])
def test_other_doubles_cannot_be_chosen(number: int) -> None:
    with pytest.raises(NotAllowed) as refusal:
        after_one_two().apply(ChooseDoubles(number))
    assert refusal.value.reason.cause is Cause.IMPOSSIBLE_NUMBER


def test_unplayable_choice_loses_extra_roll() -> None:
    game = after_one_two("W 20:15 / B 14:2 13:2 12:2 hand:9").apply(ChooseDoubles(6))
    (lost,) = happened(game, StageLost)
    assert isinstance(lost, StageLost)
    assert (lost.kind, lost.extra_roll) == (StageKind.CHOSEN, True)
    assert [(number.number, number.blocking) for number in lost.numbers] == [(6, (14, 13, 12))]
    assert game.side is not W


def test_incomplete_2_1_loses_choice_and_extra_roll() -> None:
    game = roll(game_at("falood", "W 20:14 bar:1 / B 24:2 23:2 hand:11", W), 2, 1)
    (lost,) = happened(game, StageLost)
    assert isinstance(lost, StageLost)
    assert (lost.later, lost.extra_roll) == ((StageKind.CHOSEN,), True)
    assert game.last_turn
    assert [stage.status for stage in game.last_turn.rolled.stages] == [Status.LOST, Status.LOST]


def test_first_double_rule_does_not_apply_to_2_1() -> None:
    game = after_one_two()
    assert game.had_double == set()
    game = played(game.apply(ChooseDoubles(5)), "20/15 20/15 20/15 20/15")
    game = played(roll(game, 1, 1), "20/19 20/19 20/19 20/19")
    assert game.phase is Phase.ROLL
    assert game.had_double == {W}


def test_other_games_have_ordinary_2_1_by_default() -> None:
    line = "W 20:15 / B hand:15"
    ordinary = played(roll(game_at("russian", line, W), 1, 2), "20/19 20/18")
    assert ordinary.phase is Phase.ROLL
    agreed = played(roll(game_at("russian", line, W, one_two=True), 1, 2), "20/19 20/18")
    assert agreed.phase is Phase.CHOOSE


def test_choice_is_only_possible_after_2_1() -> None:
    with pytest.raises(NotAllowed) as refusal:
        roll(game_at("falood", "W 20:15 / B hand:15", W), 3, 1).apply(ChooseDoubles(5))
    assert refusal.value.reason.cause is Cause.NOT_NOW


# ---- the opponent completes


def table(line: str, name: str = "falood", **more: Any) -> Game:
    """Return a game with White to roll after both first doubles."""
    return game_at(name, line, W, {W, B}, opponent_completes=True, **more)


def test_opponent_plays_numbers_the_side_cannot() -> None:
    game = roll(table("W 20:14 bar:1 / B 24:2 22:2 13:11"), 3, 1)
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
    assert (game.phase, game.side) == (Phase.ROLL, B)
    assert game.last_turn
    assert game.last_turn.stage.status is Status.COMPLETED_BY_OPPONENT


def test_opponent_may_complete_with_any_legal_move() -> None:
    game = roll(table("W 20:14 bar:1 / B 24:2 22:2 13:11"), 3, 1)
    offered = {(move.origin, move.number) for move in game.moves}
    assert offered == {(24, 3), (24, 1), (22, 3), (22, 1), (13, 3), (13, 1)}
    assert game.legal_plays() == ()


def test_side_resumes_when_opponent_opens_a_point() -> None:
    game = roll(table("W 20:14 bar:1 / B 24:2 22:2 13:11"), 3, 1)
    game = played(game, "24/21")
    assert happened(game, Resumed) == [Resumed(W, (1,), (24,))]
    assert (game.phase, game.actor) == (Phase.MOVE, W)
    game = played(game, "bar/24*")
    assert happened(game, StageCompleted) == [StageCompleted(StageKind.DICE, W)]
    assert game.side is B


def test_side_resumes_after_hit_if_it_can_enter() -> None:
    line = "W 6:1 1:1 off:13 / B 8:1 5:2 4:2 3:2 2:8"
    game = roll(table(line), 2, 2)
    assert game.phase is Phase.COMPLETE
    game = played(game, "8/6*")
    assert happened(game, Resumed) == [Resumed(W, (2, 2, 2), (23,))]
    assert [move.target for move in game.moves] == [23]


def test_side_playing_last_number_continues_its_turn() -> None:
    game = roll(table("W 20:14 bar:1 / B 22:2 13:13"), 3, 3)
    game = played(game, "22/19")
    assert game.phase is Phase.MOVE
    game = played(game, "bar/22* 20/17 20/17")
    assert game.left == (4, 4, 4, 4)


def test_opponent_playing_last_number_ends_the_roll() -> None:
    game = roll(table("W 20:14 bar:1 / B 22:2 13:13"), 3, 3)
    game = played(game, "13/10 13/10 13/10 13/10")
    assert (game.phase, game.side) == (Phase.ROLL, B)
    assert game.last_turn
    first, second = game.last_turn.rolled.stages
    assert (first.status, second.status) == (Status.COMPLETED_BY_OPPONENT, Status.LOST)
    assert game.last_turn.rolled.extra_roll is Status.LOST


def test_rest_is_lost_if_neither_side_can_play() -> None:
    line = "W 4:2 3:2 1:10 bar:1 / B 4:2 3:2 1:10 bar:1"
    game = roll(table(line, "french"), 4, 3)
    assert not happened(game, HandedOver)
    assert happened(game, StageLost)
    assert game.side is B


def test_rest_is_lost_once_neither_side_can_play() -> None:
    line = "W 7:2 4:2 1:10 bar:1 / B 4:2 3:2 1:10 bar:1"
    game = played(roll(table(line, "french"), 4, 3), "bar/22")
    (lost,) = happened(game, StageLost)
    assert isinstance(lost, StageLost)
    assert lost.side is W
    assert [(number.number, number.blocking) for number in lost.numbers] == [(4, (21,))]
    assert game.side is B


def test_completing_opponent_must_enter_first() -> None:
    game = roll(table("W 20:14 bar:1 / B 22:2 13:12 hand:1"), 3, 3)
    assert [(move.origin, move.target) for move in game.moves] == [(25, 22)]
    with pytest.raises(NotAllowed) as refusal:
        game.apply(Move(B, 13, 10, 3))
    assert refusal.value.reason.cause is Cause.HAND_FIRST


def test_opponent_can_win_by_completing() -> None:
    game = roll(table("W 20:1! 1:14 / B 5:1 off:14", "never-finishing"), 6, 4)
    assert game.phase is Phase.COMPLETE
    game = played(game, "5/off")
    assert game.result == Result(Ending.BORNE_OFF, B, 2)
    assert game.turn
    assert game.turn.stage.status is Status.LAPSED, "White has played nothing of it"


def test_numbers_are_lost_without_the_house_rule() -> None:
    game = roll(game_at("falood", "W 20:14 bar:1 / B 24:2 22:2 13:11", W), 3, 1)
    assert happened(game, StageLost)
    assert game.side is B


def test_leftover_number_goes_to_the_opponent() -> None:
    game = roll(table("W 24:1 1:14 / B 12:2 2:13", "backgammon"), 6, 5)
    game = played(game, "24/18")
    assert (game.phase, game.left, game.actor) == (Phase.COMPLETE, (5,), B)
    game = played(game, "12/7*")
    assert (game.phase, game.side) == (Phase.ROLL, B)

from __future__ import annotations

import pytest

from backgammon_tui.engine import (
    RULESETS,
    Action,
    AgreeDraw,
    Cause,
    ChooseDoubles,
    Effect,
    Game,
    KeepOpening,
    Move,
    NotAllowed,
    OpeningRoll,
    Phase,
    Place,
    Position,
    Reason,
    Resign,
    Roll,
    Side,
)
from backgammon_tui.engine.moves import target_of
from backgammon_tui.engine.reasons import lost_numbers, why_not
from tests.engine.examples import B, W, game_at, place, roll, rules_named

AGAINST_MOVES = """
backgammon | W 13:1 1:14 / B 11:15 | W 6 5 | 12/6 | no checker | 12
backgammon | W 1:14 off:1 / B 11:15 | W 6 5 | off/1 | no checker | 0
backgammon | W 13:1 1:14 / B 11:15 | W 6 5 | 13/19 | wrong way | 13 19
backgammon | W 13:1 1:14 / B 11:15 | W 6 5 | 13/9 | number not there | 13 9 by 4
never-finishing | W 7:1 1:14 / B 18:1! 11:14 | B 6 5 | 18/12 | trapped | 18
backgammon | W 13:1 1:13 bar:1 / B 11:15 | W 6 5 | 13/7 | bar first | bar
russian | W 20:14 hand:1 / B hand:15 | W 6 5 | 20/14 | hand first | hand
backgammon | W 13:1 1:14 / B 18:2 11:13 | W 6 5 | 13/7 | blocked | 7 by 6
russian | W hand:15 / B 20:2 hand:13 | W 6 5 | hand/20 | blocked | 20 by 5
never-finishing | W 7:1 1:14 / B 20:1 18:1! 11:13 | B 2 1 | 20/18 | held | 18 by 2
backgammon | W 9:1 7:1 3:13 / B 11:15 | W 6 3 | 3/off | not all home | 9 7 by 2
russian-free | W 3:14 hand:1 / B 11:15 | W 3 2 | 3/off | not all home | hand by 1
never-finishing | W 12:1! 3:1 off:13 / B 13:1 1:14 | W 3 2 | 3/off | not all home | 12 by 1
backgammon | W 6:1 5:1 3:1 off:12 / B 11:15 | W 4 2 | 3/off | higher stands | 6 5 by 4
backgammon | W 6:1 3:1 off:13 / B 11:15 | W 5 4 | 3/off | higher stands | 6 by 4
never-finishing | W 5:1! 3:1 off:13 / B 20:1 1:14 | W 4 2 | 3/off | higher stands | 5
backgammon | W 12:1 10:1 off:13 / B 24:2 20:2 1:11 | W 6 5 | 12/6 | wastes number | 12 6 by 5
backgammon | W 24:1 1:14 / B 12:2 2:13 | W 6 5 | 24/19 | higher number | 24 19 by 6
backgammon | W 13:1 1:14 / B 11:15 | W 6 5 | 13/7* | nothing to hit | 7
never-finishing | W 13:1 7:1 1:13 / B 18:1! 11:14 | W 6 5 | 13/7* | nothing to hit | 7
backgammon | W 13:1 1:14 / B 18:1 11:14 | W 6 5 | 13/7^ | no trapping | 7
backgammon | W 13:1 1:14 / B 18:1 11:14 | W 6 5 | 13/7- | blot there | 7
"""
"""Game, position, roll and attempt, and the expected reason: cause, points and numbers.

The marks `*`, `^` and `-` mean a move that hits, that traps, and that does neither.
"""

MARKS = {"*": Effect.HIT, "^": Effect.TRAP, "-": Effect.NOTHING}


@pytest.mark.parametrize("example", AGAINST_MOVES.strip().splitlines())
def test_illegal_move_names_its_rule(example: str) -> None:
    name, line, rolled, tried, cause, where = map(str.strip, example.split("|"))
    letter, *dice = rolled.split()
    side, numbers = Side(letter), (int(dice[0]), int(dice[1]))
    origin, target = map(place, tried.rstrip("*^-").split("/"))
    effect = MARKS.get(tried[-1])
    points, _, by = where.partition(" by ")
    reason = Reason(
        Cause[cause.upper().replace(" ", "_")],
        side,
        tuple(map(place, points.split())),
        tuple(map(int, by.split())),
    )
    game = roll(game_at(name, line, side), *numbers)
    assert game.phase is Phase.MOVE
    assert effect or game.why_not(origin, target) == reason
    number = min(origin, 25) - target
    if number in numbers:
        with pytest.raises(NotAllowed) as refusal:
            game.apply(Move(side, origin, target, number, effect or Effect.NOTHING))
        assert refusal.value.reason == reason


# ---- moves without a description


def against(name: str, line: str, move: Move) -> Reason:
    game = roll(game_at(name, line, move.side), 6, 5)
    with pytest.raises(NotAllowed) as refusal:
        game.apply(move)
    return refusal.value.reason


def test_target_must_match_the_number() -> None:
    reason = Reason(Cause.NUMBER_NOT_THERE, W, (13, 8), (5,))
    assert against("backgammon", "W 13:1 1:14 / B 11:15", Move(W, 13, 8, 6)) == reason


@pytest.mark.parametrize("origin", [-1, 0, 27, 45])
def test_invalid_place_has_no_checker(origin: int) -> None:
    reason = Reason(Cause.NO_CHECKER, W, (origin,))
    assert against("backgammon", "W 13:1 1:14 / B 11:15", Move(W, origin, 7, 6)) == reason


def test_effect_on_a_blot_may_be_unspecified() -> None:
    rules, position = RULESETS["never-finishing"], Position.parse("W 13:1 1:14 / B 18:1 11:14")
    for effect in (None, Effect.HIT, Effect.TRAP):
        assert why_not(rules, position, W, (6,), 13, 7, effect) is None


# ---- illegal actions


WAITING_FOR_ROLL = Game.start(RULESETS["falood"], W)
OPENING = Game.start(RULESETS["russian"])
MOVING = roll(WAITING_FOR_ROLL, 3, 1)
OVER = MOVING.apply(AgreeDraw())


@pytest.mark.parametrize(
    ("game", "action"),
    [
        (OPENING, Roll(1, 2)),
        (OPENING, KeepOpening()),
        (OPENING, Move(W, Place.HAND, 24, 1)),
        (OPENING, ChooseDoubles(5)),
        (WAITING_FOR_ROLL, OpeningRoll(1, 2)),
        (WAITING_FOR_ROLL, Move(W, Place.HAND, 24, 1)),
        (MOVING, Roll(1, 2)),
        (MOVING, Move(B, Place.HAND, 24, 1)),
        (OVER, Roll(1, 2)),
        (OVER, Resign(W, 1)),
        (OVER, AgreeDraw()),
        (OVER, Move(W, Place.HAND, 24, 1)),
    ],
)
def test_action_out_of_phase_is_rejected(game: Game, action: Action) -> None:
    with pytest.raises(NotAllowed) as refusal:
        game.apply(action)
    assert refusal.value.reason.cause is Cause.NOT_NOW


def test_moves_are_rejected_before_a_roll() -> None:
    for game in (OPENING, WAITING_FOR_ROLL, OVER):
        reason = game.why_not(Place.HAND, 24)
        assert reason
        assert reason.cause is Cause.NOT_NOW


@pytest.mark.parametrize("dice", [(0, 1), (1, 7), (-1, 9)])
def test_dice_show_1_to_6(dice: tuple[int, int]) -> None:
    for game, action in ((WAITING_FOR_ROLL, Roll(*dice)), (OPENING, OpeningRoll(*dice))):
        with pytest.raises(NotAllowed) as refusal:
            game.apply(action)
        reason = refusal.value.reason
        assert reason.cause is Cause.IMPOSSIBLE_NUMBER
        assert set(reason.numbers) == {number for number in dice if not 1 <= number <= 6}


def test_every_cause_has_an_example() -> None:
    shown = {cause for cause in Cause if cause.name.lower().replace("_", " ") in AGAINST_MOVES}
    elsewhere = {
        Cause.NOT_NOW,
        Cause.NOT_ON_SCALE,
        Cause.IMPOSSIBLE_NUMBER,
        Cause.NO_CUBE,
        Cause.NOT_YOUR_CUBE,
    }
    assert shown | elsewhere == set(Cause)


# ---- lost numbers


def test_lost_number_has_a_reason_for_each_checker() -> None:
    position = Position.parse("W 13:1 11:1 2:13 / B 20:2 18:2 1:11")
    (lost,) = lost_numbers(RULESETS["backgammon"], position, W, (6,))
    assert lost.number == 6
    assert lost.reasons == (
        Reason(Cause.BLOCKED, W, (7,), (6,)),
        Reason(Cause.BLOCKED, W, (5,), (6,)),
        Reason(Cause.NOT_ALL_HOME, W, (13, 11), (2,)),
    )
    assert lost.blocking == (7, 5)


def test_entering_checker_alone_gives_the_reason() -> None:
    position = Position.parse("W 13:14 bar:1 / B 3:2 1:13")
    numbers = lost_numbers(RULESETS["backgammon"], position, W, (3, 1))
    assert [(lost.number, lost.blocking) for lost in numbers] == [(3, (22,)), (1, (24,))]
    position = Position.parse("W 20:14 hand:1 / B 22:2 hand:13")
    (entering,) = lost_numbers(RULESETS["russian"], position, W, (3, 3))
    assert entering.reasons == (Reason(Cause.BLOCKED, W, (22,), (3,)),)
    position = Position.parse("W 20:14 hand:1 / B 22:2 17:2 hand:11")
    (free,) = lost_numbers(rules_named("russian-free"), position, W, (3, 3))
    assert free.blocking == (22, 17)


def test_target_is_origin_minus_number() -> None:
    origins = (Place.HAND, Place.BAR, 24, 5, 4, 3)
    assert [target_of(origin, 4) for origin in origins] == [21, 21, 20, 1, 0, 0]

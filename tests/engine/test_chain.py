"""Turns: the stages of a roll, and the next ones after they are played, lost or not granted."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest

from backgammon_tui.engine import (
    Cause,
    ChooseDoubles,
    Game,
    Move,
    NotAllowed,
    Opening,
    Phase,
    Side,
    Stage,
    StageKind,
    Status,
)
from backgammon_tui.engine.events import (
    DiceRolled,
    HandedOver,
    OpeningKept,
    OpeningRerolled,
    OpeningTied,
    OpeningWon,
    Resumed,
    StageLost,
    StageWithheld,
)
from backgammon_tui.engine.reasons import LostNumber
from backgammon_tui.engine.turn import ExtraRoll, Rolled, choices, plan
from tests.engine.examples import B, W, game_at, played, roll, rules_named

TABLE = """
The higher number of the opening roll starts; a tie is rolled again.
backgammon | opening
  4:4 => both roll; tied at 4
  2:5 => B plays 5-2; B starts by 2:5; dice current

In Russian and French the opener keeps the two numbers or rolls both dice again.
russian | opening
  1:6 => B keeps or rerolls; B starts by 1:6
  keep => B plays 6-1; kept; dice current
french | opening
  1:6 reroll => B rolls; rerolled

In Falood and Never Finishing the opener always rolls both dice again.
falood | opening
  3:1 => W rolls; W starts by 3:1
  2-2 => W plays 2-2-2-2; face current; complement, extra roll not granted
never-finishing | opening
  3:1 => W rolls; W starts by 3:1

That is a house rule; a 2-1 that is kept earns the choice of doubles like any other.
russian opening=again | opening
  6:5 => W rolls; W starts by 6:5
backgammon opening=choose | opening
  6:5 => W keeps or rerolls; W starts by 6:5
falood opening=keep | opening
  2:1 hand/24 hand/23 => W chooses; dice done; chosen, extra roll due

Playing all numbers ends the turn; a roll has no other stages in most games.
backgammon | W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5
  6-1 13/7 => W plays 1; dice current
  8/7 => B rolls; dice done
backgammon | W 13:15 / B 6:15
  1-1 13/12(4) => B rolls; face done
never-finishing | W 13:15 / B 6:15
  1-1 13/12(4) => B rolls; face done

Numbers that cannot be played are lost, at once or as soon as that is certain.
backgammon | W 13:1 bar:1 off:13 / B 3:2 1:13
  3-1 => B rolls; lost 3 (22), 1 (24); dice lost
backgammon | W 24:1 off:14 / B 12:2 2:13
  6-5 24/18 => B rolls; lost 5 (13); dice lost

Doubles earn their complement, and that an extra roll, again and again.
french | W hand:15 / B hand:15
  4-4 => W plays 4-4-4-4; face current; complement, extra roll due
  hand/21(4) => W plays 3-3-3-3; face done; complement current; extra roll due
  hand/22(4) => W rolls again; face, complement, extra roll done
french | W 24:15 / B hand:15
  1-1 24/23(4) 24/18(4) 6-6 18/12(4) 12/11(4) => W rolls again; face, complement, extra roll done

An unplayable number of doubles or their complement loses everything after it.
french | W 24:1 off:14 / B 16:15
  5-5 24/19 19/14 => B rolls; lost 5 (9); face, complement, extra roll lost
french | W 13:4 off:11 / B 16:2 11:13
  1-1 13/12(4) 12/6(4) => W rolls again; face, complement, extra roll done
french | W 13:4 off:11 / B 19:2 11:13
  1-1 13/12(4) => B rolls; lost 6 (6); face done; complement, extra roll lost

In Russian, doubles earn no complement if a checker is in hand or on the bar after them.
russian | W 20:10 hand:5 / B hand:15
  3-3 => W plays 3-3-3-3; face current; complement, extra roll not granted
  hand/22(4) => B rolls; still entering; face done; complement, extra roll not granted
russian | W 20:11 hand:4 / B hand:15
  3-3 => W plays 3-3-3-3; face current; complement, extra roll due
  hand/22(4) => W plays 4-4-4-4; face done; complement current; extra roll due
  22/18(4) => W rolls again; face, complement, extra roll done
russian | W 20:10 hand:4 bar:1 / B hand:15
  3-3 bar/22 hand/22(3) => B rolls; still entering; face done; complement, extra roll not granted
russian | W 20:14 bar:1 / B hand:15
  3-3 bar/22 22/19 20/17(2) => W plays 4-4-4-4; face done; complement current; extra roll due
russian-free | W 20:14 hand:1 / B hand:15
  3-3 20/17(4) => B rolls; still entering; face done; complement, extra roll not granted
russian-free | W 20:14 hand:1 / B hand:15
  3-3 hand/22 20/17(3) => W plays 4-4-4-4; face done; complement current; extra roll due

A complement that is not granted cannot be lost.
russian | W 20:10 hand:5 / B 22:2 hand:13
  3-3 => B rolls; lost 3 (22); face lost; complement, extra roll not granted

In French and Falood the complement follows even with checkers in hand.
french | W hand:15 / B hand:15; W
  3-3 hand/22(4) => W plays 4-4-4-4; face done; complement current; extra roll due
falood | W hand:15 / B hand:15; W
  3-3 hand/22(4) => W plays 4-4-4-4; face done; complement current; extra roll due

In Falood the first doubles of each side have no complement, even if it cannot be played.
falood | W hand:15 / B hand:15
  3-3 hand/22(4) => B rolls; first double; face done; complement, extra roll not granted
  2-2 hand/23(4) => W rolls; first double; face done; complement, extra roll not granted
  1-1 hand/24(4) => W plays 6-6-6-6; face done; complement current; extra roll due
falood | W 13:14 bar:1 / B 22:2 1:13
  3-3 => B rolls; lost 3 (22); face lost; complement, extra roll not granted
  6-5 22/16 22/17 5-5 => W plays 5-5-5-5; face current; complement, extra roll due

In Falood, and as a house rule, a 2-1 earns four 5s or four 6s, and those an extra roll.
falood | W 20:15 / B hand:15
  1-2 => W plays 2-1; dice current; chosen, extra roll due
  20/19 20/18 => W chooses; dice done; chosen, extra roll due
  choose-6 => W plays 6-6-6-6; dice done; chosen current; extra roll due
  20/14(4) => W rolls again; dice, chosen, extra roll done
falood | W 20:15 / B hand:15
  3-1 20/19 20/17 => B rolls; dice done
russian | W 20:15 / B hand:15
  1-2 20/19 20/18 => B rolls; dice done
russian +one_two | W 20:15 / B hand:15
  1-2 20/19 20/18 => W chooses; dice done; chosen, extra roll due

Doubles that cannot be played may be chosen; a 2-1 must be played in full.
falood | W 20:15 / B 14:2 13:2 12:2 hand:9
  1-2 20/19 20/18 choose-6 => B rolls; lost 6 (14 13 12); dice done; chosen, extra roll lost
falood | W 20:14 bar:1 / B 24:2 23:2 hand:11
  2-1 => B rolls; lost 2 (23), 1 (24); dice, chosen, extra roll lost

A 2-1 earns the choice even while checkers are in hand.
russian +one_two | W 20:10 hand:5 / B hand:15
  2-1 hand/24 hand/23 => W chooses; dice done; chosen, extra roll due

The doubles after a 2-1 are not the first doubles of a side.
falood | W 20:15 / B hand:15
  1-2 20/19 20/18 choose-5 20/15(4) => W rolls again; dice, chosen, extra roll done
  1-1 => W plays 1-1-1-1; again; face current; complement, extra roll not granted

As a house rule, the opponent plays the numbers that a side cannot play.
falood | W 20:14 bar:1 / B 24:2 22:2 13:11; W B
  3-1 => B rolls; lost 3 (22), 1 (24); dice lost
falood +opponent_completes | W 20:14 bar:1 / B 24:2 22:2 13:11; W B
  3-1 => B completes 3-1; unplayable 3 (22), 1 (24); dice current
  13/10 => B completes 1; dice current
  13/12 => B rolls; dice completed by the opponent
backgammon +opponent_completes | W 24:1 1:14 / B 12:2 2:13
  6-5 24/18 => B completes 5; unplayable 5 (13); dice current
  12/7* => B rolls; dice completed by the opponent

The side continues as soon as it can: when a point opens, or when its hit checker can enter.
falood +opponent_completes | W 20:14 bar:1 / B 24:2 22:2 13:11; W B
  3-1 24/21 => W plays 1; resumes on 24; dice current
  bar/24* => B rolls; dice done
falood +opponent_completes | W 6:1 1:1 off:13 / B 8:1 5:2 4:2 3:2 2:8; W B
  2-2 => B completes 2-2-2-2; unplayable 2 (4); face current; complement, extra roll due
  8/6* => W plays 2-2-2; resumes on 23; face current; complement, extra roll due

The side that plays the last number decides: its own side continues, the opponent ends the turn.
falood +opponent_completes | W 20:14 bar:1 / B 22:2 13:13; W B
  3-3 22/19 => W plays 3-3-3; resumes on 22; face current; complement, extra roll due
  bar/22* 20/17(2) => W plays 4-4-4-4; face done; complement current; extra roll due
falood +opponent_completes | W 20:14 bar:1 / B 22:2 13:13; W B
  3-3 13/10(4) => B rolls; face completed by the opponent; complement, extra roll lost

The rest is lost once neither side can play it.
french +opponent_completes | W 4:2 3:2 1:10 bar:1 / B 4:2 3:2 1:10 bar:1
  4-3 => B rolls; lost 4 (21), 3 (22); dice lost
french +opponent_completes | W 7:2 4:2 1:10 bar:1 / B 4:2 3:2 1:10 bar:1
  4-3 bar/22 => B rolls; lost 4 (21); dice lost

The completing side must enter first, and may win.
falood +opponent_completes | W 20:14 bar:1 / B 22:2 13:12 hand:1; W B
  3-3 => B completes 3-3-3-3; unplayable 3 (22); face current; complement, extra roll due
never-finishing +opponent_completes | W 20:1! 1:14 / B 5:1 off:14
  6-4 => B completes 6-4; unplayable 6 (), 4 (); dice current
  5/off => B wins 2; dice lapsed

The fifteenth checker ends the game, and what is left of the turn lapses.
french | W 2:3 off:12 / B 10:15
  2-2 2/off(3) => W wins 1; face done; complement, extra roll lapsed

A game in which no checker can ever move again is drawn at once, before the next stage or roll.
never-finishing | W 24:1! 2:1 1:13 / B 24:1! 1:14
  6-1 2/1 => drawn; lost 6 (); dice lost
never-finishing | W 24:1! 1:14 / B 24:1! 1:14
   => drawn
backgammon | W 6:2 5:2 4:2 3:2 2:2 1:2 bar:3 / B 6:2 5:2 4:2 3:2 2:2 1:2 bar:3
   => drawn
russian | W off:15 / B 24:1 1:14
   => W wins 3
"""
"""Rules with examples: the ruleset and the position; then rolls and moves, and their results.

After the position come the sides that have rolled doubles before. Results: the side to act;
the numbers lost, with the points that block them; and the stages of the last roll.
"""

RULES = [block.split("\n") for block in TABLE.strip().split("\n\n")]


@pytest.mark.parametrize(("rule", "lines"), [(rule, rest) for rule, *rest in RULES])
def test_turn_follows_the_rule(rule: str, lines: list[str]) -> None:
    game = None
    for line in lines:
        if "=>" not in line:
            game = start(line)
            continue
        actions, expected = line.split("=>")
        assert game
        game = played(game, actions)
        assert outcome(game) == expected.strip(), line


def start(line: str) -> Game:
    names, position = line.split(" | ")
    name, *switches = names.split()
    board, _, doubles = position.partition(";")
    house_rules: dict[str, Any] = {switch[1:]: True for switch in switches if switch[0] == "+"}
    if switches and not house_rules:
        house_rules["opening"] = Opening(switches[0].removeprefix("opening="))
    if board == "opening":
        return Game.start(rules_named(name, **house_rules))
    return game_at(name, board, W, [Side(letter) for letter in doubles.split()], **house_rules)


ACTS = {
    Phase.KEEP_OR_REROLL: "keeps or rerolls",
    Phase.MOVE: "plays",
    Phase.COMPLETE: "completes",
    Phase.CHOOSE: "chooses",
    Phase.ROLL: "rolls",
    Phase.ROLL_AGAIN: "rolls again",
}


def outcome(game: Game) -> str:
    if game.result:
        winner = game.result.winner
        parts = [f"{winner.value} wins {game.result.points}" if winner else "drawn"]
    elif game.actor is None:
        parts = ["both roll"]
    else:
        due = "-".join(map(str, game.due))
        parts = [f"{game.actor.value} {ACTS[game.phase]} {due}".strip()]
    rolled = game.latest_turn.rolled if game.latest_turn else None
    for event in game.events:
        match event:
            case StageLost(numbers=numbers):
                assert rolled
                expect_later(event, rolled)
                parts.append(f"lost {blocked(numbers)}")
            case HandedOver(numbers=numbers):
                parts.append(f"unplayable {blocked(numbers)}")
            case StageWithheld(why=why):
                parts.append(why.value)
            case Resumed(points=points):
                parts.append(f"resumes on {' '.join(map(str, points))}")
            case DiceRolled(again=True):
                parts.append("again")
            case OpeningTied(number):
                parts.append(f"tied at {number}")
            case OpeningWon(side, white, black):
                parts.append(f"{side.value} starts by {white}:{black}")
            case OpeningKept():
                parts.append("kept")
            case OpeningRerolled():
                parts.append("rerolled")
            case _:
                pass
    return "; ".join([*parts, *(statuses(rolled) if rolled else [])])


def blocked(numbers: tuple[LostNumber, ...]) -> str:
    return ", ".join(f"{lost.number} ({' '.join(map(str, lost.blocking))})" for lost in numbers)


def expect_later(event: StageLost, rolled: Rolled) -> None:
    """Expect an event to list what is lost besides its stage."""
    lost = [stage.kind for stage in rolled.stages if stage.status is Status.LOST]
    later = [event.earned.kind] if isinstance(event.earned, Stage) else []
    assert [event.kind, *later] == lost
    assert isinstance(event.earned, Stage | ExtraRoll) == (rolled.extra_roll is Status.LOST)


def statuses(rolled: Rolled) -> list[str]:
    steps = [(stage.status, stage.kind.value) for stage in rolled.stages]
    if rolled.extra_roll:
        steps.append((rolled.extra_roll, "extra roll"))
    return [
        f"{', '.join(name for _, name in group)} {status.value}"
        for status, group in groupby(steps, key=lambda step: step[0])
    ]


def test_first_stage_earns_the_second_which_earns_a_roll() -> None:
    rules, start = rules_named("falood"), rules_named("falood").start.position
    double, mixed = (plan(rules, start, W, dice, False) for dice in ((5, 5), (1, 2)))
    complement = Stage(StageKind.COMPLEMENT, (2,) * 4, Status.DUE)
    assert (double.earned, double.extra_roll) == (complement, Status.DUE)
    assert choices(complement) == (complement,)
    assert isinstance(mixed.earned, Stage)
    assert [stage.numbers for stage in choices(mixed.earned)] == [(5,) * 4, (6,) * 4]


def test_turn_lists_all_its_rolls_and_moves() -> None:
    game = game_at("french", "W 24:15 / B hand:15", W)
    game = played(game, "1-1 24/23(4) 24/18(4) 6-6 18/12(4) 12/11(4)")
    assert game.turn
    assert [rolled.dice for rolled in game.turn.rolls] == [(1, 1), (6, 6)]
    assert len(game.turn.moves) == 16


@pytest.mark.parametrize("number", [0, 4, 7])
def test_other_doubles_cannot_be_chosen(number: int) -> None:
    game = played(game_at("falood", "W 20:15 / B hand:15", W), "2-1 20/19 20/18")
    with pytest.raises(NotAllowed) as refusal:
        game.apply(ChooseDoubles(number))
    assert refusal.value.reason.cause is Cause.IMPOSSIBLE_NUMBER


def test_opponent_may_complete_with_any_single_move() -> None:
    line = "W 20:14 bar:1 / B 24:2 22:2 13:11"
    game = roll(game_at("falood", line, W, opponent_completes=True), 3, 1)
    offered = {(move.origin, move.number) for move in game.moves}
    assert offered == {(24, 3), (24, 1), (22, 3), (22, 1), (13, 3), (13, 1)}
    assert game.legal_plays() == ()


def test_completing_opponent_must_enter_first() -> None:
    line = "W 20:14 bar:1 / B 22:2 13:12 hand:1"
    game = roll(game_at("falood", line, W, opponent_completes=True), 3, 3)
    assert [(move.origin, move.target) for move in game.moves] == [(25, 22)]
    with pytest.raises(NotAllowed) as refusal:
        game.apply(Move(B, 13, 10, 3))
    assert refusal.value.reason.cause is Cause.HAND_FIRST

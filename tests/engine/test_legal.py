"""Moves made one by one, and all ways to play a stage."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from backgammon_tui.engine import (
    Game,
    Move,
    Phase,
    Position,
    Roll,
    legal_moves,
    legal_plays,
)
from backgammon_tui.engine.legal import RestOfStage, is_dead, unconstrained_steps
from backgammon_tui.engine.notation import paths_along, read_routes, write_moves
from tests.engine.examples import NAMES, B, W, game_at, played, rules_named
from tests.engine.strategies import state_after

# ---- move by move


BACKGAMMON = rules_named("backgammon")


def read(line: str) -> Position:
    return Position.parse(line)


def test_order_of_numbers_does_not_matter() -> None:
    position = BACKGAMMON.start.position
    plays = legal_plays(BACKGAMMON, position, W, (6, 1))
    assert list(plays) == list(legal_plays(BACKGAMMON, position, W, (1, 6)))
    assert list(plays) == list(legal_plays(BACKGAMMON, position, W, [1, 6]))


def test_one_checker_plays_both_numbers_instead_of_two() -> None:
    plays = legal_plays(BACKGAMMON, BACKGAMMON.start.position, W, (6, 5))
    texts = {write_moves(play.moves) for play in plays}
    assert "13/8/2" in texts
    assert "13/8 8/2" not in texts


# ---- sequences of moves


MOVES = """
A move must allow a full play: 12/6 and 12/7 continue to 12/1.
backgammon | W 24:1 12:1 off:13 / B 7:2 6:13 | 6-5 | | 12/6, 12/7
backgammon | W 24:1 12:1 off:13 / B 7:2 6:13 | 6-5 | 12/6 | 6/1
backgammon | W 24:1 12:1 off:13 / B 7:2 6:13 | 6-5 | 12/6 6/1 | -

After 12/6 the 5 could not be played: 10/5 and 6/1 are blocked.
backgammon | W 12:1 10:1 off:13 / B 24:2 20:2 1:11 | 6-5 | | 12/7, 10/4

If only one number can be played, it must be the higher.
backgammon | W 24:1 1:14 / B 12:2 2:13 | 6-5 | | 24/18
backgammon | W 24:1 1:14 / B 12:2 2:13 | 6-5 | 24/18 | -
never-finishing | W 24:1 1:14 / B 12:2 2:13 | 6-5 | | 24/18, 24/19

No moves follow the last checker.
backgammon | W 5:1 off:14 / B 10:15 | 6-3 | | 5/off, 5/2
backgammon | W 5:1 off:14 / B 10:15 | 6-3 | 5/off | -
backgammon | W 5:1 off:14 / B 10:15 | 6-3 | 5/2 | 2/off

Hits and traps are separate moves.
never-finishing | W 13:1 1:14 / B 18:1 11:14 | 6-1 | | 13/7*, 13/7^, 13/12
"""
"""Rules with examples: the ruleset, the position, White's roll and moves, and the next moves."""


@pytest.mark.parametrize("example", [line for line in MOVES.splitlines() if "|" in line])
def test_legal_moves_follow_the_rules(example: str) -> None:
    name, line, rolled, made, expected = map(str.strip, example.split("|"))
    game = played(game_at(name, line, W), f"{rolled} {made}")
    assert ", ".join(write_moves([move]) for move in game.moves) == expected.replace("-", "")


def test_move_that_prevents_a_full_play_is_unconstrained() -> None:
    position = read("W 12:1 10:1 off:13 / B 24:2 20:2 1:11")
    steps = unconstrained_steps(BACKGAMMON, position, W, (6, 5))
    assert Move(W, 12, 6, 6) in [move for move, _ in steps]


def test_moves_from_far_origins_come_first() -> None:
    moves = legal_moves(BACKGAMMON, BACKGAMMON.start.position, B, (3, 1))
    origins = [move.origin for move in moves]
    assert origins == sorted(origins, reverse=True)
    assert set(origins) == {24, 13, 8, 6}


def test_game_is_dead_if_neither_side_can_move() -> None:
    shut_out, home = "bar:1 6:4 5:2 4:2 3:2 2:2 1:2", "bar:1 6:3 5:2 4:2 3:2 2:2 off:3"
    assert is_dead(BACKGAMMON, read(f"W {shut_out} / B {shut_out}"))
    assert not is_dead(BACKGAMMON, read(f"W {shut_out} / B {home}"))
    assert not is_dead(BACKGAMMON, BACKGAMMON.start.position)


# ---- invalid stages


@pytest.mark.parametrize(
    "numbers",
    [
        (),
        (0, 1),
        (7, 1),
        (-1, 2),
        (0,),
        (7, 7, 7, 7),
        (1, 2, 3),
        (1, 1, 2),
        (1, 1, 2, 2),
        (5, 5, 5, 5, 5),
        (1.5, 2),
        (float("nan"), 1),
        ("1", "2"),
        (None, None),
        "12",
        b"\x01\x02\x03",
        None,
        6,
        ([1], [2]),
        {},
        (1,) * 1_000_000,
        (True, 2),
        (1.0, 2),
        range(10**9),
    ],
    ids=lambda numbers: ascii(numbers)[:20] if isinstance(numbers, (str, float)) else None,
)
def test_invalid_stage_numbers_are_rejected(numbers: Any) -> None:
    for ask in (legal_plays, legal_moves):
        with pytest.raises(ValueError, match="a stage has two numbers"):
            ask(BACKGAMMON, BACKGAMMON.start.position, W, numbers)


def test_invalid_side_is_rejected() -> None:
    with pytest.raises(ValueError, match="side"):
        legal_plays(BACKGAMMON, BACKGAMMON.start.position, "B", (4, 1))  # type: ignore[arg-type]


# ---- the rest of a stage


STANDARD = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"


def paths(game: Game, text: str) -> list[str]:
    return [write_moves(path.moves) for path in paths_along(game.rest_of_stage, read_routes(text))]


def test_route_includes_every_way_between_stops() -> None:
    game = game_at("backgammon", STANDARD, W).apply(Roll(3, 1))
    assert set(paths(game, "8/4")) == {"8/5/4", "8/7/4"}
    assert paths(game, "8/5/4") == ["8/5/4"]
    assert paths(game, "24/19") == []


def test_routes_can_be_travelled_in_any_order() -> None:
    """The 5 must enter before the 3 can be played."""
    game = game_at("backgammon", "W 13:14 bar:1 / B 24:15", W).apply(Roll(5, 3))
    assert paths(game, "13/10 bar/20") == ["bar/20 13/10"]
    assert paths(game, "13/10") == []


def test_every_step_leads_to_a_full_play() -> None:
    """Black holds 2, so the 1 must be played first; then the 6 reaches 1."""
    game = game_at("backgammon", "W 8:1 1:14 / B 23:2 20:13", W).apply(Roll(6, 1))
    assert [write_moves([step.move]) for step in game.rest_of_stage.steps] == ["8/7"]


def test_completing_side_makes_one_step() -> None:
    line = "W bar:1 13:14 / B 1:3 2:3 3:3 4:2 5:2 6:2"
    game = game_at("french", line, W, opponent_completes=True).apply(Roll(2, 1))
    assert game.phase is Phase.COMPLETE
    assert game.actor is B
    rest = game.rest_of_stage
    assert len(rest.list_plays()) == len(rest.steps) == len(game.moves)
    assert all(step.rest.steps == () for step in rest.steps)


@cache
def stage(seed: int) -> Game:
    """Return a stage from a random game."""
    for again in range(100):
        chance = random.Random(1000 * seed + again)
        game = state_after(rules_named(chance.choice(NAMES)), seed, chance.randint(1, 400))
        if game.phase is Phase.ROLL:
            game = game.apply(Roll(chance.randint(1, 6), chance.randint(1, 6)))
        if game.phase is Phase.MOVE and game.moves:
            return game
    raise AssertionError("a hundred games without a play")


@pytest.mark.parametrize("seed", range(16))
def test_steps_are_legal_moves_and_reach_every_play(seed: int) -> None:
    game = stage(seed)
    assert game.side
    seen: set[RestOfStage] = set()
    ends: set[int] = set()
    waiting = [game.rest_of_stage]
    while waiting and len(seen) < 300:
        rest = waiting.pop()
        if rest in seen:
            continue
        seen.add(rest)
        allowed = legal_moves(game.rules, rest.position, game.side, rest.left) if rest.left else ()
        assert tuple(step.move for step in rest.steps) == allowed
        onward = {end for step in rest.steps for end in step.rest.plays}
        assert set(rest.plays) == (onward or {rest.position.packed})
        ends |= set() if rest.steps else {rest.position.packed}
        waiting += [step.rest for step in rest.steps]
    reachable = {play.position.packed for play in game.legal_plays()}
    assert ends <= reachable == set(game.rest_of_stage.plays)
    assert ends == reachable or waiting


@pytest.mark.parametrize("seed", range(16))
def test_moves_to_an_end_reach_it(seed: int) -> None:
    chance = random.Random(seed)
    start = chance.choice(stage(seed).rest_of_stage.steps).rest
    for end in chance.sample(sorted(start.plays), min(5, len(start.plays))):
        reached = start
        for move in start.plays[end].moves:
            reached = next(step.rest for step in reached.steps if step.move == move)
        assert reached.position.packed == end


def test_stages_compare_by_value() -> None:
    """A state read from the journal equals the one that was saved."""
    rules = rules_named("backgammon")
    start = rules.start.position
    rest, same = (RestOfStage(rules, start, W, (3, 1)) for _ in range(2))
    assert rest == same
    assert hash(rest) == hash(same)
    assert rest != RestOfStage(rules, start, W, (3, 2))
    assert rest != RestOfStage(rules, start, B, (3, 1))
    assert rest != RestOfStage(rules_named("french"), start, W, (3, 1))

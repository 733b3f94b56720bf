from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.analysis.difference import Facts, count_rolls, facts_after, roll_facts
from backgammon_tui.analysis.evaluator import ROLLS
from backgammon_tui.engine import Position, Rules, Side, StartingPosition
from tests.analysis.recount import recount
from tests.engine.examples import B, W, game_at, roll, rules_named
from tests.engine.strategies import few, house_rules, positions, sides

SHOTS = [
    # Six pips in front of a checker: eleven 6s, 5-1, 4-2, 3-3 and 2-2.
    ("backgammon", "W 12:1 5:14 / B 19:1 6:14; B to move", 17),
    # A 1-1 plays four 1s at home, and a 6 of the complement hits.
    ("russian", "W 12:1 1:14 / B 18:1 3:14; B to move; first double W B", 18),
    # These are Black's first doubles, so there is no complement.
    ("falood", "W 12:1 1:14 / B 18:1 3:14; B to move; first double W", 17),
]


@pytest.mark.parametrize(("name", "line", "hits"), SHOTS)
def test_hitting_rolls_are_counted(name: str, line: str, hits: int) -> None:
    assert count_rolls(rules_named(name), StartingPosition.parse(line)).hits == hits


def agrees(rules: Rules, starting_position: StartingPosition) -> Facts:
    """Return the counts for a position, after checking them against a complete search."""
    effects = [(roll_facts(rules, starting_position, dice), weight) for dice, weight in ROLLS]
    for (counted, _), (dice, _) in zip(effects, ROLLS, strict=True):
        assert counted == recount(rules, starting_position, dice), dice
    total = count_rolls(rules, starting_position)
    weighed = [sum(weight for effect, weight in effects if effect[i]) for i in range(4)]
    assert (total.roller, list(total[1:5])) == (starting_position.side, weighed)
    return total


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("russian", "W 12:4 10:5 8:6 / B 18:3 13:4 3:2 2:3 1:3"),
        ("russian", "W hand:2 20:4 12:9 / B 18:1 15:1 13:4 10:2 2:4 1:3"),
        ("russian-free", "W hand:1 12:7 9:7 / B 18:1 15:1 7:1 5:1 4:1 2:7 1:3"),
        ("russian-free", "W hand:1 23:1 2:13 / B 24:14 1:1"),
        ("backgammon", "W bar:1 off:14 / B 3:1 12:14"),
        ("falood", "W 22:2 12:4 8:9 / B 16:1 6:4 3:10"),
        ("french", "W bar:1 12:4 8:10 / B 16:1 6:4 3:10"),
        ("never-finishing", "W 20:1! 12:3 11:1 7:4 3:6 / B 5:2 9:1 14:1! 24:11"),
        ("russian", "W 6:1 2:3 1:1 off:10 / B 5:1 4:14"),
    ],
)
def test_example_facts_match_exhaustive_count(name: str, line: str) -> None:
    position = Position.parse(line)
    for side in Side:
        for had in (frozenset[Side](), frozenset(Side)):
            agrees(rules_named(name), StartingPosition(position, side, had))


@few
@given(st.data(), house_rules(), sides)
def test_facts_match_exhaustive_count(data: st.DataObject, rules: Rules, side: Side) -> None:
    position = data.draw(positions(rules))
    if any(map(position.has_borne_off_all, Side)):
        return
    for had in (frozenset[Side](), frozenset(Side)):
        agrees(rules, StartingPosition(position, side, had))


EFFECTS = """
Four 5s and four 2s earn an extra roll; an ordinary roll earns nothing.
russian | W 24:15 / B 1:15 | 5-5 | earns roll
russian | W 24:15 / B 1:15 | 5-4 | -

No 2 can be played from 15 to 13, with all numbers or only four left.
russian | W 20:4 3:11 / B 18:3 13:4 10:2 2:3 1:3 | 5-5 | loses complement
russian | W 20:4 off:11 / B 18:3 13:4 10:2 2:3 1:3 | 5-5 | loses complement

The first four moves win; the complement wins with one of its numbers, or with its last.
russian | W 1:3 off:12 / B 18:15 | 2-2 | -
russian | W 1:5 off:10 / B 18:15 | 2-2 | -
russian | W 1:8 off:7 / B 18:15 | 2-2 | -
russian | W 1:9 off:6 / B 18:15 | 2-2 | earns roll

A complement that is not granted is not lost, unless the doubles cannot be played in full either.
russian | W hand:15 / B 24:3 21:4 hand:8 | 3-3 | -
russian-free | W hand:1 23:14 / B 20:15; W | 5-5 | -
russian | W 20:4 3:11 / B 18:3 13:4 10:2 2:3 1:3; W | 5-5 | loses complement
russian | W hand:1 1:14 / B 10:2 3:13 | 5-5 | loses complement

The lower number cannot hit if the higher must be played: either 24/18 or 24/19*, nothing after it.
backgammon | W 24:1 1:14 / B 6:1 12:2 5:12 | 6-5 | -
backgammon -higher_number | W 24:1 1:14 / B 6:1 12:2 5:12 | 6-5 | can hit

A play of one number may hit: 24/18* without the 5.
backgammon | W 24:1 1:14 / B 7:1 12:2 6:12 | 6-5 | can hit
"""
"""Rules with examples: the ruleset, White's position, the roll, and its possible effects."""


@pytest.mark.parametrize("example", [line for line in EFFECTS.splitlines() if "|" in line])
def test_effects_of_a_roll_are_listed(example: str) -> None:
    names, line, rolled, expected = map(str.strip, example.split("|"))
    name, *switches = names.split()
    position, _, doubles = line.partition(";")
    starting_position = StartingPosition(
        Position.parse(position), W, frozenset(map(Side, doubles.split()))
    )
    rules = rules_named(name, **{switch[1:]: False for switch in switches})
    effects = roll_facts(rules, starting_position, (int(rolled[0]), int(rolled[2])))
    listed = [effect.replace("_", " ") for effect, happens in effects._asdict().items() if happens]
    assert listed == ([] if expected == "-" else [expected])


def test_opponents_roll_follows_play() -> None:
    """Every 2 and 1-1 hit the blot on 13; on 10 it has passed Black's last checker."""
    game = roll(game_at("backgammon", "W 13:1 6:14 / B 14:1 1:14", W), 2, 1)
    hit = {str(play.position): facts_after(game, play).hits for play in game.legal_plays()}
    assert hit["W 13:1 6:13 3:1 / B 14:1 1:14"] == 12
    assert hit["W 10:1 6:14 / B 14:1 1:14"] == 0


def test_own_roll_follows_extra_roll() -> None:
    """The complement comes first; its last 2 earns White an extra roll."""
    game = roll(game_at("russian", "W 20:4 12:4 3:7 / B 18:3 13:4 10:2 2:3 1:3", W, [W]), 5, 5)
    outlooks = {play: facts_after(game, play).outlook for play in game.legal_plays()}
    opening = [play for play, outlook in outlooks.items() if outlook and outlook.playable == 4]
    assert {facts_after(game, play).roller for play in opening} == {None}
    after = game
    for move in opening[0].moves:
        after = after.apply(move)
    assert facts_after(after, after.legal_plays()[0]).roller is W


def test_nothing_follows_the_last_checker() -> None:
    game = roll(game_at("french", "W 1:1 off:14 / B 6:15", W), 6, 5)
    assert facts_after(game, game.legal_plays()[0]) == Facts(None)


def test_thirty_plays_are_counted_quickly() -> None:
    """Usually 15 of the allowed 50 ms; a busy machine gets ten times the limit."""
    line = "W 24:1 22:2 18:1 15:2 14:1 13:2 6:2 5:2 4:2 / B 17:1 8:1 7:1 3:2 2:6 1:4"
    game = roll(game_at("russian", line, W, [W, B]), 5, 1)
    plays = game.legal_plays()[:30]
    begun = time.process_time()
    for play in plays:
        facts_after(game, play)
    assert time.process_time() - begun < 0.5 * len(plays) / 30

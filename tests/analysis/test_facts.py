"""What the 36 throws after a play would do: examples, and a plain recount."""

from __future__ import annotations

import time

import pytest
from hypothesis import given

from backgammon_tui.analysis.facts import Facts, count_throws, facts, look_at
from backgammon_tui.analysis.stages import THROWS
from backgammon_tui.engine import Position, Rules, Side, Situation
from tests.analysis.recount import recount
from tests.engine.examples import B, W, rules_named, situation, throw
from tests.engine.strategies import few, rules_and_positions, sides

SHOTS = [
    # Six pips in front of a checker: eleven 6s, 5-1, 4-2, 3-3 and 2-2.
    ("backgammon", "W 12:1 5:14 / B 19:1 6:14; B to move", 17),
    # With a 1-1 the four 1s are played at home, and a 6 of the complement hits.
    ("russian", "W 12:1 1:14 / B 18:1 3:14; B to move; first doublet W B", 18),
    # It is Black's first doublet, so there is no complement.
    ("falood", "W 12:1 1:14 / B 18:1 3:14; B to move; first doublet W", 17),
]


@pytest.mark.parametrize(("name", "line", "hits"), SHOTS)
def test_how_many_throws_hit(name: str, line: str, hits: int) -> None:
    assert count_throws(rules_named(name), Situation.parse(line)).hits == hits


@few
@given(rules_and_positions(), sides)
def test_they_are_what_trying_out_everything_gives(
    drawn: tuple[Rules, Position], side: Side
) -> None:
    rules, position = drawn
    if any(map(position.has_borne_off_all, Side)):
        return
    for had in (frozenset[Side](), frozenset(Side)):
        situation = Situation(position, side, had)
        found = [(look_at(rules, situation, dice), weight) for dice, weight in THROWS]
        for (counted, _), (dice, _) in zip(found, THROWS, strict=True):
            assert counted == recount(rules, situation, dice), dice
        total = count_throws(rules, situation)
        assert total.thrower is side
        assert total.shut_out == sum(weight for one, weight in found if one.shut_out)
        assert total.hits == sum(weight for one, weight in found if one.hits)


def test_a_play_is_followed_by_the_opponents_throw() -> None:
    """On 13 the blot is hit by every 2 and by 1-1; on 10 it has passed Black's last checker."""
    game = throw(situation("backgammon", "W 13:1 6:14 / B 14:1 1:14", W), 2, 1)
    hit = {str(play.position): facts(game, play).hits for play in game.legal_plays()}
    assert hit["W 13:1 6:13 3:1 / B 14:1 1:14"] == 12
    assert hit["W 10:1 6:14 / B 14:1 1:14"] == 0


def test_what_earns_another_throw_is_followed_by_the_sides_own() -> None:
    """First comes the complement; with its last 2 White earns a throw."""
    game = throw(situation("russian", "W 20:4 12:4 3:7 / B 18:3 13:4 10:2 2:3 1:3", W, [W]), 5, 5)
    outlooks = {play: facts(game, play).outlook for play in game.legal_plays()}
    opening = [play for play, outlook in outlooks.items() if outlook and outlook.playable == 4]
    assert {facts(game, play).thrower for play in opening} == {None}
    after = game
    for move in opening[0].moves:
        after = after.apply(move)
    assert facts(after, after.legal_plays()[0]).thrower is W


def test_after_the_last_checker_nothing_follows() -> None:
    game = throw(situation("french", "W 1:1 off:14 / B 6:15", W), 6, 5)
    assert facts(game, game.legal_plays()[0]) == Facts(None)


def test_a_complement_that_is_not_granted_is_not_lost() -> None:
    shut = "W 20:4 3:11 / B 18:3 13:4 10:2 2:3 1:3; W to move; first doublet W"
    assert look_at(rules_named("russian"), Situation.parse(shut), (5, 5)).complement_lost
    entering = "W hand:15 / B 24:3 21:4 hand:8; W to move"
    found = look_at(rules_named("russian"), Situation.parse(entering), (3, 3))
    assert (found.complement_lost, found.another_throw) == (False, False)


def test_a_complement_is_lost_with_the_face_that_enters_the_last_checker() -> None:
    """It comes in and goes on to 15; the other two 5s cannot be played."""
    shut = Situation.parse("W hand:1 1:14 / B 10:2 3:13; W to move")
    assert look_at(rules_named("russian"), shut, (5, 5)).complement_lost


def test_a_list_of_thirty_plays_is_counted_at_once() -> None:
    """Within 50 ms, about 15 as a rule; ten times that is allowed, for a busy machine."""
    line = "W 24:1 22:2 18:1 15:2 14:1 13:2 6:2 5:2 4:2 / B 17:1 8:1 7:1 3:2 2:6 1:4"
    game = throw(situation("russian", line, W, [W, B]), 5, 1)
    plays = game.legal_plays()[:30]
    begun = time.process_time()
    for play in plays:
        facts(game, play)
    assert time.process_time() - begun < 0.5 * len(plays) / 30

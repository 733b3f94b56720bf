"""The moment of a game: what is due, playable and lost with reasons, and what follows."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import Cause, Phase, Withheld
from backgammon_tui.engine.events import StageLost
from tests.engine.examples import NAMES, B, W, happened, played, rules_named, situation, throw
from tests.engine.strategies import walk


def test_before_a_throw_nothing_is_due() -> None:
    moment = situation("russian", "W 24:1 hand:14 / B hand:15", W).moment
    assert moment.awaits_throw
    assert (moment.actor, moment.due, moment.moves, moment.lost) == (W, (), (), ())


def test_a_doublet_tells_its_complement_and_another_throw() -> None:
    moment = throw(situation("russian", "W 24:15 / B 18:15", W, [W, B]), 4, 4).moment
    assert (moment.due, moment.playable, moment.is_short) == ((4, 4, 4, 4), 4, False)
    assert [stage.numbers for stage in moment.later] == [(3, 3, 3, 3)]
    assert moment.earns_throw


def test_a_first_doublet_has_no_complement() -> None:
    moment = throw(situation("falood", "W 24:15 / B 18:15", W), 4, 4).moment
    assert moment.withheld is Withheld.FIRST_DOUBLET
    assert not moment.later


def test_a_number_that_a_closed_point_stops_is_lost_with_that_point() -> None:
    """Black holds White's 7, where a 6 leads from 13, and White's 2, where it leads from 8."""
    moment = throw(situation("backgammon", "W 13:1 1:14 / B 23:13 18:2", W), 6, 5).moment
    assert (moment.playable, moment.allowed) == (1, frozenset({5}))
    assert [lost.number for lost in moment.lost] == [6]
    reason, *_ = moment.lost[0].reasons
    assert (reason.cause, reason.points) == (Cause.BLOCKED, (7,))
    assert moment.loses_rest


def test_of_either_number_neither_is_lost_for_sure() -> None:
    """Played first, each number leaves the other without a way; neither has a reason of its own."""
    moment = throw(situation("backgammon", "W 13:1 1:14 / B 23:15", W), 6, 5).moment
    assert moment.playable == 1
    assert moment.usable == {5, 6}
    assert all(not lost.reasons for lost in moment.lost)


def test_where_a_play_wins_nothing_is_lost_and_nothing_follows() -> None:
    moment = throw(situation("russian", "W 1:1 off:14 / B 18:15", W, [W, B]), 6, 6).moment
    assert moment.wins
    assert not moment.lost


def test_the_opponent_acts_while_it_completes() -> None:
    line = "W 24:15 / B 22:5 20:2 18:2 13:6"
    game = throw(situation("falood", line, W, [W], opponent_completes=True), 6, 4)
    moment = game.moment
    assert moment.phase is Phase.COMPLETE
    assert (moment.actor, moment.side) == (B, W)
    assert {move.side for move in moment.moves} == {B}


def test_what_has_been_played_is_no_longer_due() -> None:
    game = throw(situation("russian", "W 24:15 / B 18:15", W, [W, B]), 4, 4)
    assert played(game, "24/20 24/20").moment.due == (4, 4)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "french"])
def test_numbers_foretold_as_lost_are_lost(name: str) -> None:
    """Whatever is played of a stage, the numbers that its moment calls lost stay unplayed.

    French games lose none: the opponent completes them.
    """
    told = 0
    for seed in range(8):
        foretold: set[int] = set()
        for game, _, following in walk(rules_named(name), seed, 150):
            foretold |= {lost.number for lost in game.moment.lost}
            for event in happened(following, StageLost):
                assert isinstance(event, StageLost)
                assert foretold <= {lost.number for lost in event.numbers}
                told += bool(foretold)
            if not following.stage or following.stage.moves == ():
                foretold = set()
    assert told

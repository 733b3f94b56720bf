"""Looking ahead: the same as judging every throw by itself, and two throws ahead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given

from backgammon_tui.analysis import ahead as ahead_module
from backgammon_tui.analysis.ahead import ahead_of, best_further, candidates_ahead
from backgammon_tui.analysis.judge import Judge, Judged, in_order, swapped
from backgammon_tui.analysis.look import Look, Stopped, reached
from backgammon_tui.analysis.stages import (
    THROW,
    THROWS,
    BetweenStages,
    ToPlay,
    spot_of,
    thrown,
    to_play,
)
from backgammon_tui.analysis.value import expert, judge_for
from backgammon_tui.engine import RULESETS, Game, Phase, Rules, Throw
from tests.engine.examples import B, W, situation, throw
from tests.engine.strategies import few, game_rules, game_seeds, state_after

START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"


def at_a_glance(judge: Judge) -> Judge:
    return expert(judge.network, judge.rules, faces=0)


def ahead(judge: Judge, stage: ToPlay, one: Judged) -> Judged:
    return ahead_of(Look(judge), stage, one)


def best_ahead(judge: Judge, stage: ToPlay) -> Judged:
    """The play of a stage that is worth most when every throw after it is looked at."""
    return candidates_ahead(Look(judge), stage, in_order(judge.judged(stage)))[0]


@few
@given(game_rules, game_seeds)
def test_the_best_play_of_every_throw_is_that_of_a_judge_who_looks_behind_no_face(
    rules: Rules, seed: int
) -> None:
    game = state_after(replace(rules, opponent_completes=False), seed, seed % 250)
    if game.phase not in (Phase.THROW, Phase.THROW_AGAIN):
        return
    judge = judge_for(game.rules)
    look, plain = Look(judge), at_a_glance(judge)
    for dice, _ in THROWS:
        stage = thrown(game.rules, spot_of(game), dice)
        points, play, ends = look.best(stage)
        expected = plain.best(stage)
        assert (points, ends) == (expected.points, expected.ends)
        assert play.position == expected.play.position


def test_a_throw_ahead_is_the_mean_over_all_throws_of_the_best_plays() -> None:
    game = situation("backgammon", "W 24:2 13:4 8:3 6:6 / B 24:2 13:5 8:3 6:5", W)
    judge, spot = judge_for(game.rules), spot_of(game)
    total = [0.0] * 7
    for dice, weight in THROWS:
        stage = thrown(game.rules, spot, dice)
        best = judge.best(stage)
        after = swapped(judge.chances(reached(judge, stage, best.play)))
        total = [sum_ + weight * chance / 36 for sum_, chance in zip(total, after, strict=True)]
    look = Look(judge)
    assert look.chances(spot, 1) == pytest.approx(tuple(total))
    assert look.mean(spot) == pytest.approx(judge.points(tuple(total)))
    assert look.chances(spot, 0) == judge.chances(spot)


def test_nothing_is_judged_twice() -> None:
    game = situation("backgammon", START, W)
    look = Look(judge_for(game.rules))
    look.mean(spot_of(game))
    seen = look.positions
    assert seen > 100
    look.mean(spot_of(game))
    assert look.positions == seen


def test_two_throws_ahead_is_the_mean_of_throws_that_are_looked_at_a_throw_ahead() -> None:
    """With both last checkers near, the second throw decides what the first leaves open."""
    game = situation("backgammon", "W 6:1 1:1 off:13 / B 5:1 1:1 off:13", W)
    judge = Judge(judge_for(game.rules).network, game.rules)  # Without a table.
    look = Look(judge)
    total = 0.0
    for dice, weight in THROWS:
        stage = thrown(game.rules, spot_of(game), dice)
        points, play, ends = look.best(stage)
        if not ends:
            after = BetweenStages(play.position, B, THROW, game.had_doublet)
            points = -judge.points(look.chances(after, 1))
        total += weight * points
    assert judge.points(look.chances(spot_of(game), 2)) == pytest.approx(total / 36)


def test_it_stops_before_the_next_throw() -> None:
    game = situation("backgammon", START, W)
    asked: list[None] = []

    def should_stop() -> bool:
        asked.append(None)
        return len(asked) == 5

    with pytest.raises(Stopped):
        Look(judge_for(game.rules), should_stop).mean(spot_of(game))
    assert len(asked) == 5


def test_the_strongest_play_is_one_of_those_that_are_near_a_throw_ahead() -> None:
    game = throw(situation("backgammon", START, W), 6, 2)
    judge, stage = judge_for(game.rules), to_play(game)
    found, first = best_further(judge, stage), best_ahead(judge, stage)
    looked = next(one for one in judge.judged(stage) if one.play == found.play)
    assert first.points - ahead(judge, stage, looked).points < ahead_module.NEAR_AHEAD


def test_without_room_for_a_further_throw_it_is_the_play_a_throw_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ahead_module, "MOST_FURTHER", 0)
    for name, line in (("backgammon", START), ("russian", "W 20:4 12:4 3:7 / B 18:3 13:4 10:8")):
        game = throw(situation(name, line, W, [W, B]), 4, 3)
        judge, stage = judge_for(game.rules), to_play(game)
        assert best_further(judge, stage).play == best_ahead(judge, stage).play
        assert best_further(judge, stage).points == pytest.approx(best_ahead(judge, stage).points)


@pytest.mark.parametrize("most", [3_000, 12_000])
def test_no_more_positions_are_judged_than_the_bound_and_a_little(
    monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    looks: list[Look] = []

    def watched(judge: Judge, should_stop: Callable[[], bool]) -> Look:
        looks.append(Look(judge, should_stop))
        return looks[-1]

    monkeypatch.setattr(ahead_module, "MOST_FURTHER", most)
    monkeypatch.setattr(ahead_module, "Look", watched)
    game = Game.start(RULESETS["backgammon"], W).apply(Throw(4, 1))
    best_further(judge_for(game.rules), to_play(game))
    (look,) = looks
    # The candidates are looked at a throw ahead in any case.
    assert most / 2 < look.positions < max(1.25 * most, 6_000)


def test_where_all_are_home_no_throw_more_is_looked_at_than_for_hints() -> None:
    game = throw(situation("falood", "W 5:1 4:4 3:3 2:3 1:4 / B 6:3 off:12", W, [W, B]), 2, 2)
    judge, stage = judge_for(game.rules), to_play(game)
    assert best_further(judge, stage) == best_ahead(judge, stage)

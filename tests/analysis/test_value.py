from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from backgammon_tui.analysis import NotJudged, ranked, value
from backgammon_tui.analysis.lookahead import CANDIDATE_MARGIN
from backgammon_tui.engine import RULESETS, Game, Position, Roll, Rules
from tests.engine.examples import W, rules_named
from tests.engine.strategies import few, house_rules, seeds, state_after


def rolled(name: str, line: str, first: int, second: int) -> Game:
    game = Game.from_position(rules_named(name), Position.parse(line), W)
    return game.apply(Roll(first, second))


@few
@given(house_rules(), seeds)
def test_every_state_has_a_value_within_the_scale(rules: Rules, seed: int) -> None:
    game = state_after(replace(rules, opponent_completes=False), seed, seed % 200)
    judged = value(game)
    assert sum(judged.chances) == pytest.approx(1)
    assert 0 <= judged.win <= 1
    assert abs(judged.points) <= rules.scale.max_points + 1e-9


@few
@given(house_rules(), seeds)
def test_every_play_is_ranked_once(rules: Rules, seed: int) -> None:
    game = state_after(replace(rules, opponent_completes=False), seed, seed % 200)
    order = ranked(game)
    assert sorted(play for play, _ in order) == sorted(game.legal_plays())
    wins = [play.position.has_borne_off_all(game.side or W) for play, _ in order]
    assert wins == sorted(wins, reverse=True)
    later = [points for (_, points), won in zip(order, wins, strict=True) if not won]
    assert later == sorted(later, reverse=True)
    # A best play without a close second is not searched.
    if len(later) > 1 and not wins[0] and later[0] - later[1] < CANDIDATE_MARGIN:
        assert value(game).points == pytest.approx(later[0])


def test_nobody_is_ahead_before_the_opening_roll() -> None:
    for rules in RULESETS.values():
        before = value(Game.start(rules))
        assert before.points == pytest.approx(0)
        assert before.win + before.draw / 2 == pytest.approx(0.5)


def test_won_and_lost_races_have_extreme_values() -> None:
    line = "W 1:1 off:14 / B 6:8 5:7"
    ahead = Game.from_position(rules_named("backgammon"), Position.parse(line), W)
    assert value(ahead).win > 0.95
    assert value(ahead).points > 1.5
    behind = replace(ahead, side=W.other)
    assert value(behind).win < 0.05


def test_win_is_ranked_first_with_its_points() -> None:
    game = rolled("backgammon", "W 6:1 2:1 off:13 / B 12:15", 6, 2)
    play, points = ranked(game)[0]
    assert play.position.has_borne_off_all(W)
    assert points == 2
    assert value(game).win == 1


def test_well_known_openings_are_best() -> None:
    """Every book recommends these: the 5-point with 3-1, the bar point with 6-1."""
    for dice, made in (((3, 1), 5), ((6, 1), 7), ((4, 2), 4)):
        game = Game.start(rules_named("backgammon"), W).apply(Roll(*dice))
        assert ranked(game)[0][0].position.count(W, made) == 2


def test_opponents_completion_is_not_judged() -> None:
    game = Game.start(rules_named("russian", opponent_completes=True), W)
    with pytest.raises(NotJudged):
        value(game)
    with pytest.raises(NotJudged):
        ranked(game.apply(Roll(1, 2)))

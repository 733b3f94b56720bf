from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given

from backgammon_tui.analysis import lookahead as ahead_module
from backgammon_tui.analysis.evaluator import (
    ROLL,
    ROLLS,
    EvalState,
    Evaluator,
    RatedPlay,
    StageToPlay,
    eval_state,
    in_order,
    rolled,
    swapped,
    to_play,
)
from backgammon_tui.analysis.lookahead import (
    Lookahead,
    Stopped,
    best_two_ahead,
    candidates_ahead,
    look_ahead,
)
from backgammon_tui.analysis.value import evaluator_for, expert
from backgammon_tui.engine import RULESETS, Game, Phase, Roll, Rules
from tests.engine.examples import B, W, game_at, roll
from tests.engine.strategies import few, game_rules, game_seeds, state_after

START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"


def without_search(judge: Evaluator) -> Evaluator:
    return expert(judge.network, judge.rules, max_doubles_searched=0)


def best_ahead(judge: Evaluator, stage: StageToPlay) -> RatedPlay:
    """Return the best play of a stage by a search of every roll after it."""
    return candidates_ahead(Lookahead(judge), stage, in_order(judge.rate(stage)))[0]


@few
@given(game_rules, game_seeds)
def test_best_play_of_roll_ignores_complements(rules: Rules, seed: int) -> None:
    game = state_after(replace(rules, opponent_completes=False), seed, seed % 250)
    if game.phase not in (Phase.ROLL, Phase.ROLL_AGAIN):
        return
    judge = evaluator_for(game.rules)
    look, plain = Lookahead(judge), without_search(judge)
    for dice, _ in ROLLS:
        stage = rolled(game.rules, eval_state(game), dice)
        points, play, ends = look.best(stage)
        expected = plain.best(stage)
        assert (points, ends) == (expected.points, expected.ends)
        assert play.position == expected.play.position


def test_one_ply_value_is_mean_of_best_plays() -> None:
    game = game_at("backgammon", "W 24:2 13:4 8:3 6:6 / B 24:2 13:5 8:3 6:5", W)
    judge, spot = evaluator_for(game.rules), eval_state(game)
    total = [0.0] * 7
    for dice, weight in ROLLS:
        stage = rolled(game.rules, spot, dice)
        best = judge.best(stage)
        after = swapped(judge.chances(stage.after(judge.rules, best.play)))
        total = [sum_ + weight * chance / 36 for sum_, chance in zip(total, after, strict=True)]
    look = Lookahead(judge)
    assert look.chances(spot, 1) == pytest.approx(tuple(total))
    assert look.mean(spot) == pytest.approx(judge.points(tuple(total)))
    assert look.chances(spot, 0) == judge.chances(spot)


def test_no_position_is_evaluated_twice() -> None:
    game = game_at("backgammon", START, W)
    look = Lookahead(evaluator_for(game.rules))
    look.mean(eval_state(game))
    seen = look.position_count
    assert seen > 100
    look.mean(eval_state(game))
    assert look.position_count == seen


def test_two_rolls_ahead_is_mean_of_one_roll_ahead() -> None:
    """Both last checkers are near home, so the second roll settles the result."""
    game = game_at("backgammon", "W 6:1 1:1 off:13 / B 5:1 1:1 off:13", W)
    judge = Evaluator(evaluator_for(game.rules).network, game.rules)  # Without a table.
    look = Lookahead(judge)
    total = 0.0
    for dice, weight in ROLLS:
        stage = rolled(game.rules, eval_state(game), dice)
        points, play, ends = look.best(stage)
        if not ends:
            after = EvalState(play.position, B, ROLL, game.had_double)
            points = -judge.points(look.chances(after, 1))
        total += weight * points
    assert judge.points(look.chances(eval_state(game), 2)) == pytest.approx(total / 36)


def test_search_stops_before_next_roll_on_request() -> None:
    game = game_at("backgammon", START, W)
    asked: list[None] = []

    def should_stop() -> bool:
        asked.append(None)
        return len(asked) == 5

    with pytest.raises(Stopped):
        Lookahead(evaluator_for(game.rules), should_stop).mean(eval_state(game))
    assert len(asked) == 5


def test_strongest_play_is_near_best_one_roll_ahead() -> None:
    game = roll(game_at("backgammon", START, W), 6, 2)
    judge, stage = evaluator_for(game.rules), to_play(game)
    strongest, first = best_two_ahead(judge, stage), best_ahead(judge, stage)
    looked = next(rated for rated in judge.rate(stage) if rated.play == strongest.play)
    behind = first.points - look_ahead(Lookahead(judge), stage, looked).points
    assert behind < ahead_module.CANDIDATE_MARGIN_2PLY


def test_play_is_one_roll_ahead_without_positions_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ahead_module, "MAX_POSITIONS_2PLY", 0)
    for name, line in (("backgammon", START), ("russian", "W 20:4 12:4 3:7 / B 18:3 13:4 10:8")):
        game = roll(game_at(name, line, W, [W, B]), 4, 3)
        judge, stage = evaluator_for(game.rules), to_play(game)
        assert best_two_ahead(judge, stage).play == best_ahead(judge, stage).play
        assert best_two_ahead(judge, stage).points == pytest.approx(best_ahead(judge, stage).points)


@pytest.mark.parametrize("searched", [0, 1, 3])
def test_timed_search_compares_plays_over_the_same_rolls(
    monkeypatch: pytest.MonkeyPatch, searched: int
) -> None:
    """The clock is read at the beginning and before each roll."""
    monkeypatch.setattr(ahead_module, "PRUNE_MARGIN", 9.0)
    valued: list[object] = []
    reply_value = ahead_module._reply_value

    def watched(look: Lookahead, reply: ahead_module._Reply) -> float:
        valued.append(reply)
        return reply_value(look, reply)

    monkeypatch.setattr(ahead_module, "_reply_value", watched)
    game = roll(game_at("backgammon", START, W), 6, 2)
    judge, stage = evaluator_for(game.rules), to_play(game)
    readings = iter([0.0, *[0.1] * searched, *[9.0] * 99])
    best = best_two_ahead(judge, stage, clock=lambda: next(readings))
    plays, rest = divmod(len(valued), searched or 1)
    assert (plays > 1, rest) == (searched > 0, 0)
    if not searched:
        assert best.play == best_ahead(judge, stage).play


@pytest.mark.parametrize("maximum", [3_000, 12_000])
def test_evaluated_positions_stay_near_the_limit(
    monkeypatch: pytest.MonkeyPatch, maximum: int
) -> None:
    looks: list[Lookahead] = []

    def watched(judge: Evaluator, should_stop: Callable[[], bool]) -> Lookahead:
        looks.append(Lookahead(judge, should_stop))
        return looks[-1]

    monkeypatch.setattr(ahead_module, "MAX_POSITIONS_2PLY", maximum)
    monkeypatch.setattr(ahead_module, "Lookahead", watched)
    game = Game.start(RULESETS["backgammon"], W).apply(Roll(4, 1))
    best_two_ahead(evaluator_for(game.rules), to_play(game))
    (look,) = looks
    # The candidates are always searched one roll ahead.
    assert maximum / 2 < look.position_count < max(1.25 * maximum, 6_000)


def test_depth_at_home_equals_that_of_hints() -> None:
    game = roll(game_at("falood", "W 5:1 4:4 3:3 2:3 1:4 / B 6:3 off:12", W, [W, B]), 2, 2)
    judge, stage = evaluator_for(game.rules), to_play(game)
    assert best_two_ahead(judge, stage) == best_ahead(judge, stage)

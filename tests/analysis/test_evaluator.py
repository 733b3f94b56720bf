from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from backgammon_tui.analysis import ranked, value
from backgammon_tui.analysis.evaluator import (
    DRAWN,
    ROLL,
    EvalState,
    Evaluator,
    RatedPlay,
    StageToPlay,
    best_of,
    eval_state,
    stages_due,
    to_play,
)
from backgammon_tui.analysis.lookahead import Lookahead
from backgammon_tui.analysis.nets import CHOICE
from backgammon_tui.analysis.value import estimates, evaluator_for, expert
from backgammon_tui.engine import RULESETS, Game, Phase, Position, Roll, Rules, Side
from tests.engine.examples import B, W, game_at
from tests.engine.strategies import few, house_rules, seeds, state_after


def without_search(judge: Evaluator) -> Evaluator:
    """Return the same evaluator without a search of complements."""
    return expert(judge.network, judge.rules, max_doubles_searched=0)


def test_doubles_leaving_a_checker_in_hand_end_the_turn() -> None:
    """No complement is granted then, so Black rolls next."""
    line = "W 12:2 11:2 10:2 9:2 8:2 7:4 hand:1 / B 13:5 6:5 4:5"
    game = game_at("russian", line, W, [W, B], free_entry=True).apply(Roll(3, 3))
    plays = [play for play in game.legal_plays() if play.position.to_enter(W)]
    values = {estimate.play: estimate.value.points for estimate in estimates(game, also=plays)}
    assert plays
    for play in plays:
        theirs = Game.from_position(game.rules, play.position, B, [W, B])
        assert values[play] == pytest.approx(-value(theirs).points)


@few
@given(house_rules(), seeds)
def test_play_is_worth_its_resulting_state(rules: Rules, seed: int) -> None:
    """Complements are not searched; the value is for the side that acts in that state."""
    game = state_after(replace(rules, opponent_completes=False), seed, seed % 200)
    if game.phase is not Phase.MOVE:
        return
    judge, stage = evaluator_for(game.rules), to_play(game)
    for rated in without_search(judge).rate(stage):
        if not rated.ends:
            spot = stage.after(game.rules, rated.play)
            assert rated.passes is (spot.side is not stage.side)
            assert rated.leaf == judge.chances(spot)
            assert rated.points == (-1 if rated.passes else 1) * judge.points(rated.leaf)


def test_doubles_are_worth_their_best_complement() -> None:
    """Complements of the eight best plays are searched; the rest are rated directly."""
    game = game_at("russian", "W 20:4 12:4 3:7 / B 18:3 13:4 10:2 2:3 1:3", W, [W])
    judge, stage = evaluator_for(game.rules), to_play(game.apply(Roll(3, 3)))
    glance = {rated.play: rated.points for rated in without_search(judge).rate(stage)}
    searched = set(sorted(glance, key=lambda play: -glance[play])[:8])
    assert len(glance) > 8
    for rated in judge.rate(stage):
        (complement,) = stages_due(stage.after(game.rules, rated.play))
        is_searched = rated.play in searched
        assert rated.points == (
            judge.best(complement).points if is_searched else glance[rated.play]
        )


def test_complement_search_stops_after_300_positions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = game_at("french", "W 24:3 22:3 20:3 18:3 16:3 / B 24:3 22:3 20:3 18:3 16:3", W)
    judge, stage = evaluator_for(game.rules), to_play(game.apply(Roll(5, 5)))
    behind = []
    rate = Evaluator.rate

    def watched(judge: Evaluator, stage: StageToPlay) -> list[RatedPlay]:
        plays = rate(judge, stage)
        behind.append(len(plays))
        return plays

    monkeypatch.setattr(Evaluator, "rate", watched)
    judge.rate(stage)
    behind.pop()  # The value of the doubles themselves.
    assert 1 < len(behind) < 8
    assert sum(behind[:-1]) <= 300 < sum(behind)


def test_rolls_are_weighted_by_frequency() -> None:
    """29 of 36 rolls bear off White's last two checkers; after the others, Black wins."""
    game = game_at("backgammon", "W 4:1 1:1 off:13 / B 1:1 off:14", W)
    judge = evaluator_for(game.rules)
    chances = Lookahead(judge).chances(eval_state(game), 1)
    assert Lookahead(judge).mean(eval_state(game)) == pytest.approx((29 - 7) / 36, abs=0.01)
    assert judge.points(chances) == pytest.approx((29 - 7) / 36, abs=0.01)
    assert sum(chances) == pytest.approx(1)
    assert sum(chances[:3]) == pytest.approx(29 / 36, abs=0.01)


def test_play_to_dead_position_is_worth_nothing() -> None:
    game = game_at("never-finishing", "W 24:1! 2:1 1:13 / B 24:1! 1:14", W).apply(Roll(6, 1))
    ((_, points),) = ranked(game)
    assert points == 0
    assert value(game).chances == DRAWN


def test_earlier_doubles_count_only_if_first_are_limited() -> None:
    for name, is_limited in (("falood", True), ("russian", False)):
        judge = evaluator_for(RULESETS[name])
        views = {judge.perspective(W, ROLL, frozenset(had)) for had in ((), (W,), (B,), (W, B))}
        assert len(views) == (4 if is_limited else 1)


def test_dead_position_is_not_a_win() -> None:
    (play, *_) = game_at("backgammon", "W 6:15 / B 24:15", W).apply(Roll(2, 1)).legal_plays()
    drawn = RatedPlay(play, 0.0, DRAWN, passes=False, ends=True)
    better = RatedPlay(play, 0.5, (0.5,) * 7, passes=False)
    assert not drawn.wins
    assert best_of([drawn, better]) is better


@pytest.mark.parametrize(
    ("name", "line", "is_late"),
    [
        ("falood", "W 6:15 / B 5:15", True),
        ("falood", "W 7:1 6:14 / B 5:15", False),
        ("backgammon", "W 6:15 / B 5:15", True),
        ("backgammon", "W 7:1 6:14 / B 5:15", True),
        ("backgammon", "W 20:1 6:14 / B 5:15", False),
        ("french", "W 6:15 / B 5:15", True),
        ("french", "W 7:1 6:14 / B 5:15", True),
        ("french", "W 20:1 6:14 / B 5:15", False),
    ],
)
def test_net_is_not_used_late_in_a_game(name: str, line: str, is_late: bool) -> None:
    """A table or a network for endings is used instead, but for races only if one exists."""
    judge = evaluator_for(RULESETS[name])
    spot = EvalState(Position.parse(line), W, ROLL, frozenset(Side))
    view = judge.perspective(W, ROLL, spot.had_double).view
    by_net = judge.network.chances(spot.position.packed, view)
    assert (judge.chances(spot) == by_net) is not is_late


def test_winning_doubles_after_1_2_beat_more_points() -> None:
    """Four 6s win a gammon; four 5s hit, which the estimate rates higher."""
    game = game_at("falood", "W 6:4 off:11 / B 18:14 1:1", W, [W, B])
    judge = evaluator_for(game.rules)
    spot = EvalState(game.position, W, CHOICE, game.had_double)
    stage, best = judge.continued(spot)
    assert (stage.numbers, best.wins, best.points) == ((6,) * 4, True, 2)
    assert max(judge.best(stage).points for stage in stages_due(spot)) > 2

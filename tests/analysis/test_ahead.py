from __future__ import annotations

from dataclasses import replace

import pytest

from backgammon_tui.analysis import lookahead as ahead_module
from backgammon_tui.analysis.evaluator import (
    DRAWN,
    ROLLS,
    Chances,
    EvalState,
    Evaluator,
    RatedPlay,
    StageToPlay,
    eval_state,
    to_play,
)
from backgammon_tui.analysis.lookahead import (
    Lookahead,
    _Candidate,
    _Reply,
    _search_replies,
    best_two_ahead,
    candidates_ahead,
    chances_ahead,
    look_ahead,
    never_stop,
    state_before_roll,
)
from backgammon_tui.analysis.value import evaluator_for
from backgammon_tui.engine import Game, Roll
from tests.engine.examples import B, W, game_at, roll, rules_named

GAME = Game.start(rules_named("backgammon"), W).apply(Roll(4, 1))
STAGE = to_play(GAME)
JUDGE = evaluator_for(GAME.rules)


PLAYS = JUDGE.rate(STAGE)


def worth(*points: float) -> list[RatedPlay]:
    """Return plays of an opening with these values, best first."""
    return [replace(rated, points=value) for rated, value in zip(PLAYS, points, strict=False)]


def searched_ahead(
    monkeypatch: pytest.MonkeyPatch, plays: list[RatedPlay], positions: int = 0
) -> list[RatedPlay]:
    """Return the plays searched one roll ahead after this many evaluated positions."""
    seen: list[RatedPlay] = []

    def watched(look: Lookahead, stage: StageToPlay, rated: RatedPlay) -> RatedPlay:
        seen.append(rated)
        return rated

    monkeypatch.setattr(ahead_module, "look_ahead", watched)
    candidates_ahead(Lookahead(JUDGE, position_count=positions), STAGE, plays)
    return seen


@pytest.mark.parametrize(("points", "count"), [((0.1,) * 7, 5), ((0.0, -0.1199, -0.1201), 2)])
def test_five_plays_near_the_best_are_searched(
    monkeypatch: pytest.MonkeyPatch, points: tuple[float, ...], count: int
) -> None:
    plays = worth(*points)
    assert searched_ahead(monkeypatch, plays) == plays[:count]


@pytest.mark.parametrize(("positions", "count"), [(10_000, 2), (10_001, 1)])
def test_search_stops_when_positions_are_used_up(
    monkeypatch: pytest.MonkeyPatch, positions: int, count: int
) -> None:
    assert len(searched_ahead(monkeypatch, worth(0.1, 0.1), positions)) == count


def searched_further(monkeypatch: pytest.MonkeyPatch, *points: float) -> int:
    """Return the number of plays searched two rolls ahead, for these 1-ply values."""
    totals = iter(points)
    seen: list[int] = []

    def candidate(look: Lookahead, stage: StageToPlay, rated: RatedPlay) -> object:
        return ahead_module._Candidate(rated, 1, [], 36 * next(totals))

    monkeypatch.setattr(Evaluator, "rate", lambda judge, stage: worth(*[0.1] * len(points)))
    monkeypatch.setattr(ahead_module, "_ahead", candidate)
    monkeypatch.setattr(
        ahead_module, "_search_replies", lambda look, near, is_late: seen.append(len(near))
    )
    best_two_ahead(JUDGE, STAGE)
    return seen[0]


@pytest.mark.parametrize(
    ("points", "count"), [((0.2, 0.2, 0.2, 0.2, 0.2), 3), ((0.2, 0.1401, 0.1399), 2)]
)
def test_three_plays_near_the_best_are_searched_two_rolls_ahead(
    monkeypatch: pytest.MonkeyPatch, points: tuple[float, ...], count: int
) -> None:
    assert searched_further(monkeypatch, *points) == count


def searched_rolls(
    monkeypatch: pytest.MonkeyPatch, *behind: float, positions: int = 0
) -> list[int]:
    """Return the number of rolls searched for each candidate, by its distance from the best.

    A roll takes 1,000 positions of each candidate and does not change its value.
    """
    replies = [_Reply(weight, STAGE, 0.0, PLAYS[0].play, False) for _, weight in ROLLS]
    asked: list[list[int]] = [[] for _ in behind]

    def counted(number: int) -> list[_Reply]:
        return [replace(reply, points=number) for reply in replies]

    def watched(look: Lookahead, reply: _Reply) -> float:
        asked[int(reply.points)].append(reply.weight)
        look.position_count += 1_000
        return reply.points

    monkeypatch.setattr(ahead_module, "_reply_value", watched)
    candidates = [_Candidate(PLAYS[0], 1, counted(i), -36 * gap) for i, gap in enumerate(behind)]
    _search_replies(Lookahead(JUDGE, position_count=positions), candidates, never_stop)
    return [len(weights) for weights in asked]


@pytest.mark.parametrize(("behind", "looks"), [(0.0485, 2), (0.0487, 1)])
def test_candidate_clearly_behind_is_dropped(
    monkeypatch: pytest.MonkeyPatch, behind: float, looks: int
) -> None:
    """With 34 of 36 rolls left, the margin is 0.05 times the root of 34/36: 0.0486."""
    assert searched_rolls(monkeypatch, 0.0, behind) == [looks, looks]


@pytest.mark.parametrize(("positions", "looks"), [(16_000, 2), (16_001, 1)])
def test_roll_needing_too_many_positions_is_not_started(
    monkeypatch: pytest.MonkeyPatch, positions: int, looks: int
) -> None:
    """The first roll took 2,000 positions, so the next one may take as many."""
    assert searched_rolls(monkeypatch, 0.0, 0.0, positions=positions) == [looks, looks]


@pytest.mark.parametrize(
    ("line", "depth"),
    [
        ("W 6:1 5:1 off:13 / B 2:2 1:2 off:11", 2),
        ("W 12:1 5:1 off:13 / B 2:2 1:2 off:11", 1),
    ],
)
def test_plays_at_home_are_searched_two_rolls_ahead(line: str, depth: int) -> None:
    game = roll(game_at("russian", line, W, [W, B]), 2, 1)
    judge, stage = evaluator_for(game.rules), to_play(game)
    rated = next(option for option in judge.rate(stage) if option.play.position.count(W, 4))
    look = Lookahead(judge)
    spot = state_before_roll(judge, stage, rated)
    assert spot
    values = [judge.points(look.chances(spot, plies)) for plies in (1, 2)]
    assert values[0] != values[1]
    assert -look_ahead(look, stage, rated).points == values[depth - 1]


@pytest.mark.parametrize(("positions", "depths"), [(800, [1, 2, 3]), (801, [1, 2])])
def test_small_ending_is_searched_deeper(
    monkeypatch: pytest.MonkeyPatch, positions: int, depths: list[int]
) -> None:
    """One more roll takes about five times as many positions."""
    game = game_at("russian", "W 6:1 5:1 off:13 / B 4:1 3:1 off:13", W, [W, B])
    seen: list[int] = []

    def watched(look: Lookahead, spot: EvalState, depth: int) -> Chances:
        seen.append(depth)
        look.position_count += positions
        return DRAWN

    monkeypatch.setattr(Lookahead, "chances", watched)
    chances_ahead(Lookahead(evaluator_for(game.rules)), eval_state(game))
    assert seen == depths

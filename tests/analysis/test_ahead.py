"""How many plays are looked at a throw ahead, and two."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backgammon_tui.analysis import ahead as ahead_module
from backgammon_tui.analysis import further as further_module
from backgammon_tui.analysis.ahead import candidates_ahead
from backgammon_tui.analysis.further import best_further
from backgammon_tui.analysis.judge import Judge, Judged
from backgammon_tui.analysis.look import Look
from backgammon_tui.analysis.stages import ToPlay, to_play
from backgammon_tui.analysis.value import judge_for
from backgammon_tui.engine import Game, Throw
from tests.engine.examples import W, rules_named

GAME = Game.start(rules_named("backgammon"), W).apply(Throw(4, 1))
STAGE = to_play(GAME)
JUDGE = judge_for(GAME.rules)


FOUND = JUDGE.judged(STAGE)


def worth(*points: float) -> list[Judged]:
    """Plays of an opening that are worth so many points, the best first."""
    return [replace(one, points=each) for one, each in zip(FOUND, points, strict=False)]


def looked_at(
    monkeypatch: pytest.MonkeyPatch, found: list[Judged], positions: int = 0
) -> list[Judged]:
    """The plays that are looked at a throw ahead when so many positions have been judged."""
    seen: list[Judged] = []

    def watched(look: Look, stage: ToPlay, one: Judged) -> Judged:
        seen.append(one)
        return one

    monkeypatch.setattr(ahead_module, "ahead_of", watched)
    candidates_ahead(Look(JUDGE, positions=positions), STAGE, found)
    return seen


def test_at_most_five_plays_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    found = worth(*[0.1] * 7)
    assert looked_at(monkeypatch, found) == found[:5]


def test_plays_that_are_far_behind_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    found = worth(0.0, -0.1199, -0.1201)
    assert looked_at(monkeypatch, found) == found[:2]


@pytest.mark.parametrize(("positions", "count"), [(10_000, 2), (10_001, 1)])
def test_no_further_play_is_begun_when_the_positions_are_used_up(
    monkeypatch: pytest.MonkeyPatch, positions: int, count: int
) -> None:
    assert len(looked_at(monkeypatch, worth(0.1, 0.1), positions)) == count


def looked_at_further(monkeypatch: pytest.MonkeyPatch, *points: float) -> int:
    """Return how many plays are looked at two throws ahead that are worth so much at one."""
    totals = iter(points)
    seen: list[int] = []

    def candidate(look: Look, stage: ToPlay, one: Judged) -> object:
        return further_module._Candidate(one, 1, [], 36 * next(totals))

    monkeypatch.setattr(Judge, "judged", lambda judge, stage: worth(*[0.1] * len(points)))
    monkeypatch.setattr(further_module, "_ahead", candidate)
    monkeypatch.setattr(
        further_module, "_look_further", lambda look, candidates: seen.append(len(candidates))
    )
    best_further(JUDGE, STAGE)
    return seen[0]


def test_at_most_three_plays_are_looked_at_two_throws_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert looked_at_further(monkeypatch, 0.2, 0.2, 0.2, 0.2, 0.2) == 3


def test_plays_that_are_behind_at_one_throw_are_not_looked_at_further(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert looked_at_further(monkeypatch, 0.2, 0.1401, 0.1399) == 2

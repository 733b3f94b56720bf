"""Best-play puzzles: what each answer costs is what the program finds, a throw ahead."""

from __future__ import annotations

import pytest

from backgammon_tui.analysis.ahead import ahead
from backgammon_tui.analysis.stages import to_play
from backgammon_tui.analysis.value import judge_for
from backgammon_tui.engine import RULESETS, Phase
from backgammon_tui.teach.quiz.item import Item, Kind
from backgammon_tui.teach.quiz.pool import pool
from backgammon_tui.teach.quiz.turns import played_out

MARGIN = 0.10
NEAR = 0.03
"""Figures are written with two decimals, and nets are taught anew now and then."""

PUZZLES = [item for name in RULESETS for item in pool(name) if item.kind is Kind.BEST]


def costs(item: Item) -> list[float]:
    """What each play of a puzzle costs against the first."""
    rules = RULESETS[item.ruleset]
    game = item.game(rules)
    assert game.phase is Phase.MOVE
    judge, stage = judge_for(rules), to_play(game)
    judged = {one.play.position: one for one in judge.judged(stage)}
    ends = [played_out(game, play).position for play in item.plays]
    worth = [ahead(judge, stage, judged[end]).points for end in ends]
    return [worth[0] - points for points in worth]


@pytest.mark.parametrize("item", PUZZLES, ids=lambda item: f"{item.ruleset} {item.dice}")
def test_each_answer_costs_what_it_says_and_the_best_one_is_clearly_so(item: Item) -> None:
    found = costs(item)
    assert min(found[1:]) >= MARGIN - NEAR
    assert found == pytest.approx(item.costs, abs=NEAR)


def test_every_game_has_some() -> None:
    for name in RULESETS:
        assert sum(item.ruleset == name for item in PUZZLES) >= 4, name

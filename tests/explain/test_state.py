from __future__ import annotations

from typing import get_args

from hypothesis import given

from backgammon_tui.engine import Game, Phase, Rules
from backgammon_tui.engine.events import StageWithheld
from backgammon_tui.explain.facts import (
    CanWin,
    Due,
    EarnsRoll,
    Fact,
    Lost,
    NoComplement,
    Shots,
    Then,
    explain,
)
from backgammon_tui.words.beginner import BEGINNER
from backgammon_tui.words.terse import TERSE
from tests.engine.examples import B, W, game_at, played, roll
from tests.engine.strategies import few, game_rules, game_seeds, walk


def test_every_fact_has_a_phrase() -> None:
    assert {*TERSE, *BEGINNER} == {*get_args(Fact)}


@few
@given(game_rules, game_seeds)
def test_predicted_stages_follow(rules: Rules, seed: int) -> None:
    promised: set[type] = set()
    for game, _, following in walk(rules, seed, 120):
        facts = {type(fact): fact for fact in explain(game)} if not game.is_over else {}
        # There are sentences for beginners about every fact.
        assert facts.keys() <= BEGINNER.keys()
        if game.phase is Phase.MOVE:
            expect_due(game, facts)
            if game.stage and not game.stage.moves:
                promised = {*facts}
        if following.phase in (Phase.ROLL, Phase.ROLL_AGAIN):
            if EarnsRoll in promised and Lost not in promised:
                assert following.phase is Phase.ROLL_AGAIN
            if NoComplement in promised:
                assert any(isinstance(event, StageWithheld) for event in following.events)
            promised = set()


def expect_due(game: Game, facts: dict[type, Fact]) -> None:
    if game.can_win:
        assert [*facts] == [CanWin]
        return
    assert Due in facts
    assert not game.has_unplayable or not {Then, EarnsRoll, NoComplement} & facts.keys()


def test_too_many_to_enter_get_no_complement() -> None:
    line = "W 24:11 hand:4 / B 18:1 12:14"
    game = roll(game_at("russian", line, W, [W], free_entry=True), 4, 4)
    assert Then in map(type, explain(game))
    assert NoComplement in map(type, explain(played(game, "24/20")))


def test_lost_numbers_are_counted() -> None:
    line = "W 24:1 4:3 3:1 1:3 hand:7 / B 21:3 20:1 17:1 16:2 13:2 5:1 2:5"
    game = roll(
        game_at("falood", line, W, [W], free_entry=True, entry_limits_complement=True), 4, 4
    )
    assert [fact.total for fact in explain(game) if isinstance(fact, Lost)] == [3]


def test_rolls_that_hit_are_counted() -> None:
    """Every roll with a 1, from 6, or a 2, from 7, hits."""
    game = game_at("backgammon", "W 7:1 6:14 / B 20:1 12:14", W, [B])
    assert [fact.roll_count for fact in explain(game) if isinstance(fact, Shots)] == [20]

"""Who starts, and with which numbers."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import (
    RULESETS,
    Game,
    KeepOpening,
    Opening,
    OpeningThrow,
    Phase,
    ThrowOpeningAgain,
)
from backgammon_tui.engine.events import (
    OpeningKept,
    OpeningThrownAgain,
    OpeningTied,
    OpeningWon,
)
from tests.engine.examples import B, W, played, rules_named, throw


def test_on_a_tie_both_throw_again_and_the_higher_starts() -> None:
    game = Game.start(RULESETS["backgammon"])
    assert (game.phase, game.side, game.actor) == (Phase.OPENING, None, None)
    tied = game.apply(OpeningThrow(4, 4))
    assert tied.phase is Phase.OPENING
    assert tied.events == (OpeningTied(4),)
    won = tied.apply(OpeningThrow(2, 5))
    assert won.side is B
    assert won.events[0] == OpeningWon(B, white=2, black=5)


def test_in_backgammon_the_opener_plays_the_numbers_of_the_opening_throw() -> None:
    game = Game.start(RULESETS["backgammon"]).apply(OpeningThrow(3, 1))
    assert game.phase is Phase.MOVE
    assert game.left == (3, 1)
    assert str(played(game, "8/5 6/5").position).startswith("W 24:2 13:5 8:2 6:4 5:2 /")


@pytest.mark.parametrize("name", ["falood", "never-finishing"])
def test_where_the_opener_always_throws_again_that_throw_may_be_a_doublet(name: str) -> None:
    game = Game.start(RULESETS[name]).apply(OpeningThrow(3, 1))
    assert (game.phase, game.side) == (Phase.THROW, W)
    assert throw(game, 2, 2).left == (2, 2, 2, 2)


@pytest.mark.parametrize("name", ["russian", "french"])
def test_where_the_opener_has_the_choice_it_keeps_or_throws_again(name: str) -> None:
    game = Game.start(RULESETS[name]).apply(OpeningThrow(1, 6))
    assert (game.phase, game.actor) == (Phase.KEEP_OR_AGAIN, B)
    kept = game.apply(KeepOpening())
    assert kept.events[0] == OpeningKept(B)
    assert kept.left == (6, 1)
    again = game.apply(ThrowOpeningAgain())
    assert again.events == (OpeningThrownAgain(B),)
    assert again.phase is Phase.THROW


@pytest.mark.parametrize(
    ("opening", "phase"),
    [
        (Opening.CHOOSE, Phase.KEEP_OR_AGAIN),
        (Opening.AGAIN, Phase.THROW),
        (Opening.KEEP, Phase.MOVE),
    ],
)
@pytest.mark.parametrize("name", RULESETS)
def test_the_opening_is_a_table_rule(name: str, opening: Opening, phase: Phase) -> None:
    game = Game.start(rules_named(name, opening=opening)).apply(OpeningThrow(6, 5))
    assert game.phase is phase


def test_a_kept_1_2_is_a_1_2_where_that_rule_is_on() -> None:
    rules = rules_named("falood", opening=Opening.KEEP)
    game = Game.start(rules).apply(OpeningThrow(2, 1))
    assert played(game, "hand/24 hand/23").phase is Phase.CHOOSE


def test_a_side_that_starts_without_an_opening_throw_throws_both_dice() -> None:
    game = Game.start(RULESETS["never-finishing"], B)
    assert (game.phase, game.side) == (Phase.THROW, B)

"""A match: the score, its winner, and who starts the next game."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import RULESETS, Ending, Match, Phase, Result, Side
from tests.engine.examples import B, W, rules_named

WHITE_WINS = Result(Ending.BORNE_OFF, W, 2)
BLACK_WINS = Result(Ending.RESIGNED, B, 1)
DRAWN = Result(Ending.AGREED_DRAW, None, 0)
DEAD = Result(Ending.DEAD, None, 0)


def match_of(*results: Result, name: str = "russian", length: int | None = None) -> Match:
    match = Match(RULESETS[name], length)
    for result in results:
        match = match.add(result)
    return match


def test_points_add_up_and_draws_bring_none() -> None:
    match = match_of(WHITE_WINS, DRAWN, BLACK_WINS, WHITE_WINS, DEAD)
    assert (match.score(W), match.score(B)) == (4, 1)
    assert match.game_number == 6


def test_the_first_to_reach_the_length_wins() -> None:
    assert match_of(WHITE_WINS, length=3).winner is None
    assert match_of(WHITE_WINS, WHITE_WINS, length=3).winner is W
    assert match_of(BLACK_WINS, length=1).winner is B


def test_a_match_without_length_has_no_winner() -> None:
    match = match_of(*[WHITE_WINS] * 100)
    assert match.winner is None
    assert match.next_game().phase is Phase.OPENING


def test_a_match_that_is_won_has_no_next_game() -> None:
    with pytest.raises(ValueError, match="White has won the match"):
        match_of(WHITE_WINS, length=2).next_game()


@pytest.mark.parametrize("length", [0, -1])
def test_a_match_is_to_one_point_or_more(length: int) -> None:
    with pytest.raises(ValueError, match=f"to 1 point or more, not to {length}"):
        Match(RULESETS["russian"], length)


@pytest.mark.parametrize("name", [name for name in RULESETS if name != "never-finishing"])
def test_every_game_begins_with_an_opening_throw(name: str) -> None:
    for results in ((), (WHITE_WINS,), (BLACK_WINS, DRAWN)):
        game = match_of(*results, name=name).next_game()
        assert (game.phase, game.side) == (Phase.OPENING, None)


@pytest.mark.parametrize(
    ("results", "starter"),
    [
        ((), None),
        ((WHITE_WINS,), W),
        ((WHITE_WINS, BLACK_WINS), B),
        ((WHITE_WINS, DRAWN), None),
        ((BLACK_WINS, DEAD), None),
        ((DEAD, BLACK_WINS), B),
    ],
)
def test_in_never_finishing_the_winner_of_the_last_game_starts(
    results: tuple[Result, ...], starter: Side | None
) -> None:
    match = match_of(*results, name="never-finishing")
    assert match.starter is starter
    game = match.next_game()
    assert (game.phase, game.side) == (Phase.THROW if starter else Phase.OPENING, starter)


def test_that_the_winner_starts_is_a_table_rule() -> None:
    match = Match(rules_named("russian", winner_starts=True)).add(BLACK_WINS)
    assert match.next_game().side is B
    match = Match(rules_named("never-finishing", winner_starts=False)).add(BLACK_WINS)
    assert match.next_game().side is None

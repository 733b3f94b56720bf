"""The score sheet of a match."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from backgammon_tui.engine import Ending, Result, Side
from backgammon_tui.words.columns import NARROW
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.statistics import ScoredGame, describe_score_sheet
from tests.engine.examples import NAMES, rules_named

ANNA_BORIS = Naming("Anna", "Boris")
W, B = Side.WHITE, Side.BLACK


def borne_off(winner: Side, points: int, starter: Side | None = W) -> ScoredGame:
    return ScoredGame(Result(Ending.BORNE_OFF, winner, points), starter)


def test_each_game_says_who_started_it_and_why_it_was_worth_so_much() -> None:
    games = [
        borne_off(W, 2),
        borne_off(B, 1, B),
        ScoredGame(Result(Ending.RESIGNED, W, 1), None),
        ScoredGame(Result(Ending.AGREED_DRAW, None, 0), B),
    ]
    rules = rules_named("never-finishing", free_entry=False, higher_number=True)
    sheet = describe_score_sheet(rules, ANNA_BORIS, 5, games, "White to throw")
    assert sheet == [
        "The Never Finishing Game, a match to 5",
        "Anna is White, Boris is Black.",
        "House rules: higher number required: on.",
        "",
        "                                  Anna      Boris",
        "Game 1, Anna starts                  2",
        "  Anna wins a gammon: Boris has borne nothing",
        "  off.",
        "Game 2, Boris starts                            1",
        "  Boris wins a single game: Anna has borne off at",
        "  least one checker.",
        "Game 3                               1",
        "  Boris resigns; Anna wins 1 point.",
        "Game 4, Boris starts",
        "  Both agree to a draw: no points.",
        "Game 5: White to throw",
        "Total                                3          1",
        "",
        "Anna needs 2, Boris needs 4.",
    ]


@pytest.mark.parametrize(
    ("name", "points", "said"),
    [
        ("french", 1, "Anna wins. Total"),
        ("russian", 3, "in hand, on the bar or in the entry table."),
        ("backgammon", 3, "on the bar or in the winner's home table."),
    ],
)
def test_points_are_in_the_words_of_the_ruleset(name: str, points: int, said: str) -> None:
    sheet = describe_score_sheet(rules_named(name), ANNA_BORIS, None, [borne_off(W, points)])
    assert said in " ".join(line.strip() for line in sheet)


def test_a_won_match_and_one_without_end() -> None:
    rules = rules_named("russian")
    assert describe_score_sheet(rules, ANNA_BORIS, 3, [borne_off(B, 3)])[-1] == (
        "Boris has won the match."
    )
    sheet = describe_score_sheet(rules, ANNA_BORIS, None, [borne_off(B, 3)])
    assert (sheet[0], sheet[2]) == ("Russian Backgammon, open-ended", "House rules: as usual.")
    assert sheet[-1] == "1 game played."


endings = st.sampled_from(
    [
        borne_off(W, 1, B),
        borne_off(B, 3),
        ScoredGame(Result(Ending.RESIGNED, B, 2), W),
        ScoredGame(Result(Ending.DEAD, None, 0), None),
    ]
)
names = st.text(st.sampled_from("aW梅é [b]\u0301-"), min_size=1, max_size=40)


@given(st.sampled_from(NAMES), names, names, st.lists(endings, max_size=8))
def test_no_line_is_wider_than_a_narrow_terminal(
    name: str, white: str, black: str, games: Sequence[ScoredGame]
) -> None:
    rules = rules_named(name, scale=rules_named("backgammon").scale, winner_starts=True)
    sheet = describe_score_sheet(rules, Naming(white, black), 999, games, "White completes" * 2)
    assert max(map(cell_len, sheet)) <= NARROW


def test_who_has_help_stands_on_the_sheet() -> None:
    sheet = describe_score_sheet(
        rules_named("french"), ANNA_BORIS, None, [], hints=frozenset({Side.BLACK})
    )
    assert sheet[3] == "The program helps Boris."

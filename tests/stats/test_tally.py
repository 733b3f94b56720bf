from __future__ import annotations

import time

import pytest

from backgammon_tui.stats import DecidingTurn, Learnt, SavedItem, learnt, tally
from tests.engine.examples import B, W
from tests.stats.games import game, part

GAMES = [
    game(1, "Anna", "Boris", W, 2),
    game(2, "Boris", "Anna", W, 3),
    game(3, "anna", "Clara", B),
    game(4, "Anna", "Boris", None),
    game(5, "ANNA", "Boris", W, 1),
    game(6, "Boris", "Clara", W, 3),
    game(7, "White", "Anna", B, 3),
    game(8, "White", "Black", B, 3),
]


def test_tally_against_one_opponent() -> None:
    counts = tally(GAMES, "Anna", "boris")
    assert (counts.player, counts.opponent) == ("Anna", "boris")
    assert (counts.games, counts.draws) == (4, 1)
    own, other = counts.own, counts.other
    assert (own.won, own.points, own.gammons, own.backgammons) == (2, 3, 1, 0)
    assert (other.won, other.points, other.gammons, other.backgammons) == (1, 3, 0, 1)


def test_tally_against_everybody_and_nobody() -> None:
    counts = tally(GAMES, "anna")
    assert (counts.games, counts.draws) == (6, 1)
    assert (counts.own.won, counts.own.points, counts.own.backgammons) == (3, 6, 1)
    assert (counts.other.won, counts.other.points) == (2, 4)


def test_computer_games_are_separate() -> None:
    games = [game(1, "Anna", "Boris", W), game(2, "computer:easy", "Anna", B, 3)]
    assert tally(games, "Anna").own.points == 1
    assert tally(games, "Anna", "computer:easy").own.points == 3
    assert tally(games, "computer:easy").games == 1


@pytest.mark.parametrize(
    ("player", "opponent"),
    [("Dora", None), ("Anna", "Dora"), ("Anna", "Anna"), ("White", None), ("Anna", "White")],
)
def test_tally_may_have_no_games(player: str, opponent: str | None) -> None:
    counts = tally(GAMES, player, opponent)
    assert (counts.games, counts.draws, counts.deciding) == (0, 0, ())
    for column in (counts.own, counts.other):
        assert (column.won, column.turns, column.longest_chain) == (0, 0, 0)
        assert column.fair_rolls == column.typed_rolls == (0,) * 36


def test_counts_add_up_and_records_are_kept() -> None:
    first = part(turns=20, hits=3, traps=1, doubles=4, forfeited=9, lost_numbers=2, chains=1)
    second = first._replace(chains=3, longest_chain=5, longest_turn=21)
    third = first._replace(longest_chain=2, longest_turn=30)
    counts = tally(
        [
            game(1, "Anna", "Boris", W, white_side=second),
            game(2, "Boris", "Anna", W, white_side=first, black_side=third),
        ],
        "Anna",
    )
    own = counts.own
    assert (own.turns, own.hits, own.traps, own.doubles) == (40, 6, 2, 8)
    assert (own.lost_numbers, own.lost_pips) == (4, 18)
    assert (own.chains, own.longest_chain, own.longest_turn) == (4, 5, 30)
    assert (counts.other.turns, counts.other.chains, counts.other.longest_chain) == (20, 1, 0)


def test_fair_and_typed_rolls_are_separate() -> None:
    counts = tally(
        [
            game(1, "Anna", "Boris", W, white_side=part((1, 1), (1, 2)), black_side=part((6, 6))),
            game(2, "Boris", "Anna", W, black_side=part((1, 1))),
            game(3, "Anna", "Boris", W, white_side=part((6, 5)), typed=True),
        ],
        "Anna",
    )
    assert counts.own.fair_rolls == (2, 1, *[0] * 34)
    assert counts.own.typed_rolls == (*[0] * 34, 1, 0)
    assert counts.other.fair_rolls == (*[0] * 35, 1)
    assert counts.other.typed_rolls == (0,) * 36


def test_largest_swings_of_all_games_are_listed() -> None:
    counts = tally(
        [
            game(3, "Anna", "Boris", W, white_side=part(best_swing=30, best_turn=7)),
            game(5, "Boris", "Anna", W, white_side=part(best_swing=44, best_turn=1)),
            game(9, "Clara", "Boris", W, white_side=part(best_swing=99, best_turn=1)),
            game(
                11,
                "Boris",
                "Anna",
                W,
                white_side=part(best_swing=20, best_turn=5),
                black_side=part(best_swing=63, best_turn=12),
            ),
        ],
        "Anna",
    )
    assert counts.deciding == (
        DecidingTurn(11, 12, 63, "Anna"),
        DecidingTurn(5, 1, 44, "Boris"),
        DecidingTurn(3, 7, 30, "Anna"),
    )


def test_twenty_thousand_games_are_counted_at_once() -> None:
    side = part((3, 1), (6, 6), turns=20, best_swing=30, best_turn=4)
    games = [
        game(key, "Anna", "Boris", W, white_side=side, black_side=side) for key in range(20_000)
    ]
    begun = time.process_time()
    counts = tally(games, "Anna")
    # A fifth of a second and less; the rest is for slow machines.
    assert time.process_time() - begun < 2
    assert (counts.own.turns, sum(counts.own.fair_rolls)) == (400_000, 40_000)


def test_progress_is_sorted_by_learner_and_lesson() -> None:
    kept = [
        SavedItem("Zoe", "quiz score/russian", "3 4"),
        SavedItem("Zoe", "quiz/legal | russian | W 24:1", "0 738000"),
        SavedItem("Zoe", "quiz score/french", "nonsense"),
        SavedItem("Zoe", "lesson/russian/10", "2026-03-01T10:00:00+00:00"),
        SavedItem("Zoe", "step/russian/2/1", "0 738000"),
        SavedItem("Zoe", "step/russian/2/3", "1 738000"),
        SavedItem("Zoe", "lesson/russian/2 step", "2 2026-03-05"),
        SavedItem("anna", "step/own/my/one.txt/3", "0 738000"),
        SavedItem("Zoe", f"lesson/own/1{'0' * 5_000}", ""),
    ]
    assert list(learnt(kept)) == [
        Learnt("anna", "own/my/one.txt", missed=1),
        Learnt("Zoe", f"own/1{'0' * 5_000}"),
        Learnt("Zoe", "russian/2", begun="2026-03-05", missed=2),
        Learnt("Zoe", "russian/10", "2026-03-01T10:00:00+00:00"),
        Learnt("Zoe", "quiz russian", right=3, asked=4),
    ]

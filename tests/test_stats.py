from __future__ import annotations

import json
import time
from collections import Counter
from dataclasses import replace
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import (
    RULESETS,
    Ending,
    Game,
    KeepOpening,
    Opening,
    OpeningRoll,
    RerollOpening,
    Result,
    Roll,
    Rules,
    Side,
)
from backgammon_tui.match.turns import turns_of
from backgammon_tui.stats import (
    DOUBLES,
    MIXED,
    ROLLS,
    Learnt,
    PlayedGame,
    RollCounts,
    SavedItem,
    SideSummary,
    deciding_turns,
    learnt,
    roll_index,
    summarize,
    swing,
    tally,
)
from backgammon_tui.text_file import UNREADABLE
from tests.engine.examples import B, W, game_at, played, roll
from tests.engine.strategies import few, game_rules, game_seeds, walk

# ---- examples


QUIET = summarize([Game.start(RULESETS["backgammon"])])[W]
"""A side that has not rolled."""


def part(*rolled: tuple[int, int], **counts: int) -> SideSummary:
    """Return one side's summary with these rolls and counts."""
    rolls = [0] * ROLLS
    for first, second in rolled:
        rolls[roll_index(first, second)] += 1
    data: dict[str, Any] = {**QUIET._asdict(), **counts, "rolls": rolls}
    return SideSummary.from_data(data)


def game(
    white: str,
    black: str,
    winner: Side | None,
    points: int = 1,
    sides: tuple[SideSummary, SideSummary] = (QUIET, QUIET),
    *,
    typed_dice: bool = False,
) -> PlayedGame:
    """Return a game with this result."""
    result = Result(Ending.BORNE_OFF if winner else Ending.DEAD, winner, points if winner else 0)
    by_side = dict(zip(Side, sides, strict=True))
    return PlayedGame(white, black, typed_dice, False, result, by_side)


# ---- dice statistics


counts = st.lists(st.integers(0, 50), min_size=ROLLS, max_size=ROLLS).map(tuple)


def fall_of(**rolls: int) -> RollCounts:
    """Return a fall written as `d31=5`: 3-1 was rolled five times."""
    counts = [0] * ROLLS
    for name, number in rolls.items():
        counts[roll_index(int(name[1]), int(name[2]))] += number
    return RollCounts(tuple(counts))


def test_rolls_are_distinguished_by_their_numbers() -> None:
    fall = fall_of(d31=5, d13=2, d66=4)
    assert fall.total == 11
    assert [fall.count(3, 1), fall.count(1, 3), fall.count(6, 6), fall.count(2, 1)] == [7, 7, 4, 0]
    assert fall.doubles == 4
    assert fall.face_counts == (7, 0, 7, 0, 0, 8)


@given(counts)
def test_rolls_have_21_classes_of_two_numbers(rolls: tuple[int, ...]) -> None:
    fall = RollCounts(rolls)
    classes = (*DOUBLES, *MIXED)
    assert len(set(classes)) == 21
    assert sum(fall.count(*roll) for roll in classes) == fall.total
    assert sum(fall.face_counts) == 2 * fall.total
    assert sum(fall.expected(*roll) for roll in classes) == pytest.approx(fall.total)


# ---- one game


Step = tuple[int, int, str]


def states(name: str, line: str, *turns: Step) -> list[Game]:
    """Return the game before the first roll and after each turn."""
    states = [game_at(name, line, W)]
    for first, second, moves in turns:
        states.append(roll(states[-1], first, second))
        states.append(played(states[-1], moves))
    return states


@pytest.mark.parametrize(
    ("name", "line", "moves", "pips"),
    [
        ("backgammon", "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5", "13/9 24/23", 5),
        # Black's blot on White's 9 is on Black's 16, so it had moved 9 pips.
        ("backgammon", "W 24:2 13:5 8:3 6:5 / B 24:1 16:1 13:5 8:3 6:5", "13/9* 24/23", 14),
        # If both sides move in the same direction, a blot on 21 has moved 4 pips.
        ("russian", "W 24:1 hand:14 / B 21:1 hand:14", "hand/21* hand/24", 9),
        # A trapped checker is not sent back.
        ("never-finishing", "W 24:15 / B 24:14 5:1", "24/20^ 24/23", 5),
        ("never-finishing", "W 24:15 / B 24:14 5:1", "24/20* 24/23", 25),
    ],
)
def test_swing_is_pips_moved_and_pips_hit(name: str, line: str, moves: str, pips: int) -> None:
    before, _, after = states(name, line, (4, 1, moves))
    assert after.last_turn
    assert swing(after.last_turn, before.rules) == pips


def test_opponents_completion_counts_against_the_turn() -> None:
    line = "W 24:15 / B 22:5 20:2 18:2 13:6"
    game = roll(game_at("falood", line, W, [W, B], opponent_completes=True), 6, 4)
    game = played(game, "18/14")
    (turn,) = turns_of([game])
    assert swing(turn, game.rules) == -4


def counted(summary: SideSummary) -> dict[str, int]:
    """Return the rolls of a summary as players write them."""
    return {
        f"{first}-{second}": summary.rolls[roll_index(first, second)]
        for first in range(1, 7)
        for second in range(1, 7)
        if summary.rolls[roll_index(first, second)]
    }


def test_unplayable_numbers_lose_all_that_follows() -> None:
    begun = game_at("french", "W 21:11 hand:4 / B 7:2 hand:13", W)
    game = played(roll(begun, 4, 4), "hand/21 hand/21 hand/21 hand/21")
    part = summarize([begun, game])[W]
    # Black holds White's 18, so of the complement, four 3s, nothing can be played.
    assert (part.lost_numbers, part.forfeited) == (4, 12)
    assert (part.turns, part.longest_turn, part.chains) == (1, 4, 0)


def test_completed_numbers_are_lost_but_hits_count() -> None:
    line = "W 24:14 12:1 / B 19:2 18:6 13:5 6:2"
    begun = game_at("falood", line, W, [W, B], opponent_completes=True)
    game = played(roll(begun, 6, 6), "18/12* 18/12 18/12 18/12")
    summary = summarize([begun, game])
    # Four 6s that Black played, and the four 1s of the complement.
    assert (summary[W].lost_numbers, summary[W].forfeited) == (8, 28)
    assert summary[W].longest_turn == 0
    assert (summary[B].turns, summary[B].hits) == (0, 1)


def test_chain_is_a_turn_of_several_rolls() -> None:
    begun = game_at("russian", "W 13:15 / B 3:15", W)
    game = played(roll(begun, 6, 6), "13/7 13/7 13/7 13/7 13/12 13/12 13/12 13/12")
    second = roll(game, 5, 5)
    assert summarize([begun, second])[W].chains == 1
    game = played(second, "13/8 13/8 13/8 13/8 13/11 13/11 13/11 12/10")
    game = played(roll(game, 2, 1), "11/9 10/9")
    part = summarize([begun, game])[W]
    assert (part.turns, part.chains, part.longest_chain, part.longest_turn) == (1, 1, 3, 18)
    assert part.doubles == 2
    assert counted(part) == {"6-6": 1, "5-5": 1, "2-1": 1}
    assert swing(game.last_turn or pytest.fail("it is over"), game.rules) == 28 + 28 + 3


def test_deciding_turns_are_the_best_of_each_side() -> None:
    game = states(
        "backgammon",
        "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5",
        (2, 1, "13/11 6/5"),
        (5, 3, "8/3 6/3"),
        (6, 5, "24/18 18/13"),
        (5, 3, "13/8 13/10"),
    )
    turns = [(turn.side, swing(turn, game[0].rules)) for turn in deciding_turns(game)]
    assert turns == [(W, 11), (B, 8)]
    assert [turn.rolls[0].dice for turn in deciding_turns(game)] == [(6, 5), (5, 3)], "the first"


def test_turn_without_gain_decides_nothing() -> None:
    begun = game_at("backgammon", "W 13:1 bar:1 off:13 / B 3:2 1:13", W)
    assert deciding_turns([begun, roll(begun, 3, 1)]) == []


@pytest.mark.parametrize(
    ("opening", "actions", "rolls"),
    [
        # Kept numbers are those that decided who starts: never doubles.
        (Opening.CHOOSE, [KeepOpening()], {}),
        (Opening.KEEP, [], {}),
        # A reroll of the same numbers counts like any other roll.
        (Opening.CHOOSE, [RerollOpening(), Roll(5, 3)], {"5-3": 1}),
        (Opening.AGAIN, [Roll(5, 3)], {"5-3": 1}),
        (Opening.AGAIN, [Roll(5, 5)], {"5-5": 1}),
    ],
)
def test_opening_rolls_are_not_counted(
    opening: Opening, actions: list[Any], rolls: dict[str, int]
) -> None:
    begun = Game.start(replace(RULESETS["french"], opening=opening))
    actions = [OpeningRoll(2, 2), OpeningRoll(5, 3), *actions]
    summary = summarize([*accumulate(actions, Game.apply, initial=begun)])
    assert counted(summary[W]) == rolls
    assert summary[W].turns == 1
    assert counted(summary[B]) == {}


@few
@given(game_rules, game_seeds)
def test_every_roll_except_kept_opening_is_counted(rules: Rules, seed: int) -> None:
    steps = [*walk(rules, seed)]
    seen = Counter(
        (before.side, roll_index(action.first, action.second))
        for before, action, _ in steps
        if isinstance(action, Roll)
    )
    summary = summarize([Game.start(rules), *(after for _, _, after in steps)])
    for side in Side:
        part = summary[side]
        assert part.rolls == tuple(seen[side, place] for place in range(ROLLS))
        assert part.doubles == sum(part.rolls[roll_index(n, n)] for n in range(1, 7))
        assert SideSummary.from_data(json.loads(json.dumps(part._asdict()))) == part


# ---- as data


PART = part((6, 6), (2, 1), turns=20, hits=3, forfeited=31)


def test_summary_is_read_back_from_json() -> None:
    assert SideSummary.from_data(json.loads(json.dumps(PART._asdict()))) == PART
    assert SideSummary.from_data({**PART._asdict(), "of a later version": 1}) == PART
    assert SideSummary.from_data({**PART._asdict(), "turns": 10**6}).turns == 10**6


@pytest.mark.parametrize("name", [*PART._asdict()])
@pytest.mark.parametrize(
    "value", [None, -1, 2.0, True, "3", 10**6 + 1, [1, 2], [1] * 35 + ["1"], [1] * 37]
)
def test_data_that_is_not_a_summary_is_refused(name: str, value: object) -> None:
    with pytest.raises(UNREADABLE):
        SideSummary.from_data({**PART._asdict(), name: value})
    data = PART._asdict()
    del data[name]
    with pytest.raises(UNREADABLE):
        SideSummary.from_data(data)


# ---- games and progress of a player


AGAINST_BORIS = [
    game("Anna", "Boris", W, 2),
    game("Boris", "Anna", W, 3),
    game("Anna", "Boris", None),
    game("ANNA", "Boris", W, 1),
]
GAMES = [*AGAINST_BORIS, game("anna", "Clara", B), game("White", "Anna", B, 3)]


def test_tally_counts_games_against_one_opponent() -> None:
    counts = tally(AGAINST_BORIS, "Anna", "boris")
    assert (counts.player, counts.opponent) == ("Anna", "boris")
    assert (counts.games, counts.draws) == (4, 1)
    own, other = counts.own, counts.other
    assert (own.won, own.points, own.gammons, own.backgammons) == (2, 3, 1, 0)
    assert (other.won, other.points, other.gammons, other.backgammons) == (1, 3, 0, 1)


def test_tally_without_opponent_counts_all_games() -> None:
    counts = tally(GAMES, "anna")
    assert (counts.games, counts.draws) == (6, 1)
    assert (counts.own.won, counts.own.points, counts.own.backgammons) == (3, 6, 1)
    assert (counts.other.won, counts.other.points) == (2, 4)


def test_computer_games_are_separate() -> None:
    games = [game("Anna", "Boris", W), game("computer:easy", "Anna", B, 3)]
    games.append(game("Anna", "Boris", W, 2)._replace(from_position=True))
    counts = tally(games, "Anna")
    assert (counts.own.points, counts.against_computer, counts.from_position) == (1, 1, 1)
    assert tally(games[1:2], "Anna", "computer:easy").own.points == 3
    assert tally(games[1:2], "computer:easy").games == 1


def test_tally_may_have_no_games() -> None:
    counts = tally([], "Anna")
    assert (counts.games, counts.draws) == (0, 0)
    for column in (counts.own, counts.other):
        assert (column.won, column.sums.turns, column.sums.longest_chain) == (0, 0, 0)
        assert column.fair_rolls == column.typed_rolls == (0,) * 36


def test_counts_add_up_and_records_are_kept() -> None:
    first = part(turns=20, hits=3, traps=1, doubles=4, forfeited=9, lost_numbers=2, chains=1)
    second = first._replace(chains=3, longest_chain=5, longest_turn=21)
    third = first._replace(longest_chain=2, longest_turn=30)
    counts = tally(
        [
            game("Anna", "Boris", W, 1, (second, QUIET)),
            game("Boris", "Anna", W, 1, (first, third)),
        ],
        "Anna",
    )
    own, other = counts.own.sums, counts.other.sums
    assert (own.turns, own.hits, own.traps, own.doubles) == (40, 6, 2, 8)
    assert (own.lost_numbers, own.forfeited) == (4, 18)
    assert (own.chains, own.longest_chain, own.longest_turn) == (4, 5, 30)
    assert (other.turns, other.chains, other.longest_chain) == (20, 1, 0)


def test_fair_and_typed_rolls_are_separate() -> None:
    counts = tally(
        [
            game("Anna", "Boris", W, 1, (part((1, 1), (1, 2)), part((6, 6)))),
            game("Boris", "Anna", W, 1, (QUIET, part((1, 1)))),
            game("Anna", "Boris", W, 1, (part((6, 5)), QUIET), typed_dice=True),
        ],
        "Anna",
    )
    assert counts.own.fair_rolls == (2, 1, *[0] * 34)
    assert counts.own.typed_rolls == (*[0] * 34, 1, 0)
    assert counts.other.fair_rolls == (*[0] * 35, 1)
    assert counts.other.typed_rolls == (0,) * 36


def test_twenty_thousand_games_are_counted_at_once() -> None:
    side = part((3, 1), (6, 6), turns=20)
    games = [game("Anna", "Boris", W, 1, (side, side))] * 20_000
    begun = time.process_time()
    counts = tally(games, "Anna")
    # It takes at most a fifth of a second; the rest is for slow machines.
    assert time.process_time() - begun < 2
    assert (counts.own.sums.turns, sum(counts.own.fair_rolls)) == (400_000, 40_000)


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
        Learnt("Zoe", "quiz russian", right=3, total=4),
    ]

"""One wording of what there is to play: panel, beginner help, lessons, quiz, plain text."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import Stage, StageKind, Status
from backgammon_tui.engine.turn import ExtraRoll, four_due
from backgammon_tui.words.moments import describe_due, describe_earned, describe_playable
from backgammon_tui.words.naming import STANDARD, playable_part
from tests.engine.examples import B, W, game_at, played, roll


@pytest.mark.parametrize(
    ("values", "playable", "one_of", "part"),
    [
        ((4, 4, 4, 4), 4, (), "four 4s"),
        ((4, 4, 4, 4), 3, (), "only three of the four 4s"),
        ((4, 4, 4, 4), 0, (), "none of the four 4s"),
        ((4, 4), 1, (), "only one of the two 4s"),
        ((6, 5), 2, (), "the 6 and the 5"),
        ((6, 5), 1, (5,), "only the 5"),
        ((6, 5), 1, (6, 5), "the 6 or the 5, but not both"),
        ((6, 5), 1, (), "only one of the two numbers"),
        ((6, 5), 0, (), "neither the 6 nor the 5"),
    ],
)
def test_the_part_of_a_stage_that_can_be_played(
    values: tuple[int, ...], playable: int, one_of: tuple[int, ...], part: str
) -> None:
    assert playable_part(values, playable, one_of) == part


def test_what_is_due_tells_what_follows_it() -> None:
    game = roll(game_at("russian", "W 24:15 / B 18:15", W, [W, B]), 4, 4)
    assert describe_due(game, STANDARD) == "four 4s, then four 3s, then an extra roll"
    assert describe_due(game, STANDARD, ends=True) == "four 4s, then four 3s"
    later = played(game, "24/20 24/20")
    assert describe_due(later, STANDARD) == "two 4s, then four 3s, then an extra roll"


def test_one_or_two_numbers_beside_the_dice_need_no_words() -> None:
    game = roll(game_at("backgammon", "W 24:15 / B 18:15", W), 4, 1)
    assert describe_due(game, STANDARD) == ""


def test_a_complement_that_is_withheld_is_told_with_its_reason() -> None:
    game = roll(game_at("falood", "W 24:15 / B 18:15", W), 4, 4)
    said = "four 4s; no complement: it is White's first double"
    assert describe_due(game, STANDARD) == said


def test_what_cannot_all_be_played_is_told_alone() -> None:
    game = roll(game_at("russian", "W 20:3 3:12 / B 24:8 12:4 4:3", W, [W, B]), 4, 4)
    assert describe_playable(game) == "only three of the four 4s"
    assert describe_due(game, STANDARD) == describe_playable(game)


def test_what_follows_a_stage_is_named() -> None:
    assert describe_earned(four_due(StageKind.COMPLEMENT, 2)) == "four 2s"
    assert describe_earned(Stage(StageKind.CHOSEN, (), Status.DUE)) == "four 5s or 6s"
    assert describe_earned(ExtraRoll.EARNED) == "an extra roll"

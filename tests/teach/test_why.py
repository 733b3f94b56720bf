"""Why? The answers name what they rest on, and the points that they are about."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from backgammon_tui.engine import Cause, Game, Phase, Place, Rules
from backgammon_tui.teach.rulebook.pages import name_of_section_about
from backgammon_tui.teach.rulebook.sections import Why
from backgammon_tui.teach.why import WhyAnswer, why_now, why_stuck
from backgammon_tui.words.naming import STANDARD
from tests.engine.examples import B, W, game_at, roll, rules_named
from tests.engine.strategies import few, game_rules, game_seeds, walk

SQUEEZED = "W 12:1 10:1 4:5 3:4 2:4 / B 24:2 20:2 14:5 8:3 6:3"
"""With 6-5 both can be played in one way only: 12/6 would leave no 5."""

EITHER = "W 24:1 4:5 3:5 2:4 / B 18:3 16:4 14:6 12:2"
"""With 6-5 the last checker can play either number, but not both."""


def asked(name: str, line: str, first: int, second: int, **table_rules: Any) -> WhyAnswer:
    """Why, after a roll of White's."""
    return now(rolled(name, line, first, second, **table_rules))


def rolled(name: str, line: str, first: int, second: int, **table_rules: Any) -> Game:
    return roll(game_at(name, line, W, **table_rules), first, second)


def now(game: Game) -> WhyAnswer:
    return why_now(game, STANDARD, [play for play in game.legal_plays() if play.moves])


# ---- what must be played


def test_all_that_can_be_played_must_be() -> None:
    answer = asked("backgammon", "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5", 3, 1)
    assert answer.text == "Both numbers can be played, so both must be."
    assert answer.why is Phase.MOVE
    assert answer.points == ()


def test_a_play_that_wins_need_not_use_all_numbers_and_loses_nothing() -> None:
    wins = "A play that bears off the last checker wins, however many numbers it uses."
    for name, line, dice in (
        ("russian", "W 2:2 off:13 / B hand:15", (2, 2)),
        ("backgammon", "W 5:1 off:14 / B 24:15", (6, 3)),
    ):
        assert asked(name, line, *dice).text == f"{wins} That leaves only one play."


def test_a_move_that_would_waste_a_number_is_named() -> None:
    answer = asked("backgammon", SQUEEZED, 6, 5)
    assert answer.text == (
        "Both numbers can be played, so both must be. Not 12/6: after that,"
        " White could not play the 5, but must. That leaves only one play."
    )
    assert answer.why is Cause.WASTES_NUMBER
    assert answer.points == (6,)


def test_of_two_numbers_it_must_be_the_higher_where_that_is_the_rule() -> None:
    answer = asked("backgammon", EITHER, 6, 5)
    assert answer.text.startswith(
        "Only one of the two numbers can be played, so it must be the higher: the 6."
    )
    assert (
        "White then cannot play the 5 (Black holds 13, and not all checkers are home)."
        in answer.text
    )
    assert answer.why is Cause.HIGHER_NUMBER
    assert answer.points == (13,)


def test_else_it_is_free_which_one() -> None:
    answer = asked("backgammon", EITHER, 6, 5, higher_number=False)
    assert "Only one of the two numbers can be played, whichever you like." in answer.text
    assert answer.why is Phase.MOVE


def test_the_number_that_can_be_played_is_named() -> None:
    answer = asked("russian", "W hand:1 24:14 / B 20:2 19:13", 5, 1)
    assert answer.text == (
        "White must enter from the hand before any other checker"
        " moves. Only the 1 can be played, so it must be. White then cannot play the 5 (Black holds"
        " 19). That leaves only one play."
    )
    assert answer.why is Cause.HAND_FIRST
    assert answer.points == (19,)


def test_a_checker_on_the_bar_comes_first() -> None:
    answer = asked("backgammon", "W bar:1 13:14 / B 24:15", 6, 5)
    assert answer.why is Cause.BAR_FIRST


def test_what_a_face_costs_that_cannot_be_played_in_full() -> None:
    line = "W 20:3 3:12 / B 24:8 12:4 4:3"
    assert asked("russian", line, 4, 4).text == (
        "Only three of the four 4s can be played, and that many must be. White then"
        " cannot play the 4 (Black holds 12, and not all checkers are home). So the complement"
        " and the extra roll are lost. That leaves only one play."
    )
    with_help = asked("russian", line, 4, 4, opponent_completes=True)
    assert "lost" not in with_help.text


def test_of_several_plays_only_what_stops_all_of_them_is_lit() -> None:
    """After 15/14 it is points 9 and 8 that stop the 6, after 3/2 it is only point 9."""
    answer = asked("russian", "W 15:2 3:13 / B 20:11 9:2 8:2", 6, 1)
    assert answer.text.endswith("Only the 1 can be played, so it must be.")
    assert answer.points == (9,)


def test_the_play_in_question_says_what_it_leaves() -> None:
    game = rolled("backgammon", EITHER, 6, 5, higher_number=False)
    plays = list(game.legal_plays())
    told = {why_now(game, STANDARD, plays, chosen=play).text for play in plays}
    assert len(told) == 2
    assert all("White then cannot play the" in text for text in told)


@pytest.mark.parametrize(("plays", "is_told"), [(100, True), (101, False)])
def test_what_stops_all_plays_is_sought_where_there_are_a_hundred_at_most(
    plays: int, is_told: bool
) -> None:
    game = rolled("russian", "W 20:3 3:12 / B 24:8 12:4 4:3", 4, 4)
    (play,) = game.legal_plays()
    answer = why_now(game, STANDARD, [play] * plays)
    assert ("White then cannot play the 4" in answer.text) is is_told
    assert answer.points == ((12,) if is_told else ())


# ---- one checker


def stuck(game: Game, place: int) -> tuple[str, Why, tuple[int, ...]]:
    answer = why_stuck(game, place, STANDARD)
    assert answer
    return answer.text, answer.why, answer.points


def test_each_number_has_its_reason() -> None:
    game = rolled("russian", "W 20:2 13:5 8:4 6:4 / B 15:3 17:4 4:8", 5, 3)
    assert stuck(game, 20) == (
        "From point 20 the 5 cannot be played: Black holds point 15. Nor can the 3: Black holds"
        " point 17.",
        Cause.BLOCKED,
        (15, 17),
    )


def test_a_number_that_can_be_used_is_told_too() -> None:
    game = rolled("russian", "W 20:2 13:5 8:4 6:4 / B 22:4 15:3 10:4 4:4", 5, 3)
    text, _, points = stuck(game, 20)
    assert text == "From point 20 the 5 cannot be played: Black holds point 15. The 3 can."
    assert points == (15,)


def test_a_checker_that_can_use_all_is_not_stuck() -> None:
    game = rolled("russian", "W 20:2 13:5 8:4 6:4 / B 22:4 18:3 10:4 4:4", 5, 3)
    assert why_stuck(game, 20, STANDARD) is None


def test_what_holds_for_the_checker_is_said_once() -> None:
    game = rolled("russian", "W hand:1 13:14 / B 24:15", 5, 3)
    assert stuck(game, 13) == (
        "White must enter from the hand before any other checker moves.",
        Cause.HAND_FIRST,
        (),
    )
    trapped = rolled("never-finishing", "W 18:1! 13:14 / B 7:1 24:14", 5, 3)
    assert stuck(trapped, 18) == (
        "The checker on point 18 is trapped and cannot move.",
        Cause.TRAPPED,
        (18,),
    )


def test_equal_reasons_are_told_together() -> None:
    game = rolled("backgammon", "W 8:1 3:14 / B 24:15", 6, 5)
    assert stuck(game, 3) == (
        "From point 3 the 6 and the 5 cannot be played: White cannot bear off while"
        " a checker is still on point 8.",
        Cause.NOT_ALL_HOME,
        (8,),
    )


def test_what_was_played_without_being_made_counts() -> None:
    """After 8/2 the others are home."""
    game = rolled("backgammon", "W 8:1 3:14 / B 24:15", 6, 5)
    after = next(e.node for e in game.graph().root.edges if e.move.number == 6)
    assert why_stuck(game, 3, STANDARD, after) is None


def test_who_completes_is_told_what_blocks_the_other() -> None:
    line = "W bar:1 13:14 / B 1:3 2:3 3:3 4:2 5:2 6:2"
    game = rolled("french", line, 2, 1, opponent_completes=True)
    answer = now(game)
    assert answer.text == (
        "Any move will do, but one must be made if there is one."
        " White cannot play the 2 (Black holds 23) or the 1 (Black holds 24)."
    )
    assert (answer.why, answer.side, answer.points) == (Phase.COMPLETE, W, (23, 24))


# ---- at any moment


@few
@given(game_rules, game_seeds)
def test_every_answer_is_about_the_board_and_has_its_section(rules: Rules, seed: int) -> None:
    for game, _, _ in walk(rules, seed, 40):
        answers = [now(game)]
        for place in range(1, Place.BAR + 1):
            found = why_stuck(game, place, STANDARD)
            answers += [found] if found else []
        for answer in answers:
            assert name_of_section_about(rules, answer.why)
            assert all(1 <= point <= 24 for point in answer.points)
            assert "  " not in answer.text
            assert answer.text.endswith(".")


def test_a_checker_is_stuck_just_with_the_numbers_that_it_cannot_use() -> None:
    for seed in range(3):
        for game, _, _ in walk(rules_named("never-finishing"), seed, 100):
            if game.phase is not Phase.MOVE or len(set(game.left)) < 2:
                continue
            for place in game.position.points(game.actor or B):
                usable = {move.number for move in game.moves if move.origin == place}
                answer = why_stuck(game, place, STANDARD)
                assert (answer is None) is (usable == set(game.left))

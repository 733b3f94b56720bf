from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from backgammon_tui.engine import Game, Phase, Place, Rules
from backgammon_tui.explain.facts import CannotPlayThen, WhyAnswer, why_now, why_stuck
from backgammon_tui.teach.rulebook import name_of_section_about
from backgammon_tui.words.naming import STANDARD
from backgammon_tui.words.terse import describe_all
from tests.engine.examples import B, W, game_at, roll, rules_named
from tests.engine.strategies import few, game_rules, game_seeds, walk

EITHER = "W 24:1 4:5 3:5 2:4 / B 18:3 16:4 14:6 12:2"
"""With 6-5, the last checker can play either number, but not both."""


def rolled(name: str, line: str, first: int, second: int, **house_rules: Any) -> Game:
    return roll(game_at(name, line, W, **house_rules), first, second)


def now(game: Game) -> WhyAnswer:
    return why_now(game, [play for play in game.legal_plays() if play.moves])


def stuck_in(answer: WhyAnswer) -> list[CannotPlayThen]:
    return [fact for fact in answer.facts if isinstance(fact, CannotPlayThen)]


# ---- obligatory plays


def test_answer_describes_the_rest_after_the_chosen_play() -> None:
    game = rolled("backgammon", EITHER, 6, 5, higher_number=False)
    plays = list(game.legal_plays())
    lacking = {fact for play in plays for fact in stuck_in(why_now(game, plays, chosen=play))}
    assert [len(fact.by_play) for fact in lacking] == [1, 1]


@pytest.mark.parametrize(("plays", "is_told"), [(100, True), (101, False)])
def test_common_obstacle_is_searched_in_up_to_100_plays(plays: int, is_told: bool) -> None:
    game = rolled("russian", "W 20:3 3:12 / B 24:8 12:4 4:3", 4, 4)
    (play,) = game.legal_plays()
    answer = why_now(game, [play] * plays)
    assert bool(stuck_in(answer)) is is_told
    assert answer.points == ((12,) if is_told else ())


# ---- single checkers


def test_typed_but_unmade_moves_count() -> None:
    """After 8/2, all checkers are home."""
    game = rolled("backgammon", "W 8:1 3:14 / B 24:15", 6, 5)
    after = next(step.rest for step in game.rest_of_stage.steps if step.move.number == 6)
    assert why_stuck(game, 3, after) is None


# ---- at any moment


@few
@given(game_rules, game_seeds)
def test_every_answer_has_points_and_a_section(rules: Rules, seed: int) -> None:
    for game, _, _ in walk(rules, seed, 40):
        answers = [now(game)]
        for place in range(1, Place.BAR + 1):
            stuck = why_stuck(game, place)
            answers += [stuck] if stuck else []
        for answer in answers:
            assert name_of_section_about(rules, answer.why)
            assert all(1 <= point <= 24 for point in answer.points)
            text = describe_all(answer.facts, STANDARD)
            assert "  " not in text
            assert text.endswith(".")


def test_checker_is_stuck_with_exactly_unusable_numbers() -> None:
    for seed in range(3):
        for game, _, _ in walk(rules_named("never-finishing"), seed, 100):
            if game.phase is not Phase.MOVE or len(set(game.left)) < 2:
                continue
            for place in game.position.points(game.actor or B):
                usable = {move.number for move in game.moves if move.origin == place}
                answer = why_stuck(game, place)
                assert (answer is None) is (usable == set(game.left))

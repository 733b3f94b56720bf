"""The puzzles that come with the program: enough of them, clear, and not to be guessed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from backgammon_tui.engine import RULESETS, Game, Play
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.explain.theme import Theme, strikes
from backgammon_tui.names import Level
from backgammon_tui.teach.lessons.judging import judge
from backgammon_tui.teach.lessons.run import Run, Verdict
from backgammon_tui.teach.lessons.verdicts import describe_answer
from backgammon_tui.teach.quiz.tasks import THEME_HINTS, Item, Kind, Puzzle, lesson_of, puzzles
from backgammon_tui.words.naming import STANDARD
from tests.teach.lessons.examples import SPECIFIC
from training.puzzles import GUESSES

ALL = [puzzle for name in RULESETS for puzzle in puzzles(name).values()]


def plays_of(puzzle: Puzzle) -> tuple[Game, Play]:
    """The game of a puzzle after its roll, and the best play."""
    game = puzzle.item.game(RULESETS[puzzle.item.ruleset])
    return game, next(p for p in game.legal_plays() if write_moves(p.moves) == puzzle.item.play)


def of_plays(ruleset: str) -> Iterator[tuple[Game, Play]]:
    return (plays_of(each) for each in puzzles(ruleset).values() if each.item.kind is Kind.BEST)


@pytest.mark.parametrize("name", RULESETS)
def test_there_are_a_hundred_of_many_themes_and_every_difficulty(name: str) -> None:
    found = puzzles(name).values()
    assert len(found) >= 100
    themes = Counter(puzzle.theme for puzzle in found)
    assert len(themes) >= 5
    assert max(themes.values()) <= 0.45 * len(found)
    assert {puzzle.rating for puzzle in found} >= {1, 2, 3}


def test_the_best_play_is_better_by_enough_and_by_twice_the_error() -> None:
    assert all(puzzle.margin >= 0.08 for puzzle in ALL)
    assert all(puzzle.margin >= 2 * puzzle.error for puzzle in ALL)


@pytest.mark.parametrize("name", RULESETS)
def test_a_simple_guess_is_right_in_a_third_at_most(name: str) -> None:
    found = list(of_plays(name))
    right = {
        guess: sum(find(game) == best for game, best in found) / len(found)
        for guess, find in GUESSES.items()
    }
    assert max(right.values()) <= 0.35, right


@pytest.mark.parametrize("name", RULESETS)
def test_a_hit_is_wrong_as_often_as_right(name: str) -> None:
    right = [
        bool(strikes(best))
        for game, best in of_plays(name)
        if len({bool(strikes(play)) for play in game.legal_plays()}) > 1
    ]
    assert len(right) >= 15
    assert abs(right.count(True) - right.count(False)) <= 3
    only = [
        bool(strikes(best))
        for game, best in of_plays(name)
        if sum(bool(strikes(play)) for play in game.legal_plays()) == 1
    ]
    assert abs(only.count(True) - only.count(False)) <= 2


def test_every_puzzle_makes_a_task_that_its_line_solves(request: pytest.FixtureRequest) -> None:
    for puzzle in ALL[:: 1 if request.config.getoption("--long") else 9]:
        run = Run.begin(lesson_of(puzzle.item, RULESETS[puzzle.item.ruleset]))
        assert run.try_text(puzzle.item.play).is_solved
        assert run.try_text(puzzle.second).answer != run.answer
        assert Puzzle.parse(str(puzzle)) == puzzle


@pytest.mark.parametrize("name", RULESETS)
def test_every_legal_play_gets_an_answer_about_that_play(
    name: str, request: pytest.FixtureRequest
) -> None:
    found = [each for each in puzzles(name).values() if each.item.kind is Kind.BEST]
    is_long = request.config.getoption("--long")
    for puzzle in found if is_long else found[len(found) // 2 :][:1]:
        run = Run.begin(lesson_of(puzzle.item, RULESETS[name]))
        game, best = plays_of(puzzle)
        for play in game.legal_plays():
            after = run.try_actions(play.moves)
            told = describe_answer(after, STANDARD)
            assert after.answer
            if play.position == best.position:
                assert told == "Right."
            else:
                assert after.answer.verdict is Verdict.NOT_THE_TASK
                assert SPECIFIC.search(told), (str(puzzle), write_moves(play.moves), told)


def test_no_other_play_costs_less_than_the_rollout_has_found() -> None:
    """The judge may see less of a difference than the rollout."""
    puzzle = next(each for each in puzzles("russian").values() if each.item.kind is Kind.BEST)
    lesson = lesson_of(puzzle.item, RULESETS["russian"])
    (step,) = lesson.steps
    assert step.margin == puzzle.margin
    run = Run.begin(replace(lesson, steps=(replace(step, margin=2.5),)))
    judged = judge(run.try_text(puzzle.second))
    assert judged.answer
    assert judged.answer.cost
    assert judged.answer.cost.points == 2.5
    assert "costs 2.50 points" in describe_answer(judged, STANDARD)


def test_a_card_that_asks_to_keep_or_reroll_is_still_a_task() -> None:
    """No roll is worth a puzzle by the nets of today: rerolling is better by too little."""
    item = Item.parse("opening | russian | W hand:15 / B hand:15; W to move | 2-1 | reroll")
    run = Run.begin(lesson_of(item, RULESETS["russian"]))
    assert run.try_text("reroll").is_solved
    assert not run.try_text("keep").is_solved


def test_the_line_of_a_puzzle_tells_all_of_it() -> None:
    line = (
        "best | backgammon | W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5; W to move | 3-1 | 8/5 6/5"
        " | 24/23 13/10 | 0.16 0.012 | points and primes | 12"
    )
    puzzle = Puzzle.parse(line)
    assert str(puzzle) == line
    assert (puzzle.margin, puzzle.theme, puzzle.rating) == (0.16, Theme.POINTS, 3)
    assert puzzle.missed == {Level.BEGINNER, Level.EASY}


def test_every_theme_has_a_hint_that_says_what_to_compare() -> None:
    assert {*THEME_HINTS} == {*Theme}
    for hint in THEME_HINTS.values():
        assert len(hint) > 40
        assert hint.isascii()

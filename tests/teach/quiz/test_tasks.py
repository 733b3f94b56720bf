from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from backgammon_tui.analysis.difference import Aspect, differences
from backgammon_tui.analysis.review import Choice, review
from backgammon_tui.engine import RULESETS, Action, Game, Play, Roll, StartingPosition
from backgammon_tui.engine.notation import read_moves, write_moves
from backgammon_tui.explain.facts import Theme, count_hits_and_traps
from backgammon_tui.modes.courses import Quiz
from backgammon_tui.teach.lessons.lesson import LessonQuestion, Task, whole_play
from backgammon_tui.teach.lessons.replies import describe_after, describe_answer, judge
from backgammon_tui.teach.lessons.run import NextInput, Run, Verdict, run_at
from backgammon_tui.teach.quiz import (
    THEME_HINTS,
    Item,
    Kind,
    Puzzle,
    QuizProgress,
    choice_item,
    lesson_of,
    own_mistake,
    puzzles,
    rule_tasks,
)
from tests.dialogs import check, headings
from tests.engine.examples import W, rules_named
from tests.teach.lessons.examples import SPECIFIC
from tests.teach.quiz.examples import BEST, COMPLEMENT, LOST, PLAYABLE, START
from training.puzzles import GUESSES


def run_of(item: Item) -> Run:
    return run_at(lesson_of(item, RULESETS[item.ruleset]))


FILE = Path(__file__).with_name("tasks.txt")
"""Tasks, with typed answers, the replies to them, and the question."""


@pytest.mark.parametrize("heading", headings(FILE))
def test_answers_match_the_golden_file(heading: str) -> None:
    def see(_: str, typed: str) -> str:
        run = run_of(Item.parse(heading))
        for text in typed.split("; "):
            if text == "again":
                run = run.back()
            else:
                run = run.try_answer(text) if run.awaited is NextInput.TYPED else run.try_text(text)
        if run.answer is None:
            return f"type {run.key.wanted}"
        assert run.assignment
        reply = f"{run.answer.verdict.value}: {describe_answer(run)}"
        return (
            f"{run.assignment.text} {reply} {describe_after(run)}".rstrip()
            if run.is_solved
            else reply
        )

    check(FILE, heading, see)


def test_question_does_not_reveal_its_answer() -> None:
    """The roll is not made, because the board and the strip would show the lost numbers."""
    run = run_of(PLAYABLE)
    assert run.events_before == ()
    assert run.game.turn is None


def test_answers_follow_the_house_rules() -> None:
    with pytest.raises(ValueError, match="under these house rules is not known"):
        lesson_of(BEST, rules_named("backgammon", opponent_completes=True))
    free = rules_named("russian", entry_limits_complement=False)
    asked = lesson_of(COMPLEMENT, free).steps[0].assignment
    assert isinstance(asked, LessonQuestion)
    assert asked.solution.text == "yes"
    # The opponent may still open a point.
    with pytest.raises(ValueError, match="no complement is due"):
        lesson_of(LOST, rules_named("french", opponent_completes=True))


@pytest.mark.parametrize("item", rule_tasks(), ids=lambda item: str(item)[:60])
def test_every_typed_answer_gets_a_reply(item: Item) -> None:
    run = run_of(item)
    if isinstance(run.assignment, Task):
        assert 2 <= len(run.assignment.solutions) <= 4
        return
    assert isinstance(run.assignment, LessonQuestion)
    for answer in run.key.answers:
        after = run.try_answer(answer)
        assert after.answer
        assert after.answer.verdict is (
            Verdict.RIGHT if answer == run.assignment.solution.text else Verdict.WRONG
        )
        assert describe_answer(after)


def test_half_of_complement_answers_are_yes() -> None:
    asked = (run_of(item).assignment for item in rule_tasks() if item.kind is Kind.COMPLEMENT)
    answers = [element.solution.text for element in asked if isinstance(element, LessonQuestion)]
    assert answers.count("yes") == answers.count("no") > 0


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "an item has a kind"),
        ("why | russian | W hand:15 / B hand:15; W to move | 1-1", "'why' is not a valid"),
        ("best | chess | W hand:15 / B hand:15; W to move | 1-1 | x", "no ruleset 'chess'"),
        ("best | russian | nowhere | 1-1 | x", "a position looks like"),
        ("best | russian | W hand:15 / B hand:15; W to move | 7-1 | x", "numbers from 1 to 6"),
        ("best | russian | W hand:15 / B hand:15; W to move | 1-1 | 24/23", "no checker"),
        ("best | russian | W hand:15 / B hand:15; W to move", "needs a roll"),
        (f"complement | backgammon | {START} | 3-3 | 8/5(2) 6/3(2)", "needs doubles and their"),
        (
            "complement | french | W 6:4 off:11 / B 24:15; W to move; first double W | 6-6"
            " | 6/off(4)",
            "no complement is due",
        ),
        (f"hits | backgammon | {START} | 3-1", "at most one play that hits"),
        ("points | russian | W hand:15 / B hand:15; W to move", "the game is not over"),
        ("playable | russian | W hand:15 / B hand:15; W to move", "needs a roll"),
    ],
)
def test_invalid_item_is_rejected(line: str, reason: str) -> None:
    def read() -> None:
        item = Item.parse(line)
        lesson_of(item, RULESETS[item.ruleset])

    with pytest.raises(ValueError, match=reason):
        read()


# ---- puzzles

ALL = [puzzle for name in RULESETS for puzzle in puzzles(name).values()]


def plays_of(puzzle: Puzzle) -> tuple[Game, Play]:
    """Return the game of a puzzle after its roll, and the best play."""
    game = puzzle.item.game(RULESETS[puzzle.item.ruleset])
    return game, next(p for p in game.legal_plays() if write_moves(p.moves) == puzzle.item.play)


def of_plays(ruleset: str) -> Iterator[tuple[Game, Play]]:
    return (
        plays_of(puzzle) for puzzle in puzzles(ruleset).values() if puzzle.item.kind is Kind.BEST
    )


@pytest.mark.parametrize("name", RULESETS)
def test_each_game_has_100_puzzles_of_many_themes(name: str) -> None:
    result = puzzles(name).values()
    assert len(result) >= 100
    themes = Counter(puzzle.theme for puzzle in result)
    assert len(themes) >= 5
    assert max(themes.values()) <= 0.45 * len(result)
    assert {puzzle.rating for puzzle in result} >= {1, 2, 3}


def test_best_play_leads_clearly() -> None:
    assert all(puzzle.margin >= 0.08 for puzzle in ALL)


@pytest.mark.parametrize("name", RULESETS)
def test_reasons_are_large_enough_for_the_cost(name: str) -> None:
    """A reason is worth at least the cost, or names the roll that gains most from the mistake."""
    named = 0
    for puzzle in puzzles(name).values():
        game, best = plays_of(puzzle)
        second = whole_play(game, puzzle.second)
        step = lesson_of(puzzle.item, RULESETS[name]).steps[0]
        assert isinstance(step.assignment, Task)
        text = step.assignment.after
        compared = differences(game, second, best)
        losses = [difference for difference in compared if difference.weight <= 0]
        weight = sum(-difference.weight for difference in losses[:2])
        assert f", costs {puzzle.margin:.2f} points" in text
        if gains := re.search(r": (\w+) gains most with (\d-\d)", text):
            assert gains[1] == ("Black" if game.actor is W else "White")
            named += 1
        elif ": it " in text and not any(loss.aspect is Aspect.STAKE for loss in losses):
            assert puzzle.margin <= 0.3 * weight, text
    assert named


@pytest.mark.parametrize("name", RULESETS)
def test_simple_guesses_solve_at_most_a_third(name: str) -> None:
    result = list(of_plays(name))
    right = {
        guess: sum(find(game) == best for game, best in result) / len(result)
        for guess, find in GUESSES.items()
    }
    assert max(right.values()) <= 0.35, right


@pytest.mark.parametrize("name", RULESETS)
def test_hits_are_right_in_half_of_the_puzzles(name: str) -> None:
    right = [
        bool(count_hits_and_traps(best))
        for game, best in of_plays(name)
        if len({bool(count_hits_and_traps(play)) for play in game.legal_plays()}) > 1
    ]
    assert len(right) >= 15
    assert abs(right.count(True) - right.count(False)) <= 3
    only = [
        bool(count_hits_and_traps(best))
        for game, best in of_plays(name)
        if sum(bool(count_hits_and_traps(play)) for play in game.legal_plays()) == 1
    ]
    assert abs(only.count(True) - only.count(False)) <= 2


def test_every_puzzle_line_solves_its_task(request: pytest.FixtureRequest) -> None:
    for puzzle in ALL[:: 1 if request.config.getoption("--long") else 9]:
        run = run_at(lesson_of(puzzle.item, RULESETS[puzzle.item.ruleset]))
        assert run.try_text(puzzle.item.play).is_solved
        assert run.try_text(puzzle.second).answer != run.answer


@pytest.mark.parametrize("name", RULESETS)
def test_every_legal_play_gets_its_own_answer(name: str, request: pytest.FixtureRequest) -> None:
    result = [element for element in puzzles(name).values() if element.item.kind is Kind.BEST]
    is_long = request.config.getoption("--long")
    for puzzle in result if is_long else result[len(result) // 2 :][:1]:
        run = run_at(lesson_of(puzzle.item, RULESETS[name]))
        game, best = plays_of(puzzle)
        for play in game.legal_plays():
            after = run.try_actions(play.moves)
            text = describe_answer(after)
            assert after.answer
            if play.position == best.position:
                assert text == "Right."
            else:
                assert after.answer.verdict is Verdict.NOT_THE_TASK
                assert SPECIFIC.search(text), (str(puzzle), write_moves(play.moves), text)


def test_other_plays_cost_at_least_the_margin() -> None:
    """The estimate may differ less than the rollout."""
    puzzle = next(
        element for element in puzzles("russian").values() if element.item.kind is Kind.BEST
    )
    lesson = lesson_of(puzzle.item, RULESETS["russian"])
    (step,) = lesson.steps
    assert step.margin == puzzle.margin
    run = run_at(replace(lesson, steps=(replace(step, margin=2.5),)))
    judged = judge(run.try_text(puzzle.second))
    assert judged.answer
    assert judged.answer.cost
    assert judged.answer.cost.points == 2.5
    assert "costs at least 2.50 points" in describe_answer(judged)


def test_every_theme_has_a_hint() -> None:
    assert {*THEME_HINTS} == {*Theme} - {Theme.OPENING}
    for hint in THEME_HINTS.values():
        assert len(hint) > 40
        assert hint.isascii()


# ---- the player's own mistakes

BEGINNING = StartingPosition.parse("W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5; W to move")
RULES = RULESETS["backgammon"]
TODAY = 738_000


def rolled(first: int, second: int) -> Game:
    return BEGINNING.game(RULES).apply(Roll(first, second))


def blunder() -> tuple[list[Game], Choice]:
    """Return a game in which a 3-1 is wasted, and its review."""
    before = BEGINNING.game(RULES)
    moves = read_moves(rolled(3, 1), "6/3 6/5")
    actions: list[Action] = [Roll(3, 1), *moves]
    history = [before]
    for action in actions:
        history.append(history[-1].apply(action))
    (choice,) = (element for element in review(before, actions) if isinstance(element, Choice))
    return history, choice


def test_mistake_of_a_tenth_becomes_a_puzzle() -> None:
    history, choice = blunder()
    for cost, is_asked in ((0.0999, False), (0.1001, True)):
        item = choice_item(history, replace(choice, cost=cost, error=0.0))
        assert (item is not None) is is_asked


def test_reviewed_blunder_becomes_a_puzzle() -> None:
    item = choice_item(*blunder())
    assert item
    assert item.play == "8/5 6/5"
    assert run_at(lesson_of(Item.parse(str(item)), RULES)).try_text("8/5 6/5").is_solved


def test_mistake_puzzle_is_due_at_once() -> None:
    item = choice_item(*blunder())
    assert item
    known = QuizProgress.read(dict([own_mistake(item, TODAY)]))
    quiz = Quiz(rulesets=(RULES,), known=known, today=TODAY, chance=Random(1)).next().source
    assert isinstance(quiz, Quiz)
    assert str(quiz.item) == str(item)

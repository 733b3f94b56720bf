"""Mistakes of one's own: what a review marks comes back in the quiz."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from backgammon_tui.analysis.review import Choice, review
from backgammon_tui.engine import RULESETS, Action, Game, Roll, StartingPosition
from backgammon_tui.engine.notation import read_moves
from backgammon_tui.teach.lessons.run import Run
from backgammon_tui.teach.quiz.rounds import QuizProgress, QuizState, own_mistake
from backgammon_tui.teach.quiz.tasks import Item, choice_item, lesson_of

START = StartingPosition.parse("W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5; W to move")
RULES = RULESETS["backgammon"]
TODAY = 738_000


def rolled(first: int, second: int) -> Game:
    return START.game(RULES).apply(Roll(first, second))


def blunder() -> tuple[list[Game], Choice]:
    """A game in which a 3-1 has been wasted, and what a review says of it."""
    before = START.game(RULES)
    moves = read_moves(rolled(3, 1), "6/3 6/5")
    actions: list[Action] = [Roll(3, 1), *moves]
    history = [before]
    for action in actions:
        history.append(history[-1].apply(action))
    (choice,) = (each for each in review(before, actions) if isinstance(each, Choice))
    return history, choice


def test_what_costs_a_tenth_of_a_point_becomes_a_puzzle() -> None:
    history, choice = blunder()
    for cost, is_asked in ((0.0999, False), (0.1001, True)):
        item = choice_item(history, replace(choice, cost=cost, error=0.0))
        assert (item is not None) is is_asked


def test_a_blunder_of_a_reviewed_game_becomes_a_puzzle() -> None:
    item = choice_item(*blunder())
    assert item
    assert item.play == "8/5 6/5"
    assert Run.begin(lesson_of(Item.parse(str(item)), RULES)).try_text("8/5 6/5").is_solved


def test_it_is_due_at_once() -> None:
    item = choice_item(*blunder())
    assert item
    known = QuizProgress.read(dict([own_mistake(item, TODAY)]))
    quiz = QuizState((RULES,), known, TODAY).next_task(Random(1))
    assert str(quiz.item) == str(item)

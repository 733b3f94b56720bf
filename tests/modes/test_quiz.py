from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import RULESETS
from backgammon_tui.modes.courses import Quiz, round_words
from backgammon_tui.modes.effects import KeepProgress
from backgammon_tui.modes.inputs import TypedLine
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.settings import Settings
from backgammon_tui.teach.lessons.replies import describe_answer
from backgammon_tui.teach.lessons.run import Run, run_at
from backgammon_tui.teach.quiz import (
    REST,
    ROUND,
    Card,
    Item,
    Kind,
    QuizProgress,
    QuizScore,
    lesson_of,
    pool,
    puzzles,
    rating,
)
from tests.engine.examples import rules_named
from tests.engine.strategies import few, seeds
from tests.teach.quiz.examples import BEST, PLAYABLE

TODAY = 700_000
RUSSIAN = RULESETS["russian"]
NOTHING = QuizProgress()


def begun(seed: int = 1, *names: str, known: QuizProgress = NOTHING, today: int = TODAY) -> Quiz:
    games = tuple(RULESETS[name] for name in names or ("russian",))
    return following(Quiz(rulesets=games, known=known, today=today, chance=Random(seed)))


def following(quiz: Quiz) -> Quiz:
    """Return the quiz with its next task."""
    source = quiz.next().source
    assert isinstance(source, Quiz)
    return source


def asking(item: Item) -> tuple[Quiz, Run]:
    """Return a quiz with this task, and its run."""
    rules = RULESETS[item.ruleset]
    lesson = lesson_of(item, rules)
    quiz = Quiz(rulesets=(rules,), known=NOTHING, today=TODAY, item=item)
    return quiz, run_at(lesson)


def played(quiz: Quiz, rights: Sequence[bool]) -> Quiz:
    """Return the quiz after some answers."""
    for right in rights:
        quiz = following(quiz.after(right))
    return quiz


# ---- rounds


def test_round_has_ten_tasks_and_a_score() -> None:
    quiz, items = begun(), []
    for number in range(1, ROUND + 1):
        assert quiz.number == number
        items.append(str(quiz.item))
        quiz = played(quiz, [number % 2 == 0])
    assert len({*items}) == ROUND
    assert quiz.item is None
    assert quiz.score == quiz.session_score == QuizScore(5, 10)
    again = following(quiz)
    assert (again.score, again.session_score, again.number) == (QuizScore(), QuizScore(5, 10), 1)


def test_next_round_starts_with_wrong_tasks() -> None:
    quiz, wrong, right = begun(), list[str](), list[str]()
    for number in range(ROUND):
        (right if number % 3 else wrong).append(str(quiz.item))
        quiz = played(quiz, [number % 3 != 0])
    quiz = following(quiz)
    asked = []
    for _ in range(ROUND):
        asked.append(str(quiz.item))
        quiz = played(quiz, [True])
    assert {*asked[: len(wrong)]} == {*wrong}
    assert not {*asked} & {*right}


@pytest.mark.parametrize("name", RULESETS)
def test_half_of_new_tasks_are_puzzles(name: str) -> None:
    quiz, rated = begun(3, name), list[bool]()
    while quiz.item:
        rated.append(rating(quiz.item) > 0)
        quiz = played(quiz, [True])
    assert rated == [False, True] * (ROUND // 2)


def test_right_task_returns_after_its_rest() -> None:
    first = begun().item
    known = begun().after(is_right=True).known
    assert known.cards[str(first)].due == TODAY + REST[1]
    assert first != begun(known=known).item
    later = begun(known=known, today=TODAY + REST[1])
    assert later.item == first


def test_round_on_all_games_scores_each_game() -> None:
    quiz = begun(4, *RULESETS)
    names = set()
    for _ in range(ROUND):
        assert quiz.item
        names.add(quiz.item.ruleset)
        quiz = played(quiz, [True])
    assert len(names) > 1
    assert {*quiz.known.scores} == names
    assert quiz.known.score(quiz.rulesets) == QuizScore(10, 10)


def test_known_tasks_due_soonest_come_first() -> None:
    """A round always has enough tasks, however many a learner knows."""
    days = enumerate(map(str, pool("russian")), TODAY + 1)
    quiz = begun(known=QuizProgress({item: Card(item, 3, day) for day, item in days}))
    asked = []
    for _ in range(ROUND):
        asked.append(str(quiz.item))
        quiz = played(quiz, [True])
    assert asked == [str(item) for item in pool("russian")][:ROUND]


def test_house_rules_filter_the_tasks() -> None:
    rules = rules_named("falood", opponent_completes=True, one_two=False)
    quiz = following(Quiz(rulesets=(rules,), known=NOTHING, today=TODAY, chance=Random(1)))
    for _ in range(ROUND):
        assert quiz.item
        assert quiz.item.kind is not Kind.BEST
        quiz = played(quiz, [True])


def test_invalid_saved_task_is_skipped_but_kept() -> None:
    kinds = ("why | russian | W hand:15 / B hand:15; W to move | 1-1 | hand/24", "no item")
    known = QuizProgress.read({f"quiz/{item}": f"2 {TODAY}" for item in kinds})
    quiz = begun(known=known)
    assert str(quiz.item) not in kinds
    assert {*kinds} < {*quiz.after(is_right=True).known.cards}


def test_end_of_a_round_lists_scores_of_the_week() -> None:
    days = {TODAY - ago: QuizScore(8, 10) for ago in (1, 6, 7)}
    words = list(round_words(begun(known=QuizProgress(days=days))))
    assert "Before: 6 days ago 8 of 10, yesterday 8 of 10." in words


# ---- answers


def test_only_the_first_answer_counts() -> None:
    quiz, run = asking(BEST)
    done, (saved,) = quiz.saved(run.try_text("13/10 24/23"))
    assert isinstance(saved, KeepProgress)
    assert done.saved(run.try_text("8/5 6/5")) == (done, ())
    assert done.score == QuizScore(0, 1)


def test_illegal_play_is_not_a_mistake() -> None:
    """8/4* in a 3-1 is illegal; the task is not about that."""
    quiz, run = asking(BEST)
    for text, is_right in (("8/4*", None), ("13/10 24/23", False), ("8/5 6/5", True)):
        assert quiz.saved(run.try_text(text))[0].is_right is is_right
    assert quiz.saved(run.show_solution())[0].is_right is False
    number, run = asking(PLAYABLE)
    assert number.saved(run.try_answer("1"))[0].is_right is False


def test_wrong_answer_begins_with_a_verdict() -> None:
    _, run = asking(PLAYABLE)
    assert describe_answer(run.try_answer("1")).startswith("Not right. ")


def test_illegal_play_does_not_list_the_plays() -> None:
    quiz, run = asking(BEST)
    mode = LessonMode.at_step(run.lesson, 0, Settings(), quiz)
    for text, is_open in (("8/4*", False), ("13/10 24/23", True)):
        mode, _ = mode.handle(TypedLine(text))
        assert (not mode.why_closed) is mode.is_tried is is_open


# ---- saved progress


def test_quiz_progress_round_trips() -> None:
    quiz = begun()
    kept: dict[str, str] = {"lesson/russian/1": "2026-03-01"}
    for right in (True, False, True):
        quiz, item = quiz.after(right), quiz.item
        assert item
        kept.update(quiz.known.write(item, TODAY))
        quiz = following(quiz)
    assert QuizProgress.read(kept) == quiz.known
    assert QuizProgress.read(kept).score([RUSSIAN]) == QuizScore(2, 3)


def test_consecutive_days_are_counted() -> None:
    kept = {f"quiz day/{day}": "8 10" for day in (995, 997, 998, 999)}
    known = QuizProgress.read({**kept, "quiz day/x": "1 1", "quiz day/994": "many"})
    assert sorted(known.days) == [995, 997, 998, 999]
    assert (known.streak(999), known.streak(996), known.streak(1000)) == (3, 0, 0)


def test_three_known_puzzles_unlock_harder_ones() -> None:
    of_two = [item for item in puzzles("russian") if rating(Item.parse(item)) == 2]
    for count, reached in ((0, 2), (2, 2), (3, 3)):
        known = QuizProgress.read({f"quiz/{item}": "1 1" for item in of_two[:count]})
        assert known.reached() == reached
    begun_with = {rating(Item.parse(item)) for item in begun().waiting}
    assert begun_with == {0, 1, 2}
    assert QuizProgress.read({"quiz/best | nonsense": "1 1"}).reached() == 2


@pytest.mark.parametrize(
    "data", ["", "1", "9 1", "-1 2", "1 2 3", "x y", "1 " + "9" * 5000, "١ ٢", "\x1b 1"]
)
def test_unreadable_progress_is_ignored(data: str) -> None:
    read = QuizProgress.read({"quiz/what": data})
    assert read.cards.get("what") in (None, Card("what", 1, int("9" * 28)))


@given(st.lists(st.booleans(), min_size=1, max_size=2 * ROUND), seeds)
@few
def test_scores_count_every_answer_once(rights: list[bool], seed: int) -> None:
    quiz = begun(seed)
    for right in rights:
        if quiz.item is None:
            quiz = following(quiz)
        quiz = played(quiz, [right])
    assert quiz.session_score == QuizScore(sum(rights), len(rights))
    assert quiz.known.score([RUSSIAN]) == quiz.session_score

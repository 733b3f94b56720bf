"""A quiz as values: rounds, answers, what comes back, and what the board may show."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import RULESETS, Phase
from backgammon_tui.modes.quiz.mode import pointed
from backgammon_tui.teach.quiz.best import difficulty
from backgammon_tui.teach.quiz.item import Item, Kind
from backgammon_tui.teach.quiz.pool import ask, pool
from backgammon_tui.teach.quiz.rounds import ROUND, QuizProgress, QuizScore, QuizState
from backgammon_tui.teach.spacing import REST, Card
from tests.engine.examples import B, W, rules_named
from tests.engine.strategies import few, seeds

TODAY = 700_000
RUSSIAN = RULESETS["russian"]

LOST = Item.parse(
    "playable | russian | W bar:1 6:14 / B 24:2 23:2 22:2 21:2 20:2 19:5; W to move | 3-3"
)
LEGAL = Item.parse(
    "legal | russian | W 24:1 23:1 22:2 20:10 hand:1 / B 21:2 19:2 hand:10 bar:1; B to move | 3-6"
    " | bar/19 hand/22; bar/19 19/16; 21/15; bar/19"
)
NOTHING = QuizProgress()
FOLLOWS = Item.parse("follows | russian | W hand:15 / B hand:15; W to move | 5-5 | hand/20(4)")


def begun(
    seed: int = 1, *names: str, known: QuizProgress = NOTHING, today: int = TODAY
) -> QuizState:
    games = [RULESETS[name] for name in names or ("russian",)]
    return QuizState.begin(games, known, today).next_question(Random(seed))


def asking(item: Item) -> QuizState:
    """A quiz that asks a question."""
    return QuizState((RULESETS[item.ruleset],), QuizProgress(), TODAY, ask(item))


def answer(quiz: QuizState, *, right: bool) -> QuizState:
    question = quiz.question
    assert question
    wrong = (question.right + 1) % len(question.choices)
    return quiz.choose(question.right if right else wrong)


def played(quiz: QuizState, rights: Sequence[bool], seed: int = 2) -> QuizState:
    """The quiz after some answers."""
    chance = Random(seed)
    for right in rights:
        quiz = answer(quiz, right=right).next_question(chance)
    return quiz


def item_of(quiz: QuizState) -> str:
    assert quiz.question
    return str(quiz.question.item)


# ---- rounds


def test_a_round_has_ten_different_questions_and_then_its_score() -> None:
    quiz, items = begun(), []
    for number in range(1, ROUND + 1):
        assert quiz.number == number
        items.append(item_of(quiz))
        quiz = played(quiz, [number % 2 == 0])
    assert len({*items}) == ROUND
    assert quiz.question is None
    assert quiz.score == quiz.evening == QuizScore(5, 10)
    again = quiz.next_question(Random(3))
    assert (again.score, again.evening, again.number) == (QuizScore(), QuizScore(5, 10), 1)


def test_what_was_wrong_is_asked_first_in_the_next_round_and_what_was_right_is_not() -> None:
    quiz, wrong, right = begun(), list[str](), list[str]()
    for number in range(ROUND):
        (right if number % 3 else wrong).append(item_of(quiz))
        quiz = played(quiz, [number % 3 != 0])
    quiz = quiz.next_question(Random(3))
    asked = []
    for _ in range(ROUND):
        asked.append(item_of(quiz))
        quiz = played(quiz, [True])
    assert {*asked[: len(wrong)]} == {*wrong}
    assert not {*asked} & {*right}


def test_what_was_right_comes_back_after_its_days_of_rest() -> None:
    first = item_of(begun())
    known = answer(begun(), right=True).known
    assert known.cards[first].due == TODAY + REST[1]
    assert first != item_of(begun(known=known))
    later = begun(known=known, today=TODAY + REST[1])
    assert item_of(later) == first


def test_a_round_on_all_games_mixes_them_and_each_has_its_own_score() -> None:
    quiz = begun(4, *RULESETS)
    names = set()
    for _ in range(ROUND):
        assert quiz.question
        names.add(quiz.question.rules.name)
        quiz = played(quiz, [True])
    assert len(names) > 1
    assert {*quiz.known.scores} == names
    assert quiz.known.score(quiz.games) == QuizScore(10, 10)


def test_when_all_are_known_those_are_asked_that_come_back_first() -> None:
    """There are always enough for a round, however many a learner knows."""
    days = enumerate(map(str, pool("russian")), TODAY + 1)
    quiz = begun(known=QuizProgress({item: Card(item, 3, day) for day, item in days}))
    asked = []
    for _ in range(ROUND):
        asked.append(item_of(quiz))
        quiz = played(quiz, [True])
    easy = [str(item) for item in pool("russian") if difficulty(item) <= quiz.known.reached()]
    assert asked == easy[:ROUND]


def test_under_changed_table_rules_only_what_makes_sense_there_is_asked() -> None:
    rules = rules_named("falood", opponent_completes=True, one_two=False)
    quiz = QuizState.begin((rules,), QuizProgress(), TODAY).next_question(Random(1))
    for _ in range(ROUND):
        assert quiz.question
        assert quiz.question.rules == rules
        quiz = played(quiz, [True])


def test_what_was_kept_and_makes_no_question_any_more_is_passed_over() -> None:
    kinds = ("legal | russian | W hand:15 / B hand:15; W to move | 1-1 | 24/23", "no item")
    known = QuizProgress({item: Card(item, 0, TODAY) for item in kinds})
    assert item_of(begun(known=known)) not in kinds


# ---- answers


def test_an_answer_stands_and_a_number_that_is_none_is_no_answer() -> None:
    quiz = begun()
    assert quiz.choose(9) is quiz.choose(-1) is quiz
    assert quiz.next_question(Random(1)) is quiz
    done = answer(quiz, right=False)
    assert not done.is_right
    assert done.choose(done.question.right if done.question else 0) is done
    assert done.score == QuizScore(0, 1)


# ---- what the board shows


def test_the_board_does_not_tell_the_answer() -> None:
    """The throw is lost: after it Black would be to throw, and the dice would be grey."""
    quiz = asking(LOST)
    assert quiz.game
    assert (quiz.game.side, quiz.game.phase) == (W, Phase.THROW)
    assert (quiz.preview, pointed(quiz)) == ((), None)
    done = quiz.choose(0)
    assert done.is_right
    assert done.game
    assert done.game.side is B
    notice = pointed(done)
    assert notice
    assert notice.points == (22,)


def test_the_play_that_is_told_is_seen_and_then_made() -> None:
    quiz = asking(FOLLOWS)
    assert quiz.game
    assert str(quiz.game.position) == "W hand:15 / B hand:15"
    assert len(quiz.preview) == 4
    done = quiz.choose(0)
    assert done.game
    assert str(done.game.position) == "W 20:4 hand:11 / B hand:15"
    assert done.preview == ()


def test_what_stands_against_a_play_is_lit_and_the_right_one_is_seen() -> None:
    blocked = asking(LEGAL).choose(0)
    notice = pointed(blocked)
    assert notice
    assert (notice.points, notice.side) == ((22,), B)
    assert [move.number for move in blocked.preview] == [6]
    assert pointed(asking(LEGAL).choose(3)) is None


@few
@given(st.sampled_from(list(RULESETS)), seeds)
def test_every_collected_question_can_be_shown_before_and_after_each_answer(
    name: str, seed: int
) -> None:
    item = Random(seed).choice(pool(name))
    quiz = asking(item)
    assert quiz.question
    assert quiz.game
    assert pointed(quiz) is None
    for index in range(len(quiz.question.choices)):
        done = quiz.choose(index)
        assert done.game
        assert done.is_right == (index == quiz.question.right)
        if item.kind is Kind.LEGAL:
            assert done.preview
        pointed(done)  # Whatever was chosen, there is an answer.


# ---- what is kept


def test_what_is_written_is_read_again() -> None:
    quiz = begun()
    kept: dict[str, str] = {"lesson/russian/1": "2026-03-01"}
    for right in (True, False, True):
        question = quiz.question
        assert question
        quiz = answer(quiz, right=right)
        kept.update(quiz.known.write(question.item, quiz.today))
        quiz = quiz.next_question(Random(2))
    assert QuizProgress.read(kept) == quiz.known
    assert QuizProgress.read(kept).score([RUSSIAN]) == QuizScore(2, 3)


def test_days_in_a_row_are_counted_up_to_today() -> None:
    kept = {f"quiz day/{day}": "8 10" for day in (995, 997, 998, 999)}
    known = QuizProgress.read({**kept, "quiz day/x": "1 1", "quiz day/994": "many"})
    assert sorted(known.days) == [995, 997, 998, 999]
    assert (known.streak(999), known.streak(996), known.streak(1000)) == (3, 0, 0)


def test_how_hard_a_puzzle_is_goes_by_the_cost_of_the_second_best_play() -> None:
    card = "best | russian | W 24:15 / B hand:15; W to move | 2-1 | a; b | 0.00 {}"
    levels = {cost: difficulty(Item.parse(card.format(cost))) for cost in COSTS}
    assert levels == dict(zip(COSTS, (2, 1, 1, 0), strict=True))


COSTS = ("0.19", "0.20", "0.39", "0.40")


def test_harder_puzzles_come_when_easier_ones_are_known() -> None:
    """At first only those where the second best play costs 0.4 points or more."""
    puzzles = [item for item in pool("russian") if item.kind is Kind.BEST]
    by_level = [[each for each in puzzles if difficulty(each) == level] for level in range(3)]
    assert all(each.costs[1] >= 0.4 for each in by_level[0])
    assert QuizProgress().reached() == 0
    card = "best | russian | W 24:15 / B hand:15; W to move | 2-1 | a; b | 0.00 {}"
    easy = {f"quiz/{card.format(f'0.5{n}')}": "1 1" for n in range(3)}
    assert QuizProgress.read(dict(list(easy.items())[:2])).reached() == 0
    assert QuizProgress.read(easy).reached() == 1
    hard = {f"quiz/{card.format(f'0.3{n}')}": "1 1" for n in range(3)}
    assert QuizProgress.read({**easy, **dict(list(hard.items())[:2])}).reached() == 1
    assert QuizProgress.read({**easy, **hard}).reached() == 2
    assert QuizProgress.read({"quiz/best | nonsense": "1 1"}).reached() == 0


@pytest.mark.parametrize(
    "data", ["", "1", "9 1", "-1 2", "1 2 3", "x y", "1 " + "9" * 5000, "١ ٢", "\x1b 1"]
)
def test_what_cannot_be_read_is_as_if_it_were_not_there(data: str) -> None:
    read = QuizProgress.read({"quiz/what": data})
    assert read.cards.get("what") in (None, Card("what", 1, int("9" * 28)))


@given(st.lists(st.booleans(), min_size=1, max_size=2 * ROUND), seeds)
@few
def test_the_scores_count_every_answer_once(rights: list[bool], seed: int) -> None:
    quiz, chance = begun(seed), Random(seed)
    for right in rights:
        if quiz.question is None:
            quiz = quiz.next_question(chance)
        quiz = answer(quiz, right=right).next_question(chance)
    assert quiz.evening == QuizScore(sum(rights), len(rights))
    assert quiz.known.score([RUSSIAN]) == quiz.evening


def test_what_follows_the_thirtieth_character_of_a_score_is_not_read() -> None:
    for length, read in ((28, 28), (29, 28)):
        kept = QuizProgress.read({"quiz score/russian": f"1 {'9' * length}"})
        assert kept.scores == {"russian": QuizScore(1, int("9" * read))}

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.cli.claims import check_claims
from backgammon_tui.engine import (
    Action,
    AgreeDraw,
    Position,
    Resign,
    Roll,
    Rules,
    Side,
    StartingPosition,
)
from backgammon_tui.explain.facts import do
from backgammon_tui.teach.lessons.lesson import LessonQuestion, Task
from backgammon_tui.teach.lessons.reading import read_lesson
from backgammon_tui.teach.lessons.writing import TaskKind, check_title, read_task_kind, write_lesson
from backgammon_tui.teach.typed_actions import read_typed
from tests.engine.examples import B, W, rules_named
from tests.engine.strategies import any_action, house_rules, positions, seeds, sides
from tests.teach.lessons.examples import steps_of


def written(
    name: str,
    line: str,
    side: Side,
    *deeds: str,
    title: str = "A lesson",
    task_kind: TaskKind | str = TaskKind.PLAY,
    **rules: bool,
) -> str:
    """Return the lesson of rolls such as `6-3`, and of plays in notation."""
    starting_position = StartingPosition(Position.parse(line), side)
    game = starting_position.game(rules_named(name, **rules))
    actions: list[Action] = []
    for deed in deeds:
        is_roll = len(deed) == 3 and deed[1] == "-"
        done = (Roll(int(deed[0]), int(deed[2])),) if is_roll else read_typed(game, deed)
        actions += done
        game = do(game, done)[-1]
    return write_lesson(title, game.rules, starting_position, actions, task_kind)


def asked(text: str) -> list[tuple[str, str]]:
    """Return the tasks of a lesson with their solutions."""
    steps = [step.asked for step in read_lesson(text).steps]
    return [(task.text, task.solutions[0].text) for task in steps if isinstance(task, Task)]


RUNNING = "W 24:5 20:5 19:5 / B hand:15"


def test_play_becomes_the_solution() -> None:
    text = written("russian", RUNNING, W, "6-3", "20/17 24/18")
    assert text.splitlines() == [
        "backgammon-tui lesson 1",
        "Title: A lesson",
        "Ruleset: russian",
        "",
        "Start: W 24:5 20:5 19:5 / B hand:15; W to move",
        "Roll: 6-3",
        "Task: Play the 6 and the 3.",
        "Solution: 24/18 20/17",
        "Hint: One of the moves is 24/18.",
    ]
    assert len(steps_of(read_lesson(text))) == 2


START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"


def test_best_play_may_be_the_solution() -> None:
    text = written("backgammon", START, W, "3-1", "24/20", task_kind=TaskKind.BEST)
    assert asked(text) == [("Make the best play of the 3 and the 1.", "8/5 6/5")]
    assert text.endswith("Claim: best\n")
    assert list(check_claims(read_lesson(text))) == []


@pytest.mark.parametrize(
    ("task_kind", "about", "right"),
    [(TaskKind.COUNT, "numbers of 6-3", "1"), (TaskKind.HITS, "rolls that hit", "11")],
)
def test_number_may_be_asked_before_each_roll(task_kind: TaskKind, about: str, right: str) -> None:
    line = "W 19:1 hand:14 / B 22:2 21:1 hand:12"
    text = written("russian", line, W, "6-3", "hand/19", task_kind=task_kind)
    question, shown = read_lesson(text).steps
    assert isinstance(question.asked, LessonQuestion)
    assert (str(question.asked.subject), question.asked.solution.text) == (about, right)
    assert [act.does for act in shown.acts] == [Roll(6, 3), "hand/19"]


def test_task_may_have_own_words() -> None:
    text = written("russian", RUNNING, W, "6-3", "24/15", task_kind="Run with one checker.")
    assert asked(text) == [("Run with one checker.", "24/21/15")]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("", TaskKind.PLAY), (" Best ", TaskKind.BEST), ("count", TaskKind.COUNT), ("Run!", "Run!")],
)
def test_sought_answer_is_a_word_or_a_text(typed: str, expected: TaskKind | str) -> None:
    assert read_task_kind(typed) == expected


def test_own_task_has_a_maximum_length() -> None:
    assert read_task_kind("x" * 200)
    with pytest.raises(ValueError, match="at most 200 characters"):
        read_task_kind("x" * 201)


def test_unrated_game_has_no_best_play() -> None:
    with pytest.raises(ValueError, match="gives no estimates"):
        written(
            "russian", RUNNING, W, "6-3", "24/15", task_kind=TaskKind.BEST, opponent_completes=True
        )


def test_double_becomes_a_task_per_stage() -> None:
    text = written("russian", RUNNING, W, "5-5", "24/14(2)", "20/18(4)", "2-1", "19/18 14/12")
    assert asked(text) == [
        ("Play four 5s.", "24/19/14(2)"),
        ("Now the complement: play four 2s.", "20/18(4)"),
        ("Play the 2 and the 1.", "19/18 14/12"),
    ]


def test_other_sides_actions_are_shown() -> None:
    text = written("russian", RUNNING, W, "6-3", "24/15", "4-3", "hand/22 hand/21", "2-1", "20/17")
    assert "Roll: 4-3\nPlayed: hand/21 hand/22\n" in text
    assert [solution for _, solution in asked(text)] == ["24/21/15", "20/19/17"]


def test_learner_may_play_black() -> None:
    text = written("russian", "W hand:15 / B 24:15", B, "2-1", "24/21")
    assert asked(text) == [("Play the 2 and the 1.", "24/23/21")]


def test_head_lists_changed_house_rules() -> None:
    text = written("russian", RUNNING, W, "6-3", "24/15", free_entry=True)
    assert "Rule: free_entry = on" in text
    assert read_lesson(text).rules.free_entry


def test_choice_after_2_1_becomes_a_task() -> None:
    text = written("falood", RUNNING, W, "1-2", "24/23 24/22", "5", "24/14(2)")
    assert asked(text)[1:] == [
        ("Choose: four 5s or four 6s?", "5"),
        ("Play four 5s.", "24/19/14(2)"),
    ]


def test_ambiguous_number_of_bearing_off_is_written() -> None:
    """White's checkers on 24 and 22 are trapped, so Black plays the 5 and the 4."""
    line = "W 24:1! 22:1! 3:1 2:1 1:9 off:2 / B 3:2 1:10 off:3"
    deeds = ("5-4", "3/off=5", "3/off", "2-1", "1/off(2)", "2-1", "3/1 2/1")
    text = written("never-finishing", line, W, *deeds, opponent_completes=True)
    assert "Roll: 5-4\nPlayed: 3/off=5\nPlayed: 3/off\n" in text


@pytest.mark.parametrize(
    ("deeds", "tasks"),
    [
        (("6-3", "24/15", "2-1"), 1),
        (("6-3", "24/15", "4-3", "hand/21"), 1),
        (("5-5", "24/19(4)", "24/22"), 1),
    ],
)
def test_unfinished_play_is_omitted(deeds: tuple[str, ...], tasks: int) -> None:
    text = written("russian", RUNNING, W, *deeds)
    assert len(asked(text)) == tasks
    assert text.count("Roll:") == 1


@pytest.mark.parametrize("deeds", [(), ("6-3",), ("6-3", "24/18")])
def test_lesson_needs_a_finished_play(deeds: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="a play for its solution"):
        written("russian", RUNNING, W, *deeds)


def test_lost_roll_is_not_a_play() -> None:
    shut = "W bar:1 6:14 / B 24:2 23:2 22:2 21:2 20:2 19:5"
    with pytest.raises(ValueError, match="a play for its solution"):
        written("russian", shut, W, "6-3")


@pytest.mark.parametrize(
    ("title", "why"),
    [(" ", "has a title"), ("x" * 41, "at most 40"), ("a\x1b[2Jb", "can be seen")],
)
def test_invalid_title_is_rejected(title: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        check_title(title)


def test_title_is_escaped_text() -> None:
    text = written("russian", RUNNING, W, "6-3", "24/15", title=" # Say: [b]hi[/b] ")
    assert read_lesson(text).title == "# Say: [b]hi[/b]"


@given(
    house_rules().flatmap(lambda rules: st.tuples(st.just(rules), positions(rules))), sides, seeds
)
def test_any_play_makes_a_valid_lesson(
    board: tuple[Rules, Position], side: Side, seed: int
) -> None:
    rules, position = board
    starting_position, chance = StartingPosition(position, side), random.Random(seed)
    game, actions = starting_position.game(rules), list[Action]()
    for _ in range(20):
        action = AgreeDraw() if game.is_over else any_action(game, chance)
        if isinstance(action, Resign | AgreeDraw):
            break
        actions.append(action)
        game = game.apply(action)
    try:
        text = write_lesson("A walk", rules, starting_position, actions)
    except ValueError:
        return
    lesson = read_lesson(text)
    assert len(steps_of(lesson)) == 1 + len(lesson.steps)

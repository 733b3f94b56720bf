from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from backgammon_tui.analysis.value import error_of
from backgammon_tui.engine import RULESETS, Game, Phase, Play, Side
from backgammon_tui.explain.facts import do
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.modes.mode import Frame
from backgammon_tui.modes.text import Glyphs
from backgammon_tui.settings import Settings
from backgammon_tui.teach.lessons import replies
from backgammon_tui.teach.lessons.courses import CourseLesson, course, courses
from backgammon_tui.teach.lessons.lesson import Task
from backgammon_tui.teach.lessons.lesson_file import read_lesson
from backgammon_tui.teach.lessons.replies import (
    can_be_judged,
    describe_answer,
    describe_off_task,
    describe_punishment,
    judge,
    punishment,
)
from backgammon_tui.teach.lessons.run import Cost, Run, Verdict, run_at
from backgammon_tui.teach.quiz import Kind, lesson_of, pool
from backgammon_tui.words.naming import STANDARD
from tests.teach.lessons.examples import SPECIFIC, begin, task, write

LESSONS = [entry for lessons in courses() for entry in lessons]


def plays_of(game: Game, request: pytest.FixtureRequest) -> list[Play]:
    """Return the plays of a task to try: all of them with `--long`, otherwise one in the middle."""
    plays = [play for play in game.legal_plays() if play.moves and game.phase is Phase.MOVE]
    return plays if request.config.getoption("--long") else plays[len(plays) // 2 :][:1]


@pytest.mark.parametrize("entry", LESSONS, ids=lambda entry: entry.place)
def test_plays_get_specific_answers(entry: CourseLesson, request: pytest.FixtureRequest) -> None:
    for number, step in enumerate(entry.read().steps):
        if isinstance(step.assignment, Task):
            expect_specific_answers(run_at(entry.read(), number), request)


def expect_specific_answers(run: Run, request: pytest.FixtureRequest) -> None:
    assert run.step
    assert isinstance(run.assignment, Task)
    for play in plays_of(run.game, request):
        tried = judge(run.try_actions(play.moves))
        assert tried.answer
        text = describe_answer(tried)
        if tried.answer.verdict is Verdict.RIGHT:
            assert text.startswith(("Right.", "Good, but "))
            continue
        assert tried.answer.verdict is Verdict.NOT_THE_TASK
        if tried.answer.foreseen:
            assert tried.answer.foreseen.answer in text
        else:
            assert SPECIFIC.search(text), text
            assert run.assignment.solutions[0].text not in text
        if run.step.is_about_good_play and not run.game.rules.opponent_completes:
            is_whole = can_be_judged(run.try_actions(play.moves))
            assert (tried.answer.cost is not None) is is_whole


# ---- costs

RUNNING = "Start: W 24:5 20:5 19:5 / B hand:15; W to move"
SHOTS = "Start: W 24:3 21:8 19:4 / B 23:5 22:1 20:3 18:4 14:2; W to move; first double W B"


def costing(points: float) -> str:
    """Return the answer to a play with a known cost."""
    step = task(SHOTS, "Roll: 6-4", "Solution: 21/15 19/15").rstrip()
    run = run_at(read_lesson(write(f"{step}\nClaim: fewest hits\n"))).try_text("21/15 21/17")
    assert run.answer
    error = error_of(run.before.rules, points, is_ahead=True)
    answer = replace(run.answer, cost=Cost(points, "", error))
    return describe_off_task(replace(run, answer=answer))


def test_cost_within_its_error_is_not_reported() -> None:
    # The error of a cost in Russian is 0.017 plus a fifth of the cost.
    assert costing(0.0213) == (
        "That is legal, but costs 0.02 points: it leaves 34 shots instead of none."
    )
    assert costing(0.0212) == (
        "That is legal, and the computer rates it as high as the best play."
        " But it leaves 34 shots instead of none."
    )


def test_rules_steps_have_no_costs() -> None:
    run = begin(RUNNING, "Roll: 6-4", "Solution: 24/14").try_text("19/13 19/15")
    assert not can_be_judged(run)
    assert judge(run) is run


def test_counts_replace_costs_in_unrated_games() -> None:
    step = task(SHOTS, "Roll: 6-4", "Solution: 21/15 19/15").rstrip()
    text = write(f"{step}\nClaim: fewest hits\n", head="\nRule: opponent_completes = on")
    run = run_at(read_lesson(text)).try_text("21/15 21/17")
    assert judge(run) is run
    assert describe_off_task(run).startswith("That is legal, but it leaves 34 shots")


# ---- punishing rolls

OPENING = "Start: W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5; W to move"


def judged_step(*lines: str, ruleset: str = "backgammon") -> Run:
    return run_at(read_lesson(write(f"{task(*lines).rstrip()}\nClaim: best\n", ruleset=ruleset)))


def test_punishing_roll_is_found() -> None:
    run = judged_step(OPENING, "Roll: 6-1", "Solution: 13/7 8/7").try_text("24/18 6/5")
    answer = judge(run).answer
    result = punishment(run)
    assert answer
    assert answer.punishment == result
    assert result
    text = describe_punishment(run.before, result)
    assert text.startswith("Black ")
    assert "*" in text
    assert re.search(
        r"After the best play this roll is worth 0\.\d\d points less to Black\.$", text
    )


@pytest.mark.parametrize(("gain", "is_told"), [(0.03, False), (0.031, True)])
def test_punishment_of_every_play_is_not_shown(
    monkeypatch: pytest.MonkeyPatch, gain: float, is_told: bool
) -> None:
    run = judged_step(OPENING, "Roll: 6-1", "Solution: 13/7 8/7").try_text("24/18 6/5")
    monkeypatch.setattr(replies, "roll_gains", lambda judge, after, instead: [(gain, (6, 5))])
    assert (punishment(run) is not None) is is_told


SHOTS_COUNTED = re.compile(r"\bshots?\b|\d of (Black's )?36 rolls[^.;:]*\b(hit|trap)")

NO_HIT_GAINS = task(
    "Start: W 21:1! 20:1 18:4 17:3 16:2 15:4 / B 18:2 17:3 16:3 12:2 11:3 5:1! 4:1; B to move",
    *("Roll: 6-1", "Solution: 18/12 18/17"),
)
"""After 17/11 4/3, White has nine shots, but none of them is a better play."""


def wrong_answers(ruleset: str, *, is_long: bool) -> Iterator[Run]:
    """Yield tasks about good play after a wrong play: of lessons, then of puzzles."""
    for entry in course(ruleset):
        lesson = entry.read()
        for number, step in enumerate(lesson.steps):
            match step.assignment:
                case Task(tries=tries) if step.is_about_good_play:
                    texts = [attempt.text for attempt in tries if not attempt.reason]
                    for text in texts if is_long else texts[:1]:
                        yield run_at(lesson, number).try_text(text)
    best = [item for item in pool(ruleset) if item.kind is Kind.BEST]
    for item in best[:: 1 if is_long else 50]:
        run = run_at(lesson_of(item, RULESETS[ruleset]))
        plays = run.before.legal_plays()
        for play in plays[:: 1 if is_long else len(plays) // 3 + 1]:
            yield run.try_actions(play.moves)
    if ruleset == "never-finishing":
        lesson = read_lesson(write(f"{NO_HIT_GAINS.rstrip()}\nClaim: best\n", ruleset=ruleset))
        yield run_at(lesson).try_text("17/11 4/3")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_punishing_roll_illustrates_the_answer(
    ruleset: str, request: pytest.FixtureRequest
) -> None:
    lesson, counted = LessonMode.begin(course(ruleset)[0], Settings()), 0
    for run in wrong_answers(ruleset, is_long=request.config.getoption("--long")):
        if run.verdict is not Verdict.NOT_THE_TASK or run.before.awaits_cube:
            continue
        mode = replace(lesson, run=judge(run))
        answer, learner = mode.run.answer, run.before.side
        assert learner
        assert board_numbers(mode) is learner
        if not (answer and answer.punishment):
            continue
        text, shown = describe_answer(mode.run), describe_punishment(run.before, answer.punishment)
        assert shown.startswith(f"{STANDARD.name(learner.other)} ")
        assert board_numbers(mode.punish()) is learner.other
        if SHOTS_COUNTED.search(text):
            counted += 1
            assert re.search("[*^]", shown), (run.lesson.title, text, shown)
    assert counted > 2


def board_numbers(mode: LessonMode) -> Side:
    board = mode.view(Frame(80, (21, 22), Glyphs())).board
    assert board
    return board.numbers.side


def test_only_full_plays_about_good_play_are_punished() -> None:
    begun = judged_step(OPENING, "Roll: 6-1", "Solution: 13/7 8/7")
    rules = begin(OPENING, "Roll: 6-1", "Solution: 13/7 8/7", ruleset="backgammon")
    right = begun.try_text("13/7"), begun.try_text("13/7 8/7")
    for run in (begun, *right, rules.try_text("24/18 6/5")):
        assert judge(run) is run


def test_punishment_follows_the_rest_of_the_turn() -> None:
    start = "Start: W 24:9 21:1 19:5 / B 23:1 22:2 20:2 hand:10; W to move; first double W"
    run = judged_step(start, "Roll: 3-2", "Solution: 24/21 19/17", ruleset="russian")
    result = punishment(run.try_text("24/21/19"))
    assert result
    game = do(run.before, result.actions)[-1]
    assert game.last_turn
    assert game.last_turn.side is Side.BLACK


# ---- reasons


HITTING = "Start: W 24:1 13:6 6:8 / B 16:1 6:7 5:7; W to move"
"""White hits the blot on 9."""


@pytest.mark.parametrize("is_again", [False, True])
def test_first_cost_explains_the_value_of_a_win(*, is_again: bool) -> None:
    step = task(HITTING, "Roll: 4-1", "Solution: 13/9* 24/23").rstrip()
    step += "\nClaim: 13/9* 24/23 beats 13/12 6/2\n"
    run = run_at(read_lesson(write(step, step, ruleset="backgammon"))).try_text("13/12 6/2")
    if is_again:
        run = run.try_text("13/12 6/2")
    assert run.answer
    costly = replace(run, answer=replace(run.answer, cost=Cost(0.5, "13/9* 24/23", 0.1)))
    text = describe_off_task(costly)
    assert "costs 0.50 points" in text
    assert text.endswith(" A win is worth 1, 2 or 3 points.") is not is_again


@pytest.mark.parametrize("entry", LESSONS, ids=lambda entry: entry.place)
def test_reply_mentions_legality_once(entry: CourseLesson) -> None:
    for step in entry.read().steps:
        for attempt in step.assignment.tries if isinstance(step.assignment, Task) else ():
            assert attempt.reason or "legal" not in attempt.answer.lower(), attempt

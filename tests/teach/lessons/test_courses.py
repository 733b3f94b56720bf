from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from functools import cache

import pytest

from backgammon_tui.engine import POINTS, RULESETS, Cause, Game, Move, Phase, Side
from backgammon_tui.explain.facts import done, is_stage_over
from backgammon_tui.players import Level, choose
from backgammon_tui.teach.lessons.claims import check_claims, count_after
from backgammon_tui.teach.lessons.courses import CourseLesson, course, courses, find_lesson
from backgammon_tui.teach.lessons.lesson import (
    About,
    Exercise,
    LessonQuestion,
    Task,
    read_typed,
    rule_of,
)
from backgammon_tui.teach.lessons.lesson_file import read_lesson
from backgammon_tui.teach.lessons.points import misnamed_points
from backgammon_tui.teach.lessons.replies import describe_after, describe_answer
from backgammon_tui.teach.lessons.run import NextInput, Run, Verdict
from backgammon_tui.teach.rulebook import name_of_section_about
from tests.teach.lessons.examples import solution_of, steps_of, unproved, write

LESSONS = [entry for lessons in courses() for entry in lessons]

read = cache(CourseLesson.read)
"""Read a lesson, cached because lessons cannot change."""


@cache
def steps(entry: CourseLesson, which: int = 0) -> list[Run]:
    """Return the run at the beginning of each step, cached for all tests."""
    return steps_of(read(entry), which)


each_lesson = pytest.mark.parametrize("entry", LESSONS, ids=lambda entry: entry.place)


def tasks_in(entry: CourseLesson) -> list[tuple[Run, Task]]:
    """Return the tasks of a lesson, each with its run."""
    runs = steps(entry)
    return [(run, run.assignment) for run in runs if isinstance(run.assignment, Task)]


def questions_in(entry: CourseLesson) -> list[tuple[Run, LessonQuestion]]:
    runs = steps(entry)
    return [(run, run.assignment) for run in runs if isinstance(run.assignment, LessonQuestion)]


# ---- solutions


@each_lesson
def test_every_solution_completes_its_task(entry: CourseLesson) -> None:
    runs = steps(entry)
    assert len(runs) == len(read(entry).steps) + 1
    assert runs[-1].step is None
    for run, task in tasks_in(entry):
        for solution in task.solutions:
            assert run.try_text(solution.text).is_solved, solution
        stepwise = run
        for action in read_typed(run.game, solution_of(task)):
            assert stepwise.awaited is NextInput.ACTION
            if isinstance(action, Move):
                assert stepwise.game.why_not(action.origin, action.target) is None
            stepwise = stepwise.try_actions([action])
        # Rolling without doubling is not an action, because the dice come later.
        assert stepwise.is_solved or solution_of(task) == "roll"


@each_lesson
def test_every_wrong_answer_gets_a_reason(entry: CourseLesson) -> None:
    for run, question in questions_in(entry):
        for answer in run.key.answers:
            answered = run.try_answer(answer)
            assert answered.is_solved is (answer == question.solution.text)
            assert describe_answer(answered)


@each_lesson
def test_every_solution_can_be_shown(entry: CourseLesson) -> None:
    for start in steps(entry):
        if not start.assignment or isinstance(start.assignment, Exercise):
            continue
        run = start.show_solution()
        assert run.is_solved
        assert solution_of(start.assignment) in describe_answer(run)
        assert run.back().game == start.game


@each_lesson
def test_lesson_cannot_be_resigned_unless_asked(entry: CourseLesson) -> None:
    for run, _ in tasks_in(entry):
        resigned = run.try_text("resign 1")
        assert resigned.answer
        expected = Verdict.RIGHT if run.may_resign else Verdict.NO_GAME
        assert resigned.answer.verdict is expected
        assert describe_answer(resigned)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_exercises_come_after_the_basics(ruleset: str) -> None:
    reached = [
        _is_reached_by_beginner(run)
        for entry in course(ruleset)
        for run in steps(entry)
        if isinstance(run.assignment, Exercise)
    ]
    assert len(reached) >= 2
    assert sum(reached) * 2 <= len(reached)


def _is_reached_by_beginner(run: Run) -> bool:
    while run.awaited is NextInput.ACTION:
        run = run.try_actions(choose(run.game, Level.BEGINNER))
    return run.is_solved


# ---- texts


@each_lesson
def test_texts_are_short_and_narrow(entry: CourseLesson) -> None:
    lesson = read(entry)
    assert len(lesson.title) <= 40
    for step in lesson.steps:
        texts = [step.say]
        if step.assignment:
            assert 0 < len(step.assignment.text) <= 200
            texts += [step.assignment.text, step.assignment.hint, step.assignment.after]
            texts += [attempt.answer for attempt in step.assignment.tries]
        for text in texts:
            assert len(text) <= 400
            assert "  " not in text
            assert text == "" or text[-1] in ".?!"
            lines = textwrap.wrap(text, 60, break_long_words=False)
            assert all(len(line) <= 60 for line in lines)


@each_lesson
def test_lessons_have_more_play_than_text(entry: CourseLesson) -> None:
    asked = [step.assignment for step in read(entry).steps if step.assignment]
    assert len(asked) >= 2
    assert len(asked) * 2 >= len(read(entry).steps)
    assert all(item.hint and item.after for item in asked)


@each_lesson
def test_every_question_has_its_rule(entry: CourseLesson) -> None:
    for run, question in questions_in(entry):
        assert question.subject
        section = name_of_section_about(run.game.rules, rule_of(question.subject))
        assert section
        assert section[0] in (_SECTIONS[question.subject.about], "doubles")


_SECTIONS = {
    About.NUMBERS: "must",
    About.OPPOSITE: "doubles",
    About.COMPLEMENT: "doubles",
    About.WIN: "ending",
    About.WINNING: "ending",
}


@each_lesson
def test_sentences_about_good_play_have_claims(entry: CourseLesson) -> None:
    assert [str(problem) for problem in unproved(read(entry))] == []


@pytest.mark.parametrize(
    "entry",
    [
        entry if at % 5 == 0 else pytest.param(entry, marks=pytest.mark.long)
        for at, entry in enumerate(LESSONS)
    ],
    ids=lambda entry: entry.place,
)
def test_claims_about_good_play_are_proved(entry: CourseLesson) -> None:
    assert [str(problem) for problem in check_claims(read(entry))] == []


@each_lesson
def test_stated_counts_match_the_board(entry: CourseLesson) -> None:
    for run in steps(entry):
        assert list(wrong_counts(run)) == []
        if run.step and run.assignment:
            done = run.show_solution()
            assert _wrong_pips(f"{run.step.say} {run.assignment.text}", run) == []
            assert _wrong_pips(run.assignment.after, done) == []


def _wrong_pips(text: str, run: Run) -> list[str]:
    """Return the pip counts and leads in a text that are wrong."""
    position = run.game.position
    mine, theirs = position.pips(Side.WHITE), position.pips(Side.BLACK)
    numbers = [number for result in _TO_GO.finditer(text) for number in result.groups()]
    leads = [number for number in _LEAD.findall(text) if int(number) != theirs - mine]
    return [number for number in numbers if int(number) not in (mine, theirs)] + leads


_TO_GO = re.compile(r"(\d\d+)(?:,| pips(?: to go)?) (?:and|to) (?:Black (?:has )?)?(\d\d+)")
_LEAD = re.compile(r"you lead by (\d+)", re.IGNORECASE)


def test_stated_pip_counts_are_recognized() -> None:
    text = "you, White, 87, and Black 123; 87 pips to go and Black 123; 125 pips to 94"
    assert _TO_GO.findall(f"{text}; 78 pips to go and Black has 218") == [
        *(("87", "123"),) * 2,
        ("125", "94"),
        ("78", "218"),
    ]


# ---- counts of rolls and blots in words

_OF_36 = re.compile(
    r"\b(?P<some>\d+) (?:of (?:Black's )?36|shots)"
    r"|\b(?P<all>(?:all|every one of the) 36|every roll hits)"
    r"|\b(?P<none>no roll (?:of Black's )?(?:can )?(?:hits?|reach)"
    r"|nothing can be hit|can hit nothing)",
    re.IGNORECASE,
)

_BLOTS = re.compile(r"\b(two|three|four|five) blots\b", re.IGNORECASE)
_ARE_BLOTS = re.compile(r"\b((?:\d+(?:, | and )?)+) (?:is a blot|are blots)\b")
_NUMBERS = ("none", "one", "two", "three", "four", "five")


def wrong_counts(run: Run) -> Iterator[str]:
    """Check the numbers of rolls and blots in the comments on full plays."""
    task, game = run.assignment, run.before
    comments: list[tuple[str, str]] = []
    if isinstance(task, Task) and game.phase is Phase.MOVE:
        comments = [(task.solutions[0].text, task.after)]
        comments += [(a.text, a.answer) for a in task.tries if a.reason is None]
    for play, comment in comments:
        after, side = done(game, read_typed(game, play)), game.actor
        if not side or not is_stage_over(game, after):
            continue
        for match in _OF_36.finditer(comment):
            counted = count_after(game, play)
            number = int(match["some"] or (36 if match["all"] else 0))
            # Only sentences with a number can be about lost rolls.
            if number not in (counted.hits, counted.shut_out if match["some"] else counted.hits):
                yield f"{comment} {counted.hits} hit and {counted.shut_out} are lost"
        blots = [point for point in range(1, POINTS + 1) if _is_blot(after, side, point)]
        many, named = _BLOTS.search(comment), _ARE_BLOTS.search(comment)
        wrong_number = many and _NUMBERS.index(many[1].lower()) != len(blots)
        if wrong_number or (named and sorted(map(int, re.findall(r"\d+", named[1]))) != blots):
            yield f"{comment} The blots are {blots}."


def _is_blot(game: Game, side: Side, point: int) -> bool:
    position, across = game.position, game.rules.across(point)
    is_held = position.is_trapped(side, point) or position.is_trapped(side.other, across)
    return position.count(side, point) == 1 and not is_held


# ---- whole courses


def test_every_ruleset_has_a_course_numbered_from_one() -> None:
    assert [lessons[0].ruleset for lessons in courses()] == list(RULESETS)
    for lessons in courses():
        assert [entry.number for entry in lessons] == list(range(1, len(lessons) + 1))
        assert all(read(entry).rules.name == entry.ruleset for entry in lessons)
        assert len({entry.title for entry in lessons}) == len(lessons)


def test_every_reason_occurs_in_a_lesson() -> None:
    met = {
        attempt.reason
        for entry in LESSONS
        for step in read(entry).steps
        if step.assignment
        for attempt in step.assignment.tries
    }
    missing = [reason.value for reason in Cause if reason not in met]
    assert missing == []


def test_closing_text_follows_the_solution() -> None:
    run = steps(course("russian")[0])[1]
    assert run.assignment
    assert describe_after(run) == ""
    assert describe_after(run.show_solution()) == run.assignment.after


@pytest.mark.parametrize(
    ("place", "expected"),
    [("russian", "russian/1"), ("russian/3", "russian/3"), ("never-finishing/2",) * 2],
)
def test_lessons_are_found_by_number(place: str, expected: str) -> None:
    lesson = find_lesson(place)
    assert lesson
    assert lesson.place == expected
    assert lesson.title == lesson.read().title


@pytest.mark.parametrize("place", ["", "lesson.txt", "russian/0", "russian/x", "./russian", "x/1"])
def test_other_names_are_not_course_lessons(place: str) -> None:
    assert find_lesson(place) is None


def test_course_has_a_fixed_number_of_lessons() -> None:
    with pytest.raises(ValueError, match="the course french has 15 lessons, not 16"):
        find_lesson("french/16")


# ---- the first ten minutes


@pytest.mark.parametrize("ruleset", RULESETS)
def test_first_ten_minutes_are_short(ruleset: str) -> None:
    lessons = course(ruleset)
    (end,) = (lesson.number for lesson in lessons if lesson.is_enough)
    first = [step for lesson in lessons[:end] for step in lesson.read().steps]
    asked = [step.assignment for step in first if step.assignment]
    shown = [step.say for step in first]
    shown += [text for assignment in asked for text in (assignment.text, assignment.after)]
    assert len(" ".join(shown).split()) <= 600
    assert len(asked) <= 16


@pytest.mark.parametrize("ruleset", RULESETS)
def test_first_ten_minutes_explain_a_first_game(ruleset: str) -> None:
    lessons = course(ruleset)
    end = next(lesson.number for lesson in lessons if lesson.is_enough)
    words = " ".join(lesson.text for lesson in lessons[:end])
    assert "the Russian course" not in words, "they say themselves what a newcomer needs"
    for word in ("blot", "bar", "hold", "home", "complement", "hit", "[Dd]oubles"):
        assert re.search(rf"\b{word}\b", words), word
    assert re.search(r"\b(bearing off|bears off|borne off|bear off)\b", words)


@pytest.mark.parametrize("ruleset", ["russian", "french"])
def test_first_ten_minutes_practise_a_first_game(ruleset: str) -> None:
    lessons = course(ruleset)
    end = next(lesson.number for lesson in lessons if lesson.is_enough)
    words = " ".join(lesson.text for lesson in lessons[:end])
    for played in (
        ("hand/19", "7* ", "/off", "(4)")
        if ruleset == "french"
        else (*("hand/19", "24/18", "hand/22*", "bar/22*", "16/12(4)", "12/9(4)", "6/off"),)
    ):
        assert f"Solution: {played}" in words or played in words


def test_optional_rule_is_last_and_keeps_its_progress() -> None:
    last = course("falood")[-1]
    assert (last.title, last.number, last.name) == ("The opponent completes", 12, "falood/3")
    assert find_lesson("falood/12") == last
    assert course("falood")[3].name == "falood/4"


def test_first_steps_come_first_and_keep_the_progress_of_others() -> None:
    first, second, *_ = course("falood")
    assert (first.title, first.number, first.name) == ("Enter, hit and bear off", 1, "falood/12")
    assert (second.title, second.name) == ("The first doubles", "falood/1")


# ---- points by number


@each_lesson
def test_named_points_fit_the_board_that_is_shown(entry: CourseLesson) -> None:
    assert [str(problem) for problem in misnamed_points(entry.read())] == []


BLACK_ENTERS = "Start: W 24:1 8:2 6:4 4:4 3:4 / B bar:1 8:4 6:4 5:4 3:2; B to move"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("You hold 6, 4 and 3.", "you do not hold 6; you do not hold 4; you do not hold 3"),
        ("You hold 19, 21 and 22.", ""),
        ("You hold your 6 and Black's 21.", ""),
        ("Black holds 8 and 7.", "Black does not hold 7"),
        ("Your blot on 24 is safe.", "there is no blot on 24"),
        ("Your blot on 1 is safe.", ""),
        ("The four checkers on 8 and the one on 2.", ""),
        ("Two checkers on 2 of 36 rolls; a checker on 9.", "there is no checker on 9"),
    ],
)
def test_misnamed_points_are_found(text: str, problem: str) -> None:
    asked = "Question: How many?\nAbout: numbers of 6-4\nSolution: 0\nHint: Look."
    lesson = read_lesson(write(f"{BLACK_ENTERS}\nSay: {text}\n{asked}", ruleset="french"))
    problems = "; ".join(misnamed.problem for misnamed in misnamed_points(lesson))
    assert problems.replace("You", "you") == problem

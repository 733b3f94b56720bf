"""The questions that have been collected: all right, all different, about every rule."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from importlib.resources import files

import pytest
from hypothesis import given

from backgammon_tui.engine import RULESETS, Cause, Rules, StageKind, Withheld
from backgammon_tui.teach.quiz.item import FaultyItem, Item, Kind
from backgammon_tui.teach.quiz.pool import ask, pool, read_pool
from backgammon_tui.teach.quiz.question import QuizQuestion
from backgammon_tui.teach.quiz.rounds import ROUND
from backgammon_tui.text_file import LineError
from backgammon_tui.words.rule_settings import change_rule
from tests.engine.strategies import few, table_rules
from tests.teach.quiz.checking import check
from tests.teach.quiz.finding import kinds_for

ITEMS = [item for name in RULESETS for item in pool(name)]


@cache
def questions() -> tuple[QuizQuestion, ...]:
    """All of them as they are asked."""
    return tuple(map(ask, ITEMS))


def of_kind(kind: Kind) -> list[QuizQuestion]:
    return [question for question in questions() if question.item.kind is kind]


def told(question: QuizQuestion) -> list[str]:
    """All that is explained."""
    return [choice.explanation for choice in question.choices]


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("kind", Kind)
def test_every_answer_is_right_by_the_plain_generator(name: str, kind: Kind) -> None:
    for question in questions():
        if (question.item.ruleset, question.item.kind) == (name, kind):
            check(question)


def test_there_are_some_hundreds_of_every_kind_that_makes_sense() -> None:
    assert len(ITEMS) > 300
    found = Counter((item.ruleset, item.kind) for item in ITEMS)
    for rules in RULESETS.values():
        for kind in kinds_for(rules):
            assert found[rules.name, kind] >= 5, (rules.name, kind)


def test_each_line_of_the_file_is_as_its_item_writes_itself() -> None:
    text = (files("backgammon_tui.teach.quiz") / "pool.txt").read_text()
    lines = [line for line in text.split("\n") if line and not line.startswith("#")]
    assert lines == [str(item) for item in read_pool(text)]
    assert len({*ITEMS}) == len(ITEMS)


def test_the_right_answer_stands_in_any_place() -> None:
    """Nobody learns that it is always the second."""
    for kind in (Kind.LEGAL, Kind.FOLLOWS, Kind.WHY, Kind.TRAP):
        places = Counter(question.right for question in of_kind(kind))
        assert set(places) == {0, 1, 2, 3}
        assert max(places.values()) < places.total() / 2


def test_the_answers_are_of_all_sorts() -> None:
    right = Counter(
        (question.item.kind, re.sub(r"\d+|White|Black", "", question.choices[question.right].text))
        for question in questions()
        if question.item.kind in (Kind.PLAYABLE, Kind.FOLLOWS, Kind.POINTS)
    )
    sorts = Counter(kind for kind, _ in right)
    assert sorts[Kind.PLAYABLE] >= 5
    assert sorts[Kind.FOLLOWS] >= 8
    assert sorts[Kind.POINTS] >= 3


# ---- nothing gives the answer away


def test_why_is_not_answered_by_the_longest_text() -> None:
    questions = of_kind(Kind.WHY)
    longest = [
        max(question.choices, key=lambda choice: len(choice.text))
        is question.choices[question.right]
        for question in questions
    ]
    assert 0 < sum(longest) < len(questions) / 3


def test_every_count_of_a_doublet_is_right_sometimes() -> None:
    doublets = [each for each in of_kind(Kind.PLAYABLE) if each.text.find("the four") > 0]
    right = [each.choices[each.right].text for each in doublets]
    for count in ("none", "one", "two", "three", "all"):
        assert right.count(count) >= len(right) / 10, count


def test_every_question_leads_to_a_section_of_its_own() -> None:
    for kind in Kind:
        sections = {question.section for question in of_kind(kind)}
        assert sections
        assert "minute" not in sections
    assert {question.section for question in of_kind(Kind.TRAP)} == {"trapping"}
    assert {question.section for question in of_kind(Kind.POINTS)} == {"ending"}


# ---- every reason occurs

SAID: dict[Cause | Withheld, str] = {
    Cause.NOT_NOW: "The complement comes first",
    Cause.NOT_ON_SCALE: "No win in this game is worth",
    Cause.IMPOSSIBLE_NUMBER: "It must be 5s or 6s",
    Cause.NO_CHECKER: "has no checker on",
    Cause.WRONG_WAY: "Checkers only move forward",
    Cause.NUMBER_NOT_THERE: "No number left ",
    Cause.TRAPPED: "is trapped and cannot move",
    Cause.BAR_FIRST: "must enter from the bar first",
    Cause.HAND_FIRST: "must enter from the hand before any other checker moves",
    Cause.BLOCKED: "holds point",
    Cause.HELD: "traps a checker on point",
    Cause.NOT_ALL_HOME: "cannot bear off while",
    Cause.HIGHER_STANDS: "must move first",
    Cause.NOTHING_TO_HIT: "has no blot on",
    Cause.BLOT_THERE: "landing there hits or traps it",
    Cause.NO_TRAPPING: "There is no trapping",
    Cause.WASTES_NUMBER: "but must",
    Cause.HIGHER_NUMBER: "Only one of the two numbers can be played",
    Withheld.FIRST_DOUBLET: "it is the side's first doublet",
    Withheld.STILL_ENTERING: "not all checkers have entered",
}
"""By which words a reason is known."""


def in_any(_: Rules) -> bool:
    return True


CAN_OCCUR: dict[Cause | Withheld, Callable[[Rules], bool]] = {
    **dict.fromkeys(SAID, in_any),
    Cause.NOT_NOW: lambda rules: rules.doublets.have_complement,
    Cause.NOT_ON_SCALE: lambda rules: rules.scale.most < 3,
    Cause.IMPOSSIBLE_NUMBER: lambda rules: rules.one_two,
    Cause.TRAPPED: lambda rules: rules.landing.may_trap,
    Cause.HELD: lambda rules: rules.landing.may_trap,
    Cause.BLOT_THERE: lambda rules: rules.landing.may_trap,
    # Whoever learns a game without traps has never met a caret.
    Cause.NO_TRAPPING: lambda rules: False,
    Cause.HAND_FIRST: lambda rules: rules.starts_in_hand,
    Cause.HIGHER_NUMBER: lambda rules: rules.higher_number,
    Withheld.FIRST_DOUBLET: lambda rules: rules.first_doublet_face_only,
    Withheld.STILL_ENTERING: lambda rules: rules.entry_limits_complement,
}


def test_every_reason_has_its_words() -> None:
    assert set(SAID) == {*Cause, *Withheld}


@pytest.mark.parametrize("why", SAID, ids=str)
def test_every_reason_is_explained_in_every_game_where_it_can_occur(
    why: Cause | Withheld,
) -> None:
    for rules in RULESETS.values():
        if CAN_OCCUR[why](rules):
            explained = (
                text
                for q in questions()
                if q.rules == rules
                for text in told(q)
                if SAID[why] in text
            )
            assert any(explained), rules.name


def test_no_answer_says_that_a_doublet_has_a_complement_and_none() -> None:
    explained = [text for question in of_kind(Kind.FOLLOWS) for text in told(question)]
    assert any("This one has none: " in text for text in explained)
    assert not [text for text in explained if "has a complement. No complement" in text]


def test_every_kind_of_stage_is_asked_about() -> None:
    texts = " ".join(question.text for question in questions())
    for dice in ("5-2", "4-4", "2-1"):
        assert f"thrown {dice}" in texts
    assert {question.section for question in questions()} >= {
        *("entering", "moving", "hitting", "must", "doublets"),
        *("one-two", "bearing-off", "ending", "trapping"),
    }
    assert len(StageKind) == 4


# ---- at other tables


def asked(rules: Rules) -> Iterator[QuizQuestion]:
    """What the pool asks at a table."""
    for item in pool(rules.name):
        with suppress(FaultyItem):
            yield ask(item, rules)


@few
@given(table_rules())
def test_the_pool_of_a_table_makes_questions_under_its_rules(rules: Rules) -> None:
    questions = list(asked(rules))
    assert len(questions) > 2 * ROUND
    for question in questions[::7]:
        check(question)


def test_what_makes_no_question_at_a_table_is_left_out() -> None:
    usual = RULESETS["russian"]
    free = list(asked(change_rule(usual, "free_entry=on")))
    assert 0 < len(free) < len(list(asked(usual))) == len(pool("russian"))


# ---- the file

LINE = "points | russian | W off:15 / B 20:1 6:14; B to move"


def test_remarks_and_blank_lines_are_left_out() -> None:
    assert read_pool(f"# A remark.\n\n{LINE}\n") == (Item.parse(LINE),)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (f"# A remark.\n{LINE}x", 2, "a situation looks like"),
        ("points", 1, "an item has"),
    ],
)
def test_a_faulty_file_is_refused_with_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(LineError, match=reason) as refusal:
        read_pool(text)
    assert refusal.value.line == line

"""What must not give answers away: their lengths, and answers that are never right."""

from __future__ import annotations

from functools import cache

from backgammon_tui.engine import RULESETS
from backgammon_tui.teach.quiz.item import Kind
from backgammon_tui.teach.quiz.pool import ask, pool
from backgammon_tui.teach.quiz.question import QuizQuestion


@cache
def asked(kind: Kind) -> list[QuizQuestion]:
    """The questions of a kind that have been collected."""
    items = (item for rules in RULESETS.values() for item in pool(rules))
    return [ask(item) for item in items if item.kind is kind]


def test_why_is_not_answered_by_the_longest_text() -> None:
    questions = asked(Kind.WHY)
    longest = [
        max(question.choices, key=lambda choice: len(choice.text))
        is question.choices[question.right]
        for question in questions
    ]
    assert 0 < sum(longest) < len(questions) / 3


def test_every_count_of_a_doublet_is_right_sometimes() -> None:
    doublets = [each for each in asked(Kind.PLAYABLE) if each.text.find("the four") > 0]
    right = [each.choices[each.right].text for each in doublets]
    for count in ("none", "one", "two", "three", "all"):
        assert right.count(count) >= len(right) / 10, count


def test_every_question_leads_to_a_section_of_its_own() -> None:
    for kind in Kind:
        sections = {question.section for question in asked(kind)}
        assert sections
        assert "minute" not in sections
    assert {question.section for question in asked(Kind.TRAP)} == {"trapping"}
    assert {question.section for question in asked(Kind.POINTS)} == {"ending"}

"""Questions from games of chance: the same for the same chance, and always right."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import RULESETS, Rules
from backgammon_tui.teach.quiz.item import Item, Kind
from backgammon_tui.teach.quiz.pool import ask
from backgammon_tui.teach.quiz.question import QuizQuestion
from tests.engine.strategies import few, table_rules
from tests.teach.quiz.checking import check
from tests.teach.quiz.finding import kinds_for, make_question

CASES = [(rules, kind) for rules in RULESETS.values() for kind in kinds_for(rules)]
KINDS = {kind: rules for rules, kind in CASES}
"""Each kind with one of its rulesets."""


@cache
def made(name: str, kind: Kind) -> QuizQuestion:
    return make_question(RULESETS[name], Random(1), kind)


@pytest.mark.parametrize(("rules", "kind"), CASES, ids=lambda case: getattr(case, "name", case))
def test_an_item_brings_its_question_back(rules: Rules, kind: Kind) -> None:
    question = made(rules.name, kind)
    assert question.item.kind is kind
    assert ask(Item.parse(str(question.item)), rules) == question


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_chance_makes_the_same_question(kind: Kind) -> None:
    rules = KINDS[kind]
    question = made(rules.name, kind)
    assert make_question(rules, Random(1), kind) == question
    assert make_question(rules, Random(2), kind) != question


@few
@given(table_rules(), st.integers(0, 2**32))
def test_the_answer_is_right_under_any_rules_of_a_table(rules: Rules, seed: int) -> None:
    check(make_question(rules, Random(seed)))


def test_kinds_are_those_that_make_sense() -> None:
    assert Kind.TRAP in kinds_for(RULESETS["never-finishing"])
    assert Kind.PIPS not in kinds_for(RULESETS["never-finishing"])
    assert Kind.TRAP not in kinds_for(RULESETS["russian"])
    assert Kind.POINTS not in kinds_for(RULESETS["french"])

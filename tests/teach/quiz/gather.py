"""Candidates for the pool of questions: `python -m tests.teach.quiz.gather russian legal 20`.

Plays many games and prints items of one kind, as different from each other as they are
found. Which of them go into `backgammon_tui/teach/quiz/pool.txt` a person decides.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from itertools import chain, zip_longest
from random import Random

from backgammon_tui.engine import RULESETS, Rules
from backgammon_tui.teach.quiz.item import Kind
from backgammon_tui.teach.quiz.question import QuizQuestion
from tests.teach.quiz.finding import questions_in_game

QUESTIONS = 200


_PLACES = re.compile(r"(the (bar|hand)|points?) ?[\d, and]*")


def what_it_teaches(question: QuizQuestion) -> str:
    """Alike for questions that teach the same: answers or reasons without their numbers."""
    right = question.choices[question.right]
    told = [right.text]
    if question.item.kind is Kind.LEGAL:
        told = sorted({choice.explanation for choice in question.choices})
    elif question.item.kind is Kind.PLAYABLE:
        told += [str(len(question.choices)), right.explanation.partition(":")[2]]
    elif question.item.kind is Kind.POINTS:
        told = [right.explanation]
    return re.sub(r"\d+|White|Black", "", _PLACES.sub("there", " ".join(told)))


def gather(rules: Rules, kind: Kind, wanted: int) -> list[QuizQuestion]:
    """Questions of one kind, in turn from each group of those that teach the same."""
    chance = Random(f"{rules.name} {kind.value}")
    groups: dict[str, list[QuizQuestion]] = defaultdict(list)
    found = 0
    while found < QUESTIONS:
        for question in questions_in_game(rules, chance, kind):
            groups[what_it_teaches(question)].append(question)
            found += 1
    rarest_first = sorted(groups.values(), key=len)
    in_turn = chain.from_iterable(zip_longest(*rarest_first))
    return [question for question in in_turn if question][:wanted]


def main() -> None:
    name, kind, wanted = sys.argv[1:]
    for question in gather(RULESETS[name], Kind(kind), int(wanted)):
        print(question.item)
        print(f"# {question.text}")
        for index, choice in enumerate(question.choices):
            mark = "*" if index == question.right else " "
            print(f"# {mark} {choice.text} {choice.explanation}")


if __name__ == "__main__":
    main()

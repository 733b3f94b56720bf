"""Every course from its first lesson to its last on a real terminal of 80 by 24.

By default one course is walked as a whole, and the longest up to its third lesson.
"""

from __future__ import annotations

import pytest

from backgammon_tui.engine.rules import RULESETS
from backgammon_tui.teach.catalogue import course
from tests.tui.learners import Learner
from tests.tui.terminal import Terminal


def walk(ruleset: str, first: int, count: int, *, clumsily: bool) -> None:
    entries = course(ruleset)[first - 1 : first - 1 + count]
    with Terminal(["-m", "backgammon_tui", "lesson", entries[0].place]) as terminal:
        learner = Learner(terminal, course(ruleset)[first - 1 :])
        learner.walk(clumsily=clumsily, lessons=count)
        terminal.press("escape")
        assert terminal.wait_for_exit() == 0
        assert terminal.attributes == terminal.before


@pytest.mark.parametrize("clumsily", [False, True])
def test_a_course_from_its_beginning_to_its_end(clumsily: bool) -> None:
    walk("backgammon", 1, 2, clumsily=clumsily)


@pytest.mark.parametrize(("ruleset", "lesson"), [("russian", 1), ("falood", 2)])
def test_lessons_in_the_middle_of_a_course(ruleset: str, lesson: int) -> None:
    walk(ruleset, lesson, 1, clumsily=True)


@pytest.mark.long
@pytest.mark.parametrize("clumsily", [False, True])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_course(ruleset: str, clumsily: bool) -> None:
    walk(ruleset, 1, 99, clumsily=clumsily)

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import (
    RULESETS,
    Action,
    AgreeDraw,
    Game,
    Position,
    Resign,
    Roll,
    Rules,
    Side,
    StartingPosition,
)
from backgammon_tui.explain.facts import do
from backgammon_tui.teach.lessons.claims import check_claims
from backgammon_tui.teach.lessons.lesson import read_typed
from backgammon_tui.teach.lessons.lesson_file import HEADING, read_lesson
from backgammon_tui.teach.lessons.writing import TaskKind, check_title, read_task_kind, write_lesson
from backgammon_tui.words.rule_settings import change_rule
from tests.dialogs import check, headings
from tests.engine.strategies import any_action, few, house_rules, positions, seeds, sides
from tests.teach.lessons.examples import steps_of

FILE = Path(__file__).with_name("written.txt")
"""Rolls and plays, and the lessons made of them."""


@pytest.mark.parametrize("heading", headings(FILE))
def test_rolls_and_plays_make_a_lesson(heading: str) -> None:
    name, line, *more = heading.split(" | ")
    kind, *house_rules = more or ["play"]
    rules = RULESETS[name]
    for rule in house_rules:
        rules = change_rule(rules, rule)
    starting_position = StartingPosition.parse(line)

    def see(_: str, deeds: str) -> str:
        actions = actions_of(starting_position.game(rules), deeds.split(", "))
        try:
            text = write_lesson("A lesson", rules, starting_position, actions, read_task_kind(kind))
        except ValueError as error:
            return f"refused: {error}"
        assert list(check_claims(read_lesson(text))) == []
        assert len(steps_of(read_lesson(text))) == text.count("\n\n") + 1
        assert text.startswith(f"{HEADING}\nTitle: A lesson\nRuleset: {name}\n")
        return re.sub(r"\n(?=.)", "\n  ", text.split(f"Ruleset: {name}\n")[1].strip())

    check(FILE, heading, see)


def actions_of(game: Game, deeds: Iterable[str]) -> list[Action]:
    """Return rolls such as `6-3`, and plays in notation."""
    actions: list[Action] = []
    for deed in deeds:
        is_roll = len(deed) == 3 and deed[1] == "-"
        done = (Roll(int(deed[0]), int(deed[2])),) if is_roll else read_typed(game, deed)
        actions += done
        game = do(game, done)[-1]
    return actions


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("", TaskKind.PLAY), (" Best ", TaskKind.BEST), ("count", TaskKind.COUNT), ("Run!", "Run!")],
)
def test_task_is_a_word_or_a_text(typed: str, expected: TaskKind | str) -> None:
    assert read_task_kind(typed) == expected


def test_own_task_has_a_maximum_length() -> None:
    assert read_task_kind("x" * 200)
    with pytest.raises(ValueError, match="at most 200 visible characters"):
        read_task_kind("x" * 201)


@pytest.mark.parametrize(
    ("title", "why"),
    [(" ", "needs a title"), ("x" * 41, "at most 40"), ("a\x1b[2Jb", "only contain visible")],
)
def test_invalid_title_is_rejected(title: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        check_title(title)


@few
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
    *_, last = text.splitlines()
    assert not last.startswith("Roll: "), "a lesson ends with something to do or to see"


def test_lesson_that_ends_with_a_roll_opens() -> None:
    """Such lessons were saved by version 1.0.0."""
    start = StartingPosition.parse("W 24:5 20:5 19:5 / B hand:15; W to move")
    actions = actions_of(start.game(RULESETS["russian"]), ["6-3", "24/15"])
    text = write_lesson("A lesson", RULESETS["russian"], start, actions)
    lesson = read_lesson(f"{text}\nRoll: 6-3\n")
    assert len(lesson.steps) == 2
    assert len(steps_of(lesson)) == 3

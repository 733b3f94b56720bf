"""The tasks that come with the program: puzzles by ruleset, and tasks on the rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import chain

from backgammon_tui.engine import Rules
from backgammon_tui.teach.blocks import read_blocks, read_data_file
from backgammon_tui.teach.lessons.parts import Lesson
from backgammon_tui.teach.quiz.item import Item
from backgammon_tui.teach.quiz.puzzle import Puzzle
from backgammon_tui.teach.quiz.tasks import lesson_of
from backgammon_tui.text_file import LineError


@cache
def puzzles(ruleset: str) -> Mapping[str, Puzzle]:
    """Return the puzzles of a ruleset by the names of their items."""
    numbered = chain.from_iterable(read_blocks(read_data_file(f"quiz/puzzles/{ruleset}.txt")))
    found = (LineError.read(number, Puzzle.parse, line) for number, line in numbered)
    return {str(puzzle.item): puzzle for puzzle in found}


@cache
def rule_tasks() -> tuple[Item, ...]:
    """Return the tasks on the rules of all games."""
    numbered = chain.from_iterable(read_blocks(read_data_file("quiz/rules.txt")))
    return tuple(LineError.read(number, Item.parse, line) for number, line in numbered)


def pool(ruleset: str) -> tuple[Item, ...]:
    """Return the items of a ruleset; under house rules some of them make no task."""
    on_rules = (item for item in rule_tasks() if item.ruleset == ruleset)
    return (*on_rules, *(puzzle.item for puzzle in puzzles(ruleset).values()))


def rating(item: Item) -> int:
    """Return the difficulty of a puzzle, 1 to 5; 0 for anything else."""
    puzzle = puzzles(item.ruleset).get(str(item))
    return puzzle.rating if puzzle else 0


def task(item: Item, rules: Rules) -> Lesson:
    """Return the task of an item as a lesson of one step; raises `FaultyItem` if it makes none."""
    return lesson_of(item, rules, puzzles(item.ruleset).get(str(item)))

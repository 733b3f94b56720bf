from __future__ import annotations

from backgammon_tui.engine import RULESETS
from backgammon_tui.explain.facts import Theme
from backgammon_tui.names import Level
from backgammon_tui.teach.quiz import Puzzle
from backgammon_tui.text_file import read_blocks, read_data_file
from training.puzzle_files import RolledPuzzle


def test_puzzle_line_is_complete() -> None:
    line = (
        "best | backgammon | W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5; W to move | 3-1 | 8/5 6/5"
        " | 24/23 13/10 | 0.16 0.012 | points and primes | 12"
    )
    puzzle, asked = RolledPuzzle.parse(line), Puzzle.parse(line)
    assert str(puzzle) == line
    assert (asked.margin, asked.theme, asked.rating) == (0.16, Theme.POINTS, 3)
    assert puzzle.missed == {Level.BEGINNER, Level.EASY}


def test_best_play_leads_by_twice_the_error() -> None:
    for name in RULESETS:
        for block in read_blocks(read_data_file(f"quiz/puzzles/{name}.txt")):
            for _, line in block:
                puzzle = RolledPuzzle.parse(line)
                assert puzzle.margin >= 2 * puzzle.error

"""Make quiz tasks on the rules from self-play (`python -m training.rule_tasks RULESET ...`).

Prints lines for `teach/quiz/rules.txt`: plays that hit, rolls that hit, and complements, half of
which follow and half do not.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from typing import Final

from backgammon_tui.analysis.difference import count_rolls
from backgammon_tui.engine import RULESETS, Roll, Rules, StartingPosition, ruleset_name
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.teach.lessons.lesson import LessonQuestion, Task
from backgammon_tui.teach.quiz import Item, Kind, lesson_of
from training.puzzles import moments

FEW, MANY = 2, 4
"""Minimum and maximum number of hitting plays in a task about them."""

SHOTS: Final = range(3, 31)
"""Range of the number of hitting rolls in a task about them."""


def main() -> None:
    """Print tasks of some rulesets."""
    parser = argparse.ArgumentParser(prog="python -m training.rule_tasks")
    parser.add_argument("rulesets", nargs="*", type=ruleset_name, metavar="RULESET")
    parser.add_argument(
        "--count", type=int, default=12, help="number of tasks of each kind (default: 12)"
    )
    parser.add_argument("--seed", type=int, default=2)
    options = parser.parse_args()
    for name in options.rulesets or RULESETS:
        for item in gather(RULESETS[name], options.count, options.seed):
            print(item)


def gather(rules: Rules, wanted: int, seed: int) -> list[Item]:
    """Return tasks of each kind, at most one from a game."""
    kinds = [Kind.HITS, Kind.SHOTS]
    if rules.doubles.have_complement:
        kinds.append(Kind.COMPLEMENT)
    tasks: list[Item] = []
    answers: Counter[str] = Counter()
    game = 0
    while len(tasks) < wanted * len(kinds):
        chance = Random(f"tasks {rules.name} {seed} {game}")
        kind = kinds[len(tasks) // wanted]
        for starting_position, dice in moments(rules, seed, game, chance):
            item = _item(rules, kind, starting_position, dice, chance)
            if item is None or (right := _answer(item, rules)) is None:
                continue
            if kind is Kind.COMPLEMENT and answers[right] >= wanted // 2:
                continue
            answers[right] += 1
            tasks.append(item)
            break
        game += 1
    return tasks


def _item(
    rules: Rules,
    kind: Kind,
    starting_position: StartingPosition,
    dice: tuple[int, int],
    chance: Random,
) -> Item | None:
    match kind:
        case Kind.SHOTS:
            hits = count_rolls(rules, starting_position).hits
            return Item(kind, rules.name, starting_position) if hits in SHOTS else None
        case Kind.HITS:
            return Item(kind, rules.name, starting_position, dice) if dice[0] != dice[1] else None
        case _:
            double = dice[0], dice[0]
            plays = starting_position.game(rules).apply(Roll(*double)).legal_plays()
            full = [play for play in plays if len(play.moves) == 4]
            if len(full) < 2:
                return None
            play = write_moves(chance.choice(full).moves)
            return Item(kind, rules.name, starting_position, double, play)


def _answer(item: Item, rules: Rules) -> str | None:
    """Return the answer of a task; None if the task is not worth asking."""
    try:
        asked = lesson_of(item, rules).steps[0].assignment
    except ValueError:
        return None
    if isinstance(asked, Task):
        return "" if FEW <= len(asked.solutions) <= MANY else None
    assert isinstance(asked, LessonQuestion)
    return asked.solution.text


if __name__ == "__main__":
    main()

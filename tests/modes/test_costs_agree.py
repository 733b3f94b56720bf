"""Every number shown for a play is the same value at the same depth, wherever it appears."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

import pytest

from backgammon_tui.analysis.review import Choice, review
from backgammon_tui.engine import Game, Phase, Play, Roll, StartingPosition
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.modes.play.prompts import advise, judge
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.tries import Duel, describe_duel, list_costs
from backgammon_tui.settings import Settings
from backgammon_tui.teach.lessons import replies
from backgammon_tui.teach.lessons.lesson_file import read_lesson
from backgammon_tui.teach.lessons.replies import describe_answer
from backgammon_tui.teach.lessons.run import run_at
from tests.engine.examples import rules_named
from tests.engine.strategies import any_action
from tests.modes.examples import new_table
from tests.teach.lessons.examples import task, write

NONE = ("equal", "none")
"""A cost within its error, as lists and sentences show it."""


def choices(seed: int, ruleset: str) -> Iterator[tuple[Game, str]]:
    """Yield states with several plays, after the first stage of a roll, and their positions."""
    chance = random.Random(seed)
    game = Game.start(rules_named(ruleset))
    while not game.is_over:
        before = game
        game = game.apply(any_action(game, chance))
        if before.phase is Phase.ROLL and game.phase is Phase.MOVE and before.side:
            start = StartingPosition(before.position, before.side, before.had_double)
            if len(game.legal_plays()) > 4 and chance.random() < 0.1:
                assert game.rolled
                yield start.game(game.rules).apply(Roll(*game.rolled.dice)), str(start)


def numbers_shown(game: Game, line: str, chance: random.Random) -> dict[str, dict[str, str]]:
    """Return the numbers shown for each play, by the place where it is shown."""
    plays = game.legal_plays()
    by_moves = {write_moves(play.moves): play for play in plays}
    shown: dict[str, dict[str, str]] = defaultdict(dict)
    state = PlayState.open(new_table(game.rules, starting_position=line), Settings())
    assert game.rolled
    table = state.table.apply(Roll(*game.rolled.dice))
    state = state.settle(table, table.events_since(state.table))
    rows = state.choosing.plays.rows
    advice = advise(game, rows)._replace(is_explained=True)
    for hint in (*advice.hints, *advice.explained):
        if cost := advice.cost(hint.row):
            shown[write_moves(rows[hint.row].play.moves)]["hint"] = cost
    for text, cost in list_costs(game):
        if cost:
            shown[text]["list of costs"] = cost
    tried = chance.sample(list(by_moves.items()), min(len(by_moves), 4))
    for text, play in tried:
        for choice in review(game, play.moves):
            assert isinstance(choice, Choice)
            shown[text]["review"] = f"{choice.cost:.2f}" if choice.reported_cost else "none"
        if warning := judge(game, play.moves, 0.001):
            (cost,) = re.findall(r"costs about (\d\.\d\d)", warning.text)
            shown[text]["tutor"] = cost
    for (text, play), (other, second) in pairwise(tried):
        duel = describe_duel(Duel(game, (play, second), (1, 2)))
        for moves, name in ((text, "1"), (other, "2")):
            shown[moves][f"compared ({text}, {other})"] = _cost_of_line(duel, name)
    for text, play in tried:
        if answered := answer_in_lesson(game, line, list_costs(game)[0][0], play):
            shown[text]["lesson"] = answered
    return shown


def _cost_of_line(duel: str, name: str) -> str:
    line = next(line for line in duel.splitlines() if line.startswith(f"{name}  "))
    match = re.search(r"costs (\d\.\d\d) points", line)
    return match[1] if match else "none"


def answer_in_lesson(game: Game, line: str, best: str, play: Play) -> str:
    assert game.rolled
    dice = "{}-{}".format(*game.rolled.dice)
    step = task(f"Start: {line}", f"Roll: {dice}", f"Solution: {best}").rstrip()
    lesson = read_lesson(write(f"{step}\nClaim: best\n", ruleset=game.rules.name))
    run = replies.judge(run_at(lesson).try_actions(play.moves))
    if write_moves(play.moves) == best:
        return ""
    match = re.search(r"costs (\d\.\d\d) points", describe_answer(run))
    return match[1] if match else "none"


@pytest.mark.parametrize("ruleset", ["french", "falood", "never-finishing", "backgammon"])
def test_costs_of_a_play_agree_everywhere(ruleset: str, request: pytest.FixtureRequest) -> None:
    many = 40 if request.config.getoption("--long") else 2
    chosen = (choice for seed in range(many) for choice in choices(seed, ruleset))
    chance = random.Random(1)
    compared = 0
    for _, (game, line) in zip(range(many), chosen, strict=False):
        for text, numbers in numbers_shown(game, line, chance).items():
            different = {"none" if number in NONE else number for number in numbers.values()}
            assert len(different - {"0.00"}) <= 1, (line, game.rolled, text, numbers)
            compared += len(numbers) > 1
    assert compared > 5

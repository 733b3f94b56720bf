"""The costs of plays in the lessons of the courses, by rollout.

The files in `rollouts` are written by `python -m training.lesson_rollouts`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import NamedTuple

from backgammon_tui.analysis.stages import to_play
from backgammon_tui.engine import RULESETS, Game, Phase, Stage, StartingPosition
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.teach.blocks import read_blocks, read_data_file


class RolloutCost(NamedTuple):
    """The points by which a play is behind the best of its stage, by rollout."""

    by_seed: tuple[float, float]
    """The same by the dice of each seed; below 0 where they favour the play."""

    error: float
    """The standard error of the cost."""

    games: int
    """The number of games by each seed."""

    @property
    def points(self) -> float:
        return sum(self.by_seed) / 2

    def __str__(self) -> str:
        first, second = self.by_seed
        return f"{first:.4f} {second:.4f} | {self.error:.4f} | {self.games}"

    @classmethod
    def parse(cls, text: str) -> RolloutCost:
        """Read what `str` writes."""
        by_seed, error, games = text.split("|")
        first, second = map(float, by_seed.split())
        return cls((first, second), float(error), int(games))


def describe_stage(game: Game) -> str:
    """Write the stage that is to be played, and what it earns, on one line."""
    stage = to_play(game)
    starting_position = StartingPosition(stage.position, stage.side, stage.had_double)
    line = f"{starting_position} | {_joined(stage.numbers)}"
    match stage.earns:
        case None:
            return line
        case Stage(kind=kind, numbers=numbers):
            return f"{line}, then {_joined(numbers) or kind.value}"
        case earned:
            return f"{line}, {earned.value}"


def _joined(numbers: tuple[int, ...]) -> str:
    return "-".join(map(str, numbers))


@lru_cache(64)
def costs_by_rollout(game: Game) -> Mapping[int, RolloutCost]:
    """Return the cost of each legal play by the packed position that it leads to.

    Empty where no lesson of the courses asks for a play in this state.
    """
    if game.phase is not Phase.MOVE or RULESETS.get(game.rules.name) != game.rules:
        return MappingProxyType({})
    kept = read_rollouts(game.rules.name).get(describe_stage(game), {})
    if not kept:
        return MappingProxyType({})
    by_text = {write_moves(play.moves): play[0] for play in game.legal_plays()}
    return MappingProxyType({by_text[play]: cost for play, cost in kept.items()})


@cache
def read_rollouts(name: str) -> Mapping[str, Mapping[str, RolloutCost]]:
    return parse_rollouts(read_data_file(f"rollouts/{name}.txt"))


def parse_rollouts(text: str) -> dict[str, Mapping[str, RolloutCost]]:
    """Read a file of rollouts."""
    stages: dict[str, Mapping[str, RolloutCost]] = {}
    for head, *lines in read_blocks(text):
        plays = (line.text.split("|", 1) for line in lines)
        stages[head.text] = {play.strip(): RolloutCost.parse(cost) for play, cost in plays}
    return stages

"""The rule vectors: positions, rolls and games from an independent program."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

from backgammon_tui.engine import (
    ChooseDoubles,
    Effect,
    Game,
    Move,
    Phase,
    Place,
    Roll,
    Rules,
    Side,
)
from tests.engine.examples import rules_named

Row = dict[str, Any]

FOLDER = Path(__file__).parents[1] / "data"


@cache
def text_of(name: str) -> str:
    """Return the text of a file, which may be compressed."""
    packed = FOLDER / f"{name}.gz"
    return (
        gzip.decompress(packed.read_bytes()).decode()
        if packed.exists()
        else (FOLDER / name).read_text()
    )


@cache
def rows(name: str, ruleset: str) -> list[Row]:
    """Return the lines of a file for one ruleset."""
    result = [json.loads(line) for line in text_of(name).splitlines()]
    return [row for row in result if row["rules"] == ruleset]


def rules_of(row: Row) -> Rules:
    return rules_named(row["rules"], opponent_completes=row.get("completes", False))


def move_of(item: list[Any]) -> Move:
    """Return a move from its side, origin, target, effect and number."""
    side, origin, target, effect, number = item
    if not isinstance(origin, int):
        origin = Place[origin.upper()]
    effect = Effect[effect.upper()] if effect else Effect.NOTHING
    return Move(Side(side), origin, target, number, effect)


def after_roll(game: Game, row: Row, kept: bool = False) -> Game:
    """Return the game after a roll and its plays, compared stage by stage."""
    assert game.side is Side(row["side"])
    if not kept:
        game = game.apply(Roll(*row["dice"]))
    for stage in row["stages"]:
        if game.phase is Phase.CHOOSE:
            game = game.apply(ChooseDoubles(stage["numbers"][0]))
        if stage["moves"]:
            assert game.stage
            assert sorted(game.stage.numbers) == sorted(stage["numbers"])
        for item in stage["moves"]:
            game = game.apply(move_of(item))
        assert str(game.position) == stage["position"]
    return game

"""The rule vectors: positions, throws and games that another program worked out.

A copy lies in `tests/data`. Where the checkout stands beside a folder of shared vectors,
which may have grown since, those files are read too.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from backgammon_tui.engine import (
    ChooseDoublet,
    Effect,
    Game,
    Move,
    Phase,
    Place,
    Rules,
    Side,
    Throw,
)
from tests.engine.examples import rules_named

Row = dict[str, Any]

_CHECKOUT = Path(__file__).parents[2]
FOLDERS = {"copy": _CHECKOUT / "tests" / "data", "shared": _CHECKOUT.parent / "shared" / "vectors"}


@cache
def text_of(folder: str, name: str) -> str | None:
    """The text of a file, which may be compressed; None where there is no such file."""
    plain = FOLDERS[folder] / name
    packed = plain.with_name(f"{name}.gz")
    if packed.exists():
        return gzip.decompress(packed.read_bytes()).decode()
    return plain.read_text() if plain.exists() else None


@cache
def rows(folder: str, name: str, ruleset: str) -> list[Row]:
    """The lines of a file that are about one ruleset; skips the test where there is nothing new."""
    text = text_of(folder, name)
    if text is None:
        pytest.skip(f"no {FOLDERS[folder].name}/{name} beside this checkout")
    if folder != "copy" and text == text_of("copy", name):
        pytest.skip(f"the copy of {name} is the same")
    found = [json.loads(line) for line in text.splitlines()]
    return [row for row in found if row["rules"] == ruleset]


def rules_of(row: Row) -> Rules:
    """The rules that a line was made for."""
    return rules_named(row["rules"], opponent_completes=row.get("completes", False))


def move_of(item: list[Any]) -> Move:
    """A move from its side, origin, target, effect and number."""
    side, origin, target, effect, number = item
    if not isinstance(origin, int):
        origin = Place[origin.upper()]
    effect = Effect[effect.upper()] if effect else Effect.NOTHING
    return Move(Side(side), origin, target, number, effect)


def after_throw(game: Game, row: Row, kept: bool = False) -> Game:
    """The game after a throw and all that was played of it, compared stage by stage."""
    assert game.side is Side(row["side"])
    if not kept:
        game = game.apply(Throw(*row["dice"]))
    for stage in row["stages"]:
        if game.phase is Phase.CHOOSE:
            game = game.apply(ChooseDoublet(stage["numbers"][0]))
        if stage["moves"]:
            assert game.stage
            assert sorted(game.stage.numbers) == sorted(stage["numbers"])
        for item in stage["moves"]:
            game = game.apply(move_of(item))
        assert str(game.position) == stage["position"]
    return game

"""Short ways to write positions, plays and games in examples."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from backgammon_tui.engine import (
    RULESETS,
    Action,
    ChooseDoubles,
    Double,
    Effect,
    Event,
    Game,
    KeepOpening,
    Move,
    OpeningRoll,
    Pass,
    Place,
    Position,
    RerollOpening,
    Roll,
    Rules,
    Side,
    Take,
    legal_moves,
)
from backgammon_tui.engine.legal import unconstrained_steps

W, B = Side.WHITE, Side.BLACK

NAMES = (*RULESETS, "russian-free")
"""The rulesets, and one with the house rule on which the sources disagree."""


def rules_named(name: str, **house_rules: Any) -> Rules:
    """Return a ruleset with changed house rules; `-free` after the name means free entry."""
    rules = RULESETS[name.removesuffix("-free")]
    if name.endswith("-free"):
        house_rules["free_entry"] = True
    return replace(rules, **house_rules)


def after(rules: Rules, position: Position, move: Move) -> Position:
    """Return the position after a move that its checker can make."""
    ((_, reached),) = unconstrained_steps(rules, position, move.side, [move.number], move)
    return reached


def onward(
    rules: Rules, position: Position, side: Side, numbers: Iterable[int], made: Iterable[Move]
) -> tuple[Move, ...]:
    """Return the moves that may follow some moves of a stage."""
    left = [*numbers]
    for move in made:
        position = after(rules, position, move)
        left.remove(move.number)
    return legal_moves(rules, position, side, left) if left else ()


def game_at(
    name: str, line: str, side: Side, had_double: Iterable[Side] = (), **house_rules: Any
) -> Game:
    """Return a game from a position line, with `side` to roll."""
    rules = rules_named(name, **house_rules)
    return Game.from_position(rules, Position.parse(line), side, had_double)


def roll(game: Game, first: int, second: int) -> Game:
    return game.apply(Roll(first, second))


def played(game: Game, text: str) -> Game:
    """Return the game after legal actions such as `5:3 keep 3-1 hand/22(2) 13/9^ choose-6`."""
    for word in text.split():
        if dice := re.fullmatch(r"(\d)-(\d)", word):
            game = roll(game, int(dice[1]), int(dice[2]))
        elif numbers := re.fullmatch(r"(\d):(\d)", word):
            game = game.apply(OpeningRoll(int(numbers[1]), int(numbers[2])))
        elif word in ("keep", "reroll"):
            game = game.apply(KeepOpening() if word == "keep" else RerollOpening())
        elif word in _CUBE_ACTIONS:
            game = game.apply(_CUBE_ACTIONS[word])
        elif word.startswith("choose-"):
            game = game.apply(ChooseDoubles(int(word[-1])))
        else:
            move, _, times = word.rstrip(")").partition("(")
            for _ in range(int(times or 1)):
                game = game.apply(_find(game, move))
    return game


_CUBE_ACTIONS: dict[str, Action] = {"double": Double(), "take": Take(), "pass": Pass()}
_MARKS = {"*": Effect.HIT, "^": Effect.TRAP}


def _find(game: Game, word: str) -> Move:
    effect = _MARKS.get(word[-1], Effect.NOTHING)
    origin, target = (place(part) for part in word.rstrip("*^").split("/"))
    fitting = [
        move
        for move in game.moves
        if (move.origin, move.target, move.effect) == (origin, target, effect)
    ]
    assert fitting, f"{word} is not among {game.moves}"
    return min(fitting, key=lambda move: move.number)


def place(text: str) -> int:
    """Return a point, or a place by its name."""
    return int(text) if text.isdigit() else Place[text.upper()]


def happened(game: Game, kind: type[Event]) -> list[Event]:
    """Return the events of one kind in the last action."""
    return [event for event in game.events if isinstance(event, kind)]

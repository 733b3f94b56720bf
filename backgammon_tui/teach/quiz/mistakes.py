"""A player's own mistakes as quiz tasks: the costly choices of a review."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from backgammon_tui.analysis.review import Choice
from backgammon_tui.engine import Game, Move, StageKind, StartingPosition
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.teach.quiz.item import FaultyItem, Item, Kind
from backgammon_tui.teach.quiz.tasks import lesson_of

MIN_COST: Final = 0.10
"""Minimum cost in points that makes a task of a choice."""


def choice_item(history: Sequence[Game], choice: Choice) -> Item | None:
    """Return a task for the best play, if a choice of a reviewed game cost enough.

    Args:
        history: The game before each action.

    Returns:
        None if it cost too little, or was not the first stage of a roll.
    """
    game = history[choice.at]
    if choice.reported_cost < MIN_COST or not _is_first(game) or not game.turn or not choice.at:
        return None
    rolled = history[choice.at - 1]
    if rolled.side is None or rolled.stage:
        return None
    item = Item(
        Kind.BEST,
        game.rules.name,
        StartingPosition(rolled.position, rolled.side, rolled.had_double),
        game.turn.rolled.dice,
        write_moves(tuple(each for each in choice.best if isinstance(each, Move))),
    )
    return _sound(item, game)


def _is_first(game: Game) -> bool:
    stage = game.stage
    return stage is not None and not stage.moves and stage.kind in _FIRST


_FIRST: Final = (StageKind.DICE, StageKind.FACE)


def _sound(item: Item, game: Game) -> Item | None:
    try:
        lesson_of(item, game.rules)
        same = item.game(game.rules)
    except FaultyItem:
        return None
    return item if (same.position, same.left) == (game.position, game.left) else None

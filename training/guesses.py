"""Guesses that need no judgement: puzzles of which they are often right would teach them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Final

from backgammon_tui.engine import Game, Play
from backgammon_tui.engine.moves import play_order
from backgammon_tui.teach.theme import strikes


def _in_list(game: Game) -> Sequence[Play]:
    return sorted(game.legal_plays(), key=lambda play: play_order(play.moves))


def _first(game: Game) -> Play:
    return _in_list(game)[0]


def _most_hits(game: Game) -> Play:
    return max(_in_list(game), key=strikes)


def _most_pips(game: Game) -> Play:
    side = game.actor
    assert side
    return min(_in_list(game), key=lambda play: play.position.pips(side))


GUESSES: Final = MappingProxyType[str, Callable[[Game], Play]](
    {"first in the list": _first, "most hits": _most_hits, "most pips": _most_pips}
)

"""The puzzles that are taken: by theme, with a hit wrong as often as right, and hard to guess."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Final

from backgammon_tui.engine import Game, Play, Rules
from backgammon_tui.engine.moves import play_order
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.teach.quiz.item import Kind
from backgammon_tui.teach.quiz.puzzle import Puzzle
from backgammon_tui.teach.theme import Theme, strikes

GUESSED: Final = 0.3
"""The part of the puzzles of which a simple guess may be right."""


class Crowd:
    """The puzzles found so far: by theme, with a hit right as often as wrong, hard to guess."""

    def __init__(self, rules: Rules, of_theme: int) -> None:
        self.found: list[Puzzle] = []
        self.of_theme = of_theme
        self._rules = rules
        self._themes: Counter[Theme | None] = Counter()
        self._guessed: dict[str, int] = {}
        self._hits: Counter[tuple[bool, bool]] = Counter()

    def wants(self, game: Game, best: Play, theme: Theme) -> bool:
        """Return True if one more puzzle of this kind does not make them easier to guess."""
        most = GUESSED * (len(self.found) + 10)
        if self._themes[theme] >= self.of_theme:
            return False
        if theme is Theme.HIT and self._rules.landing.may_trap:
            # The question there is to trap or to hit.
            return False
        if any(self._guessed.get(name, 0) + 1 > most for name in guessed(game, best)):
            return False
        hits = is_hit_right(game, best)
        return hits is None or all(
            self._hits[is_only, hits] <= self._hits[is_only, not hits] + 1
            for is_only in {False, has_one_hit(game)}
        )

    def count(self, theme: Theme | None) -> int:
        """Return the number of puzzles, of a theme if one is named."""
        return self._themes[theme]

    def add(self, puzzle: Puzzle) -> None:
        """Count a puzzle in."""
        self.found.append(puzzle)
        self._themes.update((None, puzzle.theme))
        if puzzle.item.kind is not Kind.BEST:
            return
        game = puzzle.item.game(self._rules)
        best = next(p for p in game.legal_plays() if write_moves(p.moves) == puzzle.item.play)
        for name in guessed(game, best):
            self._guessed[name] = self._guessed.get(name, 0) + 1
        hits = is_hit_right(game, best)
        if hits is not None:
            self._hits.update((is_only, hits) for is_only in {False, has_one_hit(game)})


def guessed(game: Game, best: Play) -> tuple[str, ...]:
    """Return the guesses that find a play."""
    return tuple(name for name, guess in GUESSES.items() if guess(game) == best)


def has_one_hit(game: Game) -> bool:
    """Return True if just one play hits or traps."""
    return sum(bool(strikes(play)) for play in game.legal_plays()) == 1


def is_hit_right(game: Game, best: Play) -> bool | None:
    """Return True if the best play hits, False if only others do, None if none or all do."""
    striking = {bool(strikes(play)) for play in game.legal_plays()}
    return bool(strikes(best)) if len(striking) > 1 else None


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

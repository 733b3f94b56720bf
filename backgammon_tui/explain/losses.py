"""Points lost over many reviewed games: game by game, by the part of the game, and by theme."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from backgammon_tui.analysis.bear_off import may_meet
from backgammon_tui.analysis.difference import outside
from backgammon_tui.analysis.review import Choice
from backgammon_tui.engine import Game, Phase, Side
from backgammon_tui.explain.facts import MIN_POINTS
from backgammon_tui.explain.made import play_made
from backgammon_tui.explain.theme import Theme, theme_of


class GamePart(Enum):
    """A part of a game, with its name in sentences."""

    OPENING = "keeping or rerolling"
    ENTERING = "entering"
    MIDDLE = "the middle game"
    RACE = "racing home"
    BEARING_OFF = "bearing off"


class ReviewedGame(NamedTuple):
    """A game of a player whose review is kept."""

    game: int
    """The number of its row in the journal."""

    ruleset: str
    opponent: str
    finished: str
    """Time of its end: UTC, in ISO form."""

    history: Sequence[Game]
    choices: tuple[Choice, ...]
    """The player's own choices."""

    @property
    def lost(self) -> float:
        return _mean(self.choices)


class Losses(NamedTuple):
    """The points that a player has lost in some games."""

    games: tuple[ReviewedGame, ...]
    """The last one first; those without a choice are left out."""

    parts: tuple[tuple[GamePart, int, float], ...]
    """For each part of a game the number of choices and the points lost in them."""

    themes: tuple[tuple[Theme, float], ...]
    """For each theme the points lost by mistakes, the most costly first."""

    def mean(self, start: int, end: int) -> float:
        return _mean([choice for game in self.games[start:end] for choice in game.choices])


def _mean(choices: Sequence[Choice]) -> float:
    return sum(choice.reported_cost for choice in choices) / max(len(choices), 1)


def losses(games: Iterable[ReviewedGame]) -> Losses:
    """Add up what a player has lost in reviewed games, the last one first."""
    counted = tuple(game for game in games if game.choices)
    parts: defaultdict[GamePart, list[float]] = defaultdict(list)
    themes: defaultdict[Theme, float] = defaultdict(float)
    for game in counted:
        for choice in game.choices:
            before = game.history[choice.at]
            parts[part_of(before, choice.side)].append(choice.reported_cost)
            if choice.reported_cost >= MIN_POINTS:
                themes[_theme(before, choice)] += choice.reported_cost
    return Losses(
        counted,
        tuple((part, len(parts[part]), sum(parts[part])) for part in GamePart if parts[part]),
        tuple(sorted(themes.items(), key=lambda item: -item[1])),
    )


def part_of(game: Game, side: Side) -> GamePart:
    """Return the part of a game in which a side chooses."""
    position = game.position
    if game.phase is Phase.KEEP_OR_REROLL:
        return GamePart.OPENING
    if position.to_enter(side):
        return GamePart.ENTERING
    if not outside(position, side):
        return GamePart.BEARING_OFF
    return GamePart.MIDDLE if may_meet(game.rules, position) else GamePart.RACE


def _theme(game: Game, choice: Choice) -> Theme:
    if game.phase is Phase.CHOOSE:
        return Theme.EXTRA_ROLL
    made, best = (play_made(game, actions) for actions in (choice.made, choice.best))
    return theme_of(game, best, made) if made and best else Theme.OPENING

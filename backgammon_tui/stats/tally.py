"""The tally of many games of one player, against one opponent or against everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from heapq import nlargest
from operator import attrgetter
from typing import Final, NamedTuple

from backgammon_tui.engine import Result, Side
from backgammon_tui.names import is_computer
from backgammon_tui.stats.summary import ROLLS, SideSummary

NOBODY: Final = frozenset({"white", "black"})
"""The names of players who have not said theirs, casefolded."""


_DECIDING: Final = 3
"""The number of turns named as deciding."""


class PlayedGame(NamedTuple):
    """A finished game with what is counted of it."""

    key: int
    """The number under which the journal keeps it."""

    ruleset: str
    date: str
    """The day on which it was played, in ISO form."""

    white: str
    black: str
    typed_dice: bool
    result: Result
    white_side: SideSummary
    black_side: SideSummary


class Column(NamedTuple):
    """A column of the statistics: the totals of one player, or of all opponents together."""

    won: int
    points: int
    gammons: int
    """Games won that were worth 2 points."""

    backgammons: int
    """Games won that were worth 3 points."""

    turns: int
    hits: int
    traps: int
    doubles: int
    chains: int
    longest_chain: int
    longest_turn: int
    lost_numbers: int
    lost_pips: int
    fair_rolls: tuple[int, ...]
    """The counts of the 36 rolls by fair dice, as in `SideSummary.rolls`."""

    typed_rolls: tuple[int, ...]
    """The same of real dice, whose numbers were typed in."""


class DecidingTurn(NamedTuple):
    """A turn that changed the race of its game more than most."""

    game: int
    """The key of the game."""

    turn: int
    swing: int
    player: str


class Tally(NamedTuple):
    """All games of a player against one opponent or against everybody."""

    player: str
    opponent: str | None
    """None for everybody."""

    games: int
    draws: int
    own: Column
    other: Column
    deciding: tuple[DecidingTurn, ...]
    """The turns with the largest swings, of those that the results of the games name; at most 3."""


def is_somebody(name: str) -> bool:
    return name.casefold() not in NOBODY


def tally(games: Iterable[PlayedGame], player: str, opponent: str | None = None) -> Tally:
    """Return the tally of the games of a player; capitals in names do not matter.

    Those without a name of their own have no games. Without an opponent all people count; games
    with the computer count only where it is named.
    """
    seen = [
        (game, side)
        for game in games
        if (side := _side_of(game, player)) and _is_against(game, side, opponent)
    ]
    turns = [
        DecidingTurn(game.key, part.best_turn, part.best_swing, name)
        for game, _ in seen
        for name, part in ((game.white, game.white_side), (game.black, game.black_side))
        if part.best_swing
    ]
    return Tally(
        player=player,
        opponent=opponent,
        games=len(seen),
        draws=sum(game.result.winner is None for game, _ in seen),
        own=_column(seen),
        other=_column([(game, side.other) for game, side in seen]),
        deciding=tuple(nlargest(_DECIDING, turns, key=attrgetter("swing"))),
    )


def _side_of(game: PlayedGame, player: str) -> Side | None:
    name = player.casefold()
    if name in NOBODY:
        return None
    if game.white.casefold() == name:
        return Side.WHITE
    return Side.BLACK if game.black.casefold() == name else None


def _is_against(game: PlayedGame, side: Side, opponent: str | None) -> bool:
    if opponent is None:
        names = game.white, game.black
        own, other = names if side is Side.WHITE else names[::-1]
        return is_computer(own) or not is_computer(other)
    return _side_of(game, opponent) is side.other


def _part(game: PlayedGame, side: Side) -> SideSummary:
    return game.white_side if side is Side.WHITE else game.black_side


def _column(seen: Sequence[tuple[PlayedGame, Side]]) -> Column:
    worth = Counter(game.result.points for game, side in seen if game.result.winner is side)
    parts = [_part(game, side) for game, side in seen]
    return Column(
        won=worth.total(),
        points=sum(points * number for points, number in worth.items()),
        gammons=worth[2],
        backgammons=worth[3],
        turns=sum(part.turns for part in parts),
        hits=sum(part.hits for part in parts),
        traps=sum(part.traps for part in parts),
        doubles=sum(part.doubles for part in parts),
        chains=sum(part.chains for part in parts),
        longest_chain=max((part.longest_chain for part in parts), default=0),
        longest_turn=max((part.longest_turn for part in parts), default=0),
        lost_numbers=sum(part.lost_numbers for part in parts),
        lost_pips=sum(part.forfeited for part in parts),
        fair_rolls=_rolls([(game, side) for game, side in seen if not game.typed_dice]),
        typed_rolls=_rolls([(game, side) for game, side in seen if game.typed_dice]),
    )


def _rolls(seen: Sequence[tuple[PlayedGame, Side]]) -> tuple[int, ...]:
    counts = zip(*(_part(game, side).rolls for game, side in seen), strict=True)
    return tuple(map(sum, counts)) if seen else (0,) * ROLLS

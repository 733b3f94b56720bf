"""Games against the program in which dice were seen before a decision was changed: practice.

The same dice come again after a take-back. Who could go back behind them as they like would
look up the throws in advance, so that such a game is marked, for good, by its own record.
"""

from __future__ import annotations

from collections.abc import Sequence

from backgammon_tui.engine import Game, Side
from backgammon_tui.levels import is_program
from backgammon_tui.storage.record import (
    DiceKind,
    GameRecord,
    MatchRecord,
    NewDice,
    Standing,
    TakeBack,
    Undo,
)
from backgammon_tui.storage.table import Table


def makes_practice(table: Table, throw: int) -> bool:
    """Return True if a take-back would mark a game as practice that is not marked yet."""
    record = table.record
    if table.dice is None or not _programs(record) or is_practice(record, record.games[-1]):
        return False
    return _is_behind_seen(_programs(record), table.throws, table.history, throw)


def practice_games(match: MatchRecord) -> list[int]:
    """Return the numbers of the games of a match that are practice, from 1."""
    return [number for number, game in enumerate(match.games, 1) if is_practice(match, game)]


def is_practice(match: MatchRecord, game: GameRecord) -> bool:
    """Return True if a person has gone back behind dice that were seen, against the program."""
    programs = _programs(match)
    if not programs or not any(isinstance(entry, TakeBack) for entry in game.entries):
        return False
    standing, history, kind = Standing(), [game.start(match.rules)], game.dice.kind
    for entry in game.entries:
        match entry:
            case TakeBack() if kind is DiceKind.FAIR and _is_behind_seen(
                programs, standing.throws, history, entry.throw
            ):
                return True
            case NewDice():
                kind = entry.dice.kind
            case TakeBack() | Undo():
                pass
            case _:
                history.append(history[-1].apply(entry))
        standing.add(entry)
        del history[len(standing.actions) + 1 :]
    return False


def _programs(match: MatchRecord) -> frozenset[Side]:
    """The program's side where a person plays the other; else nothing."""
    sides = frozenset(side for side in Side if is_program(match.name(side)))
    return sides if len(sides) == 1 else frozenset()


def _is_behind_seen(
    programs: frozenset[Side], throws: Sequence[int], history: Sequence[Game], throw: int
) -> bool:
    """Return True if a throw is not the person's own last one with nothing thrown after it."""
    return throw < len(throws) or history[throws[throw - 1]].side in programs

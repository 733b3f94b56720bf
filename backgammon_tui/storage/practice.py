"""Games against the program in which dice were seen before a decision was changed: practice.

The same dice come again after a take-back, so that a player who goes back behind them knows the
throws in advance. Such a game is marked for good, by its own record.
"""

from __future__ import annotations

from dataclasses import replace

from backgammon_tui.engine import Match
from backgammon_tui.storage.record import (
    DiceKind,
    GameRecord,
    MatchRecord,
    NewDice,
    TakeBack,
)
from backgammon_tui.storage.table import Table


def makes_practice(table: Table, throw: int) -> bool:
    """Return True if a take-back would mark a game as practice that is not marked yet."""
    record = table.record
    if table.dice is None or len(record.people) != 1 or is_practice(record, record.games[-1]):
        return False
    return _is_behind_seen(table, throw)


def practice_games(match: MatchRecord) -> list[int]:
    """Return the numbers of the games of a match that are practice, from 1."""
    return [number for number, game in enumerate(match.games, 1) if is_practice(match, game)]


def is_practice(match: MatchRecord, game: GameRecord) -> bool:
    """Return True if a person has gone back behind dice that were seen, against the program."""
    if len(match.people) != 1 or not any(isinstance(e, TakeBack) for e in game.entries):
        return False
    kind = game.dice.kind
    table = Table.at_last_game(replace(match, games=(game,)), Match(match.rules, None))
    for entry in game.entries:
        match entry:
            case NewDice():
                kind = entry.dice.kind
            case TakeBack() if kind is DiceKind.FAIR and _is_behind_seen(table, entry.throw):
                return True
        table = table.follow(entry)
    return False


def _is_behind_seen(table: Table, throw: int) -> bool:
    """Return True if a throw is not the person's own last one with nothing thrown after it."""
    if throw < len(table.throws):
        return True
    side = table.history[table.played.index_of(throw)].side
    return side is not None and side not in table.record.people

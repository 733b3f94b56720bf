"""What lists show of the journal: matches, finished games, players. No game is replayed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from backgammon_tui.engine.events import Ending, Result
from backgammon_tui.engine.position import Side
from backgammon_tui.figures.summary import SideSummary
from backgammon_tui.figures.tally import PlayedGame
from backgammon_tui.records.journal.journal import Journal
from backgammon_tui.records.journal.reading import damage_noticed
from backgammon_tui.records.journal.writing import MatchState
from backgammon_tui.records.record import DiceKind


@dataclass(frozen=True)
class MatchLine:
    """A match in a list."""

    match: int
    ruleset: str
    white: str
    black: str
    length: int | None
    state: MatchState
    awaited: str
    """What its present game waits for, in a few words."""

    touched: str
    """When something was last done: UTC, in ISO form."""

    games: int
    white_points: int
    black_points: int


@dataclass(frozen=True)
class GameLine:
    """A finished game in a list."""

    game: int
    """The number of its row."""

    match: int
    number: int
    """Of the game in its match, from 1."""

    ruleset: str
    white: str
    black: str
    result: Result
    starter: Side | None
    """Whose turn was the first; None if nobody had one."""

    finished: str
    """When: UTC, in ISO form."""


@dataclass(frozen=True)
class Choice:
    """Which games a list shows; what is empty does not matter."""

    player: str = ""
    opponent: str = ""
    """Of the player; it counts only beside one."""

    ruleset: str = ""
    since: str = ""
    """A day in ISO form."""

    until: str = ""
    """The last day."""


def open_matches(journal: Journal, most: int = 100) -> tuple[MatchLine, ...]:
    """The matches in which a game can be played on, the last one played first."""
    if not journal.exists:
        return ()
    return _matches(
        journal, "WHERE state = ? ORDER BY touched DESC, match.id DESC LIMIT ?",
        (MatchState.PLAYING.value, most),
    )  # fmt: skip


def all_matches(journal: Journal, start: int, most: int) -> tuple[MatchLine, ...]:
    """Matches in any state, the last one played first, from place `start` on."""
    if not journal.exists:
        return ()
    order = "ORDER BY touched DESC, match.id DESC LIMIT ? OFFSET ?"
    return _matches(journal, order, (most, start))


def count_matches(journal: Journal) -> int:
    """How many matches there are."""
    return _count(journal, "SELECT count(*) FROM match", ())


def match_line(journal: Journal, match: int) -> MatchLine | None:
    """One match; None if it is not there any more."""
    return next(iter(_matches(journal, "WHERE match.id = ?", (match,))), None)


def _matches(journal: Journal, which: str, values: tuple[object, ...]) -> tuple[MatchLine, ...]:
    with journal.reading() as db:
        rows = db.execute(
            "SELECT match.id, ruleset, white.name, black.name, length, state, awaited, touched,"
            " (SELECT count(*) FROM game WHERE game.match = match.id),"
            " (SELECT coalesce(sum(points), 0) FROM game"
            "  WHERE game.match = match.id AND winner = 'W'),"
            " (SELECT coalesce(sum(points), 0) FROM game"
            "  WHERE game.match = match.id AND winner = 'B')"
            " FROM match JOIN player white ON white.id = match.white"
            f" JOIN player black ON black.id = match.black {which}",
            values,
        )
        with damage_noticed():
            return tuple(_match_line(*row) for row in rows.fetchall())


def _match_line(
    match: int, ruleset: str, white: str, black: str, length: int | None, state: str, *rest: Any
) -> MatchLine:
    return MatchLine(match, ruleset, white, black, length, MatchState(state), *rest)


def count_games(journal: Journal, choice: Choice) -> int:
    """How many finished games a choice leaves."""
    where, values = _where(choice)
    return _count(journal, f"SELECT count(*) FROM {_GAMES} {where}", values)


def finished_games(
    journal: Journal, choice: Choice, start: int = 0, most: int = -1
) -> tuple[GameLine, ...]:
    """Finished games, the last one first, from place `start` on."""
    if not journal.exists:
        return ()
    where, values = _where(choice)
    with journal.reading() as db:
        rows = db.execute(
            "SELECT game.id, game.match, number, ruleset, white.name, black.name, ending, winner,"
            f" points, starter, finished FROM {_GAMES} {where}"
            " ORDER BY finished DESC, game.id DESC LIMIT ? OFFSET ?",
            (*values, most, start),
        )
        with damage_noticed():
            return tuple(_game_line(*row) for row in rows.fetchall())


def match_games(journal: Journal, match: int) -> tuple[GameLine, ...]:
    """The finished games of a match, the first one first."""
    with journal.reading() as db:
        rows = db.execute(
            "SELECT game.id, game.match, number, ruleset, white.name, black.name, ending, winner,"
            f" points, starter, finished FROM {_GAMES}"
            " WHERE game.match = ? AND ending IS NOT NULL ORDER BY number",
            (match,),
        )
        with damage_noticed():
            return tuple(_game_line(*row) for row in rows.fetchall())


def played_games(journal: Journal, choice: Choice) -> Iterator[PlayedGame]:
    """Finished games with what they amount to, for statistics, the first one first."""
    if not journal.exists:
        return
    where, values = _where(choice)
    with journal.reading() as db:
        rows = db.execute(
            "SELECT game.id, ruleset, finished, white.name, black.name, dice, ending, winner,"
            f" points, white_figures, black_figures FROM {_GAMES} {where} ORDER BY finished",
            values,
        )
        with damage_noticed():
            for row in rows.fetchall():
                yield _played_game(*row)


def player_names(journal: Journal) -> tuple[str, ...]:
    """Everybody who has ever played, the one who played last first."""
    if not journal.exists:
        return ()
    with journal.reading() as db:
        rows = db.execute(
            "SELECT name FROM player LEFT JOIN match ON player.id IN (white, black)"
            " GROUP BY player.id ORDER BY max(touched) DESC, name"
        )
        return tuple(name for (name,) in rows.fetchall())


_GAMES = (
    "game JOIN match ON match.id = game.match JOIN player white ON white.id = match.white"
    " JOIN player black ON black.id = match.black"
)


def _where(choice: Choice) -> tuple[str, tuple[object, ...]]:
    """The condition that a choice makes."""
    conditions: list[str] = ["ending IS NOT NULL"]
    values: list[object] = []
    player, opponent = choice.player.casefold(), choice.opponent.casefold()
    if player and opponent:
        conditions.append("(white.folded, black.folded) IN ((?, ?), (?, ?))")
        values += [player, opponent, opponent, player]
    elif player:
        conditions.append("? IN (white.folded, black.folded)")
        values.append(player)
    if choice.ruleset:
        conditions.append("ruleset = ?")
        values.append(choice.ruleset)
    if choice.since:
        conditions.append("finished >= ?")
        values.append(choice.since)
    if choice.until:
        conditions.append("substr(finished, 1, 10) <= ?")
        values.append(choice.until)
    return f"WHERE {' AND '.join(conditions)}", tuple(values)


def _count(journal: Journal, query: str, values: tuple[object, ...]) -> int:
    if not journal.exists:
        return 0
    with journal.reading() as db:
        (number,) = db.execute(query, values).fetchone()
    return int(number)


def _game_line(
    game: int, match: int, number: int, ruleset: str, white: str, black: str, *rest: Any
) -> GameLine:
    ending, winner, points, starter, finished = rest
    result, side = _result(ending, winner, points), Side(starter) if starter else None
    return GameLine(game, match, number, ruleset, white, black, result, side, finished)


def _played_game(game: int, ruleset: str, finished: str, white: str, *rest: Any) -> PlayedGame:
    black, dice, ending, winner, points, *figures = rest
    result, is_typed = _result(ending, winner, points), DiceKind(dice) is DiceKind.TYPED
    sides = (SideSummary.from_data(json.loads(text)) for text in figures)
    return PlayedGame(game, ruleset, finished[:10], white, black, is_typed, result, *sides)


def _result(ending: str, winner: str | None, points: int) -> Result:
    return Result(Ending(ending), Side(winner) if winner else None, int(points))

"""Matches and games as rows of lists."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from rich.cells import cell_len, set_cell_size

from backgammon_tui.engine.events import Ending
from backgammon_tui.engine.position import Side
from backgammon_tui.levels import spoken, spoken_shortly
from backgammon_tui.names import LONGEST_NAME
from backgammon_tui.storage.journal.listing import GameLine, MatchLine, PlayerLine
from backgammon_tui.storage.journal.rows_written import MatchState
from backgammon_tui.words.event_sentences import WINS
from backgammon_tui.words.naming import Naming, plural
from backgammon_tui.words.rule_settings import short_title
from backgammon_tui.words.when import describe_when


def pair(white: str, black: str) -> str:
    """Who plays whom."""
    return " – ".join(spoken_shortly(white, black))


def describe_open(match: MatchLine, now: datetime) -> tuple[str, str, str]:
    """A match that can be resumed: who, what, and when it was played last."""
    length = f" to {match.length}" if match.length else ""
    score = f"{match.white_points}:{match.black_points}{length}"
    title = short_title(match.ruleset)
    when = describe_when(match.touched, now)
    return pair(match.white, match.black), f"{title} {score}", when


def match_row(match: MatchLine, now: datetime, width: int, *, is_deleted: bool) -> str:
    """A match in a list of all, in so many cells."""
    length = f" to {match.length}" if match.length else ""
    score = f"{match.white_points}:{match.black_points}{length}"
    state = "deleted" if is_deleted else _STATES[match.state]
    told = (describe_when(match.touched, now), pair(match.white, match.black))
    row = _row((*told, short_title(match.ruleset), score, state), width)
    if is_deleted or match.state is not MatchState.WON:
        return row
    winner = Side.WHITE if match.white_points > match.black_points else Side.BLACK
    fuller = row.removesuffix(state) + f"{Naming.of(match.white, match.black).name(winner)} won"
    return fuller if cell_len(fuller) <= width else row


_STATES = {
    MatchState.PLAYING: "open",
    MatchState.WON: "won",
    MatchState.ABANDONED: "abandoned",
    MatchState.BETWEEN: "paused",
}


def game_row(game: GameLine, now: datetime, width: int) -> str:
    """A finished game in a list, in so many cells."""
    result = game.result
    winner = Naming.of(game.white, game.black).name(result.winner or Side.WHITE)
    how = "resigned" if result.ending is Ending.RESIGNED else WINS.get(result.points, "")
    won = f"{winner} wins {result.points}" if result.winner else "drawn"
    when, names = describe_when(game.finished, now), pair(game.white, game.black)
    row = _row((when, names, short_title(game.ruleset), won), width)
    fuller = f"{row}, {how}" if result.winner else row
    return fuller if cell_len(fuller) <= width else row


def _row(cells: Sequence[str], width: int) -> str:
    """The cells of a row, the last one as long as it is."""
    columns, gap = (_COLUMNS, "  ") if width >= _ROOMY else (_NARROW, " ")
    *first, last = cells
    return gap.join((*map(_cell, first, columns), last))


_ROOMY: Final = 77
_COLUMNS: Final = (12, 22, 15, 11)
_NARROW: Final = (12, 14, 8, 8)
"""The cells of date, names, game and score, where there is room and where there is not."""


def player_row(player: PlayerLine) -> str:
    """A player in a list."""
    games = plural(player.games, "game")
    return f"{_cell(spoken(player.name), LONGEST_NAME)}  {games:>12}  {player.won:>6} won"


def _cell(text: str, width: int) -> str:
    """A text in exactly so many cells."""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return set_cell_size(text, width - 1) + "…"

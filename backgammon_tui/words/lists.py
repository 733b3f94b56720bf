"""The rows of lists of matches, finished games and players."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from backgammon_tui.engine import Ending, Side
from backgammon_tui.match.lists import GameLine, MatchLine, PlayerLine
from backgammon_tui.match.table import MatchState
from backgammon_tui.names import COMPUTER, MAX_NAME, display_name, is_computer, short_names
from backgammon_tui.words.columns import cells, fit, fit_both, left
from backgammon_tui.words.naming import WINS, Naming, describe_when, plural
from backgammon_tui.words.rule_settings import short_title
from backgammon_tui.words.turns import describe_standing


def waiting_for(match: MatchLine) -> str:
    if match.state is MatchState.WON:
        return "the match is won"
    if match.awaited is None:
        return "next game"
    return describe_standing(match.awaited, Naming.from_names(match.white, match.black))


def pair(white: str, black: str, width: int = 2 * MAX_NAME + 3) -> str:
    return " – ".join(fit_both(short_names(white, black), width - 3))


def describe_open(match: MatchLine, now: datetime) -> tuple[str, str, str]:
    """Describe players, state and time of an unfinished match.

    If one person plays the computer, address them: `Eve against the computer`, `French, 0:0, your
    roll`.
    """
    names, awaited, first = pair(match.white, match.black), waiting_for(match), Side.WHITE
    persons = {Side.WHITE: match.white, Side.BLACK: match.black}
    persons = {side: name for side, name in persons.items() if not is_computer(name)}
    if len(persons) == 1:
        ((first, person),) = persons.items()
        names, awaited = f"{person} against the computer", _address(waiting_for(match), person)
    length = f", match to {match.length}" if match.length else ""
    title = f"{short_title(match.ruleset)}, {_points(match, first)}{length}, {awaited}"
    return names, title.removesuffix(", "), describe_when(match.touched, now)


def _address(awaited: str, person: str) -> str:
    name, _, doing = awaited.partition(f"{person} ")
    if not name and doing:
        return _ADDRESS.get(doing, f"you are {doing}")
    return awaited.replace(COMPUTER, "the computer", 1)


_ADDRESS: Final = {
    "to roll": "your roll",
    "has an extra roll": "your extra roll",
    "keeps or rerolls": "you keep or reroll",
    "chooses four 5s or four 6s": "you choose four 5s or four 6s",
}


def _points(match: MatchLine, first: Side = Side.WHITE) -> str:
    points = match.white_points, match.black_points
    own, other = points if first is Side.WHITE else points[::-1]
    return f"{own}:{other}"


def match_row(match: MatchLine, now: datetime, width: int, *, is_deleted: bool) -> str:
    when = describe_when(match.touched, now)
    names = pair(match.white, match.black, _columns(width)[1])
    score = _points(match) + (f" to {match.length}" if match.length else "")
    row = _row((when, names, short_title(match.ruleset), score, ""), width)
    if is_deleted or match.state is not MatchState.WON:
        return row + ("deleted" if is_deleted else match.state.label)
    winner = Side.WHITE if match.white_points > match.black_points else Side.BLACK
    return row + _with_name(
        Naming.from_names(match.white, match.black).name(winner), " won", width, row
    )


def game_row(game: GameLine, now: datetime, width: int) -> str:
    names = pair(game.white, game.black, _columns(width)[1])
    when = describe_when(game.finished, now)
    row = _row((when, names, short_title(game.ruleset), ""), width)
    whole = row + describe_end(game)
    if cells(whole) <= width or not game.result.winner:
        return whole
    winner = Naming.from_names(game.white, game.black).name(game.result.winner)
    return row + _with_name(winner, f" wins {game.result.points}", width, row)


def describe_end(game: GameLine) -> str:
    """Describe the end of a game briefly: `Anna wins 1, resigned`, `Boris wins 2, gammon`."""
    result = game.result
    if not result.winner:
        return "drawn"
    winner = Naming.from_names(game.white, game.black).name(result.winner)
    how = WINS.get(result.points, "") if result.points > 1 else ""
    how = "resigned" if result.ending is Ending.RESIGNED else how
    return f"{winner} wins {result.points}{f', {how}' if how else ''}"


def _with_name(name: str, does: str, width: int, row: str) -> str:
    room = width - cells(row) - len(does)
    return _cell(name, min(room, cells(name))) + does


def _row(cells: Sequence[str], width: int) -> str:
    gap = "  " if width >= _ROOMY else " "
    *first, last = cells
    return gap.join((*map(_cell, first, _columns(width)), last))


def _columns(width: int) -> tuple[int, ...]:
    return _COLUMNS if width >= _ROOMY else _NARROW


_ROOMY: Final = 77
_COLUMNS: Final = (12, 22, 15, 11)
_NARROW: Final = (12, 12, 10, 8)
"""The widths of date, names, game and score on wide and narrow screens."""


def player_row(player: PlayerLine, width: int) -> str:
    counts = [f"{plural(player.all_games, 'game'):>9}"]
    counts += [f"{player.against_computer} against the computer"] if player.against_computer else []
    room = MAX_NAME if width >= _ROOMY else 20
    row = f"{_cell(display_name(player.name), room)} {' · '.join(counts)}"
    return row if cells(row) <= width else _cell(row, width)


def _cell(text: str, width: int) -> str:
    return left(fit(text, width), width)

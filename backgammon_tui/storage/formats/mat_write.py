"""Matches of standard backgammon written as `.mat` files, which most other programs read.

A row holds both players' turns, the first player's in the left column:

      1) 31: 8/5 6/5                    52: 13/8 24/22

The format has no place for ties of the opening throw, for words and seeds of dice, or for what
was taken back; the game as it stands is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from backgammon_tui.engine import Match, Move, Rules, Side
from backgammon_tui.engine.actions import OpeningThrow, Throw
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.rulesets import RULESETS
from backgammon_tui.storage.record import GameRecord, MatchRecord
from backgammon_tui.words.naming import plural

RULES: Final = RULESETS["backgammon"]
"""The only rules that the format knows."""

_LEFT: Final = 33
"""The cells of the left column, wide enough for a doublet with four hits."""


class NoPlaceInFormat(Exception):
    """Something in a match that the format has no place for."""


def write_mat(record: MatchRecord) -> str:
    """Return a match as a `.mat` file, ending with a line feed; else raise `NoPlaceInFormat`."""
    check_rules(record.rules)
    lines = [f'; [EventDate "{record.date.replace("-", ".")}"]', ""]
    lines.append(f" {record.length or 0} point match")
    match = Match(RULES, record.length)
    for number, game in enumerate(record.games, 1):
        head = f" {_name(record.white)} : {match.score(Side.WHITE)}"
        head = f"{head:<{_LEFT + 5}} {_name(record.black)} : {match.score(Side.BLACK)}"
        lines += ["", f" Game {number}", head, *_rows(game, number)]
        result = game.play(RULES).result
        if result and result.winner is None:
            raise NoPlaceInFormat(f"game {number} was drawn, for which .mat files have no place")
        if result and result.winner:
            match = match.add(result)
            won = f"Wins {plural(result.points, 'point')}{' and the match' * bool(match.winner)}"
            lines.append(f"{'':<{6 if result.winner is Side.WHITE else _LEFT + 6}}{won}")
    return "\n".join(lines) + "\n"


def check_rules(rules: Rules) -> None:
    """Raise `NoPlaceInFormat` if it is another game, or a house rule is changed."""
    if rules.name != RULES.name:
        raise NoPlaceInFormat(f"other programs know only {RULES.title}, not {rules.title}")
    if rules != RULES:
        raise NoPlaceInFormat("other programs know backgammon without house rules only")


def _name(name: str) -> str:
    """Return a name as other programs can read it: the format parts names by their signs."""
    return name.replace(":", "_").replace(" ", "_")


def _rows(game: GameRecord, number: int) -> Iterator[str]:
    if game.situation:
        raise NoPlaceInFormat(f"game {number} began in the middle: .mat files begin at the start")
    left = ""
    row = 1
    for side, cell in _cells(game):
        if side is Side.WHITE:
            left = cell
            continue
        yield f"{row:>3}) {left:<{_LEFT}} {cell}".rstrip()
        left, row = "", row + 1
    if left:
        yield f"{row:>3}) {left}"


def _cells(game: GameRecord) -> Iterator[tuple[Side, str]]:
    """Go through the turns of a game, each as its numbers and its moves."""
    numbers: tuple[int, int] | None = None
    side = Side.WHITE
    moves: list[Move] = []
    history = game.history(RULES)
    for before, action in zip(history, game.standing, strict=False):
        match action:
            case OpeningThrow(white, black) if white == black:
                continue
            case OpeningThrow(white, black):
                numbers, side = (white, black), Side.WHITE if white > black else Side.BLACK
            case Throw(first, second):
                if numbers:
                    yield side, _cell(numbers, moves)
                assert before.side
                numbers, side, moves = (first, second), before.side, []
            case Move():
                moves.append(action)
            case _:
                # A resignation stands in the result, and a throw that it left has no place.
                numbers = None if before.stage else numbers
    if numbers:
        yield side, _cell(numbers, moves)


def _cell(numbers: Sequence[int], moves: Sequence[Move]) -> str:
    """Return a turn: its numbers, the larger one first, and its moves."""
    text = write_moves(moves).replace("bar", "25").replace("off", "0")
    return f"{max(numbers)}{min(numbers)}: {text}".rstrip()

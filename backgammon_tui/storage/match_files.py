"""Files of matches: transcripts, and `.mat` files, which most other programs read.

`.mat` files contain matches of standard backgammon. A row has a turn of each player:

      1) 31: 8/5 6/5                    52: 13/8 24/22

The format has no place for ties of the opening roll, seeds of dice, or take-backs: only effective
actions are written. Programs write dialects of the format, so only numbers and moves are read, and
checked by the rules. Anything that cannot be played here, such as the doubling cube, is rejected
with its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Final

from backgammon_tui.engine import Effect, Ending, Game, Match, Move, NotAllowed, Phase, Side
from backgammon_tui.engine.game import read_length
from backgammon_tui.engine.moves import Action, OpeningRoll, Resign, Roll
from backgammon_tui.engine.notation import Ambiguous, read_moves, write_moves
from backgammon_tui.engine.rules import RULESETS
from backgammon_tui.match.record import (
    DiceKind,
    DiceOrigin,
    GameRecord,
    MatchRecord,
    ReportProgress,
)
from backgammon_tui.names import check_names
from backgammon_tui.stats import turns_of
from backgammon_tui.storage.transcripts import MAX_BYTES, read_date, read_transcript
from backgammon_tui.text_file import LineError, at_line, checked_lines, quote, read_text
from backgammon_tui.words.naming import STANDARD, plural
from backgammon_tui.words.reason_sentences import describe_reason

_MAT: Final = re.compile(r"\A\ufeff?(?:[^\S\n]*(?:;[^\n]*)?\n)*[^\S\n]*\d+ point match", re.ASCII)


def read_match_text(text: str, report: ReportProgress = lambda line: None) -> MatchRecord:
    if _MAT.match(text[:5_000]):
        return read_mat(text, date.today().isoformat())
    return read_transcript(text, report)


def read_match_file(path: Path) -> MatchRecord:
    return read_match_text(read_text(path, MAX_BYTES))


# ---- writing .mat files

RULES: Final = RULESETS["backgammon"]
_LEFT: Final = 33
"""The width of the left column, enough for a double with four hits."""


class NoPlaceInFormat(Exception):
    """A match contains something for which the format has no place."""


def write_mat(record: MatchRecord) -> str:
    """Return a match as a `.mat` file, ending with a line feed; may raise `NoPlaceInFormat`."""
    if record.rules.name != RULES.name:
        raise NoPlaceInFormat(
            f"other programs support only {RULES.title}, not {record.rules.title}"
        )
    if record.rules != RULES:
        raise NoPlaceInFormat("other programs only support backgammon without house rules")
    lines = [f'; [EventDate "{record.date.replace("-", ".")}"]', ""]
    lines.append(f" {record.length or 0} point match")
    match = Match(RULES, record.length)
    for number, game in enumerate(record.games, 1):
        head = f" {_name(record.white)} : {match.score(Side.WHITE)}"
        head = f"{head:<{_LEFT + 5}} {_name(record.black)} : {match.score(Side.BLACK)}"
        if game.starting_position:
            raise NoPlaceInFormat(
                f"game {number} began in the middle: .mat files begin at the start"
            )
        history = game.history(RULES)
        lines += ["", f" Game {number}", head, *_rows(history)]
        result = history[-1].result
        if result and result.winner is None:
            raise NoPlaceInFormat(f"game {number} was drawn, and .mat files cannot record a draw")
        if result and result.winner:
            match = match.add(result)
            won = f"Wins {plural(result.points, 'point')}{' and the match' * bool(match.winner)}"
            lines.append(f"{'':<{6 if result.winner is Side.WHITE else _LEFT + 6}}{won}")
    return "\n".join(lines) + "\n"


def _name(name: str) -> str:
    return name.replace(":", "_").replace(" ", "_")


def _rows(history: Sequence[Game]) -> Iterator[str]:
    turns, result = turns_of(history), history[-1].result
    if result and result.ending is not Ending.BORNE_OFF and history[-2].stage:
        # A resignation is part of the result; an unplayed roll before it is omitted.
        turns.pop()
    left, row = "", 1
    for turn in turns:
        dice, moves = turn.rolled.dice, write_moves(turn.moves)
        cell = f"{max(dice)}{min(dice)}: {moves.replace('bar', '25').replace('off', '0')}".rstrip()
        if turn.side is Side.WHITE:
            left = cell
        else:
            yield f"{row:>3}) {left:<{_LEFT}} {cell}".rstrip()
            left, row = "", row + 1
    if left:
        yield f"{row:>3}) {left}"


# ---- reading .mat files

MAX_LENGTH: Final = 2_000_000
_LENGTH: Final = re.compile(r"\s*(\d{1,3}) point match\s*", re.ASCII)
_GAME: Final = re.compile(r"\s*Game (\d{1,4})\s*", re.ASCII)
_NAMES: Final = re.compile(r"\s*(.+?) : (\d+)\s+(.+?) : (\d+)\s*", re.ASCII)
_ROW: Final = re.compile(r"\s*\d{1,4}\)(.*)", re.ASCII)
_CELL: Final = re.compile(r"([1-6])([1-6]):", re.ASCII)
_WON: Final = re.compile(r"Wins (\d+) points?", re.ASCII | re.IGNORECASE)
_CUBE: Final = re.compile(r"doubles|takes|drops|passes|beavers", re.IGNORECASE)
_DATE: Final = re.compile(r';\s*\[\w*Date "(\d{4})\.(\d{2})\.(\d{2})"\]', re.ASCII)
_CANNOT: Final = re.compile(r"cannot move|\(no play\)|dance[sd]?", re.IGNORECASE)
_RIGHT: Final = 16


class _GameReader:
    def __init__(self, number: int, line: int) -> None:
        self.number = number
        self.line = line
        self.game = Game.start(RULES)
        self.actions: list[Action] = []
        self.has_result = False

    @property
    def record(self) -> GameRecord:
        return GameRecord(DiceOrigin(DiceKind.TYPED), tuple(self.actions))

    def read(self, line: str) -> None:
        row = _ROW.fullmatch(line)
        text, before = (row[1], len(line) - len(row[1])) if row else (line, 0)
        if _CUBE.search(text):
            raise ValueError(f"game {self.number} is played with the doubling cube")
        won = _WON.search(text)
        if not (won or row):
            raise ValueError(f"{quote(line.strip())} makes no sense in game {self.number}")
        for side, dice, moves in _turns(text[: won.start()] if won else text, before):
            try:
                self._take_turn(side, dice, moves)
            except NotAllowed as error:
                reason = describe_reason(error.reason, STANDARD)
                raise ValueError(f"{quote(moves)}: {reason}") from None
        if won:
            winner = Side.WHITE if before + won.start() < _RIGHT else Side.BLACK
            self._take_result(winner, int(won[1]))

    def _apply(self, *actions: Action) -> None:
        for action in actions:
            self.game = self.game.apply(action)
            self.actions.append(action)

    def _take_turn(self, side: Side, dice: tuple[int, int], moves: str) -> None:
        name = STANDARD.name(side)
        if self.game.is_over:
            raise ValueError(f"game {self.number} is over before this turn")
        if self.actions and self.game.side is not side:
            raise ValueError(f"it is not {name}'s turn in game {self.number}")
        if self.actions:
            self._apply(Roll(*dice))
        elif dice[0] == dice[1]:
            raise ValueError(
                f"game {self.number} begins with a double, but a double cannot start a game"
            )
        else:
            high, low = max(dice), min(dice)
            self._apply(OpeningRoll(*((high, low) if side is Side.WHITE else (low, high))))
        if moves and not _CANNOT.fullmatch(moves):
            if not self.game.stage:
                raise ValueError(f"{quote(moves)} cannot be played: the turn is lost")
            self._apply(*_read_moves(self.game, moves))
        if self.game.phase is Phase.MOVE:
            raise ValueError(f"{name} must play more than {quote(moves)} in game {self.number}")

    def _take_result(self, winner: Side, points: int) -> None:
        """Check the result of a game; an unfinished game was resigned."""
        self.has_result = True
        result = self.game.result
        if result is None:
            try:
                self._apply(Resign(winner.other, points))
            except NotAllowed as error:
                raise ValueError(describe_reason(error.reason, STANDARD)) from None
        elif (result.winner, result.points) != (winner, points):
            raise ValueError(f"game {self.number} did not end that way")


def read_mat(text: str, today: str) -> MatchRecord:
    """Parse a `.mat` file; its dice count as typed, and without a date it is `today`."""
    lines = list(enumerate(checked_lines(text.expandtabs(8), "a .mat file", MAX_LENGTH), 1))
    dated = ((at, parts) for at, line in lines if (parts := _DATE.fullmatch(line.strip())))
    days = (LineError.read(at, read_date, "-".join(parts.groups())) for at, parts in dated)
    day = next(days, today)
    match: Match | None = None
    names, games = None, list[_GameReader]()
    for at, line in lines:
        row = line.rstrip()
        if not row or row.lstrip().startswith(";"):
            continue
        with at_line(at):
            if parts := _LENGTH.fullmatch(row):
                match = Match(RULES, read_length(parts[1]) if int(parts[1]) else None)
            elif _GAME.fullmatch(row):
                if games and not games[-1].game.is_over:
                    raise ValueError(f"game {games[-1].number} is not finished")
                games.append(_GameReader(len(games) + 1, at))
            elif games and not games[-1].actions and (parts := _NAMES.fullmatch(row)):
                names = names or check_names(parts[1], parts[3])
            elif games and not games[-1].has_result:
                games[-1].read(row)
            else:
                raise ValueError(f"{quote(row.strip())} makes no sense in a .mat file")
    if match is None:
        raise LineError(1, "a .mat file states the length of its match: '5 point match'")
    if names is None:
        raise LineError(len(lines), "no game names its players")
    for reader in games:
        if match.winner:
            raise LineError(reader.line, "the match is won before this game")
        match = match.add(reader.game.result) if reader.game.result else match
    return MatchRecord(RULES, *names, day, match.length, tuple(reader.record for reader in games))


def _turns(text: str, before: int) -> Iterator[tuple[Side, tuple[int, int], str]]:
    cells = [*_CELL.finditer(text)]
    starts = [cell.start() for cell in cells]
    if len(cells) > 2 or text[: starts[0] if cells else None].strip():
        raise ValueError(f"{quote(text.strip())} is not a row of turns")
    for number, (cell, end) in enumerate(zip(cells, [*starts[1:], len(text)], strict=False)):
        is_left = number == 0 and (len(cells) == 2 or before + cell.start() < _RIGHT)
        side = Side.WHITE if is_left else Side.BLACK
        yield side, (int(cell[1]), int(cell[2])), text[cell.end() : end].strip()


def _read_moves(game: Game, text: str) -> tuple[Move, ...]:
    """Return the moves of a turn; of ways that differ only in hits, the marks choose one."""
    written = re.sub(r"\b25/", "bar/", re.sub(r"/0\b", "/off", text))
    try:
        return read_moves(game, written)
    except Ambiguous as error:
        hits = text.count("*")
        fitting = [
            moves
            for moves in error.candidates
            if sum(move.effect is Effect.HIT for move in moves) == hits
        ]
        if len(fitting) != 1:
            raise
        return fitting[0]

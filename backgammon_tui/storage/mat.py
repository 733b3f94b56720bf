"""`.mat` files: matches of standard backgammon, which most other programs read and write.

A row has a turn of each player, or an action with the doubling cube:

      1) 31: 8/5 6/5                    52: 13/8 24/22
      2)  Doubles => 2                   Takes

The format has no place for ties of the opening roll, seeds of dice, or take-backs: only effective
actions are written. Programs write dialects of the format, so the reader accepts any columns and
several words for an action, and the rules check everything. Whatever cannot be played here is
rejected with its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from backgammon_tui.engine import (
    Action,
    Double,
    Effect,
    Ending,
    Game,
    Match,
    Move,
    NotAllowed,
    OpeningRoll,
    Pass,
    Phase,
    Resign,
    Roll,
    Rules,
    ScoreBefore,
    Side,
    Take,
)
from backgammon_tui.engine.game import read_length
from backgammon_tui.engine.notation import Ambiguous, read_moves, write_moves
from backgammon_tui.engine.rules import RULESETS
from backgammon_tui.match.record import DiceKind, DiceOrigin, GameRecord, MatchRecord
from backgammon_tui.match.turns import turns_of
from backgammon_tui.names import check_names
from backgammon_tui.storage.transcripts import read_date
from backgammon_tui.text_file import LineError, at_line, checked_lines, quote, split_lines
from backgammon_tui.words.naming import STANDARD, plural
from backgammon_tui.words.reason_sentences import describe_reason
from backgammon_tui.words.turns import describe_awaited, describe_refusal, describe_result

RULES: Final = replace(RULESETS["backgammon"], cube=True)

# ---- writing

_LEFT: Final = 33
"""The width of the left column, enough for doubles with four hits."""


class NoPlaceInFormat(Exception):
    """A match contains something for which the format has no place."""


def write_mat(record: MatchRecord) -> str:
    """Return a match as a `.mat` file, ending with a line feed; may raise `NoPlaceInFormat`."""
    rules = record.rules
    if rules.name != RULES.name:
        raise NoPlaceInFormat(f"other programs support only {RULES.title}, not {rules.title}")
    if replace(rules, cube=True) != RULES:
        raise NoPlaceInFormat("other programs only support backgammon without house rules")
    lines = [f'; [EventDate "{record.date.replace("-", ".")}"]']
    lines += ['; [CubeLimit "1"]'] * (not rules.cube)
    lines += ["", f" {record.length or 0} point match"]
    match = record.match
    for number, game in enumerate(record.games, 1):
        if game.starting_position:
            raise NoPlaceInFormat(
                f"game {number} began in the middle: .mat files begin at the start"
            )
        head = f" {_write_name(record.white)} : {match.score(Side.WHITE)}"
        head = f"{head:<{_LEFT + 5}} {_write_name(record.black)} : {match.score(Side.BLACK)}"
        lines += ["", f" Game {number}", head]
        history = game.history(rules)
        result = history[-1].result
        if result and result.winner is None:
            raise NoPlaceInFormat(f"game {number} was drawn, and .mat files cannot record a draw")
        match = match.add(result) if result else match
        lines += _rows(history, game.effective_actions, is_last=bool(match.winner))
    return "\n".join(lines) + "\n"


def _write_name(name: str) -> str:
    return name.replace(":", "_").replace(" ", "_")


def _rows(history: Sequence[Game], actions: Sequence[Action], *, is_last: bool) -> list[str]:
    """Return the rows of a game and its result; `is_last` if it decides the match."""
    rows, left = list[str](), ""
    for side, cell in _cells(history, actions):
        if side is Side.WHITE:
            left = cell
        else:
            rows.append(f"{len(rows) + 1:>3}) {left:<{_LEFT}} {cell}".rstrip())
            left = ""
    if left:
        rows.append(f"{len(rows) + 1:>3}) {left}")
    if result := history[-1].result:
        won = f"Wins {plural(result.points, 'point')}{' and the match' * is_last}"
        if left in (_TAKES, _DROPS):
            # GNU Backgammon reads an answer without a right column as a beaver, which doubles.
            rows[-1] = f"{rows[-1]:<{_LEFT + 6}}"
        if left == _DROPS:
            rows[-1] += won
        else:
            rows.append(f"{'':<{6 if result.winner is Side.WHITE else _LEFT + 6}}{won}")
    return rows


_TAKES, _DROPS = " Takes", " Drops"


def _cells(history: Sequence[Game], actions: Sequence[Action]) -> Iterator[tuple[Side, str]]:
    turns, result = turns_of(history), history[-1].result
    is_resigned = result is not None and result.ending is Ending.RESIGNED
    if is_resigned and history[-2].stage:
        # A resignation is part of the result; an unplayed roll before it is omitted.
        turns.pop()
    rolled = iter(turns)
    for game, after, action in zip(history, history[1:], actions, strict=False):
        match action:
            case OpeningRoll(white, black) if white == black:
                pass  # The format has no place for ties.
            case OpeningRoll() | Roll() if turn := next(rolled, None):
                dice, moves = turn.rolled.dice, write_moves(turn.moves)
                moves = moves.replace("bar", "25").replace("off", "0")
                yield turn.side, f"{max(dice)}{min(dice)}: {moves}".rstrip()
            case Double() if game.side and not (is_resigned and after is history[-2]):
                yield game.side, f" Doubles => {2 * game.stake}"
            case Take() | Pass() if game.actor:
                yield game.actor, _TAKES if isinstance(action, Take) else _DROPS


# ---- reading a file

MAX_LENGTH: Final = 2_000_000
_LENGTH: Final = re.compile(r"\s*(?:(\d+) point|unlimited) match\s*", re.ASCII | re.IGNORECASE)
IS_MAT: Final = re.compile(rf"\A\ufeff?(?:[^\S\n]*(?:;[^\n]*)?\r?\n)*{_LENGTH.pattern}", re.I)
_DATE: Final = re.compile(r';\s*\[\w*Date "(\d{4})\.(\d{2})\.(\d{2})"\]', re.ASCII)
_NO_CUBE: Final = re.compile(r';\s*\[CubeLimit "1"\]', re.IGNORECASE)
_GAME: Final = re.compile(r"\s*Game \d+\s*", re.ASCII | re.IGNORECASE)
_HEADING: Final = re.compile(r"\s*(.+?)\s*: ?(\d{1,4})\s+(\S.*?)\s*: ?(\d{1,4})\s*", re.ASCII)
_RATING: Final = re.compile(r",\d{1,4}(?:\.\d+)?\Z", re.ASCII)
"""The rating that FIBS and other servers write after a name."""


class PartlyRead(LineError):
    """A fault in a file after some complete games.

    Attributes:
        record: The match with these games.
        games: The number of games in the file.
    """

    def __init__(self, fault: LineError, record: MatchRecord, games: int) -> None:
        super().__init__(fault.line, fault.problem)
        self.record = record
        self.games = games


class _Heading(NamedTuple):
    """The players and the score before a game."""

    left: str
    left_score: int
    right: str
    right_score: int


class _GameText(NamedTuple):
    """The lines of a game that the rules have not checked yet."""

    line: int
    heading: _Heading
    rows: list[tuple[int, str]]

    @property
    def has_double(self) -> bool:
        return any("doubles" in row.lower() for _, row in self.rows)


class _Text(NamedTuple):
    rules: Rules
    length: int | None
    date: str
    games: list[_GameText]
    """The games before a fault, or all."""

    total: int
    """The number of games in the file."""

    fault: LineError | None


def read_mat(text: str, today: str) -> MatchRecord:
    """Parse a `.mat` file; its dice count as typed, and without a date it is `today`.

    Raises:
        PartlyRead: if the fault follows some complete games.
        LineError: if there is another fault.
    """
    parts = _split(text, today)
    record = _begin(parts)
    match = record.match
    try:
        for game in parts.games:
            reader = _read_game(game, record, match)
            record = record.add_game(reader.record)
            match = match.add(reader.game.result) if reader.game.result else match
        if parts.fault:
            raise parts.fault
    except LineError as fault:
        if record.games:
            raise PartlyRead(fault, record, parts.total) from None
        raise
    return record


def _split(text: str, today: str) -> _Text:
    """Split a file into its games, without checking their rows."""
    text = text.expandtabs(8)
    lines, splitter, fault = split_lines(text), _Splitter(today), None
    try:
        for at, line in enumerate(checked_lines(text, "a .mat file", MAX_LENGTH), 1):
            with at_line(at):
                splitter.read(at, line.rstrip())
        splitter.end(len(lines))
    except LineError as error:
        if not splitter.begun and splitter.games:
            splitter.games.pop()  # The fault is in its last row.
        if not splitter.games:
            raise
        fault = error
    total = sum(bool(_GAME.fullmatch(line)) for line in lines)
    return _Text(splitter.rules, splitter.length, splitter.date, splitter.games, total, fault)


class _Splitter:
    """The games of a file, read line by line."""

    def __init__(self, today: str) -> None:
        self.rules = RULES
        self.length: int | None = None
        self.date = today
        self.games: list[_GameText] = []
        self.has_length = False
        self.begun = 0
        """The line of a game that has not named its players; 0 if there is none."""

    def read(self, at: int, line: str) -> None:
        if parts := _DATE.fullmatch(line.strip()):
            self.date = read_date("-".join(parts.groups()))
        elif _NO_CUBE.fullmatch(line.strip()):
            self.rules = replace(RULES, cube=False)
        elif not line or line.lstrip().startswith(";"):
            pass
        elif parts := _LENGTH.fullmatch(line):
            self._read_length(at, parts[1] or "")
        elif _GAME.fullmatch(line):
            self.begun = at
        elif self.begun and (parts := _HEADING.fullmatch(line)):
            self.games.append(_GameText(self.begun, _read_heading(parts), []))
            self.begun = 0
        elif self.begun:
            raise ValueError(f"{quote(line.strip())} does not name the players and their scores")
        elif self.games:
            self.games[-1].rows.append((at, line))
        else:
            raise ValueError(f"{quote(line.strip())} makes no sense in a .mat file")

    def _read_length(self, at: int, text: str) -> None:
        if self.has_length:
            self.begun = at  # All earlier games are complete.
            raise ValueError("another match begins here, but a .mat file has a single one")
        self.length = read_length(text) if text.strip("0") else None
        self.has_length = True

    def end(self, last: int) -> None:
        if not self.has_length:
            raise LineError(1, "a .mat file states the length of its match: '5 point match'")
        if self.begun or not self.games:
            raise LineError(self.begun or last, "the game does not name its players")


def _read_heading(parts: re.Match[str]) -> _Heading:
    left, right = (_RATING.sub("", name) for name in parts.group(1, 3))
    return _Heading(left, int(parts[2]), right, int(parts[4]))


def _begin(text: _Text) -> MatchRecord:
    """Return the match before its first game, with the score that this game states."""
    first = text.games[0]
    white, at_white, black, at_black = first.heading
    with at_line(first.line):
        names = check_names(white, black, is_kept=True)
        # Nobody may double in the Crawford game, so this one follows it.
        is_after = max(at_white, at_black) + 1 == text.length and first.has_double
        begun_at = ScoreBefore(at_white, at_black, is_after)
        record = MatchRecord(text.rules, *names, text.date, text.length, begun_at=begun_at)
        return replace(record, begun_at=record.match.begun_at)  # The match checks the score.


# ---- reading a game

_ROW: Final = re.compile(r"\s*\d{1,4}\)(.*)", re.ASCII)
_CELL: Final = re.compile(
    r"(?P<dice>[1-6][1-6]):"
    r"|(?P<double>(?:re)?doubles)(?: *=> *(?P<value>\d{1,4}))?"
    r"|(?P<take>takes|accepts)"
    r"|(?P<drop>drops|passes|rejects)"
    r"|(?P<resign>resign(?:s|ed)(?: \w+)?)"
    r"|(?P<beaver>beavers|raccoons)"
    r"|wins (?P<points>\d{1,4}) points?(?: and the match)?",
    re.ASCII | re.IGNORECASE,
)
_CANNOT: Final = re.compile(r"cannot move|\(?no (?:play|move)s?\)?|dance[sd]?|-+", re.IGNORECASE)
_RIGHT: Final = 16
"""The first column of a line whose text belongs to the player on the right."""


def _read_game(text: _GameText, record: MatchRecord, match: Match) -> _GameReader:
    with at_line(text.line):
        if match.game_number == len(record.games):
            raise ValueError(f"game {match.game_number} is not finished")
        if match.winner:
            raise ValueError("the match is won before this game")
        left = _find_left(text.heading, record)
        stated = text.heading.left_score, text.heading.right_score
        played = match.score(left), match.score(left.other)
        if stated != played:
            raise ValueError(
                f"the score is {stated[0]} : {stated[1]} here, but {played[0]} : {played[1]}"
                " after the games before"
            )
        reader = _GameReader(match, left)
    for at, row in text.rows:
        with at_line(at):
            reader.read(row)
    return reader


def _find_left(heading: _Heading, record: MatchRecord) -> Side:
    """Return the side of the left column; some programs swap the columns between games."""
    is_swapped = (heading.left, heading.right) == (record.black, record.white)
    return Side.BLACK if is_swapped else Side.WHITE


class _GameReader:
    def __init__(self, match: Match, left: Side) -> None:
        self.match = match
        self.number = match.game_number
        self.game = match.next_game()
        self.left = left
        self.actions: list[Action] = []

    @property
    def record(self) -> GameRecord:
        dice, is_crawford = DiceOrigin(DiceKind.TYPED), self.match.is_crawford
        return GameRecord(dice, tuple(self.actions), is_crawford=is_crawford)

    def read(self, line: str) -> None:
        row = _ROW.fullmatch(line)
        text, before = (row[1], len(line) - len(row[1])) if row else (line, 0)
        cells = [*_CELL.finditer(text)]
        starts = [cell.start() for cell in cells]
        if text[: starts[0] if cells else None].strip() or len(cells) > 3:
            kind = "is not a row of turns" if row else f"makes no sense in game {self.number}"
            raise ValueError(f"{quote(line.strip())} {kind}")
        turns = sum(cell["points"] is None for cell in cells)
        for at, (cell, end) in enumerate(zip(cells, [*starts[1:], len(text)], strict=False)):
            is_left = before + cell.start() < _RIGHT or (at == 0 and turns > 1)
            side = self.left if is_left else self.left.other
            try:
                self._take(side, cell, text[cell.end() : end].strip())
            except NotAllowed as error:
                is_crawford = self.match.is_crawford and self.match.length != 1
                reason = describe_refusal(
                    error.reason, self.game, STANDARD, is_crawford=is_crawford
                )
                raise ValueError(f"{quote(cell[0])}: {reason}") from None

    def _apply(self, *actions: Action) -> None:
        for action in actions:
            self.game = self.game.apply(action)
            self.actions.append(action)

    def _take(self, side: Side, cell: re.Match[str], rest: str) -> None:
        if cell["points"]:
            self._check_result(side, int(cell["points"]))
            return
        if cell["resign"]:
            return  # The result follows.
        if self.game.is_over:
            raise ValueError(f"game {self.number} is over before this turn")
        if self.game.phase is Phase.MOVE:
            raise ValueError(f"the turn before is not complete: {self._describe_awaited()}")
        if self.actions and self.game.actor is not side:
            turn = f"it is not {STANDARD.name(side)}'s turn in game {self.number}"
            raise ValueError(f"{turn}: {self._describe_awaited()}")
        if cell["dice"]:
            self._play_turn(side, (int(cell["dice"][0]), int(cell["dice"][1])), rest)
        elif cell["double"]:
            self._play_double(cell["value"])
        elif cell["take"]:
            self._apply(Take())
        elif cell["drop"]:
            self._apply(Pass())
        else:
            raise ValueError("there are no beavers here")

    def _describe_awaited(self) -> str:
        return describe_awaited(self.game, STANDARD).removesuffix(".")

    def _play_double(self, value: str | None) -> None:
        if value and int(value) != 2 * self.game.stake:
            raise ValueError(f"the cube is at {self.game.stake} before this double")
        self._apply(Double())

    def _play_turn(self, side: Side, dice: tuple[int, int], moves: str) -> None:
        if self.actions:
            self._apply(Roll(*dice))
        elif dice[0] == dice[1]:
            raise ValueError(
                f"game {self.number} begins with doubles, but doubles cannot start a game"
            )
        else:
            high, low = max(dice), min(dice)
            self._apply(OpeningRoll(*((high, low) if side is Side.WHITE else (low, high))))
        if not moves or _CANNOT.fullmatch(moves):
            return  # The side cannot move, or it resigns with this roll.
        if not self.game.stage:
            raise ValueError(f"{quote(moves)} cannot be played: the turn is lost")
        self._apply(*_read_moves(self.game, moves))
        if self.game.phase is Phase.MOVE:
            name = STANDARD.name(side)
            raise ValueError(f"{name} must play more than {quote(moves)} in game {self.number}")

    def _check_result(self, winner: Side, points: int) -> None:
        """Check the result of a game; an unfinished game was resigned."""
        result = self.game.result
        if result is None:
            try:
                self._apply(Resign(winner.other, points))
            except NotAllowed as error:
                raise ValueError(describe_reason(error.reason, STANDARD)) from None
        elif (result.winner, result.points) != (winner, points):
            ending = describe_result(result, STANDARD)
            raise ValueError(f"game {self.number} did not end that way: {ending}")


def _read_moves(game: Game, text: str) -> tuple[Move, ...]:
    """Return the moves of a turn; if routes differ only in hits, the hit marks decide."""
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

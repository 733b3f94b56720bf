"""The text of a transcript as a match record: every line is applied to the rules."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import pairwise
from typing import Final, NamedTuple

from backgammon_tui.dice import check_word
from backgammon_tui.engine.actions import (
    Action,
    AgreeDraw,
    ChooseDoublet,
    KeepOpening,
    OpeningThrow,
    Resign,
    Throw,
    ThrowOpeningAgain,
)
from backgammon_tui.engine.events import Ending
from backgammon_tui.engine.game import Game, Phase
from backgammon_tui.engine.match import Match
from backgammon_tui.engine.notation import Ambiguous, Route, Unreadable, read_routes, resolve
from backgammon_tui.engine.position import Position, Side
from backgammon_tui.engine.reasons import Cause, NotAllowed
from backgammon_tui.engine.rules import RULESETS
from backgammon_tui.engine.turn import Stage
from backgammon_tui.records.names import check_name
from backgammon_tui.records.record import (
    DiceKind,
    DiceOrigin,
    Entry,
    GameRecord,
    MatchRecord,
    NewDice,
    Situation,
    TakeBack,
    read_length,
)
from backgammon_tui.records.transcript.write import HEADING
from backgammon_tui.visible import is_visible
from backgammon_tui.words.events import tell_awaited
from backgammon_tui.words.reasons import tell_reason
from backgammon_tui.words.rules import change_rule
from backgammon_tui.words.speaker import Speaker

LONGEST_TRANSCRIPT: Final = 5_000_000
LONGEST_LINE: Final = 1_000


class TranscriptError(ValueError):
    """A line of a transcript that cannot be taken; `line` counts from 1."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem


class _Line(NamedTuple):
    number: int
    text: str


_COMMENT: Final = re.compile(r"(^|\s);.*")
_FREE_TEXT: Final = re.compile(r"(White|Black|Word [WB]): ")
"""Where players are quoted a semicolon is theirs."""

_NONE_TO_COME: Final = 99
"""After a take-back a throw must come before the line of a stage can."""


def read_transcript(text: str) -> MatchRecord:
    """The match that a transcript tells.

    Raises:
        TranscriptError: naming the first line that is damaged or not allowed, and why.
    """
    lines = list(_lines(text))
    if not lines or lines[0].text != HEADING:
        raise TranscriptError(1, f"a transcript begins with {HEADING!r}")
    starts = [index for index, line in enumerate(lines) if line.text.startswith("Game ")]
    head = lines[1 : starts[0] if starts else len(lines)]
    record = _read_head(head, lines[-1].number)
    match = Match(record.rules, record.length)
    games: list[GameRecord] = []
    for begin, end in pairwise([*starts, len(lines)]):
        if len(match.results) < len(games):
            raise TranscriptError(lines[begin].number, "the game before it is not finished")
        reading = _read_game(record, match, lines[begin], lines[begin + 1 : end])
        games.append(reading.record)
        if reading.game.result:
            match = match.add(reading.game.result)
    return replace(record, games=tuple(games))


def _lines(text: str) -> Iterator[_Line]:
    """The lines that say something, without comments."""
    if len(text) > LONGEST_TRANSCRIPT:
        raise TranscriptError(1, f"a transcript has at most {LONGEST_TRANSCRIPT:,} characters")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise TranscriptError(number, f"a line has at most {LONGEST_LINE:,} characters")
        if not is_visible(line):
            raise TranscriptError(number, "control or invisible characters")
        said = (line if _FREE_TEXT.match(line) else _COMMENT.sub("", line)).rstrip()
        if said:
            yield _Line(number, said)


# ---- tags


def _tag(line: _Line) -> tuple[str, str]:
    name, colon, value = line.text.partition(": ")
    if not colon:
        raise TranscriptError(line.number, f"{_quote(line.text)} is no tag")
    return name, value.strip()


def _quote(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:57]}...")


_HEAD_TAGS: Final = ("Ruleset", "White", "Black", "Date", "Length")


def _read_head(lines: list[_Line], end: int) -> MatchRecord:
    tags: dict[str, _Line] = {}
    changes = []
    for line in lines:
        name, value = _tag(line)
        if name == "Rule":
            changes.append(_Line(line.number, value))
        elif name not in _HEAD_TAGS or name in tags:
            raise TranscriptError(line.number, f"{_quote(name)} is no tag here, or stands twice")
        else:
            tags[name] = _Line(line.number, value)
    for name in _HEAD_TAGS:
        if name not in tags:
            raise TranscriptError(lines[-1].number if lines else end, f"there is no tag {name}")
    number, value = tags["Ruleset"]
    if value not in RULESETS:
        raise TranscriptError(number, f"there is no ruleset {_quote(value)}")
    rules = RULESETS[value]
    for number, value in changes:
        try:
            rules = change_rule(rules, value)
        except ValueError as error:
            raise TranscriptError(number, str(error)) from None
    return MatchRecord(
        rules,
        _read_name(tags["White"]),
        _read_name(tags["Black"]),
        _read_date(tags["Date"]),
        _read_length(tags["Length"]),
    )


def _read_name(line: _Line) -> str:
    try:
        return check_name(line.text)
    except ValueError as error:
        raise TranscriptError(line.number, str(error)) from None


def _read_date(line: _Line) -> str:
    try:
        return date.fromisoformat(line.text).isoformat()
    except ValueError:
        raise TranscriptError(line.number, f"{_quote(line.text)} is no date") from None


def _read_length(line: _Line) -> int | None:
    if line.text == "open":
        return None
    try:
        return read_length(line.text)
    except ValueError as error:
        raise TranscriptError(line.number, f"{error}, or open") from None


def read_situation(text: str) -> Situation:
    """The situation that one line tells.

    Raises:
        ValueError: saying what is wrong with it.
    """
    parts = _SITUATION.fullmatch(text.strip())
    if parts is None:
        raise ValueError("a situation looks like 'POSITION LINE; W to move; first doublet B'")
    had = frozenset(Side(letter) for letter in (parts["had"] or "").split())
    return Situation(Position.parse(parts["position"]), Side(parts["side"]), had)


_SITUATION: Final = re.compile(
    r"(?P<position>[^;]{1,500});\s*(?P<side>[WB]) to move"
    r"(?:;\s*first doublet (?P<had>[WB](?: [WB])?))?",
    re.ASCII,
)


# ---- a game


def _read_game(record: MatchRecord, match: Match, heading: _Line, lines: list[_Line]) -> _Reading:
    if heading.text != f"Game {match.game_number}" or match.winner:
        due = f"Game {match.game_number}"
        problem = "the match is won" if match.winner else f"here stands {due!r}"
        raise TranscriptError(heading.number, problem)
    body = next((i for i, line in enumerate(lines) if not _GAME_TAG.match(line.text)), len(lines))
    game_record = _read_game_tags(heading, lines[:body], match.starter)
    try:
        reading = _Reading(record, game_record)
    except ValueError as error:
        raise TranscriptError(heading.number, str(error)) from None
    for line in lines[body:]:
        reading.take(line)
    return reading


_GAME_TAG: Final = re.compile(r"(Dice|Commitment|Word [WB]|Start): ")
_HEX: Final = re.compile("[0-9a-f]{64}")


def _read_game_tags(heading: _Line, lines: list[_Line], first: Side | None) -> GameRecord:
    tags: dict[str, _Line] = {}
    for line in lines:
        name, value = _tag(line)
        if name in tags:
            raise TranscriptError(line.number, f"{_quote(name)} stands twice")
        tags[name] = _Line(line.number, value)
    if "Dice" not in tags:
        raise TranscriptError(heading.number, "the game has no tag Dice")
    number, value = tags["Dice"]
    try:
        kind = DiceKind(value)
    except ValueError:
        raise TranscriptError(number, f"dice are fair or typed, not {_quote(value)}") from None
    commitment = tags.get("Commitment")
    if kind is DiceKind.FAIR and (commitment is None or not _HEX.fullmatch(commitment.text)):
        where = commitment.number if commitment else number
        raise TranscriptError(where, "fair dice have a commitment of 64 hexadecimal digits")
    dice = DiceOrigin(kind)
    if kind is DiceKind.FAIR and commitment:
        dice = DiceOrigin(kind, commitment.text, _word(tags, "W"), _word(tags, "B"))
    start = tags.get("Start")
    if start is None:
        return GameRecord(dice, first=first)
    try:
        return GameRecord(dice, situation=read_situation(start.text))
    except ValueError as error:
        raise TranscriptError(start.number, str(error)) from None


def _word(tags: dict[str, _Line], letter: str) -> str:
    line = tags.get(f"Word {letter}")
    if line is None:
        return ""
    try:
        return check_word(line.text)
    except ValueError as error:
        raise TranscriptError(line.number, str(error)) from None


class _Reading:
    """A game while its lines are read: the entries so far and the game they fold to."""

    def __init__(self, match: MatchRecord, begun: GameRecord) -> None:
        self.speaker = Speaker(match.white, match.black)
        self.game = begun.start(match.rules)
        self.begun = begun
        self.entries: list[Entry] = []
        self.before_throws: list[Game] = []
        """The game before each throw that stands."""
        self.stages = 0
        """How many stages of the last throw have had their line."""
        self.commitments = {begun.dice.commitment}
        """Those of fair dice whose seeds have not been shown."""
        self.seeds: dict[str, str] = {}
        """The seeds that have been shown, by their commitments."""

    @property
    def record(self) -> GameRecord:
        """The game as far as it has been read."""
        return replace(self.begun, entries=tuple(self.entries)).with_seeds(self.seeds)

    def take(self, line: _Line) -> None:
        """Apply one line of play."""
        for pattern, take in _LINES:
            parts = pattern.fullmatch(line.text)
            if parts:
                try:
                    take(self, parts)
                except NotAllowed as error:
                    raise TranscriptError(line.number, self._tell(error)) from None
                except Unreadable as error:
                    raise TranscriptError(line.number, str(error)) from None
                except Ambiguous as error:
                    raise TranscriptError(line.number, f"a move {error}") from None
                except ValueError as error:
                    raise TranscriptError(line.number, str(error)) from None
                return
        raise TranscriptError(line.number, f"{_quote(line.text)} says nothing here")

    def _tell(self, error: NotAllowed) -> str:
        reason = tell_reason(error.reason, self.speaker)
        if error.reason.cause is Cause.NOT_NOW:
            reason = f"{reason} {tell_awaited(self.game, self.speaker)}"
        return reason

    def _apply(self, action: Action) -> None:
        self.game = self.game.apply(action)
        self.entries.append(action)

    def _throw(self, number: str, throw: OpeningThrow | Throw) -> None:
        before = self.game
        due = len(self.before_throws) + 1
        if int(number) != due:
            raise ValueError(f"this is throw {due}, not {number}")
        self._apply(throw)
        self.before_throws.append(before)
        self.stages = 0

    def take_opening(self, parts: re.Match[str]) -> None:
        self._throw(parts[1], OpeningThrow(int(parts[2]), int(parts[3])))

    def take_throw(self, parts: re.Match[str]) -> None:
        if self.game.phase in (Phase.THROW, Phase.THROW_AGAIN):
            self._expect_side(parts[2])
        self._throw(parts[1], Throw(int(parts[3]), int(parts[4])))

    def _expect_side(self, letter: str) -> None:
        if self.game.side is not Side(letter):
            raise ValueError(f"it is not the turn of {self.speaker.name(Side(letter))}")

    def take_answer(self, parts: re.Match[str]) -> None:
        if self.game.phase is Phase.KEEP_OR_AGAIN:
            self._expect_side(parts[1])
        self._apply(KeepOpening() if parts[2] == "keeps" else ThrowOpeningAgain())

    def take_stage(self, parts: re.Match[str]) -> None:
        numbers = sorted(int(number) for number in parts[1].split())
        if self.game.phase is Phase.CHOOSE and len(set(numbers)) == 1 and len(numbers) == 4:
            self._apply(ChooseDoublet(numbers[0]))
        turn = self.game.turn or self.game.last_turn
        begun = self._begun_stages()
        if not turn or self.stages >= len(begun) or sorted(begun[self.stages].numbers) != numbers:
            raise ValueError(f"no stage of {parts[1]} begins here")
        self.stages += 1
        for run in parts[2].split("|") if parts[2] else ():
            self._take_run(run.strip(), turn.side)

    def _begun_stages(self) -> list[Stage]:
        """The stages of the last throw that have begun; none after a take-back."""
        turn = self.game.turn or self.game.last_turn
        if turn is None or not self.before_throws:
            return []
        return [stage for stage in turn.thrown.stages if stage.before is not None]

    def _take_run(self, run: str, owner: Side) -> None:
        letter, _, rest = run.partition(" ")
        side = owner
        if letter in ("W", "B"):
            side, run = Side(letter), rest
        for route in read_routes(run):
            origins = (route.origin, *(stop.place for stop in route.stops))
            for origin, stop in zip(origins, route.stops, strict=False):
                self._expect_move_of(side)
                for move in resolve(self.game, (Route(origin, (stop,)),)):
                    self._apply(move)

    def _expect_move_of(self, side: Side) -> None:
        if self.game.stage and self.game.actor is not side:
            raise ValueError(f"it is not for {self.speaker.name(side)} to move")
        if self.game.stage and self.stages < len(self._begun_stages()):
            raise ValueError("the stage is played; the moves of the next have their own line")

    def take_takeback(self, parts: re.Match[str]) -> None:
        if self.seeds:
            raise ValueError("the seed has been shown, nothing can be taken back")
        throw = int(parts[1])
        if not 1 <= throw <= len(self.before_throws):
            raise ValueError(f"there is no throw {throw} to go back to")
        self.entries.append(TakeBack(throw, Side(parts[2])))
        self.game = self.before_throws[throw - 1]
        del self.before_throws[throw - 1 :]
        self.stages = _NONE_TO_COME

    def take_new_dice(self, parts: re.Match[str]) -> None:
        kind = DiceKind.FAIR if parts[1] else DiceKind.TYPED
        self.entries.append(NewDice(DiceOrigin(kind, parts[1] or "")))
        self.commitments.add(parts[1] or "")

    def take_resignation(self, parts: re.Match[str]) -> None:
        self._apply(Resign(Side(parts[1]), int(parts[2])))

    def take_draw(self, parts: re.Match[str]) -> None:
        self._apply(AgreeDraw())

    def take_result(self, parts: re.Match[str]) -> None:
        result = self.game.result
        claimed = (Side(parts[1]), int(parts[2])) if parts[1] else (None, 0)
        if result is None:
            raise ValueError("the game is not over")
        if (result.winner, result.points) != claimed:
            raise ValueError("the game did not end so")
        if not parts[1] and result.ending is not Ending.DEAD:
            raise ValueError("the game did not end so")

    def take_seed(self, parts: re.Match[str]) -> None:
        if not self.game.is_over:
            raise ValueError("the seed is shown when the game is over")
        commitment = hashlib.sha256(bytes.fromhex(parts[1])).hexdigest()
        if commitment not in self.commitments or commitment in self.seeds:
            raise ValueError("the seed belongs to no commitment of this game")
        self.seeds[commitment] = parts[1]


_LINES: Final = tuple(
    (re.compile(pattern, re.ASCII), take)
    for pattern, take in (
        (r"([0-9]{1,6}) opening ([1-6])-([1-6])", _Reading.take_opening),
        (r"([0-9]{1,6}) ([WB]) ([1-6])-([1-6])", _Reading.take_throw),
        (r"  ([WB]) (keeps|throws again)", _Reading.take_answer),
        (r"  ([1-6](?: [1-6]){1,3}):(?: (.+))?", _Reading.take_stage),
        (r"takeback ([0-9]{1,6}) asked by ([WB])", _Reading.take_takeback),
        (r"dice (?:typed|fair ([0-9a-f]{64}))", _Reading.take_new_dice),
        (r"([WB]) resigns ([1-3])", _Reading.take_resignation),
        (r"draw agreed", _Reading.take_draw),
        (r"(?:([WB]) wins ([1-3])|drawn)", _Reading.take_result),
        (r"Seed: ([0-9a-f]{64})", _Reading.take_seed),
    )
)

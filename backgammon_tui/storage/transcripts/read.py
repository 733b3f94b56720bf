"""Parsing transcripts into match records."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Final

from backgammon_tui.engine import (
    RULESETS,
    Cause,
    Game,
    Match,
    NotAllowed,
    Phase,
    Rules,
    Side,
    Stage,
    StartingPosition,
    actions,
)
from backgammon_tui.engine.match import read_length
from backgammon_tui.engine.notation import Ambiguous, Route, read_action, read_routes, resolve
from backgammon_tui.match.record import (
    AgreeHelp,
    DiceKind,
    DiceOrigin,
    Entry,
    GameRecord,
    MatchRecord,
    NewDice,
    ReportProgress,
    TakeBack,
    check_commitment,
)
from backgammon_tui.match.table import Table, turn_due
from backgammon_tui.names import check_name, check_names
from backgammon_tui.settings import Help
from backgammon_tui.storage.transcripts.write import HEADING
from backgammon_tui.text_file import (
    Content,
    LineError,
    NumberedLine,
    checked_lines,
    quote,
    read_text,
)
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.reason_sentences import describe_reason
from backgammon_tui.words.rule_settings import change_rule, find_rule
from backgammon_tui.words.turns import describe_awaited

MAX_TRANSCRIPT_LENGTH: Final = 5_000_000
MAX_BYTES: Final = 4 * MAX_TRANSCRIPT_LENGTH
"""Maximum size of a text of that many characters."""

MAX_GAMES: Final = 5_000
"""Maximum number of games; the score is computed again for each of them."""


def read_transcript_file(path: Path, report: ReportProgress = lambda line: None) -> MatchRecord:
    """Read the match in a transcript file."""
    return read_transcript(read_text(path, MAX_BYTES), report)


def read_transcript(text: str, report: ReportProgress = lambda line: None) -> MatchRecord:
    """Return the match in a transcript; `report` is called with the number of each line of play."""
    lines = list(_lines_of(text))
    if not lines or lines[0].text != HEADING:
        raise LineError(1, f"a transcript begins with {HEADING!r}")
    starts = [index for index, line in enumerate(lines) if line.text.startswith("Game ")]
    if len(starts) > MAX_GAMES:
        problem = f"a match has at most {MAX_GAMES:,} games"
        raise LineError(lines[starts[MAX_GAMES]].number, problem)
    head = lines[1 : starts[0] if starts else len(lines)]
    record = _read_head(head, lines[-1].number)
    match = Match(record.rules, record.length)
    games: list[GameRecord] = []
    reading: GameReader | None = None
    for begin, end in pairwise([*starts, len(lines)]):
        if reading:
            reading.expect_finished(lines[begin])
        reading = _read_game(record, match, lines[begin], lines[begin + 1 : end], report)
        games.append(reading.record)
        if reading.game.result:
            match = match.add(reading.game.result)
    return replace(record, games=tuple(games))


def _read_game(
    record: MatchRecord,
    match: Match,
    heading: NumberedLine,
    lines: list[NumberedLine],
    report: ReportProgress,
) -> GameReader:
    if heading.text != f"Game {match.game_number}" or match.winner:
        due = f"Game {match.game_number}"
        problem = "the match is won" if match.winner else f"{due!r} belongs here"
        raise LineError(heading.number, problem)
    game_tags = list(takewhile(lambda line: _GAME_TAG.match(line.text), lines))
    game_record = _read_game_tags(heading, game_tags, match.starter)
    try:
        reading = GameReader(record, game_record)
    except ValueError as error:
        raise LineError(heading.number, str(error)) from None
    for line in lines[len(game_tags) :]:
        reading.read(line)
        report(line.number)
    return reading


# ---- lines and tags

_COMMENT: Final = re.compile(r"(^|\s);.*")
_FREE_TEXT: Final = re.compile(r"(White|Black): ")
"""The start of a line with a name, which may contain a semicolon."""


def _lines_of(text: str) -> Iterator[NumberedLine]:
    lines = checked_lines(text, "a transcript", MAX_TRANSCRIPT_LENGTH)
    for number, line in enumerate(lines, 1):
        content = (line if _FREE_TEXT.match(line) else _COMMENT.sub("", line)).rstrip()
        if content:
            yield NumberedLine(number, content)


def _read_value(line: NumberedLine, read: Callable[[str], Content]) -> Content:
    return LineError.read(line.number, read, line.text)


def _tag_of(line: NumberedLine) -> tuple[str, str]:
    name, colon, value = line.text.partition(": ")
    if not colon:
        raise LineError(line.number, f"{quote(line.text)} is not a tag")
    return name, value.strip()


_HEAD_TAGS: Final = ("Ruleset", "White", "Black", "Date", "Length")
_HELP: Final = "Help"


def _read_head(lines: list[NumberedLine], end: int) -> MatchRecord:
    """Return the match without games; a missing tag is reported at line `end` if there is none."""
    tags: dict[str, NumberedLine] = {}
    changes = []
    for line in lines:
        name, value = _tag_of(line)
        if name == "Rule":
            changes.append(NumberedLine(line.number, value))
        elif name not in (*_HEAD_TAGS, _HELP) or name in tags:
            raise LineError(line.number, f"{quote(name)} is not a tag here, or appears twice")
        else:
            tags[name] = NumberedLine(line.number, value)
    for name in _HEAD_TAGS:
        if name not in tags:
            raise LineError(lines[-1].number if lines else end, f"there is no tag {name}")
    number, value = tags["Ruleset"]
    if value not in RULESETS:
        raise LineError(number, f"there is no ruleset {quote(value)}")
    rules = _change_rules(RULESETS[value], changes)
    names = _read_names(tags["White"], tags["Black"])
    help = _read_value(tags[_HELP], _read_help) if _HELP in tags else Help.OFF
    began, length = _read_value(tags["Date"], _read_date), _read_value(tags["Length"], _read_length)
    return MatchRecord(rules, *names, began, length, help=help)


def _read_help(text: str) -> Help:
    if text not in (Help.ON.value, Help.TUTOR.value):
        raise ValueError(f"help is on or tutor, not {text[:40]!a}")
    return Help(text)


def _change_rules(rules: Rules, changes: list[NumberedLine]) -> Rules:
    changed: set[str] = set()
    for number, value in changes:
        try:
            rule = find_rule(value)
            if rule.field in changed:
                raise ValueError(f"the rule {rule.field} appears twice")
            rules = change_rule(rules, value)
        except ValueError as error:
            raise LineError(number, str(error)) from None
        changed.add(rule.field)
    return rules


def _read_names(white: NumberedLine, black: NumberedLine) -> tuple[str, str]:
    names = _read_value(white, check_name), _read_value(black, check_name)
    try:
        return check_names(*names)
    except ValueError as error:
        raise LineError(max(white.number, black.number), str(error)) from None


def _read_date(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise ValueError(f"{quote(text)} is not a date") from None


def _read_length(text: str) -> int | None:
    try:
        return None if text == "open" else read_length(text)
    except ValueError as error:
        raise ValueError(f"{error}, or open") from None


_GAME_TAG: Final = re.compile(r"(Dice|Commitment|Start): ")
"""Beginnings of a game's tags."""


def _read_game_tags(
    heading: NumberedLine, lines: list[NumberedLine], first: Side | None
) -> GameRecord:
    tags: dict[str, NumberedLine] = {}
    for line in lines:
        name, value = _tag_of(line)
        if name in tags:
            raise LineError(line.number, f"{quote(name)} appears twice")
        tags[name] = NumberedLine(line.number, value)
    if "Dice" not in tags:
        raise LineError(heading.number, "the game has no tag Dice")
    dice = _read_dice(tags)
    start = tags.get("Start")
    if start is None:
        return GameRecord(dice, first=first)
    return GameRecord(dice, starting_position=_read_value(start, StartingPosition.parse))


def _read_dice(tags: dict[str, NumberedLine]) -> DiceOrigin:
    number, value = tags["Dice"]
    try:
        kind = DiceKind(value)
    except ValueError:
        raise LineError(number, f"dice are fair or typed, not {quote(value)}") from None
    if kind is DiceKind.TYPED:
        if "Commitment" in tags:
            raise LineError(tags["Commitment"].number, "typed dice have no Commitment")
        return DiceOrigin(kind)
    nothing = NumberedLine(number, "")
    commitment = _read_value(tags.get("Commitment", nothing), check_commitment)
    return DiceOrigin(kind, commitment)


# ---- lines of play


_NO_STAGE_TO_COME: Final = 99
"""After a take-back, a roll must come before the line of a stage."""


class WrongSeed(LineError):
    """A seed that matches no commitment of the game."""


class _ForeignSeed(ValueError):
    """As `WrongSeed`, before the line is known."""


class GameReader:
    """A game of a transcript whose lines are being read."""

    def __init__(self, match: MatchRecord, begun: GameRecord) -> None:
        self.naming = Naming(match.white, match.black)
        record = replace(match, games=(begun,))
        self.table = Table.at_last_game(record, Match(match.rules, None))
        self.begun = begun
        self.entries: list[Entry] = []
        self.turns: list[int] = []
        """The turn number of each roll."""
        self.stages = 0
        """Number of stages of the last roll that have been read."""
        self.commitments = {begun.dice.commitment}
        """The commitments of fair dice whose seeds have not been read."""
        self.seeds: dict[str, str] = {}
        """The seeds that have been read, by their commitments."""
        self.has_result = False
        """True once a line has said how the game ended."""

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def record(self) -> GameRecord:
        """The record of the game as read so far."""
        return replace(self.begun, entries=tuple(self.entries)).with_seeds(self.seeds)

    def read(self, line: NumberedLine) -> None:
        """Read one line of play."""
        try:
            self._take(line.text)
        except NotAllowed as error:
            raise LineError(line.number, self._describe(error)) from None
        except Ambiguous as error:
            raise LineError(line.number, f"a move {error}") from None
        except _ForeignSeed as error:
            raise WrongSeed(line.number, str(error)) from None
        except ValueError as error:
            raise LineError(line.number, str(error)) from None

    def _take(self, text: str) -> None:
        for pattern, take in _LINES:
            if parts := pattern.fullmatch(text):
                if take is not GameReader._take_stage:
                    self._expect_all_stages()
                take(self, parts)
                return
        raise ValueError(f"{quote(text)} makes no sense here")

    def _describe(self, error: NotAllowed) -> str:
        reason = describe_reason(error.reason, self.naming)
        if error.reason.cause is Cause.NOT_NOW:
            reason = f"{reason} {describe_awaited(self.game, self.naming)}"
        return reason

    def _follow(self, entry: Entry) -> None:
        self.table = self.table.follow(entry)
        self.entries.append(entry)

    def expect_finished(self, following: NumberedLine) -> None:
        """Check that the game is complete when the next one begins."""
        if not self.game.is_over:
            raise LineError(following.number, "the game before is not finished")
        try:
            self._expect_all_stages()
        except ValueError as error:
            raise LineError(following.number, str(error)) from None

    def _expect_all_stages(self) -> None:
        missing = self._begun_stages()[self.stages :]
        if missing:
            numbers = " ".join(str(number) for number in missing[0].numbers)
            raise ValueError(f"the line of the stage {numbers} is missing before this one")

    def _take_action(self, parts: re.Match[str]) -> None:
        words = parts.groupdict()
        number, sentence = int(words.get("number", 0)), words.get("action", "")
        action = read_action(sentence or f"roll {words['dice']}")
        assert action
        # An action that is impossible now is rejected as such, not as out of turn.
        phases = (Phase.ROLL, Phase.ROLL_AGAIN) if number else (Phase.KEEP_OR_REROLL,)
        side = Side(words["side"]) if "side" in words else None
        if side and self.game.phase in phases and self.game.side is not side:
            raise ValueError(f"it is not the turn of {self.naming.name(side)}")
        due = turn_due(self.game, self.turns)
        if number and number != due:
            raise ValueError(f"this is turn {due}, not {number}")
        self._follow(action)
        if number:
            self.turns.append(due)
            self.stages = 0

    def _take_stage(self, parts: re.Match[str]) -> None:
        numbers = sorted(int(number) for number in parts[1].split())
        if self.game.phase is Phase.CHOOSE and len(set(numbers)) == 1 and len(numbers) == 4:
            self._follow(actions.ChooseDoubles(numbers[0]))
        turn = self.game.latest_turn
        begun = self._begun_stages()
        if not turn or self.stages >= len(begun) or sorted(begun[self.stages].numbers) != numbers:
            raise ValueError(f"no stage of {parts[1]} begins here")
        self.stages += 1
        for run in parts[2].split("|") if parts[2] else ():
            self._take_run(run.strip(), turn.side)

    def _begun_stages(self) -> list[Stage]:
        turn = self.game.latest_turn
        if turn is None or not self.table.rolls:
            return []
        return [stage for stage in turn.rolled.stages if stage.before is not None]

    def _take_run(self, run: str, owner: Side) -> None:
        letter, _, rest = run.partition(" ")
        side = owner
        if letter in ("W", "B"):
            side, run = Side(letter), rest
        routes = read_routes(run)
        if not routes:
            raise ValueError("a side or a | must be followed by moves")
        for route in routes:
            origins = (route.origin, *(stop.place for stop in route.stops))
            for origin, stop in zip(origins, route.stops, strict=False):
                self._expect_move_of(side)
                for move in resolve(self.game, (Route(origin, (stop,)),)):
                    self._follow(move)

    def _expect_move_of(self, side: Side) -> None:
        if self.game.stage and self.game.actor is not side:
            raise ValueError(f"it is not {self.naming.name(side)}'s turn to move")
        if self.game.stage and self.stages < len(self._begun_stages()):
            raise ValueError("the stage is complete: the next one needs a line of its own")

    def _take_takeback(self, parts: re.Match[str]) -> None:
        if self.seeds:
            raise ValueError("the seed has been shown, so nothing can be taken back")
        turn, number = int(parts[1]), int(parts[2] or 1)
        if number > self.turns.count(turn):
            roll_of = f"roll {number} of " if number > 1 else ""
            raise ValueError(f"there is no {roll_of}turn {turn} to go back to")
        roll = self.turns.index(turn) + number
        self._follow(TakeBack(roll, Side(parts[3])))
        del self.turns[roll - 1 :]
        self.stages = _NO_STAGE_TO_COME
        self.has_result = False

    def _take_new_dice(self, parts: re.Match[str]) -> None:
        if self.game.is_over:
            raise ValueError("no dice are rolled after the game ends")
        kind = DiceKind.FAIR if parts[1] else DiceKind.TYPED
        self._follow(NewDice(DiceOrigin(kind, parts[1] or "")))
        self.commitments.add(parts[1] or "")

    def _take_help(self, parts: re.Match[str]) -> None:
        self._follow(AgreeHelp(Help(parts[1]), Side(parts[2])))

    def _take_result(self, parts: re.Match[str]) -> None:
        result = self.game.result
        claimed = (Side(parts[1]), int(parts[2])) if parts[1] else (None, 0)
        if result is None:
            raise ValueError("the game is not over")
        if self.has_result:
            raise ValueError("the end of the game is already recorded")
        if (result.winner, result.points) != claimed:
            raise ValueError("the game did not end that way")
        self.has_result = True

    def _take_seed(self, parts: re.Match[str]) -> None:
        if not self.game.is_over:
            raise ValueError("the seed is shown only when the game is over")
        commitment = hashlib.sha256(bytes.fromhex(parts[1])).hexdigest()
        if commitment in self.seeds:
            raise ValueError("this seed is already recorded")
        if commitment not in self.commitments:
            raise _ForeignSeed("the seed does not match any commitment of this game")
        self.seeds[commitment] = parts[1]


_NUMBER: Final = "(?P<number>[1-9][0-9]{0,5})"
_TURN: Final = "([1-9][0-9]{0,5})"
_SIDE: Final = "(?P<side>[WB])"
_LINES: Final = tuple(
    (re.compile(pattern, re.ASCII), take)
    for pattern, take in (
        (rf"{_NUMBER} (?P<action>opening [1-6]-[1-6])", GameReader._take_action),
        (rf"{_NUMBER} {_SIDE} (?P<dice>[1-6]-[1-6])", GameReader._take_action),
        (rf"  {_SIDE} (?P<action>keeps|rolls again)", GameReader._take_action),
        (r"(?P<action>[WB] resigns [1-3]|draw agreed)", GameReader._take_action),
        (r"  ([1-6](?: [1-6]){1,3}):(?: (.+))?", GameReader._take_stage),
        (rf"takeback {_TURN}(?: roll {_TURN})? asked by ([WB])", GameReader._take_takeback),
        (r"help (off|on|tutor) asked by ([WB])", GameReader._take_help),
        (r"dice (?:typed|fair ([0-9a-f]{64}))", GameReader._take_new_dice),
        (r"(?:([WB]) wins ([1-3])|drawn)", GameReader._take_result),
        (r"Seed: ([0-9a-f]{64})", GameReader._take_seed),
    )
)

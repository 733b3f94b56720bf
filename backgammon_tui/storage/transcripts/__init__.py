"""Transcripts: a match as a text file. `FORMAT.md` beside this module describes the format."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from itertools import groupby, islice, pairwise, takewhile
from pathlib import Path
from typing import Final

from backgammon_tui.dice import FairDice
from backgammon_tui.engine.events import Ending, Result
from backgammon_tui.engine.game import Game, Match, ScoreBefore, StartingPosition, read_length
from backgammon_tui.engine.moves import (
    Action,
    AgreeDraw,
    ChooseDoubles,
    Double,
    KeepOpening,
    Move,
    OpeningRoll,
    Pass,
    RerollOpening,
    Resign,
    Roll,
    Take,
)
from backgammon_tui.engine.notation import (
    Ambiguous,
    Route,
    read_action,
    read_routes,
    resolve,
    write_action,
    write_moves,
)
from backgammon_tui.engine.position import Place, Side
from backgammon_tui.engine.reasons import NotAllowed
from backgammon_tui.engine.rules import RULESETS, Rules
from backgammon_tui.engine.turn import Phase, Stage, StageKind, larger_first
from backgammon_tui.match.record import (
    HELP_VALUES,
    AgreeHelp,
    DiceKind,
    DiceOrigin,
    Entry,
    GameRecord,
    MatchRecord,
    NewDice,
    ReportProgress,
    TakeBack,
    is_roll,
    read_entry,
    read_origin,
    write_entry,
)
from backgammon_tui.match.table import Table, turn_due
from backgammon_tui.names import check_name, check_names
from backgammon_tui.settings import Help
from backgammon_tui.text_file import (
    Content,
    LineError,
    NumberedLine,
    at_line,
    checked_lines,
    quote,
    read_text,
)
from backgammon_tui.words.naming import Naming, join
from backgammon_tui.words.rule_settings import (
    change_rule,
    find_rule,
    saved_base,
    saved_rules,
    write_value,
)
from backgammon_tui.words.turns import describe_refusal

__all__ = ["WrongSeed", "read_transcript", "read_transcript_file", "write_transcript"]

HEADING: Final = "backgammon-tui transcript 1"

# ---- writing


def write_transcript(record: MatchRecord) -> str:
    """Return the transcript of a match, ending with a line feed."""
    lines = [HEADING, f"Ruleset: {record.rules.name}"]
    for rule in saved_rules(record.rules):
        lines.append(f"Rule: {rule.field} = {write_value(rule.value(record.rules))}")
    lines += [
        f"White: {record.white}",
        f"Black: {record.black}",
        f"Date: {record.date}",
        f"Length: {record.length or 'open'}",
    ]
    lines += [f"Score: {_write_score(record.begun_at)}"] * any(record.begun_at)
    lines += [f"Help: {record.help.value}"] * (record.help is not Help.OFF)
    for number, game in enumerate(record.games, 1):
        lines += ["", f"Game {number}", f"Dice: {game.dice.kind.value}"]
        if game.dice.kind is DiceKind.FAIR:
            lines.append(f"Commitment: {game.dice.commitment}")
        if game.starting_position:
            lines.append(f"Start: {game.starting_position}")
        lines += _write_game(game, record.rules)
    return "\n".join(lines) + "\n"


def _write_score(score: ScoreBefore) -> str:
    return f"{score.white}-{score.black}{', after Crawford' * score.after_crawford}"


def _write_game(record: GameRecord, rules: Rules) -> Iterator[str]:
    table = Table.at_start_of(record, rules)
    written, turns, agreed = 0, list[int](), list[NewDice | AgreeHelp]()
    for entry in record.entries:
        # New dice and help are written before the next roll, or before a resignation or a draw.
        shows_agreed = is_roll(entry) or (bool(agreed) and isinstance(entry, Resign | AgreeDraw))
        if shows_agreed or isinstance(entry, TakeBack):
            yield from _write_actions(table, written, turns)
            written = len(table.actions)
        if shows_agreed:
            yield from map(write_entry, agreed)
            agreed = []
        if is_roll(entry):
            turns.append(turn_due(table.game, turns))
        table = table.follow(entry)
        match entry:
            case TakeBack():
                yield _write_take_back(entry, turns)
                # The roll and the moves that stay are written again.
                turns = turns[: entry.roll - 1 + bool(entry.kept)]
                written = len(table.actions) - entry.kept
            case NewDice() | AgreeHelp():
                agreed.append(entry)
    yield from _write_actions(table, written, turns)
    if not (result := table.game.result):
        yield from map(write_entry, agreed)
        return
    # After the end of the game, new dice are never rolled.
    yield from (write_entry(entry) for entry in agreed if isinstance(entry, AgreeHelp))
    unused = sum(isinstance(entry, NewDice) for entry in agreed)
    yield from _write_result(result, record.origins[: len(record.origins) - unused])


def _write_result(result: Result, origins: Iterable[DiceOrigin]) -> Iterator[str]:
    if result.ending is Ending.BORNE_OFF and result.winner:
        yield f"{result.winner.value} wins {result.points}"
    elif result.ending is Ending.DEAD:
        yield "drawn"
    # The same dice may be used twice, but a seed is written once.
    seeds = dict.fromkeys(origin.seed for origin in origins if origin.seed)
    yield from (f"Seed: {seed}" for seed in seeds)


def _write_take_back(entry: TakeBack, turns: list[int]) -> str:
    turn = turns[entry.roll - 1]
    number = entry.roll - turns.index(turn)
    roll = f" roll {number}" if number > 1 else ""
    return f"takeback {turn}{roll} asked by {entry.asked_by.value}"


def _write_actions(table: Table, first: int, turns: list[int]) -> Iterator[str]:
    """Write the effective actions from the index `first`: a roll with its moves, or an ending."""
    turn_number = turns[-1] if turns else 0
    moves: list[tuple[Game, Move]] = []
    endings = []
    for game, action in zip(table.history[first:], table.actions[first:], strict=False):
        match action:
            case Move():
                moves.append((game, action))
            case ChooseDoubles():
                pass  # The line of the stage shows its numbers.
            case Resign() | AgreeDraw():
                endings.append(_write_line(action, turn_number, game.side))
            case Double():
                assert game.side
                due = turn_due(game, turns)
                endings.append(f"{due} {game.side.value} doubles to {2 * game.stake}")
            case Take() | Pass():
                assert game.actor
                endings.append(f"  {game.actor.value} {write_action(action)}")
            case _:
                yield _write_line(action, turn_number, game.side)
    turn = table.game.latest_turn
    if turn and any(map(is_roll, table.actions[first : first + 1])):
        made = iter(moves)
        rolled = turn.rolled
        for stage in rolled.stages:
            if stage.before is not None:
                numbers = (
                    larger_first(rolled.dice) if stage.kind is StageKind.DICE else stage.numbers
                )
                yield _write_stage(numbers, turn.side, list(islice(made, len(stage.moves))))
    yield from endings


def _write_line(action: Action, number: int, side: Side | None) -> str:
    text, letter = write_action(action), side.value if side else ""
    match action:
        case OpeningRoll():
            return f"{number} {text}"
        case Roll():
            return f"{number} {letter} {text.removeprefix('roll ')}"
        case KeepOpening() | RerollOpening():
            return f"  {letter} {text}"
        case _:
            return text


def _write_stage(numbers: Iterable[int], side: Side, moves: Sequence[tuple[Game, Move]]) -> str:
    is_own = all(move.side is side for _, move in moves)
    runs = (
        _write_in_order([*run]) if is_own else f"{mover.value} {_write_in_order([*run])}"
        for mover, run in groupby(moves, key=lambda made: made[1].side)
    )
    return f"  {' '.join(map(str, numbers))}: {' | '.join(runs)}".rstrip()


def _write_in_order(moves: Sequence[tuple[Game, Move]]) -> str:
    ways: list[str] = []
    last: Move | None = None
    for game, move in moves:
        text = write_moves([move]) + _write_number(game, move)
        if last and last.target == move.origin:
            ways[-1] += text[text.index("/") :]
        else:
            ways.append(text)
        last = move
    counted = ((text, len(list(same))) for text, same in groupby(ways))
    return " ".join(f"{text}({times})" if times > 1 else text for text, times in counted)


@lru_cache(maxsize=256)
def _write_number(game: Game, move: Move) -> str:
    """Return the number that bears a checker off, if reading would infer another."""
    if move.target != Place.OFF:
        return ""
    fitting = [
        other.number
        for other in game.moves
        if (other.origin, other.target) == (move.origin, move.target)
    ]
    return f"={move.number}" if move.number != min(fitting) else ""


# ---- reading

MAX_TRANSCRIPT_LENGTH: Final = 5_000_000
MAX_BYTES: Final = 4 * MAX_TRANSCRIPT_LENGTH
"""Maximum size of a text of that many characters."""

MAX_GAMES: Final = 5_000
"""Maximum number of games; the score is computed again for each of them."""


def read_transcript_file(path: Path, report: ReportProgress = lambda line: None) -> MatchRecord:
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
    match = record.match
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
    if match.winner:
        raise LineError(heading.number, "the match is won")
    if heading.text != (due := f"Game {match.game_number}"):
        raise LineError(heading.number, f"expected {due!r} here")
    game_tags = list(takewhile(lambda line: _GAME_TAG.match(line.text), lines))
    game_record = _read_game_tags(heading, game_tags, match.starter)
    game_record = replace(game_record, is_crawford=match.is_crawford)
    with at_line(heading.number):
        reading = GameReader(record, game_record)
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


def _read_tags(
    lines: Iterable[NumberedLine], known: Collection[str], problem: str
) -> dict[str, list[NumberedLine]]:
    """Return the values of each tag with their lines; only `Rule` may have several."""
    tags = defaultdict[str, list[NumberedLine]](list)
    for line in lines:
        name, colon, value = line.text.partition(": ")
        if not colon:
            raise LineError(line.number, f"{quote(line.text)} is not a tag")
        if name not in known or (name in tags and name != "Rule"):
            raise LineError(line.number, f"{quote(name)} {problem}")
        tags[name].append(NumberedLine(line.number, value.strip()))
    return tags


_HEAD_TAGS: Final = ("Ruleset", "White", "Black", "Date", "Length")


def _read_head(lines: list[NumberedLine], end: int) -> MatchRecord:
    """Return the match without games; if no tag is there, report the missing one at line `end`."""
    tags = _read_tags(
        lines, (*_HEAD_TAGS, "Rule", "Help", "Score"), "is not a tag here, or appears twice"
    )
    for name in _HEAD_TAGS:
        if name not in tags:
            raise LineError(lines[-1].number if lines else end, f"there is no tag {name}")
    (ruleset,), (white,), (black,), (day,), (length,) = map(tags.__getitem__, _HEAD_TAGS)
    if ruleset.text not in RULESETS:
        raise LineError(ruleset.number, f"there is no ruleset {quote(ruleset.text)}")
    rules, changed = saved_base(ruleset.text), set[str]()
    for number, change in tags["Rule"]:
        with at_line(number):
            rule = find_rule(change)
            if rule.field in changed:
                raise ValueError(f"the rule {rule.field} appears twice")
            rules = change_rule(rules, change)
            changed.add(rule.field)
    names = _read_value(white, _kept_name), _read_value(black, _kept_name)
    with at_line(max(white.number, black.number)):
        check_names(*names, is_kept=True)
    help = next((_read_value(line, _read_help) for line in tags["Help"]), Help.OFF)
    began = _read_value(day, read_date)
    record = MatchRecord(rules, *names, began, _read_value(length, _read_length), help=help)
    for line in tags["Score"]:
        record = replace(record, begun_at=_read_value(line, _read_score))
        with at_line(line.number):
            record.match  # noqa: B018
    return record


def _kept_name(text: str) -> str:
    return check_name(text, is_kept=True)


def _read_score(text: str) -> ScoreBefore:
    parts = re.fullmatch(r"(\d{1,3})-(\d{1,3})(, after Crawford)?", text, re.ASCII)
    if parts is None:
        raise ValueError(f"a score looks like 6-5, not {text[:40]!a}")
    return ScoreBefore(int(parts[1]), int(parts[2]), bool(parts[3]))


def _read_help(text: str) -> Help:
    agreed = [help.value for help in Help if help is not Help.OFF]
    if text not in agreed:
        raise ValueError(f"help is {join(agreed, 'or')}, not {text[:40]!a}")
    return Help(text)


def read_date(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise ValueError(f"{quote(text)} is not a date") from None


def _read_length(text: str) -> int | None:
    try:
        return None if text == "open" else read_length(text)
    except ValueError as error:
        raise ValueError(f"{error}, or open") from None


_GAME_TAGS: Final = ("Dice", "Commitment", "Start")
_GAME_TAG: Final = re.compile(rf"({'|'.join(_GAME_TAGS)}): ")


def _read_game_tags(
    heading: NumberedLine, lines: list[NumberedLine], first: Side | None
) -> GameRecord:
    tags = _read_tags(lines, _GAME_TAGS, "appears twice")
    if "Dice" not in tags:
        raise LineError(heading.number, "the game has no tag Dice")
    (number, kind), commitments = tags["Dice"][0], tags["Commitment"]
    if kind not in (DiceKind.FAIR.value, DiceKind.TYPED.value):
        raise LineError(number, f"dice are fair or typed, not {quote(kind)}")
    number, commitment = (*commitments, NumberedLine(number, ""))[0]
    with at_line(number):
        dice = read_origin(kind, commitment)
    for line in tags["Start"]:
        return GameRecord(dice, starting_position=_read_value(line, StartingPosition.parse))
    return GameRecord(dice, first=first)


# ---- lines of play


class WrongSeed(LineError):
    """A seed that matches no commitment of the game."""


class GameReader:
    def __init__(self, match: MatchRecord, begun: GameRecord) -> None:
        self.naming = Naming(match.white, match.black)
        self.table = Table.at_start_of(begun, match.rules)
        self.begun = begun
        self.is_crawford = match.is_crawford(begun)
        self.entries: list[Entry] = []
        self.turns: list[int] = []
        self.stages = 0
        """Number of stages of the last roll that have been read."""
        self.seeds: dict[str, str] = {}
        self.has_result = False
        self.line = 0

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def record(self) -> GameRecord:
        return replace(self.begun, entries=tuple(self.entries)).with_seeds(self.seeds)

    def read(self, line: NumberedLine) -> None:
        self.line = line.number
        with at_line(line.number):
            try:
                self._take(line.text)
            except NotAllowed as error:
                raise ValueError(
                    describe_refusal(
                        error.reason, self.game, self.naming, is_crawford=self.is_crawford
                    )
                ) from None
            except Ambiguous as error:
                raise ValueError(f"a move {error}") from None

    def _take(self, text: str) -> None:
        for pattern, read_line in _LINES:
            if parts := pattern.fullmatch(text):
                if read_line is not GameReader._read_stage:
                    self._expect_all_stages()
                read_line(self, parts)
                return
        raise ValueError(f"{quote(text)} makes no sense here")

    def _follow(self, entry: Entry) -> None:
        self.table = self.table.follow(entry)
        self.entries.append(entry)

    def expect_finished(self, next_heading: NumberedLine) -> None:
        """Check that the game is over when the next one begins.

        Then all its stages have been read: only a line of a stage or a line that expects them ends
        a game.
        """
        with at_line(next_heading.number):
            if not self.game.is_over:
                raise ValueError("the previous game is not finished")

    def _expect_all_stages(self) -> None:
        missing = self._begun_stages()[self.stages :]
        if missing:
            numbers = " ".join(map(str, missing[0].numbers))
            raise ValueError(f"the line of the stage {numbers} is missing before this one")

    def _read_action(self, parts: re.Match[str]) -> None:
        words = parts.groupdict()
        number, sentence = int(words.get("number", 0)), words.get("action", "")
        action = read_action(sentence or f"roll {words['dice']}")
        assert action
        # An action that is impossible now is rejected as such, not as out of turn.
        phases = (Phase.ROLL, Phase.ROLL_AGAIN) if number else (Phase.KEEP_OR_REROLL,)
        side = Side(words["side"]) if "side" in words else None
        if side and self.game.phase in phases and self.game.side is not side:
            raise ValueError(f"it is not {self.naming.name(side)}'s turn")
        due = turn_due(self.game, self.turns)
        if number and number != due:
            raise ValueError(f"this is turn {due}, not {number}")
        self._follow(action)
        if number:
            self.turns.append(due)
            self.stages = 0

    def _read_double(self, parts: re.Match[str]) -> None:
        if self.game.phase is Phase.ROLL and self.game.side is not Side(parts["side"]):
            raise ValueError(f"it is not {self.naming.name(Side(parts['side']))}'s turn")
        if int(parts["number"]) != (due := turn_due(self.game, self.turns)):
            raise ValueError(f"this is turn {due}, not {parts['number']}")
        if int(parts["value"]) != 2 * self.game.stake:
            raise ValueError(f"the cube is at {self.game.stake} before this double")
        self._follow(Double())

    def _read_answer(self, parts: re.Match[str]) -> None:
        if self.game.phase is Phase.DOUBLED and self.game.actor is not Side(parts["side"]):
            raise ValueError(f"it is not {self.naming.name(Side(parts['side']))}'s turn")
        action = read_action(parts["action"])
        assert action
        self._follow(action)

    def _read_stage(self, parts: re.Match[str]) -> None:
        numbers = sorted(int(number) for number in parts[1].split())
        if self.game.phase is Phase.CHOOSE and len(set(numbers)) == 1 and len(numbers) == 4:
            self._follow(ChooseDoubles(numbers[0]))
        turn = self.game.latest_turn
        begun = self._begun_stages()
        if not turn or self.stages >= len(begun) or sorted(begun[self.stages].numbers) != numbers:
            raise ValueError(f"no stage of {parts[1]} begins here")
        self.stages += 1
        for run in parts[2].split("|") if parts[2] else ():
            self._read_run(run.strip(), turn.side)

    def _begun_stages(self) -> list[Stage]:
        turn = self.game.latest_turn
        if turn is None or not self.table.rolls:
            return []
        return [stage for stage in turn.rolled.stages if stage.before is not None]

    def _read_run(self, run: str, owner: Side) -> None:
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
                if self.game.stage and self.game.actor is not side:
                    raise ValueError(f"it is not {self.naming.name(side)}'s turn to move")
                if self.game.stage and self.stages < len(self._begun_stages()):
                    raise ValueError("the stage is complete: the next one needs a line of its own")
                for move in resolve(self.game, (Route(origin, (stop,)),)):
                    self._follow(move)

    def _read_take_back(self, parts: re.Match[str]) -> None:
        if self.seeds:
            raise ValueError("the seed has been shown, so nothing can be taken back")
        turn, number = int(parts[1]), int(parts[2] or 1)
        if number > self.turns.count(turn):
            if number > 1:
                raise ValueError(f"there is no roll {number} of turn {turn} to go back to")
            raise ValueError(f"there is no turn {turn} to go back to")
        roll = self.turns.index(turn) + number
        self._follow(TakeBack(roll, Side(parts[3])))
        del self.turns[roll - 1 :]
        self.stages = len(self._begun_stages())  # No stage can follow before the next roll.
        self.has_result = False

    def _read_entry(self, parts: re.Match[str]) -> None:
        entry = read_entry(parts[0])
        if isinstance(entry, NewDice) and self.game.is_over:
            raise ValueError("no dice are rolled after the game ends")
        self._follow(entry)

    def _read_result(self, parts: re.Match[str]) -> None:
        result = self.game.result
        claimed = (Side(parts[1]), int(parts[2])) if parts[1] else (None, 0)
        if result is None:
            raise ValueError("the game is not over")
        if self.has_result:
            raise ValueError("the end of the game is already recorded")
        if (result.winner, result.points) != claimed:
            raise ValueError("the game did not end that way")
        self.has_result = True

    def _read_seed(self, parts: re.Match[str]) -> None:
        if not self.game.is_over:
            raise ValueError("the seed is shown only when the game is over")
        commitment = FairDice(bytes.fromhex(parts[1])).commitment
        if commitment in self.seeds:
            raise ValueError("this seed is already recorded")
        if commitment not in {origin.commitment for origin in self.record.origins}:
            raise WrongSeed(self.line, "the seed does not match any commitment of this game")
        self.seeds[commitment] = parts[1]


_NUMBER: Final = "(?P<number>[1-9][0-9]{0,5})"
_TURN: Final = "([1-9][0-9]{0,5})"
_SIDE: Final = "(?P<side>[WB])"
_LINES: Final = tuple(
    (re.compile(pattern, re.ASCII), read_line)
    for pattern, read_line in (
        (rf"{_NUMBER} (?P<action>opening [1-6]-[1-6])", GameReader._read_action),
        (rf"{_NUMBER} {_SIDE} (?P<dice>[1-6]-[1-6])", GameReader._read_action),
        (rf"  {_SIDE} (?P<action>keeps|rolls again)", GameReader._read_action),
        (rf"{_NUMBER} {_SIDE} doubles to (?P<value>[1-9][0-9]{{0,3}})", GameReader._read_double),
        (rf"  {_SIDE} (?P<action>takes|passes)", GameReader._read_answer),
        (r"(?P<action>[WB] resigns [1-9][0-9]{0,3}|draw agreed)", GameReader._read_action),
        (r"  ([1-6](?: [1-6]){1,3}):(?: (.+))?", GameReader._read_stage),
        (rf"takeback {_TURN}(?: roll {_TURN})? asked by ([WB])", GameReader._read_take_back),
        (rf"help (?:{HELP_VALUES}) asked by [WB]", GameReader._read_entry),
        (r"dice (?:typed|fair [0-9a-f]{64})", GameReader._read_entry),
        (r"(?:([WB]) wins ([1-9][0-9]{0,3})|drawn)", GameReader._read_result),
        (r"Seed: ([0-9a-f]{64})", GameReader._read_seed),
    )
)

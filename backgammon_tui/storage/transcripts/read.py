"""Transcripts read as records of matches: their lines and tags, and the games between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Final

from backgammon_tui.engine import RULESETS, Match, Rules, Side, StartingPosition
from backgammon_tui.engine.match import read_length
from backgammon_tui.match.record import (
    DiceKind,
    DiceOrigin,
    GameRecord,
    MatchRecord,
    Tell,
    check_commitment,
    read_hints,
)
from backgammon_tui.names import check_name, check_names
from backgammon_tui.storage.transcripts.play_lines import GameReader
from backgammon_tui.storage.transcripts.write import HEADING
from backgammon_tui.text_file import (
    Content,
    LineError,
    NumberedLine,
    checked_lines,
    quote,
    read_text,
)
from backgammon_tui.words.rule_settings import change_rule, find_rule

MAX_TRANSCRIPT_LENGTH: Final = 5_000_000
MAX_BYTES: Final = 4 * MAX_TRANSCRIPT_LENGTH
"""No text of so many characters has more."""

MAX_GAMES: Final = 5_000
"""More than anybody plays: the score is counted anew for each of them."""


def read_transcript_file(path: Path, tell: Tell = lambda line: None) -> MatchRecord:
    """Return the match in a transcript file."""
    return read_transcript(read_text(path, MAX_BYTES), tell)


def read_transcript(text: str, tell: Tell = lambda line: None) -> MatchRecord:
    """Return the match in a transcript; `tell` hears the number of each line of play."""
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
        reading = _read_game(record, match, lines[begin], lines[begin + 1 : end], tell)
        games.append(reading.record)
        if reading.game.result:
            match = match.add(reading.game.result)
    return replace(record, games=tuple(games))


def _read_game(
    record: MatchRecord, match: Match, heading: NumberedLine, lines: list[NumberedLine], tell: Tell
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
        tell(line.number)
    return reading


# ---- lines and tags

_COMMENT: Final = re.compile(r"(^|\s);.*")
_FREE_TEXT: Final = re.compile(r"(White|Black|Word [WB]): ")
"""The beginning of a line that quotes players: a semicolon there is theirs."""


def _lines_of(text: str) -> Iterator[NumberedLine]:
    lines = checked_lines(text, "a transcript", MAX_TRANSCRIPT_LENGTH)
    for number, line in enumerate(lines, 1):
        said = (line if _FREE_TEXT.match(line) else _COMMENT.sub("", line)).rstrip()
        if said:
            yield NumberedLine(number, said)


def _read_value(line: NumberedLine, read: Callable[[str], Content]) -> Content:
    return LineError.read(line.number, read, line.text)


def _tag_of(line: NumberedLine) -> tuple[str, str]:
    name, colon, value = line.text.partition(": ")
    if not colon:
        raise LineError(line.number, f"{quote(line.text)} is not a tag")
    return name, value.strip()


_HEAD_TAGS: Final = ("Ruleset", "White", "Black", "Date", "Length")
_HINTS: Final = "Hints"


def _read_head(lines: list[NumberedLine], end: int) -> MatchRecord:
    """Return the match that the head tells, without games; without tags the end is at fault."""
    tags: dict[str, NumberedLine] = {}
    changes = []
    for line in lines:
        name, value = _tag_of(line)
        if name == "Rule":
            changes.append(NumberedLine(line.number, value))
        elif name not in (*_HEAD_TAGS, _HINTS) or name in tags:
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
    hints = _read_value(tags[_HINTS], read_hints) if _HINTS in tags else frozenset[Side]()
    began, length = _read_value(tags["Date"], _read_date), _read_value(tags["Length"], _read_length)
    return MatchRecord(rules, *names, began, length, hints=hints)


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


_GAME_TAG: Final = re.compile(r"(Dice|Commitment|Word [WB]|Start): ")
"""The beginning of a tag of a game."""


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

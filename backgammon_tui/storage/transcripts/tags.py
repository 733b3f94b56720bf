"""The lines of a transcript, and its tags: what stands at its head and at that of each game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from typing import Final

from backgammon_tui.dice import check_word
from backgammon_tui.engine import RULESETS, Rules, Side, Situation
from backgammon_tui.engine.match import read_length
from backgammon_tui.names import check_name, check_names
from backgammon_tui.storage.record import (
    DiceKind,
    DiceOrigin,
    GameRecord,
    MatchRecord,
    read_hints,
)
from backgammon_tui.text_file import Content, LineError, NumberedLine, checked_lines, quote
from backgammon_tui.words.rule_settings import change_rule, find_rule

LONGEST_TRANSCRIPT: Final = 5_000_000


class WrongSeed(LineError):
    """A seed that none of the game's commitments was made of."""


_COMMENT: Final = re.compile(r"(^|\s);.*")
_FREE_TEXT: Final = re.compile(r"(White|Black|Word [WB]): ")
"""The beginning of a line that quotes players: a semicolon there is theirs."""


def lines_of(text: str) -> Iterator[NumberedLine]:
    """Return the lines that say something, without comments."""
    lines = checked_lines(text, "a transcript", LONGEST_TRANSCRIPT)
    for number, line in enumerate(lines, 1):
        said = (line if _FREE_TEXT.match(line) else _COMMENT.sub("", line)).rstrip()
        if said:
            yield NumberedLine(number, said)


def read_value(line: NumberedLine, read: Callable[[str], Content]) -> Content:
    """Return the meaning of a tag's value."""
    return LineError.read(line.number, read, line.text)


def tag_of(line: NumberedLine) -> tuple[str, str]:
    """Return the name and the value of a tag."""
    name, colon, value = line.text.partition(": ")
    if not colon:
        raise LineError(line.number, f"{quote(line.text)} is not a tag")
    return name, value.strip()


_HEAD_TAGS: Final = ("Ruleset", "White", "Black", "Date", "Length")
_HINTS: Final = "Hints"


def read_head(lines: list[NumberedLine], end: int) -> MatchRecord:
    """Return the match that the head tells, without games; without tags the end is at fault."""
    tags: dict[str, NumberedLine] = {}
    changes = []
    for line in lines:
        name, value = tag_of(line)
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
    hints = read_value(tags[_HINTS], read_hints) if _HINTS in tags else frozenset[Side]()
    began, length = read_value(tags["Date"], _read_date), read_value(tags["Length"], _read_length)
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
    names = read_value(white, check_name), read_value(black, check_name)
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


GAME_TAG: Final = re.compile(r"(Dice|Commitment|Word [WB]|Start): ")
"""The beginning of a tag of a game."""

_HEX: Final = re.compile("[0-9a-f]{64}")


def read_game_tags(
    heading: NumberedLine, lines: list[NumberedLine], first: Side | None
) -> GameRecord:
    """Return the game that its tags tell, without lines of play."""
    tags: dict[str, NumberedLine] = {}
    for line in lines:
        name, value = tag_of(line)
        if name in tags:
            raise LineError(line.number, f"{quote(name)} appears twice")
        tags[name] = NumberedLine(line.number, value)
    if "Dice" not in tags:
        raise LineError(heading.number, "the game has no tag Dice")
    dice = _read_dice(tags)
    start = tags.get("Start")
    if start is None:
        return GameRecord(dice, first=first)
    return GameRecord(dice, situation=read_value(start, Situation.parse))


def _read_dice(tags: dict[str, NumberedLine]) -> DiceOrigin:
    number, value = tags["Dice"]
    try:
        kind = DiceKind(value)
    except ValueError:
        raise LineError(number, f"dice are fair or typed, not {quote(value)}") from None
    if kind is DiceKind.TYPED:
        for name in ("Commitment", "Word W", "Word B"):
            if name in tags:
                raise LineError(tags[name].number, f"typed dice have no {name}")
        return DiceOrigin(kind)
    commitment = tags.get("Commitment", NumberedLine(number, ""))
    if not _HEX.fullmatch(commitment.text):
        problem = "fair dice have a commitment of 64 hexadecimal digits"
        raise LineError(commitment.number, problem)
    nothing = NumberedLine(number, "")
    words = (read_value(tags.get(f"Word {side.value}", nothing), check_word) for side in Side)
    return DiceOrigin(kind, commitment.text, *words)

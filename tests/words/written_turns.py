"""Readers of written moves, stages and turns, which compare them with the engine's turn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import Final

from backgammon_tui.engine import Effect, Move, Side, Stage, Status, Withheld
from backgammon_tui.engine.turn import Rolled, Turn

PLACES: Final = {"hand": 25, "bar": 26, "off": 0, "h": 25, "b": 26, "o": 0}
NAMES: Final = {"Anna": Side.WHITE, "Boris": Side.BLACK}
COUNTS: Final = {"no": 0, "none": 0, "one": 1, "two": 2, "three": 3, "four": 4}
_MARKS: Final = {Effect.HIT: "*", Effect.TRAP: "^"}
_CHAIN: Final = re.compile(r"((?:hand|bar|\d+)[*^]?(?:/(?:off|\d+)[*^]?)+)(?:\((\d)\))?")

Hops = Counter[tuple[int | str, int]]
"""Single moves by origin and target, and the hits and traps by sign and target.

Of several checkers that land on a point, the text may name any as the one that hits.
"""


def moves_in(text: str) -> Hops:
    """Read all written moves of a text, such as `24/20*/18 6/5(2)`."""
    hops: Hops = Counter()
    for chain, times in _CHAIN.findall(text):
        stops = [(place_of(place.rstrip("*^")), place[-1]) for place in chain.split("/")]
        for (start, _), (end, mark) in pairwise(stops):
            hops[start, end] += int(times or 1)
            if mark in "*^":
                hops[mark, end] += int(times or 1)
    return hops


def place_of(word: str) -> int:
    return PLACES[word] if word in PLACES else int(word)


def counted(moves: Iterable[Move]) -> Hops:
    hops: Hops = Counter()
    for move in moves:
        hops[move.origin, move.target] += 1
        if move.effect is not Effect.NOTHING:
            hops[_MARKS[move.effect], move.target] += 1
    return hops


# ---- the stages of a turn, as words or as steps


_WORDS: Final = {
    Status.DONE: {"done"},
    Status.COMPLETED_BY_OPPONENT: {"completed by the opponent"},
    Status.LOST: {"lost"},
    Status.NOT_GRANTED: {"not earned"},
    Status.CURRENT: {"now", "lost", "not played"},
    Status.DUE: {"to come", "lost", "not earned"},
}


def stages_are(rolls: Sequence[Rolled], text: str) -> bool:
    """Return True if each part names a stage or an extra roll of the turn, in its order.

    Numbers may be called lost before the side has lost them, if none can be played.
    """
    parts = text.split("; ")
    for rolled in rolls:
        for stage in rolled.stages:
            if stage.status is Status.LAPSED:
                continue
            if not parts:
                return _is_left_out(stage.status)
            if not _stage_is(stage, parts[0]):
                if _is_left_out(stage.status):
                    continue
                return False
            parts.pop(0)
        is_roll = bool(parts) and "extra roll" in parts[0]
        if is_roll and not (rolled.extra_roll and _roll_is(rolled.extra_roll, parts.pop(0))):
            return False
    return not parts


def _is_left_out(status: Status) -> bool:
    """Return True if a stage is not mentioned after the end of the game."""
    return status is Status.DUE


def _stage_is(stage: Stage, text: str) -> bool:
    match = re.fullmatch(
        r"(?:maybe )?(?P<shown>[\d ]+\d|\d|four 5s or 6s) (?P<word>now|done"
        r"|completed by the opponent|lost|not earned|not played|to come)"
        r"(?:, (?P<left>[\d ]+) left|, (?:at most \w+|none playable))?",
        text,
    )
    if match is None or match["word"] not in _WORDS[stage.status]:
        return False
    shown = [int(digit) for digit in re.findall(r"\d", match["shown"])]
    if "four" in match["shown"]:
        return not stage.numbers
    if match["word"] == "not played":
        return shown == list(stage.to_play)
    if shown != list(stage.numbers):
        return False
    if match["word"] != "now":
        return True
    left = [int(digit) for digit in re.findall(r"\d", match["left"] or "")]
    return left == (list(stage.to_play) if stage.moves else [])


def _roll_is(status: Status, text: str) -> bool:
    words = {
        "an extra roll": {Status.DUE},
        "maybe an extra roll": {Status.DUE},
        "an extra roll done": {Status.DONE},
        "an extra roll lost": {Status.LOST, Status.DUE},
        "an extra roll not earned": {Status.NOT_GRANTED, Status.DUE},
    }
    return status in words.get(text, ())


def strip_is(turn: Turn, rows: Sequence[Sequence[str]]) -> bool:
    """Return True if the steps are those of the turn: each number played, current or lost."""
    stages = [s for r in turn.rolls for s in r.stages if s.status is not Status.LAPSED]
    shown = rows_of(rows)
    if len(shown) + 1 == len(stages) and stages[-1].status is Status.DUE:
        del stages[-1]  # A win may come first.
    return len(shown) == len(stages) and all(map(_steps_are, stages, shown))


def rows_of(rows: Sequence[Sequence[str]]) -> list[list[tuple[str, str]]]:
    """Split the steps of the rows of numbers into number and status."""
    pattern = re.compile(r"(\d|5s or 6s) (.*)")
    return [
        [(match[1], match[2]) for step in row if (match := pattern.fullmatch(step))]
        for row in rows
        if not row[0].startswith("roll again")
    ]


def _steps_are(stage: Stage, steps: Sequence[tuple[str, str]]) -> bool:
    if not stage.numbers:
        return [number for number, _ in steps] == ["5s or 6s"]
    played = ("done", "completed by the opponent")
    done = sorted(number for number, status in steps if status in played)
    left = sorted(number for number, status in steps if status not in played)
    moved = sorted(str(move.number) for move in stage.moves)
    expected = sorted(str(number) for number in stage.to_play)
    predicted = {"lost", "not granted"} if stage.status is Status.DUE else {"lost"}
    statuses = {status for _, status in steps} - {*played, *predicted}
    return (done, left) == (moved, expected) and statuses <= {stage.status.value}


# ---- a turn in the log

_WHY: Final = {Withheld.FIRST_DOUBLE: "1st doubles", Withheld.STILL_ENTERING: "not all in"}


def log_is(turn: Turn, text: str) -> bool:
    """Return True if a text names the moves of each stage by their side, and all losses."""
    parts = text.split("; an extra roll ")
    return len(parts) == len(turn.rolls) and all(
        _roll_log_is(rolled, turn, part) for rolled, part in zip(turn.rolls, parts, strict=True)
    )


def _roll_log_is(rolled: Rolled, turn: Turn, text: str) -> bool:
    dice, _, rest = text.partition(" ")
    if dice != f"{max(rolled.dice)}-{min(rolled.dice)}":
        return False
    return _read_log(rest, turn.side) == _expected_log(rolled, turn)


def _read_log(text: str, side: Side) -> list[object]:
    read: list[object] = []
    for part in text.split(", "):
        match = re.fullmatch(r"(?:(\d)s )?(?:(Anna|Boris) )?((?:\S+/\S+ ?)+)", part)
        if match:
            read.append((match[1] or "", NAMES[match[2]] if match[2] else side, moves_in(part)))
        elif match := re.fullmatch(r"lost(?: (?:(two|three|four) )?(\d)s?)?", part):
            read.append(
                ("lost", (int(match[2]),) * COUNTS[match[1] or "one"] if match[2] else "all")
            )
        else:
            read.append(part)
    return read


def _expected_log(rolled: Rolled, turn: Turn) -> list[object]:
    """Return what the engine recorded of a roll, in the form of `_read_log`."""
    expected: list[object] = []
    for index, stage in enumerate(rolled.stages):
        runs = groupby(stage.moves, key=lambda move: move.side)
        for at, (side, moves) in enumerate(runs):
            number = str(stage.numbers[0]) if index and not at else ""
            expected.append((number, side, counted(moves)))
        if stage.status is Status.LOST and stage.before:
            left = stage.to_play
            expected.append(("lost", left if len({*left}) == 1 else "all"))
    for stage in rolled.stages:
        name = "complement" if stage.numbers else "double"
        if stage.withheld:
            expected.append(f"no {name}: {_WHY[stage.withheld]}")
        elif stage.status is Status.LOST and not stage.before:
            expected.append(f"{name} lost")
    if turn.is_lost:
        return ["turn lost"]
    return expected or ["to play"]

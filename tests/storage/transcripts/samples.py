"""Transcripts to read and to damage."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import Action, Position, Rules, Side, StartingPosition
from backgammon_tui.match.record import (
    DiceKind,
    DiceOrigin,
    GameRecord,
    MatchRecord,
    NewDice,
    TakeBack,
    is_roll,
)
from backgammon_tui.storage.transcripts import write_transcript
from tests.engine.examples import NAMES, rules_named
from tests.engine.strategies import any_action
from tests.storage.matches import TYPED, new_match, random_table, seeds_of

HEAD: Final = """\
backgammon-tui transcript 1
Ruleset: russian
Rule: free_entry = on
White: Anna
Black: Boris
Date: 2026-03-01
Length: 5
"""

TYPED_GAME: Final = f"""\
{HEAD}
Game 1
Dice: typed
1 opening 3-3
1 opening 5-2
  W keeps
  5 2: hand/20 hand/23
2 B 4-4
  4 4 4 4: hand/21(4)
"""

SAMPLE: Final = f"""\
{HEAD}
Game 1
Dice: fair
Commitment: 15a93bdcd593cc838273fc719d0f65f880e30b9eb5ec887ab8933efeafbc9b65
1 opening 2-6
  B rolls again
1 B 2-1
  2 1: hand/24/22
2 W 5-1
  5 1: hand/24 hand/20
3 B 4-2
  4 2: hand/21 hand/23
4 W 5-2
  5 2: hand/20 hand/23*
takeback 4 asked by W
4 W 5-2
  5 2: hand/23* hand/20
5 B 2-1
  2 1: bar/24* hand/23*
6 W 3-1
  3 1: bar/24* bar/22*
W resigns 2
Seed: 000000000000000000000000000000000000000000000000000000000021febf
"""

COMPLETED: Final = """\
backgammon-tui transcript 1
Ruleset: falood
Rule: opponent_completes = on
White: Anna
Black: Boris
Date: 2026-03-01
Length: open

Game 1
Dice: typed
Start: W 24:15 / B 22:5 20:2 18:2 13:6; W to move; first double W B
1 W 6-4
  6 4: B 18/14 | W 24/18*
2 B 2-1
  2 1: bar/23 14/13
  5 5 5 5: 22/17(4)
2 B 3-2
  3 2: 13/10 13/11
draw agreed

Game 2
Dice: typed
1 opening 1-2
1 B 3-3
  3 3 3 3: hand/22(3)
"""
"""A Falood game with stages that the opponent completes, and one that has just begun."""


@cache
def texts() -> tuple[str, ...]:
    """Return two samples, and matches of all rulesets."""
    records = [late_match(*late) for late in LATE]
    for number, name in enumerate(NAMES):
        records.append(random_match(rules_named(name), number + 4, 150))
    return (SAMPLE, COMPLETED, *map(write_transcript, records))


def random_match(rules: Rules, seed: int, steps: int) -> MatchRecord:
    """Return a match with undo, take-backs and new dice in the middle of its games."""
    chance = random.Random(seed)
    record = random_table(rules, seed, steps, fair=bool(seed % 3), back=seed % 4 > 0).record
    return replace(record, games=tuple(_with_new_dice(game, chance) for game in record.games))


LATE: Final = (
    ("backgammon", "W 6:1 5:2 3:1 1:2 off:9 / B 6:2 4:1 2:2 off:10"),
    ("never-finishing", "W 21:1! 4:2 3:1 2:1 off:10 / B 6:1 4:1 3:1 2:1 off:11"),
)
"""Games near their end, one with a trapped checker."""


def late_match(name: str, line: str) -> MatchRecord:
    """Return a match of one game that starts near its end."""
    begun = StartingPosition(Position.parse(line), Side.BLACK, frozenset({Side.WHITE}))
    return match_from(rules_named(name), begun, random.Random(5))


def match_from(
    rules: Rules, begun: StartingPosition, chance: random.Random, steps: int = 9999
) -> MatchRecord:
    """Return a match whose game starts at a position; it ends, or breaks off after the steps."""
    game, actions = begun.game(rules), list[Action]()
    while not game.is_over and len(actions) < steps:
        actions.append(any_action(game, chance))
        game = game.apply(actions[-1])
    return new_match(rules).add_game(GameRecord(TYPED, tuple(actions), starting_position=begun))


def _with_new_dice(game: GameRecord, chance: random.Random) -> GameRecord:
    """Return the game with other dice for a roll that was not taken back."""
    entries = game.entries
    last_back = max((i for i, e in enumerate(entries) if isinstance(e, TakeBack)), default=0)
    rolls = [i for i, e in enumerate(entries) if is_roll(e) and i >= last_back]
    if not rolls:
        return game
    at, fair = chance.choice(rolls), FairDice(chance.randbytes(32))
    new = NewDice(DiceOrigin(DiceKind.FAIR, fair.commitment))
    changed = replace(game, entries=(*entries[:at], new, *entries[at:]))
    return changed.with_seeds({fair.commitment: fair.seed.hex()}) if seeds_of(game) else changed


# ---- damaged texts

Lines = list[str]
Damage = Callable[[Lines, int, int], Lines]

JUNK: Final = (
    *(" ", "x", "*", "^", "9", ";", "=6", "(4)", " hand/20", "|", ":", "-", "/", "bar", "off"),
    *("\x00", "\x1b[2J", "\x9b31m", "\r", "\t", "\u200b", "\u202e", "\u2028", "\ufeff", "\ud800"),
    *("\u0301" * 9, "[b]", "{0}", "%s", "$(x)", "`x`", "\U0001f3b2", "１", "99999999999"),
)


def _in_line(change: Callable[[str, int], str]) -> Damage:
    return lambda lines, a, b: [*lines[:a], change(lines[a], b), *lines[a + 1 :]]


def _with_line_of_another_text(lines: Lines, a: int, b: int) -> Lines:
    others = texts()[b % len(texts())].split("\n")
    return [*lines[:a], others[b // 7 % len(others)], *lines[a + 1 :]]


def _with_junk(line: str, b: int) -> str:
    at = b // 100 % (len(line) + 1)
    return line[:at] + JUNK[b % len(JUNK)] + line[at + b % 2 :]


def _with_words_exchanged(line: str, b: int) -> str:
    words = line.split(" ")
    first, other = b % len(words), b // 50 % len(words)
    words[first], words[other] = words[other], words[first]
    return " ".join(words)


DAMAGES: Final[list[Damage]] = [
    lambda lines, a, b: [*lines[:a], *lines[a + 1 :]],
    lambda lines, a, b: [*lines[: a + 1], *lines[a:]],
    lambda lines, a, b: [*lines[:a], *reversed(lines[a : a + 2]), *lines[a + 2 :]],
    _with_line_of_another_text,
    _in_line(_with_junk),
    _in_line(lambda line, b: line[: b % (len(line) + 1)]),
    _in_line(lambda line, b: re.sub("[0-9]+", str(b % 27), line, count=1 + b % 3)),
    _in_line(lambda line, b: line.translate({ord("W"): "B", ord("B"): "W"})),
    _in_line(_with_words_exchanged),
    _in_line(lambda line, b: f"{line} ; 3 W 4-4"),
]


def damaged(text: str, damage: Damage, a: int, b: int) -> str:
    """Return the text with one line damaged."""
    lines = text.split("\n")
    return "\n".join(damage(lines, a % len(lines), b))

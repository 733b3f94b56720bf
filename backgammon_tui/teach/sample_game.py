"""The sample game of D. B. Falood's article, turn by turn, with notes.

It is a data file, `sample/falood.txt`, read on first use and checked by the engine;
`sample/FORMAT.md` describes its format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from backgammon_tui.dice import read_dice
from backgammon_tui.engine import RULESETS, Action, Game, OpeningRoll, Roll, Rules, Side
from backgammon_tui.engine.notation import read_moves
from backgammon_tui.teach.blocks import (
    HeadedPart,
    joined,
    read_data_file,
    read_headed_parts,
)
from backgammon_tui.text_file import LineError

RULESET: Final = "falood"
"""The ruleset of the game."""

_FILE: Final = f"{RULESET}.txt"


@dataclass(frozen=True)
class SampleTurn:
    number: int
    """The number of the turn in the article, from 1."""

    side: Side

    sections: tuple[str, ...]
    """The sections of the rulebook that the note is about."""

    note: str
    printed: str
    """The error of the printed text with its correction; empty if there is none."""

    before: int
    """The history index of the state before the turn's first roll."""

    after: int
    """The history index of the state after the turn's last action."""


@dataclass(frozen=True)
class SampleGame:
    """The game as far as it was printed."""

    rules: Rules

    introduction: tuple[str, ...]
    """Introductory paragraphs."""

    actions: tuple[Action, ...]

    history: tuple[Game, ...]
    """All states: the start, and one after each action.

    In the last one a number is still to be played, because the printed text breaks off there.
    """

    turns: tuple[SampleTurn, ...]

    end: tuple[str, ...]
    """Paragraphs about the possible continuations."""


@cache
def sample_game() -> SampleGame:
    return read_sample_game(_FILE, read_data_file(f"sample/{_FILE}"))


def read_sample_game(file: str, text: str) -> SampleGame:
    opening, *parts = read_headed_parts(text)
    rules = RULESETS[RULESET]
    actions: list[Action] = [OpeningRoll(*read_dice(*map(joined, opening.blocks)))]
    history = [Game.start(rules), Game.start(rules).apply(actions[0])]
    texts: dict[str, tuple[str, ...]] = {}
    turns: list[SampleTurn] = []
    for part in parts:
        number, title = part.head[0]
        if title in ("== introduction", "== end"):
            texts[title] = tuple(map(joined, part.blocks))
            continue
        before = len(history) - 1
        try:
            written = _read_turn(part)
            for action, game in _play(history[-1], written["played"]):
                actions.append(action)
                history.append(game)
            turn = history[-1].latest_turn
            assert turn
            if (written["number"], written["side"]) != (str(len(turns) + 1), turn.side.value):
                raise ValueError(f"this is turn {len(turns) + 1}, of {turn.side.value}")
            sections = tuple(section.strip() for section in written["sections"].split(","))
            note, printed = written["note"], written["printed"] or ""
            place = before, len(history) - 1
            turns.append(SampleTurn(len(turns) + 1, turn.side, sections, note, printed, *place))
        except ValueError as error:
            raise LineError(number, f"{error} ({file})") from None
    introduction, end = texts["== introduction"], texts["== end"]
    return SampleGame(rules, introduction, tuple(actions), tuple(history), tuple(turns), end)


_TURN: Final = re.compile(
    r"(?P<number>\d+) (?P<side>[WB])\n(?P<played>.+)\nsections: (?P<sections>.+)\n"
    r"(?P<note>.+)(?:\nprinted: (?P<printed>.+))?",
    re.ASCII,
)


def _read_turn(part: HeadedPart) -> re.Match[str]:
    lines = [*(line.text for line in part.head), *map(joined, part.blocks)]
    turn = _TURN.fullmatch("\n".join(lines).removeprefix("== "))
    if turn is None:
        raise ValueError("a turn is its play, 'sections:', a note, and perhaps 'printed:'")
    return turn


def _play(game: Game, played: str) -> Iterator[tuple[Action, Game]]:
    """Yield the actions of a turn written as in a log, each with the state after it."""
    for rolled in played.split(" again "):
        dice, _, stages = rolled.partition(" ")
        action: Action = Roll(*read_dice(dice))
        game = game.apply(action)
        yield action, game
        for stage in stages.split(", "):
            if stage == "turn lost" or stage.startswith("lost "):
                continue
            for action in read_moves(game, stage):
                game = game.apply(action)
                yield action, game

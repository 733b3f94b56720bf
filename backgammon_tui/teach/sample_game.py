"""The sample game of D. B. Falood's article, turn by turn, with notes.

It is a data file, `sample/falood.txt`, read on first use; `sample/FORMAT.md` describes its format.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from backgammon_tui.dice import read_dice
from backgammon_tui.engine import RULESETS, Action, Game, OpeningRoll, Roll, Rules, Side
from backgammon_tui.engine.notation import read_moves
from backgammon_tui.text_file import joined, read_data_file, read_headed_parts

RULESET: Final = "falood"


@dataclass(frozen=True)
class SampleTurn:
    number: int
    side: Side
    sections: tuple[str, ...]
    note: str
    printed: str
    """The error of the printed text with its correction; empty if there is none."""

    before: int
    """The history index of the state before the turn's first roll."""

    after: int
    """The history index of the state after the turn's last action."""


@dataclass(frozen=True)
class SampleGame:
    rules: Rules
    introduction: tuple[str, ...]
    actions: tuple[Action, ...]
    history: tuple[Game, ...]
    """All states: the start, and one after each action.

    In the last one a number is still to be played, because the printed text breaks off there.
    """

    turns: tuple[SampleTurn, ...]
    end: tuple[str, ...]


@cache
def sample_game() -> SampleGame:
    return _read(read_data_file(f"sample/{RULESET}.txt"))


def _read(text: str) -> SampleGame:
    opening, *parts = read_headed_parts(text)
    rules = RULESETS[RULESET]
    actions: list[Action] = [OpeningRoll(*read_dice(*map(joined, opening.blocks)))]
    history = [Game.start(rules), Game.start(rules).apply(actions[0])]
    texts: dict[str, tuple[str, ...]] = {}
    turns: list[SampleTurn] = []
    for head, blocks in parts:
        title, *played = (line.text.removeprefix("== ") for line in head)
        paragraphs = tuple(map(joined, blocks))
        if not played:
            texts[title] = paragraphs
            continue
        before, side = len(history) - 1, history[-1].side
        assert side
        for action, game in _play(history[-1], played[0]):
            actions.append(action)
            history.append(game)
        sections = tuple(played[1].removeprefix("sections: ").split(", "))
        note, *printed = paragraphs
        error = printed[0].removeprefix("printed: ") if printed else ""
        place = before, len(history) - 1
        turns.append(SampleTurn(len(turns) + 1, side, sections, note, error, *place))
    return SampleGame(
        rules, texts["introduction"], tuple(actions), tuple(history), tuple(turns), texts["end"]
    )


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

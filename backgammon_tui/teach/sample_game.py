"""The sample game of D. B. Falood's article, turn by turn, with notes.

It is a data file, `sample/falood.txt`, read on first use; `sample/FORMAT.md` describes its format.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from backgammon_tui.dice import read_dice
from backgammon_tui.engine import RULESETS, Action, Game, OpeningRoll, Roll, Rules
from backgammon_tui.engine.notation import read_moves
from backgammon_tui.explain.facts import done
from backgammon_tui.text_file import joined, read_data_file, read_headed_parts

RULESET: Final = "falood"


class Note(NamedTuple):
    """The text at one stop of a game."""

    paragraphs: tuple[str, ...]
    sections: tuple[str, ...] = ()
    """The sections of the rulebook to which the text refers."""


class SampleGame(NamedTuple):
    rules: Rules
    actions: tuple[Action, ...]
    """All actions; then a number is still to be played, because the printed text breaks off."""

    notes: tuple[Note, ...]
    """The introduction, then the note of each turn."""


@cache
def sample_game() -> SampleGame:
    (_, opening), *parts = read_headed_parts(read_data_file(f"sample/{RULESET}.txt"))
    rules = RULESETS[RULESET]
    actions: list[Action] = [OpeningRoll(*read_dice(*map(joined, opening)))]
    game, notes = Game.start(rules).apply(actions[0]), list[Note]()
    for head, blocks in parts:
        paragraphs = tuple(map(joined, blocks))
        match head:
            case [_, played, sections]:
                turn = [*_read_turn(game, played.text)]
                actions, game = [*actions, *turn], done(game, turn)
                listed = sections.text.removeprefix("sections: ").split(", ")
                notes.append(Note(paragraphs, tuple(listed)))
            case _ if notes:  # The end belongs to the last turn.
                last = notes.pop()
                notes.append(last._replace(paragraphs=last.paragraphs + paragraphs))
            case _:
                notes.append(Note(paragraphs))
    return SampleGame(rules, tuple(actions), tuple(notes))


def _read_turn(game: Game, played: str) -> Iterator[Action]:
    """Yield the actions of a turn written as in a log."""
    for rolled in played.split(" again "):
        dice, _, stages = rolled.partition(" ")
        roll = Roll(*read_dice(dice))
        yield roll
        game = game.apply(roll)
        for stage in stages.split(", "):
            if "lost" not in stage.split():
                moves = read_moves(game, stage)
                yield from moves
                game = done(game, moves)

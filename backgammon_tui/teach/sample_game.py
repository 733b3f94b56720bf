"""The sample game of D. B. Falood's article, turn by turn, with notes.

It is a data file, `sample/falood.txt`, read when it is first asked for; `sample/FORMAT.md`
tells how it is written. What it says was played the engine has played.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from backgammon_tui.dice import read_dice
from backgammon_tui.engine.actions import Action, OpeningThrow, Throw
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.notation import read_moves
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.rules import RULESETS, Rules
from backgammon_tui.teach.examples import NAMES
from backgammon_tui.teach.source import FaultyPage
from backgammon_tui.words.rule_settings import change_rule
from backgammon_tui.words.turn_lines import describe_throws

RULESET: Final = "falood"
"""The game that is played in it."""

_FILE: Final = f"{RULESET}.txt"


@dataclass(frozen=True)
class SampleTurn:
    """One turn of the sample game."""

    number: int
    """From 1, as the article counts."""

    side: Side

    written: str
    """What was thrown, played and lost, as a log has it: `2-6 hand/23, lost 6`."""

    sections: tuple[str, ...]
    """The sections of the rulebook that the note is about."""

    note: str
    """What the turn does and which rule is at work."""

    printed: str
    """Where the printed text goes wrong, and what was meant; empty where it does not."""

    before: int
    """The index in the history of the state before the turn's first throw."""

    after: int
    """The index of the state after its last action."""


@dataclass(frozen=True)
class SampleGame:
    """The game as far as it was printed."""

    rules: Rules

    introduction: tuple[str, ...]
    """Paragraphs to begin with."""

    actions: tuple[Action, ...]

    history: tuple[Game, ...]
    """All states: the start, and one after each action.

    In the last one a number is still to be played: there the print breaks off.
    """

    turns: tuple[SampleTurn, ...]

    end: tuple[str, ...]
    """Paragraphs on what might have followed."""

    def turn_at(self, index: int) -> SampleTurn | None:
        """The turn whose action led to the state at an index of the history, if one did."""
        return next((turn for turn in self.turns if turn.before < index <= turn.after), None)


@cache
def sample_game() -> SampleGame:
    """The sample game.

    Raises:
        FaultyPage: if the data file cannot be read, or the engine denies what it says.
    """
    text = (files("backgammon_tui.teach") / "sample" / _FILE).read_text(encoding="utf-8")
    return read_sample_game(_FILE, text)


def read_sample_game(file: str, text: str) -> SampleGame:
    """The sample game that a data file tells.

    Raises:
        FaultyPage: naming the line of the part that cannot be read, or that the engine denies.
    """
    beginning, *parts = _parts(text)
    part = beginning
    introduction: tuple[str, ...] = ()
    end: tuple[str, ...] = ()
    turns: list[SampleTurn] = []
    try:
        rules, opening = _read_beginning(beginning.body)
        actions: list[Action] = [opening]
        start = Game.start(rules)
        history = [start, start.apply(opening)]
        for part in parts:
            match part.title:
                case "introduction":
                    introduction = part.paragraphs
                case "end":
                    end = part.paragraphs
                case _:
                    written = _read_turn(part)
                    before = len(history) - 1
                    for action, game in _play(history[-1], written["played"]):
                        actions.append(action)
                        history.append(game)
                    turns.append(_turn(written, len(turns) + 1, before, history))
    except ValueError as error:
        raise FaultyPage(file, part.line, str(error)) from None
    return SampleGame(rules, introduction, tuple(actions), tuple(history), tuple(turns), end)


@dataclass(frozen=True)
class _Part:
    """What stands under one heading of the file, or before the first."""

    line: int
    title: str
    body: str

    @property
    def paragraphs(self) -> tuple[str, ...]:
        return tuple(map(_one_line, self.body.split("\n\n")))


_HEADING: Final = re.compile(r"^== (.*)$", re.MULTILINE)


def _parts(text: str) -> Iterator[_Part]:
    text = re.sub(r"^#.*$", "", text, flags=re.MULTILINE)
    line, (first, *rest) = 1, _HEADING.split(text)
    yield _Part(line, "", first.strip())
    line += first.count("\n")
    for title, body in zip(rest[::2], rest[1::2], strict=True):
        yield _Part(line, title.strip(), body.strip())
        line += body.count("\n")


def _one_line(text: str) -> str:
    return " ".join(text.split())


_BEGINNING: Final = re.compile(r"rules: (\S+)(.*)\nopening: ([1-6]) ([1-6])", re.ASCII)


def _read_beginning(text: str) -> tuple[Rules, OpeningThrow]:
    parts = _BEGINNING.fullmatch(text)
    if parts is None or parts[1] not in RULESETS:
        raise ValueError("the file begins with 'rules: falood' and 'opening: 2 5'")
    rules = RULESETS[parts[1]]
    for setting in parts[2].split():
        rules = change_rule(rules, setting)
    return rules, OpeningThrow(white=int(parts[3]), black=int(parts[4]))


_TURN: Final = re.compile(
    r"(?P<number>\d+) (?P<side>[WB])\n(?P<played>.+)\nsections: (?P<sections>.+)\n\n"
    r"(?P<note>(?:.+\n?)+?)(?:\nprinted: (?P<printed>(?:.+\n?)+))?",
    re.ASCII,
)


def _read_turn(part: _Part) -> re.Match[str]:
    found = _TURN.fullmatch(f"{part.title}\n{part.body}")
    if found is None:
        raise ValueError("a turn is its play, 'sections:', a note, and perhaps 'printed:'")
    return found


def _play(game: Game, played: str) -> Iterator[tuple[Action, Game]]:
    """The actions of a turn that is written as a log writes it, each with the state after it."""
    for thrown in played.split(" again "):
        dice, _, stages = thrown.partition(" ")
        action: Action = Throw(*read_dice(dice))
        game = game.apply(action)
        yield action, game
        for stage in stages.split(", "):
            if stage.startswith("lost "):
                continue
            for action in read_moves(game, stage):
                game = game.apply(action)
                yield action, game


def _turn(written: re.Match[str], number: int, before: int, history: Sequence[Game]) -> SampleTurn:
    """A turn that has been played, if it is written as it was played."""
    last = history[-1]
    turn = last.turn or last.last_turn
    assert turn
    due = f"{number} {turn.side.value} {describe_throws(turn, NAMES)}"
    if due != f"{written['number']} {written['side']} {written['played']}":
        raise ValueError(f"the engine writes {due!a}")
    return SampleTurn(
        number,
        turn.side,
        written["played"],
        tuple(section.strip() for section in written["sections"].split(",")),
        _one_line(written["note"]),
        _one_line(written["printed"] or ""),
        before,
        len(history) - 1,
    )

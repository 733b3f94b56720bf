"""Examples: a position and some steps from it, all confirmed by the engine."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from backgammon_tui.engine.actions import ChooseDoubles, Roll
from backgammon_tui.engine.events import (
    ExtraRollEarned,
    GameEnded,
    HandedOver,
    Resumed,
    StageLost,
    StageWithheld,
)
from backgammon_tui.engine.game import Game, StartingPosition
from backgammon_tui.engine.notation import read_moves, write_moves
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.reasons import NotAllowed
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.turn import Phase
from backgammon_tui.explain.made import done
from backgammon_tui.teach.rulebook.sections import WHY_BY_NAME, Block, Listing, Picture
from backgammon_tui.words.event_sentences import describe_event
from backgammon_tui.words.naming import STANDARD, write_dice
from backgammon_tui.words.reason_sentences import describe_reason

_TOLD: Final = (StageLost, StageWithheld, HandedOver, Resumed, ExtraRollEarned, GameEnded)
"""The events that an example tells of itself; its steps say the rest."""


def from_start(rules: Rules, text: str) -> str:
    return re.sub(r"\Astart\b", str(rules.start.position), text)


@dataclass(frozen=True)
class _Run:
    """An example of the rulebook while its steps are played and written down."""

    game: Game

    rolled: Game
    """The game after the last roll, to which `or` goes back."""

    blocks: tuple[Block, ...]
    items: tuple[str, ...] = ()
    """Sentences on the steps since the last picture, which will make one list."""

    def tell(self, game: Game, what: str, comment: str) -> _Run:
        """Return the example after one more step, which led to `game`."""
        told = [
            describe_event(event, STANDARD) for event in game.events if isinstance(event, _TOLD)
        ]
        item = " ".join(part for part in (what, *told, comment) if part)
        return replace(self, game=game, items=(*self.items, item))

    def show(self, caption: str) -> _Run:
        picture = Picture(self.game.position, caption, self.game.side)
        return replace(self, blocks=(*self.told(), picture), items=())

    def told(self) -> tuple[Block, ...]:
        return (*self.blocks, Listing(self.items)) if self.items else self.blocks


def describe_example(rules: Rules, starting_position: str, text: str) -> tuple[Block, ...]:
    """Return an example as it is shown: its picture, and its steps in words.

    Args:
        starting_position: The position at its start.
        text: The caption, and the steps, each in a line that begins with `> ` and with what
            there is to say on it below.

    Raises:
        ValueError: if its position cannot be, a step is none, or the engine denies it.
    """
    game = StartingPosition.parse(from_start(rules, starting_position)).game(rules)
    caption, *steps = (part.strip() for part in f"\n{text}".split("\n> "))
    picture = Picture(game.position, _in_one_line(caption), game.side)
    # How a game begins needs no picture of its own.
    needed = caption or game.position != rules.start.position
    run = _Run(game, game, (picture,) if needed else ())
    for step in steps:
        command, _, comment = step.partition("\n")
        try:
            run = _follow(run, command, _in_one_line(comment))
        except NotAllowed as error:
            told = describe_reason(error.reason, STANDARD)
            raise ValueError(f"{command}: {told}") from None
        except ValueError as error:
            raise ValueError(f"{command}: {error}") from None
    return run.told()


def _in_one_line(text: str) -> str:
    return " ".join(line.strip() for line in text.split("\n"))


def _follow(run: _Run, command: str, comment: str) -> _Run:
    for pattern, follow in _STEPS.items():
        if parts := re.fullmatch(pattern, command):
            return follow(run, comment, *parts.groups())
    raise ValueError("this is no step of an example")


def _rolls(run: _Run, comment: str, side: str, first: str, second: str) -> _Run:
    _expect_to_act(run.game, side)
    dice = int(first), int(second)
    game = run.game.apply(Roll(*dice))
    another = "An extra roll: " if run.game.phase is Phase.ROLL_AGAIN else ""
    what = f"{another}{STANDARD.name(Side(side))} rolls {write_dice(dice)}."
    run = run.tell(game, what, comment)
    return replace(run, rolled=game)


def _plays(run: _Run, comment: str, alternative: str | None, side: str, text: str) -> _Run:
    before = run.rolled if alternative else run.game
    _expect_to_act(before, side)
    moves = read_moves(before, text)
    verb = "could also play" if alternative else "plays"
    what = f"{STANDARD.name(Side(side))} {verb} {write_moves(moves)}."
    return run.tell(done(before, moves), what, comment)


def _cannot(run: _Run, comment: str, side: str, text: str, why: str) -> _Run:
    _expect_to_act(run.game, side)
    try:
        read_moves(run.game, text)
    except NotAllowed as error:
        if error.reason.cause is not WHY_BY_NAME.get(why):
            raise ValueError(f"{text} is refused as {error.reason.cause.value!a}") from None
        what = f"{text} is not allowed. {describe_reason(error.reason, STANDARD)}"
    else:
        raise ValueError(f"{text} is allowed")
    return run.tell(replace(run.game, events=()), what, comment)


def _chooses(run: _Run, comment: str, side: str, number: str) -> _Run:
    _expect_to_act(run.game, side)
    game = run.game.apply(ChooseDoubles(int(number)))
    return run.tell(game, f"{STANDARD.name(Side(side))} chooses four {number}s.", comment)


def _expect_to_act(game: Game, side: str) -> None:
    if game.actor is not Side(side):
        raise ValueError(f"it is not {STANDARD.name(Side(side))} who acts now")


_Follow = Callable[..., _Run]

THEN: Final = r"then (.+)"
"""A step that only states what follows; the tests check it."""


_STEPS: Final[dict[str, _Follow]] = {
    r"([WB]) rolls(?: again)? ([1-6])-([1-6])": _rolls,
    r"(or )?([WB]) plays (.+)": _plays,
    r"([WB]) cannot ([^:]+): (.+)": _cannot,
    r"([WB]) chooses ([56])": _chooses,
    r"show": _Run.show,
    THEN: lambda run, *_: run,
}
"""The forms of a step's line, each with its function."""

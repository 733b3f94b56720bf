"""The windows of modes as lines: what they show is said, what they ask is typed."""

from __future__ import annotations

from collections.abc import Iterator

from backgammon_tui.engine import Game, Phase
from backgammon_tui.levels import LEVELS, Level
from backgammon_tui.modes.effects import (
    AllThrows,
    AnyWindow,
    ChooseLevel,
    Confirm,
    Message,
    Rulebook,
)
from backgammon_tui.modes.game_view import situation_of_throw
from backgammon_tui.plain.talk import WIDTH, Talk
from backgammon_tui.teach.rulebook.pages import pages
from backgammon_tui.teach.rulebook.plain_text import write_section
from backgammon_tui.teach.throw_grid import (
    describe_legend,
    describe_totals,
    throw_grid,
    write_cell,
)
from backgammon_tui.words.naming import Naming

_CELL = 8
"""The columns of a cell in the square of throws."""


def answer_to(window: AnyWindow, talk: Talk) -> object:
    """Say a window and ask its question; return None where it has no answer."""
    match window:
        case Message(text):
            talk.say(text)
        case Rulebook(rules, section):
            shown = (page for page in pages(rules) if section in (None, page.id))
            talk.say("\n\n".join(write_section(rules, page, WIDTH) for page in shown))
        case AllThrows(game, naming):
            talk.say("\n".join(_square(game, naming)))
        case Confirm(question):
            return talk.agrees(question)
        case ChooseLevel(text):
            talk.say(f"{text} Its level: {LEVELS}.")
            chosen = talk.ask("> ").lower()
            return next((f"program:{each.value}" for each in Level if each.value == chosen), None)
        case _:
            talk.say("Only the screen has this.")
    return None


def _square(game: Game, naming: Naming) -> Iterator[str]:
    situation = situation_of_throw(game)
    if situation is None:
        yield "It is not clear yet who throws."
        return
    grid = throw_grid(game.rules, situation)
    is_thrown = game.turn is not None and game.phase is not Phase.THROW_AGAIN
    name = naming.name(grid.side)
    yield f"{f'What {name} could have thrown' if is_thrown else f'{name}: the next throw'}:"
    yield "   " + "".join(f"{die:<{_CELL}}" for die in range(1, 7)).rstrip()
    for number, row in enumerate(grid.rows, 1):
        yield f"{number}  " + "".join(f"{write_cell(cell):<{_CELL}}" for cell in row).rstrip()
    yield from describe_legend(grid)
    yield describe_totals(grid)

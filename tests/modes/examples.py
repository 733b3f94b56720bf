"""Short ways to sit down at a table in the middle of a game, and to press keys there.

Tables of cases: a line with a game, a position and keys starts each group; the lines below it are
more keys, separated by commas, and after `=>` their result. `_` is a typed space, `↵` is Enter.

    backgammon: W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5, 31, enter
    8/2 => No number left moves a checker from point 8 to point 2; a 6 would.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import Match, Place, Position, Rules, Side, StartingPosition
from backgammon_tui.match.record import (
    DiceKind,
    DiceOrigin,
    GameRecord,
    MatchRecord,
)
from backgammon_tui.match.table import Table
from backgammon_tui.modes.effects import AnyEffect, Effects, Happened, Shown, SimpleEffect
from backgammon_tui.modes.header import match_header
from backgammon_tui.modes.inputs import ChooseRow, Key
from backgammon_tui.modes.mode import Frame, footer
from backgammon_tui.modes.notice import NoticeKind
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.panel import play_panel
from backgammon_tui.modes.play.prompts import ask_draw, ask_resign, ask_take_back, redo, undo
from backgammon_tui.modes.play.state import BoardState, PlayState, answer_why, handle, pick
from backgammon_tui.modes.text import Glyphs, Panel, TextLine
from backgammon_tui.settings import Settings
from tests.engine.examples import rules_named

W, B = Side.WHITE, Side.BLACK

PLAIN = Settings()
DATE = "2026-03-01"

_KEYS = {key.value for key in Key}


def table_from(
    name: str,
    line: str,
    side: Side,
    *,
    had_double: Iterable[Side] = (),
    players: tuple[str, str] = ("White", "Black"),
    **house_rules: Any,
) -> Table:
    """Return a table that continues from a position line, with typed dice."""
    rules = rules_named(name, **house_rules)
    here = StartingPosition(Position.parse(line), side, frozenset(had_double))
    record = GameRecord(DiceOrigin(DiceKind.TYPED), starting_position=here)
    match = MatchRecord(rules, *players, DATE, None, (record,))
    return Table(match, Match(rules, None), None, (record.play(rules),))


def new_table(
    rules: Rules,
    seed: int | None = None,
    players: tuple[str, str] = ("White", "Black"),
    length: int | None = None,
    starting_position: str = "",
) -> Table:
    """Return a table before the first roll, with fair dice if a seed is given."""
    dice = None if seed is None else FairDice(seed.to_bytes(32, "big"))
    match = MatchRecord(rules, *players, DATE, length)
    if starting_position:
        return Table.begin_at(match, StartingPosition.parse(starting_position), dice)
    return Table.new_match(match, dice)


def seated(
    name: str,
    line: str,
    side: Side,
    *inputs: str,
    options: Settings = PLAIN,
    had_double: Iterable[Side] = (),
    players: tuple[str, str] = ("White", "Black"),
    **house_rules: Any,
) -> PlayState:
    """Return a state in the middle of a game after some inputs: `seated(…, B, "54", "enter")`."""
    table = table_from(name, line, side, had_double=had_double, players=players, **house_rules)
    return do(PlayState.open(table, options), *inputs)


def do(state: PlayState, *inputs: str) -> PlayState:
    """Return the state after some keys by Textual's names, and texts typed one by one.

    `u`, `U` and `w` undo, redo and ask why, as the letters do on the screen; `@8` and `@off` are
    clicks.
    """
    for press in inputs:
        if press in _KEYS:
            state = handle(state, Key(press))
        elif press in _COMMANDS:
            state = _COMMANDS[press](state)
        elif press[:1] == "@":
            place = press[1:]
            state = pick(state, int(place) if place.isdecimal() else Place[place.upper()])
        else:
            state = typed(state, press)
    return replace(state, effects=())


def typed(state: PlayState, text: str) -> PlayState:
    """Return the state after a typed text; its spaces are the space bar."""
    for character in text:
        state = handle(state, Key.SPACE) if character == " " else handle(state, character)
    return state


def requests(effects: Effects) -> list[AnyEffect]:
    """Return the effects other than those on the display."""
    return [e for e in effects if not isinstance(e, SimpleEffect | Happened | Shown)]


def choose_row(state: PlayState, row: int) -> PlayState:
    """Return the state after a click on a row of the list."""
    return handle(state, ChooseRow(row))


def why(state: PlayState) -> PlayState:
    """Return the state after `w`."""
    if state.news:
        return state
    return replace(state, notice=answer_why(state)._replace(kind=NoticeKind.ANSWER))


_COMMANDS = {
    "u": undo,
    "U": redo,
    "w": why,
    "take back": ask_take_back,
    "resign": ask_resign,
    "draw": ask_draw,
}


class Case(NamedTuple):
    """A line of a table: a game, the keys, and what follows them."""

    at: PlayState
    keys: tuple[str, ...]
    expected: str

    @property
    def state(self) -> PlayState:
        return do(self.at, *self.keys)


_SIGNS = {"↵": "enter"}


def _table_of(name: str, line: str, house_rules: Iterable[str]) -> Table:
    house: dict[str, Any] = dict.fromkeys(house_rules, True)
    if line == "start":
        return new_table(rules_named(name, **house))
    here = StartingPosition.parse(line if "to move" in line else f"{line}; W to move")
    position, had_double = str(here.position), here.had_double
    return table_from(name, position, here.side, had_double=had_double, **house)


def cases(table: str, options: Settings = PLAIN) -> pytest.MarkDecorator:
    """Parametrize a test with the lines of a table."""
    rows, at = [], None
    for row in filter(None, map(str.strip, table.splitlines())):
        keys, arrow, expected = row.partition("=>")
        if arrow:
            assert at, "a table begins with a game"
            pressed = tuple(key.strip(" ") for key in keys.split(",")) if keys.strip() else ()
            pressed = tuple(_SIGNS.get(key, key.replace("_", " ")) for key in pressed)
            rows.append(pytest.param(Case(at, pressed, expected.strip()), id=keys.strip()))
        else:
            name, _, line = row.partition(": ")
            name, *house_rules = name.split()
            line, *begun = line.split(", ")
            at = do(PlayState.open(_table_of(name, line, house_rules), options), *begun)
    return pytest.mark.parametrize("case", rows)


def shown(state: BoardState) -> list[str]:
    return [state.choosing.rows[index].text for index in state.choosing.reading.shown]


def message_of(state: PlayState) -> str:
    notice = state.news or state.notice
    return notice.text if notice else ""


def count_fifteen(state: PlayState) -> bool:
    position = state.game.position
    return all(sum(position.count(side, place) for place in range(27)) == 15 for side in Side)


def panel_of(state: PlayState, width: int, height: int, top: int = 0) -> Panel:
    return play_panel(state, Frame(120, (width, height), Glyphs(), top))


def header_of(state: PlayState, width: int) -> TextLine:
    return match_header(state.table, width, Glyphs(), state.named_side)


def footer_of(state: PlayState, width: int) -> TextLine:
    mode = PlayMode(state)
    return footer(mode.commands, mode, width)


def check_message(case: Case) -> None:
    """Check the message, the title of its rule in brackets, and its points in braces, if given."""
    wanted = re.fullmatch(r"(.*?)(?: \[(.*)\])?(?: \{(.*)\})?", case.expected)
    assert wanted
    (text, title, points), state = wanted.groups(), case.state
    message = message_of(state)
    assert re.fullmatch(".*".join(map(re.escape, text.split("…"))), message), message
    assert not title or (state.rule and state.rule[1] == title), state.rule
    notice = state.news or state.notice
    assert not points or (notice and ", ".join(map(str, sorted(notice.points))) == points)

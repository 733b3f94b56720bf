"""Shorthands for opening a table or a lesson and pressing keys there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final, TypeVar, cast

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import (
    AgreeDraw,
    Game,
    Match,
    Place,
    Position,
    Roll,
    Rules,
    Side,
    StartingPosition,
)
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.game_review import KeptGame
from backgammon_tui.match.record import (
    DiceKind,
    DiceOrigin,
    GameRecord,
    MatchRecord,
)
from backgammon_tui.match.table import Table
from backgammon_tui.modes.board import BoardPlace, BoardView, PointPlace, TrayPlace
from backgammon_tui.modes.effects import (
    AnyEffect,
    Effects,
    RunReview,
    Settled,
    Shown,
    SimpleEffect,
    Step,
    Work,
)
from backgammon_tui.modes.inputs import ChooseRow, Input, Key, Paste, PointAt
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.modes.mode import Frame, Mode, ModeView
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.state import BoardState, PlayState
from backgammon_tui.modes.replay import ReplayMode
from backgammon_tui.modes.text import Glyphs, Panel, TextLine
from backgammon_tui.players import Level, choose
from backgammon_tui.settings import Help, Settings
from backgammon_tui.teach.lessons.lesson import Exercise, LessonQuestion, Task
from backgammon_tui.teach.lessons.run import NextInput
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
    """Return a table that continues from a position line, with typed dice and no cube."""
    rules = rules_named(name, **{"cube": False, **house_rules})
    here = StartingPosition(Position.parse(line), side, frozenset(had_double))
    record = GameRecord(DiceOrigin(DiceKind.TYPED), starting_position=here)
    match = MatchRecord(rules, *players, DATE, None, (record,))
    return Table(match, Match(rules, None), None, (record.play(rules),))


def helped(table: Table, help: Help = Help.ON) -> Table:
    """Return a table whose players have agreed on the computer's help."""
    return replace(table, record=replace(table.record, help=help))


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
    """Return a state during a game after some inputs: `seated(…, B, "54", "enter")`."""
    table = table_from(name, line, side, had_double=had_double, players=players, **house_rules)
    return do(PlayState.open(table, options), *inputs)


def do(state: PlayState, *inputs: str) -> PlayState:
    """Return the state after some keys by Textual's names, and texts typed one by one."""
    mode = PlayMode(state)
    for press in inputs_of(*inputs):
        mode, _ = mode.handle(press)
    return mode.state


def inputs_of(*inputs: str) -> Iterator[Input]:
    """Yield the keys with Textual's names, and those of typed texts, whose spaces are keys."""
    for press in inputs:
        if press in _KEYS:
            yield Key(press)
        else:
            yield from (key_or_text("", character) for character in press)


def pressed(state: PlayState, player_input: Input) -> PlayState:
    """Return the state of a match after an input."""
    return PlayMode(state).handle(player_input)[0].state


def chosen(state: PlayState, key: str) -> PlayState:
    """Return the state of a match after a command of the menu, by its key."""
    mode = PlayMode(state)
    command = next(c for c in mode.commands if key in (c.key, c.menu_key))
    return mode.do(command)[0].state


def key_or_text(name: str, what: str) -> Input:
    """Return the input that a dialog writes as a character, a pasted text or a key's name."""
    match name:
        case "":
            return Key.SPACE if what == " " else what
        case "paste":
            return Paste(what)
        case _:
            return Key(name)


def requests(effects: Effects) -> list[AnyEffect]:
    """Return the effects other than those on the display."""
    return [e for e in effects if not isinstance(e, SimpleEffect | Settled | Shown)]


def choose_row(state: PlayState, row: int) -> PlayState:
    """Return the state after a click on a row of the list."""
    return pressed(state, ChooseRow(row))


def pick(state: PlayState, place: int) -> PlayState:
    """Return the state after a click on a place of the side to act, if there is one."""
    clicked = PointAt(spot_of(state.game, place)) if state.game.actor else None
    return pressed(state, clicked) if clicked else state


def why(state: PlayState) -> PlayState:
    """Return the state after `w`."""
    return pressed(state, "w")


def shown(state: BoardState) -> list[str]:
    return [state.choosing.rows[index].text for index in state.choosing.reading.shown]


def message_of(state: PlayState) -> str:
    notice = state.news or state.notice
    return notice.text if notice else ""


def count_fifteen(state: PlayState) -> bool:
    position = state.game.position
    return all(sum(position.count(side, place) for place in range(27)) == 15 for side in Side)


def panel_of(state: PlayState, width: int, height: int, top: int = 0) -> Panel:
    return view_of(state, 120, (width, height), top).panel


def wording(panel: Panel) -> str:
    """Return the lines of a panel, without empty ones, separated by slashes."""
    texts = (re.sub("─+", "─", " ".join(line.text.split())) for line in panel.lines)
    return " / ".join(filter(None, texts))


def header_of(state: PlayState, width: int) -> TextLine:
    return view_of(state, width).header


def board_of(state: PlayState) -> BoardView:
    board = view_of(state, 120).board
    assert board
    return board


def view_of(
    state: PlayState, width: int, room: tuple[int, int] = (30, 28), top: int = 0
) -> ModeView:
    """Return the view of a match, with the columns and rows of the panel."""
    return PlayMode(state).view(Frame(width, room, Glyphs(), top))


def brief_of(state: PlayState, glyphs: Glyphs) -> list[str]:
    """Return the lines beside the board on a small screen."""
    return [line.text for line in PlayMode(state).brief(57, glyphs)]


def footer_of(state: PlayState, width: int) -> TextLine:
    return PlayMode(state).footer(width)


# ---- long work

ModeT = TypeVar("ModeT", bound=Mode)


def done(step: Step[ModeT]) -> ModeT:
    """Return the mode after a step and its long work."""
    return settled(step)[0]


def settled(step: Step[ModeT]) -> Step[ModeT]:
    """Return a step with the results of its long work, and all other effects."""
    mode, effects = step
    for effect in effects:
        if isinstance(effect, (Work, RunReview)):
            mode, more = settled(worked(mode, effect))
            return mode, (*(other for other in effects if other is not effect), *more)
    return mode, effects


def worked(mode: ModeT, effect: Work[Any, Any] | RunReview[Any]) -> Step[ModeT]:
    """Return the step after the long work that a mode requests; a review runs to its end."""
    if isinstance(effect, Work):
        return cast("Step[ModeT]", effect.then(mode, effect.run()))
    review = effect.review
    while not review.is_done:
        review = review.review_step()
    return cast("Step[ModeT]", effect.then(mode, review))


def after(mode: ModeT, *inputs: Input) -> ModeT:
    """Return the mode after keys and typed characters."""
    for press in inputs:
        mode = done(mode.handle(press))
    return mode


# ---- played games


START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"


POOR = "6/5 24/21"
"""A poor play of 3-1 that leaves three blots."""


def tutored_at_3_1(help: Help, computer: bool = False) -> PlayMode:
    """Return a tutored game in which Anna is to play 3-1 at the start."""
    players = ("Anna", "computer:easy" if computer else "Boris")
    table = table_from("backgammon", START, W, players=players)
    table = replace(table, record=replace(table.record, help=help))
    return after(PlayMode(PlayState.open(table, Settings())), "3", "1", Key.ENTER)


def played(mode: PlayMode, text: str) -> PlayMode:
    """Return the mode after a typed play and Enter."""
    keys = [Key.SPACE if character == " " else character for character in text]
    return after(mode, *keys, Key.ENTER)


def after_plays(table: Table, *plays: str) -> Table:
    """Return the table after rolls with their plays, such as `31 8/5 6/5`."""
    for text in plays:
        dice, _, notation = text.partition(" ")
        table = table.apply(Roll(int(dice[0]), int(dice[1])))
        (play,) = (item for item in table.game.legal_plays() if write_moves(item.moves) == notation)
        for move in play.moves:
            table = table.apply(move)
    return table


def bad_game() -> Table:
    """Return a drawn game in which White plays a 3-1 badly and Black plays the same roll well."""
    table = after_plays(helped(table_from("backgammon", START, W)), "31 6/3 6/5").apply(Roll(3, 1))
    for action in choose(table.game, Level.STRONG):
        table = table.apply(action)
    return table.apply(AgreeDraw())


def reviewed(table: Table, kept: KeptGame | None = None) -> ReplayMode:
    """Return a replay after its review, without a screen."""
    return done(ReplayMode(table, Settings(), kept=kept).begin_review())


# ---- lessons

_GIVEN = {" ": Key.SPACE, **{key.value: key for key in Key}}


def spot_of(game: Game, place: int) -> BoardPlace:
    """Return the board's place for a place of the side to play."""
    assert game.actor
    if 1 <= place <= 24:
        return PointPlace(place if game.actor is Side.WHITE else game.rules.across(place))
    return TrayPlace(Place(place), game.actor)


def done_on_board(state: LessonMode, press: str) -> LessonMode:
    """Return the lesson after a named key or a typed text."""
    for key in [press] if press in _GIVEN else press:
        state, _ = state.handle(_GIVEN.get(key, key))
    return state


def solve(state: LessonMode) -> LessonMode:
    """Return the lesson after the first solution of the step, if it asks something."""
    asked = state.run.assignment
    if isinstance(asked, Task):
        return answered(state, asked.solutions[0].text)
    while isinstance(asked, Exercise) and state.run.awaited is NextInput.ACTION:
        state = state.show_solution()
    if isinstance(asked, LessonQuestion):
        return answered(state, asked.solution.text)
    return state


def answered(state: LessonMode, text: str) -> LessonMode:
    """Return the lesson after an answer written as in a lesson file."""
    for key in answer_keys(state, text):
        state = done_on_board(state, key)
    return state


_ANSWER_KEYS: Final = {
    **{"keep": "k", "reroll": "r"},
    **{"double": "d", "roll": "r", "take": "y", "pass": "n"},
}


def answer_keys(state: LessonMode, text: str) -> list[str]:
    """Return the keys of an answer: a number, a letter, a decision or moves."""
    if state.run.awaited is NextInput.TYPED:
        return [*(text if text.isdecimal() else text[0]), "enter"]
    if text.startswith("resign"):
        return ["R", text[-1]]
    if state.state.question:
        return [_ANSWER_KEYS.get(text, text)]
    return [text, "enter"]

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from backgammon_tui.engine import Place, Side, StartingPosition
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.modes.board import CheckerState, PointPlace, TrayPlace, strip_view
from backgammon_tui.modes.effects import Effects, Open, SimpleEffect, Step
from backgammon_tui.modes.inputs import Input, PointAt
from backgammon_tui.modes.play.match import PlayMode, play_marks
from backgammon_tui.modes.play.panel import entry_lines
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.text import Glyphs
from backgammon_tui.settings import Forced, Help, Settings, Tutor
from backgammon_tui.tui.board.band import stage_lines
from backgammon_tui.tui.board.canvas import RenderOptions
from tests.dialogs import check, headings, keys_in
from tests.engine.examples import rules_named
from tests.modes.examples import (
    key_or_text,
    new_table,
    panel_of,
    settled,
    shown,
    table_from,
    wording,
)

FILE = Path(__file__).with_name("match.txt")

MAX_LISTED = 8
"""Maximum number of plays that are written out."""


@pytest.mark.parametrize("heading", headings(FILE))
def test_match_answers_keys_and_clicks(heading: str) -> None:
    opened = open_game(heading)

    def see(_: str, keys: str) -> str:
        return " | ".join(seen(*press(opened, keys), opened))

    check(FILE, heading, see)


PANEL = Path(__file__).with_name("panel.txt")


@pytest.mark.parametrize("heading", headings(PANEL))
def test_panel_describes_the_game(heading: str) -> None:
    """The lines of the panel in a narrow layout; the last ones are the log."""
    opened = open_game(heading)

    def see(_: str, keys: str) -> str:
        return wording(panel_of(press(opened, keys)[0].state, 31, 22))

    check(PANEL, heading, see)


OPTIONS: dict[str, dict[str, Any]] = {
    "help": {"beginner_help_white": True},
    "black-help": {"beginner_help_black": True},
    "strict": {"tutor": Tutor.STRICT},
    "forced": {"forced": Forced.PLAY},
    "rolls": {"rolls": True},
}
"""Words of a heading that mean options."""


def open_game(heading: str) -> PlayMode:
    """Return the game of a heading: its ruleset, house rules and position line."""
    game, line = heading.split(" | ")
    name, *words = game.split()
    usual = (*OPTIONS, "computer", "fair", "hints", "tutor", "first")
    house: dict[str, Any] = {"cube": False}
    house |= {word: True for word in words if word not in usual}
    players = ("Anna", "computer:easy") if "computer" in words else ("White", "Black")
    rules = rules_named(name, **house)
    if line == "start":
        table = new_table(rules, 5 if "fair" in words else None, players)
    elif "fair" in words:
        table = new_table(rules, 5, players, starting_position=line)
    else:
        here = StartingPosition.parse(line)
        at = str(here.position), here.side
        table = table_from(name, *at, had_double=here.had_double, players=players, **house)
    help = Help.TUTOR if "tutor" in words else Help.ON if "hints" in words else Help.OFF
    options = {name: on for word in words for name, on in OPTIONS.get(word, {}).items()}
    state = PlayState.open(
        replace(table, record=replace(table.record, help=help)), Settings(**options)
    )
    is_first = "first" in words
    return PlayMode(state, offers_quick_play=is_first, explains_numbers=is_first)


def press(mode: PlayMode, keys: str) -> Step[PlayMode]:
    """Return the mode after keys and clicks as dialogs write them, and the last one's effects."""
    effects: Effects = ()
    for name, what in keys_in(keys):
        match name:
            case "resign":
                mode, effects = settled(mode.resign())
            case "draw":
                mode, effects = settled(mode.offer_draw())
            case "help":
                mode, effects = settled(mode.ask_help())
            case "pause":
                assert mode.pause is not None
                mode, effects = settled(mode.advance())
            case "run":
                while mode.pause is not None:
                    mode, effects = settled(mode.advance())
            case _:
                mode, effects = settled(mode.handle(_entered(mode, name, what)))
    return mode, effects


def _entered(mode: PlayMode, name: str, what: str) -> Input:
    match name:
        case "at" if what.isdecimal():
            side = mode.state.game.actor
            slot = int(what) if side is Side.WHITE else mode.rules.across(int(what))
            return PointAt(PointPlace(slot))
        case "at":
            assert mode.state.game.actor
            return PointAt(TrayPlace(Place[what.upper()], mode.state.game.actor))
        case _:
            return key_or_text(name, what)


def strip(state: PlayState) -> str:
    """Return the stages of a turn as shown below the dice."""
    lines = stage_lines(strip_view(state.game), 80, 20, RenderOptions(colorless=True))
    return " ▸ ".join("".join(span.text for span in line) for line in lines)


def seen(mode: PlayMode, effects: Effects, opened: PlayMode) -> Iterator[str]:
    """The position if it has changed, the stages, questions and notices, and the choice."""
    state, choosing = mode.state, mode.state.choosing
    if state.game.position != opened.state.game.position:
        yield str(state.game.position)
    yield strip(state) or state.game.phase.value
    if state.beginner_help:
        yield f"help: {state.beginner_help}"
    if state.question:
        answers = ", ".join(f"{answer.key} {answer.text}" for answer in state.question.answers)
        yield f"{state.question.text} {answers}"
    for kind, notice in (("news", state.news), ("notice", state.notice)):
        if notice:
            rule = f" [{state.rule[1]}]" if state.rule else ""
            points = f" at {', '.join(map(str, notice.points))}" if notice.points else ""
            yield f"{'refusal' if notice.is_refusal else kind}: {notice.text}{rule}{points}"
    if state.advice and state.advice.hints:
        rows, cost = choosing.rows, state.advice.cost
        hints = [f"{rows[hint.row].text} {cost(hint.row)}" for hint in state.advice.hints]
        yield f"hints: {', '.join(hints)} {state.advice.reason(state.choosing.row)}".strip()
    yield from chosen(mode)
    if state.game.actor and state.can_choose and choosing.is_on_board:
        yield f"cursor on {choosing.cursor}"
    if mode.pause is not None:
        yield "goes on at once" if mode.pause < 0.1 else "goes on alone"
    if SimpleEffect.SIGNAL in effects:
        yield "signal"
    if SimpleEffect.OPTIONS in effects:
        yield "new options"
    for effect in effects:
        if isinstance(effect, Open):
            yield f"opens {type(effect.window).__name__}"


def chosen(mode: PlayMode) -> Iterator[str]:
    state, choosing = mode.state, mode.state.choosing
    marks, plays = play_marks(state), shown(state)
    if choosing.text or choosing.refused:
        yield "".join(line.text for line in entry_lines(state, 60, Glyphs(), counts=False)).strip()
    if choosing.text and state.can_choose:
        yield f"plays: {', '.join(plays)}" if len(plays) <= MAX_LISTED else f"{len(plays)} plays"
    if choosing.row is not None:
        yield f"row {choosing.row}"
    if state.preview:
        yield f"preview {write_moves(state.preview)}"
    for wanted in (CheckerState.MOVABLE, CheckerState.PICKED):
        places = [at for (_, at), mark in marks.origins.items() if mark is wanted]
        if places and not state.preview and (choosing.text or not choosing.is_on_board):
            yield f"{wanted.name.lower()} {', '.join(map(str, sorted(places)))}"
    if marks.targets:
        yield f"targets {', '.join(f'{at}{_MARKS[m]}' for (_, at), m in marks.targets.items())}"


_MARKS = {CheckerState.TARGET: "", CheckerState.HIT: "*", CheckerState.TRAP: "^"}

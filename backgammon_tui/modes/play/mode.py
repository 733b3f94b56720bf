"""The mode in which two players play a match, with its commands and the words of its keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from backgammon_tui.engine.rules import Rules
from backgammon_tui.modes.commands import Command
from backgammon_tui.modes.effects import (
    AboutDice,
    GameSoFar,
    Rulebook,
    SandboxBeside,
    ScoreSheet,
)
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.mode import KEYS, LEAVE, OPTIONS, changes
from backgammon_tui.modes.moving import ESCAPE, NOTATION, THROWS, TO_BOARD, WHY
from backgammon_tui.modes.play import handling, proposals
from backgammon_tui.modes.play.match import PlayedMatch
from backgammon_tui.modes.play.state import PlayState

# ---- the words of keys, which tell what each does now


def _space_label(state: PlayState) -> str:
    """Return the label that Space and Enter share; empty where a play is to be chosen or typed."""
    selection = state.selection
    if state.is_tutored:
        return ""
    if state.skips:
        return "stop"
    if state.is_watched:
        return "skip"
    if state.question:
        return "answer"
    if state.acknowledgement:
        return "skip" if state.goes_on_alone else "go on"
    if state.awaits_throw:
        return "throw" if state.table.dice else ""
    if state.game.is_over:
        return "result"
    is_typed = selection.text or state.refused
    if selection.row is None and (is_typed or not selection.is_forced):
        return "" if state.is_rejected else selection.picking
    return "play"


def _enter_label(state: PlayState) -> str:
    """Return the label of Enter where Space does something else."""
    if _space_label(state) or state.question:
        return ""
    if state.awaits_throw:
        return "take"
    is_choice = _has_choice(state) and not state.refused
    return "play" if state.preview or is_choice else ""


def _hint_label(state: PlayState) -> str:
    advice = state.advice
    if advice is None or not (advice.hints or advice.answer):
        return "hint"
    if advice.answer:
        return "take it"
    if advice.is_played(state.chosen_row):
        return "play it"
    return "best play" if advice.is_explained else "reasons"


def _undo_label(state: PlayState) -> str:
    """Return the label of `u`, which takes back automatic dice where no move can be undone."""
    if state.can_undo:
        return "undo"
    table = state.table
    is_thrown = table.dice and table.throws[-1:] == (len(table.actions) - 1,)
    return "take back" if state.options.throws and is_thrown else ""


def _has_choice(state: PlayState) -> bool:
    selection = state.selection
    is_chosen = selection.on_board or selection.row is not None or state.is_watched
    return state.can_choose and len(selection.reading.shown) > 1 and not is_chosen


# ---- the commands


def _rules(mode: PlayedMatch) -> Rules:
    return mode.state.game.rules


_COMMANDS: Final[tuple[Command[PlayedMatch], ...]] = (
    Command(
        "space",
        lambda mode: mode.take(Key.SPACE),
        label=lambda mode: _space_label(mode.state),
        usage="Enter",
        help="or enter: throw, take the only or highlighted play",
        is_enabled=lambda mode: bool(_space_label(mode.state)),
    ),
    Command(
        "s",
        changes(handling.skip_ahead),
        words=("skip",),
        label=lambda mode: "faster" if mode.state.skips else "skip ahead",
        help="throws and forced moves until somebody can choose; again: faster",
        is_enabled=lambda mode: mode.state.can_skip,
    ),
    *NOTATION,
    Command(
        shown="24/ /16 *",
        help="show only plays from 24, to 16, that hit; off: bear off",
        exists=lambda mode: not _rules(mode).landing.may_trap,
    ),
    Command(
        shown="24/ /16 * ^",
        help="show only plays from 24, to 16, that hit, trap; off: bear off",
        exists=lambda mode: _rules(mode).landing.may_trap,
    ),
    Command(
        shown="c",
        help="show only plays that keep most of the complement",
        exists=lambda mode: _rules(mode).doublets.have_complement,
    ),
    Command(
        shown="↻ 4/4",
        help="beside a play: the whole complement can follow; 2/4: part of it",
        exists=lambda mode: _rules(mode).doublets.have_complement,
    ),
    Command(
        shown="up down",
        label="choose",
        help="choose a play in the list; so do PgUp PgDn Home End",
        is_enabled=lambda mode: _has_choice(mode.state),
    ),
    Command(shown="left right", help="jump between the headings of the list"),
    Command(
        "enter", label=lambda mode: _enter_label(mode.state), help="play what is typed or chosen"
    ),
    TO_BOARD,
    Command(
        "u",
        changes(proposals.undo),
        words=("undo",),
        label=lambda mode: _undo_label(mode.state),
        help="undo a move (U brings it back), or ask to take back a throw",
        is_enabled=lambda mode: bool(_undo_label(mode.state)) and not mode.state.asking,
    ),
    Command(
        "U",
        changes(proposals.redo),
        words=("redo",),
        title="Redo",
        is_enabled=lambda mode: bool(mode.table.undone),
    ),
    WHY,
    Command(
        "t",
        lambda mode: mode.hint(),
        words=("hint",),
        label=lambda mode: _hint_label(mode.state),
        help="a hint, if agreed on; again: its reasons; again: plays it",
        title="Hint",
        is_enabled=lambda mode: mode.state.may_ask,
    ),
    KEYS._replace(label="help", title="Keys and rules"),
    Command(
        "v",
        words=("rulebook",),
        title="Rulebook",
        run=lambda mode: mode.open(Rulebook(_rules(mode))),
    ),
    Command(
        "l",
        words=("log",),
        title="The game so far",
        run=lambda mode: mode.open(GameSoFar(mode.table, mode.naming)),
    ),
    Command(
        "m",
        words=("score",),
        title="Score sheet",
        run=lambda mode: mode.open(ScoreSheet(mode.table, mode.naming)),
    ),
    Command(
        menu_key="f",
        title="Fair dice",
        run=lambda mode: mode.open(AboutDice(mode.table)),
        is_enabled=lambda mode: mode.table.dice is not None,
    ),
    Command("e", words=("export",), title="Export", run=lambda mode: mode.share_table(mode.table)),
    THROWS,
    Command(
        menu_key="x",
        title="Try things in the sandbox",
        run=lambda mode: mode.open(SandboxBeside(mode.table, mode.options)),
    ),
    Command(
        "z",
        title="Ask to take back the last throw",
        run=changes(proposals.ask_take_back),
        run_with=lambda mode, throw: mode.update(proposals.take_back_from(mode.state, throw)),
        words=("takeback",),
        usage="takeback [12]",
        is_enabled=lambda mode: not mode.table.accepted and bool(mode.table.actions),
    ),
    Command(
        menu_key="r",
        title="Resign",
        words=("resign",),
        run=changes(proposals.ask_resign),
        run_with=lambda mode, points: mode.update(proposals.resign(mode.state, points)),
        is_enabled=lambda mode: not mode.state.game.is_over,
    ),
    Command(
        menu_key="d",
        title="Offer a draw",
        words=("draw",),
        run=changes(proposals.ask_draw),
        is_enabled=lambda mode: not mode.state.game.is_over,
    ),
    Command(
        menu_key="o",
        title="Result",
        run=lambda mode: mode.open_result(),
        is_enabled=lambda mode: mode.state.game.is_over,
    ),
    OPTIONS._replace(key="p"),
    LEAVE._replace(menu_key="q"),
    ESCAPE._replace(
        label=lambda mode: mode.closing or "menu", help="close what is open, then the menu"
    ),
    Command(
        shown="bar",
        help="the arrows at its ends, ◂ ▸, show the way both sides run",
        exists=lambda mode: not _rules(mode).direction.numbers_differ,
    ),
    Command(
        shown="bar",
        help="◂ ▸ at its ends: whose numbers these are, and which way that side runs",
        exists=lambda mode: _rules(mode).direction.numbers_differ,
    ),
    Command(shown="header", help="above the board: points won in the match, pips to go"),
    Command(shown="frames", help="‹orange› can move, [blue] lands here, (hollow) leaves"),
    Command(
        shown="board", help="dot: moved or hit last; ∘ where a checker stood; ✗ blocks the way"
    ),
    Command(shown="numbers", help="beside the dice: ✓ was played, ✗ cannot be played"),
    Command(
        shown="numbers",
        help="beside the dice: ' was played by the opponent",
        exists=lambda mode: _rules(mode).opponent_completes,
    ),
    Command(shown="mouse", help="click a checker and its target; a play twice; the dice; a key"),
)


@dataclass(frozen=True)
class PlayMode(PlayedMatch):
    """A match with its commands."""

    commands: ClassVar = _COMMANDS

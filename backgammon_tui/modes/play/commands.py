"""The commands of a match besides moving checkers."""

from __future__ import annotations

from typing import Final

from backgammon_tui.modes.commands import Command
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.mode import KEYS, LEAVE, OPTIONS, changes
from backgammon_tui.modes.moving import (
    ESCAPE,
    FACTS,
    NOTATION,
    THROWS,
    TO_BOARD,
    WHY,
    MovingMode,
    may_trap,
)
from backgammon_tui.modes.notice import is_coached
from backgammon_tui.modes.play import proposals
from backgammon_tui.modes.play.match import PlayedMatch
from backgammon_tui.modes.windows import DiceWords, GameSoFar, Rulebook, SandboxBeside, ScoreSheet


def _goes_on(mode: PlayedMatch) -> str:
    """Return the label that Space and Enter share; empty where a play is to be chosen or typed."""
    state, selection = mode.state, mode.state.selection
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
        return "throw" if mode.table.dice else ""
    if state.game.is_over:
        return "result"
    is_typed = selection.text or state.refused
    if selection.row is None and (is_typed or not selection.is_forced):
        return "" if state.is_rejected else mode.picking
    return "play"


def _enter_label(mode: PlayedMatch) -> str:
    """Return the label of Enter where Space does something else."""
    state = mode.state
    if _goes_on(mode) or state.question:
        return ""
    if state.awaits_throw:
        return "take"
    is_choice = _has_choice(mode) and not state.refused
    return "play" if state.preview or is_choice else ""


def _hint_label(mode: PlayedMatch) -> str:
    """Return the label of the next `t`."""
    advice = mode.state.advice
    if advice is None or not (advice.hints or advice.answer):
        return "hint"
    if advice.answer:
        return "take it"
    if advice.is_played(mode.state.chosen_row):
        return "play it"
    return "best play" if advice.is_explained else "reasons"


def _undo_label(mode: PlayedMatch) -> str:
    """Return the label of `u`, which takes back automatic dice where no move can be undone."""
    if mode.state.can_undo:
        return "undo"
    table = mode.table
    is_thrown = table.dice and table.throws[-1:] == (len(table.actions) - 1,)
    return "take back" if mode.options.throws and is_thrown else ""


def _has_choice(mode: PlayedMatch) -> bool:
    """Return True if the list has several plays and none is chosen yet."""
    selection = mode.state.selection
    is_chosen = selection.on_board or selection.row is not None or mode.state.is_watched
    return mode.can_choose and len(selection.reading.shown) > 1 and not is_chosen


def _is_coached(mode: MovingMode) -> bool:
    """Return True if facts are counted, as for a side with a coach."""
    return bool(mode.input and is_coached(mode.input.game, mode.options) and not mode.types)


def _numbers_differ(mode: PlayedMatch) -> bool:
    return mode.state.game.rules.direction.numbers_differ


def _is_played(mode: PlayedMatch) -> bool:
    return not mode.state.game.is_over


COMMANDS: Final[tuple[Command[PlayedMatch], ...]] = (
    Command(
        "space",
        lambda mode: mode.take(Key.SPACE),
        label=_goes_on,
        help="or enter: throw, play the only or the lit play, answer",
        is_enabled=lambda mode: bool(_goes_on(mode)),
    ),
    Command(
        "s",
        lambda mode: mode.update(mode.state.skip_ahead()),
        label="skip ahead",
        help="throw and play forced moves until somebody has a choice",
        is_enabled=lambda mode: mode.state.can_skip,
    ),
    *NOTATION,
    Command(
        shown="24/ /16 *",
        help="show only plays from 24, to 16, that hit; off: bear off",
        exists=lambda mode: not may_trap(mode),
    ),
    Command(
        shown="24/ /16 * ^",
        help="show only plays from 24, to 16, that hit, trap; off: bear off",
        exists=may_trap,
    ),
    Command(
        shown="c",
        help="show only plays that keep most of the complement",
        exists=lambda mode: mode.state.game.rules.doublets.have_complement,
    ),
    Command(
        shown="up down",
        label="choose",
        help="choose a play in the list; so do PgUp PgDn Home End",
        is_enabled=_has_choice,
    ),
    Command(shown="left right", help="jump between the headings of the list"),
    Command("enter", label=_enter_label, help="play what is typed or chosen"),
    TO_BOARD,
    Command(
        "u",
        changes(proposals.undo),
        label=_undo_label,
        help="undo a move (U brings it back), or ask to take back a throw",
        is_enabled=lambda mode: bool(_undo_label(mode)) and not mode.state.asking,
    ),
    Command(
        "U",
        changes(proposals.redo),
        title="Redo",
        is_enabled=lambda mode: bool(mode.table.undone),
    ),
    WHY,
    FACTS._replace(label="", exists=_is_coached),
    Command(
        "t",
        lambda mode: mode.hint(),
        label=_hint_label,
        help="a hint, by the program's own estimate; again: its reasons; again: plays it",
        title="Hint",
        exists=lambda mode: bool(mode.table.record.hints),
        is_enabled=lambda mode: mode.state.may_ask,
    ),
    KEYS._replace(label="help", title="Keys and rules"),
    Command(
        "v",
        title="Rulebook",
        run=lambda mode: mode.open(Rulebook(mode.state.game.rules)),
    ),
    Command(
        "l",
        title="The game so far",
        run=lambda mode: mode.open(GameSoFar(mode.table, mode.naming)),
    ),
    Command(
        "m",
        title="Score sheet",
        run=lambda mode: mode.open(ScoreSheet(mode.table, mode.naming)),
    ),
    Command(
        menu_key="f",
        title="Fair dice",
        run=lambda mode: mode.open(DiceWords(mode.table), type(mode).sit_at),
        is_enabled=lambda mode: mode.table.dice is not None,
    ),
    Command("e", title="Export", run=lambda mode: mode.share_table(mode.table)),
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
        is_enabled=lambda mode: not mode.table.accepted and bool(mode.table.actions),
    ),
    Command(
        menu_key="r",
        title="Resign",
        run=changes(proposals.ask_resign),
        is_enabled=_is_played,
    ),
    Command(
        menu_key="d",
        title="Offer a draw",
        run=changes(proposals.ask_draw),
        is_enabled=_is_played,
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
        help="its ends, ◂ ▸: the way both sides run",
        exists=lambda mode: not _numbers_differ(mode),
    ),
    Command(
        shown="bar",
        help="its ends, ◂ ▸: whose numbers these are, and the way they run",
        exists=_numbers_differ,
    ),
    Command(shown="header", help="above the board: points won in the match, pips to go"),
    Command(shown="frames", help="‹orange› can move; [blue] lands here; (hollow) leaves"),
    Command(shown="board", help="dots: moved or hit last; ∘: left then; ✗: in the way"),
    Command(shown="numbers", help="beside the dice: ✓ played; ✗ cannot be played"),
    Command(
        shown="numbers",
        help="beside the dice: ' played by the opponent",
        exists=lambda mode: mode.state.game.rules.opponent_completes,
    ),
    Command(shown="mouse", help="click a checker, then its target; a play twice; dice; keys"),
)

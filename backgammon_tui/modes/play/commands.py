"""Commands that change nothing but the state of a match, and the words of keys in the footer."""

from __future__ import annotations

from typing import Final

from backgammon_tui.modes.commands import Command
from backgammon_tui.modes.mode import HasState, changes
from backgammon_tui.modes.play import proposals
from backgammon_tui.modes.play.state import PlayState

_HasMatch = HasState[PlayState]
"""A mode that shows a match."""

SKIP_AHEAD: Final[Command[_HasMatch]] = Command(
    "s",
    lambda mode: mode.update(mode.state.skip_ahead()),
    words=("skip",),
    label=lambda mode: "faster" if mode.state.skips else "skip ahead",
    help="throws and forced moves until somebody can choose; again: faster",
    is_enabled=lambda mode: mode.state.can_skip,
)
CHOOSE_PLAY: Final[Command[_HasMatch]] = Command(
    shown="up down",
    label="choose",
    help="choose a play in the list; so do PgUp PgDn Home End",
    is_enabled=lambda mode: has_choice(mode.state),
)
JUMP: Final[Command[_HasMatch]] = Command(
    shown="left right", help="jump between the headings of the list"
)
ENTER: Final[Command[_HasMatch]] = Command(
    "enter", label=lambda mode: enter_label(mode.state), help="play what is typed or chosen"
)
UNDO: Final[Command[_HasMatch]] = Command(
    "u",
    changes(proposals.undo),
    words=("undo",),
    label=lambda mode: undo_label(mode.state),
    help="undo a move (U brings it back), or ask to take back a throw",
    is_enabled=lambda mode: bool(undo_label(mode.state)) and not mode.state.asking,
)
REDO: Final[Command[_HasMatch]] = Command(
    "U",
    changes(proposals.redo),
    words=("redo",),
    title="Redo",
    is_enabled=lambda mode: bool(mode.state.table.undone),
)
TAKE_BACK: Final[Command[_HasMatch]] = Command(
    "z",
    title="Ask to take back the last throw",
    run=changes(proposals.ask_take_back),
    run_with=lambda mode, throw: mode.update(proposals.take_back_from(mode.state, throw)),
    words=("takeback",),
    usage="takeback [12]",
    is_enabled=lambda mode: not mode.state.table.accepted and bool(mode.state.table.actions),
)
RESIGN: Final[Command[_HasMatch]] = Command(
    menu_key="r",
    title="Resign",
    words=("resign",),
    run=changes(proposals.ask_resign),
    run_with=lambda mode, points: mode.update(proposals.resign(mode.state, points)),
    is_enabled=lambda mode: not mode.state.game.is_over,
)
DRAW: Final[Command[_HasMatch]] = Command(
    menu_key="d",
    title="Offer a draw",
    words=("draw",),
    run=changes(proposals.ask_draw),
    is_enabled=lambda mode: not mode.state.game.is_over,
)


# ---- the words of keys, which tell what each does now


def space_label(state: PlayState) -> str:
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
        return "" if state.is_rejected else board_label(state)
    return "play"


def enter_label(state: PlayState) -> str:
    """Return the label of Enter where Space does something else."""
    if space_label(state) or state.question:
        return ""
    if state.awaits_throw:
        return "take"
    is_choice = has_choice(state) and not state.refused
    return "play" if state.preview or is_choice else ""


def hint_label(state: PlayState) -> str:
    """Return the label of the next `t`."""
    advice = state.advice
    if advice is None or not (advice.hints or advice.answer):
        return "hint"
    if advice.answer:
        return "take it"
    if advice.is_played(state.chosen_row):
        return "play it"
    return "best play" if advice.is_explained else "reasons"


def undo_label(state: PlayState) -> str:
    """Return the label of `u`, which takes back automatic dice where no move can be undone."""
    if state.can_undo:
        return "undo"
    table = state.table
    is_thrown = table.dice and table.throws[-1:] == (len(table.actions) - 1,)
    return "take back" if state.options.throws and is_thrown else ""


def has_choice(state: PlayState) -> bool:
    """Return True if the list has several plays and none is chosen yet."""
    selection = state.selection
    is_chosen = selection.on_board or selection.row is not None or state.is_watched
    return state.can_choose and len(selection.reading.shown) > 1 and not is_chosen


def board_label(state: PlayState) -> str:
    """Return the label of Space and Enter on the board; empty elsewhere."""
    selection = state.selection
    if not selection.on_board:
        return ""
    if not selection.has_picked:
        return "" if selection.text else "pick"
    return "put back" if selection.cursor == selection.reading.picked else "move"

"""Commands that change nothing but the state of a match: undo, proposals, choosing a play."""

from __future__ import annotations

from typing import Final

from backgammon_tui.modes.commands import Command
from backgammon_tui.modes.mode import HasState, changes
from backgammon_tui.modes.play import labels, proposals
from backgammon_tui.modes.play.state import PlayState

_HasMatch = HasState[PlayState]
"""A mode that shows a match."""

SKIP_AHEAD: Final[Command[_HasMatch]] = Command(
    "s",
    lambda mode: mode.update(mode.state.skip_ahead()),
    words=("skip",),
    label="skip ahead",
    help="throw and play forced moves until somebody has a choice",
    is_enabled=lambda mode: mode.state.can_skip,
)
CHOOSE_PLAY: Final[Command[_HasMatch]] = Command(
    shown="up down",
    label="choose",
    help="choose a play in the list; so do PgUp PgDn Home End",
    is_enabled=lambda mode: labels.has_choice(mode.state),
)
JUMP: Final[Command[_HasMatch]] = Command(
    shown="left right", help="jump between the headings of the list"
)
ENTER: Final[Command[_HasMatch]] = Command(
    "enter", label=lambda mode: labels.enter(mode.state), help="play what is typed or chosen"
)
UNDO: Final[Command[_HasMatch]] = Command(
    "u",
    changes(proposals.undo),
    words=("undo",),
    label=lambda mode: labels.undo(mode.state),
    help="undo a move (U brings it back), or ask to take back a throw",
    is_enabled=lambda mode: bool(labels.undo(mode.state)) and not mode.state.asking,
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

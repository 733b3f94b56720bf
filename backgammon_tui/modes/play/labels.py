"""The words after the keys of a match in the footer, which tell what each does now."""

from __future__ import annotations

from backgammon_tui.modes.play.state import PlayState


def space(state: PlayState) -> str:
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
        return "" if state.is_rejected else on_board(state)
    return "play"


def enter(state: PlayState) -> str:
    """Return the label of Enter where Space does something else."""
    if space(state) or state.question:
        return ""
    if state.awaits_throw:
        return "take"
    is_choice = has_choice(state) and not state.refused
    return "play" if state.preview or is_choice else ""


def hint(state: PlayState) -> str:
    """Return the label of the next `t`."""
    advice = state.advice
    if advice is None or not (advice.hints or advice.answer):
        return "hint"
    if advice.answer:
        return "take it"
    if advice.is_played(state.chosen_row):
        return "play it"
    return "best play" if advice.is_explained else "reasons"


def undo(state: PlayState) -> str:
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


def on_board(state: PlayState) -> str:
    """Return the label of Space and Enter on the board; empty elsewhere."""
    selection = state.selection
    if not selection.on_board:
        return ""
    if not selection.has_picked:
        return "" if selection.text else "pick"
    return "put back" if selection.cursor == selection.reading.picked else "move"

"""Answers to keys, typed characters, clicks and pastes: one `PlayState` after another.

At the end stands what such a change asks of the screen besides.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from backgammon_tui.engine import POINTS, Effect, Move, Place, Side
from backgammon_tui.modes import play
from backgammon_tui.modes.board_view import TrayPlace
from backgammon_tui.modes.effects import Do, Effects
from backgammon_tui.modes.game_view import place_of
from backgammon_tui.modes.inputs import (
    BoardCursor,
    ChooseRow,
    Input,
    Key,
    Paste,
    PointAt,
    Scroll,
    TypedLine,
    next_highlighted,
)
from backgammon_tui.modes.notice import Notice, NoticeKind, describe_passed
from backgammon_tui.modes.play.entry import NOTATION
from backgammon_tui.modes.play.front import Asking, Question, Showing, Trying
from backgammon_tui.modes.play.play_list import next_row
from backgammon_tui.modes.play.proposals import answer, ask_which, say_what_is_asked
from backgammon_tui.modes.play.state import Pace, PlayState
from backgammon_tui.modes.play.typed_text import (
    enter_dice,
    enter_line,
    refuse,
    throw,
    type_back,
    type_dice,
    type_notation,
)
from backgammon_tui.opponent import sole_person

_LONGEST_PASTE: Final = 100

_CHOOSE: Final = "Choose a play with up and down, or type it, then press enter; tab: the board."
_PUT_DOWN: Final = "Choose where it goes: click a marked point, or walk there (Tab, arrows)."
_TRY: Final = "Type a play, or click its checkers."


def handle(state: PlayState, given: Input) -> PlayState:
    """Return the state after a key, a typed character, a click or a paste."""
    if state.is_tutored:
        return state
    if state.is_watched:
        # Show the program's turn as far as it has come, without the pauses.
        return state.hurry()
    match given:
        case Key():
            return press(state, given)
        case str():
            return type_character(state, given)
        case TypedLine(text):
            return enter_line(state, text)
        case ChooseRow(row) if state.selection.row == row:
            return press(state, Key.ENTER)
        case ChooseRow(row):
            return choose_row(state, row)
        case Paste(text):
            return paste(state, text)
        case Scroll(by):
            return press(state, Key.DOWN if by > 0 else Key.UP)
        case PointAt(None):
            return press(state, Key.ENTER if state.acknowledgement else Key.SPACE)
        case PointAt() if state.acknowledgement:
            return press(state, Key.ENTER)
        case PointAt(place):
            side = state.game.actor
            if not (place and side):
                return state
            # Borne off is borne off, in whichever tray.
            is_others = (
                isinstance(place, TrayPlace)
                and place.side is not side
                and place.kind is not Place.OFF
            )
            return state if is_others else pick(state, place_of(place, side, state.game.rules))


# ---- without a key


def go_on(state: PlayState) -> PlayState:
    """Go on after a pause: the program's next action is seen, or it throws."""
    if isinstance(state.front, Showing):
        left = state.unshown_actions - 1
        rest = replace(state, fronts=state.fronts[:-1])
        return rest.with_front(Showing(left)) if left else rest
    if state.acknowledgement or not state.is_programs:
        return press(state, Key.SPACE)
    return throw(state)


def skip_ahead(state: PlayState) -> PlayState:
    """Return the state from which throws and forced moves are made until a choice."""
    return replace(state.hurry(), pace=Pace.SKIPPING) if state.can_skip else state


def stop_skipping(state: PlayState) -> PlayState:
    """Return the state that waits for players again, with the count of turns they missed."""
    stopped = replace(state, pace=Pace.USUAL, skipped=0)
    if state.acknowledgement or state.is_over:
        return stopped
    passed = describe_passed(state.skipped, sole_person(state.table), state.naming)
    notice = state.notice or Notice("")
    told = notice._replace(text=f"{passed} {notice.text}".strip())
    return replace(stopped, notice=told if passed else state.notice)


# ---- keys


def press(state: PlayState, key: Key) -> PlayState:
    """Return the state after a key that is no notation."""
    if key is Key.ESCAPE and (state.is_opened or not state.asking):
        return state.close()
    if state.question:
        return _press_at_question(state, state.question, key)
    if state.acknowledgement:
        if key not in (Key.ENTER, Key.SPACE) and not state.goes_on_alone:
            return state
        # Notices shown during automatic play stay visible.
        stays = state.goes_on_alone or state.is_of_program(state.acknowledgement)
        return replace(state.acknowledge(), notice=state.acknowledgement if stays else None)
    selection = state.selection
    match key:
        case Key.SPACE:
            return _space(state)
        case Key.ENTER:
            return _enter_on_board(state) if selection.on_board else enter(state)
        case Key.BACKSPACE if state.refused:
            return type_back(state)
        case Key.BACKSPACE:
            return state.select(selection.with_text(selection.text[:-1]))
        case Key.TAB:
            to_board = not selection.on_board
            picked = selection.reading.picked
            return state.select(selection.turn_to(board=to_board, cursor=picked))
        case _ if selection.on_board:
            side = state.game.actor or Side.WHITE
            ground = BoardCursor(state.game.rules, side, state.options.mirrored)
            return state.select(selection.walk(ground, key))
        case _:
            row = next_row(state.lines, selection.row, key)
            return state if row is None else state.select(selection.choose(row))


def _press_at_question(state: PlayState, question: Question, key: Key) -> PlayState:
    match key:
        case Key.ENTER | Key.SPACE:
            if state.highlighted is None:
                return say_what_is_asked(state, question)
            return answer(state, state.highlighted.key)
        case Key.ESCAPE:
            return state.close_front()
        case Key.UP | Key.DOWN | Key.LEFT | Key.RIGHT:
            highlighted = next_highlighted(state.highlighted_answer, key, len(question.answers))
            return state.highlight(highlighted)
        case _:
            return state


def _space(state: PlayState) -> PlayState:
    selection = state.selection
    if selection.row is not None:
        return enter(state)
    if state.awaits_throw:
        return type_dice(state, " ") if selection.text else throw(state)
    if selection.has_picked and not state.refused:
        return _point_at_cursor(state) if selection.on_board else _put_down(state)
    if state.is_rejected:
        return state
    if selection.text.strip("*^c ") or state.refused:
        return type_notation(state, " ")
    if selection.text:
        return state.say(_CHOOSE)
    if selection.is_forced and not selection.accepts_illegal:
        return state.make(selection.rows[0].moves)
    if selection.on_board:
        return _point_at_cursor(state)
    return _say_choose(state) if state.game.stage else state


def _say_choose(state: PlayState) -> PlayState:
    """Explain the ways to choose; a learner has no list before the first try."""
    return state.say(_TRY if state.selection.accepts_illegal else _CHOOSE)


def _put_down(state: PlayState) -> PlayState:
    target = state.selection.put_down_at
    return state.say(_PUT_DOWN) if target is None else pick(state, target)


def enter(state: PlayState) -> PlayState:
    """Play the typed or highlighted play."""
    selection, moves = state.selection, state.preview
    if state.awaits_throw:
        return enter_dice(state) if selection.text else throw(state)
    if state.game.stage is None:
        return state
    if selection.accepts_illegal and selection.row is None and selection.is_stuck:
        return state.let_judge(selection.text.strip())
    if selection.row is None and selection.reading.choices and not state.refused:
        return ask_which(state, selection.reading.choices, selection.text.strip())
    if moves:
        return state.make(moves)
    if state.is_rejected:
        return state
    if state.notice and state.notice.is_refusal:
        # This Enter was meant for the refused text, so it plays nothing instead.
        said = f"Nothing was played. {state.notice.text}"
        told = state.notice._replace(text=said, kind=NoticeKind.REJECTION)
        return replace(state, selection=selection.with_text(""), notice=told)
    if not selection.text and selection.is_forced and not selection.accepts_illegal:
        return state.make(selection.rows[0].moves)
    if selection.has_picked:
        return _put_down(state)
    if not selection.text:
        return _say_choose(state)
    if selection.accepts_illegal:
        return state.say("Type the whole play.")  # A lesson does not list the plays at first.
    return state.say(f"Type more, or choose one of the {len(selection.reading.shown)} in the list.")


def _enter_on_board(state: PlayState) -> PlayState:
    """Do at the cursor as `_point_at_cursor`; a checker with one target goes there at once.

    Not by Space, which held down would then play on, nor where illegal moves may be tried.
    """
    before, after = state.selection, _point_at_cursor(state)
    target = after.selection.put_down_at
    is_picked = before.reading.picked is None and after.selection.has_picked
    if is_picked and target is not None and not before.accepts_illegal:
        return pick(after, target)
    return after


def _point_at_cursor(state: PlayState) -> PlayState:
    selection = state.selection
    is_typed = (selection.text and not selection.has_picked) or state.refused
    if is_typed or state.awaits_throw or selection.cursor is None or state.preview:
        return enter(state)
    return pick(state, selection.cursor)


# ---- what is typed


def type_character(state: PlayState, character: str) -> PlayState:
    """Type a character: an answer, notation, dice, or a letter that acts."""
    if state.question:
        after = answer(state, character)
        return say_what_is_asked(state, state.question) if after is state else after
    character = character.lower()
    if state.acknowledgement or character not in NOTATION:
        return state
    return type_dice(state, character) if state.awaits_throw else type_notation(state, character)


def paste(state: PlayState, text: str) -> PlayState:
    """Paste a text, read as if it had been typed."""
    for character in text[:_LONGEST_PASTE]:
        if isinstance(state.front, Asking | Trying):
            break
        if character == " " and (state.selection.text or state.refused):
            state = press(state, Key.SPACE)
        elif character.lower() in NOTATION:
            state = type_character(state, character)
    return state


# ---- the list and the board


def choose_row(state: PlayState, row: int) -> PlayState:
    """Choose a row of the list."""
    selection = state.selection
    if state.question or state.acknowledgement or row not in selection.reading.shown:
        return state
    return state.select(selection.choose(row))


def pick(state: PlayState, place: int) -> PlayState:
    """Point at a place, to pick a checker there or to choose it as a target."""
    if state.question:
        return say_what_is_asked(state, state.question)
    if state.acknowledgement or state.game.stage is None:
        return state
    selection = state.selection
    if selection.is_illegal:
        selection = selection.with_text("")
    if selection.reading.picked is None and place not in selection.pickable:
        there = state.select(selection.point_at(place))
        if selection.accepts_illegal:
            return there.let_judge(*there.selection.moves_from(place))
        return replace(there, notice=play.why.why_cannot(there, place, NoticeKind.REFUSAL))
    picked = selection.pick(place)
    after = state.select(picked.selection)
    if picked.is_refused and selection.accepts_illegal:
        return after.let_judge(picked.way)
    if picked.is_refused:
        return refuse(after, picked.way)
    if picked.choices:
        return ask_which(after, picked.choices, picked.way)
    if picked.moves:
        return after.make(picked.moves)
    is_new = picked.selection.reading.picked == place
    return replace(after, notice=_trapped_under(after, place)) if is_new else after


def _trapped_under(state: PlayState, place: int) -> Notice | None:
    """Tell of a checker that lies trapped under the one that is picked, if one does."""
    side, rules = state.game.actor, state.game.rules
    if side is None or not 1 <= place <= POINTS:
        return None
    if not state.game.position.is_trapped(side.other, rules.across(place)):
        return None
    name = state.naming.name(side.other)
    return Notice(f"{name}'s checker is trapped here until your last one leaves.")


# ---- why


def why(state: PlayState) -> PlayState:
    """Answer a question for the reason of the present state."""
    answer = play.why.answer_why(state)._replace(kind=NoticeKind.ANSWER)
    return state if state.acknowledgement else replace(state, notice=answer)


# ---- what a change asks of the screen


def effects_between(before: PlayState, after: PlayState) -> Effects:
    """Return the effects of a change from one state to another."""
    effects: Effects = ()
    is_thrown = after.table.throw_number > before.table.throw_number
    if is_thrown and after.options.motion and not after.is_hurried:
        effects += (Do.TUMBLE,)
    if _is_startling(before, after):
        effects += (Do.SIGNAL,)
    return effects


def _is_startling(before: PlayState, after: PlayState) -> bool:
    before, after = before.shown, after.shown
    done = after.table.actions[len(before.table.actions) :]
    is_hit = any(isinstance(each, Move) and each.effect is Effect.HIT for each in done)
    told, known = after.acknowledgement or after.notice, (before.acknowledgement, before.notice)
    return is_hit or bool(told and told.about and told not in known)

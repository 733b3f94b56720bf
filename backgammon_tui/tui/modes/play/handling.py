"""What keys, typed characters, clicks and pastes make of a `PlayState`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from backgammon_tui.dice import read_dice
from backgammon_tui.engine.actions import Action
from backgammon_tui.engine.events import DoubletChosen, OpeningKept, OpeningThrownAgain
from backgammon_tui.engine.notation import Ambiguous, Unreadable, read_moves
from backgammon_tui.engine.position import POINTS, Side
from backgammon_tui.engine.reasons import NotAllowed
from backgammon_tui.engine.turn import Phase
from backgammon_tui.tui.board.view import Place, PointPlace, TrayKind
from backgammon_tui.tui.game_view import TRAYS
from backgammon_tui.tui.inputs import ChooseRow, Input, Key, Paste, PointAt, Scroll
from backgammon_tui.tui.modes.play.asking import (
    answer,
    ask_to_play_forced,
    ask_which,
    close_question,
)
from backgammon_tui.tui.modes.play.entry import NOTATION
from backgammon_tui.tui.modes.play.questions import Question
from backgammon_tui.tui.modes.play.rows import next_row
from backgammon_tui.tui.modes.play.state import PlayState
from backgammon_tui.tui.notice import Notice, refusal
from backgammon_tui.tui.walking import Ground
from backgammon_tui.words.event_sentences import describe_event
from backgammon_tui.words.naming import join

_LONGEST_PASTE: Final = 100
_FORCED_TO_OFFER: Final = 3
"""After so many forced turns in a row the players are asked whether to play them automatically."""

_A_THROW: Final = "A throw is two numbers from 1 to 6."
_CHOOSE: Final = "Choose a play: type it, press Down for the list, or Tab for the board."
_PUT_DOWN: Final = "Choose where it goes: click a lit point, or walk there with Tab and the arrows."
_TYPE_DICE: Final = "Throw your dice and type the numbers, such as 5 3."


def handle(state: PlayState, given: Input) -> PlayState:
    """The state after a key, a typed character, a click or a paste."""
    if state.is_tutored:
        return state
    if state.is_watched:
        # The program's turn is shown as far as it has come, and not waited for.
        hurried = replace(state, unseen=0, is_hurried=state.is_programs)
        return state if isinstance(given, Scroll) else hurried
    match given:
        case Key():
            return press(state, given)
        case str():
            return type_character(state, given)
        case ChooseRow(row) if state.selection.row == row:
            return press(state, Key.ENTER)
        case ChooseRow(row):
            return choose_row(state, row)
        case Paste(text):
            return paste(state, text)
        case Scroll(by) if state.selection.row is None:
            return state
        case Scroll(by):
            return press(state, Key.DOWN if by > 0 else Key.UP)
        case PointAt(None):
            return press(state, Key.ENTER if state.acknowledgement else Key.SPACE)
        case PointAt() if state.acknowledgement:
            return press(state, Key.ENTER)
        case PointAt(place):
            picked = place_of(state, place) if place else None
            return state if picked is None else pick(state, picked)


def place_of(state: PlayState, place: Place) -> int | None:
    """A place of the board as the side to act counts; None if it is none of its places."""
    side = state.game.actor
    if side is None:
        return None
    if isinstance(place, PointPlace):
        return place.slot if side is Side.WHITE else state.game.rules.across(place.slot)
    if place.side is not side and place.kind is not TrayKind.OFF:
        return None
    return TRAYS[place.kind]


# ---- the program


def go_on(state: PlayState) -> PlayState:
    """The state after a pause: what the program did next is seen, or it throws."""
    if state.unseen:
        return replace(state, unseen=state.unseen - 1)
    if state.acknowledgement or not state.is_programs:
        return press(state, Key.SPACE)
    return _throw(state)


def play_choice(state: PlayState, actions: Sequence[Action]) -> PlayState:
    """The state after the program has done what it has chosen, of which one move is seen."""
    after = state.make(actions)
    told = " ".join(
        describe_event(event, state.naming)
        for event in after.game.events
        if isinstance(event, OpeningKept | OpeningThrownAgain | DoubletChosen)
    )
    notice = Notice(told) if told else after.notice
    return replace(after, notice=notice, unseen=0 if state.is_hurried else len(actions) - 1)


# ---- keys


def press(state: PlayState, key: Key) -> PlayState:
    """The state after a key that is no notation."""
    if state.question:
        return _press_at_question(state, state.question, key)
    if state.acknowledgement:
        is_skipped = key in (Key.ENTER, Key.SPACE) or state.goes_on_alone
        return _acknowledge(state) if is_skipped else state
    selection = state.selection
    match key:
        case Key.SPACE:
            return _space(state)
        case Key.ENTER:
            return _enter_on_board(state) if selection.on_board else enter(state)
        case Key.BACKSPACE:
            return state.select(selection.with_text(selection.text[:-1]))
        case Key.ESCAPE if state.has_answer:
            return replace(state, notice=None)
        case Key.ESCAPE:
            return state.select(selection.close())
        case Key.TAB:
            changed = replace(state, selection=selection.change_focus())
            # Who goes to the board is told there what can be done.
            is_read = state.notice and state.notice.text == _CHOOSE and not selection.on_board
            return replace(changed, notice=None) if is_read else changed
        case _ if selection.on_board:
            side, turned = state.game.actor or Side.WHITE, state.is_turned
            ground = Ground(state.game.rules, side, turned, state.options.mirrored)
            return state.select(selection.walk(ground, key))
        case _:
            row = next_row(state.lines, selection.row, key)
            return state if row is None else state.select(replace(selection, row=row))


def _acknowledge(state: PlayState) -> PlayState:
    told = state.acknowledgement
    if state.is_of_program(told):
        return replace(state, acknowledgement=None, notice=told)
    # Nobody need have read what was seen for a moment only.
    kept = told if state.goes_on_alone else None
    return _count_forced(replace(state, acknowledgement=None, notice=kept))


def _count_forced(state: PlayState) -> PlayState:
    """Count a forced turn; after many ask once whether they are to be played automatically."""
    if state.game.phase is not Phase.THROW:
        return state
    counted = replace(state, forced=state.forced + 1)
    knows = state.options.plays_forced or state.options.offered_forced
    if knows or counted.forced < _FORCED_TO_OFFER:
        return counted
    return ask_to_play_forced(counted)


def _press_at_question(state: PlayState, question: Question, key: Key) -> PlayState:
    match key:
        case Key.ENTER | Key.SPACE:
            return answer(state, state.lit.key) if state.lit else state
        case Key.ESCAPE:
            return close_question(state, question)
        case Key.UP | Key.DOWN | Key.LEFT | Key.RIGHT:
            step = 1 if key in (Key.DOWN, Key.RIGHT) else -1
            return replace(state, lit_answer=(state.lit_answer + step) % len(question.answers))
        case _:
            return state


def _space(state: PlayState) -> PlayState:
    selection = state.selection
    if selection.row is not None:
        return enter(state)
    if state.awaits_throw:
        return _type_dice(state, " ") if selection.text else _throw(state)
    if selection.has_picked:
        return _put_down(state)
    if selection.text.strip("*^ "):
        return _type(state, " ")
    if selection.text:
        return state.say(_CHOOSE)
    if selection.is_forced:
        return _play_forced(state)
    if selection.on_board:
        return _enter_on_board(state)
    return state.say(_CHOOSE) if state.game.stage else state


def _put_down(state: PlayState) -> PlayState:
    target = state.selection.put_down_at
    return state.say(_PUT_DOWN) if target is None else pick(state, target)


def _throw(state: PlayState) -> PlayState:
    if state.table.dice is None:
        return state.say(_TYPE_DICE)
    return state.settle(state.table.throw())


def _play_forced(state: PlayState) -> PlayState:
    """Make the only play; what must be acknowledged is counted when it is seen."""
    after = state.make(state.selection.rows[0].moves)
    return after if after.acknowledgement else _count_forced(after)


def enter(state: PlayState) -> PlayState:
    """The state after Enter where it takes what is typed or lit, not what the cursor is on."""
    if state.awaits_throw:
        return _enter_dice(state) if state.table.dice is None else _throw(state)
    if state.game.stage is None:
        return state
    selection, moves = state.selection, state.preview
    if selection.row is None and selection.reading.choices:
        return ask_which(state, selection.reading.choices)
    if moves:
        return state.make(moves)
    if state.notice and state.notice.is_refusal:
        # This Enter was meant for what was refused; it plays nothing in its place.
        said = f"Nothing was played. {state.notice.text}"
        told = state.notice._replace(text=said, is_refusal=False)
        return replace(state, selection=selection.with_text(""), notice=told)
    if not selection.text and selection.is_forced:
        return _play_forced(state)
    if selection.has_picked:
        return _put_down(state)
    shown = len(selection.reading.shown)
    more = f"Type more, or choose one of the {shown} in the list."
    return state.say(more if selection.text else _CHOOSE)


def _enter_on_board(state: PlayState) -> PlayState:
    """Pick where the cursor stands; what the board previews already is played."""
    cursor = state.selection.cursor
    if state.awaits_throw or cursor is None or state.preview:
        return enter(state)
    return pick(state, cursor)


def _enter_dice(state: PlayState) -> PlayState:
    if not state.selection.text:
        return state.say(_TYPE_DICE)
    try:
        dice = read_dice(state.selection.text)
    except ValueError:
        return state.say(_A_THROW, is_refusal=True)
    return state.settle(state.table.throw(dice))


# ---- what is typed


def type_character(state: PlayState, character: str) -> PlayState:
    """The state after a character: an answer, notation, dice, or a letter that acts."""
    if state.question:
        after = answer(state, character)
        if after is not state or not character.isdigit():
            return after
        keys = join([each.key for each in state.question.answers], "or")
        return state.say(f"Answer first: {keys}.", is_refusal=True)
    character = character.lower()
    if state.acknowledgement or character not in NOTATION:
        return state
    return _type_dice(state, character) if state.awaits_throw else _type(state, character)


def paste(state: PlayState, text: str) -> PlayState:
    """The state after a text was pasted, read as if it had been typed."""
    for character in text[:_LONGEST_PASTE]:
        if character == " " and state.selection.text:
            state = press(state, Key.SPACE)
        elif character.lower() in NOTATION and not state.question:
            state = type_character(state, character)
    return state


def _type(state: PlayState, character: str) -> PlayState:
    if state.game.stage is None:
        return state
    text = state.selection.text + character
    return typed(state, text) or _refuse(state, text)


def typed(state: PlayState, text: str) -> PlayState | None:
    """The state with a text that was typed; None if no legal play contains it."""
    selection = state.selection.typed(text)
    if selection is None:
        return None
    # A refusal stays in sight: who types fast may have typed on over it.
    last = state.notice if state.notice and state.notice.is_refusal else None
    return replace(state, selection=selection, notice=last and last._replace(refused=""))


def _type_dice(state: PlayState, character: str) -> PlayState:
    if state.table.dice is not None:
        return state.say("Throw first (Space), then type the moves.")
    before = state.selection.text
    digits = sum(each.isdigit() for each in before)
    if character not in "123456 -/" or (character.isdigit() and digits == 2):
        return state.say(_A_THROW, is_refusal=True)
    text = before + character
    return state.select(replace(state.selection, text=text)) if len(text) < 6 else state


def _refuse(state: PlayState, text: str) -> PlayState:
    """Refuse what leads nowhere, with the reason where a whole move was typed."""
    if text.endswith("/") and state.notice and state.notice.refused:
        return state  # It belongs to the point that was refused, and that reason stays.
    try:
        read_moves(state.game, text, state.options.numbering)
    except NotAllowed as error:
        refused = refusal(error.reason, state.naming)._replace(tried=text.strip())
        return replace(state, notice=refused)
    except (Unreadable, Ambiguous):
        pass
    # What explains is loaded when it is first asked.
    from backgammon_tui.tui.modes.play.why import why_untypable

    # Who types 20 where nothing leaves 20 is refused at the 2 already.
    before = state.notice.refused if state.notice else ""
    typed_on = before + text[len(state.selection.text) :]
    for meant in (text, typed_on):
        stuck = why_untypable(state, meant)
        if stuck:
            return replace(state, notice=stuck._replace(refused=meant))
    said = Notice(f"No legal play contains {text.strip()}.", is_refusal=True, refused=text)
    return replace(state, notice=said)


# ---- the list and the board


def choose_row(state: PlayState, row: int) -> PlayState:
    """The state with a row of the list chosen."""
    selection = state.selection
    if state.question or state.acknowledgement or row not in selection.reading.shown:
        return state
    return state.select(replace(selection, row=row, on_board=False))


def pick(state: PlayState, place: int) -> PlayState:
    """The state after a place was pointed at: a checker is picked, or its target."""
    if state.acknowledgement or state.question or state.game.stage is None:
        return state
    if state.selection.reading.picked is None and place not in state.pickable:
        from backgammon_tui.tui.modes.play.why import why_cannot

        there = state.select(replace(state.selection, row=None, cursor=place))
        return replace(there, notice=why_cannot(there, place, is_refusal=True))
    picked = state.selection.pick(place)
    after = state.select(picked.selection)
    if picked.refused:
        return _refuse(after, picked.refused)
    if picked.choices:
        return ask_which(after, picked.choices)
    if picked.moves:
        return after.make(picked.moves)
    is_new = picked.selection.reading.picked == place
    return replace(after, notice=_trapped_under(after, place)) if is_new else after


def _trapped_under(state: PlayState, place: int) -> Notice | None:
    """That a checker lies trapped under the one that is picked, if one does."""
    side, rules = state.game.actor, state.game.rules
    if side is None or not 1 <= place <= POINTS:
        return None
    if not state.game.position.is_trapped(side.other, rules.across(place)):
        return None
    name = state.naming.name(side.other)
    return Notice(f"{name}'s checker is trapped here until your last one leaves.")


# ---- why


def why(state: PlayState) -> PlayState:
    """The state with an answer to why things stand as they do."""
    from backgammon_tui.tui.modes.play.why import answer_why

    return state if state.acknowledgement else replace(state, notice=answer_why(state))

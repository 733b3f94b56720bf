"""What somebody who learns does at the board: what cannot be is tried all the same, to be told why.

Moves are typed, picked and previewed as in any game; but what no legal play has may be typed and
pointed at too, and whoever teaches says what is wrong with it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from backgammon_tui.engine.actions import Resign
from backgammon_tui.engine.moves import target_of
from backgammon_tui.engine.notation import Ambiguous, Unreadable, read_moves, read_routes
from backgammon_tui.engine.position import Place
from backgammon_tui.engine.reasons import NotAllowed
from backgammon_tui.tui.inputs import Input, Key, Paste, PointAt
from backgammon_tui.tui.modes.play.entry import NOTATION
from backgammon_tui.tui.modes.play.handling import enter, handle, pick, place_of, typed
from backgammon_tui.tui.modes.play.questions import Asked, Question
from backgammon_tui.tui.modes.play.selection import Selection
from backgammon_tui.tui.modes.play.state import PlayState
from backgammon_tui.words.naming import join

_LONGEST_TEXT: Final = 60
_LONGEST_PASTE: Final = 100
_NOTHING_CHOSEN: Final = "Type a play, or click its checkers."
_NO_THROW: Final = "The lesson throws the dice."


class Attempt(NamedTuple):
    """What came of something that was done."""

    input: PlayState
    tried: tuple[str, ...] = ()
    """What was tried, as it would be typed, though no legal play has it or several have.

    More than one where a click leaves open which number was meant.
    """


def attempt(input: PlayState, given: Input) -> Attempt:
    """What comes of a key, a typed character, a click or a paste."""
    selection = input.selection
    if input.question:
        return _answer(input, input.question, given)
    match given:
        case Paste(text):
            return _paste(input, text)
        case str() if given.lower() in NOTATION:
            return _type(input, given.lower())
        case PointAt(place) if place:
            at = place_of(input, place)
            return Attempt(input) if at is None else _point(input, at)
        case Key.ENTER:
            return _enter_on_board(input) if selection.on_board else _enter(input)
        case Key.SPACE if selection.row is not None:
            return _enter(input)
        case Key.SPACE if not selection.text:
            return Attempt(input.say(_NOTHING_CHOSEN if input.game.stage else _NO_THROW))
        case Key.SPACE if selection.has_picked:
            return _put_down(input)
        case Key.SPACE if selection.text.strip("*^ "):
            return _type(input, " ")
    return Attempt(settled(input, handle(input, given)))


def settled(before: PlayState, after: PlayState) -> PlayState:
    """The input after something was made: what came of it the lesson tells."""
    selection = after.selection
    if after.table is not before.table:
        # A wrong play hands the turn over only until it is put back.
        selection = replace(selection, on_board=before.selection.on_board)
        after = replace(after, acknowledgement=None, notice=None)
    if selection.reading.moves and not _can_make(selection, selection.text):
        # A play that has it among others would be more than what was typed.
        selection = replace(selection, reading=selection.reading._replace(moves=()))
    return replace(after, selection=selection)


def _can_make(selection: Selection, text: str) -> bool:
    """Whether a text can be played as it stands; where it is unclear how, it can."""
    try:
        read_moves(selection.game, text, selection.numbering)
    except Ambiguous:
        return True
    except (NotAllowed, Unreadable):
        return False
    return True


def _is_whole(selection: Selection) -> bool:
    """Whether whole moves are typed."""
    try:
        return bool(read_routes(selection.text, selection.numbering))
    except Unreadable:
        return False


def _paste(input: PlayState, text: str) -> Attempt:
    """Every character as if it were typed, as long as nothing is asked or tried."""
    found = Attempt(input)
    for character in text[:_LONGEST_PASTE]:
        is_blank = character == " " and found.input.selection.text
        if is_blank or character.lower() in NOTATION:
            found = attempt(found.input, Key.SPACE if is_blank else character)
        if found.tried or found.input.question:
            break
    return found


def _type(input: PlayState, character: str) -> Attempt:
    if input.awaits_throw:
        return Attempt(input.say(_NO_THROW))
    if input.game.stage is None:
        return Attempt(input)
    text = (input.selection.text + character)[:_LONGEST_TEXT]
    after = typed(input, text)
    return Attempt(settled(input, after or input.select(input.selection.with_text(text))))


def _enter(input: PlayState) -> Attempt:
    if input.awaits_throw:
        return Attempt(input.say(_NO_THROW))
    selection, text = input.selection, input.selection.text.strip()
    is_stuck = _is_whole(selection) and not _can_make(selection, text)
    if selection.row is None and (selection.is_illegal or is_stuck):
        return Attempt(input, (text,))
    if input.game.stage and not text and not input.preview:
        # Even the only play is for the learner to find.
        return Attempt(input.say(_NOTHING_CHOSEN))
    if selection.has_picked and not input.preview:
        return _put_down(input)
    return _tried(input, enter(input), text)


def _tried(input: PlayState, after: PlayState, text: str) -> Attempt:
    """What was made; where several plays have it, which one is meant is asked and answered."""
    return Attempt(settled(input, after), (text,) if after.asking else ())


def _enter_on_board(input: PlayState) -> Attempt:
    """What was typed is answered; only what was picked goes on where the cursor stands."""
    selection = input.selection
    is_typed = selection.text and (selection.is_illegal or not selection.text.endswith("/"))
    if is_typed or input.awaits_throw or selection.cursor is None or input.preview:
        return _enter(input)
    return _point(input, selection.cursor)


def _put_down(input: PlayState) -> Attempt:
    target = input.selection.put_down_at
    return Attempt(handle(input, Key.SPACE)) if target is None else _point(input, target)


def _point(input: PlayState, place: int) -> Attempt:
    """A place was pointed at, whether it can be picked or not."""
    if input.acknowledgement or input.game.stage is None:
        return Attempt(input)
    selection = input.selection
    if selection.is_illegal:
        selection = selection.with_text("")
    fresh = input.select(replace(selection, row=None, cursor=place))
    if selection.reading.picked is None and place not in selection.pickable:
        return Attempt(fresh, _moves_from(selection, place))
    picked = selection.pick(place)
    if picked.refused:
        return Attempt(fresh, (picked.refused,))
    way = selection.way_to(place)
    if picked.moves and not _can_make(selection, way):
        return Attempt(settled(input, fresh.select(fresh.selection.with_text(way))))
    return _tried(input, pick(fresh, place), way)


def _moves_from(selection: Selection, place: int) -> tuple[str, ...]:
    """The moves of the checker on a place that cannot be made."""
    if place == Place.OFF:
        return ()
    game, label = selection.game, selection.label
    return tuple(
        f"{label(place)}/{label(target)}"
        for number in dict.fromkeys(game.left)
        if game.why_not(place, target := target_of(place, number))
    )


def _answer(input: PlayState, question: Question, given: Input) -> Attempt:
    """What comes of something that was done while something is asked."""
    keys = [answer.key for answer in question.answers]
    first = input.say(f"Answer this first: {join(keys, 'or')}.", is_refusal=True)
    match given:
        case Key.ENTER | Key.SPACE if input.lit:
            key = input.lit.key
        case str():
            key = given
        case PointAt(place) if place and place_of(input, place) is not None:
            return Attempt(first)
        case _:
            return Attempt(settled(input, handle(input, given)))
    if question.asked is Asked.RESIGN and key in keys and key.isdecimal():
        # The lesson accepts whatever the rules allow.
        return Attempt(settled(input, input.make([Resign(question.side, int(key))])))
    if key not in keys and key.isdecimal() and question.asked is not Asked.WHICH:
        return Attempt(input, (f"resign {key}" if question.asked is Asked.RESIGN else key,))
    if key not in keys and key.lower() in NOTATION:
        return Attempt(first)
    return Attempt(settled(input, handle(input, given)))

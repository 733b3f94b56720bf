"""What somebody who learns does at the board: what cannot be is tried all the same, to be told why.

Moves are typed, picked and previewed as in any game; but what no legal play has may be typed and
pointed at too, and whoever teaches says what is wrong with it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from backgammon_tui.engine.actions import Resign
from backgammon_tui.engine.moves import target_of
from backgammon_tui.engine.notation import (
    Ambiguous,
    Unreadable,
    place_label,
    read_moves,
    read_routes,
)
from backgammon_tui.engine.position import Place
from backgammon_tui.engine.reasons import NotAllowed
from backgammon_tui.tui.inputs import Input, Key, Paste, PointAt
from backgammon_tui.tui.modes.play.entry import NOTATION, EntryReading
from backgammon_tui.tui.modes.play.questions import Asked, Question
from backgammon_tui.tui.modes.play.state import PlayState
from backgammon_tui.words.naming import join

_LONGEST_TEXT: Final = 60
_LONGEST_PASTE: Final = 100
_NO_PLAY: Final = EntryReading(())
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
    if input.question:
        return _answer(input, input.question, given)
    match given:
        case Paste(text):
            return _paste(input, text)
        case str() if given.lower() in NOTATION and input.awaits_throw:
            return Attempt(input.say(_NO_THROW))
        case str() if given.lower() in NOTATION:
            return _type(input, given.lower())
        case PointAt(place) if place:
            at = input.place_of(place)
            return Attempt(input) if at is None else _point(input, at)
        case Key.ENTER:
            return _enter_on_board(input) if input.on_board else _enter(input)
        case Key.SPACE if input.row is not None:
            return _enter(input)
        case Key.SPACE if not input.text:
            return Attempt(input.say(_NOTHING_CHOSEN if input.game.stage else _NO_THROW))
        case Key.SPACE if input.has_picked:
            return _put_down(input)
        case Key.SPACE if input.text.strip("*^ "):
            return _type(input, " ")
    return Attempt(settled(input, input.handle(given)))


def settled(before: PlayState, after: PlayState) -> PlayState:
    """The input after something was made: what came of it the lesson tells."""
    if after.table is not before.table:
        # A wrong play hands the turn over only until it is put back.
        after = replace(after, acknowledgement=None, notice=None, on_board=before.on_board)
    if after.reading.moves and not _can_make(after, after.text):
        # A play that has it among others would be more than what was typed.
        after = replace(after, reading=after.reading._replace(moves=()))
    return after


def is_illegal(input: PlayState) -> bool:
    """Whether what is typed stands in no legal play."""
    return bool(input.text) and not input.reading.shown


def _can_make(input: PlayState, text: str) -> bool:
    """Whether a text can be played as it stands; where it is unclear how, it can."""
    try:
        read_moves(input.game, text, input.options.numbering)
    except Ambiguous:
        return True
    except (NotAllowed, Unreadable):
        return False
    return True


def _is_whole(input: PlayState) -> bool:
    """Whether whole moves are typed."""
    try:
        return bool(read_routes(input.text, input.options.numbering))
    except Unreadable:
        return False


def _paste(input: PlayState, text: str) -> Attempt:
    """Every character as if it were typed, as long as nothing is asked or tried."""
    found = Attempt(input)
    for character in text[:_LONGEST_PASTE]:
        is_blank = character == " " and found.input.text
        if is_blank or character.lower() in NOTATION:
            found = attempt(found.input, Key.SPACE if is_blank else character)
        if found.tried or found.input.question:
            break
    return found


def _type(input: PlayState, character: str) -> Attempt:
    if input.game.stage is None:
        return Attempt(input)
    text = (input.text + character)[:_LONGEST_TEXT]
    typed = input.typed(text)
    if typed is None:
        return Attempt(replace(input, text=text, reading=_NO_PLAY, row=None, notice=None))
    return Attempt(settled(input, typed))


def _enter(input: PlayState) -> Attempt:
    text = input.text.strip()
    if input.awaits_throw:
        return Attempt(input.say(_NO_THROW))
    is_stuck = _is_whole(input) and not _can_make(input, text)
    if input.row is None and (is_illegal(input) or is_stuck):
        return Attempt(input, (text,))
    if input.game.stage and not text and not input.preview:
        # Even the only play is for the learner to find.
        return Attempt(input.say(_NOTHING_CHOSEN))
    if input.has_picked and not input.preview:
        return _put_down(input)
    entered = input.enter()
    return Attempt(settled(input, entered), (text,) if entered.asking else ())


def _enter_on_board(input: PlayState) -> Attempt:
    """What was typed is answered; only what was picked goes on where the cursor stands."""
    is_typed = input.text and (is_illegal(input) or not input.text.endswith("/"))
    if is_typed or input.awaits_throw or input.cursor is None or input.preview:
        return _enter(input)
    return _point(input, input.cursor)


def _put_down(input: PlayState) -> Attempt:
    target = input.put_down_at
    if target is None:
        return Attempt(input.handle(Key.SPACE))
    return _point(input, target)


def _point(input: PlayState, place: int) -> Attempt:
    """A place was pointed at, whether it can be picked or not."""
    if input.acknowledgement or input.game.stage is None:
        return Attempt(input)
    input = input.with_text("") if is_illegal(input) else input
    fresh = replace(input, row=None, notice=None, cursor=place)
    if input.reading.picked is None and place not in input.pickable:
        return Attempt(fresh, _moves_from(input, place))
    text = f"{input.text.rpartition('/')[0]}/{_label(input, place)}"
    reached = input.read(text) if place in input.pickable - {input.reading.picked} else None
    if input.reading.picked is not None and reached and not _can_make(input, text):
        return Attempt(settled(input, fresh.with_text(text)))
    after = input.pick(place)
    is_refused = after.notice is not None and after.notice.is_refusal
    if is_refused:
        return Attempt(fresh, (text,))
    return Attempt(settled(input, after), (text,) if after.asking else ())


def _moves_from(input: PlayState, place: int) -> tuple[str, ...]:
    """The moves of the checker on a place that cannot be made."""
    if place == Place.OFF:
        return ()
    return tuple(
        f"{_label(input, place)}/{_label(input, target)}"
        for number in dict.fromkeys(input.game.left)
        if input.game.why_not(place, target := target_of(place, number))
    )


def _label(input: PlayState, place: int) -> str:
    """A place as it is typed."""
    return place_label(place, input.options.numbering).replace("·", ".")


def _answer(input: PlayState, question: Question, given: Input) -> Attempt:
    """What comes of something that was done while something is asked."""
    keys = [answer.key for answer in question.answers]
    first = input.say(f"Answer this first: {join(keys, 'or')}.", is_refusal=True)
    match given:
        case Key.ENTER | Key.SPACE if input.lit:
            key = input.lit.key
        case str():
            key = given
        case PointAt(place) if place and input.place_of(place) is not None:
            return Attempt(first)
        case _:
            return Attempt(settled(input, input.handle(given)))
    if question.asked is Asked.RESIGN and key in keys and key.isdecimal():
        # The lesson accepts whatever the rules allow.
        return Attempt(settled(input, input.make([Resign(question.side, int(key))])))
    if key not in keys and key.isdecimal() and question.asked is not Asked.WHICH:
        return Attempt(input, (f"resign {key}" if question.asked is Asked.RESIGN else key,))
    if key not in keys and key.lower() in NOTATION:
        return Attempt(first)
    return Attempt(settled(input, input.handle(given)))

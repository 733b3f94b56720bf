"""What keys, typed characters, clicks and pastes make of a match: one state after another."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from backgammon_tui.dice import read_dice
from backgammon_tui.engine import (
    POINTS,
    Cause,
    Effect,
    Game,
    Move,
    NotAllowed,
    Place,
    Reason,
    Side,
)
from backgammon_tui.engine.notation import (
    Ambiguous,
    Unreadable,
    read_moves,
    read_routes,
    resolve,
    separated,
)
from backgammon_tui.explain.why import WhyAnswer, why_now, why_stuck
from backgammon_tui.match.computer import sole_person
from backgammon_tui.modes.board import TrayPlace, place_of
from backgammon_tui.modes.effects import Do, Effects
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
from backgammon_tui.modes.notice import (
    Notice,
    NoticeKind,
    news_of,
    refusal,
)
from backgammon_tui.modes.play.choosing import (
    BETWEEN,
    NOTATION,
    next_row,
    origin_begun,
    typed_on,
)
from backgammon_tui.modes.play.prompts import answer, ask_which, say_what_is_asked
from backgammon_tui.modes.play.state import Pace, PlayState, Question
from backgammon_tui.words.event_sentences import describe_passed
from backgammon_tui.words.naming import Naming, sentence
from backgammon_tui.words.terse import describe_all

_MAX_TEXT_LENGTH: Final = 60
_COUNTED_EARLY: Final = r"(.+?)\((\d)\)([/-][^(]*).*"
"""A way with a count before its last point, as in 12/10(2)/8(2)."""

_A_ROLL: Final = "A roll is two numbers from 1 to 6."
_NO_ROLL: Final = "The lesson rolls the dice."
_NO_COMPLEMENT: Final = "No play keeps anything of a complement."
_TYPE_DICE: Final = "Roll your dice and type the numbers, such as 5 3."


def type_notation(state: PlayState, character: str) -> PlayState:
    """Type a character of a move."""
    if state.game.stage is None:
        return state
    if state.is_rejected:
        state = replace(state, notice=None)
    begun = typed_on(state.selection.text, state.refused, character)
    left_out = separated(begun + character).removeprefix(begun).removesuffix(character)
    if left_out in (" ", "/"):
        state = type_notation(state, left_out)
        begun = typed_on(state.selection.text, state.refused, character)
    text = (begun + character)[:_MAX_TEXT_LENGTH]
    after = typed(state, text)
    if after is None and state.selection.accepts_illegal:
        return state.select(state.selection.with_text(text))
    return after or refuse(state, text)


def type_back(state: PlayState) -> PlayState:
    """Take back the last character that was refused, or that of a text refused by Enter."""
    kept, text = state.selection.text, state.refused[:-1]
    state = replace(state, notice=None)
    for character in text[len(kept) :]:
        state = type_notation(state, character)
    return state


def typed(state: PlayState, text: str) -> PlayState | None:
    """Type a whole text; None if no legal play contains it."""
    selection = state.selection.with_text(text)
    if selection.is_illegal:
        return None
    # The new text replaces a refused one; another refusal may not have been read yet.
    is_unread = state.notice and state.notice.is_refusal and not state.refused
    return replace(state, selection=selection, notice=state.notice if is_unread else None)


def refuse(state: PlayState, text: str) -> PlayState:
    """Refuse a text that no play contains, with the reason if it has a whole move."""
    if text[-1] in BETWEEN and state.notice and state.refused:
        # The character belongs to the refused point, so the reason stays.
        return replace(state, notice=state.notice._replace(refused=text))
    # Where nothing leaves 20, typing it is refused at the 2 already, and 24/19 at the 1.
    typed_on = text if text.startswith(state.refused) else state.refused + text[-1]
    for meant in dict.fromkeys((typed_on, text)):
        try:
            routes = read_routes(meant)
            resolve(state.game, routes)
        except NotAllowed as error:
            if meant == text or routes[-1].stops[-1].place < routes[-1].origin:
                refused = refusal(error.reason, state.naming)
                told = refused._replace(refused=meant)
                return replace(state, notice=told)
        except (Unreadable, Ambiguous):
            pass
    for meant in (text, typed_on):
        stuck = why_untypable(state, meant)
        if stuck:
            return replace(state, notice=stuck._replace(refused=meant))
    if misspelt := _misspelt(text):
        return replace(state, notice=Notice(misspelt, kind=NoticeKind.REFUSAL, refused=text))
    typed = text.strip()
    said = f"No legal play contains {typed}."
    if typed.isdigit():
        said = f"No move from {typed} is legal."
    elif typed == "c":
        said = _NO_COMPLEMENT
    elif typed in _FILTERS:
        said = _describe_no_play(state.game, typed, state.naming)
    elif typed.endswith("(") and "/" in typed.split()[-1]:
        said = f"No play moves two checkers {typed[:-1].split()[-1]}."
    return replace(state, notice=Notice(said, kind=NoticeKind.REFUSAL, refused=text))


_FILTERS: Final = {"*": "hits", "^": "traps", "off": "bears off"}
"""Filters typed alone, and what a play does that they keep."""


def _describe_no_play(game: Game, typed: str, naming: Naming) -> str:
    """Say that no play hits, traps or bears off, and why."""
    assert game.actor
    if typed == "^" and not game.rules.landing.may_trap:
        return f"Nothing is trapped in {game.rules.title}."
    said, other = f"No play {_FILTERS[typed]}", game.actor.other
    if typed == "off":
        return f"{said} a checker with these numbers."
    position = game.position
    blots = [
        point
        for point in range(1, 25)
        if position.count(other, point) == 1 and not position.is_trapped(other, point)
    ]
    if blots:
        return f"{said}: no blot of {naming.name(other)} can be reached with these numbers."
    return f"{said}: {naming.name(other)} has no blot."


def _misspelt(text: str) -> str:
    """Tell how to write a text that notation does not know; empty if its form is not the fault."""
    words = text.split()
    for word in words:
        if counted := re.fullmatch(_COUNTED_EARLY, word):
            way, count, rest = counted.groups()
            meant = f": {way}{rest}({count})" if rest.strip("/-") else ""
            return f"A count stands once, behind the last point{meant}."
        if word.startswith("/") and (len(words) > 1 or "(" in word):
            filter_ = word.partition("(")[0]
            return f"{filter_} shows all plays that land there, and stands alone."
    return ""


# ---- dice


def type_dice(state: PlayState, character: str) -> PlayState:
    """Type a character of a roll of real dice."""
    if state.selection.accepts_illegal:
        return state.say(_NO_ROLL)
    if state.table.dice is not None:
        return state.say("Roll first (Space), then type the moves.")
    before = state.selection.text
    digits = sum(each.isdigit() for each in before)
    if character not in "123456 -/" or (character.isdigit() and digits == 2):
        return state.say(_A_ROLL, is_refusal=True)
    text = before + character
    return state.select(replace(state.selection, text=text)) if len(text) < 6 else state


def enter_dice(state: PlayState) -> PlayState:
    """Take the numbers typed as the roll."""
    try:
        dice = read_dice(state.selection.text)
    except ValueError:
        return state.say(_A_ROLL, is_refusal=True)
    return state.settle(state.table.roll(dice))


def roll(state: PlayState) -> PlayState:
    """Roll the dice; real ones are typed."""
    if state.selection.accepts_illegal:
        return state.say(_NO_ROLL)
    if state.table.dice is None:
        return state.say(_TYPE_DICE)
    return state.settle(state.table.roll())


# ---- whole lines, as plain mode reads them


def enter_line(state: PlayState, text: str) -> PlayState:
    """Roll the typed dice, or play the typed moves; a refusal gives its reason."""
    if state.selection.accepts_illegal:
        return state.let_judge(text)
    if state.question:
        return say_what_is_asked(state, state.question)
    try:
        if state.awaits_roll and state.table.dice is None:
            return state.settle(state.table.roll(read_dice(text)))
        return state.make(read_moves(state.game, text))
    except NotAllowed as error:
        return replace(state, notice=refusal(error.reason, state.naming))
    except Unreadable:
        said = f"Unknown command or move: {text[:40]!a}. Type help for the list."
        said = _misspelt(text[:_MAX_TEXT_LENGTH].lower()) or said
        return state.say(said, is_refusal=True)
    except Ambiguous as error:
        return ask_which(state, error.candidates, text)
    except ValueError as error:
        return state.say(sentence(error), is_refusal=True)


_MAX_PASTE_LENGTH: Final = 100

_CHOOSE: Final = "Choose a play with up and down, or type it, then press enter; tab: the board."
_PUT_DOWN: Final = "Choose where it goes: click a marked point, or walk there (Tab, arrows)."
_TRY: Final = "Type a play, or click its checkers."


def handle(state: PlayState, given: Input) -> PlayState:
    """Return the state after a key, a typed character, a click or a paste."""
    if state.is_tutored:
        return state
    if state.is_watched:
        # Show the computer's turn as far as it has come, without the pauses.
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
            return press(state, Key.ENTER if state.news else Key.SPACE)
        case PointAt() if state.news:
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
    """Go on after a pause: the computer does what it has chosen next, or rolls."""
    if state.news or not state.is_computers_turn:
        return press(state, Key.SPACE)
    return state.make_choice() if state.choice else roll(state)


def skip_ahead(state: PlayState) -> PlayState:
    return replace(state.hurry(), pace=Pace.SKIPPING) if state.can_skip else state


def stop_skipping(state: PlayState) -> PlayState:
    """Return the state that waits for players again, with the count of turns they missed."""
    stopped = replace(state, pace=Pace.USUAL, skipped=0)
    if state.news or state.is_over:
        return stopped
    passed = describe_passed(state.skipped, sole_person(state.table), state.naming)
    notice = state.notice or Notice("")
    told = notice._replace(text=f"{passed} {notice.text}".strip())
    return replace(stopped, notice=told if passed else state.notice)


# ---- keys


def press(state: PlayState, key: Key) -> PlayState:
    """Return the state after a key that is no notation."""
    if key is Key.ESCAPE and (state.is_opened or not state.asked):
        return state.close()
    if state.question:
        return _press_at_question(state, state.question, key)
    if state.news:
        if key not in (Key.ENTER, Key.SPACE) and not state.goes_on_alone:
            return state
        # Notices shown during automatic play stay visible.
        stays = state.goes_on_alone or state.is_from_computer(state.news)
        return replace(state.acknowledge(), notice=state.news if stays else None)
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
            return state.close_question()
        case Key.UP | Key.DOWN | Key.LEFT | Key.RIGHT:
            highlighted = next_highlighted(state.highlighted_answer, key, len(question.answers))
            return state.highlight(highlighted)
        case _:
            return state


def _space(state: PlayState) -> PlayState:
    selection = state.selection
    if selection.row is not None:
        return enter(state)
    if state.awaits_roll:
        return type_dice(state, " ") if selection.text else roll(state)
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
    return state.say(_TRY if state.selection.accepts_illegal else _CHOOSE)


def _put_down(state: PlayState) -> PlayState:
    target = state.selection.put_down_at
    return state.say(_PUT_DOWN) if target is None else pick(state, target)


def enter(state: PlayState) -> PlayState:
    """Play the typed or highlighted play."""
    selection, moves = state.selection, state.preview
    if state.awaits_roll:
        return enter_dice(state) if selection.text else roll(state)
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
    if is_typed or state.awaits_roll or selection.cursor is None or state.preview:
        return enter(state)
    return pick(state, selection.cursor)


# ---- what is typed


def type_character(state: PlayState, character: str) -> PlayState:
    """Type a character: an answer, notation, dice, or a letter that acts."""
    if state.question:
        after = answer(state, character)
        return say_what_is_asked(state, state.question) if after is state else after
    character = character.lower()
    if state.news or character not in NOTATION:
        return state
    return type_dice(state, character) if state.awaits_roll else type_notation(state, character)


def paste(state: PlayState, text: str) -> PlayState:
    """Paste a text, read as if it had been typed."""
    for character in text[:_MAX_PASTE_LENGTH]:
        if state.question or state.tried:
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
    if state.question or state.news or row not in selection.reading.shown:
        return state
    return state.select(selection.choose(row))


def pick(state: PlayState, place: int) -> PlayState:
    """Point at a place, to pick a checker there or to choose it as a target."""
    if state.question:
        return say_what_is_asked(state, state.question)
    if state.news or state.game.stage is None:
        return state
    selection = state.selection
    if selection.is_illegal:
        selection = selection.with_text("")
    if selection.reading.picked is None and place not in selection.pickable:
        there = state.select(selection.point_at(place))
        if selection.accepts_illegal:
            return there.let_judge(*there.selection.moves_from(place))
        return replace(there, notice=why_cannot(there, place, NoticeKind.REFUSAL))
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
    answer = answer_why(state)._replace(kind=NoticeKind.ANSWER)
    return state if state.news else replace(state, notice=answer)


def answer_why(state: PlayState) -> Notice:
    """Explain the checker picked or walked to, the play typed or chosen, or the turn."""
    selection = state.selection
    if state.asked:
        return state.asked.why(state)
    if state.awaits_roll:
        # The question may be about the unexpected end of the turn before.
        news = news_of(state.game.events, state.naming)
        if news and news.why:
            return news
    place = None if selection.reading.moves else selection.reading.picked
    if place is None and selection.on_board and not state.preview:
        place = selection.cursor
    stuck = why_cannot(state, place) if place is not None else None
    if stuck:
        return stuck
    row = state.chosen_row
    chosen = None if row is None else selection.rows[row]
    return _notice(state, why_now(state.game, selection.rows, chosen))


def why_cannot(state: PlayState, place: int, kind: NoticeKind = NoticeKind.NEWS) -> Notice | None:
    """Return the reason why a checker cannot use all of the numbers left; None if it can."""
    made = state.selection.reading.made
    stuck = why_stuck(state.game, place, made[0].node if made else None)
    return _notice(state, stuck, kind) if stuck else None


def why_untypable(state: PlayState, text: str) -> Notice | None:
    """Return the reason why a text leads nowhere, if it names a checker to be moved."""
    game, made = state.game, state.selection.reading.made
    if game.actor is None:
        return None
    if made and not any(path.node.left for path in made):
        return refusal(Reason(Cause.NUMBER_NOT_THERE, game.actor), state.naming)
    own = (*game.position.points(game.actor), Place.HAND, Place.BAR)
    places = [place for place in own if game.position.count(game.actor, place)]
    place = origin_begun(text, places)
    return None if place is None else why_cannot(state, place, NoticeKind.REFUSAL)


def _notice(state: PlayState, answer: WhyAnswer, kind: NoticeKind = NoticeKind.NEWS) -> Notice:
    text = describe_all(answer.facts, state.naming)
    return Notice(text, answer.points, answer.side, kind, why=answer.why)


# ---- what a change asks of the screen


def effects_between(before: PlayState, after: PlayState) -> Effects:
    """Return the effects of a change from one state to another."""
    effects: Effects = ()
    is_rolled = after.table.roll_number > before.table.roll_number
    if is_rolled and after.options.motion and not after.is_hurried:
        effects += (Do.TUMBLE,)
    if _is_startling(before, after):
        effects += (Do.SIGNAL,)
    return effects


def _is_startling(before: PlayState, after: PlayState) -> bool:
    done = after.table.actions[len(before.table.actions) :]
    is_hit = any(isinstance(each, Move) and each.effect is Effect.HIT for each in done)
    told, known = after.news or after.notice, (before.news, before.notice)
    return is_hit or bool(told and told.about and told not in known)

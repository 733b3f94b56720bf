"""What keys, typed characters, clicks and pastes make of a match: one state after another."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from backgammon_tui.dice import read_dice
from backgammon_tui.engine import (
    POINTS,
    Cause,
    NotAllowed,
    Place,
    Reason,
    notation,
)
from backgammon_tui.engine.notation import (
    Unreadable,
    read_moves,
    read_routes,
    resolve,
)
from backgammon_tui.explain.why import WhyAnswer, why_now, why_stuck
from backgammon_tui.match.computer import sole_person
from backgammon_tui.modes.inputs import (
    Input,
    Key,
    Paste,
    PointAt,
    Scroll,
    TypedLine,
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
    AmbiguousPlay,
    Choosing,
    ChosenPlay,
    IllegalPlay,
    InputOutcome,
    Missing,
    UnfinishedPlay,
    origin_begun,
)
from backgammon_tui.modes.play.prompts import ask_which
from backgammon_tui.modes.play.state import Answer, BoardState, Pace, PlayState
from backgammon_tui.words.naming import sentence
from backgammon_tui.words.plays import FILTERS, describe_no_such_play
from backgammon_tui.words.terse import describe_all
from backgammon_tui.words.turns import describe_passed, describe_trapped_under

_COUNTED_EARLY: Final = r"(.+?)\((\d)\)([/-][^(]*).*"
"""A way with a count before its last point, as in 12/10(2)/8(2)."""

_A_ROLL: Final = "A roll is two numbers from 1 to 6."
_NO_COMPLEMENT: Final = "No play keeps anything of a complement."
_TYPE_DICE: Final = "Roll your dice and type the numbers, such as 5 3."

_MAX_TEXT_LENGTH: Final = 60
_MAX_PASTE_LENGTH: Final = 100

_CHOOSE: Final = "Choose a play with up and down, or type it, then press enter; tab: the board."
PUT_DOWN: Final = "Choose where it goes: click a marked point, or walk there (Tab, arrows)."


def handle(state: PlayState, given: Input) -> PlayState:
    """Return the state after a key, a click, a typed character or line, or a paste."""
    if state.is_tutored:
        return state
    if state.is_watched:
        # Show the computer's turn as far as it has come, without the pauses.
        return state.hurry()
    match given:
        case TypedLine(text):
            return enter_line(state, text)
        case Paste(text):
            return paste(state, text)
        case Scroll(by):
            return handle(state, Key.DOWN if by > 0 else Key.UP)
        case Key.ESCAPE if state.is_opened or not state.asked:
            return state.close()
    if question := state.question:
        after = state.answered(given)
        return question.take(state, after) if isinstance(after, Answer) else after
    if state.news:
        return _acknowledge(state, given)
    if state.awaits_roll:
        return _handle_at_roll(state, given)
    return choose(state, given) if state.game.stage else state


def _acknowledge(state: PlayState, given: Input) -> PlayState:
    is_key = isinstance(given, Key) and state.goes_on_alone
    if not (is_key or isinstance(given, PointAt) or given in (Key.ENTER, Key.SPACE)):
        return state
    # Notices shown during automatic play stay visible.
    stays = state.goes_on_alone or state.is_from_computer(state.news)
    return replace(state.acknowledge(), notice=state.news if stays else None)


_MISSING: Final = {
    Missing.CHOICE: _CHOOSE,
    Missing.TARGET: PUT_DOWN,
    Missing.MOVES: "Type more, or choose one of the {many} in the list.",
}


# ---- the plays


def choose(state: PlayState, given: Input) -> PlayState:
    """Take an input where a play is to be chosen."""
    choosing = state.choosing
    match given:
        case PointAt(None):
            return choose(state, Key.SPACE)
        case PointAt():
            place = state.place_of(given)
            return state if place is None else pick(state, place)
        case Key.BACKSPACE if choosing.refused:
            return _type_back(state)
        case Key.ENTER if state.notice and state.notice.is_refusal and not choosing.is_ready:
            # This Enter was meant for the refused text, so it plays nothing instead.
            said = f"Nothing was played. {state.notice.text}"
            told = state.notice._replace(text=said, kind=NoticeKind.NEWS)
            return replace(state, choosing=choosing.reject(), notice=told)
        case _:
            is_typed = isinstance(given, str) or (given is Key.SPACE and not choosing.on_board)
            return follow(state, choosing.on(given, state.lines), is_typed=is_typed)


def pick(state: PlayState, place: int) -> PlayState:
    """Point at a place, to pick a checker there or to choose it as a target."""
    if state.question:
        return state.say_what_is_asked()
    if state.news or state.game.stage is None:
        return state
    after = follow(state, state.choosing.pick(place))
    is_new = after.choosing.reading.picked == place and after.table is state.table
    return replace(after, notice=_trapped_under(after, place)) if is_new else after


def follow(state: PlayState, outcome: InputOutcome, *, is_typed: bool = False) -> PlayState:
    """Return the state after what came of an input."""
    match outcome:
        case Choosing():
            if outcome is state.choosing:
                return state
            return state.type(outcome) if is_typed else state.select(outcome)
        case ChosenPlay(moves):
            return state.make(moves)
        case AmbiguousPlay(choosing, plays):
            return ask_which(state.select(choosing), plays)
        case IllegalPlay(choosing, texts, place):
            if place is None:
                return refuse(replace(state, choosing=choosing), texts[0])
            there = state.select(choosing)
            return replace(there, notice=why_cannot(there, place, NoticeKind.REFUSAL))
        case UnfinishedPlay(choosing, missing):
            many = len(choosing.reading.shown)
            return state.say(_MISSING[missing].format(many=many))


def _type_back(state: PlayState) -> PlayState:
    """Take back the last character that was refused, or that of a text refused by Enter."""
    kept, text = state.choosing.text, state.choosing.refused[:-1]
    state = state.select(state.choosing.with_text(kept))
    for character in text[len(kept) :]:
        state = follow(state, state.choosing.type(character), is_typed=True)
    return state


def refuse(state: PlayState, text: str) -> PlayState:
    """Refuse a text that no play contains, with the reason if it has a whole move."""
    choosing = state.choosing
    if text[-1] in BETWEEN and state.notice and choosing.refused:
        # The character belongs to the refused point, so the reason stays.
        return replace(state, choosing=choosing.refuse(text))
    meant, reason = _reason_against(state, text)
    return replace(state, choosing=choosing.refuse(meant), notice=reason)


def _reason_against(state: PlayState, text: str) -> tuple[str, Notice]:
    """Return the refused text as it is meant, and the reason."""
    # Where nothing leaves 20, typing it is refused at the 2 already, and 24/19 at the 1.
    refused = state.choosing.refused
    typed_on = text if text.startswith(refused) else refused + text[-1]
    for meant in dict.fromkeys((typed_on, text)):
        try:
            routes = read_routes(meant)
            resolve(state.game, routes)
        except NotAllowed as error:
            if meant == text or routes[-1].stops[-1].place < routes[-1].origin:
                return meant, refusal(error.reason, state.naming)
        except (Unreadable, notation.Ambiguous):
            pass
    for meant in (text, typed_on):
        if stuck := why_untypable(state, meant):
            return meant, stuck
    typed = text.strip()
    said = _misspelt(text) or f"No legal play contains {typed}."
    if typed.isdigit():
        said = f"No move from {typed} is legal."
    elif typed == "c":
        said = _NO_COMPLEMENT
    elif typed in FILTERS:
        said = describe_no_such_play(state.game, typed, state.naming)
    elif typed.endswith("(") and "/" in typed.split()[-1]:
        said = f"No play moves two checkers {typed[:-1].split()[-1]}."
    return text, Notice(said, kind=NoticeKind.REFUSAL)


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


def paste(state: PlayState, text: str) -> PlayState:
    """Paste a text, read as if it had been typed."""
    for character in text[:_MAX_PASTE_LENGTH]:
        if state.question:
            break
        if character == " " and (state.choosing.text or state.choosing.refused):
            state = handle(state, Key.SPACE)
        elif character.lower() in NOTATION:
            state = handle(state, character)
    return state


def _trapped_under(state: PlayState, place: int) -> Notice | None:
    """Tell of a checker that lies trapped under the one that is picked, if one does."""
    side, rules = state.game.actor, state.game.rules
    if side is None or not 1 <= place <= POINTS:
        return None
    if not state.game.position.is_trapped(side.other, rules.across(place)):
        return None
    return Notice(describe_trapped_under(side.other, state.naming))


# ---- dice


def _handle_at_roll(state: PlayState, given: Input) -> PlayState:
    choosing = state.choosing
    match given:
        case Key.SPACE | PointAt(None):
            return _type_dice(state, " ") if choosing.text else roll(state)
        case Key.ENTER:
            return _enter_dice(state) if choosing.text else roll(state)
        case Key.BACKSPACE:
            return state.select(choosing.with_text(choosing.text[:-1]))
        case Key.TAB:
            return state.select(choosing.turn_to(board=not choosing.on_board))
        case str() if given.lower() in NOTATION:
            return _type_dice(state, given.lower())
        case _:
            return state


def _type_dice(state: PlayState, character: str) -> PlayState:
    """Type a character of a roll of real dice."""
    if state.table.dice is not None:
        return state.say("Roll first (Space), then type the moves.")
    before = state.choosing.text
    digits = sum(each.isdigit() for each in before)
    if character not in "123456 -/" or (character.isdigit() and digits == 2):
        return state.say(_A_ROLL, is_refusal=True)
    text = before + character
    return state.select(replace(state.choosing, text=text)) if len(text) < 6 else state


def _enter_dice(state: PlayState) -> PlayState:
    """Take the numbers typed as the roll."""
    try:
        dice = read_dice(state.choosing.text)
    except ValueError:
        return state.say(_A_ROLL, is_refusal=True)
    return state.settle(state.table.roll(dice))


def roll(state: PlayState) -> PlayState:
    """Roll the dice; real ones are typed."""
    if state.table.dice is None:
        return state.say(_TYPE_DICE)
    return state.settle(state.table.roll())


# ---- whole lines, as plain mode reads them


def enter_line(state: PlayState, text: str) -> PlayState:
    """Roll the typed dice, or play the typed moves; a refusal gives its reason."""
    if state.question:
        return state.say_what_is_asked()
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
    except notation.Ambiguous as error:
        return ask_which(state, error.candidates)
    except ValueError as error:
        return state.say(sentence(error), is_refusal=True)


# ---- without a key


def go_on(state: PlayState) -> PlayState:
    """Go on after a pause: the computer does what it has chosen next, or rolls."""
    if state.news or not state.is_computers_turn:
        return handle(state, Key.SPACE)
    return state.make_choice() if state.choice else roll(state)


def skip_ahead(state: PlayState) -> PlayState:
    return state.hurry().at_pace(Pace.SKIPPING) if state.can_skip else state


def stop_skipping(state: PlayState) -> PlayState:
    """Return the state that waits for players again, with the count of turns they missed."""
    # Where a key stops it in the middle, the next forced play waits for another one.
    pace = Pace.BACK if state.can_skip else Pace.USUAL
    stopped = replace(state.at_pace(pace), skipped=())
    if state.news or state.is_over:
        return stopped
    passed = describe_passed(state.skipped, sole_person(state.table), state.naming)
    notice = state.notice or Notice("")
    told = notice._replace(text=f"{passed} {notice.text}".strip())
    return replace(stopped, notice=told if passed else state.notice)


# ---- why


def answer_why(state: BoardState) -> Notice:
    """Explain the checker picked or walked to, the play typed or chosen, or the turn."""
    choosing = state.choosing
    if state.asked:
        return state.asked.why(state)
    if state.awaits_roll:
        # The question may be about the unexpected end of the turn before.
        news = news_of(state.game.events, state.naming)
        if news and news.why:
            return news
    place = None if choosing.reading.moves else choosing.reading.picked
    if place is None and choosing.on_board and not state.preview:
        place = choosing.cursor
    stuck = why_cannot(state, place) if place is not None else None
    if stuck:
        return stuck
    row = state.choosing.chosen_row
    chosen = None if row is None else choosing.rows[row]
    return _notice(state, why_now(state.game, choosing.rows, chosen))


def why_cannot(state: BoardState, place: int, kind: NoticeKind = NoticeKind.NEWS) -> Notice | None:
    """Return the reason why a checker cannot use all of the numbers left; None if it can."""
    made = state.choosing.reading.made
    stuck = why_stuck(state.game, place, made[0].node if made else None)
    return _notice(state, stuck, kind) if stuck else None


def why_untypable(state: BoardState, text: str) -> Notice | None:
    """Return the reason why a text leads nowhere, if it names a checker to be moved."""
    game, made = state.game, state.choosing.reading.made
    if game.actor is None:
        return None
    if made and not any(path.node.left for path in made):
        return refusal(Reason(Cause.NUMBER_NOT_THERE, game.actor), state.naming)
    own = (*game.position.points(game.actor), Place.HAND, Place.BAR)
    places = [place for place in own if game.position.count(game.actor, place)]
    place = origin_begun(text, places)
    return None if place is None else why_cannot(state, place, NoticeKind.REFUSAL)


def _notice(state: BoardState, answer: WhyAnswer, kind: NoticeKind = NoticeKind.NEWS) -> Notice:
    text = describe_all(answer.facts, state.naming)
    return Notice(text, answer.points, answer.side, kind, why=answer.why)

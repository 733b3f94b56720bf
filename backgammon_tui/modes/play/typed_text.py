"""The text line: notation, the reasons for which it is refused, and dice, thrown or typed."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from backgammon_tui.dice import read_dice
from backgammon_tui.engine import NotAllowed
from backgammon_tui.engine.notation import (
    Ambiguous,
    Unreadable,
    read_moves,
    read_routes,
    resolve,
    separated,
)
from backgammon_tui.modes import play
from backgammon_tui.modes.notice import Notice, NoticeKind, refusal
from backgammon_tui.modes.play.entry import BETWEEN, typed_on
from backgammon_tui.modes.play.proposals import ask_which, say_what_is_asked
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.words.naming import sentence

_LONGEST_TEXT: Final = 60
_COUNTED_EARLY: Final = r"(.+?)\((\d)\)([/-][^(]*).*"
"""A way with a count before its last point, as in 12/10(2)/8(2)."""

_A_THROW: Final = "A throw is two numbers from 1 to 6."
_NO_THROW: Final = "The lesson throws the dice."
_NO_COMPLEMENT: Final = "No play keeps anything of a complement."
_TYPE_DICE: Final = "Throw your dice and type the numbers, such as 5 3."


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
    text = (begun + character)[:_LONGEST_TEXT]
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
        stuck = play.why.why_untypable(state, meant)
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
    elif typed.endswith("(") and "/" in typed.split()[-1]:
        said = f"No play moves two checkers {typed[:-1].split()[-1]}."
    return replace(state, notice=Notice(said, kind=NoticeKind.REFUSAL, refused=text))


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
    """Type a character of a throw of real dice."""
    if state.selection.accepts_illegal:
        return state.say(_NO_THROW)
    if state.table.dice is not None:
        return state.say("Throw first (Space), then type the moves.")
    before = state.selection.text
    digits = sum(each.isdigit() for each in before)
    if character not in "123456 -/" or (character.isdigit() and digits == 2):
        return state.say(_A_THROW, is_refusal=True)
    text = before + character
    return state.select(replace(state.selection, text=text)) if len(text) < 6 else state


def enter_dice(state: PlayState) -> PlayState:
    """Take the numbers typed as the throw."""
    try:
        dice = read_dice(state.selection.text)
    except ValueError:
        return state.say(_A_THROW, is_refusal=True)
    return state.settle(state.table.throw(dice))


def throw(state: PlayState) -> PlayState:
    """Throw the dice; real ones are typed."""
    if state.selection.accepts_illegal:
        return state.say(_NO_THROW)
    if state.table.dice is None:
        return state.say(_TYPE_DICE)
    return state.settle(state.table.throw())


# ---- whole lines, as plain mode reads them


def enter_line(state: PlayState, text: str) -> PlayState:
    """Throw the typed dice, or play the typed moves; a refusal gives its reason."""
    if state.selection.accepts_illegal:
        return state.let_judge(text)
    if state.question:
        return say_what_is_asked(state, state.question)
    try:
        if state.awaits_throw and state.table.dice is None:
            return state.settle(state.table.throw(read_dice(text)))
        return state.make(read_moves(state.game, text))
    except NotAllowed as error:
        return replace(state, notice=refusal(error.reason, state.naming))
    except Unreadable:
        said = f"Unknown command or move: {text[:40]!a}. Type help for the list."
        said = _misspelt(text[:_LONGEST_TEXT].lower()) or said
        return state.say(said, is_refusal=True)
    except Ambiguous as error:
        return ask_which(state, error.candidates, text)
    except ValueError as error:
        return state.say(sentence(error), is_refusal=True)

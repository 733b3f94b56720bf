"""What the two players are in the middle of, and what each key does to it.

A `PlayState` is immutable: the table, what is typed or chosen, what is asked, and what must be
acknowledged. Keys and clicks give the next state; the screen only shows it. Nothing here knows
Textual.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Self

from backgammon_tui.dice import read_dice
from backgammon_tui.engine.actions import (
    Action,
)
from backgammon_tui.engine.events import DoubletChosen, OpeningKept, OpeningThrownAgain
from backgammon_tui.engine.notation import Ambiguous, Unreadable, place_label, read_moves
from backgammon_tui.engine.position import POINTS, Side
from backgammon_tui.engine.reasons import NotAllowed
from backgammon_tui.engine.turn import Phase
from backgammon_tui.tui.board.view import Place, PointPlace, TrayKind
from backgammon_tui.tui.game_view import TRAYS
from backgammon_tui.tui.inputs import ChooseRow, Input, Key, Paste, PointAt, Scroll
from backgammon_tui.tui.modes.play import questions
from backgammon_tui.tui.modes.play.asked_state import AskedState
from backgammon_tui.tui.modes.play.entry import NOTATION, origins
from backgammon_tui.tui.modes.play.questions import Asked, Question
from backgammon_tui.tui.modes.play.rows import next_row
from backgammon_tui.tui.notice import Notice, refusal
from backgammon_tui.tui.walking import Ground
from backgammon_tui.words.event_sentences import describe_event

_LONGEST_PASTE: Final = 100
_FORCED_TO_OFFER: Final = 3
"""After so many forced turns in a row the players are asked whether to play them automatically."""

_A_THROW: Final = "A throw is two numbers from 1 to 6."
_CHOOSE: Final = "Choose a play: type it, press Down for the list, or Tab for the board."
_PUT_DOWN: Final = "Choose where it goes: click a lit point, or walk there with Tab and the arrows."
_TYPE_DICE: Final = "Throw your dice and type the numbers, such as 5 3."


class PlayState(AskedState):
    """A table, and what keys and clicks make of it."""

    # ---- what players do

    def handle(self, given: Input) -> Self:
        """The state after a key, a typed character, a click or a paste."""
        if self.is_tutored:
            return self
        if self.is_watched:
            return self if isinstance(given, Scroll) else self.hurry()
        match given:
            case Key():
                return self.press(given)
            case str():
                return self.type(given)
            case ChooseRow(row):
                return self.press(Key.ENTER) if self.row == row else self.choose_row(row)
            case Paste(text):
                return self.paste(text)
            case Scroll(by):
                return self if self.row is None else self.press(Key.DOWN if by > 0 else Key.UP)
            case PointAt(None):
                return self.press(Key.ENTER if self.acknowledgement else Key.SPACE)
            case PointAt() if self.acknowledgement:
                return self.press(Key.ENTER)
            case PointAt(place):
                picked = self.place_of(place) if place else None
                return self if picked is None else self.pick(picked)

    def place_of(self, place: Place) -> int | None:
        """A place of the board as the side to act counts; None if it is none of its places."""
        side = self.game.actor
        if side is None:
            return None
        if isinstance(place, PointPlace):
            return place.slot if side is Side.WHITE else self.game.rules.across(place.slot)
        if place.side is not side and place.kind is not TrayKind.OFF:
            return None
        return TRAYS[place.kind]

    # ---- the program

    def hurry(self) -> Self:
        """The state with the program's turn shown as far as it has come, and not waited for."""
        return replace(self, unseen=0, is_hurried=self.is_programs)

    def go_on(self) -> Self:
        """The state after a pause: what the program did next is seen, or it throws."""
        if self.unseen:
            return replace(self, unseen=self.unseen - 1)
        if self.acknowledgement or not self.is_programs:
            return self.press(Key.SPACE)
        return self._throw()

    def play_choice(self, actions: Sequence[Action]) -> Self:
        """The state after the program has done what it has chosen, of which one move is seen."""
        after = self.make(actions)
        told = " ".join(
            describe_event(event, self.naming)
            for event in after.game.events
            if isinstance(event, OpeningKept | OpeningThrownAgain | DoubletChosen)
        )
        notice = Notice(told) if told else after.notice
        return replace(after, notice=notice, unseen=0 if self.is_hurried else len(actions) - 1)

    # ---- keys

    def press(self, key: Key) -> Self:
        """The state after a key that is no notation."""
        if self.question:
            return self._press_at_question(self.question, key)
        if self.acknowledgement:
            is_skipped = key in (Key.ENTER, Key.SPACE) or self.goes_on_alone
            return self._acknowledge() if is_skipped else self
        match key:
            case Key.SPACE:
                return self._space()
            case Key.ENTER:
                return self._enter_on_board() if self.on_board else self.enter()
            case Key.BACKSPACE:
                return self.with_text(self.text[:-1])
            case Key.ESCAPE:
                return replace(self, notice=None) if self.has_answer else self._close()
            case Key.TAB:
                return self._change_focus()
            case _:
                if self.on_board:
                    return self._walk(key)
                row = next_row(self.lines, self.row, key)
                return self if row is None else replace(self, row=row, notice=None)

    def _acknowledge(self) -> Self:
        if self._is_of_program(self.acknowledgement):
            return replace(self, acknowledgement=None, notice=self.acknowledgement)
        # Nobody need have read what was seen for a moment only.
        kept = self.acknowledgement if self.goes_on_alone else None
        return replace(self, acknowledgement=None, notice=kept)._count_forced()

    def _count_forced(self) -> Self:
        """Count a forced turn; after many ask once whether they are to be played automatically."""
        if self.game.phase is not Phase.THROW:
            return self
        counted = replace(self, forced=self.forced + 1)
        knows = self.options.plays_forced or self.options.offered_forced
        if knows or counted.forced < _FORCED_TO_OFFER:
            return counted
        return replace(counted._ask(questions.play_forced()), notice=self.notice)

    def _press_at_question(self, question: Question, key: Key) -> Self:
        match key:
            case Key.ENTER | Key.SPACE:
                return self._answer(self.lit.key) if self.lit else self
            case Key.ESCAPE:
                if question.asked is Asked.FORCED:
                    return self._take_offer(accepted=False)
                return replace(self, asking=None, lit_answer=0)
            case Key.UP | Key.DOWN | Key.LEFT | Key.RIGHT:
                step = 1 if key in (Key.DOWN, Key.RIGHT) else -1
                return replace(self, lit_answer=(self.lit_answer + step) % len(question.answers))
            case _:
                return self

    def type(self, character: str) -> Self:
        """The state after a character: an answer, notation, dice, or a letter that acts."""
        if self.question:
            return self._answer(character)
        if self.acknowledgement:
            return self
        character = character.lower()
        if character in NOTATION:
            return self._type_dice(character) if self.awaits_throw else self._type(character)
        return self

    def _space(self) -> Self:
        if self.row is not None:
            return self.enter()
        if self.awaits_throw:
            return self._type_dice(" ") if self.text else self._throw()
        if self.has_picked:
            return self._put_down()
        if self.text.strip("*^ "):
            return self._type(" ")
        if self.text:
            return self.say(_CHOOSE)
        if self.on_board and not self.is_forced:
            return self._enter_on_board()
        return self._go_on()

    @property
    def has_picked(self) -> bool:
        """Whether a checker is picked, and nothing of its target is typed."""
        return self.reading.picked is not None and self.text.endswith("/")

    @property
    def put_down_at(self) -> int | None:
        """Where the checker that is picked goes: to the cursor, else to the only target it has."""
        found = self.pickable - {self.reading.picked}
        if self.on_board and self.cursor is not None:
            found &= {self.cursor}
        return next(iter(found)) if len(found) == 1 else None

    def _put_down(self) -> Self:
        target = self.put_down_at
        return self.say(_PUT_DOWN) if target is None else self.pick(target)

    def _throw(self) -> Self:
        if self.table.dice is None:
            return self.say(_TYPE_DICE)
        return self._settle(self.table.throw())

    def _go_on(self) -> Self:
        """Play the only play there is; with several say so."""
        if self.game.stage is None:
            return self
        if self.is_forced:
            return self._play_forced()
        return self.say(_CHOOSE)

    def _play_forced(self) -> Self:
        """Make the only play; what must be acknowledged is counted when it is seen."""
        after = self.make(self.rows[0].moves)
        return after if after.acknowledgement else after._count_forced()

    def _type(self, character: str) -> Self:
        if self.game.stage is None:
            return self
        text = self.text + character
        return self.typed(text) or self._refuse(text)

    def typed(self, text: str) -> Self | None:
        """The state with a text that was typed; None if no legal play contains it."""
        reading = self.read(text)
        if reading is None:
            return None
        # A refusal stays in sight: who types fast may have typed on over it.
        last = self.notice if self.notice and self.notice.is_refusal else None
        kept = last and last._replace(refused="")
        return replace(self, text=text, reading=reading, row=None, notice=kept)

    def paste(self, text: str) -> Self:
        """The state after a text was pasted, read as if it had been typed."""
        state = self
        for character in text[:_LONGEST_PASTE]:
            if character == " " and state.text:
                state = state.press(Key.SPACE)
            elif character.lower() in NOTATION and not state.question:
                state = state.type(character)
        return state

    def _type_dice(self, character: str) -> Self:
        if self.table.dice is not None:
            return self.say("Throw first (Space), then type the moves.")
        typed = sum(c.isdigit() for c in self.text)
        if character not in "123456 -/" or (character.isdigit() and typed == 2):
            return self.say(_A_THROW, is_refusal=True)
        text = self.text + character
        return replace(self, text=text, notice=None) if len(text) < 6 else self

    def _refuse(self, text: str) -> Self:
        """Refuse what leads nowhere, with the reason where a whole move was typed."""
        if text.endswith("/") and self.notice and self.notice.refused:
            return self  # It belongs to the point that was refused, and that reason stays.
        try:
            read_moves(self.game, text, self.options.numbering)
        except NotAllowed as error:
            refused = refusal(error.reason, self.naming)._replace(tried=text.strip())
            return replace(self, notice=refused)
        except (Unreadable, Ambiguous):
            pass
        # What explains is loaded when it is first asked.
        from backgammon_tui.tui.modes.play.why import why_untypable

        # Who types 20 where nothing leaves 20 is refused at the 2 already.
        before = self.notice.refused if self.notice else ""
        typed_on = before + text[len(self.text) :]
        for meant in (text, typed_on):
            stuck = why_untypable(self, meant)
            if stuck:
                return replace(self, notice=stuck._replace(refused=meant))
        said = Notice(f"No legal play contains {text.strip()}.", is_refusal=True, refused=text)
        return replace(self, notice=said)

    def enter(self) -> Self:
        """The state after Enter where it takes what is typed or lit, not what the cursor is on."""
        if self.awaits_throw:
            return self._enter_dice() if self.table.dice is None else self._throw()
        if self.game.stage is None:
            return self
        if self.row is None and self.reading.choices:
            return self._ask_which(self.reading.choices)
        moves = self.preview
        if not moves and self.notice and self.notice.is_refusal:
            # This Enter was meant for what was refused; it plays nothing in its place.
            said = f"Nothing was played. {self.notice.text}"
            told = self.notice._replace(text=said, is_refusal=False)
            return replace(self.with_text(""), notice=told)
        if not moves and not self.text and self.is_forced:
            return self._play_forced()
        if moves:
            return self.make(moves)
        if self.has_picked:
            return self._put_down()
        if self.text:
            return self.say(
                f"Type more, or choose one of the {len(self.reading.shown)} in the list."
            )
        return self.say(_CHOOSE)

    def _enter_dice(self) -> Self:
        if not self.text:
            return self.say(_TYPE_DICE)
        try:
            dice = read_dice(self.text)
        except ValueError:
            return self.say(_A_THROW, is_refusal=True)
        return self._settle(self.table.throw(dice))

    # ---- the list

    def choose_row(self, row: int) -> Self:
        """The state with a row of the list chosen."""
        if self.question or self.acknowledgement or row not in self.reading.shown:
            return self
        return replace(self, row=row, notice=None, on_board=False)

    # ---- the board

    def _change_focus(self) -> Self:
        if self.on_board:
            return replace(self, on_board=False)
        seen = None if self.notice and self.notice.text == _CHOOSE else self.notice
        cursor = self.cursor if self.cursor in self.pickable else max(self.pickable, default=None)
        return replace(self, on_board=True, cursor=cursor, notice=seen)

    def _walk(self, key: Key) -> Self:
        """Move the cursor to the next place that can be chosen in the key's direction."""
        if not self.pickable:
            return self
        if self.cursor is None:
            return replace(self, cursor=max(self.pickable))
        turned, mirrored = self.is_turned, self.options.mirrored
        ground = Ground(self.game.rules, self.game.actor or Side.WHITE, turned, mirrored)
        return replace(self, cursor=ground.neighbour(self.cursor, self.pickable, key), notice=None)

    def pick(self, place: int) -> Self:
        """The state after a place was pointed at: a checker is picked, or its target."""
        if self.acknowledgement or self.question or self.game.stage is None:
            return self
        label = place_label(place, self.options.numbering).replace("·", ".")
        fresh = replace(self, row=None, notice=None, cursor=place)
        if self.reading.picked is None:
            if place not in self.pickable:
                return fresh._say_no_checker(place)
            blank = " " if self.text and not self.text.endswith(" ") else ""
            picked = fresh.with_text(f"{self.text}{blank}{label}/")
            return replace(picked, cursor=place, notice=self._trapped_under(place))
        unpicked = fresh.with_text(" ".join(self.text.split()[:-1]))
        if place == self.reading.picked:
            return unpicked
        if place not in self.pickable:
            whole = fresh.with_text(f"{self.text} ") if self.reading.moves else unpicked
            if place in origins(self.game, whole.reading):
                return whole.pick(place)
            return fresh._refuse(f"{self.text.rpartition('/')[0]}/{label}")
        return fresh._finish(f"{self.text.rpartition('/')[0]}/{label}")

    def _trapped_under(self, place: int) -> Notice | None:
        """That a checker lies trapped under the one that is picked, if one does."""
        side, rules = self.game.actor, self.game.rules
        on_board = 1 <= place <= POINTS
        if side is None or not on_board:
            return None
        other = side.other
        if not self.game.position.is_trapped(other, rules.across(place)):
            return None
        name = self.naming.name(other)
        return Notice(f"{name}'s checker is trapped here until your last one leaves.")

    def _say_no_checker(self, place: int) -> Self:
        """Why the checker on a place cannot be picked now."""
        from backgammon_tui.tui.modes.play.why import why_cannot

        return replace(self, notice=why_cannot(self, place, is_refusal=True) or self.notice)

    def _finish(self, text: str) -> Self:
        """Make the moves of a way that was pointed out to its end."""
        reading = self.read(text)
        if reading is None:
            return self._refuse(text)
        if reading.choices:
            return self._ask_which(reading.choices)
        return self.make(reading.moves) if reading.moves else self.with_text(text)

    def _enter_on_board(self) -> Self:
        """Pick where the cursor stands; what the board previews already is played."""
        if self.awaits_throw or self.cursor is None or self.preview:
            return self.enter()
        return self.pick(self.cursor)

    # ---- why

    def why(self) -> Self:
        """The state with an answer to why things stand as they do."""
        from backgammon_tui.tui.modes.play.why import answer_why

        return self if self.acknowledgement else replace(self, notice=answer_why(self))

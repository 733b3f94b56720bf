"""A input of somebody who learns: what cannot be is tried all the same, to be told why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from backgammon_tui.engine.actions import Resign
from backgammon_tui.engine.events import Event
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
from backgammon_tui.storage.table import Table
from backgammon_tui.tui.modes.play.entry import NOTATION, EntryReading
from backgammon_tui.tui.modes.play.questions import Asked
from backgammon_tui.tui.modes.play.state import PlayState
from backgammon_tui.tui.notice import Notice
from backgammon_tui.words.naming import join

_LONGEST_TEXT: Final = 60
_NO_PLAY: Final = EntryReading(())
_NOTHING_CHOSEN: Final = "Type a play, or click its checkers."
_NO_THROW: Final = "The lesson throws the dice."


@dataclass(frozen=True)
class LessonInput(PlayState):
    """One state of the board in a lesson.

    Whoever teaches looks at what was `tried` and says what is wrong with it.
    """

    tried: tuple[str, ...] = ()
    """What was just tried, as it would be typed, though no legal play has it or several have.

    More than one where a click leaves open which number was meant.
    """

    @property
    def is_illegal(self) -> bool:
        """Whether what is typed stands in no legal play."""
        return bool(self.text) and not self.reading.shown

    def _type(self, character: str) -> Self:
        if self.game.stage is None:
            return self
        typed = super()._type(character)
        if not typed.tried:
            return typed
        text = (self.text + character)[:_LONGEST_TEXT]
        return replace(self, text=text, reading=_NO_PLAY, row=None, notice=None)

    def _refuse(self, text: str) -> Self:
        return replace(self, tried=(text.strip(),))

    def refuse_unreadable(self, said: str) -> Self:
        """The state without what was typed, which is no move, and with why."""
        return replace(self._with_text(""), notice=Notice(said, is_refusal=True))

    def _read(self, text: str) -> EntryReading | None:
        reading = super()._read(text)
        if reading and reading.moves and not self._can_make(text):
            # A play that has it among others would be more than what was typed.
            return reading._replace(moves=())
        return reading

    def _can_make(self, text: str) -> bool:
        """Whether a text can be played as it stands; where it is unclear how, it can."""
        try:
            read_moves(self.game, text, self.options.numbering)
        except Ambiguous:
            return True
        except (NotAllowed, Unreadable):
            return False
        return True

    @property
    def _is_whole(self) -> bool:
        """Whether whole moves are typed."""
        try:
            return bool(read_routes(self.text, self.options.numbering))
        except Unreadable:
            return False

    def _enter(self) -> Self:
        is_stuck = self._is_whole and not self._can_make(self.text)
        if self.row is None and (self.is_illegal or is_stuck):
            return self._refuse(self.text)
        if self.game.stage and not self.text and not self.preview:
            # Even the only play is for the learner to find.
            return self._say(_NOTHING_CHOSEN)
        entered = super()._enter()
        return replace(entered, tried=(self.text.strip(),)) if entered.asking else entered

    def _enter_on_board(self) -> Self:
        # What was typed is answered; only what was picked goes on where the cursor stands.
        is_typed = self.text and (self.is_illegal or not self.text.endswith("/"))
        return self._enter() if is_typed else super()._enter_on_board()

    def pick(self, place: int) -> Self:
        """The state after a place was pointed at, whether it can be picked or not."""
        if self.question:
            return self._say_answer_first()
        return super(LessonInput, self._with_text("") if self.is_illegal else self).pick(place)

    def _finish(self, text: str) -> Self:
        finished = super()._finish(text)
        return replace(finished, tried=(text,)) if finished.asking else finished

    def _say_no_checker(self, place: int) -> Self:
        if place == Place.OFF:
            return self
        numbering = self.options.numbering
        tried = [
            f"{place_label(place, numbering)}/{place_label(target, numbering)}".replace("·", ".")
            for number in dict.fromkeys(self.game.left)
            if self.game.why_not(place, target := target_of(place, number))
        ]
        return replace(self, tried=tuple(tried))

    def _answer(self, key: str) -> Self:
        question = self.question
        assert question
        named = key in [answer.key for answer in question.answers]
        if question.asked is Asked.RESIGN and named:
            # The lesson accepts whatever the rules allow.
            return self._settle(self.table.apply(Resign(question.side, int(key))))
        if not named and key.isdecimal() and question.asked is not Asked.WHICH:
            what = f"resign {key}" if question.asked is Asked.RESIGN else key
            return replace(self, tried=(what,))
        if not named and key.lower() in NOTATION:
            return self._say_answer_first()
        return super()._answer(key)

    def _say_answer_first(self) -> Self:
        question = self.question
        assert question
        keys = join([answer.key for answer in question.answers], "or")
        return self._say(f"Answer this first: {keys}.", is_refusal=True)

    # ---- what the lesson does itself, or says

    def _space(self) -> Self:
        if self.text:
            return super()._space()
        return self._say(_NOTHING_CHOSEN if self.game.stage else _NO_THROW)

    def _type_dice(self, character: str) -> Self:
        return self._say(_NO_THROW)

    def _enter_dice(self) -> Self:
        return self._say(_NO_THROW)

    def _settle(
        self, table: Table, events: Sequence[Event] | None = None, *, is_back: bool = False
    ) -> Self:
        settled = super()._settle(table, events, is_back=is_back)
        # A wrong play hands the turn over only until it is put back.
        kept = self.on_board
        return replace(settled, acknowledgement=None, notice=None, tried=(), on_board=kept)

"""What the two players are in the middle of, and what each key does to it.

A sitting is one immutable state of the game screen: the table, what is typed or chosen,
what is asked, and what must be acknowledged. Keys and clicks give the next sitting; the
screen only shows it. Nothing here knows Textual.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from backgammon_tui.dice import read_dice
from backgammon_tui.engine.actions import (
    Action,
    AgreeDraw,
    ChooseDoublet,
    KeepOpening,
    Resign,
    ThrowOpeningAgain,
)
from backgammon_tui.engine.events import Event
from backgammon_tui.engine.game import Game, Phase
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.notation import Ambiguous, Unreadable, place_label, read_moves
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.reasons import NotAllowed
from backgammon_tui.records.record import is_throw, numbers_of
from backgammon_tui.records.table import Table
from backgammon_tui.tui.sitting import questions
from backgammon_tui.tui.sitting.entry import NOTATION, Reading, origins, read_entry, targets
from backgammon_tui.tui.sitting.keys import Key, Options
from backgammon_tui.tui.sitting.news import Notice, must_be_seen, news_of, refusal
from backgammon_tui.tui.sitting.questions import Asked, Question
from backgammon_tui.tui.sitting.rows import Heading, Line, Row, lines_of, rows_of
from backgammon_tui.tui.sitting.walking import Ground
from backgammon_tui.words.events import tell_awaited
from backgammon_tui.words.speaker import Speaker, count

_NOBODY: Final = Reading(())
_PAGE: Final = 10
_LONGEST_PASTE: Final = 100
_A_THROW: Final = "A throw is two numbers from 1 to 6."


@dataclass(frozen=True)
class Sitting:
    """One state of the game screen."""

    table: Table
    options: Options = field(default_factory=Options)
    rows: tuple[Row, ...] = ()
    """The legal plays of what is left of the stage."""
    text: str = ""
    """What has been typed."""
    reading: Reading = _NOBODY
    """What the text typed so far means."""
    row: int | None = None
    """The row of the list that is chosen."""
    on_board: bool = False
    """Whether the arrows walk the board instead of the list."""
    cursor: int | None = None
    """The place on the board where the arrows stand, in the actor's numbering."""
    notice: Notice | None = None
    gate: Notice | None = None
    """What must be acknowledged by Enter before anything goes on."""
    asking: Question | None = None

    # ---- what is so

    @property
    def game(self) -> Game:
        """The game as it is now."""
        return self.table.game

    @cached_property
    def speaker(self) -> Speaker:
        """How players and points are called."""
        record = self.table.record
        return Speaker(record.white, record.black, self.options.numbering)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the list."""
        return lines_of(self.rows, self.reading.shown)

    @classmethod
    def open(cls, table: Table, options: Options) -> Sitting:
        """The sitting at a table where nothing has been chosen yet."""
        return cls(table, options)._settle(table, ())

    @property
    def preview(self) -> tuple[Move, ...]:
        """The moves that the board previews and that Enter plays."""
        if self.row is not None:
            return self.rows[self.row].moves
        return self.reading.moves

    @property
    def awaits_throw(self) -> bool:
        """Whether dice are to be thrown next."""
        return self.game.phase in (Phase.OPENING, Phase.THROW, Phase.THROW_AGAIN)

    @property
    def question(self) -> Question | None:
        """What must be answered now, if anything."""
        if self.asking or self.gate:
            return self.asking
        return questions.of_the_rules(self.game, self.speaker)

    @cached_property
    def pickable(self) -> frozenset[int]:
        """The places that can be picked next: origins, or the picked checker's targets."""
        if self.game.stage is None or self.gate or self.question:
            return frozenset()
        if self.reading.picked is not None:
            return frozenset(targets(self.game, self.reading)) | {self.reading.picked}
        return origins(self.game, self.reading)

    # ---- keys

    def press(self, key: Key) -> Sitting:
        """The sitting after a key that is no notation."""
        if self.question:
            return self._cancel() if key is Key.ESCAPE else self
        if self.gate:
            return replace(self, gate=None, notice=None) if key is Key.ENTER else self
        match key:
            case Key.SPACE:
                return self._space()
            case Key.ENTER:
                return self._enter_on_board() if self.on_board else self._enter()
            case Key.BACKSPACE:
                return self._with_text(self.text[:-1])
            case Key.ESCAPE:
                return self._close()
            case Key.TAB:
                return self._change_focus()
            case _:
                return self._walk(key) if self.on_board else self._scroll(key)

    def type(self, character: str) -> Sitting:
        """The sitting after a character: an answer, notation, dice, or a letter that acts."""
        if self.question:
            return self._answer(character)
        if self.gate:
            return self
        character = character.lower()
        if character in NOTATION:
            return self._type_dice(character) if self.awaits_throw else self._type(character)
        return self

    def _space(self) -> Sitting:
        if self.text:
            return self._type(" ") if not self.awaits_throw else self._type_dice(" ")
        if not self.awaits_throw:
            return self._say("No throw is possible now.") if self.game.stage else self
        if self.table.dice is None:
            return self._say("Throw your dice and type the numbers, such as 5 3.")
        return self._settle(self.table.throw())

    def _type(self, character: str) -> Sitting:
        if self.game.stage is None:
            return self
        text = self.text + character
        reading = self._read(text)
        if reading is None:
            return self._refuse(text)
        return replace(self, text=text, reading=reading, row=None, notice=None)

    def _read(self, text: str) -> Reading | None:
        return read_entry(self.game, self.rows, text, self.options.numbering)

    def _with_text(self, text: str) -> Sitting:
        """The sitting with another text, which some legal play contains."""
        reading = self._read(text) if self.game.stage else None
        return replace(self, text=text, reading=reading or _NOBODY, row=None, notice=None)

    @property
    def chosen_row(self) -> int | None:
        """The row that is chosen in the list, typed in full or pointed out."""
        if self.row is not None or len(self.reading.shown) != 1:
            return self.row
        (only,) = self.reading.shown
        is_whole = len(self.reading.moves) == len(self.rows[only].moves)
        return only if is_whole else None

    def paste(self, text: str) -> Sitting:
        """The sitting after a text was pasted, read as if it had been typed."""
        sitting = self
        for character in text[:_LONGEST_PASTE]:
            if character == " " and sitting.text:
                sitting = sitting.press(Key.SPACE)
            elif character.lower() in NOTATION and not sitting.question:
                sitting = sitting.type(character)
        return sitting

    def _type_dice(self, character: str) -> Sitting:
        if self.table.dice is not None:
            return self._say("Space throws the dice; then the moves can be typed.")
        typed = sum(c.isdigit() for c in self.text)
        if character not in "123456 -/" or (character.isdigit() and typed == 2):
            return self._say(_A_THROW, is_refusal=True)
        text = self.text + character
        return replace(self, text=text, notice=None) if len(text) < 6 else self

    def _refuse(self, text: str) -> Sitting:
        """Refuse what leads nowhere, with the reason where a whole move was typed."""
        try:
            read_moves(self.game, text, self.options.numbering)
        except NotAllowed as error:
            return replace(self, notice=refusal(error.reason, self.speaker))
        except (Unreadable, Ambiguous):
            pass
        return self._say(f"No legal play has {text.strip()} in it.", is_refusal=True)

    def _enter(self) -> Sitting:
        if self.awaits_throw:
            return self._enter_dice()
        if self.game.stage is None:
            return self
        if self.row is None and self.reading.choices:
            return self._ask_which(self.reading.choices)
        moves = self.preview
        if not moves and not self.text and len(self.rows) == 1:
            moves = self.rows[0].moves
        if moves:
            return self._make(moves)
        if self.text:
            return self._say(f"{len(self.reading.shown)} plays have that; type on or choose one.")
        return self._say("Choose a play: type it, go down the list, or Tab to the board.")

    def _enter_dice(self) -> Sitting:
        if self.table.dice is not None:
            return self._say("Space throws the dice.")
        if not self.text:
            return self._say("Throw your dice and type the numbers, such as 5 3.")
        try:
            dice = read_dice(self.text)
        except ValueError:
            return self._say(_A_THROW, is_refusal=True)
        return self._settle(self.table.throw(dice))

    # ---- the list

    def choose_row(self, row: int) -> Sitting:
        """The sitting with a row of the list chosen."""
        if self.question or self.gate or row not in self.reading.shown:
            return self
        return replace(self, row=row, notice=None, on_board=False)

    def _scroll(self, key: Key) -> Sitting:
        shown = [line for line in self.lines if not isinstance(line, Heading)]
        if not shown:
            return self
        at = shown.index(self.row) if self.row in shown else None
        match key:
            case Key.DOWN:
                to = 0 if at is None else at + 1
            case Key.UP:
                to = len(shown) - 1 if at is None else at - 1
            case Key.PAGE_DOWN:
                to = (at or 0) + _PAGE
            case Key.PAGE_UP:
                to = (at or 0) - _PAGE
            case Key.HOME:
                to = 0
            case Key.END:
                to = len(shown) - 1
            case _:
                return replace(self, row=self._next_heading(key), notice=None)
        return replace(self, row=shown[min(max(to, 0), len(shown) - 1)], notice=None)

    def _next_heading(self, key: Key) -> int | None:
        """The first row under the next heading, or under this one or the one before."""
        firsts = [
            line
            for above, line in zip(self.lines, self.lines[1:], strict=False)
            if isinstance(above, Heading) and not isinstance(line, Heading)
        ] or list(self.reading.shown[:1])
        if self.row is None:
            return firsts[0]
        if key is Key.RIGHT:
            return next((first for first in firsts if first > self.row), firsts[-1])
        return next((first for first in reversed(firsts) if first < self.row), firsts[0])

    # ---- the board

    def _change_focus(self) -> Sitting:
        if self.on_board:
            return replace(self, on_board=False)
        cursor = self.cursor if self.cursor in self.pickable else max(self.pickable, default=None)
        return replace(self, on_board=True, cursor=cursor)

    def _walk(self, key: Key) -> Sitting:
        """Move the cursor to the next place that can be chosen in the key's direction."""
        if not self.pickable:
            return self
        if self.cursor is None:
            return replace(self, cursor=max(self.pickable))
        turned, mirrored = self.is_turned, self.options.mirrored
        ground = Ground(self.game.rules, self.game.actor or Side.WHITE, turned, mirrored)
        return replace(self, cursor=ground.neighbour(self.cursor, self.pickable, key), notice=None)

    @property
    def is_turned(self) -> bool:
        """Whether the board is turned to Black now."""
        return self.options.turning and self.game.actor is Side.BLACK

    def pick(self, place: int) -> Sitting:
        """The sitting after a place was pointed at: a checker is picked, or its target."""
        if self.gate or self.question or self.game.stage is None:
            return self
        label = place_label(place, self.options.numbering).replace("·", ".")
        fresh = replace(self, row=None, notice=None, cursor=place)
        if self.reading.picked is None:
            if place not in self.pickable:
                return fresh._say_no_checker(place)
            blank = " " if self.text and not self.text.endswith(" ") else ""
            return replace(fresh._with_text(f"{self.text}{blank}{label}/"), cursor=place)
        unpicked = fresh._with_text(" ".join(self.text.split()[:-1]))
        if place == self.reading.picked:
            return unpicked
        if place not in self.pickable:
            whole = fresh._with_text(f"{self.text} ") if self.reading.moves else unpicked
            if place in origins(self.game, whole.reading):
                return whole.pick(place)
            return fresh._refuse(f"{self.text.rpartition('/')[0]}/{label}")
        return fresh._finish(f"{self.text.rpartition('/')[0]}/{label}")

    def _say_no_checker(self, place: int) -> Sitting:
        """Why the checker on a place cannot be picked now."""
        reasons = [
            self.game.why_not(place, target)
            for number in self.game.left
            if (target := max(min(place, 25) - number, 0)) != place
        ]
        reason = next((reason for reason in reasons if reason), None)
        return replace(self, notice=refusal(reason, self.speaker)) if reason else self

    def _finish(self, text: str) -> Sitting:
        """Make the moves of a way that was pointed out to its end."""
        reading = self._read(text)
        if reading is None:
            return self._refuse(text)
        if reading.choices:
            return self._ask_which(reading.choices)
        return self._make(reading.moves) if reading.moves else self._with_text(text)

    def _enter_on_board(self) -> Sitting:
        """Pick where the cursor stands; what is already typed or chosen in full is played."""
        if self.awaits_throw or self.cursor is None:
            return self._enter()
        return self.pick(self.cursor)

    # ---- going on

    def _make(self, moves: Sequence[Move]) -> Sitting:
        table = self.table
        events: list[Event] = []
        for move in moves:
            table = table.apply(move)
            events += table.game.events
        return self._settle(table, events)

    def _settle(
        self, table: Table, events: Sequence[Event] | None = None, *, is_back: bool = False
    ) -> Sitting:
        """The sitting after something happened: what must be said, and what must be seen."""
        events = table.game.events if events is None else events
        notice = news_of(events, self.speaker)
        gate = notice if must_be_seen(events) and not table.game.is_over else None
        rows = rows_of(table.game, self.options.numbering)
        settled = replace(
            self,
            table=table,
            rows=rows,
            text="",
            row=None,
            cursor=None,
            notice=None if gate else notice,
            gate=gate,
            asking=None,
        )
        settled = replace(settled, reading=settled._read("") or _NOBODY)
        if (
            self.options.plays_forced
            and not is_back
            and settled.game.stage
            and len(settled.rows) == 1
        ):
            return settled._play_forced()
        if settled.on_board:
            settled = replace(settled, cursor=max(settled.pickable, default=None))
        return settled

    def _play_forced(self) -> Sitting:
        """Make the only play, and have it seen."""
        only = self.rows[0]
        before = self.gate.text + " " if self.gate else ""
        after = replace(self, gate=None)._make(only.moves)
        more = f" {after.gate.text}" if after.gate else ""
        if after.game.is_over:
            return after
        return replace(after, gate=Notice(f"{before}The only play: {only.text}.{more}"))

    def undo(self) -> Sitting:
        """The sitting before the last move, or before a throw that was mistyped."""
        if self.asking:
            return self
        if self.table.can_undo:
            return self._settle_back(self.table.undo(), "The last move is undone.")
        throw = next((action for action in reversed(self.table.actions) if is_throw(action)), None)
        if self.table.dice is None and throw and not self.table.accepted:
            number = self.table.throw_number - 1
            turn = self.game.turn or self.game.last_turn
            thrower = turn.side if turn else self.game.side or Side.WHITE
            return self._ask(questions.correct(number, numbers_of(throw), thrower))
        if self.gate:
            return self
        return self._say("There is no move to undo; a take-back is in the menu.")

    def redo(self) -> Sitting:
        """The sitting with the move that was undone last made again."""
        if self.asking or self.gate or not self.table.undone:
            return self
        return self._settle(self.table.redo())

    def _settle_back(self, table: Table, said: str) -> Sitting:
        fresh = replace(self, gate=None, notice=None)
        return replace(fresh._settle(table, (), is_back=True), notice=Notice(said), gate=None)

    def _say(self, text: str, points: tuple[int, ...] = (), *, is_refusal: bool = False) -> Sitting:
        side = self.game.actor or Side.WHITE
        return replace(self, notice=Notice(text, points, side, is_refusal))

    def _close(self) -> Sitting:
        """Close what is open: what is chosen, picked or typed."""
        return replace(self._with_text(""), on_board=False)

    @property
    def is_open(self) -> bool:
        """Whether there is something that Escape closes before the menu."""
        cancellable = self.asking is not None
        return bool(cancellable or self.text or self.row is not None or self.on_board)

    def why(self) -> Sitting:
        """The sitting with an answer to why things stand as they do."""
        if self.gate or self.question or self.game.stage is None:
            return self if self.gate else self._say(tell_awaited(self.game, self.speaker))
        if self.on_board and self.cursor is not None and self.cursor not in self.pickable:
            return self._say_no_checker(self.cursor)
        left, playable = self.game.left, self.game.playable()
        if playable == len(left) or self.game.phase is Phase.COMPLETE:
            return self._say(f"{tell_awaited(self.game, self.speaker)} All can be played.")
        return self._say(
            f"{tell_awaited(self.game, self.speaker)} At most {count(playable)} can be played,"
            " so that many must be."
        )

    def with_options(self, options: Options) -> Sitting:
        """The sitting looked at and played in another way."""
        changed = replace(self, options=options)
        if options.numbering is self.options.numbering:
            return changed
        rows = rows_of(self.game, options.numbering)
        return replace(changed, rows=rows, row=None)._with_text("")

    # ---- questions

    def _cancel(self) -> Sitting:
        return replace(self, asking=None)

    def _ask(self, question: Question) -> Sitting:
        return replace(self, asking=question, notice=None)

    def _ask_which(self, choices: Sequence[tuple[Move, ...]]) -> Sitting:
        return self._ask(questions.which_play(choices, self.game, self.speaker))

    def ask_take_back(self) -> Sitting:
        """Ask the other player whether the last throw and all since may be taken back."""
        throws = self.table.throws
        if not throws or self.table.accepted:
            return self._say("There is no throw to take back.")
        asker = self.table.history[throws[-1]].side or Side.WHITE
        dice = numbers_of(self.table.actions[throws[-1]])
        question = questions.take_back(len(throws), dice, asker, self.speaker)
        return self._ask(question)

    def ask_resign(self) -> Sitting:
        """Ask the side to play for how many points it resigns."""
        side = self.game.actor
        if self.game.is_over:
            return self
        if side is None:
            return self._say("Nobody can resign before it is decided who starts.")
        return self._ask(questions.resignation(side, self.game, self.speaker))

    def ask_draw(self) -> Sitting:
        """Ask the other player whether the game is a draw."""
        if self.game.is_over:
            return self
        return self._ask(questions.draw(self.game.actor or Side.WHITE, self.speaker))

    def _answer(self, key: str) -> Sitting:
        question = self.question
        assert question
        answer = next((a for a in question.answers if a.key == key.lower()), None)
        if answer is None:
            return self
        match question.asked:
            case Asked.KEEP:
                action: Action = KeepOpening() if answer.key == "k" else ThrowOpeningAgain()
                return self._settle(self.table.apply(action))
            case Asked.DOUBLET:
                return self._settle(self.table.apply(ChooseDoublet(int(answer.key))))
            case Asked.WHICH:
                if len(answer.choices) > 1:
                    return self._ask_which(answer.choices)
                return self._make(answer.moves)
            case Asked.RESIGN:
                points = int(answer.key)
                return self._ask(questions.accept_resignation(question.side, points, self.speaker))
            case _:
                return self._consent(question, agreed=answer.key == "y")

    def _consent(self, question: Question, *, agreed: bool) -> Sitting:
        fresh = replace(self, asking=None)
        if not agreed:
            return fresh._say("The game goes on.")
        if question.asked in (Asked.TAKE_BACK, Asked.CORRECT):
            table = self.table.take_back(question.number, question.side)
            return fresh._settle_back(table, "Back to before the throw.")
        if question.asked is Asked.DRAW:
            return fresh._settle(self.table.apply(AgreeDraw()))
        return fresh._settle(self.table.apply(Resign(question.side, question.number)))

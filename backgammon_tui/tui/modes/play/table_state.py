"""What is typed, chosen, asked and told at a table, and what comes of moves and throws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Self

from backgammon_tui.engine.actions import Action
from backgammon_tui.engine.events import Event, Moved, StageLost
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.turn import Phase
from backgammon_tui.opponent import acting_level, level_on, people
from backgammon_tui.session import (
    Proposal,
    Wait,
    waits_for,
)
from backgammon_tui.settings import Settings
from backgammon_tui.storage.record import TakeBack, numbers_of
from backgammon_tui.storage.table import Table
from backgammon_tui.tui.modes.play import questions
from backgammon_tui.tui.modes.play.entry import EntryReading, origins, read_entry, targets
from backgammon_tui.tui.modes.play.hints import Advice
from backgammon_tui.tui.modes.play.questions import Answer, Question
from backgammon_tui.tui.modes.play.rows import Line, PlayRow, RowFacts, lines_of, rows_of
from backgammon_tui.tui.notice import Notice, coached_news, describe_owed, news_of
from backgammon_tui.words.naming import Naming, numbers
from backgammon_tui.words.sentence import sentence
from backgammon_tui.words.turn_lines import lost_numbers

if TYPE_CHECKING:
    from backgammon_tui.analysis.facts import Facts

_LONG_LIST: Final = 20
"""From so many plays on it is worth a line that typing narrows the list."""

_NOBODY: Final = EntryReading(())
_NOTHING_CHOSEN: Final[dict[str, Any]] = {"rows": (), "reading": _NOBODY, "row": None}


@dataclass(frozen=True)
class TableState:
    """One state of the table: what is so in it, and how it goes on after moves and throws."""

    table: Table
    options: Settings = field(default_factory=Settings)
    rows: tuple[PlayRow, ...] = ()
    """The legal plays of what is left of the stage."""
    text: str = ""
    """What has been typed."""
    reading: EntryReading = _NOBODY
    """What the text typed so far means."""
    row: int | None = None
    """The row of the list that is chosen."""
    on_board: bool = False
    """Whether the arrows walk the board instead of the list."""
    cursor: int | None = None
    """The place on the board where the arrows stand, in the actor's numbering."""
    notice: Notice | None = None
    acknowledgement: Notice | None = None
    """What must be acknowledged before anything goes on."""
    asking: Question | None = None
    lit_answer: int = 0
    """Which answer of the question the arrows stand on."""
    owed: str = ""
    """What the coach says before anything is done here; empty without one."""
    forced: int = 0
    """How many turns or stages without a choice the players have gone on from in a row."""
    is_back: bool = False
    """Whether the players went back to here, so that nothing goes on automatically."""
    long_lists: int = 0
    """How many long lists of plays there have been."""
    unseen: int = 0
    """How many of the last actions, all the program's, have not been shown yet."""
    counted: RowFacts | None = None
    """What was counted of the plays, where somebody wants to see it."""
    advice: Advice | None = None
    """What the program says of what is to be chosen, where it was asked."""
    is_tutored: bool = False
    """Whether the tutor is still looking at the stage just played, so that nothing goes on."""
    is_hurried: bool = False
    """Whether somebody has pressed a key so that the program's turn is not waited for."""

    @property
    def game(self) -> Game:
        """The game as it is now."""
        return self.table.game

    @cached_property
    def is_programs(self) -> bool:
        """Whether the match waits for the program."""
        return acting_level(self.table) is not None

    @property
    def is_watched(self) -> bool:
        """Whether the program acts and nothing is asked, so that any key hurries it."""
        if self.asking or self.is_tutored:
            return False
        return self.unseen > 0 or (self.is_programs and not self.acknowledgement)

    @property
    def is_over(self) -> bool:
        """Whether the game is over, and that can be seen."""
        return self.game.is_over and not self.unseen

    @cached_property
    def shown(self) -> Self:
        """The state as far as it is shown: the program's moves are shown one by one."""
        if not self.unseen:
            return self
        table = self.table
        history, actions = table.history[: -self.unseen], table.actions[: -self.unseen]
        return replace(
            self,
            table=replace(table, history=history, actions=actions),
            **_NOTHING_CHOSEN,
            notice=None,
            acknowledgement=None,
            owed="",
            unseen=0,
        )

    @cached_property
    def naming(self) -> Naming:
        """How players and points are called."""
        record = self.table.record
        return Naming.of(record.white, record.black, self.options.numbering)

    @property
    def facts(self) -> tuple[Facts, ...]:
        """What follows each play of the list, if it has been counted for this game."""
        return self.counted.facts if self.counted and self.counted.game is self.game else ()

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the list."""
        shown = self.reading.shown
        return self.advice.lines(self.rows, shown) if self.advice else lines_of(self.rows, shown)

    def spelled(self, row: int) -> PlayRow:
        """A play of the list by the way that is typed, if that is another one than its own."""
        play, way, options = self.rows[row], self.reading.ways.get(row), self.options
        if way is None:
            return play
        return PlayRow(way.moves, play.position, options.numbering, front_first=options.front_first)

    @property
    def stage_played(self) -> tuple[Game, tuple[Move, ...]] | None:
        """The game before the stage that a person has just completed, and its moves.

        None in the middle of a stage, after anything else, and where the opponent completes.
        """
        table, moves = self.table, list[Move]()
        for before, action in zip(table.history[-2::-1], table.actions[::-1], strict=False):
            if not isinstance(action, Move) or not before.stage or before.actor is not before.side:
                return None
            moves.append(action)
            if not before.stage.moves:
                is_done = not (self.game.stage and self.game.stage.moves)
                return (before, tuple(moves[::-1])) if is_done and not self.game.is_over else None
        return None

    @property
    def is_agreed(self) -> bool:
        """Whether all people at the table have agreed to be helped by the program."""
        return people(self.table) <= self.table.record.hints

    @property
    def may_ask(self) -> bool:
        """Whether there is a choice of a side that may ask the program for help."""
        if self.is_watched or self.is_tutored or self.asking or self.acknowledgement:
            return False
        is_choice = len(self.rows) > 1 or self.question is not None
        return is_choice and self.game.actor in self.table.record.hints

    @property
    def can_ask_why(self) -> bool:
        """Whether there is a reason to be told of what is asked, due or has happened."""
        if self.rule or not self.awaits_throw:
            return not self.is_watched
        news = news_of(self.game.events, self.naming)
        return self.game.phase is Phase.THROW_AGAIN or bool(news and news.why)

    @classmethod
    def open(cls, table: Table, options: Settings) -> Self:
        """The state at a table where nothing has been chosen yet.

        What was said last is said again, for the match may have been left before it was read.
        """
        return cls(table, options)._settle(table, is_back=True)

    @property
    def preview(self) -> tuple[Move, ...]:
        """The moves that the board previews and that Enter plays."""
        if self.lit and self.lit.moves:
            return self.lit.moves
        row = self.row if self.reading.moves else self.chosen_row
        return self.reading.moves if row is None else self.spelled(row).moves

    @property
    def lit(self) -> Answer | None:
        """The answer of the question that Space and Enter take."""
        return self.question.answers[self.lit_answer] if self.question else None

    @property
    def awaits_throw(self) -> bool:
        """Whether dice are to be thrown next."""
        return waits_for(self.table) is Wait.THROW

    @property
    def is_forced(self) -> bool:
        """Whether one play is all that there is."""
        return self.game.stage is not None and len(self.rows) == 1

    @property
    def is_long(self) -> bool:
        """Whether there are so many plays that it is worth saying how to narrow the list."""
        return len(self.rows) >= _LONG_LIST

    @property
    def goes_on_alone(self) -> bool:
        """Whether the options let the game go on from here after a pause."""
        if self.is_tutored:
            return False
        if self.is_watched or (not self.asking and self._is_of_program(self.acknowledgement)):
            return True
        if self.is_back or self.question or self.game.is_over:
            return False
        if self.acknowledgement or self.is_forced:
            return self.options.plays_forced
        has_begun = self.game.phase is not Phase.OPENING
        return self.awaits_throw and has_begun and self.options.throws and bool(self.table.dice)

    @property
    def question(self) -> Question | None:
        """What must be answered now, if anything."""
        if self.asking or self.acknowledgement or self.is_programs:
            return self.asking
        return questions.of_the_rules(self.game, self.naming)

    @cached_property
    def pickable(self) -> frozenset[int]:
        """The places that can be picked next: origins, or the picked checker's targets."""
        if not self.rows or self.acknowledgement or self.question:
            return frozenset()
        if self.reading.picked is not None:
            return frozenset(targets(self.game, self.reading)) | {self.reading.picked}
        return origins(self.game, self.reading)

    def _is_of_program(self, notice: Notice | None) -> bool:
        """Whether something is told of the program, so that nobody need acknowledge it."""
        return bool(notice and notice.about and level_on(self.table, notice.about))

    @property
    def can_undo(self) -> bool:
        """Whether the last thing done is a move that a person made and can undo."""
        last = self.table.actions[-1] if self.table.can_undo else None
        return isinstance(last, Move) and level_on(self.table, last.side) is None

    def read(self, text: str) -> EntryReading | None:
        """What a text means here; None if no legal play contains it."""
        return read_entry(self.game, self.rows, text, self.options.numbering)

    def with_text(self, text: str) -> Self:
        """The state with another text, which some legal play contains."""
        reading = self.read(text) if self.game.stage else None
        return replace(self, text=text, reading=reading or _NOBODY, row=None, notice=None)

    @cached_property
    def rule(self) -> tuple[str, str] | None:
        """The id and the title of the rulebook's section that what is told rests on."""
        told = self.acknowledgement or self.notice
        if told is None or told.why is None:
            return None
        # The first frame does not wait for the rulebook.
        from backgammon_tui.teach.rulebook_pages import name_of_section_about

        return name_of_section_about(self.game.rules, told.why)

    @property
    def chosen_row(self) -> int | None:
        """The row that is chosen in the list, typed in full, or the only one left by typing."""
        if self.row is not None or len(self.reading.shown) != 1:
            return self.row
        (only,) = self.reading.shown
        if not self.reading.moves:
            return only if self.text and not self.on_board else None
        return only if len(self.reading.moves) == len(self.rows[only].moves) else None

    @property
    def is_turned(self) -> bool:
        """Whether the board is turned to Black now."""
        return self.options.turning and self.seat is Side.BLACK

    @property
    def seat(self) -> Side | None:
        """From whose side the board is seen: the side to act, or whoever plays the program.

        While somebody reads why a turn was lost, it is the side that lost it.
        """
        sides = people(self.table)
        if len(sides) == 1:
            return next(iter(sides))
        lost = self.acknowledgement.about if self.acknowledgement else None
        return lost or self.game.actor

    # ---- going on

    def make(self, actions: Sequence[Action]) -> Self:
        """The state after some actions."""
        made = self._settle(*_apply(self.table, actions))
        if not (self.foretold and made.acknowledgement):
            return made
        told = made.acknowledgement._replace(points=())
        if self.game.rules.direction.numbers_differ and made.game.last_turn:
            # The board has the numbers of the other side now.
            lost = lost_numbers(made.game.last_turn)
            verb = "is" if len(lost) == 1 else "are"
            told = told._replace(text=sentence(f"{numbers(lost)} {verb} lost"))
        return replace(made, acknowledgement=None, notice=told)

    @cached_property
    def foretold(self) -> Notice | None:
        """What the only play that there is leaves unplayable, told before it is made."""
        if not self.is_forced or self.game.phase is not Phase.MOVE:
            return None
        _, events = _apply(self.table, self.rows[0].moves)
        news = news_of(events, self.naming)
        if not news or not any(isinstance(event, StageLost) for event in events):
            return None
        return news._replace(text=f"Then {news.text}", about=None)

    def _settle(
        self, table: Table, events: Sequence[Event] | None = None, *, is_back: bool = False
    ) -> Self:
        """The state after something happened: what must be said, and what must be seen."""
        events = table.game.events if events is None else events
        notice = coached_news(events, self.game, table.game, self.naming, self.options)
        acknowledgement = notice if waits_for(table, events) is Wait.ACKNOWLEDGEMENT else None
        is_programs = acting_level(table) is not None
        rows = (
            ()
            if is_programs
            else rows_of(table.game, self.options.numbering, front_first=self.options.front_first)
        )
        settled = replace(
            self,
            table=table,
            rows=rows,
            text="",
            row=None,
            cursor=None,
            notice=None if acknowledgement else notice,
            acknowledgement=acknowledgement,
            asking=None,
            lit_answer=0,
            forced=0 if len(rows) > 1 else self.forced,
            long_lists=self.long_lists + (len(rows) >= _LONG_LIST),
            on_board=self.on_board and table.game.actor is self.game.actor,
            is_back=is_back,
            unseen=0,
            is_tutored=False,
            advice=None,
            is_hurried=self.is_hurried and is_programs and table.game.actor is self.game.actor,
        )
        owed = describe_owed(table.game, self.naming, self.options)
        if settled.foretold and not acknowledgement:
            settled = replace(settled, notice=settled.foretold)
        settled = replace(
            settled,
            reading=(settled.read("") if rows else None) or _NOBODY,
            owed="" if is_programs else owed,
        )
        if settled.on_board:
            moved = next((e.move.target for e in reversed(events) if isinstance(e, Moved)), None)
            stays = moved in settled.pickable
            cursor = moved if stays else max(settled.pickable, default=None)
            settled = replace(settled, cursor=cursor)
        return settled

    def undo(self) -> Self:
        """The state before the last move, or before a throw that was mistyped."""
        if self.asking:
            return self
        if self.can_undo:
            return self._settle_back(self.table.undo(), "The last move is undone.")
        number = len(self.table.throws)
        can_correct = self.table.dice is None and number > self.table.dice_since
        if can_correct and not self.table.accepted:
            throw = self.table.actions[self.table.throws[-1]]
            turn = self.game.turn or self.game.last_turn
            thrower = turn.side if turn else self.game.side or Side.WHITE
            return self._ask(
                questions.correct(Proposal(TakeBack(number, thrower), thrower), numbers_of(throw))
            )
        if self.acknowledgement:
            return self
        return self.say("There is no move to undo. The menu has a take-back.")

    def redo(self) -> Self:
        """The state with the move that was undone last made again."""
        if self.asking or self.acknowledgement or not self.table.undone:
            return self
        return self._settle(self.table.redo())

    def _settle_back(self, table: Table, said: str) -> Self:
        return replace(self._settle(table, (), is_back=True), notice=Notice(said), forced=0)

    def say(self, text: str, *, is_refusal: bool = False) -> Self:
        """The state with a sentence in the panel."""
        return replace(self, notice=Notice(text, is_refusal=is_refusal))

    def _close(self) -> Self:
        """Close what is open: what is chosen, picked or typed."""
        return replace(self.with_text(""), on_board=False)

    @property
    def has_answer(self) -> bool:
        """Whether the reason is told of something chosen: that is closed before the choice."""
        return bool(self.is_open and self.notice and self.notice.why and not self.notice.is_refusal)

    @property
    def is_open(self) -> bool:
        """Whether there is something that Escape closes before the menu."""
        return bool(self.asking or self.text or self.row is not None or self.on_board)

    def with_options(self, options: Settings) -> Self:
        """The state looked at and played in another way."""
        changed = replace(self, options=options)
        changed = replace(changed, owed=describe_owed(self.game, changed.naming, options))
        before = self.options
        if (options.numbering, options.front_first) == (before.numbering, before.front_first):
            return changed
        rows = rows_of(self.game, options.numbering, front_first=options.front_first)
        return replace(changed, rows=rows, row=None).with_text("")

    def _ask(self, question: Question) -> Self:
        return replace(self, asking=question, lit_answer=question.first_lit, notice=None)


def _apply(table: Table, actions: Sequence[Action]) -> tuple[Table, list[Event]]:
    """The table after actions, and what has happened in all of them."""
    events: list[Event] = []
    for action in actions:
        table = table.apply(action)
        events += table.game.events
    return table, events

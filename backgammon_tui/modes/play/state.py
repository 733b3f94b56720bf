"""A match between two inputs, and the way it goes on after moves and throws.

A `PlayState` is immutable: the table, what is selected of the plays, and what stands in front of
them. `handling` answers keys with the next one; the screen only shows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Self

from backgammon_tui import teach
from backgammon_tui.engine import Action, Event, Game, Move, Phase
from backgammon_tui.engine.events import Moved
from backgammon_tui.modes.notice import (
    Notice,
    NoticeKind,
    coach_before,
    coached_news,
    foretell,
    news_of,
    remind,
)
from backgammon_tui.modes.play.aids import Advice
from backgammon_tui.modes.play.front import (
    Acting,
    Asked,
    Asking,
    Front,
    FrontState,
    LastMove,
    Question,
    Telling,
    Tutoring,
    of_the_rules,
)
from backgammon_tui.modes.play.play_list import Line, PlayList, lines_of
from backgammon_tui.modes.play.selection import InList, Selection
from backgammon_tui.opponent import acting_level, level_on
from backgammon_tui.session import must_be_seen
from backgammon_tui.settings import Settings
from backgammon_tui.storage.table import Table
from backgammon_tui.words.naming import Naming


class Pace(Enum):
    """The things that are done without waiting for a key."""

    USUAL = "those that the options say"
    BACK = "nothing, since the players went back to here"
    SKIPPING = "throws and forced moves until somebody has a choice"
    RUSHING = "the same without pauses"


@dataclass(frozen=True)
class PlayState(FrontState):
    """A state of the table, and the way it goes on after moves and throws."""

    table: Table
    options: Settings
    selection: Selection
    notice: Notice | None = None
    advice: Advice | None = None
    """The program's opinion, if a player has asked for a hint."""
    pace: Pace = Pace.USUAL
    skipped: int = 0
    """The turns of people that were over while the game skipped ahead."""
    undone: Self | None = None
    """The state in which a move was undone, to be restored by redo."""

    @classmethod
    def open(cls, table: Table, options: Settings, *, accepts_illegal: bool = False) -> Self:
        """Return the state at a table where nothing has been chosen yet.

        The last notice is shown again, since the match may have been left before it was read.
        """
        plays = PlayList(table.game, is_listed=False, accepts_illegal=accepts_illegal)
        is_new = table.game.phase is Phase.OPENING and not table.actions
        pace = Pace.USUAL if is_new else Pace.BACK
        return cls(table, options, Selection(plays)).settle(table, pace=pace)

    # ---- the table

    @cached_property
    def game(self) -> Game:
        """The present game."""
        return self.table.game

    @cached_property
    def naming(self) -> Naming:
        """The names of the players."""
        record = self.table.record
        return Naming.of(record.white, record.black)

    @cached_property
    def awaits_throw(self) -> bool:
        """True if dice are to be thrown next."""
        return self.game.moment.awaits_throw

    @cached_property
    def is_over(self) -> bool:
        """True if the game is over, and that can be seen."""
        return self.game.is_over and not self.unshown_actions

    @property
    def can_undo(self) -> bool:
        """True if the last thing done is a move that a person made and can undo."""
        last = self.table.actions[-1] if self.table.can_undo else None
        return isinstance(last, Move) and level_on(self.table, last.side) is None

    # ---- the program

    @cached_property
    def is_programs(self) -> bool:
        """True if the match waits for the program."""
        return acting_level(self.table) is not None

    @property
    def awaits_choice(self) -> bool:
        """True if the program has to choose what it does; its last moves may be shown meanwhile."""
        return self.is_watched and self.is_programs and not self.awaits_throw

    @cached_property
    def shown(self) -> Self:
        """The state with the program's moves that have been shown so far."""
        if not self.unshown_actions:
            return self
        table = self.table.before(len(self.table.actions) - self.unshown_actions)
        nothing = Selection(
            PlayList(table.game, is_listed=False),
            focus=self.selection.focus if self.selection.on_board else InList(),
        )
        asked = self.fronts[-1:] if isinstance(self.front, Asking | Tutoring) else ()
        fronts = (Acting(), *asked)
        return replace(self, table=table, selection=nothing, fronts=fronts, notice=None)

    def is_of_program(self, notice: Notice | None) -> bool:
        """Return True for news of the program, which nobody need acknowledge."""
        return bool(notice and notice.about and level_on(self.table, notice.about))

    @property
    def may_ask(self) -> bool:
        """True if there is a choice of a side that may ask the program for help."""
        if self.is_watched or self.is_tutored or self.asking or self.acknowledgement:
            return False
        is_choice = len(self.selection.rows) > 1 or self.question is not None
        return is_choice and self.game.actor in self.table.record.hints

    @property
    def goes_on_alone(self) -> bool:
        """True if the options let the game go on from here after a pause."""
        if self.is_tutored:
            return False
        if isinstance(self.front, LastMove) or self.is_watched:
            return True
        if not self.asking and self.is_of_program(self.acknowledgement):
            return True
        if self.question or self.game.is_over:
            return False
        if self.pace is not Pace.USUAL:
            return self.skips and self.can_skip
        if self.acknowledgement or self.selection.is_forced:
            return self.options.plays_forced
        return self.awaits_throw and self.options.throws and bool(self.table.dice)

    @property
    def can_skip(self) -> bool:
        """True where the game can go on without anybody's choice."""
        if self.is_watched:
            return True
        if self.front and not self.acknowledgement:
            return False
        if self.game.is_over or self.selection.accepts_illegal:
            return False
        throws = self.awaits_throw and bool(self.table.dice)
        return throws or self.selection.is_forced or self.acknowledgement is not None

    @property
    def skips(self) -> bool:
        """True while throws and forced moves are made until somebody has a choice."""
        return self.pace in (Pace.SKIPPING, Pace.RUSHING)

    @property
    def is_hurried(self) -> bool:
        """True if nobody waits for the pauses."""
        return self.pace is Pace.RUSHING or super().is_hurried

    # ---- what is selected

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the list, with its plays by the route that is typed."""
        rows, shown = self.selection.rows, self.selection.reading.shown
        if respelled := self.selection.reading.respelled:
            as_typed = list(rows)
            for row in respelled:
                as_typed[row] = self.selection.spelled(row)
            rows = tuple(as_typed)
        return self.advice.lines(rows, shown) if self.advice else lines_of(rows, shown)

    @property
    def can_choose(self) -> bool:
        """True if there are plays, and nothing must be answered or acknowledged first."""
        return bool(self.selection.rows) and not (self.question or self.acknowledgement)

    @cached_property
    def pickable(self) -> frozenset[int]:
        """The places that can be picked now."""
        return frozenset() if self.acknowledgement or self.question else self.selection.pickable

    @cached_property
    def preview(self) -> tuple[Move, ...]:
        """The moves that the board previews: of the highlighted answer or the play for Enter."""
        asked = self.highlighted.moves if self.highlighted else ()
        return asked or (() if self.refused else self.selection.preview)

    @cached_property
    def refused(self) -> str:
        """The typed text and its rejected tail; nothing is highlighted beside it."""
        return self.notice.refused if self.notice and self.selection.row is None else ""

    @property
    def is_rejected(self) -> bool:
        """True if Enter has refused the text, so that typing begins anew."""
        is_rejection = self.notice and self.notice.kind is NoticeKind.REJECTION
        return bool(is_rejection and self.refused)

    @cached_property
    def chosen_row(self) -> int | None:
        """The highlighted row of the list."""
        return None if self.refused else self.selection.chosen_row

    @property
    def is_opened(self) -> bool:
        """True if a player has opened something that Escape closes first."""
        return self.notice is not None and self.notice.is_opened

    @property
    def closing(self) -> str:
        """The label of Escape while it closes something, for footers; empty otherwise."""
        selection = self.selection
        if self.is_opened:
            return "close"
        if self.asking:
            return "go on" if self.asking.asked is Asked.TUTOR else "close"
        if selection.on_board:
            return ("put back" if selection.has_picked else "clear") if selection.text else "list"
        if selection.text or selection.row is not None or self.refused:
            return "clear"
        is_refused = self.notice and self.notice.is_refusal
        return "close" if self.advice or is_refused else ""

    def close(self) -> Self:
        """Close what was opened last."""
        if self.notice and self.notice.kind is NoticeKind.ANSWER:
            return replace(self, notice=None)
        if not self.is_opened and (self.selection.is_open or self.refused):
            return self.select(self.selection.close())
        return replace(self, notice=None, advice=None)

    # ---- what is asked and told

    @cached_property
    def coaching(self) -> str:
        """The coach's words before anything is done here; empty without a coach."""
        return "" if self.acting else coach_before(self.game, self.naming, self.options)

    @property
    def can_ask_why(self) -> bool:
        """True if there is a reason to tell: of a question, of the stage or of the news."""
        if self.rule or not self.awaits_throw:
            return not self.is_watched
        news = news_of(self.game.events, self.naming)
        return self.game.phase is Phase.THROW_AGAIN or bool(news and news.why)

    @cached_property
    def rule(self) -> tuple[str, str] | None:
        """The id and the title of the rulebook section behind the notice."""
        told = self.acknowledgement or self.notice
        if told is None or told.why is None:
            return None
        return teach.rulebook.pages.name_of_section_about(self.game.rules, told.why)

    @cached_property
    def foretold(self) -> Notice | None:
        """News of the numbers that the forced play will lose."""
        if not self.selection.is_forced or self.game.phase is not Phase.MOVE:
            return None
        after = self.table.apply(*self.selection.rows[0].moves)
        return foretell(after.events_since(self.table), self.naming)

    # ---- going on

    def make(self, actions: Sequence[Action]) -> Self:
        """Make some actions."""
        table = self.table.apply(*actions)
        made = self.settle(table, table.events_since(self.table))
        if not (made.acknowledgement and self.foretold):
            return made
        told = remind(made.acknowledgement, made.game, made.naming)
        return replace(made.acknowledge(), notice=told)

    def settle(
        self, table: Table, events: Sequence[Event] | None = None, *, pace: Pace = Pace.USUAL
    ) -> Self:
        """Return the state after something happened, with its news and what is in front."""
        events = table.game.events if events is None else events
        notice = coached_news(events, self.game, table.game, self.naming, self.options)
        is_seen = table.game.is_over or not must_be_seen(events)
        is_programs = acting_level(table) is not None
        stays = table.game.actor is self.game.actor
        selection = Selection.of(self._list(table.game, is_listed=not is_programs))
        if self.selection.on_board and stays:
            moved = next((e.move.target for e in reversed(events) if isinstance(e, Moved)), None)
            selection = selection.turn_to(board=True, cursor=moved)
        fronts: list[Front] = []
        asked = of_the_rules(table.game.moment, self.naming)
        if is_programs:
            was_forced = self.acting.was_forced if self.acting else self.selection.is_forced
            fronts.append(Acting(self.is_hurried and stays, was_forced))
        elif asked:
            fronts.append(Asking(asked, 0))
        if notice and not is_seen:
            fronts.append(Telling(notice))
        settled = type(self)(
            table,
            self.options,
            selection,
            fronts=tuple(fronts),
            notice=notice if is_seen else None,
            pace=pace,
        )
        if settled.foretold and not settled.acknowledgement:
            settled = replace(settled, notice=settled.foretold)
        if not self.skips:
            return settled
        ended = table.game.last_turn
        is_missed = ended and ended is not self.game.last_turn and not level_on(table, ended.side)
        return replace(settled, pace=self.pace, skipped=self.skipped + bool(is_missed))

    def settle_back(self, table: Table, said: str) -> Self:
        """Return the state after the players have gone back to a table."""
        return replace(self.settle(table, (), pace=Pace.BACK), notice=Notice(said))

    def say(self, text: str, *, is_refusal: bool = False) -> Self:
        """Show a sentence in the panel."""
        kind = NoticeKind.REFUSAL if is_refusal else NoticeKind.NEWS
        return replace(self, notice=Notice(text, kind=kind))

    def ask(self, question: Question) -> Self:
        """Ask a question."""
        asking = Asking(question, question.without_effect or 0)
        return replace(self.close_front().with_front(asking), notice=None)

    def select(self, selection: Selection) -> Self:
        """Select something else, and close the notice before."""
        return replace(self, selection=selection, notice=None)

    def with_options(self, options: Settings) -> Self:
        """Change the preferences for play and for the look of the board."""
        changed, before, where = replace(self, options=options), self.options, self.selection
        if options.front_first is before.front_first:
            return changed
        fresh = Selection.of(changed._list(self.game, is_listed=bool(where.rows)))
        focus = where.focus if where.on_board else fresh.focus
        return replace(changed, selection=replace(fresh, focus=focus), notice=None, advice=None)

    def _list(self, game: Game, *, is_listed: bool) -> PlayList:
        return PlayList(
            game,
            front_first=self.options.front_first,
            is_listed=is_listed,
            accepts_illegal=self.selection.accepts_illegal,
        )

"""A player's statistics, against everybody or one opponent, and how the dice fell."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content

from backgammon_tui.game_review import KeptGame, Review
from backgammon_tui.modes.replay.state import ReplayState
from backgammon_tui.names import display_name
from backgammon_tui.player_summary import PlayerSummary, describe_player, summarize_player
from backgammon_tui.stats import DecidingTurn, Fall, Tally, is_somebody, tally
from backgammon_tui.storage.journal import edits, query
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.problems import problems_reported
from backgammon_tui.storage.journal.query import GameQuery, pair
from backgammon_tui.text_file import LineError
from backgammon_tui.tui import boards
from backgammon_tui.tui.dialogs.choose import Choose, Consent, Offer
from backgammon_tui.tui.dialogs.dialog import TextPage
from backgammon_tui.tui.dialogs.forms import ask_name
from backgammon_tui.tui.game_app import RECORDS
from backgammon_tui.words.naming import describe_when, sentence
from backgammon_tui.words.statistics import describe_tally, draw_fall

if TYPE_CHECKING:
    from backgammon_tui.match.table import Table
    from backgammon_tui.teach.lessons.catalogue import CourseLesson

_PAIR: Final = 22
"""The cells of who plays whom where a game is named by that and by its day."""


class PlayerPage(TextPage["Table | str"]):
    """The page of a player; its result is a message, or a table to play on at."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "choose_opponent", tooltip="choose an opponent"),
        Binding("r", "rename", tooltip="rename the player"),
        Binding("n", "learn_next", tooltip="the lesson that is proposed"),
        *(
            Binding(
                str(turn),
                f"look({turn - 1})",
                key_display="1 2 3",
                tooltip="look at the turns that changed the race most",
            )
            for turn in range(1, 4)
        ),
    ]

    def __init__(self, name: str) -> None:
        super().__init__(display_name(name), "Reading ...")
        self._player = name
        assert self.app.storage.journal
        self._journal = self.app.storage.journal
        self._opponent: str | None = None
        self._deciding: tuple[DecidingTurn, ...] = ()
        self._following: CourseLesson | None = None
        """The lesson that is proposed."""

    def on_mount(self) -> None:
        self._show()

    @work(group=RECORDS, exclusive=True)
    async def _show(self) -> None:
        with problems_reported(self.say):
            read = partial(_read_figures, player=self._player, opponent=self._opponent)
            summary, figures, apart, called = await self.app.ask_journal(read)
            self._deciding, self._following = figures.deciding, summary.following
            turns = "1 2 3 those turns   " if figures.deciding else ""
            learn = "n next lesson   " if summary.following else ""
            self.say(f"o opponent   {turns}{learn}r rename   esc closes")
            bar = "#" if self.app.look.ascii else "█"
            lines = list(describe_player(summary, datetime.now().astimezone(), bar))
            lines += describe_tally(figures, *apart, called.__getitem__, ["press o and choose it"])
            for rolls, typed in ((figures.own.fair_rolls, False), (figures.own.typed_rolls, True)):
                if any(rolls):
                    lines += ["", f"How the dice fell for {display_name(self._player)}", ""]
                    lines += draw_fall(Fall(rolls), typed=typed, ascii_only=self.app.look.ascii)
            self.show(Content("\n".join(lines)))
            if summary.unreviewed:
                self._review(*summary.unreviewed[0])

    def _review(self, game: int, table: Table) -> None:

        def take(review: Review) -> None:
            if review.is_done and self.is_open:
                self._show()

        stops = ReplayState(table).stops
        review = Review.begin(table, stops, KeptGame(self._journal.path, game))
        self.app.follow_review(review, take)

    def action_learn_next(self) -> None:
        lesson = self._following
        if lesson:
            with suppress(LineError):
                board = boards.lesson_board(lesson.read(), self.app.storage, lesson)
                self.app.push_screen(board, lambda _: self._read_again())

    def _read_again(self) -> None:
        self._show()

    def action_look(self, which: int) -> None:
        for turn in self._deciding[which : which + 1]:
            boards.open_replay(self, turn.game, self._begin, self.say, turn.turn)

    def _begin(self, table: Table | None) -> None:
        if table:
            self.dismiss(table)

    @work
    async def action_choose_opponent(self) -> None:
        with problems_reported(self.say):
            names = [
                line.name
                for line in query.player_lines(self._journal)
                if is_somebody(line.name) and line.name != self._player
            ]
            offers = [Offer("", "everybody"), *(Offer(name, display_name(name)) for name in names)]
            name = await self.app.push_screen_wait(Choose[str]("Against whom?", offers))
            if name is not None:
                self._opponent = name or None
                self._show()

    @work
    async def action_rename(self) -> None:
        """Give the player another name, or make two players one."""
        with problems_reported(self.say):
            offers, old = query.player_names(self._journal), self._player
            new = await self.app.push_screen_wait(ask_name("New name", old, offers))
            other = edits.find_player(self._journal, new) if new else None
            if other and other.casefold() != old.casefold():
                question = f"There is a player called {other} already. Is that {old}, too?"
                if not await self.app.push_screen_wait(Consent(question)):
                    return
            if new and new != old:
                try:
                    edits.rename_player(self._journal, old, new)
                except ValueError as error:
                    self.say(sentence(error))
                else:
                    self.dismiss(f"{old} is now called {new}.")


def _read_figures(
    journal: Journal, player: str, opponent: str | None
) -> tuple[PlayerSummary, Tally, tuple[int, int], Mapping[int, str]]:
    """Return a player's summary and statistics, games counted apart, and labels of deciders."""
    choice = GameQuery(player=player, opponent=opponent or "")
    figures = tally(query.played_games(journal, choice), player, opponent)
    apart = query.count_apart(journal, choice, figures.games)
    called = {turn.game: _called(journal, turn.game) for turn in figures.deciding}
    return summarize_player(journal, player), figures, apart, called


def _called(journal: Journal, game: int) -> str:
    line = query.game_line(journal, game)
    if line is None:
        return "a game"
    when = describe_when(line.finished, datetime.now().astimezone())
    return f"{when}, {pair(line.white, line.black, _PAIR)}"

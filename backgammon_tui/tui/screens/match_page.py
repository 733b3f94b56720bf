"""One match of the records: its score sheet, and what can be done with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from backgammon_tui.storage.journal import edits, listing
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.rows_written import MatchState
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.transcripts import write_transcript
from backgammon_tui.tui import boards
from backgammon_tui.tui.ask_journal import problems_told
from backgammon_tui.tui.dialogs.choose import Consent
from backgammon_tui.tui.dialogs.dialog import Dialog
from backgammon_tui.tui.dialogs.forms import ask_names
from backgammon_tui.tui.hand_over import hand_over
from backgammon_tui.tui.panel.choices import Choices
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.score import ScoredGame, describe_score_sheet

if TYPE_CHECKING:
    from backgammon_tui.storage.journal.journal import Journal
    from backgammon_tui.storage.table import Table


class MatchPage(Dialog["tuple[Table, MatchLock | None] | str"]):
    """Gives back a table to sit down at, or what has been done with the match."""

    KEYS: ClassVar = (("enter", "do what is lit"), ("up down", "walk the list"), ("esc", "close"))

    def __init__(self, match: int, storage: Storage) -> None:
        super().__init__()
        self._match = match
        self._storage = storage

    @property
    def _journal(self) -> Journal:
        assert self._storage.journal
        return self._storage.journal

    def compose(self) -> ComposeResult:
        """Lay out the score sheet and the list of what can be done."""
        sheet: list[str] = []
        options: list[Option] = []
        with problems_told(sheet.append):
            sheet.append(_score_sheet(self._journal, self._match))
            options += self._options()
        with Vertical(classes="dialog page"):
            with VerticalScroll(can_focus=False):
                yield Static(Content("\n\n".join(sheet)))
            yield Static("", id="match-said", classes="dialog-hint")
            yield Choices(*options, markup=False)
            yield Static("enter chooses, esc closes", classes="dialog-hint")

    def on_mount(self) -> None:
        """Be ready to choose."""
        self.query_one(OptionList).focus()

    def _options(self) -> Iterator[Option]:
        """What can be done with the match as it stands."""
        if self._match in self._storage.deleted:
            yield Option("Bring it back", id="restore")
            return
        line = listing.match_line(self._journal, self._match)
        if line and line.state is not MatchState.WON:
            yield Option("Resume", id="play")
        finished = listing.match_games(self._journal, self._match)
        for each in finished:
            yield Option(f"Look at game {each.number}", id=f"look-{each.game}")
        for game in listing.all_games(self._journal, self._match)[len(finished) :]:
            yield Option(f"Look at game {len(finished) + 1}, not finished yet", id=f"look-{game}")
        yield Option("Copy the transcript and write it to a file", id="share")
        yield Option("Change the names", id="rename")
        if line and line.state is MatchState.PLAYING:
            yield Option("Abandon it", id="abandon")
        yield Option("Delete it", id="delete")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what was chosen."""
        name, _, game = (event.option_id or "").partition("-")
        with problems_told(self._say):
            match name:
                case "play":
                    lock, table = MatchLock.acquire(self._journal, self._match)
                    self.dismiss((table, lock))
                case "look":
                    self._look_at(int(game))
                case "share":
                    self._share()
                case "rename":
                    self._ask_names()
                case "abandon":
                    edits.abandon_match(self._journal, self._match)
                    self.dismiss("The match is abandoned. You can still resume it from here.")
                case "delete":
                    question = "Delete this match with all its games?"
                    self.app.push_screen(Consent(question), self._delete)
                case "restore":
                    self._storage.deleted.pop(self._match).release()
                    self.dismiss("The match is back.")

    def _say(self, text: str) -> None:
        self.query_one("#match-said", Static).update(Content(text))

    def _delete(self, yes: bool | None) -> None:
        if not yes:
            return
        with problems_told(self._say):
            # Nobody plays it any more, and until the program ends it can be brought back.
            self._storage.deleted[self._match] = MatchLock.reserve(self._journal, self._match)
            self.dismiss(
                "The match is deleted when the program ends. Until then you can bring it back."
            )

    def _look_at(self, game: int) -> None:
        def begin(table: Table | None) -> None:
            if table:
                self.dismiss((table, None))

        boards.open_replay(self, self._storage, game, begin, self._say)

    def _share(self) -> None:
        record, _ = self._journal.read(self._match)
        text = write_transcript(record)
        self.app.copy_to_clipboard(text)
        said = hand_over(self.app, f"{record.date}-match-{self._match}", text, ".txt")
        self._say(f"Copied. {said}")

    def _ask_names(self) -> None:
        record = self._journal.read_head(self._match)
        offers = listing.player_names(self._journal)
        dialog = ask_names(record.white, record.black, offers)

        def take(names: tuple[str, str] | None) -> None:
            if names is None:
                return
            with problems_told(self._say):
                edits.rename_match(self._journal, self._match, *names)
                self.dismiss("The names are changed.")

        self.app.push_screen(dialog, take)


def _score_sheet(journal: Journal, match: int) -> str:
    """The score sheet of a match.

    Raises:
        JournalProblem: if it cannot be read.
    """
    record = journal.read_head(match)
    games = [ScoredGame(g.result, g.starter) for g in listing.match_games(journal, match)]
    line = listing.match_line(journal, match)
    awaited = line.awaited if line and line.is_open else ""
    naming = Naming.of(record.white, record.black)
    sheet = describe_score_sheet(record.rules, naming, record.length, games, awaited, record.hints)
    return "\n".join(sheet)

"""One match of the records: its score sheet, and its actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, ClassVar, cast

from textual import work
from textual.binding import Binding, BindingType

from backgammon_tui.session import next_game
from backgammon_tui.storage.journal import edits, query
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.problems import problems_told
from backgammon_tui.storage.journal.write import MatchState
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.sharing import match_name
from backgammon_tui.storage.transcripts import write_transcript
from backgammon_tui.tui import boards
from backgammon_tui.tui.dialogs.choose import Choose, Consent, Offer
from backgammon_tui.tui.dialogs.forms import ask_names
from backgammon_tui.tui.export import export_file

if TYPE_CHECKING:
    from backgammon_tui.storage.table import Table


class MatchPage(Choose["tuple[Table, MatchLock | None] | str"]):
    """The page of a match; its result is a table to play at, or a message."""

    box = "page"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "read_on")]

    def __init__(self, match: int, storage: Storage) -> None:
        assert storage.journal
        self._match, self._deleted, self._journal = match, storage.deleted, storage.journal
        sheet: list[str] = []
        actions: list[Offer] = []
        with problems_told(sheet.append):
            sheet += query.score_sheet(self._journal, match)
            actions += (Offer(do, text) for text, do in self._list_actions())
        super().__init__("", actions, text="\n".join(sheet))

    def _list_actions(self) -> Iterator[tuple[str, Callable[[], object]]]:
        if self._match in self._deleted:
            yield "Bring it back", self._restore
            return
        line = query.match_line(self._journal, self._match)
        finished = query.match_games(self._journal, self._match)
        if line and line.state is not MatchState.WON:
            is_played = line.games > len(finished)
            yield "Resume" if is_played else "Play the next game", self._resume
        for each in finished:
            yield f"Look at game {each.number}", partial(self._look_at, each.game)
        for game in query.all_games(self._journal, self._match)[len(finished) :]:
            text = f"Look at game {len(finished) + 1}, not finished yet"
            yield text, partial(self._look_at, game)
        yield "Copy the transcript and write it to a file", self._share
        yield "Change the names", self._change_names
        if line and line.state is MatchState.PLAYING:
            yield "Abandon it", self._abandon
        yield "Delete it", self._delete

    def choose(self, index: int) -> None:
        """Carry out the chosen action."""
        with problems_told(self.tell):
            cast("Callable[[], object]", self.offers[index].value)()

    def _resume(self) -> None:
        lock, table = MatchLock.acquire(self._journal, self._match)
        self.dismiss((next_game(table) if table.accepted else table, lock))

    def _restore(self) -> None:
        self._deleted.pop(self._match).release()
        self.dismiss("The match is back.")

    def _abandon(self) -> None:
        edits.abandon_match(self._journal, self._match)
        self.dismiss("The match is abandoned. You can still resume it from here.")

    @work
    async def _delete(self) -> None:
        yes = await self.app.push_screen_wait(Consent("Delete this match with all its games?"))
        if not yes:
            return
        with problems_told(self.tell):
            # Nobody plays it any more, and until the program ends it can be brought back.
            self._deleted[self._match] = MatchLock.reserve(self._journal, self._match)
            self.dismiss(
                "The match is deleted when the program ends. Until then you can bring it back."
            )

    def _look_at(self, game: int) -> None:
        def begin(table: Table | None) -> None:
            if table:
                self.dismiss((table, None))

        boards.open_replay(self, game, begin, self.tell)

    def _share(self) -> None:
        record, _ = self._journal.read(self._match)
        text = write_transcript(record)
        self.app.copy_to_clipboard(text)
        said = export_file(self.app, match_name(record), text, ".txt")
        self.tell(f"Copied. {said}")

    @work
    async def _change_names(self) -> None:
        with problems_told(self.tell):
            record = self._journal.read_head(self._match)
            offers = query.player_names(self._journal)
            names = await self.app.push_screen_wait(ask_names(record.white, record.black, offers))
            if names:
                edits.rename_match(self._journal, self._match, *names)
                self.dismiss("The names are changed.")

"""The records: matches, finished games, players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from enum import Enum
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from backgammon_tui.levels import is_program
from backgammon_tui.stats.tally import is_somebody
from backgammon_tui.storage.journal import query
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.list_rows import game_row, match_row, player_row
from backgammon_tui.storage.journal.problems import problems_told
from backgammon_tui.storage.journal.query import GameQuery
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.table import Table
from backgammon_tui.tui import boards
from backgammon_tui.tui.dialogs.forms import ask_games
from backgammon_tui.tui.dialogs.import_matches import ImportDialog
from backgammon_tui.tui.screens.match_page import MatchPage
from backgammon_tui.tui.screens.paged_list import ListRow, PagedList
from backgammon_tui.tui.screens.player_page import PlayerPage
from backgammon_tui.tui.screens.tabbed_list import MatchBegun, TabbedList
from backgammon_tui.words.rule_settings import short_title


class Section(Enum):
    """A list of the records; the value is its title."""

    MATCHES = "matches"
    GAMES = "finished games"
    PLAYERS = "players"


class RecordsScreen(TabbedList):
    """The records, one list at a time; Enter opens the highlighted row."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "turn(1)"),
        Binding("shift+tab", "turn(-1)"),
        Binding("f", "choose_games", "filters", tooltip="choose which finished games are listed"),
        Binding("i", "import", "import", tooltip="import a transcript"),
    ]
    head = "records"

    def __init__(self, storage: Storage) -> None:
        super().__init__(storage, [section.value for section in Section])
        self._choice = GameQuery()
        self._said = ""

    @property
    def _section(self) -> Section:
        return list(Section)[self.at]

    def on_mount(self) -> None:
        """Show the matches."""
        self.show()

    def show_page(self) -> None:
        """Show another list from its top."""
        self.query_one(PagedList).light(0)
        self.show()

    def show(self, said: str = "") -> None:
        """Show the list as it is now, below a message."""
        self._said = said
        count = self._count()
        is_filtered = self._section is Section.GAMES and self._choice != GameQuery()
        self.show_list(count, self._fetch, _NO_SUCH_GAMES if is_filtered else _EMPTY[self._section])
        self.refresh_bindings()
        self.say(self._said or self._tell_choice())

    def _tell_choice(self) -> str:
        """Describe the choice of games shown, if not all."""
        choice = self._choice
        if self._section is not Section.GAMES or choice == GameQuery():
            return ""
        parts = [
            choice.player,
            f"against {choice.opponent}" if choice.opponent else "",
            short_title(choice.ruleset),
            f"since {choice.since}" if choice.since else "",
            f"until {choice.until}" if choice.until else "",
        ]
        return f"Only {', '.join(part for part in parts if part)}."

    def _count(self) -> int:
        """Return the number of rows in the list."""
        journal = self.storage.journal
        if journal is not None and journal.exists:
            with problems_told(self._tell_problem):
                return _COUNTS[self._section](journal, self._choice)
        return 0

    def _tell_problem(self, problem: str) -> None:
        self._said = problem
        self.say(problem)

    def _fetch(self, start: int, most: int) -> Sequence[ListRow]:
        journal, deleted = self.storage.journal, self.storage.deleted
        now, width = datetime.now().astimezone(), self.app.size.width - 2
        assert journal
        with problems_told(self._tell_problem):
            match self._section:
                case Section.MATCHES:
                    matches = query.all_matches(journal, start, most)
                    return [
                        (m.match, match_row(m, now, width, is_deleted=m.match in deleted))
                        for m in matches
                    ]
                case Section.GAMES:
                    games = query.finished_games(journal, self._choice, start, most)
                    return [(game.game, game_row(game, now, width)) for game in games]
                case Section.PLAYERS:
                    lines = _players(journal)[start : start + most]
                    return [(p.number, player_row(p, width)) for p in lines]
        return ()

    # ---- what is opened

    def on_paged_list_chosen(self, event: PagedList.Chosen) -> None:
        """Open the chosen row."""
        assert self.storage.journal
        with problems_told(self.show):
            match self._section:
                case Section.MATCHES:
                    self.app.push_screen(MatchPage(event.key, self.storage), self._take)
                case Section.GAMES:
                    boards.open_replay(self, self.storage, event.key, self._take, self.show)
                case Section.PLAYERS:
                    self._open_player(event.key, self.storage.journal)

    def _open_player(self, number: int, journal: Journal) -> None:
        name = next((p.name for p in _players(journal) if p.number == number), None)
        if name:
            self.app.push_screen(PlayerPage(name, self.storage), self._take)

    def _take(self, answer: MatchBegun | Table | str | None) -> None:
        """Play at the players' choice of table, or show the message."""
        match answer:
            case Table():
                self.dismiss((answer, None))
            case str() | None:
                self.show(answer or "")
            case _:
                self.dismiss(answer)

    # ---- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow a choice of games only in the list of games."""
        return action != "choose_games" or self._section is Section.GAMES

    @work
    async def action_choose_games(self) -> None:
        """Choose which games are shown."""
        names: tuple[str, ...] = ()
        if self.storage.journal:
            with problems_told(self.show):
                names = query.player_names(self.storage.journal)
        choice = await self.app.push_screen_wait(ask_games(self._choice, names))
        if choice is not None:
            self._choice = choice
            self.show_page()

    def action_import(self) -> None:
        """Read a transcript into the journal."""
        self.app.push_screen(ImportDialog(self.storage), lambda said: self.show(said or ""))


def _players(journal: Journal) -> list[query.PlayerLine]:
    """Return the players with names of their own: people first, then those with most games."""
    found = [line for line in query.player_lines(journal) if is_somebody(line.name)]
    return sorted(found, key=lambda line: (is_program(line.name), -line.all_games))


_COUNTS: dict[Section, Callable[[Journal, GameQuery], int]] = {
    Section.MATCHES: lambda journal, _: query.count_matches(journal),
    Section.GAMES: query.count_games,
    Section.PLAYERS: lambda journal, _: len(_players(journal)),
}

_IMPORT = "i imports a transcript or a .mat file."
_EMPTY = {
    Section.MATCHES: "No match yet\n"
    "Every match is kept here, move by move. Resume one that was left, or look at its score and "
    f"its games.\n\nesc leads back to the games: Enter, Enter begins one.\n{_IMPORT}",
    Section.GAMES: "No finished game yet\n"
    "Replay a finished game turn by turn here, let the program review it, or play on from any "
    f"position of it.\n\n{_IMPORT}",
    Section.PLAYERS: "No player with a name yet\n"
    "Wins, luck, lost numbers and the dice of everybody who has finished a game stand here.\n\n"
    "Enter your names on the first screen before you play.",
}
"""The texts of empty lists: a heading, what is found there, what to do first."""

_NO_SUCH_GAMES = "No such game\nf changes the filters."

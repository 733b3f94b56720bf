"""The records: matches, finished games, players; the pages of a match and a player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from enum import Enum
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

from textual import events, work
from textual.binding import BindingType
from textual.content import Content

from backgammon_tui.engine import RULESETS, Side
from backgammon_tui.game_review import KeptGame, read_game
from backgammon_tui.keys import USUAL_KEYS, Keys
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import MatchState, Table, next_game
from backgammon_tui.modes.replay import ReplayMode
from backgammon_tui.names import display_name, is_computer
from backgammon_tui.stats import is_somebody, tally
from backgammon_tui.storage.journal import edits, query
from backgammon_tui.storage.journal.edits import AlreadyImported, add_match, same_dice
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.learning import is_reviewed, read_progress
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.query import GameQuery
from backgammon_tui.storage.mat import PartlyRead
from backgammon_tui.storage.match_files import read_match_file, read_match_text
from backgammon_tui.storage.paths import lessons_folder
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.transcripts import write_transcript
from backgammon_tui.teach.lessons.courses import CourseLesson, course, user_lessons
from backgammon_tui.teach.quiz import HARDEST, Item, QuizProgress
from backgammon_tui.teach.today import Today, read_today
from backgammon_tui.text_file import LineError
from backgammon_tui.tui.app import RECORDS, TopmostScreen, bind
from backgammon_tui.tui.board_screen import BoardScreen
from backgammon_tui.tui.dialogs.dialog import Choose, Consent, ListDialog, Offer, TextPage
from backgammon_tui.tui.dialogs.forms import Fields, ask_games, ask_name, ask_names, field
from backgammon_tui.tui.page_parts import ListRow, OpenRow, PagedList, TabbedList
from backgammon_tui.words.columns import NARROW, cut, left, right, wrap
from backgammon_tui.words.naming import describe_when, plural, sentence
from backgammon_tui.words.problems import (
    JournalProblem,
    MatchGone,
    describe_part,
    reporting_problems,
)
from backgammon_tui.words.records import (
    GameLine,
    PlayerLine,
    describe_tally,
    draw_all_roll_counts,
    game_row,
    match_row,
    player_row,
)
from backgammon_tui.words.rule_settings import short_title


class ImportDialog(Fields[str]):
    """A dialog for importing a match; an error names its line and changes nothing."""

    def __init__(self) -> None:
        self._is_reading = False
        self._part: tuple[str, MatchRecord] | None = None
        """The typed text when a file was refused, and the games before the fault."""
        # Visitors of a server must not read its files.
        text = "Paste a transcript."
        if not self.app.is_web:
            text = "Paste a transcript, or type the name of its file."
        hint = "Enter: import   Esc: close"
        super().__init__("Import a transcript", [("", field())], self._open, text, hint)

    def on_paste(self, event: events.Paste) -> None:
        """Import several pasted lines as a transcript, a single line as a file name."""
        if "\n" in event.text.strip():
            event.stop()
            event.prevent_default()
            self._import(partial(read_match_text, event.text))

    def _open(self, typed: str) -> None:
        name = typed.strip("\"'")
        if self._part and self._part[0] == typed:
            record, self._part = self._part[1], None
            self._import(lambda: record)
        elif name and self.app.is_web:
            self.say("Paste the whole transcript, not only one line.")
        elif name:
            self._import(lambda: read_match_file(Path(name).expanduser()))

    @work(group=RECORDS)
    async def _import(self, read: Callable[[], MatchRecord]) -> None:
        if self.app.storage.journal is None:
            self.say("Nothing is being saved, so nothing can be imported.")
        if self.app.storage.journal is None or self._is_reading:
            return
        self._is_reading = True
        self.say("Reading it.")

        def add(journal: Journal) -> tuple[MatchRecord, bool]:
            record = read()
            return record, bool(same_dice(journal, add_match(journal, record)))

        try:
            record, has_same_dice = await self.app.ask_journal(add)
        except OSError as error:
            self.say(f"The file cannot be read: {error.strerror or error}.")
        except PartlyRead as fault:
            self._part = self._fields[0][1].value.strip(), fault.record
            part = describe_part(len(fault.record.games), fault.games)
            self.say(f"{sentence(fault)} Press Enter to import {part}.")
        except (ValueError, RuntimeError) as error:
            self.say(sentence(error))
        except AlreadyImported:
            self.say("This match is already in the records.")
        except JournalProblem as problem:
            self.say(str(problem))
        else:
            white, black = display_name(record.white), display_name(record.black)
            message = f"{white} – {black} is now in the records."
            more = " Another match there has the same dice." if has_same_dice else ""
            self.dismiss(f"{message}{more}")
        finally:
            self._is_reading = False

    def action_close(self) -> None:
        if not self._is_reading:
            super().action_close()


def open_replay(screen: MatchPage | RecordsScreen, game: int) -> None:
    """Open a finished game of the journal in the background."""

    async def read() -> None:
        storage = screen.app.storage
        with reporting_problems(screen.say):
            table, has_review = await screen.app.ask_journal(
                lambda journal: (read_game(journal, game), is_reviewed(journal, game))
            )
            assert storage.journal
            kept = KeptGame(storage.journal.path, game)
            mode = ReplayMode(table, storage.settings, kept=kept)
            begun = mode.begin_review() if has_review else (mode, ())
            screen.app.push_screen(BoardScreen(*begun))

    screen.opening = screen.run_worker(read, group=RECORDS, exclusive=True)


class MatchPage(ListDialog[Callable[[], object], str]):
    """The page of a match; its result is a message."""

    box = "page"
    BINDINGS: ClassVar[list[BindingType]] = [bind("space", "read_on")]

    def __init__(self, match: int) -> None:
        storage = self.app.storage
        assert storage.journal
        self._match, self._deleted, self._journal = match, storage.deleted, storage.journal
        sheet: list[str] = []
        actions: list[Offer[Callable[[], object]]] = []
        with reporting_problems(sheet.append):
            sheet += query.score_sheet(self._journal, match)
            actions += self._list_actions()
        super().__init__("", actions, text="\n".join(sheet))

    def _list_actions(self) -> Iterator[Offer[Callable[[], object]]]:
        if self._match in self._deleted:
            yield Offer(self._restore, "Bring it back")
            return
        line = query.match_line(self._journal, self._match)
        is_played = line is not None and line.awaited is not None
        if line and line.state is not MatchState.WON:
            yield Offer(self._resume, "Resume" if is_played else "Play the next game")
        games = query.all_games(self._journal, self._match)
        for number, game in enumerate(games, 1):
            is_unfinished = is_played and number == len(games)
            text = f"Look at game {number}{', not finished yet' * is_unfinished}"
            yield Offer(partial(open_replay, self, game), text)
        yield Offer(self._share, "Export")
        yield Offer(self._change_names, "Change the names")
        if line and line.state is MatchState.PLAYING:
            yield Offer(self._end, "End it")
        yield Offer(self._delete, "Delete it")

    def choose(self, index: int) -> None:
        with reporting_problems(self.say):
            self.offers[index].value()

    def _resume(self) -> None:
        lock, table = MatchLock.acquire(self._journal, self._match)
        self.play_at(next_game(table) if table.accepted else table, lock)

    def _restore(self) -> None:
        self._deleted.pop(self._match).release()
        self.dismiss("The match is back.")

    def _end(self) -> None:
        edits.end_match(self._journal, self._match)
        self.dismiss("The match has been ended. You can still resume it from here.")

    @work
    async def _delete(self) -> None:
        yes = await self.app.push_screen_wait(Consent("Delete this match with all its games?"))
        if not yes:
            return
        with reporting_problems(self.say):
            # The match is not being played and can be restored until the program ends.
            self._deleted[self._match] = MatchLock.reserve(self._journal, self._match)
            self.dismiss(
                "The match is deleted when the program ends. Until then you can bring it back."
            )

    def _share(self) -> None:
        record = self._journal.read(self._match).record
        self.say(self.app.copy_and_export(f"{record.date}-match", write_transcript(record)))

    @work
    async def _change_names(self) -> None:
        with reporting_problems(self.say):
            line = query.match_line(self._journal, self._match)
            if line is None:
                raise MatchGone()
            offers = self.app.storage.read_player_names()
            names = await self.app.push_screen_wait(ask_names(line.white, line.black, offers))
            if names:
                edits.rename_match(self._journal, self._match, *names)
                self.dismiss("The names have been changed.")


class PlayerPage(TextPage[str]):
    """The page of a player; its result is a message."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("slash", "choose_opponent", about="Filter by opponent"),
        bind("N", "rename", about="Rename the player"),
        bind("l", "learn_next", about="Learn the suggested lesson"),
    ]

    def __init__(self, name: str) -> None:
        super().__init__(display_name(name), "Reading ...")
        self._player = name
        assert self.app.storage.journal
        self._journal = self.app.storage.journal
        self._opponent: str | None = None
        self._next_up: CourseLesson | Today | None = None

    def on_mount(self) -> None:
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "learn_next" or self._next_up is not None

    @work(group=RECORDS, exclusive=True)
    async def _show(self) -> None:
        with reporting_problems(self.say):
            choice = GameQuery(player=self._player, opponent=self._opponent or "")
            figures = await self.app.ask_journal(
                lambda journal: tally(query.played_games(journal, choice), *choice[:2])
            )
            next_up, lines = await self.app.ask_journal(
                partial(read_player, name=self._player, keys=self.app.own_keys)
            )
            self._next_up = next_up
            learn = f"l: {'today' if isinstance(next_up, Today) else 'next lesson'}   "
            learn = learn if next_up else ""
            self.say(f"/: opponent   {learn}N: rename   Esc: close")
            lines += describe_tally(figures, ["press / and choose it"])
            for drawn in draw_all_roll_counts(figures.own, ascii_only=self.app.look.ascii):
                lines += ["", f"How the dice fell for {display_name(self._player)}", "", *drawn]
            self.show(Content("\n".join(lines)))

    @work
    async def action_learn_next(self) -> None:
        from backgammon_tui.modes.lesson import LessonMode  # Few readers open it.

        next_up, storage = self._next_up, self.app.storage
        with suppress(LineError):
            if isinstance(next_up, Today):
                await self.app.push_screen_wait(today_screen(next_up, storage))
                self._show()
            elif next_up:
                progress = storage.read_progress()
                begun = LessonMode.begin(next_up, storage.settings, progress)
                await self.app.push_screen_wait(BoardScreen(begun))
                self._show()

    @work
    async def action_choose_opponent(self) -> None:
        with reporting_problems(self.say):
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
        """Rename the player, or merge two players."""
        with reporting_problems(self.say):
            offers, old = self.app.storage.read_player_names(), self._player
            new = await self.app.push_screen_wait(ask_name("New name", offers, old))
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


# ---- opponents, lessons and puzzles of a player

_MAX_OPPONENTS: Final = 8
_NAME: Final = 20


def today_screen(today: Today, storage: Storage) -> BoardScreen:
    """Return the steps that are due, or if there are none the puzzles."""
    from backgammon_tui.modes.lesson import LessonMode  # Few readers open it.

    if today.steps:
        return BoardScreen(LessonMode.repeat(today.steps, storage.settings))
    names = dict.fromkeys(Item.parse(puzzle).ruleset for puzzle in today.puzzles)
    rulesets = [RULESETS[name] for name in names]
    return BoardScreen(*LessonMode.quiz(rulesets, storage, is_today=True))


def read_player(
    journal: Journal, name: str, now: datetime | None = None, keys: Keys = USUAL_KEYS
) -> tuple[CourseLesson | Today | None, list[str]]:
    """Return the next thing for a player to learn, and the lines above the statistics.

    If steps or puzzles are due today, the player learns those, otherwise the next lesson.
    """
    now, saved = now or datetime.now().astimezone(), read_progress(journal, name)
    games = query.finished_games(journal, GameQuery(name))
    lesson = None
    due = read_today(saved, user_lessons(lessons_folder()), now.date().toordinal())
    if not is_computer(name):
        ruleset = games[0].ruleset if games else next(iter(RULESETS))
        lesson = next((lesson for lesson in course(ruleset) if lesson.item not in saved), None)
    lines = [*_describe_opponents(name, games, now), *_describe_progress(saved, now)]
    if str(due):
        return due, [f"{due} (press {keys.shown('l')})", "", *lines]
    if lesson:
        game = short_title(lesson.ruleset)
        lines += wrap(
            f"{keys.shown('l')}: next, {game} lesson {lesson.number}, {lesson.title}.", NARROW
        )
        lines.append("")
    return lesson, lines


def _describe_opponents(name: str, games: Sequence[GameLine], now: datetime) -> Iterator[str]:
    """Yield the opponent played last first; the computer is included."""
    by_opponent: dict[str, list[GameLine]] = {}
    results: Counter[tuple[str, bool]] = Counter()
    for line in games:
        side = Side.WHITE if line.white.casefold() == name.casefold() else Side.BLACK
        other = line.black if side is Side.WHITE else line.white
        by_opponent.setdefault(other, []).append(line)
        if line.result.winner:
            results[other, line.result.winner is side] += 1
    if games:
        yield left("Games", _NAME) + right("games", 6) + right("won", 4) + right("lost", 5)
    for other, lines in [*by_opponent.items()][:_MAX_OPPONENTS]:
        shown = left(cut(display_name(other), _NAME - 2), _NAME)
        counts = f"{len(lines):>6}{results[other, True]:>4}{results[other, False]:>5}"
        with suppress(ValueError):
            counts += f"  {describe_when(lines[0].finished, now)}"
        yield shown + counts
    if games:
        yield ""


def _describe_progress(saved: Mapping[str, str], now: datetime) -> list[str]:
    lines, puzzles = [], QuizProgress.read(saved)
    for ruleset in RULESETS:
        done = [lesson.item in saved for lesson in course(ruleset)]
        if any(done):
            title = left(short_title(ruleset), 18)
            lines.append(f"{left('Lessons', 9)}{title}{sum(done)} of {len(done)} done")
    for ruleset, score in sorted(puzzles.scores.items()):
        title = left(short_title(ruleset), 18)
        lines.append(f"{left('Quiz', 9)}{title}{score.right} of {score.total} right")
    if puzzles.days:
        streak = plural(puzzles.streak(now.date().toordinal()), "day")
        text = f"Puzzles up to level {puzzles.reached()} of {HARDEST}; {streak} in a row."
        lines += wrap(text, NARROW)
    return [*lines, ""] if lines else []


_IMPORT: Final = "i imports a transcript or a .mat file."


class Section(Enum):
    """A list of the records.

    Its title, the sentence above it, which names the first thing to do, and the text of an empty
    list.
    """

    MATCHES = (
        "matches",
        "Enter opens a match: resume it, or look at its score and its games.",
        "No match yet\nEvery match is kept here, move by move. Resume one that you left, or look at"
        f" its score and its games.\n\nPress Esc, then Enter twice, to begin one.\n{_IMPORT}",
    )
    GAMES = (
        "finished games",
        "Enter replays a game turn by turn; there the computer can review it.",
        "No finished game yet\nReplay a finished game turn by turn here, let the computer review"
        f" it, or play on from any position of it.\n\n{_IMPORT}",
    )
    PLAYERS = (
        "players",
        "Enter opens a player's page: opponents, luck, what to learn.",
        "No named players yet\nThis list shows the wins, luck, unplayed numbers and dice of"
        " everyone who has finished a game.\n\nEnter your names on the first screen before you"
        " play.",
    )

    def __init__(self, title: str, about: str, empty: str) -> None:
        self.title = title
        self.about = about
        self.empty = empty


class RecordsScreen(TabbedList):
    """The records, one list at a time; Enter opens the highlighted row."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("tab", "turn(1)"),
        bind("shift+tab", "turn(-1)"),
        bind("slash", "choose_games", "filter", "Filter the finished games"),
        bind("i", "import", "import", "Import a transcript"),
    ]
    head = "records"

    def __init__(self) -> None:
        super().__init__([section.title for section in Section])
        self._choice = GameQuery()
        self._problem = ""
        self._has_played = False
        """True while a match that was resumed here is played."""

    def play_at(self, table: Table, lock: MatchLock | None = None) -> None:
        """Play above this page, to which the players return."""
        below = self.app.screen_stack[-2]
        assert isinstance(below, TopmostScreen)
        if isinstance(below, BoardScreen):
            super().play_at(table, lock)  # Leave the match of that screen first.
        else:
            self._has_played = True
            below.play_at(table, lock)

    def on_screen_resume(self) -> None:
        if self._has_played:
            self._has_played = False
            self.show()

    @property
    def _section(self) -> Section:
        return list(Section)[self.at]

    def show_page(self) -> None:
        self.query_one(PagedList).highlight(0)
        self.show()

    def show(self, message: str | None = None) -> None:
        self._problem, count = "", 0
        journal, is_filtered = self.app.storage.journal, self._choice != GameQuery()
        if journal is not None and journal.exists:
            with reporting_problems(self._show_problem):
                count = _COUNTS[self._section](journal, self._choice)
        is_filtered &= self._section is Section.GAMES
        no_such_game = "No such game\n/ changes the filters."
        empty = no_such_game if is_filtered else self._section.empty
        self.show_list(count, self._fetch, self._opener, empty)
        self.refresh_bindings()
        about = self._describe_choice() if is_filtered else self._section.about * bool(count)
        self.say(message or self._problem or about)

    def _describe_choice(self) -> str:
        player, opponent, ruleset, since, until = self._choice
        words = ("", "against ", "", "since ", "until ")
        values = (player, opponent, short_title(ruleset), since, until)
        parts = [word + value for word, value in zip(words, values, strict=True) if value]
        return f"Only {', '.join(parts)}."

    def _show_problem(self, problem: str) -> None:
        self._problem = problem
        self.say(problem)

    def _fetch(self, start: int, maximum: int) -> Sequence[ListRow]:
        journal, deleted = self.app.storage.journal, self.app.storage.deleted
        now, width = datetime.now().astimezone(), self.app.size.width - 2
        assert journal
        with reporting_problems(self._show_problem):
            match self._section:
                case Section.MATCHES:
                    matches = query.all_matches(journal, start, maximum)
                    return [
                        (m.match, match_row(m, now, width, is_deleted=m.match in deleted))
                        for m in matches
                    ]
                case Section.GAMES:
                    games = query.finished_games(journal, self._choice, start, maximum)
                    return [(game.game, game_row(game, now, width)) for game in games]
                case Section.PLAYERS:
                    lines = _players(journal)[start : start + maximum]
                    return [(player.name, player_row(player, width)) for player in lines]
        return ()

    # ---- opening pages

    @property
    def _opener(self) -> OpenRow:
        """The function that opens a row of the list, by its key."""
        push = self.app.push_screen
        match self._section:
            case Section.MATCHES:
                return lambda match: push(MatchPage(match), self.show)
            case Section.GAMES:
                return partial(open_replay, self)
            case Section.PLAYERS:
                return lambda name: push(PlayerPage(name), self.show)

    # ---- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "choose_games" or self._section is Section.GAMES

    @work
    async def action_choose_games(self) -> None:
        names = self.app.storage.read_player_names()
        choice = await self.app.push_screen_wait(ask_games(self._choice, names))
        if choice is not None:
            self._choice = choice
            self.show_page()

    def action_import(self) -> None:
        self.app.push_screen(ImportDialog(), self.show)


def _players(journal: Journal) -> list[PlayerLine]:
    lines = [line for line in query.player_lines(journal) if is_somebody(line.name)]
    return sorted(lines, key=lambda line: (is_computer(line.name), -line.game_count))


_COUNTS: dict[Section, Callable[[Journal, GameQuery], int]] = {
    Section.MATCHES: lambda journal, _: query.count_matches(journal),
    Section.GAMES: query.count_games,
    Section.PLAYERS: lambda journal, _: len(_players(journal)),
}

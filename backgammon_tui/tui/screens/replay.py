"""A finished game on the board, turn by turn, and a new game from any moment of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.screen import Screen

from backgammon_tui.dice import FairDice, new_seed
from backgammon_tui.engine.events import Result
from backgammon_tui.engine.notation import Numbering
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.problems import JournalProblem, Trouble
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.record import DiceKind
from backgammon_tui.storage.table import Table
from backgammon_tui.teach.rulebook_pages import pages
from backgammon_tui.tui.game_view import board_view, dice_view, strip_view
from backgammon_tui.tui.keys import Key
from backgammon_tui.tui.modes.play.state import PlayState
from backgammon_tui.tui.modes.replay.state import Note, ReplayState
from backgammon_tui.tui.notice import Notice
from backgammon_tui.tui.panel.compose import header
from backgammon_tui.tui.panel.lines import Lines
from backgammon_tui.tui.panel.text import (
    BLANK,
    ChooseRow,
    Span,
    TextLine,
    TextStyle,
    fit,
    line,
    wrap,
)
from backgammon_tui.tui.screens.ask_journal import RECORDS, ask_journal
from backgammon_tui.tui.screens.board_screen import BoardScreen
from backgammon_tui.tui.screens.telling import problems_told, sentence
from backgammon_tui.words.event_sentences import describe_result
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.turn_lines import describe_throws

_KEYS = (
    ("left right", "turn", None),
    ("pgup pgdn", "ten", None),
    ("12 enter", "turn 12", None),
    ("b", "play on", "b"),
    ("c", "copy", "c"),
    ("esc", "back", Key.ESCAPE),
)
_KEYS_WITH_NOTES = (
    ("left right", "turn", None),
    ("space", "reads on", Key.SPACE),
    ("12 enter", "turn 12", None),
    ("b", "play on", "b"),
    ("w", "rule", "w"),
    ("esc", "back", Key.ESCAPE),
)
"""The keys, what they do, and what a click on them does."""

_LEAST_LIST = 5
"""A list of fewer turns is not worth its place beside a note."""


class ReplayScreen(BoardScreen["Table | None"]):
    """Gives back a new table if the players want to play on from a moment."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,down", "go(1)", show=False),
        Binding("space", "read_on", show=False),
        Binding("left,up", "go(-1)", show=False),
        Binding("pagedown", "go(10)", show=False),
        Binding("pageup", "go(-10)", show=False),
        Binding("home", "go(-1_000_000)", show=False),
        Binding("end", "go(1_000_000)", show=False),
        Binding("enter", "jump", show=False),
        Binding("b", "branch", show=False),
        Binding("c", "copy", show=False),
        Binding("w,r", "open_rule", show=False),
        Binding("escape", "leave", show=False),
    ]

    def __init__(
        self,
        replay: ReplayState,
        storage: Storage,
        notes: Sequence[Note] = (),
        dice: DiceKind | None = None,
    ) -> None:
        """Show a game.

        Args:
            replay: The game and the moment to begin with.
            storage: How the players like to look at it.
            notes: What is said at each stop, with the usual numbers; nothing of most games.
            dice: What is thrown with when somebody plays on; None as the game was.
        """
        super().__init__()
        self._replay = replay
        self._options = replace(storage.settings, big=False, plays_forced=False)
        if notes:
            self._options = replace(self._options, numbering=Numbering.STANDARD)
        self._notes = notes
        self._dice = dice or replay.table.dice_kind
        self._read = 0
        """How many lines of the note have scrolled out of sight."""
        self._more = 0
        """How many more it has than there is room for."""
        self._page = 1
        """How many lines of it there is room for."""
        self._typed = ""
        self._said = ""

    def show_views(self) -> None:
        """Show the moment."""
        # Nothing can be moved here, not even in the middle of a turn.
        state = replace(
            PlayState.open(self._replay.shown, self._options),
            acknowledgement=Notice(""),
            notice=None,
        )
        self.board.show(board_view(state, ()))
        self.board.show_stages(strip_view(state.game))
        self.board.show_dice(dice_view(state.game))
        width = self.app.size.width
        self.header.show(header(state, width, self.glyphs))
        self.panel.show(tuple(self._lines(state, *self.panel_room)))
        self.footer.show((self._footer(width),))

    def _footer(self, width: int) -> TextLine:
        """What is typed or was said last, else the keys."""
        said = f" turn {self._typed}_ enter jumps there" if self._typed else self._said
        if said:
            return line(fit(said, width), TextStyle.DIM)
        spans = [Span(" ")]
        for key, word, deed in _KEYS_WITH_NOTES if self._notes else _KEYS:
            spans += [
                Span(key, TextStyle.KEY, deed),
                Span(f" {word}", TextStyle.DIM, deed),
                Span("  "),
            ]
        return TextLine(tuple(spans))

    def _lines(self, state: PlayState, width: int, height: int) -> list[TextLine]:
        """The note if there is one, the list of turns with the present one lit, the end."""
        replay, naming = self._replay, state.naming
        turns = len(replay.turns)
        title = f"turn {min(replay.at, turns)} of {turns}"
        lines = [line(fit(title, width), TextStyle.BRIGHT), BLANK]
        below: list[TextLine] = []
        result = replay.table.game.result
        if result and replay.at == replay.end:
            below = [BLANK, *wrap(describe_result(result, naming), width, TextStyle.ACCENT)]
        room = height - len(lines) - len(below)
        note = self._note_lines(naming, width) if self._notes else []
        self._page = room - 1
        self._more = len(note) - self._page if len(note) > room else 0
        if self._more:
            self._read = min(self._read, self._more)
            word = "reads on" if self._read < self._more else "next turn"
            more = TextLine(
                (Span("space", TextStyle.KEY), Span(f" {word}", TextStyle.DIM)), Key.SPACE
            )
            is_end = self._read == self._more and replay.at == replay.end
            shown = note[self._read : self._read + self._page]
            return [*lines, *shown, BLANK if is_end else more]
        room -= len(note) + 1 if note else 0
        lines += note
        if not note or room >= _LEAST_LIST:
            lines += [BLANK] * bool(note)
            lines += self._turns(room, naming, width)
        return lines + below

    def _note_lines(self, naming: Naming, width: int) -> list[TextLine]:
        """The turn as a log has it, what is said of it, and the rules that it is about."""
        replay, note = self._replay, self._notes[self._replay.at]
        lines: list[TextLine] = []
        if replay.at:
            turn = replay.turns[replay.at - 1]
            told = f"{self.glyphs.of(turn.side)} {describe_throws(turn, naming)}"
            lines += [*wrap(told, width, TextStyle.ACCENT), BLANK]
        for paragraph in note.paragraphs:
            lines += [*wrap(paragraph, width), BLANK]
        titles = {section.id: section.title for section in pages(replay.table.record.rules)}
        for key, section in zip(("w", *" " * 9), note.sections, strict=False):
            spans = (
                Span(f"{key} ", TextStyle.KEY),
                Span(fit(titles[section], width - 2), TextStyle.DIM),
            )
            lines.append(TextLine(spans, section))
        return lines if note.sections else lines[:-1]

    def _turns(self, room: int, naming: Naming, width: int) -> Iterator[TextLine]:
        """As many turns as there is room for, around the present one."""
        replay = self._replay
        top = min(max(replay.at - room // 2, 0), max(replay.end + 1 - room, 0))
        for number in range(top, min(top + room, replay.end + 1)):
            ink = TextStyle.CHOSEN if number == replay.at else TextStyle.PLAIN
            span = Span(fit(self._stop(number, naming), width), ink)
            yield TextLine((span,), fill=ink, deed=ChooseRow(number))

    def _stop(self, number: int, naming: Naming) -> str:
        """What a stop is called in the list."""
        if number == 0:
            return " the start"
        if number > len(self._replay.turns):
            return " the end"
        turn = self._replay.turns[number - 1]
        return f"{number:>3} {self.glyphs.of(turn.side)} {describe_throws(turn, naming)}"

    # ---- going through it

    def _go_to(self, turn: int) -> None:
        self._replay = self._replay.go_to(turn)
        self._typed = self._said = ""
        self._read = 0
        self.refresh_views()

    def action_read_on(self) -> None:
        """Read on in the note; from its end go to the next turn."""
        if self._read < self._more:
            self._read += self._page
            self.refresh_views()
        else:
            self.action_go(1)

    def action_go(self, by: int) -> None:
        """Go on or back some turns."""
        self._go_to(self._replay.at + by)

    def on_key(self, event: events.Key) -> None:
        """Digits make the number of a turn."""
        if event.character and event.character.isdecimal() and len(self._typed) < 4:
            event.stop()
            self._typed += event.character
            self.refresh_views()

    def action_jump(self) -> None:
        """Go to the turn that was typed."""
        if self._typed:
            self._go_to(int(self._typed))

    def on_lines_clicked(self, event: Lines.Clicked) -> None:
        """Go to the turn that was clicked, or do what the key does that was."""
        match event.deed:
            case ChooseRow():
                self._go_to(event.deed.row)
            case Key.SPACE:
                self.action_read_on()
            case Key.ESCAPE:
                self.action_leave()
            case "b":
                self.action_branch()
            case "c":
                self.action_copy()
            case "w":
                self.action_open_rule()
            case str():
                self._open_rulebook(event.deed)

    def on_lines_scrolled(self, event: Lines.Scrolled) -> None:
        """Go through it with the wheel."""
        self.action_go(1 if event.by > 0 else -1)

    def action_branch(self) -> None:
        """Play on from here in a new match."""
        try:
            dice = FairDice(new_seed()) if self._dice is DiceKind.FAIR else None
            table = self._replay.branch(dice)
        except ValueError as error:
            self._said = f" {sentence(error)}"
            self.refresh_views()
            return
        today = replace(table.record, date=date.today().isoformat())
        self.dismiss(replace(table, record=today))

    def action_open_rule(self) -> None:
        """Open the rulebook, at what the note is about."""
        sections = self._notes[self._replay.at].sections if self._notes else ()
        self._open_rulebook(next(iter(sections), None))

    def _open_rulebook(self, section: str | None) -> None:
        from backgammon_tui.tui.screens.rulebook import RulebookScreen

        self.app.push_screen(RulebookScreen(self._replay.table.record.rules, section))

    def action_copy(self) -> None:
        """Copy and write what is shown."""
        self.share(self._replay.shown)

    def tell(self, said: str) -> None:
        """Say below the board what has been done."""
        self._said = f" {said}"
        self.refresh_views()

    def action_leave(self) -> None:
        """Back to the list."""
        self.dismiss(None)


def open_replay(
    screen: Screen[Any],
    storage: Storage,
    game: int,
    take: Callable[[Table | None], None],
    say: Callable[[str], object],
    turn: int | None = None,
) -> None:
    """Open a finished game of the journal once it is read, while the screen goes on answering.

    Args:
        screen: From where it is opened.
        storage: Where the journal is.
        game: Its number in the journal.
        take: Gets the table at which the players want to play on, if they do.
        say: Gets a sentence if it cannot be read.
        turn: The turn that is shown first; None for the beginning.
    """

    async def read() -> None:
        with problems_told(say):
            replay = await ask_journal(storage, lambda journal: read_replay(journal, game))
            shown = replay if turn is None else replay.go_to(turn)
            screen.app.push_screen(ReplayScreen(shown, storage), take)

    screen.run_worker(read(), group=RECORDS, exclusive=True)


def read_replay(journal: Journal, game: int) -> ReplayState:
    """A finished game of a journal, from its beginning.

    Raises:
        JournalProblem: if it cannot be read.
    """
    match, number = journal.find_game(game)
    record, results = journal.read(match)
    part: list[Result] = results[:number]
    try:
        table = Table.go_on(replace(record, games=record.games[:number]), part, {})
    except ValueError as error:
        raise JournalProblem(Trouble.DAMAGED, journal.path, str(error)) from error
    return ReplayState(table)

"""The mode in which a finished game is looked at, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, Self

from backgammon_tui.dice import FairDice, new_seed
from backgammon_tui.engine.notation import Numbering
from backgammon_tui.engine.position import Side
from backgammon_tui.settings import Settings
from backgammon_tui.storage.record import DiceKind
from backgammon_tui.teach.rulebook_pages import pages
from backgammon_tui.tui import openings
from backgammon_tui.tui.board.view import Orientation
from backgammon_tui.tui.commands import Command
from backgammon_tui.tui.effects import Do, Leave, Step, TakePicture
from backgammon_tui.tui.game_view import Marks, board_view, dice_view, last_moves, strip_view
from backgammon_tui.tui.inputs import ChooseRow, Input, Scroll
from backgammon_tui.tui.keys import Key
from backgammon_tui.tui.modes.mode import Frame, Mode, ModeView
from backgammon_tui.tui.modes.replay.state import Note, ReplayState
from backgammon_tui.tui.panel.glyphs import Glyphs
from backgammon_tui.tui.panel.header import match_header
from backgammon_tui.tui.panel.scrolling import Panel
from backgammon_tui.tui.panel.text import BLANK, Span, TextLine, TextStyle, fit, line, wrap
from backgammon_tui.words.event_sentences import describe_result
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.sentence import sentence
from backgammon_tui.words.turn_lines import describe_throws

_LEAST_LIST: Final = 5
"""A list of fewer turns is not worth its place beside a note."""

_LONGEST_NUMBER: Final = 4
_EVERYTHING: Final = 1_000_000


@dataclass(frozen=True)
class ReplayMode(Mode):
    """One stop of a game; it gives back a table if the players want to play on from there."""

    state: ReplayState
    settings: Settings
    notes: Sequence[Note] = ()
    """What is said at each stop, with the usual numbers; nothing of most games."""

    dice: DiceKind = DiceKind.TYPED
    """What is thrown with when somebody plays on."""

    typed: str = ""
    """The number of a turn, as far as it is typed."""

    said: str = ""

    @classmethod
    def begin(
        cls,
        state: ReplayState,
        settings: Settings,
        notes: Sequence[Note] = (),
        dice: DiceKind | None = None,
    ) -> Self:
        """A game at the stop to begin with.

        Args:
            state: The game and the stop.
            settings: How the players like to look at it.
            notes: What is said at each stop.
            dice: What is thrown with when somebody plays on; None as the game was.
        """
        settings = replace(settings, big=False)
        if notes:
            settings = replace(settings, numbering=Numbering.STANDARD)
        return cls(state, settings, notes, dice or state.table.dice_kind)

    @property
    def options(self) -> Settings:
        """How the board is looked at."""
        return self.settings

    @property
    def commands(self) -> tuple[Command, ...]:
        """All that can be done."""
        return _COMMANDS

    @property
    def scrolls(self) -> object:
        """What is said of the stop."""
        return self.state.at

    # ---- going through it

    def take(self, given: Input) -> Step:
        """The mode after a key, a click or the wheel."""
        match given:
            case Key.RIGHT | Key.DOWN:
                return self.go(1)
            case Key.LEFT | Key.UP:
                return self.go(-1)
            case Key.PAGE_DOWN | Key.PAGE_UP:
                return self.go(10 if given is Key.PAGE_DOWN else -10)
            case Key.HOME | Key.END:
                return self.go(_EVERYTHING if given is Key.END else -_EVERYTHING)
            case Scroll(by):
                return self.go(1 if by > 0 else -1)
            case ChooseRow(row):
                return self.go_to(row)
            case Key.ENTER if self.typed:
                return self.go_to(int(self.typed))
            case str() if given.isdecimal() and len(self.typed) < _LONGEST_NUMBER:
                return replace(self, typed=self.typed + given), ()
            case str() if given in self._sections:
                return self._open_rulebook(given)
            case _:
                return self, ()

    def go(self, by: int) -> Step:
        """On or back some turns."""
        return self.go_to(self.state.at + by)

    def go_to(self, turn: int) -> Step:
        """The stop after so many turns, or as near to it as there is one."""
        return replace(self, state=self.state.go_to(turn), typed="", said=""), ()

    def tell(self, said: str) -> Self:
        """The mode with a sentence below the board."""
        return replace(self, said=said)

    # ---- what is opened

    def branch(self) -> Step:
        """Play on from here in a new match."""
        try:
            table = self.state.branch(FairDice(new_seed()) if self.dice is DiceKind.FAIR else None)
        except ValueError as error:
            return self.tell(sentence(error)), ()
        today = replace(table.record, date=date.today().isoformat())
        return self, (Leave(replace(table, record=today)),)

    @property
    def _sections(self) -> tuple[str, ...]:
        """The sections of the rulebook that the note is about."""
        return self.notes[self.state.at].sections if self.notes else ()

    def open_rule(self) -> Step:
        """The rulebook, at what the note is about."""
        return self._open_rulebook(next(iter(self._sections), None))

    def _open_rulebook(self, section: str | None) -> Step:
        return self.open(openings.rulebook, self.state.table.record.rules, section)

    def share(self) -> Step:
        """What can be copied and written of what is shown."""
        table = self.state.shown
        taken = (TakePicture(table),)
        return self.open(
            openings.share, table, then=lambda mode, wants: (mode, taken if wants else ())
        )

    def open_help(self) -> Step:
        """The keys."""
        return self.open(openings.keys, "Keys in a replay", self.commands, self)

    # ---- what is shown

    def view(self, frame: Frame) -> ModeView:
        """The game as it stood at this stop."""
        table = self.state.shown
        game, numbering = table.game, self.settings.numbering
        is_turned = self.settings.turning and game.actor is Side.BLACK
        return ModeView(
            match_header(table, frame.width, frame.glyphs),
            board_view(
                game,
                Marks(made=last_moves(game)),
                Orientation(self.settings.mirrored, is_turned),
                numbering,
            ),
            strip_view(game),
            dice_view(game),
            self._panel(Naming(table.record.white, table.record.black, numbering), frame),
            self._footer,
        )

    @property
    def _footer(self) -> str:
        """What is typed or was said last, if anything."""
        if self.typed:
            return f" turn {self.typed}_ enter jumps there"
        return self.said and f" {self.said}"

    def _panel(self, naming: Naming, frame: Frame) -> Panel:
        """The note if there is one, the list of turns with the present one lit, the end."""
        (width, height), state = frame.room, self.state
        turns = len(state.turns)
        title = f"turn {min(state.at, turns)} of {turns}"
        above = [line(fit(title, width), TextStyle.BRIGHT), BLANK]
        below: list[TextLine] = []
        result = state.table.game.result
        if result and state.at == state.end:
            below = [BLANK, *wrap(describe_result(result, naming), width, TextStyle.ACCENT)]
        room = height - len(above) - len(below)
        note = self._note_lines(naming, width, frame.glyphs) if self.notes else []
        if len(note) > room:
            return self._long_note(above, note, room - 1, frame.top or 0)
        room -= len(note) + 1 if note else 0
        lines = [*above, *note]
        if not note or room >= _LEAST_LIST:
            lines += [BLANK] * bool(note)
            lines += self._turns(room, naming, width, frame.glyphs)
        return Panel((*lines, *below))

    def _long_note(
        self, above: Sequence[TextLine], note: Sequence[TextLine], page: int, top: int
    ) -> Panel:
        """A note that is read page by page."""
        last = len(note) - page
        top = min(top, last)
        word = "reads on" if top < last else "next turn"
        spans = (Span("space", TextStyle.KEY), Span(f" {word}", TextStyle.DIM))
        is_end = top == last and self.state.at == self.state.end
        more = BLANK if is_end else TextLine(spans, Key.SPACE)
        return Panel((*above, *note[top : top + page], more), top, last, page=page)

    def _note_lines(self, naming: Naming, width: int, glyphs: Glyphs) -> list[TextLine]:
        """The turn as a log has it, what is said of it, and the rules that it is about."""
        state, note = self.state, self.notes[self.state.at]
        lines: list[TextLine] = []
        if state.at:
            turn = state.turns[state.at - 1]
            told = f"{glyphs.of(turn.side)} {describe_throws(turn, naming)}"
            lines += [*wrap(told, width, TextStyle.ACCENT), BLANK]
        for paragraph in note.paragraphs:
            lines += [*wrap(paragraph, width), BLANK]
        titles = {section.id: section.title for section in pages(state.table.record.rules)}
        for key, section in zip(("w", *" " * 9), note.sections, strict=False):
            title = Span(fit(titles[section], width - 2), TextStyle.DIM)
            lines.append(TextLine((Span(f"{key} ", TextStyle.KEY), title), section))
        return lines if note.sections else lines[:-1]

    def _turns(self, room: int, naming: Naming, width: int, glyphs: Glyphs) -> Iterator[TextLine]:
        """As many turns as there is room for, around the present one."""
        state = self.state
        top = min(max(state.at - room // 2, 0), max(state.end + 1 - room, 0))
        for number in range(top, min(top + room, state.end + 1)):
            style = TextStyle.CHOSEN if number == state.at else TextStyle.PLAIN
            text = fit(self._stop(number, naming, glyphs), width)
            yield line(text, style, ChooseRow(number))

    def _stop(self, number: int, naming: Naming, glyphs: Glyphs) -> str:
        """What a stop is called in the list."""
        if number == 0:
            return " the start"
        if number > len(self.state.turns):
            return " the end"
        turn = self.state.turns[number - 1]
        return f"{number:>3} {glyphs.of(turn.side)} {describe_throws(turn, naming)}"


def _has_none(mode: ReplayMode) -> bool:
    return not mode.notes


_COMMANDS: Final[tuple[Command, ...]] = (
    Command(shown="left right", label="turn", help="a turn back or on; up and down too"),
    Command(
        "space",
        lambda mode: (mode, (Do.READ_ON,)),
        label=lambda mode: "reads on" if mode.notes else "",
        help="read on, then the next turn",
    ),
    Command(shown="pgup pgdn", label="ten", help="ten turns back or on", exists=_has_none),
    Command(shown="12 enter", label="turn 12", help="to a turn by its number"),
    Command("b", ReplayMode.branch, label="play on", help="play on from here in a new match"),
    Command(
        "w",
        ReplayMode.open_rule,
        label=lambda mode: "rule" if mode.notes else "",
        help="the rulebook, at the rule of the note",
    ),
    Command("r", ReplayMode.open_rule, help="the rulebook"),
    Command(
        "c",
        ReplayMode.share,
        label=lambda mode: "" if mode.notes else "copy",
        help="copy and write what is shown",
    ),
    Command(
        "?",
        lambda mode: mode.open(openings.keys, "Keys in a replay", _COMMANDS, mode),
        help="this page",
    ),
    Command("escape", lambda mode: (mode, (Leave(),)), label="back", help="leave the replay"),
)

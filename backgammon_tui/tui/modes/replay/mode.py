"""The mode in which a game is looked at turn by turn, and reviewed by the program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Final, Self

from backgammon_tui.dice import FairDice, new_seed
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.notation import Numbering
from backgammon_tui.engine.position import Side
from backgammon_tui.levels import Level, is_program, name_of
from backgammon_tui.settings import Settings
from backgammon_tui.storage.record import DiceKind
from backgammon_tui.storage.table import Table
from backgammon_tui.teach.rulebook_pages import pages
from backgammon_tui.tui import openings
from backgammon_tui.tui.board.view import Orientation
from backgammon_tui.tui.commands import Command, help_lines
from backgammon_tui.tui.effects import Do, Leave, Step, TakePicture, Work
from backgammon_tui.tui.game_view import Marks, board_view, dice_view, last_moves, strip_view
from backgammon_tui.tui.inputs import ChooseRow, Input, Scroll
from backgammon_tui.tui.keys import Key
from backgammon_tui.tui.modes.mode import Frame, Mode, ModeView
from backgammon_tui.tui.modes.replay.state import KeptGame, Note, ReplayState, branch
from backgammon_tui.tui.panel.glyphs import Glyphs
from backgammon_tui.tui.panel.header import match_header
from backgammon_tui.tui.panel.scrolling import Panel
from backgammon_tui.tui.panel.text import BLANK, Span, TextLine, TextStyle, fit, line, wrap
from backgammon_tui.words.event_sentences import describe_result
from backgammon_tui.words.naming import STANDARD, Naming
from backgammon_tui.words.sentence import sentence
from backgammon_tui.words.turn_lines import describe_throws
from backgammon_tui.words.win_chart import column_of, win_chart

if TYPE_CHECKING:
    from backgammon_tui.analysis.review import Choice
    from backgammon_tui.tui.modes.replay.reviewing import Review

_LEAST_LIST: Final = 5
"""A list of fewer turns is not worth its place beside a note."""

_CHART: Final = 3
"""The rows of the chart of win chances."""

_ROOM_FOR_CHART: Final = 18
"""From so many rows on a panel has room for it."""

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

    kept: KeptGame | None = None
    """Where the review of the game is kept; None where it is not."""

    review: Review | None = None
    """What the program thinks of it, as far as it has come; None if nobody has asked."""

    shows_choice: bool = False
    """Whether the board shows what the program would have played in the place of a mistake."""

    @classmethod
    def begin(
        cls,
        state: ReplayState,
        settings: Settings,
        notes: Sequence[Note] = (),
        dice: DiceKind | None = None,
        kept: KeptGame | None = None,
    ) -> Self:
        """A game at the stop to begin with.

        Args:
            state: The game and the stop.
            settings: How the players like to look at it.
            notes: What is said at each stop.
            dice: What is thrown with when somebody plays on; None as the game was.
            kept: Where the review of the game is kept.
        """
        settings = replace(settings, big=False)
        if notes:
            settings = replace(settings, numbering=Numbering.STANDARD)
        return cls(state, settings, notes, dice or state.table.dice_kind, kept=kept)

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

    @property
    def text(self) -> object:
        """The note, where there are notes."""
        return self.state.at if self.notes else None

    def brief(self, width: int, glyphs: Glyphs) -> tuple[TextLine, ...]:
        """The turn that is shown."""
        naming = Naming(self.state.table.record.white, self.state.table.record.black)
        stop = self._stop(self.state.at, naming, glyphs)
        return (line(fit(self._footer or f" {stop.strip()}", width), TextStyle.BRIGHT),)

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
        state = self.state.go_to(turn)
        return replace(self, state=state, typed="", said="", shows_choice=False), ()

    def tell(self, said: str) -> Self:
        """The mode with a sentence below the board."""
        return replace(self, said=said)

    # ---- what is opened

    def branch(self) -> Step:
        """Play on from here in a new match."""
        return self._play_on(self.state.shown)

    def _play_on(self, shown: Table) -> Step:
        dice = FairDice(new_seed()) if self.dice is DiceKind.FAIR else None
        try:
            table = branch(shown, dice)
        except ValueError as error:
            return self.tell(sentence(error)), ()
        today = replace(table.record, date=date.today().isoformat())
        return self, (Leave(replace(table, record=today)),)

    def challenge(self) -> Step:
        """Play on against the program, from before a mistake if one is shown."""
        side = self._challenged.game.actor or Side.WHITE
        usual = name_of(Level.STRONG)
        return self.open(openings.player, side.other, usual, then=ReplayMode._play_against)

    @property
    def _challenged(self) -> Table:
        """Where a game against the program begins."""
        return self.state.before(self.mistake.at) if self.mistake else self.state.shown

    def _play_against(self, other: str) -> Step:
        shown = self._challenged
        side, record = shown.game.actor or Side.WHITE, shown.record
        names = [record.name(each) for each in (side, side.other)]
        person = next((name for name in names if not is_program(name)), STANDARD.name(side))
        other = other or record.name(side.other)
        white, black = (person, other) if side is Side.WHITE else (other, person)
        return self._play_on(replace(shown, record=replace(record, white=white, black=black)))

    # ---- the review

    def begin_review(self) -> Step:
        """Have the program look at every choice and throw of the game."""
        from backgammon_tui.analysis import NoNet, NotJudged, taught_for
        from backgammon_tui.analysis.value import require_judged
        from backgammon_tui.tui.modes.replay.reviewing import Review  # Loads the nets.

        rules = self.state.table.record.rules
        try:
            require_judged(rules)
            taught_for(rules)
        except NotJudged:
            return self.tell(
                "The program does not judge games in which the opponent completes."
            ), ()
        except NoNet:
            return self.tell("The program has not learnt this game."), ()
        review = Review(self.state.table, self.state.stops, self.kept)
        return replace(self, review=review).look_on()

    def look_on(self) -> Step:
        """Go on with the review in a worker, as long as there is something to look at."""
        if self.review is None or self.review.is_done:
            return self, ()
        return self, (Work(self.review.look_on, ReplayMode._take_review),)

    def _take_review(self, review: Review) -> Step:
        return replace(self, review=review).look_on()

    @property
    def mistake(self) -> Choice | None:
        """The worst mistake of the turn that is shown, as far as it is known."""
        return self.review.mistake(self.state.at) if self.review and self.state.at else None

    def next_mistake(self, by: int) -> Step:
        """The next mistake, or the one before."""
        assert self.review
        turn = self.review.next_mistake(self.state.at, by)
        if turn is None:
            where = "after" if by > 0 else "before"
            return self.tell(f"No mistake {where} this turn."), ()
        return self.go_to(turn)

    def show_choice(self) -> Step:
        """What the program would have played, or again what was played."""
        return replace(self, shows_choice=not self.shows_choice, said=""), ()

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
        return self.open(openings.keys, "Keys in a replay", help_lines(self.commands, self))

    # ---- what is shown

    def view(self, frame: Frame) -> ModeView:
        """The game as it stood at this stop."""
        table, mistake = self.state.shown, self.mistake
        made = last_moves(table.game)
        if self.shows_choice and mistake:
            table = self.state.before(mistake.at)
            for action in mistake.best:
                table = table.apply(action)
            made = tuple(action for action in mistake.best if isinstance(action, Move))
        game, record = table.game, table.record
        naming = Naming(record.white, record.black, self.settings.numbering)
        is_turned = self.settings.turning and game.actor is Side.BLACK
        return ModeView(
            match_header(table, frame.width, frame.glyphs),
            board_view(
                game,
                Marks(made=made),
                Orientation(self.settings.mirrored, is_turned),
                naming,
                both_numbers=self.settings.both_numbers,
            ),
            strip_view(game),
            dice_view(game),
            self._panel(naming, frame),
            self._footer,
            game if self.options.chances else None,
        )

    @property
    def _footer(self) -> str:
        """What is typed or was said last, if anything."""
        if self.typed:
            return f"turn {self.typed}_ enter jumps to it"
        return self.said

    def _panel(self, naming: Naming, frame: Frame) -> Panel:
        """The note if there is one, the list of turns with the present one lit, the end."""
        (width, height), state = frame.room, self.state
        turns = len(state.turns)
        title = f"turn {min(state.at, turns)} of {turns}"
        if self.review and not self.review.is_done:
            title += f", {self.review.per_cent} %"
        above = [line(fit(title, width), TextStyle.BRIGHT)]
        above += chart_lines(self.review, state.at, naming, frame) if self.review else [BLANK]
        below: list[TextLine] = []
        result = state.table.game.result
        if result and state.at == state.end:
            below = [BLANK, *wrap(describe_result(result, naming), width, TextStyle.ACCENT)]
        room = height - len(above) - len(below)
        note = self._note_lines(naming, width, frame.glyphs)
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
        state, sections = self.state, self._sections
        told: Sequence[str] = self.notes[state.at].paragraphs if self.notes else ()
        if self.review:
            told = (*told, *self.review.paragraphs(state.at, naming))
        if not told:
            return []
        lines: list[TextLine] = []
        if state.at:
            turn = state.turns[min(state.at, len(state.turns)) - 1]
            log = f"{glyphs.of(turn.side)} {describe_throws(turn, naming)}"
            lines += [*wrap(log, width, TextStyle.ACCENT), BLANK]
        if self.shows_choice:
            lines += [line(fit("as the program plays", width), TextStyle.BRIGHT), BLANK]
        for paragraph in told:
            lines += [*wrap(paragraph, width), BLANK]
        titles = {section.id: section.title for section in pages(state.table.record.rules)}
        for key, section in zip(("w", *" " * 9), sections, strict=False):
            title = Span(fit(titles[section], width - 2), TextStyle.DIM)
            lines.append(TextLine((Span(f"{key} ", TextStyle.KEY), title), section))
        return lines if sections else lines[:-1]

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
        sign = f"{self.review.sign(number):<2}" if self.review else ""
        return f"{number:>3}{sign} {glyphs.of(turn.side)} {describe_throws(turn, naming)}"


def chart_lines(review: Review, stop: int, naming: Naming, frame: Frame) -> list[TextLine]:
    """How likely White was to win throw by throw, and where in it the present stop is."""
    (width, height), chances = frame.room, review.chances
    if not chances or height < _ROOM_FOR_CHART:
        return [BLANK]
    lines = [line(row) for row in win_chart(chances, width, _CHART, frame.glyphs.bars)]
    at = min(review.throws_before(stop), len(chances) - 1)
    caption = f"{naming.white} wins: about {chances[at]:.0%}".replace("%", " %")
    here = " " * column_of(at, len(chances), width) + frame.glyphs.here
    return [*lines, line(here, TextStyle.ACCENT), *wrap(caption, width, TextStyle.DIM), BLANK]


def _has_none(mode: ReplayMode) -> bool:
    return not mode.notes


def _is_reviewed(mode: ReplayMode) -> bool:
    return mode.review is not None


_COMMANDS: Final[tuple[Command, ...]] = (
    Command(
        shown="left right",
        label=lambda mode: "" if mode.review else "turn",
        help="a turn back or on; so do up and down",
    ),
    Command(
        "space",
        lambda mode: (mode, (Do.READ_ON,)),
        label=lambda mode: "reads on" if mode.notes or mode.review else "",
        help="read on, then the next turn",
    ),
    Command(
        shown="pgup pgdn",
        label="ten",
        help="ten turns back or on",
        exists=lambda mode: _has_none(mode) and not mode.review,
    ),
    Command(shown="12 enter", label="turn 12", help="jump to a turn by its number", min_width=100),
    Command(
        "v",
        ReplayMode.begin_review,
        label="review",
        help="review: what each choice cost, by the program's own estimate",
        title="Review",
        exists=lambda mode: _has_none(mode) and not mode.review,
    ),
    Command(
        "m",
        lambda mode: mode.next_mistake(1),
        label="mistake",
        help="the next mistake: ?! from 0.05 points on, ? from 0.10, ?? from 0.20",
        exists=_is_reviewed,
    ),
    Command("M", lambda mode: mode.next_mistake(-1), help="the one before", exists=_is_reviewed),
    Command(
        "x",
        ReplayMode.show_choice,
        label=lambda mode: "as played" if mode.shows_choice else "choice",
        help="what the program would have played, and again what was played",
        exists=_is_reviewed,
        is_enabled=lambda mode: mode.mistake is not None,
    ),
    Command("b", ReplayMode.branch, label="play on", help="play on from here in a new match"),
    Command(
        "p",
        ReplayMode.challenge,
        label=lambda mode: "program" if mode.review else "",
        help="play on against the program, at a mistake from before it",
        exists=_has_none,
    ),
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
        label=lambda mode: "" if mode.notes or mode.review else "copy",
        help="copy what is shown and write it to a file",
    ),
    Command(
        "?",
        ReplayMode.open_help,
        help="this page",
    ),
    Command("escape", lambda mode: (mode, (Leave(),)), label="back", help="leave the replay"),
)

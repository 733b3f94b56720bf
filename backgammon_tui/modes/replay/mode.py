"""A finished game to be looked at, with its commands."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import ClassVar, Final, Self

from backgammon_tui.analysis import NotJudged
from backgammon_tui.dice import FairDice, new_seed
from backgammon_tui.engine import Game, Move, Side
from backgammon_tui.game_review import KeptGame, Review, is_agreed, read_game
from backgammon_tui.match.record import DiceKind, MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.modes.board import Marks, board_view, dice_view, last_moves, strip_view
from backgammon_tui.modes.effects import (
    ChooseLevel,
    Confirm,
    Do,
    KeepProgress,
    Leave,
    Rulebook,
    RunReview,
    Step,
    work,
)
from backgammon_tui.modes.header import match_header
from backgammon_tui.modes.inputs import ChooseRow, Input, Key, Scroll
from backgammon_tui.modes.mode import KEYS, Command, Frame, Mode, ModeView, command, commands_of
from backgammon_tui.modes.replay.panel import replay_panel, stop_words
from backgammon_tui.modes.replay.state import Note, ReplayState, branch
from backgammon_tui.modes.text import Glyphs, TextLine, TextStyle, line
from backgammon_tui.names import Level, is_computer
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.problems import JournalProblem
from backgammon_tui.storage.journal.query import all_games
from backgammon_tui.storage.journal.reviews import is_reviewed
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.teach.sample_game import SampleTurn, sample_game
from backgammon_tui.words.columns import fit
from backgammon_tui.words.naming import STANDARD, Naming, sentence
from backgammon_tui.words.reason_sentences import describe_unjudged

_MAX_DIGITS: Final = 4
_EVERYTHING: Final = 1_000_000
_TURNS: Final = {
    Key.RIGHT: 1,
    Key.DOWN: 1,
    Key.LEFT: -1,
    Key.UP: -1,
    Key.PAGE_DOWN: 10,
    Key.PAGE_UP: -10,
    Key.END: _EVERYTHING,
    Key.HOME: -_EVERYTHING,
}
"""Number of turns that each key goes on or back."""

_ARE_AGREED: Final = (
    "This game is not over. Do both players agree to see win chances and what each play cost?"
)


# ---- the words of keys, and when a command exists


def _is_reviewed(mode: ReplayMode) -> bool:
    return mode.state.review is not None


def _has_no_notes(mode: ReplayMode) -> bool:
    return not mode.state.notes


def _is_plain(mode: ReplayMode) -> bool:
    return not (mode.state.notes or mode.state.review)


def _is_mistake(mode: ReplayMode) -> bool:
    return mode.state.mistake is not None


def _read_label(mode: ReplayMode) -> str:
    return "reads on" if mode.state.notes else ""


def _choice_label(mode: ReplayMode) -> str:
    return mode.state.next_choice


def _challenge_label(mode: ReplayMode) -> str:
    return "against computer" if mode.state.review else ""


def _rule_label(mode: ReplayMode) -> str:
    return "rule" if mode.state.notes else ""


def _export_label(mode: ReplayMode) -> str:
    return "export" if _is_plain(mode) else ""


@dataclass(frozen=True)
class ReplayMode(Mode):
    """One stop of a game; it gives back a table if the players want to play on from there."""

    keys_title: ClassVar = "Keys in a replay"

    state: ReplayState
    settings: Settings
    dice: DiceKind = DiceKind.TYPED
    """The kind of dice for players who play on."""

    typed: str = ""
    """The number of a turn, as far as it is typed."""

    said: str = ""

    kept: KeptGame | None = None
    """The saved game that keeps the review; None where the review is not saved."""

    @property
    def commands(self) -> tuple[Command, ...]:
        return commands_of(ReplayMode)

    @classmethod
    def begin(
        cls,
        state: ReplayState,
        settings: Settings,
        notes: Sequence[Note] = (),
        dice: DiceKind | None = None,
        kept: KeptGame | None = None,
    ) -> Self:
        """Open a game at its first stop; playing on uses these dice or the game's own kind."""
        settings = replace(settings, presentation=False)
        state = replace(state, notes=notes)
        return cls(state, settings, dice or state.table.dice_kind, kept=kept)

    @property
    def options(self) -> Settings:
        return self.settings

    @property
    def naming(self) -> Naming:
        record = self.state.table.record
        return Naming.from_names(record.white, record.black)

    @property
    def game(self) -> Game:
        return self._table.game

    @property
    def _table(self) -> Table:
        choice = self.state.choice
        if choice is None:
            return self.state.shown
        return self.state.table.before(choice.at).apply(*choice.best)

    @property
    def has_text(self) -> bool:
        return bool(self.state.notes or self.state.review)

    def brief(self, width: int, glyphs: Glyphs) -> tuple[TextLine, ...]:
        """Return the turn that is shown."""
        lead, rolls = stop_words(self.state, self.state.at, self.naming, glyphs)
        stop = f" {lead.strip()} {', an extra roll '.join(rolls)}"
        return (line(fit(self._footer or stop, width), TextStyle.BRIGHT),)

    # ---- going through it

    def take(self, given: Input) -> Step[Self]:
        """Take a key, a click or the wheel."""
        match given:
            case Key() if given in _TURNS:
                return self.go_to(self.state.at + _TURNS[given])
            case Scroll(by):
                return self.go_to(self.state.at + (1 if by > 0 else -1))
            case ChooseRow(row):
                return self.go_to(row)
            case Key.ENTER if self.typed:
                return self.go_to(int(self.typed))
            case str() if given.isdecimal() and len(self.typed) < _MAX_DIGITS:
                return replace(self, typed=self.typed + given), ()
            case str() if given in self.state.sections:
                return self.open_rule(given)
            case _:
                return self, ()

    def go_to(self, turn: int) -> Step[Self]:
        state = self.state.go_to(turn)
        is_there = state.at == self.state.at
        return replace(self, state=state, typed="", said=""), () if is_there else (Do.NEW_TEXT,)

    def tell(self, said: str) -> Self:
        return replace(self, said=said)

    # ---- what is opened

    def play_on(self, shown: Table) -> Step[Self]:
        """Leave for a new match that begins as a table stands."""
        dice = FairDice(new_seed()) if self.dice is DiceKind.FAIR else None
        try:
            table = branch(shown, dice)
        except ValueError as error:
            return self.tell(sentence(error)), ()
        today = replace(table.record, date=date.today().isoformat())
        return self, (Leave(replace(table, record=today)),)

    @property
    def _challenged(self) -> Table:
        mistake = self.state.mistake
        return self.state.table.before(mistake.at) if mistake else self.state.shown

    @property
    def _challenger(self) -> tuple[Side, str]:
        shown = self._challenged
        side = shown.game.actor or Side.WHITE
        names = [shown.record.name(each) for each in (side, side.other)]
        return side, next((name for name in names if not is_computer(name)), STANDARD.name(side))

    def _play_against(self, other: str) -> Step[Self]:
        shown, (side, person) = self._challenged, self._challenger
        white, black = (person, other) if side is Side.WHITE else (other, person)
        record = replace(shown.record, white=white, black=black)
        return self.play_on(replace(shown, record=record))

    # ---- the review

    def begin_review(self) -> Step[Self]:
        """Let the computer look at every choice and roll of the game."""
        state = self.state
        try:
            review = Review.begin(state.table, state.stops, self.kept, self.settings.learner)
        except NotJudged as why:
            return self.tell(describe_unjudged(why)), ()
        reviewed = replace(self, state=replace(self.state, review=review))
        if self._is_agreed:
            return reviewed.review_step()
        return self.open(
            Confirm(_ARE_AGREED),
            lambda mode, yes: reviewed.review_step() if yes else (mode, ()),
        )

    @property
    def _is_agreed(self) -> bool:
        table = self.state.table
        return table.game.is_over or table.record.has_hints_for_all

    def review_step(self) -> Step[Self]:
        """Go on with the review in a worker, as long as there is something to look at."""
        if self.state.review is None or self.state.review.is_done:
            return self, ()
        return self, (RunReview(self.state.review, ReplayMode._take_review),)

    def _take_review(self, review: Review) -> Step[Self]:
        after = replace(self, state=replace(self.state, review=review))
        if not review.is_done or not review.learner:
            return after, ()
        cards = partial(review.cards, date.today().toordinal())
        return after, (work(cards, ReplayMode._keep_cards),)

    def _keep_cards(self, cards: tuple[tuple[str, str], ...]) -> Step[Self]:
        return self, (KeepProgress(cards, is_new=True),) if cards else ()

    def next_mistake(self, by: int) -> Step[Self]:
        """Go to the next mistake, or to the one before."""
        assert self.state.review
        turn = self.state.review.next_mistake(self.state.at, by)
        if turn is None:
            return self.tell("No more mistakes." if by > 0 else "No mistake before."), ()
        return self.go_to(turn)

    # ---- what is shown

    def view(self, frame: Frame) -> ModeView:
        """Build the view of the game at this stop."""
        state, choice, turn = self.state, self.state.choice, self.state.turn
        table, made = self._table, last_moves(state.shown.game)
        if choice:
            made = tuple(action for action in choice.best if isinstance(action, Move))
        game = table.game
        # The points have the numbers of the side whose turn is described.
        counting = turn.side if turn else game.actor
        return ModeView(
            match_header(table, frame.width, frame.glyphs, counting),
            board_view(
                game,
                Marks(made=made),
                self.naming,
                counting,
                mirrored=self.settings.mirrored,
            ),
            strip_view(game),
            dice_view(game),
            replay_panel(state, self.said, self.naming, frame),
            "" if self.state.review and not self.typed else self._footer,
            game if self.options.chances and self._is_agreed else None,
        )

    @property
    def _footer(self) -> str:
        if self.typed:
            return f"turn {self.typed}_ enter jumps to it"
        return self.said

    # ---- the commands, in the order of the footer, the help page and the menu

    points_note = Command(
        shown="points",
        help="what a choice cost beside the best one, what a roll was worth beside the average"
        " one there, by the computer's estimate; they add up over the game",
        exists=_is_reviewed,
    )
    turn_note = Command(
        shown="left right", label="turn", help="a turn back or on; so do up and down"
    )

    @command("space", label=_read_label, help="read on, then the next turn")
    def read_on(self) -> Step[Self]:
        return self, (Do.READ_ON,)

    ten_note = Command(
        shown="pgup pgdn", label="ten", help="ten turns back or on", exists=_is_plain
    )
    jump_note = Command(
        shown="type a number",
        label="to jump",
        help="then enter: jump to that turn",
        min_width=100,
    )

    @command(
        "v",
        label="review",
        help="review: what each choice cost, by the computer's own estimate",
        title="Review",
        exists=_is_plain,
    )
    def review(self) -> Step[Self]:
        return self.begin_review()

    @command(
        "m",
        label="mistake",
        help="the next mistake: ?! from 0.05 points on, ? from 0.10, ?? from 0.20",
        exists=_is_reviewed,
    )
    def go_to_next_mistake(self) -> Step[Self]:
        return self.next_mistake(1)

    @command("M", help="the mistake before", exists=_is_reviewed)
    def go_to_mistake_before(self) -> Step[Self]:
        return self.next_mistake(-1)

    @command(
        "x",
        label=_choice_label,
        help="the computer's choice in the place of each mistake; then again what was played",
        exists=_is_reviewed,
        is_enabled=_is_mistake,
    )
    def show_choice(self) -> Step[Self]:
        after = (self.state.shows_choice + 1) % (len(self.state.mistakes) + 1)
        return replace(self, state=replace(self.state, shows_choice=after), said=""), ()

    @command(
        "b",
        label="play from here",
        help="play on from here in a new match, with the same players",
    )
    def ask_play_on(self) -> Step[Self]:
        """Ask whether the same players begin a new match here."""
        asked, effects = self.play_on(self.state.shown)
        if not effects:
            return asked, ()
        names = " against ".join(self.naming.name(side) for side in Side)
        return self.open(
            Confirm(f"A new match begins from here, {names}. Play it?"),
            lambda mode, yes: mode.play_on(mode.state.shown) if yes else (mode, ()),
        )

    @command(
        "p",
        label=_challenge_label,
        min_width=100,
        help="the same against the computer; at a mistake, from before it",
        exists=_has_no_notes,
    )
    def challenge(self) -> Step[Self]:
        """Play on against the computer, from before a mistake if one is shown."""
        side, person = self._challenger
        start = "before this mistake" if self.state.mistake else "from here"
        other = self.state.table.record.name(side.other)
        is_new = other != person and not is_computer(other)
        place = f"in {other}'s place" if is_new else f"as {STANDARD.name(side.other)}"
        own = "" if person == STANDARD.name(side) else f" as {STANDARD.name(side)}"
        text = f"A new match begins {start}, with {person}{own} and the computer {place}."
        return self.open(ChooseLevel(text, Level.STRONG), ReplayMode._play_against)

    @command("w", label=_rule_label, help="the rulebook, at the rule of the note")
    def open_rule(self, section: str | None = None) -> Step[Self]:
        section = section or next(iter(self.state.sections), None)
        return self.open(Rulebook(self.state.table.record.rules, section))

    @command("r", help="the rulebook")
    def open_rulebook(self) -> Step[Self]:
        return self.open_rule()

    @command("c", label=_export_label, help="export what is shown: to the clipboard and to a file")
    def export(self) -> Step[Self]:
        return self.share_table(self.state.shown)

    keys = KEYS

    @command("escape", label="back", help="leave the replay")
    def leave(self) -> Step[Self]:
        return super().leave()


def read_replay(journal: Journal, game: int) -> tuple[ReplayState, bool]:
    """Read a finished game of a journal, from its beginning, and whether it has been reviewed.

    Raises:
        JournalProblem: if the game cannot be read.
    """
    return ReplayState(read_game(journal, game)), is_reviewed(journal, game)


def agreed_review(table: Table, storage: Storage, match: int | None) -> Review | None:
    """Return the review of a game, to be kept beside it; None where nobody has agreed to one."""
    kept = _kept_game(storage, match)
    if kept and is_agreed(table.record):
        with suppress(NotJudged):
            stops = ReplayState(table).stops
            return Review.begin(table, stops, kept, storage.settings.learner)
    return None


def begin_review(table: Table, storage: Storage, match: int | None) -> Step[ReplayMode]:
    """Begin the review of the game at a table.

    The match has no number where it is not in the journal.
    """
    kept = _kept_game(storage, match)
    return ReplayMode.begin(ReplayState(table), storage.settings, kept=kept).begin_review()


def _kept_game(storage: Storage, match: int | None) -> KeptGame | None:
    if storage.journal and match is not None:
        with suppress(JournalProblem):
            return KeptGame(storage.journal.path, all_games(storage.journal, match)[-1])
    return None


def sample_replay() -> tuple[ReplayState, tuple[Note, ...]]:
    """Return the sample game at its beginning, and a note for each of its stops."""
    game = sample_game()
    record = MatchRecord(game.rules, STANDARD.white, STANDARD.black, "", None)
    table = Table.sit_down(record, None).apply(*game.actions)
    notes = [Note(game.introduction), *map(_note, game.turns)]
    last = notes[-1]
    notes[-1] = Note((*last.paragraphs, *game.end), last.sections)
    return ReplayState(table), tuple(notes)


def _note(turn: SampleTurn) -> Note:
    printed = (f"In print: {turn.printed}",) if turn.printed else ()
    return Note((turn.note, *printed), turn.sections)

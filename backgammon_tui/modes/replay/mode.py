"""The mode in which a game is looked at turn by turn, and the games that it can show.

These are the games of the journal and the sample game with its notes.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar, Final

from backgammon_tui.analysis import NotJudged
from backgammon_tui.game_review import KeptGame, Review, is_agreed, read_game
from backgammon_tui.modes.commands import Command
from backgammon_tui.modes.effects import Do, Step
from backgammon_tui.modes.mode import KEYS
from backgammon_tui.modes.replay.game import ReplayedGame
from backgammon_tui.modes.replay.state import Note, ReplayState
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.problems import JournalProblem
from backgammon_tui.storage.journal.query import all_games
from backgammon_tui.storage.journal.reviews import is_reviewed
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.record import MatchRecord
from backgammon_tui.storage.table import Table
from backgammon_tui.teach.sample_game import SampleTurn, sample_game
from backgammon_tui.words.naming import STANDARD


def _is_reviewed(mode: ReplayedGame) -> bool:
    return mode.state.review is not None


_COMMANDS: Final[tuple[Command[ReplayedGame], ...]] = (
    Command(
        shown="points",
        help="what a choice cost beside the best one, what a throw was worth beside the average"
        " one there, by the program's estimate; they add up over the game",
        exists=_is_reviewed,
    ),
    Command(shown="left right", label="turn", help="a turn back or on; so do up and down"),
    Command(
        "space",
        lambda mode: (mode, (Do.READ_ON,)),
        label=lambda mode: "reads on" if mode.state.notes else "",
        help="read on, then the next turn",
    ),
    Command(
        shown="pgup pgdn",
        label="ten",
        help="ten turns back or on",
        exists=lambda mode: not (mode.state.notes or mode.state.review),
    ),
    Command(
        shown="type a number",
        label="to jump",
        help="then enter: jump to that turn",
        min_width=100,
    ),
    Command(
        "v",
        lambda mode: mode.begin_review(),
        label="review",
        help="review: what each choice cost, by the program's own estimate",
        title="Review",
        exists=lambda mode: not (mode.state.notes or mode.state.review),
    ),
    Command(
        "m",
        lambda mode: mode.next_mistake(1),
        label="mistake",
        help="the next mistake: ?! from 0.05 points on, ? from 0.10, ?? from 0.20",
        exists=_is_reviewed,
    ),
    Command(
        "M",
        lambda mode: mode.next_mistake(-1),
        help="the mistake before",
        exists=_is_reviewed,
    ),
    Command(
        "x",
        lambda mode: mode.show_choice(),
        label=lambda mode: mode.state.next_choice,
        help="the program's choice in the place of each mistake; then again what was played",
        exists=_is_reviewed,
        is_enabled=lambda mode: mode.state.mistake is not None,
    ),
    Command(
        "b",
        lambda mode: mode.ask_play_on(),
        label="play from here",
        help="play on from here in a new match, with the same players",
    ),
    Command(
        "p",
        lambda mode: mode.challenge(),
        label=lambda mode: "against program" if mode.state.review else "",
        min_width=100,
        help="the same against the program; at a mistake, from before it",
        exists=lambda mode: not mode.state.notes,
    ),
    Command(
        "w",
        lambda mode: mode.open_rule(),
        label=lambda mode: "rule" if mode.state.notes else "",
        help="the rulebook, at the rule of the note",
    ),
    Command("r", lambda mode: mode.open_rule(), help="the rulebook"),
    Command(
        "c",
        lambda mode: mode.share_table(mode.state.shown),
        label=lambda mode: "" if mode.state.notes or mode.state.review else "export",
        help="export what is shown: to the clipboard and to a file",
    ),
    KEYS,
    Command("escape", lambda mode: mode.leave(), label="back", help="leave the replay"),
)


@dataclass(frozen=True)
class ReplayMode(ReplayedGame):
    """A stop of a game with its commands."""

    commands: ClassVar = _COMMANDS


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

"""Games to be looked at: those of the journal, and the sample game with its notes."""

from __future__ import annotations

from contextlib import suppress

from backgammon_tui.analysis import NotJudged
from backgammon_tui.game_review import KeptGame, Review, is_agreed, read_game
from backgammon_tui.modes.effects import Step
from backgammon_tui.modes.replay.mode import ReplayMode
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

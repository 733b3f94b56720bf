"""The sample game as something to be looked at, with what is said of each turn."""

from __future__ import annotations

from backgammon_tui.storage.record import MatchRecord
from backgammon_tui.storage.table import Table
from backgammon_tui.teach.sample_game import SampleTurn, sample_game
from backgammon_tui.tui.modes.replay.state import Note, ReplayState
from backgammon_tui.words.naming import STANDARD


def sample_replay() -> tuple[ReplayState, tuple[Note, ...]]:
    """The sample game at its beginning, and a note for each of its stops."""
    game = sample_game()
    record = MatchRecord(game.rules, STANDARD.white, STANDARD.black, "", None)
    table = Table.sit_down(record, None)
    for action in game.actions:
        table = table.apply(action)
    notes = [Note(game.introduction), *map(_note, game.turns)]
    last = notes[-1]
    notes[-1] = Note((*last.paragraphs, *game.end), last.sections)
    return ReplayState(table), tuple(notes)


def _note(turn: SampleTurn) -> Note:
    printed = (f"In print: {turn.printed}",) if turn.printed else ()
    return Note((turn.note, *printed), turn.sections)

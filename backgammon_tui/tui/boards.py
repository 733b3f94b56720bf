"""The boards that other screens open; `openings` imports each mode when it is first wanted."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from textual.screen import Screen

from backgammon_tui.engine import Rules
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.record import DiceKind
from backgammon_tui.storage.table import Table
from backgammon_tui.teach.catalogue import CourseLesson
from backgammon_tui.teach.lesson_parts import Lesson
from backgammon_tui.tui import openings
from backgammon_tui.tui.ask_journal import RECORDS, ask_journal, problems_told
from backgammon_tui.tui.board_screen import BoardScreen


def lesson_board(lesson: Lesson, storage: Storage, entry: CourseLesson | None) -> BoardScreen:
    """A lesson, and those that follow it in its course if it stands in one."""
    done: dict[str, str] = {}
    with problems_told(lambda _: None):  # Where it cannot be read, the lesson begins anew.
        done = storage.read_progress()
    return BoardScreen(openings.LessonMode.begin(lesson, storage.settings, entry, done), storage)


def sandbox_board(rules: Rules, storage: Storage) -> BoardScreen:
    """A sandbox; gives back a table if somebody wants to play on as a match."""
    return BoardScreen(openings.SandboxMode.begin(rules, storage.settings), storage)


def quiz_board(rules: Rules, storage: Storage, chance: Random | None = None) -> BoardScreen:
    """A quiz on a game."""
    mode, first = openings.QuizMode.begin(rules, storage, chance)
    return BoardScreen(mode, storage, first)


def open_replay(
    screen: Screen[Any],
    storage: Storage,
    game: int,
    take: Callable[[Table | None], None],
    say: Callable[[str], object],
    turn: int = 0,
) -> None:
    """Open a finished game of the journal once it is read, while the screen goes on answering.

    `take` gets the table at which the players want to play on, if they do; `say` a sentence if
    the game cannot be read.
    """

    async def read() -> None:
        with problems_told(say):
            found = await ask_journal(storage, lambda journal: openings.read_replay(journal, game))
            state, has_review = found
            assert storage.journal
            kept = openings.KeptGame(storage.journal.path, game)
            mode = openings.ReplayMode.begin(state.go_to(turn), storage.settings, kept=kept)
            shown, effects = mode.begin_review() if has_review else (mode, ())
            screen.app.push_screen(BoardScreen(shown, storage, effects), take)

    screen.run_worker(read(), group=RECORDS, exclusive=True)


def sample_board(storage: Storage) -> BoardScreen:
    """The sample game with its notes; gives a table back, as a replay does."""
    state, notes = openings.sample_replay()
    return BoardScreen(
        openings.ReplayMode.begin(state, storage.settings, notes, DiceKind.FAIR), storage
    )

"""The boards that other screens open; each mode is imported when it is first wanted."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from textual.screen import Screen

from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.situation import Situation
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.record import DiceKind
from backgammon_tui.storage.table import Table
from backgammon_tui.teach.catalogue import CourseLesson
from backgammon_tui.teach.lesson_parts import Lesson
from backgammon_tui.teach.repeats import Repeat
from backgammon_tui.tui.board_screen import BoardScreen


def lesson_board(
    lesson: Lesson, storage: Storage, entry: CourseLesson | None = None
) -> BoardScreen:
    """A lesson, and those that follow it in its course if it stands in one."""
    from backgammon_tui.tui.ask_journal import problems_told
    from backgammon_tui.tui.modes.lesson.mode import LessonMode

    done: dict[str, str] = {}
    with problems_told(lambda _: None):  # Where it cannot be read, the lesson begins anew.
        done = storage.read_progress()
    return BoardScreen(LessonMode.begin(lesson, storage.settings, entry, done), storage)


def repeat_board(repeats: tuple[Repeat, ...], storage: Storage) -> BoardScreen:
    """Steps of lessons that went wrong before."""
    from backgammon_tui.tui.modes.lesson.mode import LessonMode

    return BoardScreen(LessonMode.repeat(repeats, storage.settings), storage)


def sandbox_board(
    rules: Rules, storage: Storage, situation: Situation | None = None, *, can_begin: bool = True
) -> BoardScreen:
    """A sandbox; gives back a table if somebody wants to play on as a match, and can."""
    from backgammon_tui.tui.modes.sandbox.mode import SandboxMode

    mode = SandboxMode.begin(rules, storage.settings, situation, can_begin=can_begin)
    return BoardScreen(mode, storage)


def quiz_board(rules: Rules, storage: Storage, chance: Random | None = None) -> BoardScreen:
    """A quiz on a game."""
    from backgammon_tui.tui.modes.quiz.mode import QuizMode

    mode, first = QuizMode.begin(rules, storage, chance)
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
    from backgammon_tui.tui.ask_journal import RECORDS, ask_journal, problems_told
    from backgammon_tui.tui.modes.replay.mode import ReplayMode
    from backgammon_tui.tui.modes.replay.reading import read_replay
    from backgammon_tui.tui.modes.replay.reviewing import KeptGame

    async def read() -> None:
        with problems_told(say):
            state = await ask_journal(storage, lambda journal: read_replay(journal, game))
            assert storage.journal
            kept = KeptGame(storage.journal.path, game)
            mode = ReplayMode.begin(state.go_to(turn), storage.settings, kept=kept)
            screen.app.push_screen(BoardScreen(mode, storage), take)

    screen.run_worker(read(), group=RECORDS, exclusive=True)


def sample_board(storage: Storage) -> BoardScreen:
    """The sample game with its notes; gives a table back, as a replay does."""
    from backgammon_tui.tui.modes.replay.mode import ReplayMode
    from backgammon_tui.tui.modes.replay.reading import sample_replay

    state, notes = sample_replay()
    return BoardScreen(ReplayMode.begin(state, storage.settings, notes, DiceKind.FAIR), storage)

"""The boards that other screens open.

Each mode is imported when it is first wanted: this is the one place where the screen does so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from backgammon_tui.engine import Game, Rules
from backgammon_tui.match.record import DiceKind, MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.problems import problems_reported
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.tui.board_screen import BoardScreen
from backgammon_tui.tui.game_app import RECORDS, TopmostScreen

if TYPE_CHECKING:
    from backgammon_tui.modes.mode import Mode
    from backgammon_tui.storage.journal.match_lock import Follower
    from backgammon_tui.teach.lessons.catalogue import CourseLesson, Repeat
    from backgammon_tui.teach.lessons.lesson import Lesson


def lesson_board(lesson: Lesson, storage: Storage, entry: CourseLesson | None) -> BoardScreen:
    """Make the board of a lesson and of those that follow it in its course, if it has one."""
    from backgammon_tui.modes.lesson.mode import LessonMode

    # Where it cannot be read, the lesson begins anew.
    done = storage.read_progress()
    return BoardScreen(LessonMode.begin(lesson, storage.settings, entry, done))


def repeats_board(repeats: Sequence[Repeat], settings: Settings) -> BoardScreen:
    """Make the board of tasks that are due again."""
    from backgammon_tui.modes.lesson.mode import LessonMode

    return BoardScreen(LessonMode.repeat(tuple(repeats), settings))


def lesson_of(mode: Mode) -> CourseLesson | None:
    """Return the lesson of a course that a mode shows, if it shows one."""
    from backgammon_tui.modes.lesson.mode import LessonMode

    return mode.source.entry if isinstance(mode, LessonMode) else None


def sandbox_board(rules: Rules, settings: Settings) -> BoardScreen:
    """Make a sandbox; it gives back a table if somebody wants to play on as a match."""
    from backgammon_tui.modes.sandbox.mode import SandboxMode

    return BoardScreen(SandboxMode.begin(rules, settings))


def sandbox_beside(record: MatchRecord, game: Game, options: Settings) -> BoardScreen:
    """Make a sandbox where the last dice of a game were rolled."""
    from backgammon_tui.modes.sandbox.mode import SandboxMode

    return BoardScreen(SandboxMode.beside(record, game, options))


def quiz_board(rules: Rules, storage: Storage, chance: Random | None = None) -> BoardScreen:
    """Make a quiz on a game."""
    from backgammon_tui.modes.quiz import open_quiz

    return BoardScreen(*open_quiz((rules,), storage, chance))


def open_replay(
    screen: TopmostScreen[Any],
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
        from backgammon_tui.game_review import KeptGame
        from backgammon_tui.modes.replay.mode import ReplayMode, read_replay

        storage = screen.app.storage
        with problems_reported(say):
            replay = await screen.app.ask_journal(lambda journal: read_replay(journal, game))
            state, has_review = replay
            assert storage.journal
            kept = KeptGame(storage.journal.path, game)
            mode = ReplayMode.begin(state.go_to(turn), storage.settings, kept=kept)
            begun = mode.begin_review() if has_review else (mode, ())
            screen.app.push_screen(BoardScreen(*begun), take)

    screen.run_worker(read(), group=RECORDS, exclusive=True)


def review_board(table: Table, storage: Storage, match: int | None) -> BoardScreen:
    """Make the review of the game at a table; a match has no number outside the journal."""
    from backgammon_tui.modes.replay.mode import begin_review

    return BoardScreen(*begin_review(table, storage, match))


def sample_board(settings: Settings) -> BoardScreen:
    """Make the sample game with its notes; it gives a table back, as a replay does."""
    from backgammon_tui.modes.replay.mode import ReplayMode, sample_replay

    state, notes = sample_replay()
    return BoardScreen(ReplayMode.begin(state, settings, notes, DiceKind.FAIR))


def watch_board(follower: Follower, match: MatchRecord, settings: Settings) -> BoardScreen:
    """Make the board of a match that is played in another window; it leads nowhere else."""
    from backgammon_tui.modes.replay.watch import WatchMode

    return BoardScreen(*WatchMode.watch(follower, match, settings))

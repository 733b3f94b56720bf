"""A second window that watches a match, while another program plays it."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from backgammon_tui.engine import RULESETS, KeepOpening, Phase
from backgammon_tui.match.table import Table
from backgammon_tui.modes.inputs import Key, TypedLine
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.modes.mode import Mode
from backgammon_tui.modes.replay import WatchMode
from backgammon_tui.modes.sandbox import SandboxMode
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.edits import delete_match, rename_match, rename_player
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import Follower, MatchLock
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.storage.shared_board import read_shared_board, share_board
from backgammon_tui.teach.lessons.catalogue import find_lesson
from backgammon_tui.tui.board.geometry import MIN_WIDTH
from backgammon_tui.tui.themes import DAYLIGHT
from tests.modes.examples import new_table
from tests.storage.matches import SEED
from tests.tui.screen import board_in, lines, press, running_at, text_of, wait_for
from tests.tui.terminal import Terminal

SOON = 0.5
"""Seconds in which a move is shown."""


class Player:
    """The other program: it saves a match as it is played."""

    def __init__(self, name: str = "backgammon", seed: int = 3) -> None:
        self._journal = Journal(journal_file())
        self._lock = MatchLock(self._journal)
        self.table = new_table(RULESETS[name], seed, ("Anna", "Boris"))

    def save(self, table: Table) -> None:
        self._lock.save(table)
        self.table = table

    def play(self, moves: int = 1) -> None:
        """Make so many moves, with the rolls that they need."""
        for _ in range(moves):
            while not (game := self.table.game).moves:
                keeps = game.phase is Phase.KEEP_OR_REROLL
                self.save(self.table.apply(KeepOpening()) if keeps else self.table.roll())
            self.save(self.table.apply(self.table.game.moves[0]))

    def close(self) -> None:
        self._lock.release()
        self._journal.close()


@pytest.fixture
def player() -> Iterator[Player]:
    player = Player()
    yield player
    player.close()


@asynccontextmanager
async def watching(match: int | None = None) -> AsyncIterator[Pilot[None]]:
    follower, settings = Follower(journal_file(), match), Settings(presentation=True)
    async with running_at(follower=follower, settings=settings) as (_, pilot):
        yield pilot


def mode_of(pilot: Pilot[None]) -> WatchMode:
    mode = board_in(pilot.app, WatchMode).mode
    assert isinstance(mode, WatchMode)
    return mode


async def shown(pilot: Pilot[None], player: Player) -> float:
    """Wait until the board shows the player's position; the seconds that took."""
    saved = time.monotonic()
    await wait_for(pilot, lambda: mode_of(pilot).shown.game == player.table.game)
    return time.monotonic() - saved


async def test_saved_move_is_shown_within_half_a_second(player: Player) -> None:
    async with watching() as pilot:
        assert "No match has been played yet" in lines(pilot.app)[-1]
        assert not journal_file().exists()
        waits = []
        for _ in range(6):
            player.play()
            waits.append(await shown(pilot, player))
        assert "Anna" in lines(pilot.app)[0]
        assert sorted(waits)[3] < SOON  # One of them may wait for a busy machine.


@pytest.mark.parametrize("size", [(80, 24), (57, 19), (120, 36)])
async def test_watching_without_a_match_shows_none(size: tuple[int, int]) -> None:
    follower = Follower(journal_file(), None)
    async with running_at(follower=follower, size=size) as (app, pilot):
        for key in ("", "left", "end", "b", "b"):
            await press(pilot, key)
            text = text_of(app)
            assert "No match has been played yet" in text
            for invented in ("White", "Black", "Russian", "game 1", "turn 0", "375", "15"):
                assert invented not in text.replace(" 15 ", "  ")


async def test_new_name_is_shown_at_once(player: Player) -> None:
    async with watching() as pilot:
        player.play(8)
        await shown(pilot, player)
        await press(pilot, "left", "left")
        turn = mode_of(pilot).at
        with Journal(journal_file()) as journal:
            rename_player(journal, "Anna", "Zora")
        await wait_for(pilot, lambda: "Zora" in lines(pilot.app)[0])
        assert mode_of(pilot).at == turn
        with Journal(journal_file()) as journal:
            rename_match(journal, 1, "Zora", "Yann")
        await wait_for(pilot, lambda: "Yann" in lines(pilot.app)[0])


async def test_idle_watching_reads_and_paints_nothing(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.play()
    async with watching() as pilot:
        await shown(pilot, player)
        done = []
        screen = board_in(pilot.app, WatchMode)
        monkeypatch.setattr(Journal, "read", lambda *_: done.append("read"))
        monkeypatch.setattr(screen.area, "show", lambda *_, **__: done.append("painted"))
        await pilot.pause(1)
        assert not done


async def test_viewer_of_an_earlier_turn_stays_there(player: Player) -> None:
    player.play(8)
    async with watching() as pilot:
        await shown(pilot, player)
        turns = len(mode_of(pilot).turns)
        await press(pilot, "home", "right")
        player.play(4)
        await wait_for(pilot, lambda: len(mode_of(pilot).turns) > turns)
        assert mode_of(pilot).at == 1
        await press(pilot, "end")
        await shown(pilot, player)


async def test_new_match_replaces_the_old_one(player: Player) -> None:
    player.play(3)
    other = Player("french")
    async with watching() as pilot:
        await shown(pilot, player)
        await press(pilot, "home")
        other.play()
        await shown(pilot, other)
        assert "French" in lines(pilot.app)[0]
    other.close()


async def test_watching_does_not_reveal_later_rolls(player: Player) -> None:
    player.play(2)
    async with watching() as pilot:
        await shown(pilot, player)
        mode = mode_of(pilot)
        assert mode.table.dice is None
        assert SEED.hex() not in repr(mode)
        assert player.table.dice
        assert player.table.dice.seed.hex() not in repr(mode)
        before = player.table
        await press(pilot, " ", "enter", "u", "s", "c", "b", "v")
        assert mode_of(pilot) == mode
        assert player.table == before


@pytest.mark.parametrize("match", [1, None])
async def test_deleted_match_is_reported(player: Player, match: int | None) -> None:
    player.play()
    async with watching(match) as pilot:
        await shown(pilot, player)
        player.close()
        with Journal(journal_file()) as journal:
            delete_match(journal, 1)
        await wait_for(pilot, lambda: "The match is no longer" in lines(pilot.app)[-1])


async def test_presentation_key_saves_no_preference(kept: Path, player: Player) -> None:
    player.play()
    async with watching() as pilot:
        await shown(pilot, player)
        assert pilot.app.theme == DAYLIGHT.name
        await press(pilot, "d")
        assert pilot.app.theme != DAYLIGHT.name
    assert not (kept / "preferences.ini").exists()


def test_match_is_watched_from_another_terminal(kept: Path) -> None:
    game = ["russian", "--dice", "typed", "--white", "Anna", "--black", "Boris"]
    with (
        Terminal(["-m", "backgammon_tui", "watch"], (100, 30)) as watcher,
        Terminal(["-m", "backgammon_tui", *game]) as player,
    ):
        watcher.wait_for_text("No match has been played yet")
        player.wait_for_text("Opening roll")
        player.press("6", "3", "enter")
        watcher.wait_for_text("Anna keeps or")
        player.wait_for_text("reroll")
        player.press("k")
        player.wait_for_text("hand/19 hand/22")
        player.press("enter")
        watcher.wait_for_text("1 ○ 6-3 hand/19")
        watcher.wait_for_text("Boris to roll.")
        watcher.press("escape")
        assert watcher.wait_for_exit() == 0


# ---- lessons, quizzes and the sandbox


def share(mode: Mode) -> None:
    share_board(journal_file(), mode.shared_board)


async def test_lesson_is_shown_until_it_is_left(player: Player) -> None:
    player.play()
    lesson = find_lesson("russian/2")
    assert lesson
    asked = LessonMode.begin(lesson.read(), Settings(), lesson)
    async with watching() as pilot:
        await shown(pilot, player)
        share(asked)
        await wait_for(pilot, lambda: "Closed points, step 1 of 5" in lines(pilot.app)[0])
        assert "Play as much of the 6" in words_of(pilot)
        assert "hand/19" not in words_of(pilot)
        answered, _ = asked.handle(TypedLine("hand/22"))
        share(answered)
        await wait_for(pilot, lambda: "Tried: hand/22." in words_of(pilot))
        assert "the 3 cannot enter" in words_of(pilot)
        share_board(journal_file(), None)
        await wait_for(pilot, lambda: "Anna" in lines(pilot.app)[0])
        player.play()
        await shown(pilot, player)


async def test_sandbox_is_shown_without_its_plays() -> None:
    playing, _ = SandboxMode.begin(RULESETS["russian"], Settings()).handle(Key.ENTER)
    rolled, _ = playing.handle(TypedLine("6-4"))
    async with watching() as pilot:
        share(rolled)
        await wait_for(pilot, lambda: "Sandbox: Russian Backgammon" in lines(pilot.app)[0])
        assert "hand/" not in text_of(pilot.app)
        share_board(journal_file(), None)
        await wait_for(pilot, lambda: "No match has been played yet" in text_of(pilot.app))


async def test_board_screen_shares_a_lesson_and_the_sandbox_over_it() -> None:
    async with running_at(lesson="russian/2") as (app, pilot):
        app.storage.journal = Journal(journal_file())
        await press(pilot, "h")
        board = read_shared_board(journal_file())
        assert board
        assert "Closed points" in board.title
        await press(pilot, "escape", "j")
        await wait_for(pilot, lambda: title().startswith("Sandbox"))
        await press(pilot, "escape")
        await wait_for(pilot, lambda: title().startswith("Russian"))
        await press(pilot, "escape")
        assert read_shared_board(journal_file()) is None


def title() -> str:
    board = read_shared_board(journal_file())
    return board.title if board else ""


def words_of(pilot: Pilot[None]) -> str:
    """The text beside the board, without its line breaks."""
    return " ".join(" ".join(line[MIN_WIDTH:] for line in lines(pilot.app)).split())

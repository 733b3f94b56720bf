from __future__ import annotations

import asyncio
import gc
import random
import time
import tracemalloc
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from backgammon_tui.analysis.review import Choice, Finding
from backgammon_tui.engine import RULESETS, KeepOpening, Phase
from backgammon_tui.game_review import Review
from backgammon_tui.match.table import Table
from backgammon_tui.modes.inputs import Key, TypedLine
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.modes.mode import Mode
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.state import Waits
from backgammon_tui.modes.replay import ReplayMode, WatchMode
from backgammon_tui.modes.sandbox import SandboxMode
from backgammon_tui.settings import SETTINGS, Help, Settings, Signal
from backgammon_tui.storage.journal.edits import delete_match, rename_match, rename_player
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import Follower, MatchLock
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.storage.shared_board import SharedBoard, read_windows, share_board
from backgammon_tui.teach.lessons.courses import find_lesson
from backgammon_tui.tui.board.geometry import MIN_WIDTH
from backgammon_tui.tui.screens.learn import LearnScreen
from backgammon_tui.tui.themes import DAYLIGHT
from tests.engine.examples import rules_named
from tests.modes.examples import B, W, bad_game, new_table, reviewed, table_from
from tests.storage.matches import play_on
from tests.tui.screen import GamePilot, app_at, running, running_at

START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
SHUT_OUT = "W bar:1 6:14 / B 6:2 5:2 4:2 3:2 2:2 1:2 13:3"
RACE = "W 13:2 off:13 / B 13:2 off:13"
AGAINST_COMPUTER = ("Anna", "computer:easy")


async def test_first_game_shows_where_to_begin() -> None:
    app = app_at()
    app.storage.settings = Settings()
    async with running(app) as pilot:
        await pilot.choose("The Never Finishing Game")
        await pilot.type("enter")
        await pilot.wait_for(lambda: pilot.in_mode(PlayMode))
        assert "First game? Press l" in pilot.text
        await pilot.type("l")
        assert isinstance(app.screen, LearnScreen)
        assert app.screen.rules.name == "never-finishing"
        assert "In one minute" in await pilot.after("escape", "v")
        assert "First game? Press l" not in await pilot.after("escape", "space")
        await pilot.open_menu("Quit", "yes", "Russian Backgammon")
        await pilot.type("enter")
        await pilot.wait_for(lambda: pilot.in_mode(PlayMode))
        assert "Opening roll" in pilot.text
        assert "First game? Press l" not in pilot.text


@pytest.mark.parametrize(
    ("theme", "white", "white_part"), [("lamplight", "●", "█"), ("daylight", "○", "░")]
)
async def test_hints_and_win_chance_are_computed_in_a_thread(
    theme: str, white: str, white_part: str
) -> None:
    table = table_from("backgammon", START, W)
    record = replace(table.record, help=Help.ON)
    app = app_at(replace(table, record=record))
    app.theme = theme
    async with running(app, (100, 30)) as pilot:
        await pilot.wait_for(lambda: " wins 5" in pilot.lines[0])
        await pilot.wait_for(lambda: pilot.game_screen.bar.display)
        above, sign = pilot.lines[-3:-1]
        assert above[sign.rindex(white)] == white_part, "Black's part is darker"
        await pilot.type("31", "enter", "t")
        await pilot.wait_for(lambda: "the computer's best" in pilot.text)
        await pilot.type("t", "enter")
        assert pilot.state.game.actor is B


async def test_computer_pauses_while_the_menu_is_open() -> None:
    async with running_at(table_from("backgammon", RACE, B, players=AGAINST_COMPUTER)) as pilot:
        board = pilot.game_screen
        for _ in range(4):  # The pause becomes long, very long and short.
            board.take_step(board.mode.set_options(SETTINGS["pause"].change(board.mode.options)))
        await pilot.press("6", "5", "enter", "escape")
        seen = pilot.state
        await asyncio.sleep(0.7)
        assert pilot.state is seen
        await pilot.press("escape", "x")
        await pilot.wait_for(lambda: pilot.state.waits_for is not Waits.COMPUTER)
        assert pilot.state.game.actor is W
        assert "6-5 13/7 13/8" in pilot.text


async def test_review_continues_after_leaving_its_screen() -> None:
    begun, seen = Review.begin(bad_game()), list[Review]()
    async with running_at(bad_game()) as pilot:
        # The screen is left before the first finding.
        pilot.app.follow_review(begun, lambda _: None)
        await pilot.wait_for(lambda: not pilot.app.workers)
        pilot.app.follow_review(begun, seen.append)
        await pilot.wait_for(lambda: bool(seen))
    (review,) = seen  # Only the last action was reviewed again.
    whole = reviewed(bad_game()).review
    assert review.is_done
    assert whole
    assert review.findings == whole.findings


async def test_finished_game_is_reviewed_and_continued() -> None:
    async with running_at(bad_game()) as pilot:
        await pilot.wait_for(lambda: "?? blunder: 6/3 6/5 costs" in pilot.text)
        await pilot.press("x")
        await pilot.wait_for(lambda: pilot.in_mode(ReplayMode) and "White: 1 choice" in pilot.text)
        await pilot.press("escape")
        await pilot.wait_for(lambda: "accept the result" in pilot.text)
        await pilot.press("x")
        await pilot.wait_for(lambda: pilot.in_mode(ReplayMode))
        await pilot.type("x", "P", "y")
        await pilot.wait_for(lambda: pilot.in_mode(PlayMode))


@pytest.mark.parametrize("signal", Signal)
async def test_bell_and_flash_are_optional(signal: Signal, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_at(table_from("backgammon", SHUT_OUT, W), settings=Settings(signal=signal))
    rung: list[None] = []
    monkeypatch.setattr(app, "bell", lambda: rung.append(None))
    async with running(app) as pilot:
        await pilot.type("31", "enter")
        assert len(rung) == (signal is Signal.BELL)
        await pilot.pause(0.3)
        assert not pilot.game_screen.has_class("-flash"), "it is over at once"


MAX_KEPT = 150_000
"""Maximum number of bytes that a finished game may keep in memory."""


async def test_finished_game_frees_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def look(review: Review) -> Review:
        findings: list[Finding] = []
        for at, action in enumerate(review.table.actions):
            made = deepcopy((action, action))
            findings.append(Choice(at, W, None, made, made, 0.1 * at, 0.01 * at))
        return replace(review, findings=tuple(findings), looked_at=len(findings))

    def long_game(number: int) -> Table:
        chance = random.Random(number)
        while True:
            rules = rules_named("backgammon", cube=False)
            begun = new_table(rules, chance.getrandbits(64))
            table = play_on(begun, chance, Phase.OVER)
            if len(table.actions) >= 150:
                deepcopy(table)  # The first copy of an object gives it a dictionary that stays.
                return table

    async def memory_after(tables: list[Table]) -> int:
        for table in tables:
            followed: list[Review] = []
            pilot.app.follow_review(Review.begin(deepcopy(table)), followed.append)
            await pilot.wait_for(lambda: bool(followed) and followed[-1].is_done)  # noqa: B023
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    monkeypatch.setattr(Review, "review_step", look)
    first, *others = [long_game(number) for number in range(3)]
    async with running_at(is_bare=True) as pilot:
        tracemalloc.start()
        try:
            before = await memory_after([first])
            after = await memory_after(others)
        finally:
            tracemalloc.stop()
    assert (after - before) / 2 < MAX_KEPT


SOON = 0.5
"""Seconds within which a move is shown."""


class Player:
    """The other program, which saves a match during play."""

    def __init__(self, name: str = "backgammon", seed: int = 3) -> None:
        self._journal = Journal(journal_file())
        self._lock = MatchLock(self._journal)
        self.table = new_table(RULESETS[name], seed, ("Anna", "Boris"))

    def save(self, table: Table) -> None:
        self._lock.save(table)
        self.table = table

    def play(self, moves: int = 1) -> None:
        """Make this many moves, with the rolls they need."""
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
async def watching(match: int | None = None) -> AsyncIterator[GamePilot]:
    follower, settings = Follower(journal_file(), match), Settings(presentation=True)
    async with running_at(follower=follower, settings=settings) as pilot:
        yield pilot


async def shown(pilot: GamePilot, player: Player) -> float:
    """Wait until the board shows the player's position; return the seconds that took."""
    saved = time.monotonic()
    await pilot.wait_for(lambda: pilot.mode(WatchMode).shown.game == player.table.game)
    return time.monotonic() - saved


async def test_saved_move_is_shown_within_half_a_second(
    kept: Path, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with watching() as pilot:
        assert pilot.app.theme == DAYLIGHT.name
        for size, key in product(((57, 19), (120, 36), (80, 24)), ("", "left", "end", "b", "b")):
            await pilot.resize_terminal(*size)
            await pilot.type(key)
            text = pilot.text
            assert "No match has been played yet" in text
            for invented in ("White", "Black", "Russian", "game 1", "turn 0", "375", "15"):
                assert invented not in text.replace(" 15 ", "  ")
        assert not journal_file().exists()
        waits = []
        for _ in range(6):
            player.play()
            waits.append(await shown(pilot, player))
        assert "Anna" in pilot.lines[0]
        assert sorted(waits)[3] < SOON  # One of them may be slow on a busy machine.
        await pilot.type("B")
        assert pilot.app.theme != DAYLIGHT.name
        done = []
        screen = pilot.board(WatchMode)
        with monkeypatch.context() as patch:
            patch.setattr(Journal, "read", lambda *_: done.append("read"))
            patch.setattr(screen, "show", lambda *_, **__: done.append("painted"))
            await pilot.pause(0.6)
            assert not done, "nothing has changed"
    assert not (kept / "preferences.ini").exists()


async def test_watcher_stays_at_a_turn_and_changes_nothing(player: Player) -> None:
    player.play(8)
    async with watching() as pilot:
        await shown(pilot, player)
        mode, before = pilot.mode(WatchMode), player.table
        assert mode.table.dice is None
        assert player.table.dice
        assert player.table.dice.seed.hex() not in repr(mode), "it does not reveal later rolls"
        await pilot.type(" ", "enter", "u", "s", "c", "b", "v", "escape")
        assert pilot.mode(WatchMode) == mode
        assert player.table == before
        await pilot.type("home", "right")
        player.play(4)
        await pilot.wait_for(lambda: len(pilot.mode(WatchMode).table.turns) > len(mode.table.turns))
        with Journal(journal_file()) as journal:
            rename_player(journal, "Anna", "Zora")
            await pilot.wait_for(lambda: "Zora" in pilot.lines[0])
            rename_match(journal, 1, "Zora", "Yann")
        await pilot.wait_for(lambda: "Yann" in pilot.lines[0])
        assert pilot.mode(WatchMode).at == 1
        await pilot.type("end")
        await shown(pilot, player)
        await pilot.type("home")
        other = Player("french")
        other.play()
        await shown(pilot, other)
        assert "French" in pilot.lines[0], "a new match replaces the old one"
    other.close()
    async with watching(1) as pilot:
        await shown(pilot, player)
        player.close()
        with Journal(journal_file()) as journal:
            delete_match(journal, 1)
        await pilot.wait_for(lambda: "The match is no longer" in pilot.lines[-1])


def share(mode: Mode) -> None:
    share_board(journal_file(), mode.shared_board)


async def test_lessons_and_sandboxes_are_shown_until_they_are_left(player: Player) -> None:
    player.play()
    lesson = find_lesson("russian/2")
    assert lesson
    asked = LessonMode.begin(lesson, Settings())
    async with watching() as pilot:
        await shown(pilot, player)
        assert "left right go one turn" in pilot.lines[-1]
        share(asked)
        await pilot.wait_for(lambda: "Closed points, step 1 of 3" in pilot.lines[0])
        assert "left right" not in pilot.lines[-1], "a lesson has no earlier turns"
        assert "Play as much of the 6" in words_of(pilot)
        assert "hand/19" not in words_of(pilot)
        answered, _ = asked.handle(TypedLine("hand/22"))
        share(answered)
        await pilot.wait_for(lambda: "Tried: hand/22." in words_of(pilot))
        assert "the 3 cannot enter" in words_of(pilot)
        player.play()
        await pilot.pause(0.5)
        assert "Closed points" in pilot.lines[0], "a match in another window does not hide it"
        assert asked.run.step
        assert asked.run.step.say in words_of(pilot)
        share_board(journal_file(), None)
        await shown(pilot, player)
        playing, _ = SandboxMode.begin(RULESETS["russian"], Settings()).handle(Key.ENTER)
        rolled, _ = playing.handle(TypedLine("6-4"))
        share(rolled)
        await pilot.wait_for(lambda: "Sandbox: Russian Backgammon" in pilot.lines[0])
        assert "hand/" not in pilot.text, "no plays are shown"


async def test_watched_window_is_chosen_by_name(kept: Path) -> None:
    async with watching() as pilot:
        await pilot.type("a")
        assert "No other window is open." in pilot.text
        share_board(journal_file(), None, "Anna")
        await pilot.pause(0.5)
        await pilot.type("a")
        assert "Watch which window?" in pilot.text
        await pilot.type("enter")
        await pilot.wait_for(lambda: "You now watch Anna." in pilot.text)


async def test_board_screen_shares_a_lesson_and_the_sandbox_over_it() -> None:
    async with running_at(lesson="russian/2") as pilot:
        pilot.app.storage.journal = Journal(journal_file())
        await pilot.type("h")
        board = read_shared_board()
        assert board
        assert "Closed points" in board.title
        await pilot.type("escape", "j")
        await pilot.wait_for(lambda: title().startswith("Sandbox"))
        await pilot.type("escape")
        await pilot.wait_for(lambda: title().startswith("Russian"))
        await pilot.type("escape")
        assert read_shared_board() is None


def read_shared_board() -> SharedBoard | None:
    return next((window.board for window in read_windows(journal_file())), None)


def title() -> str:
    board = read_shared_board()
    return board.title if board else ""


def words_of(pilot: GamePilot) -> str:
    """Return the text beside the board, without line breaks."""
    return " ".join(" ".join(line[MIN_WIDTH:] for line in pilot.lines).split())

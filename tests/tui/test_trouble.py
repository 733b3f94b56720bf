from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from textual.widgets import OptionList, Static

from backgammon_tui.engine import RULESETS, Side
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.settings import Help
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.tui.dialogs.dialog import MessageBox, TroubleScreen
from backgammon_tui.tui.dialogs.pages import KeysAndRules
from backgammon_tui.tui.screens import match_screen
from backgammon_tui.tui.screens.records import MatchPage
from backgammon_tui.tui.screens.start import StartScreen
from backgammon_tui.words.problems import (
    JournalProblem,
    MatchInUse,
    StorageErrorKind,
)
from tests.cli.program import keep, opened, transcript, won
from tests.modes.examples import helped, new_table, table_from
from tests.tui.screen import GamePilot, matches, record, running_at

AGAIN, UNSAVED = "Try once more", "Play on without saving"
START_NEW = "Set the damaged records aside and start new ones with everything that can be read"

BEGUN = (" ", "k", "down", "enter", "u")
"""A Russian game with a move made and undone."""


async def asked(pilot: GamePilot) -> None:
    """Wait until the dialog can be answered."""
    await pilot.wait_for(lambda: isinstance(pilot.screen, TroubleScreen))
    await pilot.wait_for(lambda: isinstance(pilot.app.focused, OptionList))


async def message_shown(pilot: GamePilot) -> str:
    """Wait until a message can be closed, and return it."""
    await pilot.wait_for(lambda: isinstance(pilot.screen, MessageBox))
    await pilot.wait_for(lambda: len(pilot.screen.query(Static)) > 0)
    return str(pilot.screen.query(Static).first().content)


def board(pilot: GamePilot) -> list[str]:
    """Return the board as painted, without a dialog above it."""
    assert pilot.in_mode(PlayMode)
    return [line[:57] for line in pilot.lines[1:-1]]


def fail_writes(patch: pytest.MonkeyPatch) -> None:
    """Make every write to a journal fail."""

    def write(*_: object, **__: object) -> None:
        raise JournalProblem(StorageErrorKind.CANNOT_WRITE, journal_file())

    patch.setattr(Journal, "writing", write)


async def test_unsaved_action_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running_at(new_table(RULESETS["russian"], 7)) as pilot:
        await pilot.type(*BEGUN)
        painted, before = board(pilot), pilot.state
        with monkeypatch.context() as patch:
            fail_writes(patch)
            await pilot.type("down", "enter")
            for _ in range(2):
                await asked(pilot)
                assert pilot.offers == [AGAIN, UNSAVED]
                assert StorageErrorKind.CANNOT_WRITE.value in pilot.words("#message")
                assert pilot.state.table == before.table
                await pilot.choose(AGAIN)
            await asked(pilot)
            await pilot.type("escape", "escape")
            assert board(pilot) == painted
            assert record() == before.table.record
        await pilot.type("down", "enter")
        assert pilot.in_mode(PlayMode)
        saved = record()
        assert saved == pilot.state.table.record != before.table.record
        assert "not saved" not in pilot.text
        with monkeypatch.context() as patch:
            fail_writes(patch)
            await pilot.type("u")
            await pilot.choose(UNSAVED)
            assert "not saved" in pilot.lines[0]
        await pilot.type("end", "enter")
        assert pilot.state.table.record != saved
        # Another window can continue it from where it was saved.
        with Journal(journal_file()) as journal:
            MatchLock.acquire(journal, 1)[0].release()
    assert record() == saved


async def test_save_waits_for_another_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_screen, "_MAX_TRIES", 1000)
    async with running_at(new_table(RULESETS["russian"], 7)) as pilot:
        await pilot.type(*BEGUN)
        before = pilot.state.table
        with closing(sqlite3.connect(journal_file(), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert "Another program is" in await pilot.after("U")
            assert pilot.state.table == before
            await pilot.type("?")
            assert isinstance(pilot.screen, KeysAndRules)
            # An action now would apply to a game that is not saved yet.
            await pilot.type("escape", "u", "u")
        await pilot.wait_for(lambda: pilot.state.table == before.redo())
        assert "Another program is" not in pilot.text
        assert record() == pilot.state.table.record


def damage() -> None:
    """Overwrite the records with other bytes."""
    path = journal_file()
    garbage = path.with_name("garbage")
    garbage.write_bytes(b"no database" * 1000)
    garbage.rename(path)


def mislabel() -> None:
    """Remove the records' application ID; their rows remain readable."""
    path = journal_file()
    other = path.with_name("other")
    with closing(sqlite3.connect(path)) as db, closing(sqlite3.connect(other)) as copy:
        db.backup(copy)
        copy.execute("PRAGMA user_version = 0")
    other.rename(path)


async def test_restored_backup_continues_the_game(kept: Path) -> None:
    keep(transcript(opened()))
    async with running_at(new_table(RULESETS["russian"], 7)) as pilot:
        await pilot.type(*BEGUN)
        before = pilot.state.table
        mislabel()
        await pilot.type("U")
        assert pilot.offers[0].startswith("Replace the damaged records with the backup of 20")
        assert pilot.offers[1:] == [AGAIN, UNSAVED]
        await pilot.choose(pilot.offers[0])
        assert "The records were damaged." in await message_shown(pilot)
        assert pilot.state.table == before
        await pilot.type("enter")
        assert pilot.in_mode(PlayMode)
        assert pilot.state.table == before.redo()
        await pilot.type("u", "end", "enter")
        (number,) = (n for n, line in enumerate(reversed(matches()), 1) if "White" in line)
        with Journal(journal_file()) as journal, pytest.raises(MatchInUse):
            MatchLock.acquire(journal, number)
        left = pilot.state.table
    with Journal(journal_file()) as journal:
        lock, table = MatchLock.acquire(journal, number)
        lock.release()
    assert table == left
    assert matches().count("White - Black") == 1
    assert any(name.startswith("journal-damaged-20") for name in os.listdir(kept))


def disk_full() -> JournalProblem:
    detail = "the disk is full"
    return JournalProblem(StorageErrorKind.CANNOT_WRITE, journal_file(), detail)


async def test_restoring_blocks_input_and_may_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    wait = threading.Event()

    def restore(*_: object) -> str:
        assert wait.wait(5)
        raise disk_full()

    monkeypatch.setattr(Storage, "restore", restore)
    async with running_at(new_table(RULESETS["russian"], 7)) as pilot:
        await pilot.type(" ")
        damage()
        await pilot.type("k")
        await pilot.choose(START_NEW)
        await pilot.type("escape", "enter")
        assert isinstance(pilot.screen, TroubleScreen)
        wait.set()
        await pilot.wait_for(lambda: "the disk is full" in pilot.words("#message"))
        await asked(pilot)
        await pilot.choose(UNSAVED)
        assert "not saved" in pilot.lines[0]


async def test_vanished_match_is_written_again() -> None:
    async with running_at(new_table(RULESETS["russian"], 7)) as pilot:
        await pilot.type(*BEGUN)
        with closing(sqlite3.connect(journal_file())) as db:
            db.execute("PRAGMA foreign_keys = ON")
            db.execute("DELETE FROM match")
            db.commit()
        await pilot.type("U")
        assert record() == pilot.state.table.record
        await pilot.type("u")
        assert record() == pilot.state.table.record


async def test_damaged_records_are_restored_at_the_start() -> None:
    keep(transcript(opened()))
    mislabel()
    async with running_at() as pilot:
        await asked(pilot)
        await pilot.type("escape")
        assert isinstance(pilot.screen, StartScreen)
        await pilot.choose("Records")
        assert "is damaged" in pilot.text
        await pilot.type("escape")
        await asked(pilot)
        await pilot.choose(START_NEW)
        await message_shown(pilot)
        await pilot.type("enter")
        assert isinstance(pilot.screen, StartScreen)
        assert "Anna – Boris" in pilot.text


async def test_long_path_leaves_room_for_keys() -> None:
    async with running_at(size=(57, 19)) as pilot:
        problem = JournalProblem(
            StorageErrorKind.DAMAGED, Path("/", "a long folder " * 10, "journal.sqlite")
        )
        pilot.app.push_screen(TroubleScreen(problem))
        await asked(pilot)
        await pilot.pause()
        pilot.expect("Play on without saving", "nothing has been changed", "Esc: back")


async def test_newer_records_are_left_unchanged() -> None:
    keep(transcript(opened()))
    with closing(sqlite3.connect(journal_file())) as db:
        db.execute("ALTER TABLE game RENAME COLUMN winner TO champion")
        db.execute("PRAGMA user_version = 99")
    before = journal_file().read_bytes()
    async with running_at() as pilot:
        await asked(pilot)
        assert pilot.offers == [AGAIN, UNSAVED]
        await pilot.choose(UNSAVED)
        await pilot.type("enter", "enter", " ")
        assert "not saved" in pilot.lines[0]
        assert pilot.state.table.roll_number == 2
    assert journal_file().read_bytes() == before


async def test_match_in_another_window_is_reported_and_not_deleted() -> None:
    (number,) = keep(transcript(opened()))
    reported = "The match is open in another window; close it there first."
    with Journal(journal_file()) as journal:
        lock = MatchLock.reserve(journal, number)
        async with running_at() as pilot:
            await pilot.type("enter")
            assert reported in await message_shown(pilot)
            await pilot.type("enter")
            await pilot.choose("Records")
            await pilot.type("enter")
            await pilot.choose("Resume")
            assert pilot.words("#below") == reported
            await pilot.choose("Delete it")
            await pilot.type("y")
            assert isinstance(pilot.screen, MatchPage)
            assert matches() == ["Anna - Boris"]
            await pilot.type("escape", "escape")
            lock.release()
            await pilot.type("home", "enter")
            await pilot.wait_for(lambda: pilot.in_mode(PlayMode))


async def test_records_screen_reports_damage_and_continues() -> None:
    keep(transcript(won()))
    async with running_at() as pilot:
        await pilot.choose("Records")
        for harm, keys in (
            ("DELETE FROM line WHERE number = 2", ("right", "enter")),
            ("UPDATE match SET touched = 'lost'", ("right", "left")),
        ):
            with closing(sqlite3.connect(journal_file())) as db:
                db.execute(harm)
                db.commit()
            assert "is damaged" in await pilot.after(*keys)
            await pilot.type("left", "right", "left")
        await pilot.type("escape")
        assert pilot.app.is_running


async def test_full_disk_at_backup_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    keep(transcript(opened()))

    def fail(journal: Journal) -> None:
        raise disk_full()

    monkeypatch.setattr(Journal, "back_up", fail)
    async with running_at() as pilot:
        text = await message_shown(pilot)
        problem = "the records file cannot be written to (the disk is full)"
        assert text.startswith(f"No backup was made: {problem}")
        await pilot.type("enter")
        assert isinstance(pilot.screen, StartScreen)


async def test_damage_found_by_the_backup_is_reported() -> None:
    keep(transcript(opened()), transcript(won()))
    with Journal(journal_file()) as journal:
        journal.back_up(datetime(2026, 3, 18, tzinfo=UTC))
    with closing(sqlite3.connect(journal_file())) as db:
        pages = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'seed'").fetchone()
        db.execute("PRAGMA journal_mode = DELETE")
    data = bytearray(journal_file().read_bytes())
    data[(pages[0] - 1) * 4096 : pages[0] * 4096] = b"\xa5" * 4096
    journal_file().write_bytes(data)
    async with running_at() as pilot:
        await asked(pilot)
        offered = pilot.offers[0]
        assert offered.startswith("Replace the damaged records with the backup of 2026-03-1")
        await pilot.choose(offered)
        assert "The backup of 2026-03-1" in await message_shown(pilot)
        await pilot.type("enter")
        assert isinstance(pilot.screen, StartScreen)
        assert "Anna – Boris" in pilot.text


# ---- failing computations


def failing(*_: object, **__: object) -> object:
    raise RuntimeError("no estimate today")


FAILED = "The computer could not work this out: RuntimeError: no estimate today"


async def test_failed_hint_is_reported_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("backgammon_tui.modes.play.prompts.advise", failing)
    table = table_from("backgammon", "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5", Side.WHITE)
    async with running_at(helped(table)) as pilot:
        await pilot.type("31", "enter", "t")
        await pilot.wait_for(lambda: FAILED in pilot.text)
        await pilot.type("esc")
        assert pilot.in_mode(PlayMode)


async def test_game_continues_without_a_failing_tutor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("backgammon_tui.modes.play.prompts.judge", failing)
    async with running_at(helped(new_table(RULESETS["russian"], 1), Help.TUTOR)) as pilot:
        await pilot.type(" ", "k")
        await pilot.wait_for(lambda: FAILED in pilot.text)
        assert not pilot.state.is_tutored


async def test_failing_win_chance_leaves_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("backgammon_tui.tui.board_screen.white_chance", failing)
    async with running_at(helped(new_table(RULESETS["russian"], 1))) as pilot:
        await pilot.type(" ", "k")
        assert pilot.in_mode(PlayMode)

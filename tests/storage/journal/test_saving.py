"""A match that is saved while it is played, and resumed just as it was."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import AgreeDraw, Roll
from backgammon_tui.match.record import NewDice
from backgammon_tui.match.table import Table
from backgammon_tui.storage.journal import log
from backgammon_tui.storage.journal.edits import delete_match
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.query import (
    GameQuery,
    all_matches,
    finished_games,
    unfinished_matches,
)
from backgammon_tui.words.storage_problems import StorageErrorKind
from tests.engine.examples import NAMES, W
from tests.storage.journal.journals import (
    drawn,
    journal_in,
    kept,
    moved,
    other_program,
    random_steps,
    stepped,
    table_for,
    trouble,
)
from tests.storage.matches import SEED, TYPED

OTHER_SEED = bytes(32)


def resumed(journal: Journal, table: Table) -> Table:
    lock, found = MatchLock.acquire(journal, kept(journal, table))
    lock.release()
    return found


def test_an_action_is_saved_once(journal: Journal) -> None:
    table, lock = moved(table_for()), MatchLock(journal)
    lock.save(table)
    before = journal.path.stat().st_mtime_ns, Path(f"{journal.path}-wal").stat().st_size
    lock.save(table)
    assert (journal.path.stat().st_mtime_ns, Path(f"{journal.path}-wal").stat().st_size) == before


def test_rolls_and_results_wait_for_the_disk(journal: Journal, synced: list[bool]) -> None:
    lock, table = MatchLock(journal), table_for()

    def waits(table: Table) -> bool:
        synced.clear()
        lock.save(table)
        return synced[-1]

    assert waits(table := moved(table))
    assert not waits(table := table.undo())
    assert not waits(table := table.redo())
    assert not waits(table := moved(table))
    assert waits(table := table.roll())
    assert not waits(table.take_back(2, W))
    assert waits(table := moved(table.take_back(2, W))), "a roll with the move after it"
    assert not waits(table := table.apply(AgreeDraw()))
    assert waits(table := table.accept())
    assert waits(table.next_game(FairDice(SEED)))


def test_who_could_not_write_keeps_nobody_from_the_number(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise RuntimeError

    lock, other = MatchLock(journal), MatchLock(journal)
    with monkeypatch.context() as broken:
        broken.setattr(log, "_update_status", refuse)
        with pytest.raises(RuntimeError):
            lock.save(moved(table_for()))
    other.save(moved(table_for(white="Cleo", seed=OTHER_SEED)))
    lock.save(moved(table_for()))
    assert (other.match, lock.match) == (1, 2)


def test_the_time_at_which_a_game_ended_stays(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "now", lambda: "2026-03-01T12:00:00+00:00")
    match = kept(journal, drawn(table_for()))
    games = finished_games(journal, GameQuery())
    monkeypatch.setattr(log, "now", lambda: "2026-03-02T12:00:00+00:00")
    lock, table = MatchLock.acquire(journal, match)
    lock.save(moved(table.next_game(FairDice(OTHER_SEED))))
    assert finished_games(journal, GameQuery()) == games


# ---- dice


@pytest.mark.parametrize("change", ["DELETE FROM seed", f"UPDATE seed SET seed = '{'0' * 64}'"])
def test_where_the_seed_is_not_known_other_dice_come(journal: Journal, change: str) -> None:
    number = kept(journal, moved(table_for(), 2))
    with journal.writing() as db:
        db.execute(change)
    lock, table = MatchLock.acquire(journal, number)
    assert table.needs_dice
    table = moved(table.change_dice(FairDice(OTHER_SEED)))
    lock.save(table)
    lock.release()
    found = MatchLock.acquire(journal, number)[1]
    assert found == table
    assert not found.needs_dice
    with pytest.raises(ValueError, match="changed after that roll"):
        found.take_back(1, W)
    assert found.take_back(2, W).roll().actions[-1] == found.actions[found.rolls[1]]


def test_dice_changed_for_typed_ones_stay_so(journal: Journal) -> None:
    table = moved(table_for(), 2).change_dice(None).roll((2, 1))
    found = resumed(journal, table)
    assert found == table
    assert found.record.games[0].entries[-2:] == (NewDice(TYPED), Roll(2, 1))


# ---- other programs


def sit(pipe: Connection, journal: Journal, match: int) -> None:
    lock, _ = MatchLock.acquire(journal, match)
    pipe.send(lock.match)
    pipe.recv()


def test_nobody_else_plays_a_match_that_is_played(journal: Journal) -> None:
    number = kept(journal, moved(table_for()))
    journal.close()
    with other_program(sit, journal, number) as other:
        assert other.pipe.recv() == number
        with trouble(StorageErrorKind.PLAYED_ELSEWHERE) as sentences:
            MatchLock.acquire(journal, number)
        assert sentences == ["The match is open in another window; close it there first."]
        assert unfinished_matches(journal)[0].match == number, "it can be looked at"
        other.kill()
        lock, table = MatchLock.acquire(journal, number)
        lock.save(moved(table))


def play(pipe: Connection, folder: Path, name: str, seed: int, steps: int) -> None:
    lock = MatchLock(journal_in(folder))
    pipe.recv()
    for table in random_steps(table_for(name), seed, steps):
        lock.save(table)
    pipe.send(lock.match)


def test_two_programs_write_their_matches_at_once(tmp_path: Path) -> None:
    with (
        other_program(play, tmp_path, "french", 1, 120) as one,
        other_program(play, tmp_path, "russian", 2, 120) as two,
    ):
        one.pipe.send("go")
        two.pipe.send("go")
        numbers = one.pipe.recv(), two.pipe.recv()
        one.join()
        two.join()
    tables = stepped(table_for("french"), 1, 120), stepped(table_for("russian"), 2, 120)
    for number, table in zip(numbers, tables, strict=True):
        assert MatchLock.acquire(journal_in(tmp_path), number)[1] == table


def test_a_match_deleted_meanwhile_is_gone_and_no_other_is_written(tmp_path: Path) -> None:
    lock, table = MatchLock(journal_in(tmp_path)), moved(table_for())
    lock.save(table)
    other = journal_in(tmp_path)
    delete_match(other, 1)
    with trouble(StorageErrorKind.GONE) as sentences:
        lock.save(moved(table))
    assert sentences == ["The match is no longer in the records."]
    lock.release()
    # The numbers of its games are free.
    assert kept(other, moved(table_for(white="Cleo", seed=OTHER_SEED))) == 2
    with trouble(StorageErrorKind.GONE):
        lock.save(moved(table))
    assert len(other.read(2).record.games[0].entries) == 2


def test_an_exchanged_file_is_noticed(tmp_path: Path) -> None:
    journal, lock = journal_in(tmp_path), MatchLock(journal_in(tmp_path))
    table = moved(table_for())
    lock.save(table)
    assert len(unfinished_matches(journal)) == 1
    journal.path.rename(tmp_path / "elsewhere")
    Path(f"{journal.path}-wal").unlink()
    assert unfinished_matches(journal) == ()
    with trouble(StorageErrorKind.GONE):
        lock.save(moved(table))


# ---- a program that is killed at any moment has lost nothing that it showed

KILLS = 40
MATCHES = 8


def left(folder: Path, name: str, fair: bool) -> Table:
    """The match as it was left; a new one if nothing of it was written."""
    with journal_in(folder) as journal:
        if not all_matches(journal, 0, 1):
            return table_for(name, fair=fair)
        lock, table = MatchLock.acquire(journal, 1)
        lock.release()
        return table


def not_undone(table: Table) -> Table:
    return replace(table, played=table.played._replace(undone=()))


def play_until_killed(pipe: Connection, folder: Path, table: Table, seed: int) -> None:
    """Play on from where the match was left, and report each step when it is saved."""
    journal = journal_in(folder)
    if all_matches(journal, 0, 1):
        lock, found = MatchLock.acquire(journal, 1)
        assert found == table
    else:
        lock = MatchLock(journal)
    pipe.send(0)
    for number, following in enumerate(random_steps(table, seed, 10_000), 1):
        lock.save(following)
        pipe.send(number)


@pytest.mark.parametrize("match", range(MATCHES))
def test_nothing_that_was_shown_is_lost(
    tmp_path: Path, match: int, request: pytest.FixtureRequest
) -> None:
    kills = 400 if request.config.getoption("--long") else KILLS
    name, fair = NAMES[match % len(NAMES)], match % 3 > 0
    table = left(tmp_path, name, fair)
    for kill in range(kills // MATCHES):
        seed = 1000 * match + kill
        chance = random.Random(f"{seed} {time.time()}")
        with other_program(play_until_killed, tmp_path, table, seed) as other:
            shown = [other.pipe.recv() for _ in range(chance.randint(1, 9))]
            time.sleep(chance.uniform(0, 0.01))
            other.kill()
            steps = max(shown + other.heard())
        found = left(tmp_path, name, fair)
        possible = [stepped(table, seed, number) for number in (steps, steps + 1)]
        # A move made again by hand cannot be told from one that was brought back.
        assert not_undone(found) in map(not_undone, possible)
        table = found
    assert table.record.games[0].entries, "it was not always killed before the first step"

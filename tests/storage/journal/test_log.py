from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import (
    AgreeDraw,
    ChooseDoubles,
    Double,
    Effect,
    KeepOpening,
    Move,
    OpeningRoll,
    Pass,
    Place,
    RerollOpening,
    Resign,
    Roll,
    Take,
)
from backgammon_tui.match.record import (
    DiceKind,
    DiceOrigin,
    Entry,
    NewDice,
    TakeBack,
    Undo,
    read_entry,
    write_entry,
)
from backgammon_tui.match.table import Table
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.session import Session
from backgammon_tui.storage.journal import journal as journal_module
from backgammon_tui.storage.journal.database import transaction
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.query import all_matches, unfinished_matches
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.words.problems import MatchGone, MatchInUse, StorageErrorKind
from tests.engine.examples import NAMES, B, W
from tests.engine.strategies import is_short
from tests.storage.journal.journals import (
    change,
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
from tests.storage.matches import SEED

# ---- lines


COMMITMENT = "0123456789abcdef" * 4

EXAMPLES: dict[str, Entry] = {
    "W 24/18 6": Move(W, 24, 18, 6),
    "B hand/23* 2": Move(B, Place.HAND, 23, 2, Effect.HIT),
    "W bar/20^ 5": Move(W, Place.BAR, 20, 5, Effect.TRAP),
    "W 3/off 6": Move(W, 3, Place.OFF, 6),
    "roll 6-1": Roll(6, 1),
    "opening 2-2": OpeningRoll(2, 2),
    "keeps": KeepOpening(),
    "rolls again": RerollOpening(),
    "double 5": ChooseDoubles(5),
    "doubles": Double(),
    "takes": Take(),
    "passes": Pass(),
    "W resigns 12": Resign(W, 12),
    "B resigns 3": Resign(B, 3),
    "draw agreed": AgreeDraw(),
    "undo 0": Undo(0),
    "takeback 12 asked by W": TakeBack(12, W),
    "takeback 12 keep 5 asked by B": TakeBack(12, B, 5),
    "dice typed": NewDice(DiceOrigin(DiceKind.TYPED)),
    f"dice fair {COMMITMENT}": NewDice(DiceOrigin(DiceKind.FAIR, COMMITMENT)),
}


@pytest.mark.parametrize("line", EXAMPLES)
def test_entries_have_readable_lines(line: str) -> None:
    assert read_entry(line) == EXAMPLES[line]
    assert write_entry(EXAMPLES[line]) == line


@pytest.mark.parametrize(
    "line",
    [
        *("", " ", "roll 0-1", "roll 1-2 ", "roll 1-2\n", "Roll 1-2", "roll １-2", "double 7"),
        *("W 0/1 1", "W 24/18", "W 24/18! 6", "W off/18 6", "W 25/19 6", "W resigns 0", "undo 01"),
        *("takeback 0 asked by W", "takeback 1", "dice", "dice fair ", f"dice typed {COMMITMENT}"),
    ],
)
def test_other_lines_are_rejected(line: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the words differ, and players never see them.
        read_entry(line)


@given(st.sampled_from([*EXAMPLES]), st.integers(0), st.characters())
def test_damaged_line_is_rejected_or_canonical(line: str, place: int, character: str) -> None:
    at = place % len(line)
    with suppress(ValueError):
        entry = read_entry(line[:at] + character + line[at + 1 :])
        assert read_entry(write_entry(entry)) == entry


# ---- saving


def test_rolls_and_results_are_synced(journal: Journal, synced: list[bool]) -> None:
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
    assert not waits(table.apply(TakeBack(2, W)))
    assert waits(table := moved(table.apply(TakeBack(2, W)))), "a roll with the move after it"
    assert not waits(table := table.apply(AgreeDraw()))
    assert waits(table := table.accept())
    assert waits(table.next_game(FairDice(SEED)))


# ---- dice


LOST_SEEDS = ["DELETE FROM seed", f"UPDATE seed SET seed = '{'0' * 64}'"]


@pytest.mark.parametrize("statement", LOST_SEEDS)
def test_unknown_seed_is_replaced_by_new_dice(journal: Journal, statement: str) -> None:
    number = kept(journal, moved(table_for(), 2))
    change(journal, statement)
    lock, table = MatchLock.acquire(journal, number)
    assert table.needs_dice
    assert lock.has_damaged_seed is statement.startswith("UPDATE")
    because = "is damaged in the records" if lock.has_damaged_seed else "is not in the records"
    assert because in Session(table, Storage(journal), lock).notice
    table = moved(table.change_dice(FairDice(bytes(32))))
    lock.save(table)
    lock.release()
    loaded = MatchLock.acquire(journal, number)[1]
    assert loaded == table
    assert not loaded.needs_dice
    with pytest.raises(ValueError, match="changed after that roll"):
        loaded.apply(TakeBack(1, W))
    assert loaded.apply(TakeBack(2, W)).roll().actions[-1] == loaded.actions[loaded.rolls[1]]


# ---- other programs


def sit(pipe: Connection, journal: Journal, match: int) -> None:
    lock, _ = MatchLock.acquire(journal, match)
    pipe.send(lock.match)
    pipe.recv()


def test_match_is_locked_during_play(journal: Journal) -> None:
    number = kept(journal, moved(table_for()))
    journal.close()
    with other_program(sit, journal, number) as other:
        assert other.pipe.recv() == number
        with trouble(MatchInUse) as sentences:
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


def test_two_programs_can_write_concurrently(tmp_path: Path) -> None:
    with (
        other_program(play, tmp_path, "french", 1, 120) as first,
        other_program(play, tmp_path, "russian", 2, 120) as two,
    ):
        first.pipe.send("go")
        two.pipe.send("go")
        numbers = first.pipe.recv(), two.pipe.recv()
        first.join()
        two.join()
    tables = stepped(table_for("french"), 1, 120), stepped(table_for("russian"), 2, 120)
    for number, table in zip(numbers, tables, strict=True):
        assert MatchLock.acquire(journal_in(tmp_path), number)[1] == table


def test_replaced_file_is_detected(tmp_path: Path) -> None:
    journal, lock = journal_in(tmp_path), MatchLock(journal_in(tmp_path))
    table = moved(table_for())
    lock.save(table)
    assert len(unfinished_matches(journal)) == 1
    journal.path.rename(tmp_path / "elsewhere")
    Path(f"{journal.path}-wal").unlink()
    assert unfinished_matches(journal) == ()
    with trouble(MatchGone):
        lock.save(moved(table))


# ---- killed programs

KILLS = 40 if is_short else 400
MATCHES = 8


def left(folder: Path, name: str, fair: bool) -> Table:
    """Return the match as it was left, or a new one if nothing was written."""
    with journal_in(folder) as journal:
        if not all_matches(journal, 0, 1):
            return table_for(name, fair=fair)
        lock, table = MatchLock.acquire(journal, 1)
        lock.release()
        return table


def not_undone(table: Table) -> Table:
    return replace(table, played=table.played._replace(undone=()))


def play_until_killed(pipe: Connection, folder: Path, table: Table, seed: int) -> None:
    """Continue a match, and report each saved step."""
    journal = journal_in(folder)
    if all_matches(journal, 0, 1):
        lock, loaded = MatchLock.acquire(journal, 1)
        assert loaded == table
    else:
        lock = MatchLock(journal)
    pipe.send(0)
    for number, following in enumerate(random_steps(table, seed, 10_000), 1):
        lock.save(following)
        pipe.send(number)


@pytest.mark.parametrize("match", range(MATCHES))
def test_saved_actions_survive_a_kill(tmp_path: Path, match: int) -> None:
    name, fair = NAMES[match % len(NAMES)], match % 3 > 0
    table = left(tmp_path, name, fair)
    for kill in range(KILLS // MATCHES):
        seed = 1000 * match + kill
        chance = random.Random(f"{seed} {time.time()}")
        with other_program(play_until_killed, tmp_path, table, seed) as other:
            shown = [other.pipe.recv() for _ in range(chance.randint(1, 9))]
            time.sleep(chance.uniform(0, 0.01))
            other.kill()
            steps = max(shown + other.remaining_output())
        loaded = left(tmp_path, name, fair)
        possible = [stepped(table, seed, number) for number in (steps, steps + 1)]
        # A move made again by hand looks like a redone one.
        assert not_undone(loaded) in map(not_undone, possible)
        table = loaded
    assert table.record.games[0].entries, "it was not always killed before the first step"


@pytest.mark.parametrize("statement", [*LOST_SEEDS, "UPDATE seed SET seed = 'x'"])
def test_lost_seed_is_taken_from_a_backup(journal: Journal, statement: str) -> None:
    table = drawn(table_for()).next_game(FairDice(bytes(32)))
    number = kept(journal, moved(table, 2))
    journal.back_up()
    change(journal, statement)
    change(journal, "INSERT OR IGNORE INTO progress VALUES ('', 'lesson/russian/1', '')")
    journal.back_up()
    lock, loaded = MatchLock.acquire(journal, number)
    lock.release()
    assert loaded == moved(table, 2)
    assert not Session(loaded, Storage(journal), lock).notice
    log = journal.read(number)
    assert {*log.seeds.values()} == {SEED.hex(), bytes(32).hex()}
    assert log.record.games[0].dice.seed == SEED.hex()


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        (((1, 1),), "Roll 1 was changed outside the program: the seed of the dice gives other"),
        (((1, 2), (1, 3)), "Rolls 2 and 3 were changed outside the program: the seeds of the"),
        (
            ((1, 1), (1, 2), (1, 3), (1, 4)),
            "4 rolls were changed outside the program: the seeds of the dice give other rolls.",
        ),
    ],
)
def test_changed_rolls_are_named(
    journal: Journal, changed: tuple[tuple[int, int], ...], sentence: str
) -> None:
    table = table_for()
    for number in range(1, 5):
        other = OpeningRoll(5, 4) if number == 1 else Roll(5, 4)
        table = table.apply(other) if (1, number) in changed else table.roll()
        while table.game.moves:
            table = table.apply(table.game.moves[0])
    number = kept(journal, table)
    lock, loaded = MatchLock.acquire(journal, number)
    lock.release()
    assert lock.changed_rolls == changed
    session = Session(loaded, Storage(journal), lock)
    assert session.notice.startswith(sentence)
    assert PlayMode.begin(session, session.storage).state.news


@pytest.mark.parametrize("name", NAMES)
def test_rolls_of_played_matches_match_their_seeds(journal: Journal, name: str) -> None:
    table = stepped(table_for(name), 7, 300)
    lock, loaded = MatchLock.acquire(journal, kept(journal, table))
    assert loaded == table
    assert lock.changed_rolls == ()
    assert not lock.has_damaged_seed
    assert Session(loaded, Storage(journal), lock).notice == ""


# ---- changes by other programs


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM line WHERE number = (SELECT max(number) FROM line)",
        "UPDATE line SET sum = sum + 1 WHERE number = (SELECT max(number) FROM line)",
        "INSERT INTO line SELECT match, number + 1, 'roll 6-6', 7 FROM line"
        " ORDER BY number DESC LIMIT 1",
    ],
)
def test_match_changed_by_another_program_is_not_continued(
    journal: Journal, statement: str
) -> None:
    lock, table = MatchLock(journal), moved(table_for(), 2)
    lock.save(table)
    other = journal_in(journal.path.parent)
    change(other, statement)
    with other.reading() as db:
        before = db.execute("SELECT * FROM line ORDER BY number").fetchall()
    with trouble(MatchGone):
        lock.save(moved(table))
    with other.reading() as db:
        assert db.execute("SELECT * FROM line ORDER BY number").fetchall() == before


def test_failed_first_save_releases_the_number(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def full(db: sqlite3.Connection, kind: str) -> Iterator[None]:
        with transaction(db, kind):
            yield
            if kind == "IMMEDIATE":
                raise sqlite3.OperationalError("disk I/O error")

    kept(journal, moved(table_for()))
    lock, table = MatchLock(journal), moved(table_for(seed=SEED[::-1]), 2)
    with monkeypatch.context() as patch, trouble(StorageErrorKind.DAMAGED):
        patch.setattr(journal_module, "transaction", full)
        lock.save(table)
    other = MatchLock(journal_in(journal.path.parent))
    other.save(moved(table_for(seed=bytes(32))))
    assert other.match == 2
    lock.save(table)
    assert lock.match == 3


def test_largest_play_number_can_still_be_saved(journal: Journal) -> None:
    number = kept(journal, moved(table_for()))
    change(journal, "UPDATE match SET played = 9223372036854775807")
    lock, table = MatchLock.acquire(journal, number)
    lock.save(moved(table))
    lock.release()
    assert MatchLock.acquire(journal, number)[1] == moved(table)
    kept(journal, moved(table_for(seed=bytes(32))))
    assert len(all_matches(journal, 0, 9)) == 2

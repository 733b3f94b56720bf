"""Recovery saves what was played, and nothing else."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import Throw
from backgammon_tui.storage.journal import query, recovery
from backgammon_tui.storage.journal.edits import rewrite_match
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.problems import JournalProblem, Trouble
from backgammon_tui.storage.journal.query import GameQuery
from backgammon_tui.storage.journal.recovery import Recovery, recover
from backgammon_tui.storage.record import Entry, NewDice, Standing, numbers_of
from backgammon_tui.storage.table import Table
from backgammon_tui.words.rule_settings import changed_rules
from tests.engine.examples import rules_named
from tests.storage.journal.journals import (
    DAMAGES,
    PAGE,
    Damage,
    ask_everything,
    damage_file,
    drawn,
    ended,
    journal_in,
    keep_many,
    kept,
    lose_a_page,
    moved,
    other_program,
    played,
    random_steps,
    stepped,
    table_for,
    trouble,
)

Games = Counter[object]


def games_of(journal: Journal) -> Games:
    """All games of a journal with the rules they were played by, however often each."""
    found: Games = Counter()
    for line in query.all_matches(journal, 0, 10**6):
        record, _ = journal.read(line.match)
        found.update(
            (record.rules, tuple(map(without_seed, game.entries)), game.first, game.situation)
            for game in record.games
        )
    return found


def without_seed(entry: Entry) -> Entry:
    """An entry as it stands while the seed is a secret."""
    return NewDice(entry.dice._replace(seed="")) if isinstance(entry, NewDice) else entry


def secrets_of(journal: Journal) -> dict[str, FairDice]:
    """The dice of the open games, by their commitments."""
    found = {}
    for line in query.all_matches(journal, 0, 10**6):
        lock, table = MatchLock.acquire(journal, line.match)
        lock.release()
        if table.dice and not table.accepted:
            found[table.dice.commitment] = table.dice
    return found


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with nothing wrong, of many pages."""
    path = tmp_path_factory.mktemp("whole") / "journal.sqlite"
    with Journal(path) as journal:
        keep_many(journal, 3, 90)
    return path


@pytest.fixture(scope="module")
def content(whole: Path) -> tuple[Games, dict[str, FairDice]]:
    """Its games, and the secrets of those that are open."""
    with Journal(whole) as journal:
        return games_of(journal), secrets_of(journal)


@pytest.fixture
def journal(tmp_path: Path, whole: Path) -> Journal:
    """A copy to be damaged."""
    journal = journal_in(tmp_path)
    shutil.copyfile(whole, journal.path)
    return journal


def rescued(journal: Journal, tell: Callable[[int], None] = lambda games: None) -> Recovery | None:
    """Recover a damaged journal; return None if the damage changed nothing."""
    try:
        return recover(journal, tell)
    except JournalProblem as problem:
        return None if problem.trouble is Trouble.SOUND else pytest.fail(str(problem))


def is_from(found: Games, before: Games) -> bool:
    """Return True if every game that was found is the beginning of one that was played.

    What was taken back again may have been something else: nothing can contradict it.
    """

    def begins(game: Any, whole: Any) -> bool:
        (rules, entries, *start), (its_rules, its_entries, *its_start) = game, whole
        stand, stood = Standing.of(entries), Standing.of(its_entries[: len(entries)])
        return (rules, stand.actions, start) == (its_rules, stood.actions, its_start)

    return all(any(begins(game, whole) for whole in before) for game in found)


# ---- any damage


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_saved_was_played(
    tmp_path: Path,
    whole: Path,
    content: tuple[Games, dict[str, FairDice]],
    damage: Damage,
    request: pytest.FixtureRequest,
) -> None:
    before, secrets = content
    rounds = 60 if request.config.getoption("--long") else 2
    for seed in range(rounds):
        journal = Journal(tmp_path / str(seed) / "journal.sqlite")
        journal.path.parent.mkdir()
        shutil.copyfile(whole, journal.path)
        damaged = damage_file(journal.path, damage, seed)
        told: list[int] = []
        saved = rescued(journal, told.append)
        if saved is None:
            assert games_of(journal) == before
            journal.close()
            continue
        assert saved.kept.read_bytes() == damaged, "it is kept as it was"
        after = games_of(journal)
        assert is_from(after - before, before), "nothing is invented"
        assert (after - before).total() <= saved.cut, "and nothing is doubled"
        assert saved.games + saved.cut == after.total() == (told[-1] if told else 0)
        assert told == sorted(told)
        assert saved.games + saved.cut + saved.lost <= before.total()
        for commitment, dice in secrets_of(journal).items():
            assert secrets.get(commitment, dice).seed == dice.seed, "also of a game cut short"
        assert all(p.trouble is Trouble.GONE for p in ask_everything(journal, 9))
        journal.close()


def test_what_is_not_damaged_is_copied_whole(journal: Journal) -> None:
    before, secrets = games_of(journal), secrets_of(journal)
    lines, figures = (
        query.all_matches(journal, 0, 99),
        list(query.played_games(journal, GameQuery())),
    )
    change(journal, "INSERT INTO seed VALUES (1, 'no', 'seed')")
    saved = recover(journal)
    assert (saved.games, saved.cut, saved.lost) == (before.total(), 0, 0)
    assert games_of(journal) == before
    assert secrets_of(journal) == secrets, "open games go on with the same dice"

    def listed(lines: tuple[query.MatchLine, ...]) -> set[str]:
        return {str(line._replace(touched="")) for line in lines}

    assert listed(query.all_matches(journal, 0, 99)) == listed(lines)
    again = {str(game._replace(key=0)) for game in query.played_games(journal, GameQuery())}
    assert again == {str(game._replace(key=0)) for game in figures}
    with pytest.raises(JournalProblem, match="is not damaged"):
        recover(journal)


def test_a_damaged_file_is_rescued_again_and_again(journal: Journal) -> None:
    journal.close()
    first = damage_file(journal.path, lose_a_page, 3)
    one = recover(journal)
    games = games_of(journal)
    journal.close()
    change(journal, "DELETE FROM entry WHERE number = 3")
    second = journal.path.read_bytes()
    two = recover(journal)
    assert one.kept.read_bytes() == first
    assert two.kept.read_bytes() == second
    assert [one.kept.name, two.kept.name] == [
        "journal-damaged-1.sqlite",
        "journal-damaged-2.sqlite",
    ]
    assert is_from(games_of(journal), games)
    assert {path.name for path in journal.path.parent.iterdir()} >= {one.kept.name, two.kept.name}
    assert not list(journal.path.parent.glob("rescue-*"))


@pytest.mark.parametrize("data", [b"no database", bytes(PAGE * 3), os.urandom(PAGE * 3)])
def test_of_what_is_no_journal_nothing_is_saved(tmp_path: Path, data: bytes) -> None:
    journal = journal_in(tmp_path)
    journal.path.write_bytes(data)
    saved = recover(journal)
    assert (saved.games, saved.lost) == (0, 0)
    assert saved.kept.read_bytes() == data
    assert query.open_matches(journal) == ()
    kept(journal, moved(table_for()))


# ---- what was written ahead


def write_ahead(pipe: Connection, folder: Path) -> None:
    """Play a match, and stay, so that what is written is not in the file itself yet."""
    lock = MatchLock(journal_in(folder))
    for table in random_steps(table_for("falood"), 1, 100):
        lock.save(table)
    pipe.send("all is written")
    pipe.recv()


def test_what_a_killed_program_wrote_ahead_is_saved_too(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    before = keep_many(journal, 3, 90)
    journal.close()
    with other_program(write_ahead, tmp_path) as other:
        other.pipe.recv()
        other.kill()
    ahead = Path(f"{journal.path}-wal").read_bytes()
    assert len(ahead) > 10 * PAGE
    saved, seed = None, 0
    while saved is None:  # What was written ahead may stand for the page that is lost.
        seed += 1
        damaged = damage_file(journal.path, lose_a_page, seed)
        saved = rescued(journal)
    assert saved.kept.read_bytes() == damaged
    assert Path(f"{saved.kept}-wal").read_bytes() == ahead
    assert saved.cut + saved.lost > 0
    table = stepped(table_for("falood"), 1, 100)
    assert MatchLock.acquire(journal, len(before) + 1)[1] == table


# ---- matches of which something is lost


def change(journal: Journal, *statements: str) -> None:
    """Change what stands in the file, as this program never would."""
    journal.close()
    with closing(sqlite3.connect(journal.path)) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


def test_after_a_lost_game_those_that_follow_are_a_match_of_their_own(tmp_path: Path) -> None:
    journal, table = journal_in(tmp_path), ended(rules_named("french"), 4)
    kept(journal, table)
    kept(journal, moved(table_for()))
    change(journal, "UPDATE entry SET text = 'throw 1-1' WHERE game = 2 AND number = 1")
    saved = recover(journal)
    assert (saved.games, saved.cut, saved.lost) == (4, 0, 1)
    first, rest = journal.read(1)[0], journal.read(3)[0]
    assert played(first) == played(table.record)[:1]
    assert played(rest) == played(table.record)[2:]
    assert len(journal.read(2)[0].games) == 1, "matches keep their numbers"
    assert query.count_games(journal, GameQuery()) == 3


def test_a_match_to_points_that_lost_a_game_goes_on_without_end(tmp_path: Path) -> None:
    table = table_for(length=3)
    for _ in range(3):
        table = drawn(table).next_game(FairDice(bytes(32)))
    journal = journal_in(tmp_path)
    kept(journal, moved(table))
    change(journal, "DELETE FROM entry WHERE game = 2 AND number = 2")
    recover(journal)
    lines = {line.match: (line.games, line.length) for line in query.all_matches(journal, 0, 9)}
    assert lines == {1: (2, 3), 2: (2, None)}
    MatchLock.acquire(journal, 2)


def test_a_length_that_cannot_be_is_none(tmp_path: Path) -> None:
    journal, table = journal_in(tmp_path), ended(rules_named("russian"), 3)
    kept(journal, table)
    change(journal, "UPDATE match SET length = 1")
    assert recover(journal).games == 3
    line = query.match_line(journal, 1)
    assert line
    assert line.length is None


def test_results_are_those_of_the_games(tmp_path: Path) -> None:
    journal, table = journal_in(tmp_path), ended(rules_named("russian"), 2)
    kept(journal, table)
    figures = [game._replace(key=0) for game in query.played_games(journal, GameQuery())]
    change(journal, "UPDATE game SET points = 99, winner = 'x', white_figures = x'00'")
    assert recover(journal).lost == 0
    _, results = journal.read(1)
    assert results == list(table.match.results)
    assert [game._replace(key=0) for game in query.played_games(journal, GameQuery())] == figures


def test_players_whose_names_are_lost_are_told_apart(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    for white, black in [("Anna", "Boris"), ("Cleo", "Anna")]:
        kept(journal, drawn(table_for(white=white, black=black)))
    change(journal, "UPDATE player SET name = x'00' WHERE id = 1", "DELETE FROM player WHERE id=3")
    saved = recover(journal)
    assert (saved.games, saved.lost) == (2, 0)
    names = [(line.white, line.black) for line in query.all_matches(journal, 0, 9)]
    assert names == [("Player 3", "Player 1"), ("Player 1", "Boris")]


def test_the_ruleset_of_a_lost_match_is_found_by_its_games(tmp_path: Path) -> None:
    journal, tables = journal_in(tmp_path), keep_many(journal_in(tmp_path), 1, 40)
    change(journal, "PRAGMA foreign_keys = OFF", "DELETE FROM match")
    saved = recover(journal)
    # Rules that a table has changed are not found out.
    changed = [t for t in tables.values() if changed_rules(t.record.rules)]
    assert saved.lost == sum(len(table.record.games) for table in changed) > 0
    assert saved.games + saved.lost == sum(len(t.record.games) for t in tables.values())
    for line in query.all_matches(journal, 0, 99):
        record, there = journal.read(line.match)[0], tables[line.match].record
        assert played(record) == played(there)
        assert record.rules == there.rules
        assert (record.white, record.black) == ("White", "Black")


@pytest.mark.parametrize("column", ["date", "awaited", "touched", "state"])
def test_what_is_not_needed_for_the_games_may_be_lost(tmp_path: Path, column: str) -> None:
    journal, table = journal_in(tmp_path), moved(table_for(), 3)
    kept(journal, table)
    change(journal, f"UPDATE match SET {column} = x'00'")
    assert (recover(journal).games, query.open_matches(journal)[0].match) == (1, 1)
    _, found = MatchLock.acquire(journal, 1)
    assert (found.actions, found.dice) == (table.actions, table.dice)


def test_a_lost_seed_costs_no_game(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    kept(journal, moved(table_for(), 3))
    change(journal, "UPDATE seed SET seed = 'x' || substr(seed, 2)")
    assert recover(journal).lost == 0
    assert MatchLock.acquire(journal, 1)[1].needs_dice


# ---- the rescue itself


def test_a_rescue_that_fails_has_changed_nothing(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def insert_whole(*_: object) -> int:
        raise OSError(28, "No space left on device")

    journal.close()
    damaged = damage_file(journal.path, lose_a_page, 3)
    monkeypatch.setattr(recovery, "insert_whole", insert_whole)
    with pytest.raises(JournalProblem, match="No space left"):
        recover(journal)
    assert journal.path.read_bytes() == damaged
    assert [path.name for path in journal.path.parent.iterdir()] == ["journal.sqlite"]


def refused(journal: Journal, trouble: Trouble) -> None:
    """See that nothing is rescued, and why."""
    with pytest.raises(JournalProblem) as caught:
        recover(journal)
    assert caught.value.trouble is trouble
    names = {path.name for path in journal.path.parent.iterdir()}
    assert not {name for name in names if "damaged" in name or "rescue" in name}


def test_what_is_sound_is_not_rescued(journal: Journal, tmp_path: Path) -> None:
    before = games_of(journal)
    refused(journal, Trouble.SOUND)
    assert games_of(journal) == before


def test_without_a_file_there_is_nothing_to_rescue(tmp_path: Path) -> None:
    refused(journal_in(tmp_path), Trouble.CANNOT_OPEN)


def test_records_of_a_newer_version_are_not_rescued(journal: Journal) -> None:
    change(journal, "PRAGMA user_version = 99", "DELETE FROM entry WHERE number = 2")
    refused(journal, Trouble.NEWER)


def hold_a_match(pipe: Connection, folder: Path) -> None:
    """Play a match, and stay."""
    lock, _ = MatchLock.acquire(journal_in(folder), 1)
    pipe.send(lock.match)
    pipe.recv()


def test_nothing_is_rescued_while_another_window_plays(journal: Journal) -> None:
    folder = journal.path.parent
    with other_program(hold_a_match, folder) as other:
        other.pipe.recv()
        change(journal, "UPDATE entry SET text = 'x' WHERE game = 2 AND number = 2")
        refused(journal, Trouble.IN_USE)
        other.kill()
    assert recover(journal).cut == 1


def test_a_lock_that_cannot_be_looked_at_is_told(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the lock of a match that somebody has played as root."""

    def forbidden(_: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(recovery, "is_any_played_elsewhere", forbidden)
    refused(journal, Trouble.CANNOT_OPEN)


@pytest.mark.parametrize(("name", "fair"), [("russian", True), ("never-finishing", False)])
@pytest.mark.parametrize("text", ["nonsense", "x'00'", "throw 7-1", None])
def test_a_game_is_saved_up_to_the_entry_that_cannot_be_read(
    tmp_path: Path, name: str, fair: bool, text: str | None
) -> None:
    journal = journal_in(tmp_path)
    table = stepped(table_for(name, fair=fair), 1, 40)
    (game,) = table.record.games
    kept(journal, table)
    wrong = len(game.entries) - 5
    where = f"WHERE game = 1 AND number = {wrong}"
    if text is None:
        change(journal, f"DELETE FROM entry {where}")
    else:
        value = text if text.startswith("x'") else f"'{text}'"
        change(journal, f"UPDATE entry SET text = {value} {where}")
    saved = recover(journal)
    assert (saved.games, saved.cut, saved.lost) == (0, 1, 0)
    assert journal.read(1)[0].games[0].entries == game.entries[: wrong - 1]
    _, found = MatchLock.acquire(journal, 1)
    assert found.dice == table.dice


@pytest.mark.parametrize("fair", [True, False])
def test_a_wrong_throw_is_not_saved(tmp_path: Path, fair: bool) -> None:
    """Nor the turn in which something is not allowed any more: any of it may be wrong."""
    journal = journal_in(tmp_path)
    table = moved(table_for(fair=fair), 12)
    (game,) = table.record.games
    kept(journal, table)
    wrong = next(i for i, e in enumerate(game.entries) if i > 5 and isinstance(e, Throw))
    thrown = numbers_of(game.entries[wrong])
    other = "throw 6-6" if thrown != (6, 6) else "throw 5-5"
    change(journal, f"UPDATE entry SET text = '{other}' WHERE game = 1 AND number = {wrong + 1}")
    assert recover(journal).cut == 1
    assert journal.read(1)[0].games[0].entries == game.entries[:wrong]


def test_a_finished_game_that_is_damaged_is_open_up_to_there(tmp_path: Path) -> None:
    journal, table = journal_in(tmp_path), ended(rules_named("french"), 2)
    kept(journal, table)
    change(journal, "DELETE FROM entry WHERE game = 1 AND number = 40")
    saved = recover(journal)
    assert (saved.games, saved.cut, saved.lost) == (1, 1, 0)
    lines = {line.match: (line.games, line.is_open) for line in query.all_matches(journal, 0, 9)}
    assert lines == {1: (1, True), 2: (1, False)}


def test_other_windows_play_on(tmp_path: Path) -> None:
    """A rescue exchanges the file under them; what they play is found by its number."""
    journal, lock = journal_in(tmp_path), MatchLock(journal_in(tmp_path))
    kept(journal, moved(table_for()))
    table = moved(table_for(seed=bytes(32)), 2)
    lock.save(table)
    change(journal, "DELETE FROM entry WHERE game = 1 AND number = 1")
    assert (recover(journal).games, lock.match) == (1, 2)
    table = moved(table, 2)
    lock.save(table)
    lock.release()
    assert MatchLock.acquire(journal, 2)[1] == table


def test_a_game_that_could_not_be_saved_is_put_back(tmp_path: Path) -> None:
    journal, lock = journal_in(tmp_path), MatchLock(journal_in(tmp_path))
    table: Table = moved(table_for(), 2)
    lock.save(table)
    change(journal, "DELETE FROM entry WHERE game = 1 AND number = 1")
    assert recover(journal).games == 0
    with trouble(Trouble.GONE):
        lock.save(moved(table))
    lock.release()
    lock = rewrite_match(journal, table)
    lock.save(moved(table))
    lock.release()
    assert MatchLock.acquire(journal, 1)[1] == moved(table)


@pytest.mark.parametrize(
    ("games", "cut", "lost", "sentence"),
    [
        (1, 0, 0, "1 game could be read and copied."),
        (2, 0, 1, "2 games could be read and copied; 1 could not be."),
        (2, 1, 0, "2 games could be read and copied; 1 up to where it is damaged."),
        (0, 0, 3, "No game could be read and copied; 3 could not be."),
    ],
)
def test_it_is_told_in_a_sentence_or_two(games: int, cut: int, lost: int, sentence: str) -> None:
    told = str(Recovery(Path("/home/anna/journal-damaged-1.sqlite"), games, cut, lost))
    where = "The damaged file is kept as /home/anna/journal-damaged-1.sqlite."
    assert told == f"The records were damaged. {sentence} {where}"

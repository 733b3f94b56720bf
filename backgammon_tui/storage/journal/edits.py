"""Changes to whole matches in the journal: rename, end, delete, import, restore."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from datetime import date
from itertools import chain, islice, repeat
from pathlib import Path
from tempfile import TemporaryDirectory

from backgammon_tui.match.record import MatchRecord, ReportProgress, check_rolls
from backgammon_tui.match.table import NO_SEEDS, MatchState, Table, turn_of_entry
from backgammon_tui.names import check_name, check_names
from backgammon_tui.storage.journal import query
from backgammon_tui.storage.journal.backups import (
    Backup,
    all_backups,
    backups_folder,
    delete_from_backups,
    is_sound,
    using_backups,
)
from backgammon_tui.storage.journal.database import reported
from backgammon_tui.storage.journal.journal import Journal, connect
from backgammon_tui.storage.journal.learning import copy_progress, move_progress
from backgammon_tui.storage.journal.log import (
    DAMAGE,
    MatchLog,
    Written,
    delete_idle_players,
    delete_rows,
    end_between_games,
    is_seed_of,
    player_number,
    read_name,
    read_number,
    salvage_log,
    write_match,
    write_seeds,
)
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.paths import make_private, shown, write_new_file
from backgammon_tui.words.problems import (
    JournalProblem,
    MatchGone,
    MatchInUse,
    describe_reused_dice,
)


def find_player(journal: Journal, name: str) -> str | None:
    """Return the name of a player as it was first written; None if there is no such player."""
    query = "SELECT name FROM player WHERE folded = ?"
    return next(iter(journal.select(read_name, query, (name.strip().casefold(),))), None)


def rename_player(journal: Journal, name: str, new: str) -> None:
    """Rename a player in all matches; if another player has the name, merge them.

    Raises:
        ValueError: if they have played each other, so they are different people.
    """
    new = check_name(new)
    with journal.writing() as db:
        row = db.execute("SELECT id FROM player WHERE folded = ?", (name.casefold(),)).fetchone()
        if row is None:
            raise MatchGone()
        (old,) = row
        if new.casefold() != name.casefold():
            into = player_number(db, new)
            (shared,) = db.execute(
                "SELECT count(*) FROM match WHERE (white, black) IN ((?, ?), (?, ?))",
                (old, into, into, old),
            ).fetchone()
            if shared:
                raise ValueError(f"{name} and {new} have played each other")
            db.execute("UPDATE match SET white = ? WHERE white = ?", (into, old))
            db.execute("UPDATE match SET black = ? WHERE black = ?", (into, old))
            db.execute("DELETE FROM player WHERE id = ?", (old,))
            move_progress(db, name, new)
            old = into
        db.execute("UPDATE player SET name = ? WHERE id = ?", (new, old))


def rename_match(journal: Journal, match: int, white: str, black: str) -> None:
    white, black = check_names(white, black)
    with journal.writing() as db:
        changed = db.execute(
            "UPDATE match SET white = ?, black = ? WHERE id = ?",
            (player_number(db, white), player_number(db, black), match),
        )
        if not changed.rowcount:
            raise MatchGone()
        delete_idle_players(db)


def end_match(journal: Journal, match: int) -> None:
    """End a match: lists of unfinished matches omit it, but it can be resumed."""
    with journal.writing() as db:
        db.execute(
            "UPDATE match SET state = ? WHERE id = ? AND state = ?",
            (MatchState.ENDED.value, match, MatchState.PLAYING.value),
        )


def delete_match(journal: Journal, match: int) -> None:
    """Remove a match, whose lock the caller holds, from the backups and the journal."""
    delete_from_backups(journal.path, match)
    with journal.writing() as db:
        db.execute("PRAGMA secure_delete = ON")
        delete_rows(db, match)
        delete_idle_players(db)


# ---- whole matches


class AlreadyImported(Exception):
    """A match is in the journal already; `seed_count` seed_count were new and have been added."""

    def __init__(self, match: int, seed_count: int) -> None:
        super().__init__(f"match {match}")
        self.match = match
        self.seed_count = seed_count


def check_match(journal: Journal, record: MatchRecord, report: ReportProgress) -> None:
    """Check that a match can be imported.

    Raises:
        ValueError: if a roll contradicts a seed in the match or the journal, two games have the
            same dice, or nothing has been played.
    """
    if not any(game.entries for game in record.games):
        raise ValueError("nothing has been played in this match")
    if record.reused_dice:
        raise ValueError(describe_reused_dice(*record.reused_dice))
    seeds = _known_seeds(journal, record)
    for number, game in enumerate(record.games, 1):
        for check in check_rolls(game.with_seeds(seeds)):
            if check.expected and not check.agrees:
                turn = turn_of_entry(record.rules, game, check.entry)
                rolled, expected = ("-".join(map(str, d)) for d in (check.rolled, check.expected))
                raise ValueError(
                    f"the roll of turn {turn} in game {number} is {rolled}, but the seed of its"
                    f" dice gives {expected}"
                )
        report(number)


def add_match(
    journal: Journal,
    record: MatchRecord,
    report: ReportProgress = lambda games: None,
    seeds: Mapping[str, str] = NO_SEEDS,
    finished: Sequence[str] = (),
) -> int:
    """Import a match and return its number.

    An imported match that continues a match of the journal replaces it, unless it adds rolls of
    unknown dice to the last game. The results of finished games count as accepted, and a match
    without a limit whose last game is over as ended.

    Args:
        seeds: More secret seeds of its dice by their commitments.
        finished: The known times at which the results of its first games were accepted.

    Raises:
        AlreadyImported: if the journal has the match; its seeds are added.
        ValueError: as `check_match`.
    """
    check_match(journal, record, report)
    seeds = {**_known_seeds(journal, record), **seeds}
    results = [result for game in record.games if (result := game.play(record.rules).result)]
    times = chain(finished, repeat(f"{record.date}T12:00:00+00:00"))
    for match in _candidates(journal, record):
        here = journal.read(match)
        if _starts_with(here.record, record):
            raise AlreadyImported(match, _keep_seeds(journal, match, record))
        if _starts_with(record, here.record) and _continues_fairly(record, here.record, seeds):
            times = chain(here.finished, islice(times, len(here.finished), None))
            return _exchange(journal, here, Table.resume(record, results, here.seeds), times)
    table = Table.resume(record, results, seeds)
    with journal.writing() as db:
        match = write_match(db, table, Written(), times, seeds).match
        end_between_games(db, match)
        return match


def _exchange(journal: Journal, here: MatchLog, table: Table, times: Iterable[str]) -> int:
    """Replace a match by its continuation, but keep the names and seeds of the journal."""
    match = here.written.match
    record = replace(table.record, white=here.record.white, black=here.record.black)
    with MatchLock.reserve(journal, match):
        if journal.read(match) != here:
            # Another window has just continued the match.
            raise MatchInUse()
        with journal.writing() as db:
            delete_rows(db, match)
            write_match(db, replace(table, record=record), Written(match), times, here.seeds)
            end_between_games(db, match)
            return match


def _known_seeds(journal: Journal, record: MatchRecord) -> dict[str, str]:
    wanted = {origin.commitment for game in record.games for origin in game.origins}
    rows = journal.select(lambda *row: row, "SELECT commitment, seed FROM seed")
    return {c: seed for c, seed in rows if c in wanted and is_seed_of(seed, c)}


def _keep_seeds(journal: Journal, match: int, record: MatchRecord) -> int:
    """Add the seeds of a record to a match of the journal, and return the number of new ones."""
    with journal.writing() as db:
        before = db.total_changes
        write_seeds(db, match, (dice for game in record.games for dice in game.origins), {})
        return db.total_changes - before


def same_dice(journal: Journal, match: int) -> tuple[tuple[int, int], ...]:
    """Return match and number of the games of other matches that have fair dice of this match.

    The players of the later of two such games could know its rolls.
    """
    return journal.select(
        lambda other, number: (read_number(other), read_number(number)),
        "SELECT DISTINCT there.match, there.number FROM game here"
        " JOIN game there ON there.commitment = here.commitment AND there.match <> here.match"
        " WHERE here.match = ? AND here.commitment <> '' ORDER BY 1, 2",
        (match,),
    )


def _candidates(journal: Journal, record: MatchRecord) -> Sequence[int]:
    players = record.white.casefold(), record.black.casefold()
    return journal.select(
        read_number,
        "SELECT id FROM match WHERE ruleset = ? AND (date = ?"
        " AND white = (SELECT id FROM player WHERE folded = ?)"
        " AND black = (SELECT id FROM player WHERE folded = ?)"
        " OR id IN (SELECT match FROM game WHERE commitment <> '' AND commitment = ?))",
        (record.rules.name, record.date, *players, record.games[0].dice.commitment),
    )


def _starts_with(whole: MatchRecord, part: MatchRecord) -> bool:
    """Return True if `whole` begins with all of `part`, from the same score, with its dice."""
    beginning = list(_play_of(part))
    here, there = ((r.rules, r.length, r.begun_at) for r in (whole, part))
    return here == there and list(islice(_play_of(whole), len(beginning))) == beginning


def _play_of(record: MatchRecord) -> Iterator[tuple[object, ...]]:
    """Yield the start of each game and its effective actions, each roll with its dice."""
    for game in record.games:
        yield game.first, game.starting_position, game.dice.kind, game.dice.commitment
        played = game.played
        dice = dict(zip(played.rolls, played.roll_dice, strict=True))
        yield from ((action, dice.get(index)) for index, action in enumerate(played.actions))


def _continues_fairly(whole: MatchRecord, part: MatchRecord, seeds: Mapping[str, str]) -> bool:
    """Return True if `whole` adds only rolls of known dice to the last game of `part`."""
    if part.games[-1].origins[-1].commitment not in seeds:
        return True
    index = len(part.games) - 1
    added = whole.games[index].played.roll_dice[len(part.games[index].played.rolls) :]
    return all(dice in seeds for dice in added)


def rewrite_match(journal: Journal, table: Table, number: int | None = None) -> MatchLock:
    """Write a match that is being played into a journal that has been restored without it.

    It replaces the part of it that the backup had; else it gets `number`, if that is free.
    """
    saved = [
        match
        for match in _candidates(journal, table.record)
        if _starts_with(table.record, journal.read(match).record)
    ]
    with journal.writing() as db:
        for match in saved:
            delete_rows(db, match)
        number = saved[0] if saved else number
        is_taken = db.execute("SELECT 1 FROM match WHERE id = ?", (number,)).fetchone()
        written = write_match(db, table, Written(0 if is_taken else number or 0))
    lock, _ = MatchLock.acquire(journal, written.match)
    return lock


# ---- replacing a damaged journal with the newest backup


def restore(journal: Journal, report: ReportProgress = lambda matches: None) -> str:
    """Replace a damaged journal by the newest backup, add its readable matches, keep the old file.

    Return a message for the players. Nothing is changed if the journal is sound, as after another
    window has restored it.
    """
    journal.close()
    path = journal.path
    with (
        reported(path),
        using_backups(path),
        TemporaryDirectory("", "restore-", backups_folder(path)) as folder,
    ):
        copy, new = Path(folder, "damaged.sqlite"), Path(folder, "new.sqlite")
        _copy(path, copy)
        if _is_whole(copy):
            return "The records can be read again, so nothing has been changed."
        _copy(path, copy)
        backup = _prepare(path, new)
        kept = _set_aside(path)
        # Overwrite the heading, so the file without its write-ahead log never looks sound.
        with suppress(FileNotFoundError), path.open("r+b") as file:
            file.write(b"damaged".ljust(100, b"\0"))
            file.flush()
            os.fsync(file.fileno())
        for ending in ("-wal", "-shm"):
            Path(f"{path}{ending}").unlink(missing_ok=True)
        new.replace(path)
        matches = _import_readable(copy, journal, report)
        place = f"The backup of {backup.when} has" if backup else "New ones have"
        more = {0: "Nothing more was", 1: "One more match was"}.get(matches)
        return (
            f"The records were damaged. {place} replaced them."
            f" {more or f'{matches} more matches were'} read from the damaged file, which is"
            f" kept as {shown(kept)}."
        )


def _copy(path: Path, to: Path) -> None:
    for ending in ("", "-wal"):
        copy = Path(f"{to}{ending}")
        copy.unlink(missing_ok=True)
        with suppress(FileNotFoundError), Path(f"{path}{ending}").open("rb") as file:
            make_private(copy)
            with copy.open("wb") as written:
                shutil.copyfileobj(file, written)
                written.flush()
                os.fsync(written.fileno())


def _is_whole(path: Path) -> bool:
    with suppress(JournalProblem), Journal(path) as journal:
        for line in query.all_matches(journal, 0, -1):
            journal.read(line.match)
        return is_sound(path)
    return False


def _prepare(path: Path, new: Path) -> Backup | None:
    """Copy the newest readable backup to the file `new`, or make an empty journal."""
    for backup in all_backups(path):
        _copy(backup.path, new)
        if _is_whole(new):
            return backup
    new.unlink(missing_ok=True)
    connect(new).close()
    return None


def _set_aside(path: Path) -> Path:
    stem = f"{path.stem}-damaged-{date.today().isoformat()}"
    kept = write_new_file(path.parent, stem, path.suffix, "")
    _copy(path, kept)
    return kept


def _import_readable(damaged: Path, journal: Journal, report: ReportProgress) -> int:
    added = 0
    with closing(sqlite3.connect(damaged, isolation_level=None)) as db:
        for match in match_numbers(db):
            with suppress(*DAMAGE, AlreadyImported, JournalProblem):
                log = salvage_log(db, match)
                add_match(journal, log.record, seeds=log.seeds, finished=log.finished)
                added += 1
                report(added)
        copy_progress(db, journal)
    return added


def match_numbers(db: sqlite3.Connection) -> list[int]:
    """Return the numbers of matches, read from both ends because reading stops at damage."""
    numbers = set[int]()
    for order in ("", "DESC"):
        for rows in ("id FROM match NOT INDEXED ORDER BY id", "match FROM line ORDER BY match"):
            with suppress(*DAMAGE):
                for (number,) in db.execute(f"SELECT DISTINCT {rows} {order}"):
                    if isinstance(number, int):
                        numbers.add(number)
    return sorted(numbers)

from __future__ import annotations

import gc
import random
import shutil
import tempfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, multiple, rule

from backgammon_tui.dice import FairDice
from backgammon_tui.match.table import MatchState, Table
from backgammon_tui.storage.journal import log, query
from backgammon_tui.storage.journal.backups import all_backups
from backgammon_tui.storage.journal.edits import (
    AlreadyImported,
    add_match,
    delete_match,
    end_match,
    find_player,
    rename_match,
    rename_player,
    restore,
    rewrite_match,
)
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.learning import (
    adopt_progress,
    all_progress,
    read_progress,
    write_progress,
)
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.query import GameQuery
from backgammon_tui.storage.transcripts import read_transcript, write_transcript
from backgammon_tui.words.problems import MatchGone, MatchInUse
from backgammon_tui.words.records import MatchLine
from tests.engine.examples import NAMES, B, W, rules_named
from tests.storage.journal.journals import (
    DAMAGES,
    damage_file,
    journal_in,
    played,
    random_steps,
    trouble,
)
from tests.storage.matches import any_step, new_match

SEEDS = st.integers(0, 2**32)
PEOPLE = st.sampled_from(["Ewa", "Fritz", "EWA", "; Bo ; --to 5", "Anna 1"])
START = datetime(2026, 3, 1, tzinfo=UTC)


class JournalMachine(RuleBasedStateMachine):
    """Matches played in several windows; the model is the table of each match by its number."""

    matches = Bundle("matches")

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.tables: dict[int, Table] = {}
        self.locks: dict[int, MatchLock] = {}
        self.order: list[int] = []
        """The match numbers; the last one was played last."""
        self.ended: set[int] = set()
        self.progress: dict[str, dict[str, str]] = {}
        """The items of each learner, by the name in lower case."""
        self.backup: dict[int, Table] | None = None
        self.day = self.begun = 0
        self.last_number = 0
        """The maximum number of any match so far."""

    def teardown(self) -> None:
        self.leave_all()
        shutil.rmtree(self.folder)

    @property
    def journal(self) -> Journal:
        return journal_in(self.folder)

    def leave_all(self) -> None:
        for lock in self.locks.values():
            lock.release()
            lock._journal.close()
        self.locks = {}

    def lock(self, match: int) -> MatchLock:
        """Lock a match again and check that its state is unchanged."""
        if match not in self.locks:
            self.locks[match], table = MatchLock.acquire(self.journal, match)
            assert table == self.tables[match]
        return self.locks[match]

    def saved(self, match: int, table: Table) -> None:
        before = self.tables.get(match)
        # An accepted result is saved, too.
        if not before or (table.record, table.match) != (before.record, before.match):
            self.order = [number for number in self.order if number != match] + [match]
            self.ended.discard(match)
        self.tables[match] = table

    # ---- playing

    @rule(
        target=matches,
        name=st.sampled_from(NAMES),
        fair=st.booleans(),
        length=st.sampled_from([None, 3]),
        seed=SEEDS,
    )
    def begin(self, name: str, fair: bool, length: int | None, seed: int) -> int:
        self.begun += 1
        chance = random.Random(f"{seed} {self.begun}")
        day = (START + timedelta(days=self.begun)).date().isoformat()
        record = replace(new_match(rules_named(name)), white=f"Anna {self.begun}", length=length)
        record = replace(record, date=day)
        table = Table.new_match(record, FairDice(chance.randbytes(32)) if fair else None)
        lock = MatchLock(self.journal)
        lock.save(table)
        assert lock.match is None, "a match is written with its first action"
        table = any_step(table, chance, False, None)
        interrupt(lock, table)
        assert lock.match is None
        lock.save(table)
        assert lock.match
        assert lock.match > self.last_number, "no number is given twice"
        self.last_number = lock.match
        self.locks[lock.match] = lock
        self.saved(lock.match, table)
        return lock.match

    @rule(match=matches, seed=SEEDS, steps=st.integers(1, 25), at_once=st.booleans())
    def play_on(self, match: int, seed: int, steps: int, at_once: bool) -> None:
        """Save after each step, or after all of them, as after a problem."""
        if match not in self.tables:
            return
        lock = self.lock(match)
        if self.tables[match].match.winner is not None:
            return
        for table in random_steps(self.tables[match], seed, steps):
            if not at_once:
                lock.save(table)
                self.saved(match, table)
            if table.match.winner:
                break
        lock.save(table)
        self.saved(match, table)

    @rule(match=matches)
    def sit_down_in_another_window(self, match: int) -> None:
        if match in self.locks:
            with trouble(MatchInUse):
                MatchLock.acquire(self.journal, match)

    @rule(match=matches)
    def undo(self, match: int) -> None:
        if match not in self.tables:
            return
        lock = self.lock(match)
        if not (self.tables[match].can_undo):
            return
        table = self.tables[match].undo()
        lock.save(table)
        self.saved(match, table)

    @rule(match=matches, seed=SEEDS)
    def fail_to_save(self, match: int, seed: int) -> None:
        """Interrupt a save; nothing of it may be stored."""
        if match not in self.tables:
            return
        lock, table = self.lock(match), self.tables[match]
        if table.match.winner is not None:
            return
        interrupt(lock, any_step(table, random.Random(seed), True, bytes(32)))

    # ---- leaving and returning

    @rule(match=matches)
    def leave(self, match: int) -> None:
        if match not in self.locks:
            return
        self.locks.pop(match).release()

    @rule()
    def kill(self) -> None:
        """Continue with the files as they are, without closing or cleaning up anything."""
        folder = Path(tempfile.mkdtemp())
        ignored = shutil.ignore_patterns("*-shm")  # It may vanish while it is copied.
        gc.disable()  # A connection that is closed meanwhile may remove files.
        shutil.copytree(self.folder, folder, ignore=ignored, dirs_exist_ok=True)
        gc.enable()
        self.leave_all()
        shutil.rmtree(self.folder)
        self.folder = folder

    # ---- changes to whole matches

    @property
    def names(self) -> dict[str, str]:
        """The names of all players by their lower case."""
        records = [table.record for table in self.tables.values()]
        return {name.casefold(): name for r in records for name in (r.white, r.black)}

    def with_names(self, match: int, white: str, black: str) -> None:
        record = replace(self.tables[match].record, white=white, black=black)
        self.tables[match] = replace(self.tables[match], record=record)

    @rule(match=matches, name=PEOPLE)
    def rename(self, match: int, name: str) -> None:
        if match not in self.tables:
            return
        record = self.tables[match].record
        if name.casefold() == record.black.casefold():
            with pytest.raises(ValueError, match="different names"):
                rename_match(self.journal, match, name, record.black)
            return
        rename_match(self.journal, match, f" {name}", record.black)
        self.with_names(match, self.names.get(name.casefold(), name), record.black)

    @rule(name=PEOPLE, new=PEOPLE)
    def rename_everywhere(self, name: str, new: str) -> None:
        old, into = name.casefold(), new.casefold()
        records = {match: table.record for match, table in self.tables.items()}
        pairs = [{r.white.casefold(), r.black.casefold()} for r in records.values()]
        if old not in self.names:
            with trouble(MatchGone):
                rename_player(self.journal, name, new)
        elif {old, into} in pairs and old != into:
            with pytest.raises(ValueError, match="have played each other"):
                rename_player(self.journal, name, new)
        else:
            rename_player(self.journal, name, new)
            for match, record in records.items():
                names = (record.white, record.black)
                self.with_names(match, *(new if n.casefold() in (old, into) else n for n in names))
            if old != into:
                moved = self.progress.pop(old, {})
                self.progress[into] = {**moved, **self.progress.get(into, {})}

    @rule(name=PEOPLE | st.just(""), item=st.sampled_from(["lesson/russian/1", "quiz"]), data=SEEDS)
    def learn(self, name: str, item: str, data: int) -> None:
        write_progress(self.journal, name, item, str(data))
        self.progress.setdefault(name.casefold(), {})[item] = str(data)

    @rule(name=PEOPLE)
    def adopt(self, name: str) -> None:
        adopt_progress(self.journal, name)
        nameless, own = self.progress.pop("", {}), self.progress.get(name.casefold(), {})
        self.progress[name.casefold()] = {**nameless, **own}

    @rule(match=matches)
    def end(self, match: int) -> None:
        if not (match in self.tables and match not in self.locks):
            return
        end_match(self.journal, match)
        if self.tables[match].state is MatchState.PLAYING:
            self.ended.add(match)

    @rule(match=consumes(matches))
    def delete(self, match: int) -> None:
        if match not in self.tables:
            return
        self.lock(match)
        delete_match(self.journal, match)
        with trouble(MatchGone):
            self.journal.read(match)
        self.locks.pop(match).release()
        del self.tables[match]
        self.order.remove(match)
        if self.backup is not None:
            self.backup.pop(match, None)

    @rule(match=matches, seed=SEEDS)
    def lose_match_behind_its_lock(self, match: int, seed: int) -> None:
        """Remove a match, as if a backup without it was restored."""
        if match not in self.locks or self.tables[match].match.winner:
            return
        table = any_step(self.tables[match], random.Random(seed), True, bytes(32))
        with self.journal.writing() as db:
            log.delete_rows(db, match)
        with trouble(MatchGone):
            self.locks[match].save(table)
        self.locks.pop(match).release()
        self.locks[match] = rewrite_match(self.journal, table, match)
        assert self.locks[match].match == match
        self.saved(match, table)

    @rule(match=matches, seed=SEEDS, steps=st.integers(0, 25))
    def bring_in(self, match: int, seed: int, steps: int) -> None:
        """Import a match, unchanged or continued elsewhere."""
        if match not in self.tables or self.tables[match].match.winner:
            return
        before, table = self.tables[match], self.tables[match]
        for table in random_steps(before, seed, steps, back=False):
            if table.match.winner:
                break
        record = read_transcript(write_transcript(table.record))
        if played(record) == played(before.record):
            with pytest.raises(AlreadyImported):
                add_match(self.journal, record)
        elif match in self.locks:
            with trouble(MatchInUse):
                add_match(self.journal, record)
        else:
            assert add_match(self.journal, record) == match
            lock, continued = MatchLock.acquire(self.journal, match)
            lock.release()
            assert played(continued.record) == played(record)
            self.saved(match, continued)
            if continued.accepted and not (continued.match.length or continued.match.winner):
                self.ended.add(match)

    # ---- backups

    @rule()
    def make_backup(self) -> None:
        if not (self.tables):
            return
        self.day += 1
        self.journal.back_up(START + timedelta(days=self.day))
        self.backup = dict(self.tables)
        assert len(all_backups(self.journal.path)) <= 8

    @rule(target=matches, damage=st.sampled_from([*DAMAGES]), seed=SEEDS)
    def lose_and_restore(self, damage: str, seed: int) -> object:
        """The backup survives any damage; a match may have continued after it."""
        if not self.backup:
            return multiple()
        self.leave_all()
        journal = self.journal
        with journal.writing():
            pass
        journal.close()
        damage_file(journal.path, damage, seed)
        restore(journal)
        before, self.tables = self.tables, {}
        lines = query.all_matches(journal, 0, -1)
        for line in lines:
            lock, table = MatchLock.acquire(journal, line.match)
            lock.release()
            self.tables[line.match] = table
        for match, table in self.backup.items():
            whole = [here.record.games for here in self.tables.values()]
            assert table.record.games in whole or before[match].record.games in whole
        self.order = [line.match for line in reversed(lines)]
        self.ended = {line.match for line in lines if line.state is MatchState.ENDED}
        # The number of a lost match that began after the backup is not saved anywhere.
        self.last_number = max(self.tables)
        self.progress = {}
        for learner, item, data in all_progress(journal):
            self.progress.setdefault(learner.casefold(), {})[item] = data
        self.backup = None
        return multiple(*(match for match in self.tables if match not in before))

    # ---- invariants

    @invariant()
    def has_what_the_model_has(self) -> None:
        journal = self.journal
        lines = query.all_matches(journal, 0, -1)
        assert [line.match for line in lines] == self.order[::-1]
        assert query.unfinished_matches(journal) == tuple(line for line in lines if line.is_open)
        assert query.all_matches(journal, 1, 2) == lines[1:3]
        assert query.count_matches(journal) == len(lines)
        assert {*query.player_names(journal)} == {*self.names.values()}
        for line in lines:
            self.expect(journal, line, self.tables[line.match])
        for name in self.names.values():
            self.expect_games_of(journal, name)
            assert find_player(journal, f" {name.swapcase()} ") == name
        assert find_player(journal, "Nobody") is None
        count = sum(len([*log.unwritten(table, 0)]) for table in self.tables.values())
        assert journal.select(int, "SELECT count(*) FROM line") in ((), (count,))
        for learner, items in self.progress.items():
            assert read_progress(journal, learner) == items
        saved = {(item.learner.casefold(), item.item, item.data) for item in all_progress(journal)}
        assert saved == {(n, *item) for n, items in self.progress.items() for item in items.items()}
        journal.close()

    def expect_games_of(self, journal: Journal, name: str) -> None:
        tables = [t for t in self.tables.items() if name in (t[1].record.white, t[1].record.black)]
        games = [
            (match, number, result, W if table.record.white == name else B)
            for match, table in tables
            for number, result in enumerate(table.match.results, 1)
        ]
        choice = GameQuery(name.swapcase())
        lines = query.finished_games(journal, choice)
        assert {(line.match, line.number) for line in lines} == {game[:2] for game in games}
        assert query.count_games(journal, choice) == len(games)
        won = [result.points for _, _, result, side in games if result.winner is side]
        counted = next((line for line in query.player_lines(journal) if line.name == name), None)
        known = counted and (counted.games, counted.points)
        assert known == ((len(games), sum(won)) if games else None)

    def expect(self, journal: Journal, line: MatchLine, table: Table) -> None:
        log, record = journal.read(line.match), table.record
        assert (log.record, log.results) == (record, table.match.results)
        assert line == MatchLine(
            line.match,
            record.rules.name,
            record.white,
            record.black,
            record.length,
            MatchState.ENDED if line.match in self.ended else table.state,
            table.awaited,
            line.touched,
            len(record.games),
            table.match.score(W),
            table.match.score(B),
        )
        finished = query.finished_games(journal, GameQuery())
        games = sorted(game for game in finished if game.match == line.match)
        assert [game.number for game in games] == [*range(1, len(games) + 1)]
        assert tuple(game.result for game in games) == table.match.results


def interrupt(lock: MatchLock, table: Table) -> None:
    """Stop in the middle of a save."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(log, "_update_status", stop)
        with pytest.raises(KeyboardInterrupt):
            lock.save(table)


TestJournal = JournalMachine.TestCase
TestJournal.settings = settings(
    max_examples=settings().max_examples * 2 // 3, stateful_step_count=20
)

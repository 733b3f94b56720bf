"""Journals for tests, and other programs that use them."""

from __future__ import annotations

import multiprocessing
import os
import random
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

import pytest

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import AgreeDraw
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.stats import tally
from backgammon_tui.storage.journal import edits, query
from backgammon_tui.storage.journal.edits import AlreadyImported, add_match, rewrite_match
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.learning import read_progress, write_progress
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.query import GameQuery
from backgammon_tui.words.problems import JournalProblem, MatchGone, StorageErrorKind
from tests.engine.examples import NAMES, rules_named
from tests.storage.matches import SEED, any_step, new_match


def journal_in(folder: Path) -> Journal:
    return Journal(folder / "journal.sqlite")


# ---- matches


def table_for(
    name: str = "backgammon", *, fair: bool = True, seed: bytes = SEED, **changes: Any
) -> Table:
    """Return a table before the first roll, with some fields of its record changed."""
    record = replace(new_match(rules_named(name)), **changes)
    return Table.new_match(record, FairDice(seed) if fair else None)


def moved(table: Table, moves: int = 1) -> Table:
    """Return the table after more backgammon moves, with the rolls they need."""
    for _ in range(moves):
        if table.game.is_over:
            table = table.accept().next_game(table.dice and FairDice(SEED))
        while not table.game.moves:
            table = table.roll() if table.dice else table.roll((6, 3))
        table = table.apply(table.game.moves[0])
    return table


def drawn(table: Table) -> Table:
    """Return the table after a draw, with the result accepted."""
    return moved(table).apply(AgreeDraw()).accept()


def stepped(table: Table, seed: int, steps: int, back: bool = True) -> Table:
    """Return the table after this many random steps, with undo and take-backs."""
    for taken in random_steps(table, seed, steps, back):
        table = taken
    return table


def random_steps(table: Table, seed: int, steps: int, back: bool = True) -> Iterator[Table]:
    """Yield the table after each of some random steps, reproducible by the seed."""
    chance, fair = random.Random(seed), table.dice is not None
    for _ in range(steps):
        table = any_step(table, chance, back, chance.randbytes(32) if fair else None)
        yield table


def kept(journal: Journal, table: Table) -> int:
    """Save a match, release it, and return its number."""
    lock = MatchLock(journal)
    lock.save(table)
    lock.release()
    assert lock.match
    return lock.match


def keep_many(journal: Journal, seed: int, steps: int = 130) -> dict[int, Table]:
    """Save a match of each ruleset, with fair or typed dice; return them by their numbers."""
    tables = {}
    for number, name in enumerate(NAMES):
        chance = random.Random(f"{seed} {number}")
        record = replace(new_match(rules_named(name)), white=f"Anna {number}", black="Boris")
        dice = FairDice(chance.randbytes(32)) if number % 2 == 0 else None
        table = stepped(Table.new_match(record, dice), chance.randint(0, 9**9), steps)
        tables[kept(journal, table)] = table
    return tables


def change(journal: Journal, statement: str, *values: object) -> None:
    """Change a journal as a damaged disk would, even the lines of its logs."""
    with journal.writing() as db:
        db.execute("DROP TRIGGER IF EXISTS line_stays")
        db.execute(statement, values)


def played(record: MatchRecord) -> list[tuple[object, ...]]:
    """Return the actions of a match, game by game."""
    return [(game.effective_actions, game.first, game.starting_position) for game in record.games]


# ---- problems


@contextmanager
def trouble(expected: StorageErrorKind | type[JournalProblem]) -> Iterator[list[str]]:
    """Assert that this problem is raised; its sentence is available afterwards."""
    sentences: list[str] = []
    with pytest.raises(JournalProblem) as caught:
        yield sentences
    sentences.append(str(caught.value))
    assert expected in (caught.value.kind, type(caught.value)), sentences
    assert sentences[0].isprintable()
    if isinstance(expected, StorageErrorKind):
        assert sentences[0].startswith(f"The records file {expected.value}")
        assert sentences[0].endswith(f": {caught.value.path}")


# ---- other programs


@contextmanager
def other_program(work: Callable[..., None], *args: object) -> Iterator[OtherProgram]:
    """Run work in another process, which is killed at the end."""
    if not hasattr(os, "fork"):
        pytest.skip("this system has no fork")
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()
    process = context.Process(target=work, args=(there, *args), daemon=True)
    process.start()
    there.close()
    try:
        yield OtherProgram(process, here)
    finally:
        process.kill()
        process.join()
        here.close()


class OtherProgram:
    """Another process with open files of its own."""

    def __init__(self, process: Any, pipe: Connection) -> None:
        self._process = process
        self.pipe = pipe

    def kill(self) -> None:
        """Kill it without any cleanup."""
        self._process.kill()
        self._process.join()

    def join(self) -> None:
        """Wait for its successful end."""
        assert self.ended() == 0

    def ended(self) -> int | None:
        """Wait for its end and return the exit code, negative for a signal."""
        self._process.join(60)
        code: int | None = self._process.exitcode
        return code

    def remaining_output(self) -> list[Any]:
        """Return its remaining output after its end."""
        messages = []
        with suppress(EOFError):
            while True:
                messages.append(self.pipe.recv())
        return messages


PAGE: Final = 4096

Damage = Callable[[bytes, random.Random], bytes]


def _put(data: bytes, at: int, part: bytes) -> bytes:
    return (data[:at] + part + data[at + len(part) :])[: len(data)]


def _page(data: bytes, chance: random.Random) -> int:
    return PAGE * chance.randrange(len(data) // PAGE)


def _flipped(data: bytes, chance: random.Random, bits: int = 1) -> bytes:
    changed = bytearray(data)
    for _ in range(bits):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _exchanged(data: bytes, chance: random.Random) -> bytes:
    single, two = _page(data, chance), _page(data, chance)
    return _put(_put(data, single, data[two : two + PAGE]), two, data[single : single + PAGE])


def _doubled(data: bytes, chance: random.Random) -> bytes:
    two = _page(data, chance)
    return _put(data, _page(data, chance), data[two : two + PAGE])


def _without(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + data[at + chance.randint(1, 2 * PAGE) :]


DAMAGES: Final[dict[str, Damage]] = {
    "flip a bit": _flipped,
    "flip many bits": lambda data, chance: _flipped(data, chance, chance.randint(2, 200)),
    "lose a page": lambda data, chance: _put(data, _page(data, chance), bytes(PAGE)),
    "lose the first page": lambda data, chance: _put(data, 0, bytes(PAGE)),
    "lose the first bytes": lambda data, chance: _put(data, 0, bytes(chance.randint(1, 100))),
    "a page of noise": lambda data, chance: _put(data, _page(data, chance), chance.randbytes(PAGE)),
    "some noise": lambda data, chance: _put(
        data, chance.randrange(len(data)), chance.randbytes(chance.randint(1, 3000))
    ),
    "exchange two pages": _exchanged,
    "double a page": _doubled,
    "cut short": lambda data, chance: data[: chance.randrange(len(data))],
    # An empty file cannot be recognized as a journal.
    "cut pages": lambda data, chance: data[: PAGE * chance.randrange(1, len(data) // PAGE)],
    "lose a middle": _without,
    "add noise": lambda data, chance: data + chance.randbytes(chance.randint(1, 2 * PAGE)),
}


def damage_file(path: Path, damage: str, seed: int) -> None:
    """Damage a file that nobody has open."""
    path.write_bytes(DAMAGES[damage](path.read_bytes(), random.Random(seed)))


# ---- queries

Query = Callable[..., object]


def run_all_queries(journal: Journal, matches: int) -> list[JournalProblem]:
    """Run every query on a journal and return the problems; any other error fails the test."""
    problems = []
    for question in (*_reading(journal, matches), *_writing(journal, matches)):
        try:
            question()
        except JournalProblem as problem:
            problems.append(problem)
    for raised in problems:
        assert raised.kind is StorageErrorKind.DAMAGED or isinstance(raised, MatchGone), str(raised)
        assert str(raised).isprintable()
    return problems


def _reading(journal: Journal, matches: int) -> Iterator[Callable[[], object]]:
    of_games: list[Query] = [query.count_games, query.finished_games, _tally]
    of_all: list[Query] = [query.unfinished_matches, query.count_matches, query.player_names]
    of_match: list[Query] = [query.match_line, query.all_games]
    some = (GameQuery(), GameQuery("Anna 1"), GameQuery("Boris", "Anna 2", "falood", "2020-01-01"))
    yield from (partial(ask, journal, choice) for ask in of_games for choice in some)
    yield from (partial(ask, journal) for ask in (*of_all, query.player_lines))
    yield from (partial(ask, journal, "Boris") for ask in (edits.find_player, read_progress))
    yield partial(query.all_matches, journal, 0, 99)
    for match in range(1, matches + 2):
        yield from (partial(ask, journal, match) for ask in of_match)
        yield from (partial(journal.find_game, match), partial(journal.read, match))


def _writing(journal: Journal, matches: int) -> Iterator[Callable[[], object]]:
    for match in range(1, matches + 2):
        yield partial(_play_on, journal, match)
    yield partial(_add_what_is_known, journal)
    yield partial(edits.rename_match, journal, 1, "Ewa", "Fritz")
    yield partial(edits.rename_player, journal, "Boris", "Gerd")
    yield partial(write_progress, journal, "Boris", "lesson/russian/1", "done")
    yield partial(edits.end_match, journal, 2)
    yield partial(edits.delete_match, journal, 3)
    yield lambda: MatchLock(journal).save(moved(table_for()))
    yield lambda: rewrite_match(journal, moved(table_for(), 3)).release()


def _tally(journal: Journal, choice: GameQuery) -> None:
    tally(query.played_games(journal, choice), "Boris")


def _play_on(journal: Journal, match: int) -> None:
    lock, table = MatchLock.acquire(journal, match)
    try:
        if not table.game.is_over and table.game.moves:
            lock.save(table.apply(table.game.moves[0]))
    finally:
        lock.release()


def _add_what_is_known(journal: Journal) -> None:
    record = moved(table_for("backgammon")).record
    for match in range(1, 3):
        with suppress(AlreadyImported, JournalProblem):
            add_match(journal, replace(journal.read(match).record, white="Hilde"))
    with suppress(AlreadyImported):
        add_match(journal, replace(record, white="Anna 1", black="Boris"))


# ---- full and read-only disks


def fill(disk: Path) -> Path:
    """Write a file until the disk is full."""
    film = disk / "film"
    with suppress(OSError), film.open("ab", 0) as file:
        while True:
            file.write(bytes(PAGE))
    return film


def make_read_only(disk: Path, way: str = "ro") -> None:
    for lock in disk.glob("*.lock"):
        lock.unlink()
    subprocess.run(["mount", "-o", f"remount,{way}", str(disk)], check=True)

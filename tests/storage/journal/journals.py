"""Journals to try things with, and other programs that use them."""

from __future__ import annotations

import multiprocessing
import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import AgreeDraw, Rules
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.problems import JournalProblem, Trouble
from backgammon_tui.storage.record import MatchRecord
from backgammon_tui.storage.table import Table
from tests.engine.examples import NAMES, rules_named
from tests.storage.matches import SEED, any_step, new_match


def journal_in(folder: Path) -> Journal:
    return Journal(folder / "journal.sqlite")


# ---- matches


def table_for(
    name: str = "backgammon", *, fair: bool = True, seed: bytes = SEED, **changes: Any
) -> Table:
    """A table before the first throw of a match, of whose record some fields are changed."""
    record = replace(new_match(rules_named(name)), **changes)
    return Table.sit_down(record, FairDice(seed, "kiwi", "") if fair else None)


def moved(table: Table, moves: int = 1) -> Table:
    """The table after some more moves at backgammon, with the throws that they need."""
    for _ in range(moves):
        if table.game.is_over:
            table = table.accept().next_game(table.dice and FairDice(SEED))
        while not table.game.legal_moves():
            table = table.throw() if table.dice else table.throw((6, 3))
        table = table.apply(table.game.legal_moves()[0])
    return table


def drawn(table: Table) -> Table:
    """The table after a game that the players agreed to end, with the result accepted."""
    return moved(table).apply(AgreeDraw()).accept()


def stepped(table: Table, seed: int, steps: int, back: bool = True) -> Table:
    """The table after so many random things, with games accepted and undo and take-backs."""
    for taken in random_steps(table, seed, steps, back):
        table = taken
    return table


def random_steps(table: Table, seed: int, steps: int, back: bool = True) -> Iterator[Table]:
    """The table after each of some random things, the same ones for the same seed."""
    chance, fair = random.Random(seed), table.dice is not None
    for _ in range(steps):
        table = any_step(table, chance, back, chance.randbytes(32) if fair else None)
        yield table


def kept(journal: Journal, table: Table) -> int:
    """Write down a match whose players then leave; its number."""
    lock = MatchLock(journal)
    lock.save(table)
    lock.release()
    assert lock.match
    return lock.match


def keep_many(journal: Journal, seed: int, steps: int = 130) -> dict[int, Table]:
    """A match of each ruleset, with fair dice or typed ones, as it was left, by its number."""
    tables = {}
    for number, name in enumerate(NAMES):
        chance = random.Random(f"{seed} {number}")
        record = replace(new_match(rules_named(name)), white=f"Anna {number}", black="Boris")
        dice = FairDice(chance.randbytes(32), "kiwi", "plum") if number % 2 == 0 else None
        table = stepped(Table.sit_down(record, dice), chance.randint(0, 9**9), steps)
        tables[kept(journal, table)] = table
    return tables


def played(record: MatchRecord) -> list[tuple[object, ...]]:
    """Return the play of a match, game by game."""
    return [(game.standing, game.first, game.situation) for game in record.games]


def ended(rules: Rules, games: int, seed: int = 1) -> Table:
    """A table at which so many games have been played to their ends."""
    table, chance = Table.sit_down(new_match(rules), FairDice(SEED)), random.Random(seed)
    while len(table.match.results) < games:
        table = any_step(table, chance, False, chance.randbytes(32))
    return table


# ---- problems


@contextmanager
def trouble(expected: Trouble) -> Iterator[None]:
    """See that a problem is told, and that it is this one."""
    with pytest.raises(JournalProblem) as caught:
        yield
    assert caught.value.trouble is expected, str(caught.value)
    assert str(caught.value).isprintable()
    if not caught.value.is_about_a_match:
        assert str(caught.value).startswith(f"The records file {expected.value}")
        assert str(caught.value).endswith(f": {caught.value.path}")


# ---- other programs


@contextmanager
def other_program(work: Callable[..., None], *args: object) -> Iterator[OtherProgram]:
    """Another process that does some work, and is killed in the end if it has not ended."""
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
    """A process beside this one, whose open files are its own."""

    def __init__(self, process: Any, pipe: Connection) -> None:
        self._process = process
        self.pipe = pipe

    def kill(self) -> None:
        """End it without a chance to tidy up."""
        self._process.kill()
        self._process.join()

    def join(self) -> None:
        """Wait for its end, which must be a good one."""
        assert self.ended() == 0

    def ended(self) -> int | None:
        """Wait for its end; its exit code, negative if a signal has ended it."""
        self._process.join(60)
        code: int | None = self._process.exitcode
        return code

    def heard(self) -> list[Any]:
        """All that it has said that was not yet read, once it has ended."""
        found = []
        with suppress(EOFError):
            while True:
                found.append(self.pipe.recv())
        return found

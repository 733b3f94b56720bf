"""Damages to the bytes of a journal, and all questions to it afterwards."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from backgammon_tui.stats.tally import tally
from backgammon_tui.storage.journal import edits, query
from backgammon_tui.storage.journal.edits import AlreadyImported, add_match, rewrite_match
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.lesson_progress import read_progress, write_progress
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.problems import JournalProblem, Trouble
from backgammon_tui.storage.journal.query import GameQuery
from tests.storage.journal.journals import moved, table_for

PAGE: Final = 4096

Damage = Callable[[bytearray, random.Random], bytearray]


def flip_a_bit(data: bytearray, chance: random.Random) -> bytearray:
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return data


def flip_many_bits(data: bytearray, chance: random.Random) -> bytearray:
    for _ in range(chance.randint(2, 200)):
        flip_a_bit(data, chance)
    return data


def lose_a_page(data: bytearray, chance: random.Random) -> bytearray:
    return _overwritten(data, PAGE * chance.randrange(len(data) // PAGE), bytes(PAGE))


def lose_the_first_page(data: bytearray, chance: random.Random) -> bytearray:
    return _overwritten(data, 0, bytes(PAGE))


def lose_the_first_bytes(data: bytearray, chance: random.Random) -> bytearray:
    return _overwritten(data, 0, bytes(chance.randint(1, 100)))


def fill_a_page_with_noise(data: bytearray, chance: random.Random) -> bytearray:
    at = PAGE * chance.randrange(len(data) // PAGE)
    return _overwritten(data, at, chance.randbytes(PAGE))


def overwrite_some_bytes(data: bytearray, chance: random.Random) -> bytearray:
    noise = chance.randbytes(chance.randint(1, 3000))
    return _overwritten(data, chance.randrange(len(data)), noise)


def exchange_two_pages(data: bytearray, chance: random.Random) -> bytearray:
    one, two = (PAGE * chance.randrange(len(data) // PAGE) for _ in range(2))
    page = data[one : one + PAGE]
    _overwritten(data, one, data[two : two + PAGE])
    return _overwritten(data, two, page)


def double_a_page(data: bytearray, chance: random.Random) -> bytearray:
    one, two = (PAGE * chance.randrange(len(data) // PAGE) for _ in range(2))
    return _overwritten(data, one, data[two : two + PAGE])


def cut_short(data: bytearray, chance: random.Random) -> bytearray:
    return data[: chance.randrange(len(data))]


def cut_pages(data: bytearray, chance: random.Random) -> bytearray:
    # Of an empty file nobody can tell that it was a journal.
    return data[: PAGE * chance.randrange(1, len(data) // PAGE)]


def lose_a_middle(data: bytearray, chance: random.Random) -> bytearray:
    at = chance.randrange(len(data))
    return data[:at] + data[at + chance.randint(1, 2 * PAGE) :]


def add_noise(data: bytearray, chance: random.Random) -> bytearray:
    return data + chance.randbytes(chance.randint(1, 2 * PAGE))


DAMAGES: Final[list[Damage]] = [
    flip_a_bit,
    flip_many_bits,
    lose_a_page,
    lose_the_first_page,
    lose_the_first_bytes,
    fill_a_page_with_noise,
    overwrite_some_bytes,
    exchange_two_pages,
    double_a_page,
    cut_short,
    cut_pages,
    lose_a_middle,
    add_noise,
]


def damage_file(path: Path, damage: Damage, seed: int) -> bytes:
    """Do a damage to a file that nobody has open; what is in it then."""
    damaged = bytes(damage(bytearray(path.read_bytes()), random.Random(seed)))
    path.write_bytes(damaged)
    return damaged


def _overwritten(data: bytearray, at: int, part: bytes | bytearray) -> bytearray:
    part = part[: len(data) - at]
    data[at : at + len(part)] = part
    return data


# ---- all that can be asked


def ask_everything(journal: Journal, matches: int) -> list[JournalProblem]:
    """Ask everything of a journal with so many matches; the problems that are told.

    Anything else that is raised is a fault of the program.
    """
    problems = []
    for question in (*_reading(journal, matches), *_writing(journal, matches)):
        try:
            question()
        except JournalProblem as problem:
            problems.append(problem)
    for told in problems:
        assert told.trouble in (Trouble.DAMAGED, Trouble.GONE), str(told)
        assert str(told).isprintable()
    return problems


def _reading(journal: Journal, matches: int) -> Iterator[Callable[[], object]]:
    for choice in (
        GameQuery(),
        GameQuery("Anna 1"),
        GameQuery("Boris", "Anna 2", "falood", "2020-01-01"),
    ):
        yield partial(query.count_games, journal, choice)
        yield partial(query.finished_games, journal, choice)
        yield partial(_count_figures, journal, choice)
    yield partial(query.open_matches, journal)
    yield partial(query.all_matches, journal, 0, 99)
    yield partial(query.count_matches, journal)
    yield partial(query.player_names, journal)
    yield partial(query.player_lines, journal)
    yield partial(edits.find_player, journal, "Boris")
    yield partial(read_progress, journal, "Boris")
    for match in range(1, matches + 2):
        yield partial(query.match_line, journal, match)
        yield partial(query.match_games, journal, match)
        yield partial(query.game_line, journal, match)
        yield partial(journal.read_head, match)
        yield partial(journal.find_game, match)
        yield partial(journal.read, match)


def _writing(journal: Journal, matches: int) -> Iterator[Callable[[], object]]:
    for match in range(1, matches + 2):
        yield partial(_play_on, journal, match)
    yield partial(_add_what_is_known, journal)
    yield partial(edits.rename_match, journal, 1, "Ewa", "Fritz")
    yield partial(edits.rename_player, journal, "Boris", "Gerd")
    yield partial(write_progress, journal, "Boris", "lesson/russian/1", "done")
    yield partial(edits.abandon_match, journal, 2)
    yield partial(edits.delete_match, journal, 3)
    yield lambda: MatchLock(journal).save(moved(table_for()))
    yield lambda: rewrite_match(journal, moved(table_for(), 3)).release()


def _count_figures(journal: Journal, choice: GameQuery) -> None:
    tally(query.played_games(journal, choice), "Boris")


def _play_on(journal: Journal, match: int) -> None:
    lock, table = MatchLock.acquire(journal, match)
    try:
        if not table.game.is_over and table.game.legal_moves():
            lock.save(table.apply(table.game.legal_moves()[0]))
    finally:
        lock.release()


def _add_what_is_known(journal: Journal) -> None:
    record = moved(table_for("backgammon")).record
    for match in range(1, 3):
        with suppress(AlreadyImported, JournalProblem):
            add_match(journal, replace(journal.read(match)[0], white="Hilde"))
    with suppress(AlreadyImported):
        add_match(journal, replace(record, white="Anna 1", black="Boris"))

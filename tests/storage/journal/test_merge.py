"""Whole matches that come in: from transcripts, and back after a backup."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import AgreeDraw, Ending, Resign, Roll
from backgammon_tui.match.record import DiceOrigin, MatchRecord, NewDice, check_rolls
from backgammon_tui.match.table import MatchState, Table
from backgammon_tui.storage.journal import query
from backgammon_tui.storage.journal.edits import AlreadyImported, add_match, rewrite_match
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.query import GameQuery
from backgammon_tui.storage.transcripts import read_transcript, write_transcript
from backgammon_tui.words.storage_problems import StorageErrorKind
from tests.engine.examples import NAMES, W, rules_named
from tests.storage.journal.journals import (
    drawn,
    journal_in,
    kept,
    moved,
    played,
    stepped,
    table_for,
    trouble,
)
from tests.storage.matches import SEED, new_match, random_table
from tests.storage.transcripts.samples import COMPLETED, HEAD, SAMPLE, TYPED_GAME, texts


def shared(record: MatchRecord) -> MatchRecord:
    """A match as it comes out of its transcript."""
    return read_transcript(write_transcript(record))


@cache
def honest() -> list[MatchRecord]:
    """Matches whose rolls are those of their dice; in others one is exchanged."""
    return [
        record
        for record in map(read_transcript, (TYPED_GAME, *texts()))
        if all(c.agrees for game in record.games for c in check_rolls(game) if c.expected)
    ]


@pytest.mark.parametrize("at", range(13))
def test_a_transcript_comes_in_and_goes_out_again(journal: Journal, at: int) -> None:
    record = honest()[at]
    assert len(honest()) == 13
    number = add_match(journal, record)
    loaded, results, *_ = journal.read(number)
    assert write_transcript(loaded) == write_transcript(record)
    over = [result for game in record.games if (result := game.play(record.rules).result)]
    assert list(results) == over
    assert query.count_games(journal, GameQuery()) == len(over)
    # Statistics leave out what began from a position.
    whole = [
        game
        for game in record.games
        if game.play(record.rules).result and not game.starting_position
    ]
    assert len(list(query.played_games(journal, GameQuery()))) == len(whole)


def test_the_sample_is_listed_with_its_figures(journal: Journal) -> None:
    number = add_match(journal, read_transcript(SAMPLE))
    (line,) = query.finished_games(journal, GameQuery())
    assert (line.match, line.number, line.ruleset) == (number, 1, "russian")
    assert (line.white, line.black, line.finished[:10]) == ("Anna", "Boris", "2026-03-01")
    assert (line.result.ending, line.result.points) == (Ending.RESIGNED, 2)
    assert line.result.winner is not W
    (game,) = query.played_games(journal, GameQuery())
    assert game.black_side.turns == 3
    assert game.white_side.hits == 3
    loaded = query.match_line(journal, number)
    assert loaded
    assert (loaded.state, loaded.awaits) == (MatchState.PLAYING, "next game")
    assert (loaded.white_points, loaded.black_points, loaded.games) == (0, 2, 1)


def test_an_open_match_that_comes_in_is_played_on(journal: Journal) -> None:
    number = add_match(journal, read_transcript(COMPLETED))
    assert query.unfinished_matches(journal)[0].awaits == "Boris to play the 3"
    lock, table = MatchLock.acquire(journal, number)
    assert len(table.match.results) == 1
    table = table.apply(table.game.moves[0])
    lock.save(table)
    lock.release()
    assert MatchLock.acquire(journal, number)[1] == table
    fair = add_match(journal, shared(moved(table_for(), 3).record))
    assert MatchLock.acquire(journal, fair)[1].needs_dice, "the seed stays where it came from"
    over = moved(table_for(length=2, seed=bytes(32))).apply(Resign(W, 2)).accept()
    line = query.match_line(journal, add_match(journal, shared(over.record)))
    assert line
    assert (line.state, line.awaits, line.length) == (MatchState.WON, "the match is won", 2)


@pytest.mark.parametrize("text", [HEAD, f"{HEAD}\nGame 1\nDice: typed\n"])
def test_a_match_in_which_nothing_was_played_does_not_come_in(journal: Journal, text: str) -> None:
    with pytest.raises(ValueError, match="nothing has been played"):
        add_match(journal, read_transcript(text))
    assert query.count_matches(journal) == 0


# ---- matches that are known


@pytest.mark.parametrize(
    ("fair", "change", "is_known"),
    [
        (True, {"white": "Anna", "black": "Bo"}, True),
        (True, {"length": 5}, False),
        (True, {"rules": rules_named("backgammon", winner_starts=True)}, False),
        (False, {"white": new_match(rules_named("backgammon")).white.upper()}, True),
        (False, {"date": "2026-03-02"}, False),
        (False, {"white": "Anna"}, False),
    ],
)
def test_matches_are_known_by_their_dice_or_by_players_and_day(
    journal: Journal, fair: bool, change: dict[str, Any], is_known: bool
) -> None:
    record = shared(moved(table_for(fair=fair), 3).record)
    number = add_match(journal, record)
    changed = replace(record, **change)
    if is_known:
        with pytest.raises(AlreadyImported) as caught:
            add_match(journal, changed)
        assert caught.value.match == number
    else:
        assert add_match(journal, changed) != number


def test_two_that_went_on_differently_are_two(journal: Journal) -> None:
    table = moved(table_for(fair=False), 2)
    first, other = table.roll((2, 1)), table.roll((4, 4))
    assert add_match(journal, first.record) != add_match(journal, other.record)


@pytest.mark.parametrize(("name", "fair"), list(zip(NAMES, cycle([True, False]), strict=False)))
def test_every_beginning_is_known_and_every_continuation_takes_its_place(
    tmp_path: Path, name: str, fair: bool
) -> None:
    chance = random.Random(f"{name} {fair}")
    journal = journal_in(tmp_path)
    table = random_table(rules_named(name), 5, 20, fair, back=False)
    number = add_match(journal, shared(table.record))
    for _ in range(2):
        shorter = shared(table.record)
        table = stepped(table, chance.randint(0, 9999), chance.randint(2, 60), back=False)
        longer = shared(table.record)
        assert add_match(journal, longer) == number
        assert query.count_matches(journal) == 1
        assert played(journal.read(number).record) == played(longer)
        for known in (shorter, longer):
            with pytest.raises(AlreadyImported) as caught:
                add_match(journal, known)
            assert caught.value.match == number


def test_a_match_that_was_played_here_and_goes_on_keeps_what_only_the_journal_knows(
    journal: Journal,
) -> None:
    table = moved(table_for()).apply(AgreeDraw()).accept()
    table = moved(table.next_game(FairDice(bytes(32))), 2)
    number = kept(journal, table)
    before = query.finished_games(journal, GameQuery())
    longer = shared(moved(table, 3).record)
    assert add_match(journal, longer) == number
    after = query.finished_games(journal, GameQuery())
    assert [line.finished for line in after] == [line.finished for line in before]
    _, loaded = MatchLock.acquire(journal, number)
    assert not loaded.needs_dice
    assert loaded.actions == moved(table, 3).actions
    assert loaded.dice == FairDice(bytes(32))


def test_a_match_that_is_being_played_is_not_exchanged(journal: Journal) -> None:
    table = moved(table_for(), 2)
    number = kept(journal, table)
    lock, _ = MatchLock.acquire(journal, number)
    with trouble(StorageErrorKind.PLAYED_ELSEWHERE):
        add_match(journal, shared(moved(table).record))
    lock.release()
    assert add_match(journal, shared(moved(table).record)) == number
    MatchLock.acquire(journal, number)


# ---- what the journal knows of the dice


def open_game(tmp_path: Path) -> tuple[Journal, Table]:
    """A journal with an open game of fair dice, whose seed nobody else knows."""
    journal, table = journal_in(tmp_path), moved(table_for(), 4)
    kept(journal, table)
    return journal, table


def wrong_roll(table: Table) -> Table:
    """The table after a roll that its fair dice do not show."""
    while not table.game.phase.name.startswith("ROLL"):
        table = table.apply(table.game.moves[0])
    assert table.dice
    first, second = table.dice.roll(table.roll_number)
    return table.apply(Roll(first % 6 + 1, second))


def test_a_roll_that_the_seed_of_an_open_game_contradicts_is_refused(tmp_path: Path) -> None:
    journal, table = open_game(tmp_path)
    forged = wrong_roll(table)
    with pytest.raises(ValueError, match="by the seed of its dice") as caught:
        add_match(journal, shared(forged.record))
    assert table.dice
    second, first = sorted(table.dice.roll(table.roll_number))
    turn = rf"the roll of turn {forged.turns[-1]} in game 1"
    said = rf"{turn} is \d-\d and by the seed of its dice {first}-{second}"
    assert re.fullmatch(said, str(caught.value))
    elsewhere = replace(wrong_roll(table_for().roll()).record, white="Somebody", date="1999-01-01")
    with pytest.raises(ValueError, match="by the seed of its dice"):
        add_match(journal, shared(elsewhere))
    assert query.count_matches(journal) == 1
    assert MatchLock.acquire(journal, 1)[1] == table
    longer = moved(table, 4)
    assert add_match(journal, shared(longer.record)) == 1
    assert MatchLock.acquire(journal, 1)[1].actions == longer.actions


@pytest.mark.parametrize("dice", [None, FairDice(bytes(range(32, 64)))])
def test_an_open_game_is_not_gone_on_with_by_other_dice(
    tmp_path: Path, dice: FairDice | None
) -> None:
    """They could show whatever somebody likes: the match comes in beside it."""
    journal, table = open_game(tmp_path)
    other = moved(table.change_dice(dice), 4)
    assert len(other.rolls) > len(table.rolls)
    assert add_match(journal, shared(other.record)) == 2
    assert MatchLock.acquire(journal, 1)[1] == table


def test_fair_rolls_are_not_exchanged_for_the_same_ones_typed_in(tmp_path: Path) -> None:
    journal, table = open_game(tmp_path)
    (game,) = table.record.games
    changed = replace(
        game, entries=(game.entries[0], NewDice(DiceOrigin.from_dice(None)), *game.entries[1:])
    )
    longer = replace(
        table.record, games=(replace(changed, entries=(*changed.entries, AgreeDraw())),)
    )
    assert add_match(journal, shared(longer)) == 2
    assert journal.read(1).record.games == table.record.games


def test_a_seed_that_the_journal_lacks_is_kept(journal: Journal) -> None:
    table = drawn(table_for())
    without = write_transcript(table.record)
    without = without[: without.index("Seed: ")]
    number = add_match(journal, read_transcript(without))
    assert journal.read(number).record.games[0].seeds == ()
    for seeds in (1, 0):
        with pytest.raises(AlreadyImported) as caught:
            add_match(journal, shared(table.record))
        assert (caught.value.match, caught.value.seeds) == (number, seeds)
    assert journal.read(number).record.games[0].seeds == (SEED.hex(),)


# ---- back after a backup


@pytest.mark.parametrize("saved", [0, 1])
def test_a_match_being_played_is_written_again(journal: Journal, saved: int) -> None:
    drawn_game = moved(table_for()).apply(AgreeDraw())
    table = moved(drawn_game.accept().next_game(FairDice(bytes(32))), 4)
    if saved:
        kept(journal, moved(table_for(), saved))
        kept(journal, moved(table_for(seed=SEED[::-1]), saved))
    lock = rewrite_match(journal, drawn_game)
    lock.release()
    assert lock.match
    assert MatchLock.acquire(journal, lock.match)[1] == drawn_game, "its result is still open"
    lock = rewrite_match(journal, table)
    lock.save(table := moved(table))
    lock.release()
    assert lock.match
    assert MatchLock.acquire(journal, lock.match)[1] == table
    assert query.count_matches(journal) == 1 + bool(saved), "what was saved of it gives way"

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import AgreeDraw, Resign, Roll
from backgammon_tui.match.record import (
    DiceKind,
    DiceOrigin,
    MatchRecord,
    NewDice,
    check_rolls,
    numbers_of,
)
from backgammon_tui.match.table import Table
from backgammon_tui.stats import PlayedGame, summarize
from backgammon_tui.storage.journal import query
from backgammon_tui.storage.journal.edits import (
    AlreadyImported,
    add_match,
    delete_match,
    rename_match,
    rename_player,
    rewrite_match,
)
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.learning import all_progress, write_progress
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.query import GameQuery
from backgammon_tui.storage.transcripts import read_transcript, write_transcript
from backgammon_tui.words.problems import MatchInUse
from backgammon_tui.words.records import GameLine, MatchLine
from tests.engine.examples import W, rules_named
from tests.storage.journal.journals import (
    change,
    drawn,
    journal_in,
    kept,
    moved,
    stepped,
    table_for,
    trouble,
)
from tests.storage.matches import SEED, new_match, seeds_of
from tests.storage.transcripts.samples import TYPED_GAME, texts

# ---- lists


def set_order(journal: Journal, *numbers: int) -> None:
    """Set the order in which the matches were last played."""
    for match, number in enumerate(numbers, 1):
        change(journal, "UPDATE match SET played = ? WHERE id = ?", number, match)


def day(number: int) -> str:
    return f"2026-03-{number:02}T12:00:00+00:00"


def numbers(lines: tuple[MatchLine, ...] | tuple[GameLine, ...]) -> list[int]:
    return [line.match for line in lines]


# ---- finished games


@pytest.fixture
def four_games(tmp_path: Path) -> Journal:
    """Return four finished games of three players on four days, and an open one."""
    journal = journal_in(tmp_path)
    pairs = [("Anna", "Boris"), ("Boris", "ANNA"), ("Cleo", "anna"), ("Cleo", "Boris")]
    rulesets = ["backgammon", "backgammon", "russian", "backgammon"]
    for number, ((white, black), name) in enumerate(zip(pairs, rulesets, strict=True)):
        record = replace(new_match(rules_named(name)), white=white, black=black)
        table = Table.new_match(record, FairDice(bytes([number] * 32)) if number else None)
        ways = (stepped(table, seed, 20 + number, back=False) for seed in range(99))
        table = next(t for t in ways if len(t.record.games) == 1 and not t.game.is_over)
        resigns = Resign(W, table.game.win_points[0])
        over = table.apply(resigns if number % 2 else AgreeDraw()).accept()
        kept(journal, over)
    kept(journal, moved(table_for(white="Anna", black="Dora")))
    for number in range(1, 5):
        change(journal, "UPDATE game SET finished = ? WHERE id = ?", day(number), number)
    set_order(journal, 4, 3, 2, 1, 5)
    return journal


@pytest.mark.parametrize(
    ("choice", "games"),
    [
        (GameQuery(), [4, 3, 2, 1]),
        (GameQuery(player="Anna"), [3, 2, 1]),
        (GameQuery(player="anNA", opponent="boris"), [2, 1]),
        (GameQuery(player="Boris", opponent="Cleo"), [4]),
        (GameQuery(player="Dora"), []),
        (GameQuery(player="Nobody"), []),
        (GameQuery(player="Anna", opponent="Nobody"), []),
        (GameQuery(opponent="Boris"), [4, 3, 2, 1]),
        (GameQuery(ruleset="russian"), [3]),
        (GameQuery(ruleset="french"), []),
        (GameQuery(since="2026-03-03"), [4, 3]),
        (GameQuery(until="2026-03-03"), [3, 2, 1]),
        (GameQuery(since="2026-03-02", until="2026-03-02"), [2]),
        (GameQuery("Anna", "Boris", "backgammon", "2026-03-02", "2026-03-31"), [2]),
        (GameQuery(player="' OR 1 --"), []),
    ],
)
def test_finished_games_can_be_filtered(
    four_games: Journal, choice: GameQuery, games: list[int]
) -> None:
    assert numbers(query.finished_games(four_games, choice)) == games
    assert query.count_games(four_games, choice) == len(games)
    assert numbers(query.finished_games(four_games, choice, 1, 2)) == games[1:3]
    assert len(query.played_games(four_games, choice)) == len(games)


def test_statistics_match_the_games(four_games: Journal) -> None:
    games = []
    for line in query.finished_games(four_games, GameQuery()):
        record = four_games.read(line.match).record
        states = record.games[0].history(record.rules)
        result = states[-1].result or pytest.fail("it is over")
        is_typed = record.games[0].dice.kind is DiceKind.TYPED
        game = PlayedGame(record.white, record.black, is_typed, False, result, summarize(states))
        games.append(game)
    counted = query.played_games(four_games, GameQuery())
    assert sorted(map(repr, counted)) == sorted(map(repr, games))


# ---- players


def test_last_player_is_listed_first(four_games: Journal) -> None:
    assert query.player_names(four_games) == ("Anna", "Dora", "Boris", "Cleo")
    set_order(four_games, 9, 3, 11)
    assert query.player_names(four_games) == ("Anna", "Cleo", "Boris", "Dora")


# ---- names


@pytest.mark.parametrize("new", ["", "  ", "x" * 41, "A\x1b[2J", "A\nB"])
def test_invalid_names_are_rejected(four_games: Journal, new: str) -> None:
    for use in (
        partial(rename_player, four_games, "Anna", new),
        partial(rename_match, four_games, 1, new, "Boris"),
        partial(write_progress, four_games, new or " ", "lesson/russian/1", ""),
    ):
        with pytest.raises(ValueError, match="a name"):
            use()
    assert {*query.player_names(four_games)} == {"Anna", "Boris", "Cleo", "Dora"}


def test_progress_uses_players_names_or_typed_ones(four_games: Journal) -> None:
    for name in ("ANNA", "McDonald", "mcdonald", "McDonald"):
        write_progress(four_games, name, "lesson/russian/1", "")
    assert {item.learner for item in all_progress(four_games)} == {"Anna", "McDonald"}


# ---- ended and deleted


def test_shared_seed_is_kept(tmp_path: Path) -> None:
    """Two matches can begin with the same dice if one continues the other's transcript."""
    journal, table = journal_in(tmp_path), moved(table_for(), 2)
    number = kept(journal, table.roll())
    other = add_match(journal, table.change_dice(None).roll((1, 1)).record)
    assert other != number
    delete_match(journal, other)
    _, loaded = MatchLock.acquire(journal, number)
    assert loaded.dice
    assert loaded.dice.seed == SEED


# ---- imports


def shared(record: MatchRecord) -> MatchRecord:
    """Return a match as read from its transcript."""
    return read_transcript(write_transcript(record))


def test_imported_transcript_is_exported_unchanged(journal: Journal) -> None:
    for text in (TYPED_GAME, *texts()):
        record = read_transcript(text)
        rolls = (check for game in record.games for check in check_rolls(game))
        if any(check.expected and not check.agrees for check in rolls):
            continue
        number = add_match(journal, record)
        exported, results, *_ = journal.read(number)
        assert write_transcript(exported) == text
        over = [result for game in record.games if (result := game.play(record.rules).result)]
        assert list(results) == over


# ---- repeated imports


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
def test_known_match_has_same_dice_or_players_and_day(
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


def test_different_continuations_are_two_matches(journal: Journal) -> None:
    table = moved(table_for(fair=False), 2)
    first, other = table.roll((2, 1)), table.roll((4, 4))
    assert add_match(journal, first.record) != add_match(journal, other.record)


def test_continuation_does_not_replace_newer_play(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another window continues the match after it was compared with the imported one."""
    table = moved(table_for(), 2)
    number = kept(journal, table)
    reserve = MatchLock.reserve

    def reserve_late(journal: Journal, match: int) -> MatchLock:
        other, loaded = MatchLock.acquire(journal_in(journal.path.parent), match)
        other.save(moved(loaded))
        other.release()
        return reserve(journal, match)

    monkeypatch.setattr(MatchLock, "reserve", reserve_late)
    with trouble(MatchInUse):
        add_match(journal, shared(moved(table, 3).record))
    assert MatchLock.acquire(journal, number)[1] == moved(table)


def test_continuation_keeps_local_data(journal: Journal) -> None:
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


# ---- dice


@pytest.fixture
def table(journal: Journal) -> Table:
    """Save an unfinished game, whose seed is known nowhere else."""
    kept(journal, table := moved(table_for(), 4))
    return table


def wrong_roll(table: Table) -> Table:
    """Return the table after a roll that contradicts its fair dice."""
    while not table.game.phase.name.startswith("ROLL"):
        table = table.apply(table.game.moves[0])
    assert table.dice
    first, second = table.dice.roll(table.roll_number)
    return table.apply(Roll(first % 6 + 1, second))


def test_roll_contradicting_its_seed_is_rejected(journal: Journal, table: Table) -> None:
    forged = wrong_roll(table)
    with pytest.raises(ValueError, match="the seed of its dice gives") as caught:
        add_match(journal, shared(forged.record))
    assert table.dice
    second, first = sorted(table.dice.roll(table.roll_number))
    turn = f"the roll of turn {forged.turn_numbers[-1]} in game 1"
    rolled = "{}-{}".format(*numbers_of(forged.actions[-1]))
    assert (
        str(caught.value) == f"{turn} is {rolled}, but the seed of its dice gives {first}-{second}"
    )
    elsewhere = replace(wrong_roll(table_for().roll()).record, white="Somebody", date="1999-01-01")
    with pytest.raises(ValueError, match="the seed of its dice gives"):
        add_match(journal, shared(elsewhere))
    assert query.count_matches(journal) == 1
    assert MatchLock.acquire(journal, 1)[1] == table
    longer = moved(table, 4)
    assert add_match(journal, shared(longer.record)) == 1
    assert MatchLock.acquire(journal, 1)[1].actions == longer.actions


@pytest.mark.parametrize("dice", [None, FairDice(bytes(range(32, 64)))])
def test_other_dice_do_not_continue_a_game(
    journal: Journal, table: Table, dice: FairDice | None
) -> None:
    """Unknown dice could show any numbers, so the match is imported as a new one."""
    other = moved(table.change_dice(dice), 4)
    assert len(other.rolls) > len(table.rolls)
    assert add_match(journal, shared(other.record)) == 2
    assert MatchLock.acquire(journal, 1)[1] == table


def test_typed_rolls_do_not_replace_fair_ones(journal: Journal, table: Table) -> None:
    (game,) = table.record.games
    first, *others = game.entries
    entries = (first, NewDice(DiceOrigin.from_dice(None)), *others, AgreeDraw())
    longer = replace(table.record, games=(replace(game, entries=entries),))
    assert add_match(journal, shared(longer)) == 2
    assert journal.read(1).record.games == table.record.games


def test_new_seed_is_saved(journal: Journal) -> None:
    table = drawn(table_for())
    without = write_transcript(table.record)
    without = without[: without.index("Seed: ")]
    number = add_match(journal, read_transcript(without))
    assert seeds_of(journal.read(number).record.games[0]) == ()
    for seeds in (1, 0):
        with pytest.raises(AlreadyImported) as caught:
            add_match(journal, shared(table.record))
        assert (caught.value.match, caught.value.seed_count) == (number, seeds)
    assert seeds_of(journal.read(number).record.games[0]) == (SEED.hex(),)


# ---- restored backups


@pytest.mark.parametrize("saved", [0, 1])
def test_match_in_progress_is_rewritten(journal: Journal, saved: int) -> None:
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

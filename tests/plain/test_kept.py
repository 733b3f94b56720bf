from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import chain, repeat
from pathlib import Path

import pytest

from backgammon_tui.dice import FairDice
from backgammon_tui.match.record import MatchRecord, TakeBack, Undo
from backgammon_tui.match.table import Table
from backgammon_tui.plain import conversation as plain_talk
from backgammon_tui.plain.match import MatchConversation, report_backup
from backgammon_tui.session import Session
from backgammon_tui.settings import Forced
from backgammon_tui.storage.journal.edits import add_match
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.query import all_matches
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.transcripts import read_transcript, write_transcript
from backgammon_tui.words.problems import JournalProblem, StorageErrorKind
from tests.engine.examples import rules_named
from tests.plain.talk import FairPlayer, Talk, hold_at, say_at, typing
from tests.storage.matches import SEED

BEGUN = ("roll", "keep", "plays", "play 1", "roll")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite") as journal:
        yield journal


def new_table(length: int | None = None, seed: bytes = SEED) -> Table:
    """Return a Russian match with fair dice; without a seed they are 2-6, which Boris wins, 1-2,
    1-5, 4-2.
    """
    match = MatchRecord(rules_named("russian"), "Anna", "Boris", "2026-03-01", length)
    return Table.new_match(match, FairDice(seed))


def kept(journal: Journal, match: int = 1) -> MatchRecord:
    """Return a match as another program reads it."""
    with Journal(journal.path) as other:
        return other.read(match).record


def resumed(journal: Journal, *lines: str, match: int = 1) -> Talk:
    """Return the conversation of a resumed match."""
    lock, table = MatchLock.acquire(journal, match)
    return say_at(table, *lines, journal=journal, lock=lock)


# ---- saving before display


def test_output_follows_saving(journal: Journal) -> None:
    player, talk = FairPlayer(3, lines=30), Talk()
    lines_after_saving = 0

    def read(_: str) -> str | None:
        line = player(talk)
        talk.answers.append([])
        return line

    def record_line(line: str) -> None:
        nonlocal lines_after_saving
        talk.record_line(line)
        games = session.table.record.games
        if games[0].entries:
            kept_games = kept(journal).games
            assert [game.entries for game in kept_games] == [game.entries for game in games]
            lines_after_saving += 1

    session = Session(new_table(), Storage(journal))
    MatchConversation(session, plain_talk.Talk(read, record_line)).run()
    assert lines_after_saving > 40


@pytest.mark.parametrize(
    ("answer", "forced"), [("y", Forced.QUICK), ("n", Forced.STEP), ("", Forced.ASK)]
)
def test_quick_passing_is_offered_once_and_saved(answer: str, forced: Forced) -> None:
    session = Session(new_table(), Storage(None))
    lines = chain(["roll", "keep", answer], repeat("", 30))
    talk = typing(
        lambda talk: MatchConversation(session, talk, is_asking=True),
        lambda _: next(lines, None),
    )
    text = " ".join(talk.lines)
    assert text.count("Play turns without a choice quickly from now on?") == 1
    assert session.storage.settings.forced is forced


def test_undo_and_take_backs_are_saved(journal: Journal) -> None:
    assert say_at(new_table(), "score", journal=journal).last.endswith("The game is not finished.")
    assert not journal.exists, "nothing before the first roll"
    say_at(new_table(), *BEGUN, "undo", "plays", "play 1", "undo", "takeback", "y", journal=journal)
    entries = kept(journal).games[0].entries
    assert isinstance(entries[-1], TakeBack)
    say_at(new_table(), "roll", "keep", "plays", "play 1", "undo", journal=journal)
    assert isinstance(kept(journal, 2).games[0].entries[-1], Undo)


# ---- continuing


def test_resumed_match_is_described(journal: Journal) -> None:
    left = say_at(new_table(3), "roll", "keep", "hand/19", journal=journal)
    assert left.lines[-1] == "Your game is saved. To resume it: backgammon-tui resume"
    talk = resumed(journal, "stage")
    answer = talk.answers[0]
    assert answer[:3] == [
        "Russian Backgammon: Anna is White, Boris is Black, to 3.",
        "Game 1 is resumed.",
        "Anna 0, Boris 0 in a match to 3.",
    ]
    assert "X Black, Boris: 369 pips, hand 14" in answer
    assert answer[-4:] == [
        "Boris 6-2 hand/19 (6 pips)",
        "6 2 now, 2 left",
        "Type help for the commands.",
        "Boris to play the 2. Enter: play hand/23, the only play.",
    ]
    assert talk.asked == ["> "]


def test_commands_work_after_resuming(journal: Journal) -> None:
    whole = say_at(new_table(), "roll", "keep", "hand/19", "undo", "redo", "hand/23", "roll")
    say_at(new_table(), "roll", "keep", "hand/19", "undo", journal=journal)
    talk = resumed(journal, "redo", "hand/23", "roll")
    assert talk.record == whole.record
    back = resumed(journal, "takeback 1", "y", "roll")
    text = " ".join(back.answers[1])
    assert "This takes back the opening roll 6-2 and Anna's 2-1." in text
    assert back.answers[-1][:-1] == whole.answers[1]


def test_next_game_is_awaited_between_games(journal: Journal) -> None:
    talk = say_at(new_table(5), *BEGUN, "resign 2", "y", journal=journal)
    assert talk.lines[-1] == "Your game is saved. To resume it: backgammon-tui resume"
    talk = resumed(journal, "next", "roll")
    assert talk.answers[0][1:3] == ["Game 1 is over.", "Anna 0, Boris 2 in a match to 5."]
    assert "Enter or next: start the next game, quit: leave." in talk.answers[0]
    assert len(kept(journal).games[1].entries) == 1


def test_dice_with_unknown_seed_are_replaced(journal: Journal) -> None:
    played = say_at(new_table(), *BEGUN).record
    assert played
    match = add_match(journal, read_transcript(write_transcript(played)))
    talk = resumed(journal, "plays", "play 1", "roll", "takeback 1", match=match)
    assert " ".join(talk.lines).count("dice is not in the records, so the game continues") == 1
    assert talk.answers[-1][0] == "The dice were changed after that roll."
    game = kept(journal, match).games[0]
    first, second = game.origins
    assert first.commitment == played.games[0].dice.commitment != second.commitment
    again = resumed(journal, "dice", match=match)
    assert again.asked == ["> "]
    assert second.commitment[:32] in again.lines


# ---- failed saves


@pytest.fixture
def troubles(monkeypatch: pytest.MonkeyPatch) -> list[StorageErrorKind]:
    """Return the errors of the next writes to the journal, in this order."""
    kinds: list[StorageErrorKind] = []
    keep = MatchLock.save

    def fail(lock: MatchLock, table: Table, patience: float | None = None) -> None:
        if kinds:
            kind = kinds.pop(0)
            is_full = kind is StorageErrorKind.CANNOT_WRITE
            raise JournalProblem(
                kind, Path("journal.sqlite"), "the disk is full" if is_full else ""
            )
        keep(lock, table, patience)

    monkeypatch.setattr(MatchLock, "save", fail)
    return kinds


def test_unsaved_action_is_not_applied(journal: Journal, troubles: list[StorageErrorKind]) -> None:
    troubles += [StorageErrorKind.CANNOT_WRITE] * 3
    talk = say_at(new_table(), "roll", "", "roll", "no", "score", journal=journal)
    assert talk.answers[1] == [
        "Not done, because it cannot be saved. The records file",
        "cannot be written to (the disk is full): journal.sqlite",
        "Type again to try once more, unsaved to play on without",
        "saving, or quit to leave. Anything else leaves the game",
        "unchanged.",
    ]
    assert talk.answers[2] == ["Each side rolls one die; the higher starts. Enter: roll."]
    assert talk.record == new_table().record
    assert not journal.exists
    troubles[:] = [StorageErrorKind.LOCKED] * 2
    talk = say_at(new_table(), "roll", "again", "try again", journal=journal)
    assert talk.answers[-1][0] == "Anna rolls 2, Boris 6: Boris starts."
    assert talk.record == kept(journal)
    for words in (("keep", "quit"), ("keep",)):
        troubles += [StorageErrorKind.CANNOT_WRITE]
        left = resumed(journal, *words)
        assert left.lines[-1] == "Your game is saved. To resume it: backgammon-tui resume"
        assert kept(journal) == talk.record


def test_players_may_continue_unsaved(journal: Journal, troubles: list[StorageErrorKind]) -> None:
    before = say_at(new_table(), *BEGUN, journal=journal).record
    troubles += [StorageErrorKind.CANNOT_WRITE]
    talk = resumed(journal, "plays", "play 1", "unsaved", "roll", "score")
    assert talk.answers[3][:3] == [
        "From here on nothing is saved. save FILE writes a",
        "transcript.",
        "Anna plays hand/23* hand/24.",
    ]
    assert talk.answers[-1][0] == "Anna 0, Boris 0. The match is not being saved."
    assert talk.lines[-1] == "The end of this match is not saved, as you chose."
    assert kept(journal) == before
    assert resumed(journal).record == before


def mislabel(path: Path) -> None:
    """Remove a journal's application ID; its rows remain readable."""
    other = path.with_name("other")
    with closing(sqlite3.connect(path)) as db, closing(sqlite3.connect(other)) as copy:
        db.backup(copy)
        copy.execute("PRAGMA user_version = 0")
    other.rename(path)


def test_failed_restore_is_reported_in_one_sentence(journal: Journal) -> None:
    lines: list[str] = []
    talk = plain_talk.Talk(lambda _: None, lines.append)
    report_backup(Storage(journal), JournalProblem(StorageErrorKind.LOCKED, journal.path), talk)
    text = " ".join(lines)
    assert text.startswith("No backup was made: the records file is in use by another program: ")


def test_restored_backup_continues_the_match(
    journal: Journal,
) -> None:
    other = say_at(new_table(seed=bytes(32)), "roll", "draw", "y", journal=journal)
    say_at(new_table(3), *BEGUN, "resign 1", "y", "next", journal=journal)

    def lines() -> Iterator[str]:
        mislabel(journal.path)
        yield from ("roll", "restore")

    journal.back_up()
    lock, table = MatchLock.acquire(journal, 2)
    waiting = lines()
    talk = hold_at(table, lambda _: next(waiting, None), journal, lock)
    text = " ".join(talk.lines)
    assert "Type restore to replace the damaged records with the backup of 20" in text
    assert "The records were damaged. The backup of 20" in text
    assert list(journal.path.parent.glob("journal-damaged-*.sqlite"))
    with Journal(journal.path) as new:
        numbers = [line.match for line in all_matches(new, 0, 9)]
        assert [new.read(number).record for number in numbers] == [talk.record, other.record]


def test_sound_records_are_not_replaced(journal: Journal, troubles: list[StorageErrorKind]) -> None:
    say_at(new_table(), "roll", journal=journal)
    troubles += [StorageErrorKind.DAMAGED]
    talk = resumed(journal, "keep", "restore")
    assert "can be read again, so nothing has been changed." in " ".join(talk.lines)
    assert talk.record == kept(journal)
    assert not list(journal.path.parent.glob("*damaged*"))


def test_storage_errors_at_any_time_lose_nothing(
    journal: Journal, troubles: list[StorageErrorKind]
) -> None:
    chance = random.Random(7)
    lines = chain(["roll"], repeat("play 1"))
    words = ["roll", "keep", "play 1", "undo", "redo", "takeback", "y", "reroll", ""]
    for _ in range(20):
        troubles[:] = [StorageErrorKind.CANNOT_WRITE] * chance.randint(0, 2)
        typed = [next(lines), *(chance.choice(words) for _ in range(6))]
        if not journal.exists:
            record = say_at(new_table(), *typed, journal=journal).record
        else:
            record = resumed(journal, *typed).record
        assert record
        if any(game.entries for game in record.games):
            assert kept(journal) == record

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import AgreeDraw, Resign, Side, StartingPosition
from backgammon_tui.match.record import MatchRecord, TakeBack
from backgammon_tui.match.table import (
    AfterGame,
    Proposal,
    Table,
    after_game,
    next_game,
    propose_draw,
    propose_resignation,
    propose_take_back,
)
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.session import ExitSummary, Remedy, Session, remedies
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.edits import rename_match
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.query import all_matches
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.text_file import is_visible
from backgammon_tui.words.problems import JournalProblem, StorageErrorKind
from tests.engine.examples import rules_named

W, B = Side.WHITE, Side.BLACK


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite") as journal:
        yield journal


def new_table(length: int | None = None, white: str = "Anna", black: str = "Boris") -> Table:
    """Return a match of Russian Backgammon with fair dice."""
    match = MatchRecord(rules_named("russian"), white, black, "2026-03-01", length)
    return Table.new_match(match, FairDice(bytes(32)))


def typed_table(*rolls: tuple[int, int], name: str = "backgammon", **more: Any) -> Table:
    """Return a match with real dice after some rolls."""
    table = Table.new_match(replace(new_table(**more).record, rules=rules_named(name)), None)
    for roll in rolls:
        table = table.roll(roll)
    return table


def played_out(table: Table) -> Table:
    """Return the table after the first play of its stage."""
    return table.apply(*table.game.legal_plays()[0].moves)


def played_against(white: str) -> Table:
    """Return a match with Boris after White's fourth roll; Boris started."""
    table = typed_table((3, 6), white=white)
    for dice in ((4, 1), (5, 2), (6, 4)):
        table = played_out(table).roll(dice)
    return table


def lost(length: int | None = None) -> Table:
    """Return a table after White has resigned."""
    table = typed_table((6, 3), length=length)
    return propose_resignation(table, 1).agreed(table)


def begun(journal: Journal) -> Session:
    """Return a session after its first roll."""
    session = Session(new_table(), Storage(journal))
    session.update(session.table.roll())
    return session


def saved(journal: Journal, match: int = 1) -> MatchRecord:
    """Return a match as another program reads it."""
    with Journal(journal.path) as other:
        return other.read(match).record


# ---- waiting for players


def test_session_runs_from_first_roll_to_next_game() -> None:
    assert after_game(new_table(3)) is None
    table = typed_table((6, 3), length=3)
    over = table.apply(AgreeDraw())
    assert after_game(over) is AfterGame.RESULT
    assert after_game(over.accept()) is AfterGame.NEXT_GAME
    assert after_game(next_game(over.accept())) is None
    assert after_game(propose_resignation(table, 1).agreed(table)) is AfterGame.NEXT_GAME
    assert after_game(propose_resignation(table, 3).agreed(table)) is AfterGame.REMATCH


def test_missed_events_are_acknowledged_before_next_roll() -> None:
    shut_out = StartingPosition.parse("W 10:14 bar:1 / B 13:3 6:2 5:2 4:2 3:2 2:2 1:2; W to move")
    table = Table.begin_at(typed_table().record.again(), shut_out, None).roll((6, 3))
    assert PlayState.open(table, Settings()).news


# ---- consent


def test_take_back_is_requested_by_previous_player() -> None:
    table = typed_table((3, 6))
    table = table.apply(table.game.moves[0])
    proposal = propose_take_back(table)
    assert proposal.agreed(table).game == typed_table().game
    assert propose_take_back(table, 1) == proposal


def test_any_recorded_roll_can_be_taken_back() -> None:
    table = played_out(typed_table((6, 3))).roll((4, 1))
    for roll in (1, 2):
        assert len(propose_take_back(table, roll).agreed(table).rolls) == roll - 1
    for roll in (0, 3):
        with pytest.raises(ValueError, match="rolls 1 to 2 can be taken back"):
            propose_take_back(table, roll)


def test_only_roll_that_can_be_taken_back_is_named() -> None:
    with pytest.raises(ValueError, match="only roll 1 can be taken back"):
        propose_take_back(typed_table((6, 3)), 2)


def test_take_back_against_computer_undoes_own_last_roll() -> None:
    """White, the computer, made the second and the fourth roll."""
    computer = played_against("computer:easy")
    proposal = propose_take_back(computer)
    assert (proposal.asked_by, proposal.action) == (B, TakeBack(3, B))
    person = played_against("Anna")
    proposal = propose_take_back(person)
    assert (proposal.asked_by, proposal.action) == (W, TakeBack(4, W))
    assert propose_take_back(person, 3).asked_by is B


def test_computers_roll_is_taken_back_if_it_is_the_only_one() -> None:
    here = StartingPosition.parse("W 13:15 / B 13:15; W to move")
    table = Table.begin_at(typed_table(white="computer:easy").record, here, None).roll((6, 3))
    assert propose_take_back(table) == Proposal(TakeBack(1, B), B)


def test_player_may_resign_or_offer_draw_on_computers_turn() -> None:
    for white, black, asked_by in (
        ("Anna", "Boris", W),
        ("computer:easy", "Boris", B),
        ("Anna", "computer:easy", W),
        ("computer:easy", "computer:strong", W),
    ):
        table = typed_table((6, 3), white=white, black=black)
        assert propose_resignation(table, 1).asked_by is asked_by
        assert propose_draw(table).asked_by is asked_by


def test_human_white_proposes_before_opening_is_decided() -> None:
    assert propose_draw(new_table()).asked_by is W
    assert propose_draw(new_table(white="computer:easy")).asked_by is B


@pytest.mark.parametrize(
    ("propose", "table", "problem"),
    [
        (propose_take_back, new_table(), "there is no roll to take back"),
        (propose_take_back, lost(), "the result has been accepted"),
        (partial(propose_resignation, points=1), new_table(), "it is not decided yet who starts"),
        (partial(propose_resignation, points=1), lost(), "the game is over"),
        (propose_draw, lost(), "not now"),
    ],
)
def test_proposals_need_a_running_game(propose: Any, table: Table, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        propose(table)


def test_player_to_move_resigns_and_opponent_agrees() -> None:
    table = typed_table((3, 6))
    proposal = propose_resignation(table, 2)
    assert proposal.asked_by is B
    result = proposal.agreed(table).game.result
    assert result is not None
    assert (result.winner, result.points) == (W, 2)


def test_draw_can_be_proposed_at_any_time() -> None:
    assert propose_draw(new_table()).agreed(new_table()).game.is_over


# ---- saving


def test_action_is_saved_before_it_counts(journal: Journal) -> None:
    session = Session(new_table(), Storage(journal))
    assert session.match is None
    session.update(session.table.roll())
    assert session.match == 1
    assert saved(journal) == session.table.record


def test_without_a_journal_nothing_is_saved() -> None:
    session = Session(new_table(), Storage())
    session.update(session.table.roll())
    assert session.table.roll_number == 2
    assert session.match is None


def test_unsaved_action_is_not_applied(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(new_table(), Storage(journal))
    before, keep = session.table, MatchLock.save

    def fail(*_: object) -> None:
        raise JournalProblem(StorageErrorKind.CANNOT_WRITE, journal.path)

    monkeypatch.setattr(MatchLock, "save", fail)
    with pytest.raises(JournalProblem) as error:
        session.update(before.roll())
    assert error.value.kind is StorageErrorKind.CANNOT_WRITE
    assert session.table is before
    monkeypatch.setattr(MatchLock, "save", keep)
    session.apply_remedy(Remedy.RETRY)
    session.update(before.roll())
    assert saved(journal) == session.table.record


def test_playing_unsaved_releases_the_match(journal: Journal) -> None:
    session = begun(journal)
    before = saved(journal)
    session.apply_remedy(Remedy.PLAY_UNSAVED)
    session.update(propose_draw(session.table).agreed(session.table))
    assert session.is_unsaved
    assert saved(journal) == before
    MatchLock.acquire(journal, 1)[0].release()


def test_vanished_match_is_written_again(journal: Journal) -> None:
    session = begun(journal)
    with journal.writing() as db:
        db.execute("DELETE FROM match")
        db.execute("DELETE FROM game")
    session.update(propose_draw(session.table).agreed(session.table))
    assert session.match is not None
    assert saved(journal, session.match) == session.table.record


def test_match_released_between_games_is_saved_once(journal: Journal) -> None:
    session = begun(journal)
    session.update(propose_draw(session.table).agreed(session.table))
    session.update(next_game(session.table))
    session.release()
    session.update(session.table.roll())
    assert [match.match for match in all_matches(journal, 0, 9)] == [session.match]
    assert session.match is not None
    assert saved(journal, session.match) == session.table.record


@pytest.mark.parametrize("trouble", StorageErrorKind)
def test_retry_and_playing_unsaved_are_always_offered(trouble: StorageErrorKind) -> None:
    *special, again, unsaved = remedies(JournalProblem(trouble, Path("journal")))
    assert (again, unsaved) == (Remedy.RETRY, Remedy.PLAY_UNSAVED)
    meant = {StorageErrorKind.DAMAGED: [Remedy.RESTORE]}
    assert special == meant.get(trouble, [])


# ---- further matches


def test_rematch_is_a_new_match(journal: Journal) -> None:
    session = Session(lost(1), Storage(journal))
    first = session.table.record
    session.rematch(swapped=True)
    assert (session.table.record.white, session.table.record.black) == ("Boris", "Anna")
    assert session.records == (first, session.table.record)
    session.update(session.table.roll((5, 2)))
    assert saved(journal).white == "Boris"


def test_previous_match_is_released_for_other_machines(journal: Journal) -> None:
    session = begun(journal)
    session.rematch(swapped=False)
    assert session.match is None
    MatchLock.acquire(journal, 1)[0].release()


def test_names_changed_in_journal_are_used(journal: Journal) -> None:
    session = begun(journal)
    rename_match(journal, 1, "Anne", "Bob")
    session.read_names()
    assert (session.table.record.white, session.table.record.black) == ("Anne", "Bob")
    unsaved = Session(new_table(), Storage())
    unsaved.read_names()
    assert unsaved.table.record.white == "Anna"


def test_match_is_won_when_last_result_is_accepted() -> None:
    to_accept = typed_table((6, 3), length=1).apply(Resign(W, 1))
    for table, is_won in ((lost(2), False), (to_accept, False), (to_accept.accept(), True)):
        left = Session(table, Storage()).left
        assert (left.is_won, left.is_unsaved, left.match) == (is_won, False, None)
        assert left.records == (table.record,)


def test_fair_dice_stay_fair_and_typed_ones_typed() -> None:
    assert next_game(lost()).dice is None
    table = new_table()
    following = next_game(propose_draw(table).agreed(table))
    assert following.dice is not None
    assert following.dice != table.dice


def test_dice_without_local_seed_are_replaced() -> None:
    there = Table.resume(new_table().roll().record, [], {})
    assert there.needs_dice
    session = Session(there, Storage())
    assert session.notice == (
        "The secret seed of this game's dice is not in the records, so the game continues with new"
        " fair dice."
    )
    assert not session.table.needs_dice
    assert Session(new_table(), Storage()).notice == ""


def test_notice_about_dice_keeps_the_last_event() -> None:
    shut_out = StartingPosition.parse("W 10:14 bar:1 / B 13:3 6:2 5:2 4:2 3:2 2:2 1:2; W to move")
    table = Table.begin_at(new_table().record.again(), shut_out, FairDice(bytes(32)))
    while not PlayState.open(table, Settings()).news:
        table = table.roll() if table.game.awaits_roll else table.apply(table.game.moves[0])
    opened = PlayState.open(table, Settings()).news
    assert opened
    there = Table.resume(table.record, [], {})
    session = Session(there, Storage())
    mode = PlayMode.begin(session, Storage())
    assert mode.state.news
    assert mode.state.news.text == f"{session.notice} {opened.text}"
    read = mode.handle(Key.SPACE)[0]
    assert not read.state.news


# ---- messages on leaving


def texts_of(match: int | None, *unfinished_matches: int) -> str:
    return ExitSummary((), match, is_won=False).describe(unfinished_matches)


def test_last_game_is_resumed_without_number() -> None:
    message = "Your game is saved. To resume it: backgammon-tui resume"
    assert texts_of(2, 2) == message
    assert texts_of(2, 2, 1, 4) == f"{message}\n2 other unfinished matches: backgammon-tui matches"
    # It was resumed, and left again without any action.
    assert texts_of(1, 2, 1) == f"{message} 1\n1 other unfinished match: backgammon-tui matches"
    assert texts_of(None) == "The game is not finished."


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash")
@pytest.mark.parametrize(
    "folder", ["/a\nb", "/it's \t\x1b[2Jmine\\", "/\udcff\u200b梅", "/$HOME `x`", "/a b"]
)
def test_folder_in_hints_is_quoted_for_the_shell(folder: str) -> None:
    hint = ExitSummary((), 2, is_won=False).describe((2,), folder)
    assert is_visible(hint)
    typed = hint.removeprefix("Your game is saved. To resume it: ")
    shell = f"backgammon-tui() {{ printf '%s' \"$3\"; }}; {typed}"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, check=True)
    assert done.stdout == os.fsencode(folder)


def test_folder_option_is_repeated_in_hints() -> None:
    message = ExitSummary((), 2, is_won=False).describe((2, 1), "/srv/my games")
    assert "backgammon-tui resume --folder '/srv/my games'" in message
    assert "backgammon-tui matches --folder '/srv/my games'" in message

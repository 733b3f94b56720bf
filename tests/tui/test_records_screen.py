"""The records: three lists, and what can be done with a match."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Input, Static

from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.replay import ReplayMode
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.storage.transcripts import read_transcript
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.dialogs.result import ResultScreen
from backgammon_tui.tui.screens.records import MatchPage, RecordsScreen
from backgammon_tui.tui.screens.start import StartScreen
from backgammon_tui.tui.screens.tabbed_list import PagedList
from tests.cli.program import keep, opened, transcript, won
from tests.modes.examples import W, table_from
from tests.tui.left import matches, record
from tests.tui.screen import (
    answered,
    app_at,
    at_once,
    choose,
    in_mode,
    lines,
    open_entry,
    play_state_of,
    press,
    running,
    running_at,
    text_of,
    wait_for,
    words_of,
)

WON = transcript(won(loser="W"), white="Anna", black="Dora", length="1", date="2026-03-03")
OPEN = transcript(won(), opened(2), white="Carla", length="3", date="2026-03-02")


async def at_records(pilot: Pilot[None]) -> None:
    """Go from the first screen to the records."""
    await open_entry(pilot, "Records")
    assert isinstance(pilot.app.screen, RecordsScreen)


async def test_a_row_is_whole_on_a_small_screen() -> None:
    keep(WON)
    async with running_at(is_bare=True, size=(57, 19)) as (app, pilot):
        await at_records(pilot)
        assert lines(app)[3].rstrip().endswith("Anna – Dora  Russian    0:1 to 1 Dora won")
        await press(pilot, "right")
        assert lines(app)[3].rstrip().endswith("Anna – Dora  Russian    Dora wins 1")


async def open_match(pilot: Pilot[None], place: int = 0) -> None:
    """Go on to the page of a match."""
    await at_records(pilot)
    await press(pilot, *["down"] * place, "enter")
    assert isinstance(pilot.app.screen, MatchPage)


def listed(app: BackgammonApp) -> list[str]:
    """The rows of the list, without the blanks of their columns."""
    rows = (" ".join(line.lstrip("▌").split()) for line in lines(app)[3:-1])
    return [row for row in rows if row]


# ---- the lists


async def test_nothing_was_played_yet() -> None:
    async with running_at() as (app, pilot):
        await at_records(pilot)
        for head in ("No match yet", "No finished game yet", "No player with a name yet"):
            await press(pilot, "enter")
            assert head in text_of(app)
            await press(pilot, "right")
        await press(pilot, "escape")
        assert isinstance(app.screen, StartScreen)


async def test_matches_games_and_players_are_listed() -> None:
    keep(OPEN, WON)
    async with running_at(is_bare=True) as (app, pilot):
        await at_records(pilot)
        newest, other = listed(app)
        assert newest.endswith("Anna – Dora Russian 0:1 to 1 Dora won")
        assert other.endswith("Carla – Boris Russian 1:0 to 3 open")
        await press(pilot, "right")
        newest, other = listed(app)
        assert newest.endswith("Anna – Dora Russian Dora wins 1, resigned")
        assert other.endswith("Carla – Boris Russian Carla wins 1, resigned")
        await press(pilot, "tab")
        assert listed(app) == [
            "Anna 1 game",
            "Boris 1 game",
            "Carla 1 game",
            "Dora 1 game",
        ]
        await press(pilot, "right")
        assert len(listed(app)) == 2
        await pilot.click("#titles", offset=(40, 0))
        assert listed(app)[0].startswith("Anna 1 game")


async def test_only_the_games_that_were_asked_for_are_listed() -> None:
    keep(OPEN, WON, transcript(won(), ruleset="french", white="Anna", black="Carla"))
    async with running_at(is_bare=True) as (app, pilot):
        await at_records(pilot)
        await press(pilot, "right", "/")
        player, opponent, ruleset, since, until = app.screen.query(Input)
        for field, text, problem in (
            (opponent, "Dora", "Name the player first, then the opponent."),
            (ruleset, "chess", "The games are russian, falood, french,"),
            (since, "yesterday", "Write days like 2026-03-01."),
        ):
            field.value = text
            await press(pilot, "enter")
            assert problem in words_of(app, "#said")
            field.value = ""
        player.value, since.value, until.value = "anna", "2026-03-02", "2026-03-03"
        await press(pilot, "enter")
        assert words_of(app, "#said") == "Only anna, since 2026-03-02, until 2026-03-03."
        assert [row.split(" Russian")[0][-11:] for row in listed(app)] == ["Anna – Dora"]
        await press(pilot, "enter")
        assert in_mode(app, ReplayMode)


async def test_a_long_list_is_walked_by_keys_wheel_and_mouse() -> None:
    keep(*(transcript(won(), date=f"2026-03-{day:02}") for day in range(1, 31)))
    async with running_at(is_bare=True) as (app, pilot):
        await at_records(pilot)
        await press(pilot, "right")
        rows = app.screen.query_one(PagedList)
        room = rows.size.height - 1  # The last line tells how many rows are out of sight.
        assert len(listed(app)) == room + 1 == 20
        assert listed(app)[-1] == "… 11 more below"
        for key, row in (
            ("end", 29),
            ("down", 0),
            ("up", 29),
            ("up", 28),
            ("home", 0),
            ("pagedown", room - 1),
            ("down", room),
        ):
            await press(pilot, key)
            assert rows.highlighted == 30 - row
        await pilot.click(PagedList, offset=(5, 0))
        assert rows.highlighted == 29
        await pilot.resize_terminal(100, 10)
        await wait_for(pilot, lambda: len(listed(app)) == 6)
        assert rows.highlighted == 29
        await pilot.click(PagedList, offset=(5, 0))
        await answered(pilot)
        assert in_mode(app, ReplayMode)


# ---- a match


async def test_the_page_of_a_match_has_its_score_sheet_and_goes_on_with_it() -> None:
    keep(OPEN, WON)
    async with running_at() as (app, pilot):
        await open_match(pilot, 1)
        seen = text_of(app)
        assert "Russian Backgammon, a match to 3" in seen
        assert "Boris resigns; Carla wins 1 point." in seen
        assert "Game 2: Carla to play the 2" in seen
        await choose(pilot, "Resume")
        await wait_for(pilot, lambda: in_mode(app, PlayMode))
        assert play_state_of(app).table.record.white == "Carla"
        await press(pilot, "enter")
        assert record(1).games[1] == play_state_of(app).table.record.games[1]
        assert len(matches()) == 2


async def test_a_won_match_is_not_played_on_and_its_games_are_looked_at() -> None:
    keep(WON)
    async with running_at(is_bare=True) as (app, pilot):
        await open_match(pilot)
        assert "Resume" not in text_of(app)
        await choose(pilot, "Look at game 1")
        assert in_mode(app, ReplayMode)
        await press(pilot, "escape")
        assert isinstance(app.screen, MatchPage)


async def test_the_transcript_of_a_match_is_copied_and_written(kept: Path) -> None:
    keep(WON)
    async with running_at(is_bare=True) as (app, pilot):
        await open_match(pilot)
        await choose(pilot, "Copy the transcript")
        (path,) = (kept / "shared").iterdir()
        assert path.read_text(encoding="utf-8") == app.clipboard
        assert read_transcript(app.clipboard) == record()
        content = app.screen.query_one("#below", Static).content
        assert str(content) == f"Copied. Written to {path}."


async def test_names_are_changed() -> None:
    keep(OPEN)
    async with running_at(is_bare=True) as (app, pilot):
        await open_match(pilot)
        await choose(pilot, "Change the names")
        white, black = app.screen.query(Input)
        white.value, black.value = "Dora", "DORA"
        await press(pilot, "enter", "enter")
        assert "different names" in text_of(app)
        black.value = "[b]Emil"
        await press(pilot, "enter")
        assert words_of(app, "#said") == "The names are changed."
        assert "Dora – [b]Emil" in listed(app)[0]
    assert matches() == ["Dora - [b]Emil"]


async def test_an_abandoned_match_is_not_open_any_more_but_can_be_played_on() -> None:
    keep(OPEN)
    async with running_at() as (app, pilot):
        await open_match(pilot)
        await choose(pilot, "Abandon it")
        assert listed(app)[0].endswith("abandoned")
        await press(pilot, "escape")
        assert "Carla" not in text_of(app)
        await open_match(pilot)
        await choose(pilot, "Resume")
        await wait_for(pilot, lambda: in_mode(app, PlayMode))


async def test_a_deleted_match_goes_at_the_end_and_not_before() -> None:
    keep(OPEN, WON)
    async with running_at(is_bare=True) as (app, pilot):
        await open_match(pilot, 1)
        await choose(pilot, "Delete it")
        # No is lit at first.
        await press(pilot, "enter")
        assert isinstance(app.screen, MatchPage)
        await choose(pilot, "Delete it")
        await press(pilot, "y")
        assert words_of(app, "#said").startswith("The match is deleted when the program ends")
        assert listed(app)[1].endswith("deleted")
        assert matches() == ["Anna - Dora", "Carla - Boris"]
        await press(pilot, "escape")
        assert "Carla" not in text_of(app)
    assert matches() == ["Anna - Dora"]


async def test_a_match_that_is_played_in_another_window_stays() -> None:
    (number,) = keep(OPEN)
    app = app_at(is_bare=True)
    with Journal(journal_file()) as journal:
        lock = MatchLock.reserve(journal, number)
        async with running(app) as pilot:
            await open_match(pilot)
            await choose(pilot, "Resume")
            below = app.screen.query_one("#below", Static)
            assert (
                str(below.content) == "The match is open in another window; close it there first."
            )
            await choose(pilot, "Delete it")
            await press(pilot, "y")
            assert isinstance(app.screen, MatchPage)
        lock.release()
    assert matches() == ["Carla - Boris"]


async def test_a_deleted_match_can_be_brought_back_while_the_program_runs() -> None:
    keep(OPEN)
    async with running_at() as (app, pilot):
        await open_match(pilot)
        await choose(pilot, "Delete it")
        await press(pilot, "y", "enter")
        await choose(pilot, "Bring it back")
        assert words_of(app, "#said") == "The match is back."
        assert listed(app)[0].endswith("open")
        await press(pilot, "escape")
        await at_once(pilot, "enter")
        await wait_for(pilot, lambda: in_mode(app, PlayMode))
    assert matches() == ["Carla - Boris"]


# ---- from the result of a game


async def test_the_result_leads_to_the_records_and_back_where_a_new_name_is_the_match_s() -> None:
    async with running_at(table_from("backgammon", "W 1:1 off:14 / B 23:2 13:13", W)) as (
        app,
        pilot,
    ):
        await press(pilot, "2", "1", "enter", "space", "space", "a", "o")
        assert isinstance(app.screen, RecordsScreen)
        assert listed(app)[0].endswith("White – Black Backgammon 3:0 finished")
        await press(pilot, "enter", "enter")
        assert "is open in another window; close it there first" in text_of(app)
        await choose(pilot, "Change the names")
        app.screen.query(Input).first().value = "Anna"
        await press(pilot, "enter", "enter", "escape")
        assert isinstance(app.screen, ResultScreen)
        assert "● Anna 3" in text_of(app)
        await press(pilot, "N")
        assert play_state_of(app).naming.white == "Anna"


async def test_a_match_that_was_left_is_not_resumed_from_a_result() -> None:
    keep(OPEN)
    async with running_at(table_from("backgammon", "W 1:1 off:14 / B 23:2 13:13", W)) as (
        app,
        pilot,
    ):
        await press(pilot, "2", "1", "enter", "space", "space", "a", "o", "down", "enter", "enter")
        assert "First leave this match; then you can resume that one." in text_of(app)
        MatchLock.acquire(Journal(journal_file()), 1)[0].release()

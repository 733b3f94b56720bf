from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.widgets import Input, Static

from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.replay import ReplayMode
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.storage.transcripts import read_transcript
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.dialogs.result import ResultScreen
from backgammon_tui.tui.page_parts import PagedList
from backgammon_tui.tui.screens.records import MatchPage, PlayerPage, RecordsScreen
from tests.cli.program import keep, opened, transcript, won
from tests.modes.examples import W, table_from
from tests.tui.screen import GamePilot, app_at, matches, record, running, running_at

WON = transcript(won(loser="W"), white="Anna", black="Dora", length="1", date="2026-03-03")
OPEN = transcript(won(), opened(2), white="Carla", length="3", date="2026-03-02")


async def at_records(pilot: GamePilot) -> None:
    """Open the records from the first screen."""
    await pilot.open_entry("Records")
    assert isinstance(pilot.screen, RecordsScreen)


async def open_match(pilot: GamePilot, place: int = 0) -> None:
    await at_records(pilot)
    await pilot.type(*["down"] * place, "enter")
    assert isinstance(pilot.screen, MatchPage)


def listed(pilot: GamePilot) -> list[str]:
    """Return the rows of the list, with single spaces."""
    rows = (" ".join(line.lstrip("▌").split()) for line in pilot.lines[3:-1])
    return [row for row in rows if row]


async def test_matches_games_and_players_are_listed() -> None:
    keep(OPEN, WON)
    async with running_at(is_bare=True, size=(57, 19)) as pilot:
        await at_records(pilot)
        assert pilot.lines[3].rstrip().endswith("Anna – Dora  Russian    0:1 to 1 Dora won")
        await pilot.type("right")
        assert pilot.lines[3].rstrip().endswith("Anna – Dora  Russian    Dora wins 1")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        newest, other = listed(pilot)
        assert newest.endswith("Anna – Dora Russian Dora wins 1, resigned")
        assert other.endswith("Carla – Boris Russian Carla wins 1, resigned")
        await pilot.type("tab")
        assert listed(pilot) == ["Anna 1 game", "Boris 1 game", "Carla 1 game", "Dora 1 game"]
        await pilot.type("right")
        newest, other = listed(pilot)
        assert newest.endswith("Anna – Dora Russian 0:1 to 1 Dora won")
        assert other.endswith("Carla – Boris Russian 1:0 to 3 open")
        await pilot.click("#titles", offset=(40, 0))
        assert listed(pilot)[0].startswith("Anna 1 game")


async def test_only_matching_games_are_listed() -> None:
    keep(OPEN, WON, transcript(won(), ruleset="french", white="Anna", black="Carla"))
    async with running_at(is_bare=True) as pilot:
        await at_records(pilot)
        await pilot.type("right", "/")
        player, opponent, ruleset, since, until = pilot.screen.query(Input)
        for field, text, problem in (
            (opponent, "Dora", "Name the player first, then the opponent."),
            (ruleset, "chess", "The games are russian, falood, french,"),
            (since, "yesterday", "Write dates like 2026-03-01."),
        ):
            field.value = text
            await pilot.type("enter")
            assert problem in pilot.words("#hint")
            field.value = ""
        until.value = "2020-01-01"
        assert "No such game" in await pilot.after("enter")
        assert "/ changes the filters." in pilot.text
        await pilot.type("/")
        player, _, _, since, until = pilot.screen.query(Input)
        player.value, since.value, until.value = "anna", "2026-03-02", "2026-03-03"
        await pilot.type("enter")
        assert pilot.words("#message") == "Only anna, since 2026-03-02, until 2026-03-03."
        assert [row.split(" Russian")[0][-11:] for row in listed(pilot)] == ["Anna – Dora"]
        await pilot.type("enter")
        assert pilot.in_mode(ReplayMode)


async def test_long_list_scrolls_by_keys_wheel_and_mouse() -> None:
    keep(*(transcript(won(), date=f"2026-03-{day:02}") for day in range(1, 31)))
    async with running_at(is_bare=True) as pilot:
        await at_records(pilot)
        await pilot.type("right")
        rows = pilot.screen.query_one(PagedList)
        room = rows.size.height - 1  # The last line counts the hidden rows.
        assert len(listed(pilot)) == room + 1 == 20
        assert listed(pilot)[-1] == "… 11 more below"
        for key, row in (
            ("end", 29),
            ("down", 0),
            ("up", 29),
            ("up", 28),
            ("home", 0),
            ("pagedown", room - 1),
            ("down", room),
        ):
            await pilot.type(key)
            assert rows.highlighted == 30 - row
        await pilot.click(PagedList, offset=(5, 0))
        assert rows.highlighted == 29
        await pilot.resize_terminal(100, 10)
        await pilot.wait_for(lambda: len(listed(pilot)) == 6)
        assert rows.highlighted == 29
        await pilot.click(PagedList, offset=(5, 0))
        await pilot.answered()
        assert pilot.in_mode(ReplayMode)


async def test_match_page_has_score_sheet_replays_exports_and_resumes(kept: Path) -> None:
    keep(OPEN, WON)
    async with running_at() as pilot:
        await open_match(pilot)
        assert "Resume" not in pilot.text
        await pilot.choose("Look at game 1")
        assert pilot.in_mode(ReplayMode)
        await pilot.open_menu("Export")
        (path,) = (kept / "shared").iterdir()
        assert path.read_text(encoding="utf-8") == pilot.app.clipboard
        assert read_transcript(pilot.app.clipboard) == record(2)
        assert pilot.words("#below") == f"Copied to the clipboard. Written to {path}."
        await pilot.type("escape", "down", "enter")
        seen = pilot.text
        assert "Russian Backgammon, a match to 3" in seen
        assert "Boris resigns; Carla wins 1 point." in seen
        assert "Game 2: Carla to play the 2" in seen
        await pilot.choose("Resume")
        await pilot.wait_for(lambda: pilot.in_mode(PlayMode))
        assert pilot.state.table.record.white == "Carla"
        await pilot.type("enter")
        assert record(1).games[1] == pilot.state.table.record.games[1]
        assert len(matches()) == 2


async def test_match_is_renamed_ended_deleted_and_restored() -> None:
    keep(OPEN)
    async with running_at() as pilot:
        await open_match(pilot)
        await pilot.choose("Change the names")
        white, black = pilot.screen.query(Input)
        white.value, black.value = "Dora", "DORA"
        assert "different names" in await pilot.after("enter", "enter")
        black.value = "[b]Emil"
        await pilot.type("enter")
        assert pilot.words("#message") == "The names have been changed."
        assert "Dora – [b]Emil" in listed(pilot)[0]
        await pilot.type("enter")
        await pilot.choose("End it")
        assert listed(pilot)[0].endswith("ended")
        assert "Dora" not in await pilot.after("escape")
        await open_match(pilot)
        await pilot.choose("Delete it")
        await pilot.type("y", "enter")
        await pilot.choose("Bring it back")
        assert pilot.words("#message") == "The match is back."
        await pilot.type("enter")
        await pilot.choose("Resume")
        await pilot.wait_for(lambda: pilot.in_mode(PlayMode))
    assert matches() == ["Dora - [b]Emil"]


async def test_match_is_deleted_when_the_program_ends() -> None:
    keep(OPEN, WON)
    async with running_at(is_bare=True) as pilot:
        await open_match(pilot, 1)
        await pilot.choose("Delete it")
        # "No" is highlighted at first.
        await pilot.type("enter")
        assert isinstance(pilot.screen, MatchPage)
        await pilot.choose("Delete it")
        await pilot.type("y")
        assert pilot.words("#message").startswith("The match is deleted when the program ends")
        assert listed(pilot)[1].endswith("deleted")
        assert matches() == ["Anna - Dora", "Carla - Boris"]
        assert "Carla" not in await pilot.after("escape")
    assert matches() == ["Anna - Dora"]


async def test_records_opened_from_a_result_rename_but_do_not_resume() -> None:
    keep(OPEN)
    async with running_at(table_from("backgammon", "W 1:1 off:14 / B 23:2 13:13", W)) as pilot:
        await pilot.type("2", "1", "enter", "space", "space", "a", "o")
        assert listed(pilot)[0].endswith("White – Black Backgammon 3:0 open")
        await pilot.type("enter", "enter")
        assert "is open in another window; close it there first" in pilot.text
        await pilot.choose("Change the names")
        pilot.screen.query(Input).first().value = "Anna"
        await pilot.type("enter", "escape")
        assert isinstance(pilot.screen, ResultScreen)
        assert "● Anna 3" in pilot.text
        await pilot.type("o", "down", "enter", "enter")
        assert "First leave this match; then you can resume that one." in pilot.text
        MatchLock.acquire(Journal(journal_file()), 1)[0].release()
        await pilot.type("N")
        assert pilot.state.naming.white == "Anna"


@asynccontextmanager
async def page_of_anna(*texts: str) -> AsyncIterator[GamePilot]:
    """Open Anna's page after some of her matches; she has the most games."""
    keep(transcript(won(), won(2)), transcript(won(), black="Carla", date="2026-03-02"), *texts)
    async with running_at(is_bare=True) as pilot:
        await pilot.open_entry("Records")
        await pilot.type("left", "enter")
        assert isinstance(pilot.screen, PlayerPage)
        yield pilot


def page_lines(pilot: GamePilot) -> list[str]:
    """Return the lines of the page."""
    text = str(pilot.screen.query_one("#text", Static).content)
    lines = [" ".join(line.split()) for line in text.splitlines()]
    return lines[next(at for at, line in enumerate(lines) if " against " in line) :]


def summary(pilot: GamePilot) -> str:
    """Return the text above the statistics, on one line."""
    text = str(pilot.screen.query_one("#text", Static).content)
    return " ".join(text.partition(" against ")[0].split())


async def test_statistics_are_against_all_or_one_opponent() -> None:
    async with page_of_anna() as pilot:
        shown = summary(pilot)
        assert shown.startswith("Games games won lost Carla 1 1 0 2 Mar 12:00 Boris 2 2 0 1 Mar")
        assert "l: next, Russian lesson 1, The board and the direction." in shown
        await pilot.type("l")
        assert pilot.in_mode(LessonMode)
        await pilot.type("escape")
        assert page_lines(pilot)[:2] == ["Anna against people", "3 finished games"]
        assert "Games won 3 0" in page_lines(pilot)
        await pilot.type("/")
        await pilot.choose("Carla")
        assert page_lines(pilot)[:2] == ["Anna against Carla", "1 finished game"]
        await pilot.type("/", "escape")
        assert page_lines(pilot)[0] == "Anna against Carla"
        await pilot.type("/")
        await pilot.choose("everybody")
        assert page_lines(pilot)[0] == "Anna against people"


async def test_players_are_renamed_and_merged_after_confirmation() -> None:
    async with page_of_anna(transcript(won(), white="Emil")) as pilot:
        for name, answer, message in (
            (" ", "", "at least one character"),
            ("Carla", "y", "Anna and Carla have played each other."),
            ("emil", "n", "Anna against people"),
            ("emil", "y", "Anna is now called emil."),
        ):
            await pilot.type(*["N"] * isinstance(pilot.screen, PlayerPage))
            pilot.screen.query_one(Input).value = name
            await pilot.type("enter")
            if answer:
                question = pilot.words(".dialog-title")
                assert question.lower().startswith(f"there is a player called {name.lower()}")
                await pilot.type(answer)
            assert message in pilot.text
        assert isinstance(pilot.screen, RecordsScreen)
        assert sorted(matches()) == ["emil - Boris", "emil - Boris", "emil - Carla"]


TEXT = transcript(won())


async def test_transcript_is_imported_once(tmp_path: Path) -> None:
    file = tmp_path / "our match.txt"
    file.write_text(TEXT, encoding="utf-8")
    async with running_at(is_bare=True) as pilot:
        await at_records(pilot)
        await pilot.type("i")
        await pilot.paste(TEXT)
        assert isinstance(pilot.screen, RecordsScreen)
        pilot.expect("Anna – Boris is now in the records.", "Anna – Boris  ")
        await pilot.type("i")
        files = [f"{quote}{file}{quote} " for quote in ("", "'", '"')]
        for pasted in (TEXT.replace("\n", "\r"), TEXT.replace("\n", "\r\n"), *files):
            pilot.screen.query_one("#hint", Static).update("")
            await pilot.paste(pasted)
            await pilot.type(*["enter"] * (pasted in files))
            assert pilot.words("#hint") == "This match is already in the records."
    assert matches() == ["Anna - Boris"]


CONTRADICTORY = """\
 5 point match

 Game 1
 Anna : 0                       Boris : 0
  1) 31: 8/5 6/5                 Doubles => 2
  2)  Drops                      Wins 1 point

 Game 2
 Anna : 3                       Boris : 1
  1) 31: 8/5 6/5                 Doubles => 2
  2)  Drops                      Wins 1 point
"""


@pytest.mark.parametrize("is_pasted", [False, True])
async def test_games_before_a_contradiction_are_imported_after_enter(
    tmp_path: Path, is_pasted: bool
) -> None:
    file = tmp_path / "match.mat"
    file.write_text(CONTRADICTORY, encoding="utf-8")
    async with running_at(is_bare=True) as pilot:
        await at_records(pilot)
        await pilot.type("i")
        await pilot.paste(CONTRADICTORY if is_pasted else str(file))
        await pilot.type(*["enter"] * (not is_pasted))
        assert pilot.words("#hint") == (
            "Line 8: the score is 3 : 1 here, but 0 : 1 after the games before."
            " Press Enter to import 1 game of 2."
        )
        assert matches() == []
        await pilot.type("enter")
        pilot.expect("Anna – Boris is now in the records.", "Anna – Boris  ")
    assert matches() == ["Anna - Boris"]


async def test_faulty_import_is_rejected_with_its_line(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.txt"
    damaged.write_text(TEXT.replace("hand/23", "hand/22"), encoding="utf-8")
    async with running_at(is_bare=True) as pilot:
        await at_records(pilot)
        await pilot.type("i")
        await pilot.paste(TEXT.replace("W keeps", "W sleeps"))
        assert not pilot.screen.query_one(Input).value, "a transcript is not a file name"
        assert pilot.words("#hint").startswith("Line 11: ")
        for name, problem in (
            (str(damaged), "Line 12: "),
            (str(tmp_path / "nothing.txt"), "The file cannot be read: No such file"),
            (str(tmp_path), "The file cannot be read: "),
            ("~nobody-is-called-so/x", "Could not determine home directory."),
        ):
            pilot.screen.query_one(Input).value = name
            await pilot.type("enter")
            assert pilot.words("#hint").startswith(problem)
        await pilot.paste(transcript())
        assert pilot.words("#hint") == "Nothing has been played in this match."
        await pilot.type("escape")
        for head in ("No match yet", "No finished game yet", "No named players yet"):
            assert head in await pilot.after("enter")
            await pilot.type("right")
    assert matches() == []


async def test_browser_reads_no_server_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "match.txt"
    file.write_text(TEXT)
    app = app_at(is_bare=True)
    monkeypatch.setattr(BackgammonApp, "is_web", True)
    async with running(app) as pilot:
        await at_records(pilot)
        assert "file" not in await pilot.after("i")
        await pilot.paste(str(file))
        await pilot.type("enter")
        assert pilot.words("#hint") == "Paste the whole transcript, not only one line."
    assert not matches()

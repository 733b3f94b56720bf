from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

from backgammon_tui.cli import records
from backgammon_tui.cli.console import can_print
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.text_file import is_visible
from tests.cli.program import keep, lines, opened, refusal, run, transcript, won


def refused(*arguments: str) -> str:
    """Return the error line of a command that cannot be carried out."""
    return refusal(*arguments, code=1)


# ---- matches


def test_empty_journal_lists_nothing(kept: Path) -> None:
    assert lines("matches") == ["There are no matches."]
    assert lines("matches", "--open") == ["There is no unfinished match."]
    assert lines("statistics") == ["Nobody has finished a game yet."]
    assert refused("score", "1") == "There is no match 1."
    assert refused("export", "1") == "There is no match 1."
    assert refused("statistics", "Anna") == "There is no player Anna."
    assert refused("statistics", "white") == (
        "Players without a name (White and Black) have no statistics."
    )
    assert not kept.exists()


def test_matches_are_listed_in_columns_last_first() -> None:
    keep(
        transcript(won(), white="梅", black="Boris", length="1"),
        transcript(won(1), opened(2), length="5"),
        transcript(won(), ruleset="french", white="Carla"),
    )
    rows = [re.sub(r" +\d+-\d\d-\d\d \d\d:\d\d$", "", row) for row in lines("matches")[1:]]
    assert lines("matches")[0] == (
        "match  White - Black  game          score  state  awaited             last played"
    )
    assert rows == [
        "3      Carla - Boris  French        1:0    ended",
        "2      Anna - Boris   Russian to 5  1:0    open   Anna to play the 2",
        "1      梅 - Boris     Russian to 1  1:0    won",
    ]
    assert [line.split()[0] for line in lines("matches", "--open")] == ["match", "2"]


def test_finished_games_are_listed_below_their_match() -> None:
    agreed = "\nGame 3\nDice: typed\n1 opening 5-2\ndraw agreed\n"
    keep(transcript(won(), won(2, "W", 3), agreed), transcript(opened()))
    _, *listed = lines("matches", "--games")
    assert [re.sub(r" +\d+-\d\d-\d\d \d\d:\d\d$", "", row) for row in listed] == [
        "2      Anna - Boris                   Russian  0:0    open   Anna to play the 2",
        "1      Anna - Boris                   Russian  1:3    ended",
        "1.1      Anna wins 1 by resignation",
        "1.2      Boris wins 3 by resignation",
        "1.3      draw agreed",
    ]
    assert " 2026-03-01 " in listed[-1]


def test_foreign_names_in_journal_are_harmless() -> None:
    keep(transcript(won(), opened(2)))
    with sqlite3.connect(journal_file()) as db:
        db.execute("UPDATE player SET name = 'a' || char(27) || '[2J' || char(8238) || 'b'")
        db.execute("UPDATE match SET ruleset = 'x' || char(10) || 'y', touched = char(7)")
    for command in (["matches", "--games"], ["statistics"], ["resume", "--plain"]):
        done = run(*command)
        assert all(is_visible(line) for line in done.out.splitlines() + done.err.splitlines())
        assert len(done.out.splitlines()) <= 4


# ---- score


def test_score_sheet_of_a_match_is_printed() -> None:
    rules = "Rule: free_entry = on\n"
    keep(transcript(won(), won(2, "W", 2), opened(3), rules=rules, length="5"))
    assert lines("score", "1") == [
        "Russian Backgammon, a match to 5",
        "Anna is White, Boris is Black.",
        "House rules: free entry: on.",
        "",
        "                                  Anna      Boris",
        "Game 1, Anna starts                  1",
        "  Boris resigns; Anna wins 1 point.",
        "Game 2, Anna starts                             2",
        "  Anna resigns; Boris wins 2 points.",
        "Game 3: Anna to play the 2",
        "Total                                1          2",
        "",
        "Anna needs 4, Boris needs 3.",
    ]
    keep(transcript(won(), black="computer:easy", rules="Help: on\n"))
    assert lines("score", "2")[3] == "Computer help: hints."


# ---- statistics


def test_players_are_listed_with_points() -> None:
    keep(
        transcript(won(), won(2, "W", 3)),
        transcript(won(), black="Carla"),
        transcript(won(), white="White", black="ANNA"),
        transcript(won(), black="computer:easy"),
    )
    assert lines("statistics") == [
        "player         finished  points  not counted",
        "Anna           4 games   2       1",
        "Boris          2 games   3",
        "Carla          1 game    0",
        "computer:easy  1 game    0",
    ]


def test_statistics_can_name_an_opponent() -> None:
    keep(transcript(won(), won(2, "W", 3)), transcript(won(), black="Carla"))
    rows = lines("statistics", "ANNA")
    assert rows[:2] == ["Anna against people", "3 finished games"]
    rows = lines("statistics", "anna", "boris", "--ascii")
    assert rows[:2] == ["Anna against Boris", "2 finished games"]
    assert max(map(len, rows)) <= 60
    assert "\n".join(rows).isascii()
    assert rows[rows.index("The dice of Boris") :] == ["The dice of Boris", "", "No rolls."]


def test_computer_games_are_counted_apart() -> None:
    games = [
        transcript(won(), white="Ann Lee", black=f"computer:{text}") for text in ("easy", "strong")
    ]
    keep(*games, transcript(won(), white="Ann Lee"))
    _, _, head, *commands = lines("statistics", "Ann Lee")[:5]
    assert head == "2 separate games against the computer:"
    assert commands[0].startswith("  backgammon-tui statistics 'Ann Lee' computer:")
    for command in commands:
        program = command.split()[-1]
        assert lines("statistics", "Ann Lee", program)[1] == "1 finished game"


def test_dice_are_drawn_for_each_player(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [
        won(number)
        .replace("W keeps\n  5 2", "W rolls again\n1 W 6-6\n  6 6 6 6")
        .replace("hand/20 hand/23", "hand/19(4)")
        for number in (1, 2)
    ]
    keep(transcript(*games))
    monkeypatch.setattr(records, "can_print", lambda text: True)
    rows = lines("statistics", "Anna")
    dice = rows[rows.index("The dice of Anna") :]
    assert dice[2] == "2 rolls of real dice, typed in"
    assert any(line.startswith("  6-6          2") and "█" in line for line in dice)
    assert "█" not in "\n".join(lines("statistics", "Anna", "--ascii"))


def test_bars_fall_back_to_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    class Plain:
        encoding = "latin-1"

    monkeypatch.setattr("sys.stdout", Plain())
    assert not can_print("█")
    monkeypatch.setattr(Plain, "encoding", "utf-8")
    assert can_print("█")

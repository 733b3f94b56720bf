"""The folder of a player who used version 1.0.0: matches, lessons, a review and options."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from backgammon_tui.settings import Forced, Signal
from backgammon_tui.storage.journal.backups import is_sound
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.learning import is_reviewed
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.storage.preferences import read_preferences
from tests.cli.program import output, run

KEPT = Path(__file__).parents[1] / "data" / "folder-1.0.0"


@pytest.fixture(autouse=True)
def folder(kept: Path) -> Path:
    """Return a folder with the files as 1.0.0 left them."""
    shutil.copytree(KEPT, kept, ignore=shutil.ignore_patterns("journal.sql", "match_*"))
    with closing(sqlite3.connect(journal_file())) as db:
        db.executescript((KEPT / "journal.sql").read_text(encoding="utf-8"))
    return kept


def test_matches_are_listed_and_exported_as_before() -> None:
    listed = output("matches", "--games")
    for words in ("Anna - Zoë", "Boris wins 2, resigned", "Backgammon to 3", "Computer wins 1"):
        assert words in listed
    for match in range(1, 5):
        text = (KEPT / f"match_{match}.txt").read_text(encoding="utf-8")
        assert output("export", str(match)) == text
    assert is_sound(journal_file())


def test_statistics_and_scores_are_kept() -> None:
    words = output("statistics", "Anna").split("\n")
    assert words[:2] == ["Anna against people", "2 finished games"]
    assert any(line.split() == ["Points", "0", "3"] for line in words)
    assert "Boris needs 1." in output("score", "1")


@pytest.mark.parametrize("match", ["1", "2", "3"])
def test_unfinished_matches_are_resumed(match: str) -> None:
    played = run("resume", match, "--plain", typed="hint\nquit\n")
    assert (played.code, played.err) == (0, "")
    assert "is resumed." in played.out
    assert "seed" not in played.out, "the dice go on as they were"


def test_progress_review_and_lessons_are_kept() -> None:
    rows = output("progress", "--csv").splitlines()
    assert {row.split(",")[1] for row in rows[1:]} == {"french/5", "own/mine.txt"}
    assert all(row.startswith("Anna,") for row in rows[1:])
    assert "A lesson" in output("lesson")
    with Journal(journal_file()) as journal:
        assert [is_reviewed(journal, game) for game in range(1, 7)].count(True) == 1
    assert "Boris" in output("review", "4")


def test_options_are_kept() -> None:
    settings, problem = read_preferences()
    assert problem == ""
    assert (settings.theme, settings.signal, settings.forced) == (
        *("harbour", Signal.BELL, Forced.PLAY),
    )
    assert (settings.mirrored, settings.motion) == (True, False)
    assert (settings.white, settings.black, settings.learner) == ("Anna", "Zoë", "Anna")

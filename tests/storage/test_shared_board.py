from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from backgammon_tui.engine import RULESETS, Position, Side
from backgammon_tui.settings import Settings
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.shared_board import SharedBoard, read_shared_board, share_board

BOARD = SharedBoard(
    "Russian Backgammon: Hitting, step 1 of 4",
    RULESETS["never-finishing"],
    Position.parse("W 24:1! 1:14 / B 24:1! 1:14"),
    Side.BLACK,
    (6, 3),
    ("You are White.", "Play the 6\nand the 3."),
)


def test_board_is_read_as_it_was_written(tmp_path: Path) -> None:
    journal = tmp_path / "new" / "journal.sqlite"
    share_board(journal, BOARD)
    read = read_shared_board(journal)
    assert read == BOARD._replace(texts=("You are White.", "Play the 6 and the 3."))
    share_board(journal, BOARD._replace(dice=None, texts=()))
    assert read_shared_board(journal) == BOARD._replace(dice=None, texts=())
    share_board(journal, None)
    assert read_shared_board(journal) is None
    assert not any(journal.parent.iterdir())


@pytest.mark.parametrize(
    "text", ["", "b\nc\nd", "b\nrussian\nW 1:99 / B; W to move\n", "b\nrussian\n\n7-7", "\xff"]
)
def test_damaged_file_is_not_a_board(tmp_path: Path, text: str) -> None:
    (tmp_path / "board.txt").write_bytes(f"1 elsewhere\n{text}".encode("latin-1"))
    assert read_shared_board(tmp_path / "journal.sqlite") is None


def test_terminal_codes_are_not_read(tmp_path: Path) -> None:
    share_board(tmp_path / "journal.sqlite", BOARD._replace(title="\x1b]0;x\x07"))
    read = read_shared_board(tmp_path / "journal.sqlite")
    assert read
    assert read.title == "]0;x"


def test_board_is_removed_when_the_program_ends(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    storage = Storage(journal, Settings())
    storage.share_board(BOARD)
    other = Storage(journal, Settings(), is_read_only=True)
    other.close()
    assert read_shared_board(journal)
    assert storage.journal
    storage.close()
    assert read_shared_board(journal) is None


def test_other_windows_leave_the_board(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    lesson, match = Storage(journal, Settings()), Storage(journal, Settings())
    lesson.share_board(BOARD)
    match.share_board(None)
    match.close()
    assert read_shared_board(journal)


@pytest.mark.skipif(os.name == "nt", reason="it cannot be checked there")
def test_board_of_a_killed_program_is_not_read(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    share_board(journal, BOARD)
    file = tmp_path / "board.txt"
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    _, _, rest = file.read_text(encoding="utf-8").partition(" ")
    file.write_text(f"{ended.pid} {rest}", encoding="utf-8")
    assert read_shared_board(journal) is None

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from backgammon_tui.engine import RULESETS, Position, Side
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.match_lock import Follower
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.shared_board import (
    OpenWindow,
    SharedBoard,
    close_window,
    read_windows,
    share_board,
)

BOARD = SharedBoard(
    "Russian Backgammon: Hitting, step 1 of 4",
    RULESETS["never-finishing"],
    Position.parse("W 24:1! 1:14 / B 24:1! 1:14"),
    Side.BLACK,
    (6, 3),
    ("You are White.", "Play the 6\nand the 3."),
)


def read_shared_board(journal: Path) -> SharedBoard | None:
    """Return the board of the only window, if there is one."""
    boards = [window.board for window in read_windows(journal)]
    return boards[0] if boards else None


def test_board_is_read_as_it_was_written(tmp_path: Path) -> None:
    journal = tmp_path / "new" / "journal.sqlite"
    share_board(journal, BOARD)
    read = read_shared_board(journal)
    assert read == BOARD._replace(texts=("You are White.", "Play the 6 and the 3."))
    share_board(journal, BOARD._replace(dice=None, texts=()))
    assert read_shared_board(journal) == BOARD._replace(dice=None, texts=())
    share_board(journal, None, "Anna")
    (window,) = read_windows(journal)
    assert (window.name, window.board) == ("Anna", None)
    close_window(journal)
    assert not any(journal.parent.iterdir())


@pytest.mark.parametrize(
    "text", ["b", "b\nc\nd", "b\nrussian\nW 1:99 / B; W to move\n", "b\nrussian\n\n7-7", "\xff"]
)
def test_damaged_file_is_not_a_board(tmp_path: Path, text: str) -> None:
    (tmp_path / "board-x-1.txt").write_bytes(f"1 elsewhere\nAnna\n{text}".encode("latin-1"))
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


def test_closing_other_window_keeps_shared_board(tmp_path: Path) -> None:
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
    (file,) = tmp_path.glob("board-*.txt")
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    _, _, rest = file.read_text(encoding="utf-8").partition(" ")
    file.write_text(f"{ended.pid} {rest}", encoding="utf-8")
    assert read_shared_board(journal) is None


# ---- which window is followed


def put(folder: Path, name: str, changed: int, board: SharedBoard | None = BOARD) -> None:
    """Write a window of another computer."""
    share_board(folder / "journal.sqlite", board, name)
    (own,) = folder.glob(f"board-*-{os.getpid()}.txt")
    lines = own.read_text(encoding="utf-8").split("\n")
    file = folder / f"board-other-{name}.txt"
    file.write_text("\n".join([f"{len(name)} other", *lines[1:]]), encoding="utf-8")
    own.unlink()
    os.utime(file, (changed, changed))


def followed(follower: Follower) -> str:
    window: OpenWindow | None = follower._find_window()
    return window.name if window else ""


def test_one_window_is_followed_until_another_is_chosen(tmp_path: Path) -> None:
    follower = Follower(tmp_path / "journal.sqlite")
    assert followed(follower) == ""
    put(tmp_path, "Anna", 100)
    put(tmp_path, "Boris2", 200)
    assert followed(follower) == "Boris2", "who acted last"
    put(tmp_path, "Anna", 300)
    assert followed(follower) == "Boris2", "until told otherwise"
    put(tmp_path, "Boris2", 400, None)
    assert followed(follower) == "Boris2", "although its board is closed"
    follower.follow(follower.windows[0])
    assert followed(follower) == "Anna"
    (tmp_path / "board-other-Anna.txt").unlink()
    assert followed(follower) == ""
    assert follower._new_problem(None) == ("No window called Anna is open. Open windows: Boris2.")
    assert follower._new_problem(None) == ""


def test_closed_window_gives_way_to_another(tmp_path: Path) -> None:
    follower = Follower(tmp_path / "journal.sqlite")
    put(tmp_path, "Anna", 100)
    assert followed(follower) == "Anna"
    put(tmp_path, "Boris2", 50)
    (tmp_path / "board-other-Anna.txt").unlink()
    assert followed(follower) == "Boris2"


def test_teacher_is_followed_first(tmp_path: Path) -> None:
    follower = Follower(tmp_path / "journal.sqlite")
    put(tmp_path, "Anna", 100)
    assert followed(follower) == "Anna"
    put(tmp_path, "Teacher", 50)
    assert followed(follower) == "Teacher"
    assert followed(Follower(tmp_path / "journal.sqlite", window="ANNA")) == "Anna"
    assert followed(Follower(tmp_path / "journal.sqlite", match=1)) == ""

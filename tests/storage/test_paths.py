from __future__ import annotations

import errno
import os
import stat
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from backgammon_tui.cli.screen import _report_crash
from backgammon_tui.engine import RULESETS, StartingPosition
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.mat import RULES
from backgammon_tui.storage.paths import share_folder, started_as, write_file, write_shared_file
from backgammon_tui.storage.preferences import read_preferences, write_preferences
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.shared_board import SharedBoard, share_board
from backgammon_tui.words.problems import describe_not_written, describe_written
from tests.storage.matches import begun_table


def test_card_is_named_by_day_and_game(kept: Path) -> None:
    table = begun_table(RULESETS["french"])
    path = kept / "shared" / "2026-03-01-game-1.txt"
    assert write_shared_file(table.game_file, "★ Anna wins", ".txt") == path
    assert path.read_text(encoding="utf-8") == "★ Anna wins"


def test_concurrent_writers_get_separate_files() -> None:
    with ThreadPoolExecutor(8) as pool:
        paths = set(
            pool.map(lambda text: write_shared_file("game", text, ".txt"), map(str, range(40)))
        )
    assert {path.read_text() for path in paths} == set(map(str, range(40)))


def test_full_path_is_shown_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a container, a user without a name may run the program."""

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    path = Path("/cards/card.txt")
    assert describe_written(path) == f"Written to {path}."


def test_existing_files_are_not_overwritten() -> None:
    written = [write_shared_file("game", str(number), ".txt") for number in range(3)]
    assert [path.name for path in written] == ["game.txt", "game-2.txt", "game-3.txt"]
    assert [path.read_text() for path in written] == ["0", "1", "2"]
    assert write_shared_file("game", "", ".svg").name == "game.svg"


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("../../up", "up"),
        ("/etc/x", "etc-x"),
        ("a\nb", "a-b"),
        ("C:\\x", "C-x"),
        ("-é\ud800x", "x"),
        ("\u202e", "untitled"),
        ("x" * 500, "x" * 100),
    ],
)
def test_name_cannot_leave_the_folder(name: str, stem: str) -> None:
    assert write_shared_file(name, "text", ".txt") == share_folder() / f"{stem}.txt"


def test_write_error_is_reported(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(OSError, match="No space left on device") as error:
            write_shared_file("game", "card", ".txt")
    message = describe_not_written(error.value)
    assert message == "The file could not be written: No space left on device."
    assert list(share_folder().iterdir()) == []
    share_folder().rmdir()
    kept.rmdir()
    kept.write_text("a file is in the way")
    with pytest.raises(OSError, match=r"exists|directory"):
        write_shared_file("game", "card", ".txt")
    assert kept.read_text() == "a file is in the way"


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_new_file_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", lambda _: os._exit(9))
        if (child := os.fork()) == 0:
            write_file(tmp_path / "killed.txt", "text")
        os.waitpid(child, 0)
    assert not (tmp_path / "killed.txt").exists()
    write_file(tmp_path / "killed.txt", "text")
    with pytest.raises(FileExistsError):
        write_file(tmp_path / "killed.txt", "other")
    assert (tmp_path / "killed.txt").read_text() == "text"


def no_links(source: Path, target: Path) -> None:
    raise OSError(errno.EPERM, "Operation not permitted")


def test_disk_without_hard_links_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "link", no_links)
    write_file(tmp_path / "match.txt", "text")
    with pytest.raises(FileExistsError):
        write_file(tmp_path / "match.txt", "other")
    assert (tmp_path / "match.txt").read_text() == "text"
    assert files_in(tmp_path) == ["match.txt"]


LEFT = ("preferences.ini.new", "preferences.ini-2.new", "board.new", ".backgammon-tui-7-1.new")
OTHERS = ("journal.sqlite", "mine.new", "preferences.ini")


@pytest.mark.parametrize("seconds", [-(10**9), -100, 100])
def test_leftovers_of_killed_programs_are_removed(tmp_path: Path, seconds: int) -> None:
    for name in (*LEFT, *OTHERS):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (time.time() + seconds,) * 2)
    (tmp_path / ".backgammon-tui-8-1.new").touch()
    assert Storage(tmp_path / "journal.sqlite").back_up() is None
    assert files_in(tmp_path) == sorted([*OTHERS, ".backgammon-tui-8-1.new"])


@pytest.mark.skipif(os.name == "nt", reason="permissions are others there")
def test_all_files_in_an_open_folder_are_private(kept: Path) -> None:
    kept.mkdir(0o755)
    kept.chmod(0o755)
    before = os.umask(0o022)
    try:
        write_preferences(Settings(mirrored=True))
        put_damaged_preferences(kept)
        journal = Journal(kept / "journal.sqlite")
        MatchLock(journal).save(begun_table(RULESETS["french"]).roll())
        board = StartingPosition.parse(ANY_POSITION)
        share_board(journal.path, SharedBoard("Sandbox", RULES, board.position, board.side))
        write_shared_file("game", "card", ".txt")
        journal.back_up()
        _report_crash(ValueError("a fault"), "", is_kept=True)
    finally:
        os.umask(before)
    modes = {path.relative_to(kept): stat.S_IMODE(path.stat().st_mode) for path in kept.rglob("*")}
    open_ones = [str(path) for path, mode in modes.items() if mode & 0o077]
    assert open_ones == []
    assert len(modes) > 10


def put_damaged_preferences(folder: Path) -> None:
    (folder / "preferences.ini").write_bytes(b"\xff")
    read_preferences()
    write_preferences(Settings(mirrored=True))


ANY_POSITION = "W 10:14 bar:1 / B 13:3 6:2 5:2 4:2 3:2 2:2 1:2; W to move"


def test_file_for_sharing_elsewhere_is_not_private(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        path = write_shared_file("game", "card", ".txt", tmp_path)
    finally:
        os.umask(before)
    assert os.name == "nt" or stat.S_IMODE(path.stat().st_mode) == 0o644


def test_path_is_escaped() -> None:
    assert describe_written(Path("/\x1b[2J/card.txt")).isprintable()


def test_command_of_this_program_can_be_typed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "my games" / "bin"
    folder.mkdir(parents=True)
    script = folder / "backgammon-tui"
    script.touch(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "/nowhere")
    shown = "'my games/bin/backgammon-tui'"
    assert started_as(["/usr/bin/python3", "my games/bin/backgammon-tui", "resume"]) == shown
    assert started_as([".venv/bin/python", "-m", "backgammon_tui"]) == (
        ".venv/bin/python -m backgammon_tui"
    )
    monkeypatch.setenv("PATH", str(folder))
    assert started_as(["/usr/bin/python3", str(script)]) == "backgammon-tui"
    # A shell would find another one by the name.
    other = tmp_path / "backgammon-tui"
    other.touch(0o755)
    assert started_as(["/usr/bin/python3", str(other)]) == str(other)
    # The program is part of another one, such as this test.
    assert started_as(["python3", "-m", "pytest"]) == "backgammon-tui"
    assert started_as(["python3"]) == "backgammon-tui"

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from backgammon_tui.engine import RULESETS
from backgammon_tui.storage.paths import share_folder, write_shared_file
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


def test_path_is_escaped() -> None:
    assert describe_written(Path("/\x1b[2J/card.txt")).isprintable()

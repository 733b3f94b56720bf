"""Shared files: always a new one, or a sentence that says why not."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from backgammon_tui.engine import RULESETS
from backgammon_tui.storage.paths import (
    FOLDER_VARIABLE,
    describe_written,
    game_name,
    share_folder,
    write_shared_file,
)
from tests.storage.matches import sat_down


def test_a_card_is_kept_under_the_day_and_the_number_of_the_game(kept: Path) -> None:
    table = sat_down(RULESETS["french"])
    path = kept / "shared" / "2026-03-01-game-1.txt"
    assert describe_written(game_name(table), "★ Anna wins", ".txt") == f"Written to {path}."
    assert path.read_text(encoding="utf-8") == "★ Anna wins"


def test_nothing_is_overwritten() -> None:
    written = [write_shared_file("game", str(number), ".txt") for number in range(3)]
    assert [path.name for path in written] == ["game.txt", "game-2.txt", "game-3.txt"]
    assert [path.read_text() for path in written] == ["0", "1", "2"]
    assert write_shared_file("game", "", ".svg").name == "game.svg"


def test_programs_that_write_at_once_get_a_file_each() -> None:
    with ThreadPoolExecutor(8) as pool:
        paths = set(
            pool.map(lambda text: write_shared_file("game", text, ".txt"), map(str, range(40)))
        )
    assert {path.read_text() for path in paths} == set(map(str, range(40)))


@pytest.mark.parametrize(
    "name", ["../../up", "/etc/x", "a\nb", "C:\\x", "\u202e", "x" * 500, "é\ud800", "Урок"]
)
def test_a_name_never_leads_out_of_the_folder(name: str) -> None:
    path = write_shared_file(name, "text", ".txt")
    assert path.parent == share_folder()
    assert path.is_file()
    assert path.name.isascii()
    assert path.stem[0].isalnum()  # With a hyphen it would be an option in a command.


def test_a_long_name_is_cut_to_100_characters() -> None:
    assert write_shared_file("x" * 500, "text", ".txt").stem == "x" * 100


def test_a_folder_that_cannot_be_is_told(kept: Path) -> None:
    kept.write_text("a file stands in the way")
    said = describe_written(game_name(sat_down(RULESETS["french"])), "card", ".txt")
    assert said.startswith("The file could not be written: ")
    assert kept.read_text() == "a file stands in the way"


def test_of_a_text_that_does_not_fit_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    said = describe_written(game_name(sat_down(RULESETS["french"])), "card", ".txt")
    assert said == "The file could not be written: No space left on device."
    assert list(share_folder().iterdir()) == []


def test_a_folder_with_a_name_that_a_terminal_would_obey_is_shown_harmless(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "\x1b[2J"))
    try:
        said = describe_written(game_name(sat_down(RULESETS["french"])), "card", ".txt")
    except ValueError:
        pytest.skip("no folder can have such a name here")
    assert said.isprintable()


def test_who_has_no_home_is_told_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container, where a number without a name runs the program."""

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    said = describe_written("card", "text", ".txt")
    assert said == f"Written to {share_folder() / 'card.txt'}."

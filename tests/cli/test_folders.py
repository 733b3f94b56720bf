from __future__ import annotations

from pathlib import Path

import pytest

from backgammon_tui.storage.paths import FOLDER_VARIABLE, LESSONS_VARIABLE
from backgammon_tui.teach.lessons import catalogue
from tests.cli.program import refusal, run
from tests.tui.screen import press, running_at, text_of

COMMANDS = (["matches"], ["lesson"], ["resume", "--plain"], ["--where"])


def test_file_in_place_of_a_folder_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (file := tmp_path / "file").write_text("no folder")
    for option, variable, path, commands in (
        ("--folder", FOLDER_VARIABLE, file, COMMANDS),
        ("--folder", FOLDER_VARIABLE, file / "below", COMMANDS),
        ("--lessons", LESSONS_VARIABLE, file, ((["lesson"]), ["progress"])),
    ):
        message = f"backgammon-tui: {path}: Not a directory"
        for arguments in commands:
            assert refusal(*arguments, option, str(path)) == message
            with monkeypatch.context() as patch:
                patch.setenv(variable, str(path))
                assert refusal(*arguments) == message
    assert file.read_text() == "no folder"


def test_missing_named_lesson_folder_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = str(tmp_path / "none")
    for command in (["lesson"], ["--plain"], ["progress"], []):
        message = refusal(*command, "--lessons", missing)
        assert message == f"backgammon-tui: {missing}: there is no such folder"
    monkeypatch.setenv(LESSONS_VARIABLE, missing)
    assert run("lesson").code == 0
    done = run("matches", "--folder", str(tmp_path / "new" / "folder"))
    assert (done.code, done.out) == (0, "There are no matches.\n")
    assert not (tmp_path / "new").exists()


# ---- a damaged installation


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place where the courses should be, with nothing in it."""
    monkeypatch.setattr(catalogue, "files", lambda _: tmp_path)
    return tmp_path


def test_missing_courses_are_reported(package: Path) -> None:
    assert refusal("lesson") == "backgammon-tui: the lessons of all courses are missing"
    message = "backgammon-tui: the lessons of the course russian are missing"
    assert refusal("lesson", "russian/1") == message
    assert run("progress", "--csv").code == 0


def test_unreadable_lesson_is_left_out(package: Path) -> None:
    folder = package / "courses" / "russian"
    folder.mkdir(parents=True)
    (folder / "01-none.txt").write_bytes(b"\xff")
    (folder / "02-none.txt").write_text("nothing")
    (folder / "03-none.txt").mkdir()
    (folder / "04-own.txt").write_text(
        "backgammon-tui lesson 1\nTitle: Whole\nRuleset: russian\n\n"
        "Start: W hand:15 / B hand:15; W to move\nSay: Look.\n"
    )
    listed = run("lesson").out
    assert "russian/1" in listed
    assert "Whole" in listed
    assert "russian/2" not in listed


async def test_screen_without_courses_has_empty_list(package: Path) -> None:
    async with running_at() as (app, pilot):
        await press(pilot, "l", "down", "enter", "end", "enter", "home", "right", "enter")
        assert "0 lessons" in text_of(app)

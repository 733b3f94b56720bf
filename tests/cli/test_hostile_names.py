"""Every command beside files, folders and variables whose names order a terminal about."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from backgammon_tui.cli.commands import build_parsers
from backgammon_tui.engine import RULESETS
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.lesson_progress import write_progress
from backgammon_tui.storage.paths import FOLDER_VARIABLE, LESSONS_VARIABLE, journal_file
from backgammon_tui.teach.lessons.catalogue import CourseLesson, course
from tests.cli.program import answered, keep, opened, run, transcript, won
from tests.hostile import EVERYTHING, ORDERS, expect_obeyed_nothing, put_lessons
from tests.tui.terminal import Terminal

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no such names")

START = "W hand:15 / B hand:15"

COMMANDS: dict[str, tuple[tuple[str, ...], ...]] = {
    "": (
        *(("{}",), ("--{}",), ("--where",), ("--theme={}",), ("--plain", "--white={}")),
        *(("--plain", "--to={}"), ("--plain", "--rule={}"), ("--plain", "--dice={}")),
        ("--plain", "--transcript=./{}/x"),
    ),
    "resume": (("--plain",), ("--plain", "1", "--transcript=./{}/x"), ("{}",)),
    "watch": (("{}",), ("1", "--theme={}")),
    "serve": (("{}",), ("--port={}",), ("--lessons=./{}", "--port=x")),
    "matches": ((), ("--games",), ("--folder=./{}",)),
    "score": (("1",), ("{}",)),
    "statistics": ((), ("{}",), ("Anna",), ("Anna", "{}")),
    "export": (("1", "./{}/x"), ("1", "./{}"), ("{}",)),
    "import": (("./{}",),),
    "lesson": ((), ("{}",), ("./{}",), ("--player={}",), ("--plain", "{last}")),
    "progress": ((), ("--csv",)),
    "plays": (("russian", "{}", "W", "53"), ("russian", START, "W", "{}")),
    "rollout": (("russian", "{}", "W", "53"), ("russian", START, "W", "{}")),
    "review": (("{}",), ("./{}",)),
    "replay": (("{}",), ("./{}",)),
    "completion": (("bash",), ("{}",)),
    "man": ((), ("{}",)),
    "rules": (("{}",), ("russian", "--rule={}"), ("russian", "--rule=free_entry={}")),
}
"""Of each command, arguments in which a name stands."""


@pytest.fixture
def among(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to keep files in, and one to be in, both with such names."""
    folder = tmp_path / EVERYTHING.replace("/", "|") / "kept"
    folder.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    monkeypatch.setenv(LESSONS_VARIABLE, str(folder.parent / "own"))
    put_lessons(folder.parent / "own")
    keep(transcript(won(), opened(2)))
    with Journal(journal_file()) as journal:
        for lesson in course("russian"):
            write_progress(journal, "Anna", lesson.item, "2026-03-01T12:00:00+00:00")
        for order in ORDERS.values():
            item = CourseLesson("russian", 1, "", f"{order}.txt").item
            write_progress(journal, "Anna", item, "2026-03-01T12:00:00+00:00")
    return folder


def lines_of(name: str, texts: tuple[tuple[str, ...], ...], order: str) -> list[list[str]]:
    """The arguments of a command with a name in them, each set once."""
    return [
        [
            argument.format(order, last="russian/99")
            for argument in ([name] if name else []) + [*text]
        ]
        for text in texts
    ]


def test_every_command_is_tried() -> None:
    assert {*COMMANDS, *RULESETS} - {""} == {*build_parsers()[1]}


@pytest.mark.parametrize("name", COMMANDS, ids=lambda name: name or "game")
def test_no_command_prints_a_raw_name(
    among: Path, name: str, request: pytest.FixtureRequest
) -> None:
    """All orders in one name; with `--long` each in a name of its own, too."""
    apart = ORDERS.values() if request.config.getoption("--long") else ()
    for order in (EVERYTHING, *apart):
        for arguments in lines_of(name, COMMANDS[name], order):
            done = answered(*arguments)
            for written in (done.out, done.err):
                expect_obeyed_nothing(written.encode(errors="surrogatepass"))
            assert len(done.err.splitlines()) <= 1


def test_progress_csv_escapes_file_names(among: Path) -> None:
    done = run("progress", "--csv")
    assert r"own/\x1b]52;c;NjY2\x07.txt" in done.out
    expect_obeyed_nothing(done.out.encode())


_IN_A_TERMINAL = """
import sys
from backgammon_tui.cli import main
from tests.cli.test_hostile_names import COMMANDS, lines_of
from tests.hostile import EVERYTHING
for name, texts in COMMANDS.items():
    for arguments in lines_of(name, texts, EVERYTHING):
        try:
            main(arguments)
        except SystemExit as left:
            print(left)
print("the end")
"""


@pytest.mark.long
def test_no_raw_name_reaches_a_terminal(among: Path) -> None:
    names = {key: os.environ[key] for key in (FOLDER_VARIABLE, LESSONS_VARIABLE)}
    with Terminal(["-c", _IN_A_TERMINAL], environment=names) as terminal:
        while not terminal.find("the end"):
            assert terminal.is_running, bytes(terminal.output[-2000:])
            terminal.wait_until_quiet(0.4)
            terminal.write(b"\x04")  # Whoever asks is told that nobody answers.
        expect_obeyed_nothing(bytes(terminal.output))

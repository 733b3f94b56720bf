from __future__ import annotations

import re
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

from backgammon_tui import __version__
from backgammon_tui.cli import main, parse, rules
from backgammon_tui.cli.commands import build_parsers
from backgammon_tui.engine import RULESETS
from backgammon_tui.storage.paths import FOLDER_VARIABLE, LESSONS_VARIABLE
from backgammon_tui.teach.lessons import courses
from tests.cli.program import (
    PROGRAM,
    Ran,
    expect_refused,
    keep,
    lines,
    opened,
    output,
    posix,
    ran,
    refusal,
    run,
    run_process,
    run_python,
    transcript,
    won,
)
from tests.storage.transcripts.samples import SAMPLE
from tests.tui.screen import running_at

PARSERS = build_parsers()[1]


def test_version_and_help_are_printed() -> None:
    for option in ("--version", "-V"):
        assert run(option) == Ran(0, f"backgammon-tui {__version__}\n", "")
    done = run_process("--help")
    assert (done.code, done.err) == (0, "")
    for word in (*RULESETS, "--plain", "--to", "--dice", "--rule", "plays", "replay"):
        assert word in done.out


@pytest.mark.parametrize("name", PARSERS)
def test_each_command_has_help_and_a_handler(name: str) -> None:
    out = run(name, "--help").out
    assert f"usage: backgammon-tui {name} [-h]" in out
    assert str(PARSERS[name].description) in " ".join(out.split())
    bare = re.sub(r"\{[^}]*\}|--[a-z-]+|backgammon-tui [a-z-]+|usage:|-h", "", out.split("\n\n")[0])
    assert bare == bare.upper(), "placeholders are written in capitals"
    module, function = PARSERS[name].get_default("run").split(".")
    assert callable(getattr(import_module(f"backgammon_tui.cli.{module}"), function))


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("", {"run": "start.start", "ruleset": None, "plain": False}),
        ("--plain", {"run": "start.start", "ruleset": None, "plain": True}),
        ("french", {"run": "start.start", "ruleset": "french", "plain": False}),
        ("NF --plain", {"run": "start.start", "ruleset": "never-finishing", "plain": True}),
        ("--plain --white Anna fal", {"ruleset": "falood", "plain": True, "white": "Anna"}),
        ("--plain resume 7", {"run": "start.resume", "match": 7, "plain": True}),
        ("--folder x matches", {"run": "records.list_matches", "folder": "x"}),
        ("--folder=x matches", {"run": "records.list_matches", "folder": "x"}),
        ("matches --folder x", {"run": "records.list_matches", "folder": "x"}),
        ("--rule a=1 --to 3 falood --rule b=2 --to 5", {"rule": ["a=1", "b=2"], "to": 5}),
        (
            "--plain --white resume --black delete french",
            {"run": "start.start", "ruleset": "french", "white": "resume", "black": "delete"},
        ),
        (
            "--transcript resume resume --transcript resume",
            {"run": "start.resume", "transcript": "resume"},
        ),
    ],
)
def test_arguments_are_read(line: str, meaning: dict[str, object]) -> None:
    options = parse(line.split())
    assert {name: getattr(options, name) for name in meaning} == meaning


QUERIES = (
    ["--help"],
    ["--version"],
    ["resume", "--help"],
    ["plays", "russian", "W hand:15 / B hand:15", "W", "5", "3"],
    ["replay", "sample.txt"],
    ["rules", "russian"],
    ["rules", "russian", "--html"],
    ["--plain", "--white", ""],
)


def test_queries_create_no_files(here: Path) -> None:
    Path("sample.txt").write_text(SAMPLE, encoding="utf-8")
    for arguments in (*QUERIES, ["--where"], ["matches"], ["statistics"], ["french"]):
        with suppress(SystemExit):
            main(arguments)
        assert [path.name for path in here.iterdir()] == ["sample.txt"], arguments


# ---- imported modules


def loaded_by(code: str) -> set[str]:
    done = run_python(f"import sys\n{code}\nprint('loaded', *sys.modules)")
    return {*done.out.rpartition("loaded")[2].split()}


def test_queries_do_not_load_the_screen() -> None:
    code = f"""
from contextlib import suppress
from backgammon_tui.cli import main
for arguments in {QUERIES!r}:
    with suppress(SystemExit):
        main(arguments)
"""
    assert not loaded_by(code) & {"textual", "rich.console", "sqlite3"}


def test_engine_imports_only_plain_standard_modules() -> None:
    code = """
import importlib, pkgutil
import backgammon_tui.engine as engine
for module in pkgutil.iter_modules(engine.__path__, "backgammon_tui.engine."):
    importlib.import_module(module.name)
"""
    loaded = loaded_by(code) - loaded_by("import importlib, pkgutil")
    assert "backgammon_tui.engine.game" in loaded
    assert {name.split(".")[1] for name in loaded if name.startswith("backgammon_tui.")} == {
        "engine"
    }
    others = {name.split(".")[0] for name in loaded} - {"backgammon_tui"}
    assert others <= sys.stdlib_module_names
    assert not others & {"random", "secrets", "sqlite3", "datetime", "pathlib", "socket", "asyncio"}


def test_screen_start_loads_no_plain_or_file_modules() -> None:
    assert not loaded_by("import backgammon_tui.cli.start, backgammon_tui.tui.app") & {
        "backgammon_tui.plain",
        "configparser",
        "backgammon_tui.storage.transcripts",
        "backgammon_tui.storage.journal.journal",
        "backgammon_tui.teach.rulebook",
        "backgammon_tui.tui.dialogs.dialog",
        "backgammon_tui.tui.screens.match_screen",
    }
    # A thread reads it during input. If both import a package that imports its own modules, one of
    # them may get a partial package.
    assert "backgammon_tui.analysis" not in loaded_by("import backgammon_tui.teach.rulebook")


def test_first_board_loads_no_networks_or_lessons() -> None:
    loaded = loaded_by("import backgammon_tui.tui.program, backgammon_tui.tui.screens.match_screen")
    rooms = {".".join(name.split(".")[:2]) for name in loaded if name.startswith("backgammon_tui.")}
    assert not rooms & {"backgammon_tui.analysis", "backgammon_tui.players", "backgammon_tui.teach"}
    assert not loaded & {"backgammon_tui.storage.codes", "multiprocessing.context", "zipfile"}


# ---- streams and failures


def in_shell(redirection: str, *arguments: str) -> Ran:
    """Run the program with a stream closed or redirected."""
    return ran(["sh", "-c", f'"$@" {redirection}', "sh", *PROGRAM, *arguments])


@posix
def test_closed_input_is_neither_terminal_nor_lines() -> None:
    message = "the board needs a terminal; --plain plays without one"
    assert expect_refused(in_shell("<&-")) == message
    done = in_shell("<&-", "--plain", "--dice", "typed")
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("The game is not finished.\n")


@posix
def test_failed_printing_is_not_a_success() -> None:
    keep(transcript(opened()))
    for redirection, arguments, message in (
        (">&-", ["export", "1"], "Bad file descriptor"),
        (">/dev/full", ["matches"], "No space left on device"),
    ):
        assert expect_refused(in_shell(redirection, *arguments), 1) == message


def test_internal_error_does_not_blame_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError("a mistake")

    monkeypatch.setattr(rules, "legal_plays", fail)
    with pytest.raises(ValueError, match="a mistake"):
        run("plays", "russian", "W hand:15 / B hand:15", "W", "53")


# ---- arguments


def test_dash_is_standard_input_and_output() -> None:
    keep(transcript(won()))
    text = run("export", "1").out
    assert run("export", "1", "-").out == text
    assert not Path("-").exists()
    replayed = run("replay", "-", typed=SAMPLE).out
    assert replayed.endswith(" | B wins 2\nDice of game 1: 8 of 8 rolls agree.\n")
    assert run("import", "-", typed=SAMPLE).out == "standard input: match 2.\n"
    assert refusal("replay", "-", typed="x").startswith("standard input: line 1: ")
    assert refusal("replay", "-").startswith("standard input: line 1: ")


@pytest.mark.parametrize("command", [("rules",), ("rules", "russian"), ("replay", "-")])
def test_every_command_takes_a_folder(command: tuple[str, ...]) -> None:
    out = output(*command, "--folder", "kept", typed=SAMPLE)
    assert output("--folder", "kept", *command, typed=SAMPLE) == out


# ---- folders

COMMANDS = (["matches"], ["lesson"], ["resume", "--plain"], ["--where"])


def test_folders_of_files_can_be_chosen(monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, "from variable")
    assert lines("--where") == [f"{here / 'from variable'}"]
    assert lines("--folder", "from option", "--where") == [f"{here / 'from option'}"]
    monkeypatch.delenv(FOLDER_VARIABLE)
    assert "backgammon-tui" in run("--where").out


def test_file_in_place_of_a_folder_is_refused(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (file := here / "file").write_text("no folder")
    for option, variable, path, commands in (
        ("--folder", FOLDER_VARIABLE, file, COMMANDS),
        ("--folder", FOLDER_VARIABLE, file / "below", COMMANDS),
        ("--lessons", LESSONS_VARIABLE, file, ((["lesson"]), ["progress"])),
    ):
        message = f"{path}: Not a directory"
        for arguments in commands:
            assert refusal(*arguments, option, str(path)) == message
            with monkeypatch.context() as patch:
                patch.setenv(variable, str(path))
                assert refusal(*arguments) == message
    assert file.read_text() == "no folder"


def test_missing_named_lesson_folder_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = str(Path("none").absolute())
    for command in (["lesson"], ["--plain"], ["progress"], []):
        message = refusal(*command, "--lessons", missing)
        assert message == f"{missing}: there is no such folder"
    monkeypatch.setenv(LESSONS_VARIABLE, missing)
    assert run("lesson").code == 0
    assert lines("matches", "--folder", "new/folder") == ["There are no matches."]
    assert not Path("new").exists()


# ---- a damaged installation


@pytest.fixture
def package(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty package in place of the courses."""
    monkeypatch.setattr(courses, "files", lambda _: here)
    return here


def test_missing_courses_are_reported(package: Path) -> None:
    assert refusal("lesson") == "the lessons of all courses are missing"
    message = "the lessons of the course russian are missing"
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
    async with running_at() as pilot:
        await pilot.type("l", "down", "enter", "end", "enter", "home", "right", "enter")
        assert "0 lessons" in pilot.text

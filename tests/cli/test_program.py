"""The program itself: help, version, and what it imports to answer."""

from __future__ import annotations

import sys

import pytest

from backgammon_tui import __version__
from backgammon_tui.engine import RULESETS
from tests.cli.program import refusal, run, run_python

LATE = ("textual", "rich", "sqlite3")


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_version(option: str) -> None:
    done = run(option)
    assert (done.code, done.out, done.err) == (0, f"backgammon-tui {__version__}\n", "")


def test_help_names_rulesets_options_and_commands() -> None:
    done = run("--help")
    assert (done.code, done.err) == (0, "")
    for word in (
        *RULESETS,
        "--plain",
        "--to",
        "--dice",
        "--rule",
        "plays",
        "replay",
        "verify-dice",
    ):
        assert word in done.out


@pytest.mark.parametrize("command", ["plays", "replay", "verify-dice"])
def test_each_command_has_help(command: str) -> None:
    done = run(command, "--help")
    assert done.code == 0
    assert f"backgammon-tui {command}" in done.out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["plays", "russian", "W hand:15 / B hand:15", "W", "5", "3"],
        ["replay", "missing"],
        ["--plain", "--white", ""],
    ],
)
def test_answers_come_without_the_screen(arguments: list[str]) -> None:
    code = f"""
import sys
from backgammon_tui.cli import main
try:
    main({arguments!r})
except SystemExit:
    pass
print([name for name in {LATE!r} if name in sys.modules], file=sys.stderr)
"""
    assert run_python(code).err.splitlines()[-1] == "[]"


def test_the_engine_imports_nothing_but_plain_standard_modules() -> None:
    code = """
import sys
before = set(sys.modules)
import backgammon_tui.engine, backgammon_tui.engine.notation
print(*sorted(set(sys.modules) - before))
"""
    loaded = run_python(code).out.split()
    assert "backgammon_tui.engine.game" in loaded
    others = {name.split(".")[0] for name in loaded} - {"backgammon_tui"}
    assert others <= sys.stdlib_module_names
    assert not others & {"random", "secrets", "sqlite3", "datetime", "pathlib", "socket", "asyncio"}
    ours = {name.split(".")[1] for name in loaded if name.startswith("backgammon_tui.")}
    assert ours == {"engine"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "invalid choice: 'chess'"),
        (["--plain", "--to", "0"], "a match is to 1 to 999 points"),
        (["--plain", "--to", "00012345"], "a match is to 1 to 999 points"),
        (["--plain", "--to", "five"], "a match is to 1 to 999 points"),
        (["--plain", "--white", ""], "a name has at least one character"),
        (["--plain", "--white", "x" * 41], "at most 40 characters"),
        (["--plain", "--white", "\x1b[31mred"], "visible characters"),
        (["--plain", "--black", "a\u202eb"], "visible characters"),
        (["--plain", "--white", "Bo", "--black", "bo"], "different names"),
        (["--plain", "--rule", "free_entry"], "free_entry can be off, on"),
        (["--plain", "--rule", "cube=on"], "there is no table rule 'cube'"),
        (["--plain", "backgammon", "--rule", "one_two=on"], "one_two: makes no sense"),
        (["--plain", "--dice", "loaded"], "invalid choice: 'loaded'"),
        (["--unknown\x1b[31m"], "unrecognized arguments: --unknown\\x1b[31m"),
        (["--plain", "--transcript", "no/such/folder"], "no/such/folder: No such file"),
        (["--plain", "--transcript", "x" * 300], "File name too long"),
        (["--plain", "--transcript", "/"], "exists already"),
        ([], "the board needs a terminal; --plain plays without one"),
    ],
)
def test_arguments_that_cannot_be_used(arguments: list[str], said: str) -> None:
    line = refusal(*arguments)
    assert line.startswith("backgammon-tui: ")
    assert said in line

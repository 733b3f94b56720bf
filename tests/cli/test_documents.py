from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch
from xml.etree import ElementTree

import pytest

from backgammon_tui.cli.commands import build_parsers
from backgammon_tui.engine import RULESETS, Game
from backgammon_tui.teach.rulebook import compare, pages, write_comparison, write_page
from backgammon_tui.words.board_text import draw_board
from backgammon_tui.words.naming import STANDARD
from tests.cli.program import output, refusal, run
from tests.engine.examples import rules_named

# ---- rules


@pytest.mark.parametrize("name", RULESETS)
def test_each_rulebook_page_is_printed(name: str) -> None:
    assert output("rules", name, "--openings") == write_page(RULESETS[name], pages(RULESETS[name]))


def test_rulebook_uses_the_house_rules() -> None:
    done = run("rules", "russian", "--rule", "free-entry=on", "--rule", "scale=1")
    rules = rules_named("russian-free")
    assert "Free entry is on" in done.out
    assert "Every win is worth one point" in " ".join(done.out.split())
    assert "free entry: on (usually off)" in done.out
    assert done.out != write_page(rules, pages(rules))


@pytest.mark.parametrize("name", RULESETS)
def test_first_rolls_are_printed_only_on_request(name: str) -> None:
    short, long = run("rules", name).out, run("rules", name, "--openings").out
    assert "First rolls" not in short
    assert "House rules" in short
    before, _, after = long.partition("First rolls\n")
    assert short.startswith(before.rstrip())
    assert "2-1: " in after


@pytest.mark.parametrize("name", RULESETS)
def test_handout_is_one_page_with_board_rules_and_keys(name: str) -> None:
    out = run("rules", name, "--sheet").out
    assert out.isascii()
    assert len(out.splitlines()) <= 66
    assert max(map(len, out.splitlines())) <= 76
    assert draw_board(Game.start(RULESETS[name]), STANDARD)[-50:] in out
    flat, maximum = " ".join(out.split()), RULESETS[name].scale.max_points
    for text, is_there in (
        ("- u: Undo a move", True),
        ("Two checkers of one side on a point close it", True),
        ("bear them off", True),
        ("You must play both numbers if any order allows it", True),
        ("A checker alone on a point is a blot. If you land on a blot, you hit it", True),
        ("goes to the bar and starts again", True),
        ("before any other checker of its side moves", True),
        ("a gammon (the loser has borne off nothing) is 2", maximum >= 2),
        ("a backgammon (the loser also has a checker", maximum == 3),
        ("opponent completes: off", True),
    ):
        assert (text in flat) is is_there, text


def test_html_handout_has_a_drawn_board() -> None:
    html = run("rules", "nf", "--sheet", "--html").out.removeprefix("<!DOCTYPE html>")
    page = ElementTree.fromstring(html.replace('charset="utf-8">', 'charset="utf-8"/>'))
    assert len(page.findall(".//circle")) == 10  # Two stacks, cut at five.
    counts = [text.text for text in page.iter("text") if text.text == "15"]
    assert len(counts) == 3  # The number of point 15, and both stacks.


def test_rules_without_a_game_compares_all() -> None:
    done = run("rules")
    assert (done.code, done.out) == (0, write_comparison(compare()))


# ---- completion


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_accept_their_completion_script(shell: str) -> None:
    pytest.importorskip("shtab")
    text = run("completion", shell).out
    assert {name for name in build_parsers()[1] if name not in text} == set()
    Path("script").write_text(text)
    if shutil.which(shell):
        done = subprocess.run([shell, "-n", "script"], capture_output=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash here")
def test_bash_completes_commands_options_and_files() -> None:
    pytest.importorskip("shtab")
    Path("game.txt").touch()
    code = run("completion", "bash").out
    expected = {
        "re": "replay resume review",
        "french --dice ": "fair typed",
        "replay g": "game.txt",
    }
    for line in expected:
        words = " ".join(shlex.quote(word) for word in line.split(" "))
        code += f"""
COMP_WORDS=(backgammon-tui {words}); COMP_CWORD={line.count(" ") + 1}; COMPREPLY=()
_shtab_backgammon_tui 2>/dev/null
echo $(printf '%s\\n' "${{COMPREPLY[@]}}" | sort)
"""
    done = subprocess.run(
        ["bash", "--norc", "-c", code], capture_output=True, text=True, timeout=60
    )
    assert done.stdout.splitlines() == [*expected.values()]


def test_completion_without_shtab_names_the_package() -> None:
    with patch.dict(sys.modules, {"shtab": None}):
        message = refusal("completion", "bash", code=1)
    assert "pip install 'backgammon-tui[completion]'" in message


# ---- the manual page


def test_manual_lists_every_game_command_and_option() -> None:
    page = run("man").out.replace(r"\-", "-")
    main, parsers = build_parsers()
    for name, parser in parsers.items():
        assert re.search(rf"^(\.SS |\\fB){name}(\\fR)?$", page, re.MULTILINE), name
        for option in re.findall(r"--[a-z-]+", parser.format_usage()):
            assert rf"\fB{option}\fR" in page, (name, option)
    for option in re.findall(r"--[a-z]+", main.format_usage()):
        assert rf"\fB{option}\fR" in page
    assert not re.search(r"^'|^\.(?!TH |SH |SS |TP$|PP$|br$|B )", page, re.MULTILINE)


@pytest.mark.skipif(not shutil.which("groff"), reason="there is no groff here")
def test_groff_formats_the_manual_without_warnings() -> None:
    done = subprocess.run(
        ["groff", "-man", "-ww", "-Tascii", "-P-c"],
        input=run("man").out,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "--theme {lamplight,daylight,harbour,contrast}" in " ".join(
        re.sub(".\x08", "", done.stdout).split()
    )

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

from backgammon_tui.cli import main
from backgammon_tui.cli.commands import build_parsers
from backgammon_tui.engine import RULESETS, Game
from backgammon_tui.teach.rulebook.output import write_comparison, write_page
from backgammon_tui.teach.rulebook.pages import compare, pages
from backgammon_tui.words.board_text import draw_board
from backgammon_tui.words.naming import STANDARD
from tests.cli.program import refusal, run
from tests.engine.examples import rules_named

# ---- rules


@pytest.mark.parametrize("name", RULESETS)
def test_rulebook_page_of_each_ruleset(name: str) -> None:
    done = run("rules", name)
    assert (done.code, done.err) == (0, "")
    assert done.out == write_page(RULESETS[name], pages(RULESETS[name]))


def test_rulebook_uses_the_house_rules() -> None:
    done = run("rules", "russian", "--rule", "free-entry=on", "--rule", "scale=1")
    rules = rules_named("russian-free")
    assert "Free entry is on" in done.out
    assert "Every win is worth one point" in " ".join(done.out.split())
    assert "free entry: on (usually off)" in done.out
    assert done.out != write_page(rules, pages(rules))


@pytest.mark.parametrize("name", RULESETS)
def test_handout_is_one_page_with_board_rules_and_keys(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", name, "--sheet"]) == 0
    out = capsys.readouterr().out
    assert out.isascii()
    assert len(out.splitlines()) <= 66
    assert max(map(len, out.splitlines())) <= 76
    assert draw_board(Game.start(RULESETS[name]), STANDARD)[-50:] in out
    assert "- u: undo a move" in out
    assert "Two checkers of one side on a point close it" in out
    flat = " ".join(out.split())
    assert "bear them off" in flat
    assert "You must play both numbers if any order allows it" in flat
    assert "A checker alone on a point is a blot. If you land on a blot, you hit it" in flat
    assert "goes to the bar and starts again" in flat
    assert "before any other checker of its side moves" in flat
    most = RULESETS[name].scale.most
    assert ("a gammon (the loser has borne off nothing) is 2" in flat) == (most >= 2)
    assert ("a backgammon (the loser also has a checker" in flat) == (most == 3)
    assert "opponent completes: off" in out


def test_html_handout_has_a_drawn_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "nf", "--sheet", "--html"]) == 0
    out = capsys.readouterr().out
    page = ElementTree.fromstring(_as_xml(out))
    assert len(page.findall(".//circle")) == 10  # Two stacks, cut at five.
    counts = [text.text for text in page.iter("text") if text.text == "15"]
    assert len(counts) == 3  # The number of point 15, and both stacks.


def _as_xml(html: str) -> str:
    return html.removeprefix("<!DOCTYPE html>").replace('charset="utf-8">', 'charset="utf-8"/>')


def test_rulesets_are_compared_without_a_name() -> None:
    done = run("rules")
    assert (done.code, done.out) == (0, write_comparison(compare()))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess"], "invalid choice: 'chess'"),
        (["french", "--rule", "cube=on"], "no house rule 'cube'"),
        (["backgammon", "--rule", "one_two=on"], "one_two: makes no sense"),
        (["--rule", "one_two=on"], "--rule needs the name of a game"),
        (["--sheet"], "--sheet needs the name of a game"),
    ],
)
def test_invalid_requests_are_rejected(arguments: list[str], message: str) -> None:
    assert message in refusal("rules", *arguments)


# ---- completion


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The script for bash."""
    pytest.importorskip("shtab")
    path = tmp_path_factory.mktemp("completion") / "script"
    path.write_text(run("completion", "bash").out)
    return path


def completed(script: Path, folder: Path, *words: str) -> set[str]:
    line = " ".join(map(shlex.quote, ("backgammon-tui", *words)))
    code = f"""
source {shlex.quote(str(script))}
complete -p backgammon-tui >/dev/null || exit 9
COMP_WORDS=({line}); COMP_CWORD={len(words)}
_shtab_backgammon_tui 2>/dev/null
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(
        ["bash", "--norc", "-c", code], capture_output=True, text=True, timeout=60, cwd=folder
    )
    assert done.returncode == 0, done.stderr
    return {*done.stdout.split()}


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash here")
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["mat"], {"matches"}),
        (["re"], {"replay", "resume", "review"}),
        (["nev"], {"never-finishing"}),
        (["matches", "--"], {"--help", "--folder", "--games", "--open"}),
        (["rules", "f"], {"falood", "french"}),
        (["french", "--dice", ""], {"fair", "typed"}),
        (["completion", ""], {"bash", "zsh", "fish"}),
        (["replay", "game"], {"game.txt"}),
        (["matches", "--folder", "fo"], {"folder"}),
        (["zzz"], set()),
    ],
)
def test_bash_completion_works(
    script: Path, tmp_path: Path, words: list[str], offered: set[str]
) -> None:
    (tmp_path / "game.txt").touch()
    (tmp_path / "folder").mkdir()
    assert completed(script, tmp_path, *words) == offered


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_accept_their_script(shell: str, tmp_path: Path) -> None:
    pytest.importorskip("shtab")
    text = run("completion", shell).out
    assert {name for name in build_parsers()[1] if name not in text} == set()
    if not shutil.which(shell):
        pytest.skip(f"there is no {shell} here")
    path = tmp_path / "script"
    path.write_text(text)
    done = subprocess.run([shell, "-n", str(path)], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_completion_without_shtab_names_the_package() -> None:
    with patch.dict(sys.modules, {"shtab": None}):
        done = run("completion", "bash")
    assert (done.code, done.out) == (1, "")
    assert "pip install 'backgammon-tui[completion]'" in done.err


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

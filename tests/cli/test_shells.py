"""Completion in a real shell, and the manual page as groff sets it."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from backgammon_tui.cli.commands import build_parsers
from tests.cli.program import run

# ---- completion


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The script for bash."""
    pytest.importorskip("shtab")
    path = tmp_path_factory.mktemp("completion") / "script"
    path.write_text(run("completion", "bash").out)
    return path


def completed(script: Path, folder: Path, *words: str) -> set[str]:
    """What bash offers for the last of some words."""
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

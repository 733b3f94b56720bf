"""Names, words, arguments and typed lines: shown as they are or refused, never obeyed."""

from __future__ import annotations

import os
import random
from itertools import pairwise
from pathlib import Path

import pytest

from backgammon_tui.names import check_name
from backgammon_tui.storage.paths import FOLDER_VARIABLE
from backgammon_tui.storage.transcripts import read_transcript
from tests.cli.foreign import MARKUP, expect_harmless
from tests.cli.program import run, run_python
from tests.storage.transcripts.damages import DAMAGES, damaged, texts
from tests.storage.transcripts.samples import SAMPLE

PAIRS = [*zip(MARKUP[::2], MARKUP[1::2], strict=True)]


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in, beside the one where the program keeps its files."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "kept"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(folder)
    return folder


def with_names(text: str, white: str, black: str) -> str:
    """A transcript with other names; with other words, too, if it has any."""
    for old, new in (("White: Anna", f"White: {white}"), ("Black: Boris", f"Black: {black}")):
        assert old in text
        text = text.replace(old, new)
    return text.replace("Word W: kiwi", f"Word W: {white}").replace("plum", black)


# ---- names and words


@pytest.mark.parametrize(("white", "black"), PAIRS[::2])
def test_names_in_the_plain_game(empty: Path, white: str, black: str) -> None:
    names = (f"--white={white}", f"--black={black}")
    done = run(
        "--plain", "--words", *names, "--transcript=t.txt", typed=f"{black}\n{white}\nthrow\n"
    )
    assert (done.code, done.err) == (0, "")
    expect_harmless(done)
    told = done.out.replace("\n", " ")
    white, black = check_name(white), check_name(black)
    assert f": {white} is White, {black} is Black, open" in told
    assert f"{white}, a word for the dice, or Enter: " in told
    record = read_transcript((empty / "t.txt").read_text(encoding="utf-8"))
    assert (record.white, record.black) == (white, black)
    dice = record.games[0].dice
    assert (check_name(dice.white_word), check_name(dice.black_word)) == (black, white)
    assert os.listdir(empty) == ["t.txt"]


# ---- on the screen


@pytest.mark.skipif(os.name == "nt", reason="there is no pseudo-terminal")
def test_names_in_a_real_terminal(tmp_path: Path) -> None:
    from tests.tui.terminal import Terminal  # It cannot be imported everywhere.

    white, black = "[link=http://a.b]x[/link]", ":warning: {0} %s `x`"
    program = ["-m", "backgammon_tui", "french", "--white", white, "--black", black]
    environment = {FOLDER_VARIABLE: str(tmp_path)}
    with Terminal(program, (200, 30), environment) as terminal:
        terminal.wait_for_text("Opening throw")
        assert f"{white} 0" in terminal.lines[0]
        assert f"{black} 0" in terminal.lines[0]
        assert b"\x1b]8;" not in terminal.output  # No link was made of it.


# ---- nothing is done but reading


WATCHED = """
import sys
from pathlib import Path
from backgammon_tui.cli import main

files = [file.name for file in Path().iterdir()]

def read_all():
    for file in files:
        for command in ("replay", "verify-dice"):
            main([command, file])

read_all()  # Whatever must be imported has been after this.
done = set()
watching = True

def watch(event, arguments):
    if watching and event == "open":
        done.add(f"open {arguments[0]} {arguments[2] & 3}")  # 0 is for reading only.
    elif watching:
        done.add(event)

sys.addaudithook(watch)
read_all()
watching = False
print("done", *sorted(done), sep="\\n")
"""


@pytest.mark.skipif(os.name == "nt", reason="flags of open files have other values")
def test_reading_a_file_does_nothing_else(empty: Path) -> None:
    """Python itself tells of every file it opens, and of code, modules and programs it runs."""
    chance = random.Random(1)
    files = [with_names(SAMPLE, *pair) for pair in pairwise(MARKUP)]
    for _ in range(5):
        text, damage = chance.choice(texts()), chance.choice(DAMAGES)
        files.append(damaged(text, damage, chance.randrange(10_000), chance.randrange(10_000)))
    for number, text in enumerate(files):
        (empty / f"{number}.txt").write_bytes(text.encode(errors="surrogatepass"))
    done = run_python(f"import os\nos.chdir({str(empty)!r})\n{WATCHED}")
    expect_harmless(done)
    events = set(done.out.partition("done\n")[2].splitlines())
    opened = {f"open {number}.txt 0" for number in range(len(files))}
    assert events - {"builtins.id"} == opened
    assert len(os.listdir(empty)) == len(files)

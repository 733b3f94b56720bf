"""Names, words, arguments and typed lines: shown as they are or refused, never obeyed."""

from __future__ import annotations

import os
import random
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import RULESETS
from backgammon_tui.names import check_name
from backgammon_tui.storage.paths import FOLDER_VARIABLE
from backgammon_tui.storage.transcripts import read_transcript
from backgammon_tui.teach.lessons.catalogue import courses
from tests.cli.program import (
    MARKUP,
    OBEYED,
    Ran,
    answered,
    expect_harmless,
    expect_refused,
    run,
    run_python,
)
from tests.engine.strategies import few, rules_and_positions
from tests.storage.transcripts.samples import DAMAGES, JUNK, SAMPLE, damaged, texts

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
    """A transcript with other names."""
    for old, new in (("White: Anna", f"White: {white}"), ("Black: Boris", f"Black: {black}")):
        assert old in text
        text = text.replace(old, new)
    return text


# ---- names


@pytest.mark.parametrize(("white", "black"), PAIRS[::2])
def test_hostile_names_in_the_plain_game(empty: Path, white: str, black: str) -> None:
    names = (f"--white={white}", f"--black={black}")
    done = run("--plain", *names, "--transcript=t.txt", typed="roll\n")
    assert (done.code, done.err) == (0, "")
    expect_harmless(done)
    text = done.out.replace("\n", " ")
    white, black = check_name(white), check_name(black)
    assert f": {white} is White, {black} is Black, no" in text
    record = read_transcript((empty / "t.txt").read_text(encoding="utf-8"))
    assert (record.white, record.black) == (white, black)
    assert os.listdir(empty) == ["t.txt"]


# ---- on the screen


@pytest.mark.skipif(os.name == "nt", reason="there is no pseudo-terminal")
def test_hostile_names_in_a_real_terminal(tmp_path: Path) -> None:
    from tests.tui.terminal import Terminal  # It cannot be imported everywhere.

    white, black = "[link=http://a.b]x[/link]", ":warning: {0} %s `x`"
    program = ["-m", "backgammon_tui", "french", "--white", white, "--black", black]
    environment = {FOLDER_VARIABLE: str(tmp_path)}
    with Terminal(program, (200, 30), environment) as terminal:
        terminal.wait_for_text("Opening roll")
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
        main(["replay", file])

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
def test_reading_a_file_has_no_side_effects(empty: Path) -> None:
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


rulesets = st.sampled_from([*RULESETS])
hostile = st.one_of(
    st.text(max_size=50),
    st.lists(st.sampled_from([*OBEYED.values(), *MARKUP, *JUNK]), max_size=5).map("".join),
)


@st.composite
def edited(draw: st.DrawFn, text: str) -> str:
    """A text with a piece of it exchanged for another of its own, or for a hostile one."""
    first, last = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    last = min(last, first + draw(st.sampled_from([0, 1, 5, 500])))
    start = draw(st.integers(0, len(text)))
    own = text[start : start + 20]
    return text[:first] + draw(st.one_of(hostile, st.just(own))) + text[last:]


lessons = st.sampled_from([entry.text for course in courses() for entry in course]).flatmap(edited)
position_lines = rules_and_positions().flatmap(lambda both: edited(str(both[1])))


def expect_answer(done: Ran) -> None:
    """See that nothing came out but an answer, or the one sentence of a refusal."""
    expect_harmless(done)
    if done.code == 2:
        expect_refused(done)
    else:
        assert done.code in (0, 1, 3)
        assert len(done.err.splitlines()) == (done.code == 1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the files that are given to the program, one after the other."""
    return tmp_path_factory.mktemp("hostile")


def given_file(folder: Path, text: str) -> str:
    file = folder / "file.txt"
    file.write_bytes(text.encode(errors="surrogatepass"))
    return str(file)


@given(rulesets, position_lines, st.sampled_from("WB"), st.lists(hostile, max_size=2))
def test_any_position_line_is_handled(
    ruleset: str, line: str, side: str, numbers: list[str]
) -> None:
    expect_answer(answered("plays", ruleset, "--", line, side, "6", "5"))
    expect_answer(answered("plays", ruleset, "--", line, side, *numbers))


@few
@given(text=lessons)
def test_any_lesson_is_handled(folder: Path, text: str) -> None:
    expect_answer(answered("lesson", "--plain", given_file(folder, text)))

"""Whatever is given to the program: an answer, or a refusal in one sentence. Nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import RULESETS
from backgammon_tui.settings import Settings
from backgammon_tui.storage.paths import preferences_file
from backgammon_tui.storage.preferences import write_preferences
from backgammon_tui.storage.transcripts import read_transcript
from backgammon_tui.teach.lessons.catalogue import course, courses
from tests.cli.foreign import MARKUP, OBEYED, answered, expect_harmless, expect_refused
from tests.cli.program import Ran
from tests.engine.strategies import few, rules_and_positions
from tests.storage.transcripts.damages import DAMAGES, JUNK, damaged, texts

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


@st.composite
def damaged_transcripts(draw: st.DrawFn) -> str:
    """A transcript with up to three damages."""
    text = draw(st.sampled_from(texts()))
    for damage in draw(st.lists(st.sampled_from(DAMAGES), min_size=1, max_size=3)):
        text = damaged(text, damage, *draw(st.tuples(*[st.integers(0, 9_999)] * 2)))
    return text


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
def test_position_lines(ruleset: str, line: str, side: str, numbers: list[str]) -> None:
    expect_answer(answered("plays", ruleset, "--", line, side, "6", "5"))
    expect_answer(answered("plays", ruleset, "--", line, side, *numbers))


@few
@given(text=lessons)
def test_lessons(folder: Path, text: str) -> None:
    expect_answer(answered("lesson", "--plain", given_file(folder, text)))


@few
@given(text=damaged_transcripts())
def test_transcripts(folder: Path, text: str) -> None:
    file = given_file(folder, text)
    for command in ("replay", "verify-dice"):
        expect_answer(answered(command, file))
    done = answered("import", file)
    expect_answer(done)
    found = re.search(r": match (\d+)\.$", done.out)
    if found:
        exported = answered("export", found[1])
        assert (exported.code, exported.err) == (0, "")
        assert read_transcript(exported.out).games
        assert answered("delete", "--yes", found[1]).code == 0
    else:
        assert done.code in (2, 3) or "there already" in done.out


@few
@given(st.data())
def test_preferences(data: st.DataObject) -> None:
    write_preferences(Settings(theme="daylight", learner="Anna"))
    whole = preferences_file().read_text(encoding="utf-8")
    text = data.draw(st.one_of(edited(whole), hostile, hostile.map("[preferences]\n{}".format)))
    preferences_file().write_bytes(text.encode(errors="surrogatepass"))
    done = answered("lesson", "--plain", "french/5")
    expect_harmless(done)
    assert (done.code, done.err) == (0, "")
    heading = f"French Backgammon, lesson 5 of {len(course('french'))}\n"
    notice, _, rest = done.out.partition(heading)
    assert rest
    assert len(notice.splitlines()) <= 1
    found = sorted(preferences_file().parent.glob("preferences*"))
    assert any(path.read_bytes() == text.encode(errors="surrogatepass") for path in found)
    for path in found:
        path.unlink()

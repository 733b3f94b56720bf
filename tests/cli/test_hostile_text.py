from __future__ import annotations

import os
import random
import socket
import sqlite3
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.cli.commands import build_parsers
from backgammon_tui.engine import RULESETS
from backgammon_tui.names import check_name
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.learning import write_progress
from backgammon_tui.storage.paths import FOLDER_VARIABLE, LESSONS_VARIABLE, journal_file
from backgammon_tui.storage.transcripts import read_transcript
from backgammon_tui.teach.lessons.courses import CourseLesson, course, courses
from backgammon_tui.text_file import is_visible
from tests.cli.program import (
    PROGRAM,
    Ran,
    expect_harmless,
    expect_refused,
    keep,
    opened,
    posix,
    ran,
    refusal,
    run,
    run_process,
    run_python,
    transcript,
    won,
)
from tests.engine.strategies import few, rules_and_positions
from tests.hostile import EVERYTHING, ORDERS, expect_only_own_sequences, put_lessons
from tests.storage.transcripts.samples import DAMAGES, JUNK, SAMPLE, TYPED_GAME, damaged, texts

MARKUP: Final = (
    "[link=http://a.b]x[/link]",
    "[@click=app.quit]x[/]",
    "[/]",
    "\\[b]",
    ":warning:",
    "{0.__class__} {x!r:>99}",
    "%s %(x)s %n",
    "$(touch x) `touch x`",
    "__import__('os')",
    "; touch x | cat > x",
    "../../x",
    "--help",
    "x\u0301\u0302\u0303\u0304\u0305" * 6,
    "漢字 👩 שלום مرحبا",
)
"""Allowed names and words that contain markup or commands."""


# ---- files that are not transcripts

MEASURED = """
import sys, time, tracemalloc
from backgammon_tui.cli import main
main(["replay", "nothing"])  # After this call, everything is imported.
tracemalloc.start()
begun = time.process_time()
code = main(["replay", "game.txt"])
print(code, time.process_time() - begun, tracemalloc.get_traced_memory()[1], file=sys.stderr)
"""


def test_hundred_megabytes_are_rejected_at_once() -> None:
    file = Path("game.txt")
    with file.open("w") as large:
        large.write(TYPED_GAME)
        for _ in range(100):
            large.write("; nothing\n" * 100_000)
    _, message, numbers = run_python(MEASURED).err.splitlines()
    file.unlink()  # Temporary folders stay for a while.
    assert message == f"backgammon-tui: {file}: line 1: a file has at most 20,000,000 bytes"
    code, seconds, peak = map(float, numbers.split())
    assert code == 2
    assert seconds < 1
    assert peak < 45_000_000


UNSEEN = "this line contains an invisible character"
NO_TEXT = "this is not UTF-8 text"


@pytest.mark.parametrize(
    ("data", "line", "problem"),
    [
        (SAMPLE.encode("utf-16"), 1, NO_TEXT),
        (SAMPLE.encode("utf-32-be"), 1, UNSEEN),
        (SAMPLE.replace("Anna", "Zoë").encode("latin-1"), 4, NO_TEXT),
        (SAMPLE.replace("\n", "\r").encode(), 1, UNSEEN),
        (SAMPLE.replace("\n", "\n\r").encode(), 2, UNSEEN),
        (SAMPLE.replace("\n", "\x85").encode(), 1, UNSEEN),
        (SAMPLE.replace("Anna", "An\x00na").encode(), 4, UNSEEN),
        (SAMPLE.encode().replace(b"Anna", b"\xed\xa0\x80"), 4, NO_TEXT),
        (SAMPLE.encode() + b"\x1a", 31, UNSEEN),
        (b"\xef\xbb\xbf" * 2 + SAMPLE.encode(), 1, UNSEEN),
        (b"%PDF-1.7\n", 1, "this is a PDF file"),
        (b"", 1, "this is an empty file"),
        (b"5 points\n", 1, "a transcript begins with"),
        (TYPED_GAME.replace("hand/23", "hand/22").encode(), 14, "No number left enters on point"),
    ],
)
def test_bytes_that_are_not_a_transcript_are_rejected(data: bytes, line: int, problem: str) -> None:
    Path("game.txt").write_bytes(data)
    assert f": line {line}: {problem}" in refusal("replay", "game.txt")


@few
@given(st.binary(max_size=400), st.integers(0, len(SAMPLE)))
def test_any_bytes_are_handled(data: bytes, at: int) -> None:
    whole = SAMPLE.encode()
    for text in (data, whole[:at] + data + whole[at:], whole[:at] + data):
        Path("game.txt").write_bytes(text)
        expect_answer(run("replay", "game.txt"))


def test_names_and_comments_have_no_control_characters() -> None:
    for text in (order for order in ORDERS.values() if not is_visible(order)):
        for line, old in ((4, "Anna"), (12, "opening 2-6"), (29, "W resigns 2")):
            wrong = SAMPLE.replace(old, f"{old} ; {text}", 1)
            Path("game.txt").write_bytes(wrong.encode(errors="surrogatepass"))
            message = refusal("replay", "game.txt")
            assert f"game.txt: line {line}: " in message or "\n" in text


@posix
def test_file_name_is_only_displayed() -> None:
    for name in (*ORDERS.values(), *MARKUP):
        shown = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in name)
        if not name.startswith("--"):
            assert f"{shown}: No such file" in refusal("replay", name)
        if "/" not in name:
            Path(name).write_text("x")
            assert refusal("replay", "--", name).startswith(f"{shown}: line 1: ")
            Path(name).unlink()
    assert os.listdir() == []


@posix
def test_path_that_is_not_a_file_is_rejected(here: Path) -> None:
    Path("one").symlink_to("other")
    Path("other").symlink_to("one")
    Path("dangling").symlink_to("nothing")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")  # The whole path may be too long.
        for name, message in (
            (str(here), "Is a directory"),
            ("none", "none: No such file"),
            (f"{__file__}/x", "Not a directory"),
            ("x" * 300, "File name too long"),
            ("", ""),
            ("a\x00b", "no such file"),
            ("one", "symbolic links"),
            ("dangling", "No such file"),
            ("/dev/zero", "at most 20,000,000 bytes"),
            ("/dev/null", "line 1: this is an empty file"),
            ("socket", "socket: "),
        ):
            assert message in refusal("replay", name)


@posix
def test_slow_pipe_is_read_and_idle_pipe_is_ignored() -> None:
    slowly = 'while read -r line; do printf "%s\\n" "$line"; sleep 0.01; done | "$@" /dev/stdin'
    done = ran(["sh", "-c", f"IFS=; {slowly}", "sh", *PROGRAM, "replay"], SAMPLE)
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith(" | B wins 2\nDice of game 1: 8 of 8 rolls agree.\n")
    os.mkfifo("pipe")
    message = expect_refused(run_process("replay", "pipe"))
    assert "pipe: line 1: this is an empty file" in message


# ---- names and texts


@pytest.mark.parametrize(("white", "black"), [*zip(MARKUP[::2], MARKUP[1::2], strict=True)][::2])
def test_hostile_names_are_harmless_in_the_plain_game(white: str, black: str) -> None:
    names = (f"--white={white}", f"--black={black}")
    done = run("--plain", *names, "--transcript=t.txt", typed="roll\n")
    assert (done.code, done.err) == (0, "")
    expect_harmless(done)
    white, black = check_name(white), check_name(black)
    assert f": {white} is White, {black} is Black, no" in done.out.replace("\n", " ")
    record = read_transcript(Path("t.txt").read_text(encoding="utf-8"))
    assert (record.white, record.black) == (white, black)
    assert os.listdir() == ["t.txt"]


WATCHED = """
import sys
from pathlib import Path
from backgammon_tui.cli import main

files = [file.name for file in Path().iterdir()]

def read_all():
    for file in files:
        main(["replay", file])

read_all()  # After this call, everything is imported.
done = set()
watching = True

def watch(event, arguments):
    if watching and event == "open":
        done.add(f"open {arguments[0]} {arguments[2] & 3}")  # 0 means read-only.
    elif watching:
        done.add(event)

sys.addaudithook(watch)
read_all()
watching = False
print("done", *sorted(done), sep="\\n")
"""


@posix
def test_reading_a_file_has_no_side_effects() -> None:
    """Python's audit hooks report every file opened, and every module or program run."""
    chance = random.Random(1)
    files = [
        SAMPLE.replace("White: Anna", f"White: {white}").replace("Black: Boris", f"Black: {black}")
        for white, black in pairwise(MARKUP)
    ]
    for _ in range(5):
        text, damage = chance.choice(texts()), chance.choice(DAMAGES)
        files.append(damaged(text, damage, chance.randrange(10_000), chance.randrange(10_000)))
    for number, text in enumerate(files):
        Path(f"{number}.txt").write_bytes(text.encode(errors="surrogatepass"))
    done = run_python(WATCHED)
    expect_harmless(done)
    events = set(done.out.partition("done\n")[2].splitlines())
    assert events - {"builtins.id"} == {f"open {number}.txt 0" for number in range(len(files))}
    assert len(os.listdir()) == len(files)


hostile = st.one_of(
    st.text(max_size=50),
    st.lists(st.sampled_from([*ORDERS.values(), *MARKUP, *JUNK]), max_size=5).map("".join),
)


@st.composite
def edited(draw: st.DrawFn, text: str) -> str:
    """Return a text with one piece replaced by another of its own pieces or a hostile one."""
    first, last = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    last = min(last, first + draw(st.sampled_from([0, 1, 5, 500])))
    start = draw(st.integers(0, len(text)))
    own = text[start : start + 20]
    return text[:first] + draw(st.one_of(hostile, st.just(own))) + text[last:]


lessons = st.sampled_from([entry.text for course in courses() for entry in course]).flatmap(edited)
position_lines = rules_and_positions().flatmap(lambda both: edited(str(both[1])))


def expect_answer(done: Ran) -> None:
    """Assert that the output is an answer or a single error sentence."""
    if done.code == 2:
        expect_refused(done)
        return
    expect_harmless(done)
    assert done.code in (0, 1, 3)
    assert len(done.err.splitlines()) == (done.code == 1 and not done.out)


@few
@given(st.sampled_from([*RULESETS]), position_lines, st.lists(hostile, max_size=2))
def test_any_position_line_is_handled(ruleset: str, line: str, numbers: list[str]) -> None:
    expect_answer(run("plays", ruleset, "--", line, "W", "6", "5"))
    expect_answer(run("plays", ruleset, "--", line, "B", *numbers))


@few
@given(text=lessons)
def test_any_lesson_is_handled(text: str) -> None:
    Path("lesson.txt").write_bytes(text.encode(errors="surrogatepass"))
    expect_answer(run("lesson", "--plain", "lesson.txt"))


# ---- files, folders and variables

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
    "quiz": (("--own", "{}", "--export", "deck"),),
    "plays": (("russian", "{}", "W", "53"), ("russian", START, "W", "{}")),
    "rollout": (("russian", "{}", "W", "53"), ("russian", START, "W", "{}")),
    "review": (("{}",), ("./{}",)),
    "replay": (("{}",), ("./{}",)),
    "completion": (("bash",), ("{}",)),
    "keys": ((), ("{}",)),
    "man": ((), ("{}",)),
    "rules": (("{}",), ("russian", "--rule={}"), ("russian", "--rule=free_entry={}")),
}
"""Arguments that contain a name, for each command."""


@posix
def test_no_command_prints_a_raw_name(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = here / EVERYTHING.replace("/", "|")
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder / "kept"))
    monkeypatch.setenv(LESSONS_VARIABLE, str(folder / "own"))
    put_lessons(folder / "own")
    keep(transcript(won(), opened(2)))
    own = (CourseLesson("russian", 1, "", f"{order}.txt") for order in ORDERS.values())
    with Journal(journal_file()) as journal:
        for lesson in (*course("russian"), *own):
            write_progress(journal, "Anna", lesson.item, "2026-03-01T12:00:00+00:00")
    assert {*COMMANDS, *RULESETS} - {""} == {*build_parsers()[1]}
    for name, argument_lists in COMMANDS.items():
        for arguments in argument_lists:
            words = [word.format(EVERYTHING, last="russian/99") for word in arguments]
            done = run(*([name] if name else []), *words)
            for written in (done.out, done.err):
                expect_only_own_sequences(written.encode(errors="surrogatepass"))
            assert len(done.err.splitlines()) <= 1
    assert r"own/\x1b]52;c;NjY2\x07.txt" in run("progress", "--csv").out


def test_foreign_names_in_journal_are_harmless() -> None:
    keep(transcript(won(), opened(2)))
    with sqlite3.connect(journal_file()) as db:
        db.execute("UPDATE player SET name = 'a' || char(27) || '[2J' || char(8238) || 'b'")
        db.execute("UPDATE match SET ruleset = 'x' || char(10) || 'y', touched = char(7)")
    for command in (["matches", "--games"], ["statistics"], ["resume", "--plain"]):
        expect_harmless(done := run(*command))
        assert len(done.out.splitlines()) <= 4

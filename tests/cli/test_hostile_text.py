from __future__ import annotations

import os
import random
import socket
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.cli.commands import build_parsers
from backgammon_tui.engine import RULESETS
from backgammon_tui.names import check_name
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.lesson_progress import write_progress
from backgammon_tui.storage.paths import FOLDER_VARIABLE, LESSONS_VARIABLE, journal_file
from backgammon_tui.storage.transcripts import read_transcript
from backgammon_tui.teach.lessons.catalogue import CourseLesson, course, courses
from tests.cli.program import (
    MARKUP,
    OBEYED,
    Ran,
    answered,
    expect_harmless,
    expect_refused,
    keep,
    opened,
    ran,
    run,
    run_process,
    run_python,
    transcript,
    won,
)
from tests.engine.strategies import few, rules_and_positions
from tests.hostile import EVERYTHING, ORDERS, expect_obeyed_nothing, put_lessons
from tests.storage.transcripts.samples import (
    DAMAGES,
    JUNK,
    SAMPLE,
    TYPED_GAME,
    damaged,
    texts,
)
from tests.tui.terminal import Terminal

posix = pytest.mark.skipif(os.name == "nt", reason="there are no such files")


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "game.txt"
    yield path
    path.unlink(missing_ok=True)  # Some are large, and temporary folders stay for a while.


# ---- a hundred megabytes

MEASURED = """
import sys, time, tracemalloc
from backgammon_tui.cli import main
main(["replay", "nothing"])  # After this all is imported.
tracemalloc.start()
begun = time.process_time()
code = main(["replay", {!r}])
print(code, time.process_time() - begun, tracemalloc.get_traced_memory()[1], file=sys.stderr)
"""


@pytest.mark.parametrize(("begin", "part"), [("", "\0"), (TYPED_GAME, "; nothing\n")])
def test_hundred_megabytes_are_rejected_at_once(file: Path, begin: str, part: str) -> None:
    with file.open("w") as large:
        large.write(begin)
        for _ in range(100):
            large.write(part * (1_000_000 // len(part)))
    _, message, numbers = run_python(MEASURED.format(str(file))).err.splitlines()
    assert message == f"backgammon-tui: {file}: line 1: a file has at most 20,000,000 bytes"
    code, seconds, peak = map(float, numbers.split())
    assert code == 2
    assert seconds < 1
    assert peak < 45_000_000


UNSEEN = "a tab, or another character that cannot be seen"
# ---- bytes that are no text, and text that is no transcript


@pytest.mark.parametrize(
    ("data", "line", "problem"),
    [
        (SAMPLE.encode("utf-16"), 1, "this is not UTF-8 text"),
        (SAMPLE.encode("utf-32-be"), 1, UNSEEN),
        (SAMPLE.replace("Anna", "Zoë").encode("latin-1"), 4, "this is not UTF-8 text"),
        (SAMPLE.replace("\n", "\r").encode(), 1, UNSEEN),
        (SAMPLE.replace("\n", "\n\r").encode(), 2, UNSEEN),
        (SAMPLE.replace("\n", "\x85").encode(), 1, UNSEEN),
        (SAMPLE.replace("Anna", "An\x00na").encode(), 4, UNSEEN),
        (SAMPLE.encode().replace(b"Anna", b"\xed\xa0\x80"), 4, "this is not UTF-8 text"),
        (SAMPLE.encode() + b"\x1a", 31, UNSEEN),
        (b"\xef\xbb\xbf" * 2 + SAMPLE.encode(), 1, UNSEEN),
        (b"%PDF-1.7\n", 1, "a transcript begins with 'backgammon-tui transcript 1'"),
        (b"", 1, "a transcript begins with"),
        (TYPED_GAME.replace("hand/23", "hand/22").encode(), 14, "No number left enters on point"),
    ],
)
def test_bytes_that_are_not_a_transcript_are_rejected(
    file: Path, data: bytes, line: int, problem: str
) -> None:
    file.write_bytes(data)
    assert f": line {line}: {problem}" in expect_refused(answered("replay", str(file)))


@few
@given(st.binary(max_size=400), st.integers(0, len(SAMPLE)))
def test_any_bytes_are_handled(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, at: int
) -> None:
    file = tmp_path_factory.getbasetemp() / "any-bytes.txt"
    whole = SAMPLE.encode()
    for text in (data, whole[:at] + data + whole[at:], whole[:at] + data):
        file.write_bytes(text)
        done = answered("replay", str(file))
        expect_harmless(done)
        assert done.code in (0, 1, 2, 3)
        assert done.code != 2 or ": line " in done.err


@pytest.mark.parametrize("text", OBEYED.values(), ids=OBEYED)
def test_names_and_comments_have_no_control_characters(file: Path, text: str) -> None:
    for line, old in ((4, "Anna"), (12, "opening 2-6"), (29, "W resigns 2")):
        wrong = SAMPLE.replace(old, f"{old} ; {text}", 1)
        file.write_bytes(wrong.encode(errors="surrogatepass"))
        message = expect_refused(answered("replay", str(file)))
        assert f"game.txt: line {line}: " in message or text == "a\nb"


# ---- names of files


@posix
@pytest.mark.parametrize("name", [*OBEYED.values(), *MARKUP])
def test_file_name_is_only_displayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in name)
    if not name.startswith("--"):
        assert f"{shown}: No such file" in expect_refused(answered("replay", name))
    if "/" not in name:
        Path(name).write_text("x")
        message = expect_refused(answered("replay", "--", name))
        assert message.startswith(f"backgammon-tui: {shown}: line 1: ")
    assert len(os.listdir()) <= 1


# ---- what is no file


def test_folder_missing_file_and_empty_name_are_refused(tmp_path: Path) -> None:
    for name, message in (
        (str(tmp_path), "Is a directory"),
        (str(tmp_path / "none"), ": No such file"),
        (f"{__file__}/x", "Not a directory"),
        ("x" * 300, "File name too long"),
        ("", ""),
        ("a\x00b", "no such file"),
    ):
        assert message in expect_refused(answered("replay", name))


@posix
def test_links_devices_and_sockets_are_handled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # The whole path may be too long for a socket.
    Path("one").symlink_to("other")
    Path("other").symlink_to("one")
    Path("dangling").symlink_to("nothing")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        for name, message in (
            ("one", "symbolic links"),
            ("dangling", "No such file"),
            ("/dev/zero", "at most 20,000,000 bytes"),
            ("/dev/null", "line 1: a transcript begins with"),
            ("socket", "backgammon-tui: socket: "),
        ):
            assert message in expect_refused(answered("replay", name))


@posix
def test_slow_pipe_is_read_to_its_end() -> None:
    slowly = 'while read -r line; do printf "%s\\n" "$line"; sleep 0.01; done | "$@" /dev/stdin'
    command = [sys.executable, "-m", "backgammon_tui", "replay"]
    written = SAMPLE.replace("  ", " ; a remark\n  ")
    done = ran(["sh", "-c", f"IFS=; {slowly}", "sh", *command], written.encode(), None)
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith(" | B wins 2\nDice of game 1: 8 of 8 rolls agree.\n")


@posix
def test_pipe_without_writer_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    done = run_process("replay", "pipe", folder=tmp_path)
    assert "pipe: line 1: a transcript begins with" in expect_refused(done)


# ---- names and texts

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


# ---- files, folders and variables with such names

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
"""For each command, arguments that contain a name."""


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


@posix
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


@posix
def test_progress_csv_escapes_file_names(among: Path) -> None:
    done = run("progress", "--csv")
    assert r"own/\x1b]52;c;NjY2\x07.txt" in done.out
    expect_obeyed_nothing(done.out.encode())


_IN_A_TERMINAL = """
import sys
from backgammon_tui.cli import main
from tests.cli.test_hostile_text import COMMANDS, lines_of
from tests.hostile import EVERYTHING
for name, texts in COMMANDS.items():
    for arguments in lines_of(name, texts, EVERYTHING):
        try:
            main(arguments)
        except SystemExit as left:
            print(left)
print("the end")
"""


@posix
@pytest.mark.long
def test_no_raw_name_reaches_a_terminal(among: Path) -> None:
    names = {key: os.environ[key] for key in (FOLDER_VARIABLE, LESSONS_VARIABLE)}
    with Terminal(["-c", _IN_A_TERMINAL], environment=names) as terminal:
        while not terminal.find("the end"):
            assert terminal.is_running, bytes(terminal.output[-2000:])
            terminal.wait_until_quiet(0.4)
            terminal.write(b"\x04")  # Whoever asks is told that nobody answers.
        expect_obeyed_nothing(bytes(terminal.output))

"""Files that are no transcripts: large, binary, or no files at all. None is read for long."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.program import (
    MARKUP,
    OBEYED,
    answered,
    expect_harmless,
    expect_refused,
    ran,
    run_process,
    run_python,
)
from tests.engine.strategies import few
from tests.storage.transcripts.samples import HEAD, SAMPLE, TYPED_GAME

posix = pytest.mark.skipif(os.name == "nt", reason="there are no such files")


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "game.txt"
    yield path
    path.unlink(missing_ok=True)  # Some are large, and temporary folders stay for a while.


# ---- a hundred megabytes

UNSEEN = "a tab, or another character that cannot be seen"
MEGABYTE: Final = 1_000_000

SHAPES: Final = {
    "zeros": b"\x00" * MEGABYTE,
    "one line": b"x" * MEGABYTE,
    "empty lines": b"\n" * MEGABYTE,
    "many lines": b"3 B 4-4\n" * (MEGABYTE // 8),
    "random bytes": os.urandom(MEGABYTE),
    "wide characters": "\U0001f3b2".encode() * (MEGABYTE // 4),
    "remarks": b"; nothing\n" * (MEGABYTE // 10),
}


class Measured(NamedTuple):
    """What a command said, in how many seconds of computing and with how much memory."""

    message: str
    seconds: float
    peak: float
    """Maximum number of megabytes in use at once, if that was traced, which takes time."""


def measured(file: Path, traced: bool = True) -> Measured:
    code = f"""
import sys, time, tracemalloc
from backgammon_tui.cli import main
main(["replay", {str(file.parent / "nothing")!r}])  # After this all is imported.
if {traced}:
    tracemalloc.start()
begun = time.process_time()
code = main(["replay", {str(file)!r}])
print(code, time.process_time() - begun, tracemalloc.get_traced_memory()[1], file=sys.stderr)
"""
    _, message, numbers = run_python(code).err.splitlines()
    code_, seconds, peak = numbers.split()
    assert code_ == "2"
    return Measured(message, float(seconds), float(peak) / MEGABYTE)


@pytest.mark.parametrize(
    "shape",
    [
        "zeros",
        "remarks",
        *(
            pytest.param(shape, marks=pytest.mark.long)
            for shape in SHAPES
            if shape not in ("zeros", "remarks")
        ),
    ],
)
def test_hundred_megabytes_are_rejected_at_once(file: Path, shape: str) -> None:
    with file.open("wb") as large:
        large.write(TYPED_GAME.encode() if shape == "remarks" else b"")
        for _ in range(100):
            large.write(SHAPES[shape])
    message, seconds, peak = measured(file)
    assert message == f"backgammon-tui: {file}: line 1: a file has at most 20,000,000 bytes"
    assert seconds < 1
    assert peak < 45


@pytest.mark.long
@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\n" * 5_000_000, "line 1: a transcript begins with"),
        ("\U0001f3b2".encode() * 5_000_000, "line 1: a line has at most 1,000 characters"),
        (("\U0001f3b2" * 1_000 + "\n").encode() * 4_995, "line 1: a transcript begins with"),
        (HEAD.encode() + b";\n" * 2_499_900 + b"x", "line 2499908: 'x' is not a tag"),
        (TYPED_GAME.encode() + b"dice typed\n" * 454_500 + b"x", "line 454517: 'x' makes no sense"),
        (HEAD.encode() + b"Game 1\n" * 700_000, "line 5008: a match has at most 5,000 games"),
    ],
    ids=["empty lines", "one line", "long lines", "remarks", "dice", "games"],
)
def test_largest_readable_files_are_refused_in_seconds(
    file: Path, data: bytes, message: str
) -> None:
    file.write_bytes(data)
    result = measured(file, traced=False)
    assert message in result.message
    assert result.seconds < 10


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
def test_other_bytes_are_rejected(file: Path, data: bytes, line: int, problem: str) -> None:
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


@posix
def test_long_file_name_does_not_hide_the_error(file: Path) -> None:
    path = file.with_name("\x07" * 200)
    path.write_text("x")
    assert "line 1: a transcript begins" in expect_refused(answered("replay", str(path)))


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

"""Files and folders that the user may not read or write, which root could."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.cli.program import run
from tests.teach.lessons.examples import task, write

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="uses Linux's capabilities")

START = "Start: W 19:1 hand:14 / B 22:2 21:1 hand:12; W to move"
LESSON = write(task(START, "Roll: 6-3", "Solution: hand/19"))


CAPABILITIES_VERSION = 0x20080522
OVERRIDES = 0b110
"""The capabilities to write and to read any file."""


@contextmanager
def permissions_heeded() -> Iterator[None]:
    """Make this thread obey file permissions, even if it runs as root."""
    libc = ctypes.CDLL(None, use_errno=True)
    header, before = (ctypes.c_uint32 * 2)(CAPABILITIES_VERSION, 0), (ctypes.c_uint32 * 6)()
    assert libc.capget(header, before) == 0
    effective, *others = before
    assert libc.capset(header, (ctypes.c_uint32 * 6)(effective & ~OVERRIDES, *others)) == 0
    try:
        yield
    finally:
        assert libc.capset(header, before) == 0


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Enter a folder where nothing can be written and some files cannot be read."""
    with TemporaryDirectory() as name, chdir(name):
        here = Path(name)
        for folder in ("closed", "open", "half", "program"):
            (here / folder).mkdir()
            (here / folder / "one.txt").write_text(LESSON)
        (here / "half" / "two.txt").write_text(LESSON)
        (here / "secret.txt").write_text(LESSON)
        secret = [here / "secret.txt", here / "half" / "two.txt", here / "closed"]
        monkeypatch.setenv("BACKGAMMON_TUI_FOLDER", str(here / "program"))
        monkeypatch.delenv("BACKGAMMON_TUI_LESSONS", raising=False)
        for path in secret:
            path.chmod(0)
        here.chmod(0o555)
        try:
            with permissions_heeded():
                yield here
        finally:
            here.chmod(0o755)
            for path in secret:
                path.chmod(0o755)


DENIED = "Permission denied"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("lesson", "secret.txt"), "secret.txt"),
        (("lesson", "secret.txt", "--plain"), "secret.txt"),
        (("lesson", "closed/one.txt", "--plain"), "closed/one.txt"),
        (("lesson", "secret.txt", "--sheet"), "secret.txt"),
        (("lesson", "--lessons", "closed"), "closed"),
        (("progress", "secret.txt"), "secret.txt"),
        (("progress", "--export", "new.json"), "new.json"),
        (("quiz", "russian", "--export", "new.txt"), "new.txt"),
        (("replay", "secret.txt"), "secret.txt"),
        (("review", "secret.txt"), "secret.txt"),
        (("import", "secret.txt"), "secret.txt"),
        (("russian", "--plain", "--transcript", "new.txt"), "new.txt"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else value,
)
def test_closed_file_is_named_in_one_sentence(
    arguments: tuple[str, ...], named: str, closed: Path
) -> None:
    done = run(*arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"backgammon-tui: {named}: {DENIED}\n"


def test_check_reports_each_closed_file_and_folder(closed: Path) -> None:
    names = ("secret.txt", "closed", "half", "closed/one.txt", "open")
    done = run("lesson", "--check", *names)
    assert (done.code, done.err) == (2, "")
    fine = "The lesson follows the rules, and claims nothing else."
    assert done.out.splitlines() == [
        f"secret.txt: {DENIED}.",
        f"closed: {DENIED}.",
        f"half/one.txt: {fine}",
        f"half/two.txt: {DENIED}.",
        f"closed/one.txt: {DENIED}.",
        f"open/one.txt: {fine}",
    ]


def test_courses_are_listed_with_closed_lessons(closed: Path, kept: Path) -> None:
    out = run("lesson", "--lessons", "half").out
    assert "Your own lessons\n  one.txt  " in out
    assert out.endswith(f"two.txt cannot be read: {DENIED}\n")

"""A rollout whose processes are killed: one sentence, and nobody goes on working for nobody."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")

LONG = (
    "rollout", "russian", "W 24:5 20:5 19:5 / B 23:2 21:2 hand:11", "W", "64",
    "--games", "100000", "--workers", "2",
)  # fmt: skip

PATIENCE = 60.0
SOON = 2.0
"""The seconds after which no worker may be left."""


def status(pid: int | str) -> list[str]:
    """State, parent and the other fields of a process; a dead one has none."""
    try:
        _, _, rest = Path(f"/proc/{pid}/stat").read_text().rpartition(")")
    except OSError:
        return ["Z", "0"]
    return rest.split()


def workers(pid: int) -> list[int]:
    """The living processes of a rollout that play games."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        state, parent, *_ = status(path.name)
        if int(parent) == pid and state != "Z":
            with suppress(OSError):
                found += [int(path.name)] * (b"spawn_main" in (path / "cmdline").read_bytes())
    return found


def used(pid: int) -> int:
    """The ticks that a process has computed for."""
    return int(status(pid)[11])


def is_alive(pid: int) -> bool:
    return status(pid)[0] != "Z"


@contextmanager
def rolling() -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """A rollout without end, and its two workers once they play."""
    process = subprocess.Popen(
        [sys.executable, "-m", "backgammon_tui", *LONG],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    begun: list[int] = []
    try:
        deadline = time.monotonic() + PATIENCE
        while len(begun) < 2 or any(used(each) < 50 for each in begun):
            assert time.monotonic() < deadline
            assert process.poll() is None
            time.sleep(0.05)
            begun = workers(process.pid)
        yield process, begun
    finally:
        for each in (process.pid, *begun):
            if is_alive(each):
                os.kill(each, signal.SIGKILL)
        process.communicate()


def expect_all_gone(begun: list[int]) -> None:
    deadline = time.monotonic() + SOON
    while any(map(is_alive, begun)):
        assert time.monotonic() < deadline, "a worker is left"
        time.sleep(0.02)


def test_a_killed_worker_is_told_in_a_sentence() -> None:
    with rolling() as (process, begun):
        os.kill(begun[0], signal.SIGKILL)
        out, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, out) == (1, "")
        told = "A process that played games has ended; the rollout is not done."
        assert err == f"backgammon-tui: {told}\n"
        expect_all_gone(begun)


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(signal.SIGTERM, id="SIGTERM", marks=pytest.mark.long),
        pytest.param(signal.SIGKILL, id="SIGKILL"),
        pytest.param(signal.SIGHUP, id="SIGHUP", marks=pytest.mark.long),
        pytest.param(signal.SIGINT, id="SIGINT", marks=pytest.mark.long),
    ],
)
def test_workers_end_with_the_process_that_began_the_work(number: signal.Signals) -> None:
    with rolling() as (process, begun):
        process.send_signal(number)
        expect_all_gone(begun)
        out, err = process.communicate(timeout=SOON)
        assert out == ""
        assert "Traceback" not in err
        code = -number if number is signal.SIGKILL else 128 + number
        assert process.returncode == code

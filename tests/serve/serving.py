"""The server as a process, as a user starts it."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 20.0


class Served:
    """A running server."""

    def __init__(self, process: subprocess.Popen[str], folder: Path, message: str) -> None:
        self.process = process
        self.folder = folder
        self.output = message
        self.address = message.split()[2].rstrip("/")

    @property
    def programs(self) -> list[str]:
        """Return the processes of the games, if this system lists them."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return path.read_text().split() if path.exists() else []

    @property
    def kept(self) -> set[Path]:
        """Return all files in the folder and next to it."""
        return {*self.folder.parent.rglob("*")}

    @property
    def crashes(self) -> list[Path]:
        return [*self.folder.rglob("crash*")]

    @property
    def visitors(self) -> list[Path]:
        """Return the folders of visitors who have played."""
        return [path for path in (self.folder / "visitors").iterdir() if path.is_dir()]

    def end(self, how: signal.Signals) -> int:
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Served]:
    """Run a server on a free port."""
    command = [sys.executable, "-m", "backgammon_tui", "--folder", str(folder), "serve"]
    with subprocess.Popen(
        [*command, "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout
            message = process.stdout.readline()
            assert message, process.stderr and process.stderr.read()
            yield Served(process, folder, message + process.stdout.readline())
        finally:
            process.terminate()


def is_running(program: str) -> bool:
    try:
        return Path(f"/proc/{program}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def wait_until_ended(programs: list[str]) -> None:
    deadline = time.monotonic() + PATIENCE
    while any(map(is_running, programs)):
        assert time.monotonic() < deadline, "they run on"
        time.sleep(0.05)

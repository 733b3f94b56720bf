"""A running game as a process, and the page that displays it."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sys
from asyncio.subprocess import PIPE, Process
from base64 import b64decode
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from backgammon_tui.storage.paths import FOLDER_VARIABLE
from backgammon_tui.text_file import escaped

_READY: Final = b"__GANGLION__\n"
"""The line with which Textual announces its packets."""

_PATIENCE: Final = 3.0
"""Seconds for a program to end on request before it is killed."""

_WIDEST, _HIGHEST = 500, 200
_MAX_FILES: Final = 20
"""Maximum number of files waiting for the browser; older ones are dropped."""

_FAILED: Final = "The game could not be started"

_ENVIRONMENT: Final = {
    "TEXTUAL_DRIVER": "backgammon_tui.tui.page_driver:PageDriver",
    "TEXTUAL_COLOR_SYSTEM": "truecolor",
    "LC_ALL": "C.UTF-8",
    "PYTHONUTF8": "1",
}


class UnreadableMessage(ValueError):
    """A message that our pages never send."""


class File(NamedTuple):
    name: str
    mime: str
    data: bytes


class Program:
    """A game in its own process; `paint` receives terminal output, `send` JSON for the page."""

    def __init__(
        self,
        visitor: str,
        paint: Callable[[bytes], Awaitable[None]],
        send: Callable[[str], Awaitable[None]],
    ) -> None:
        self.visitor = visitor
        self.files: dict[str, File] = {}
        """Files to be fetched, by unguessable keys."""
        self._paint, self._notify = paint, send
        self._process: Process | None = None

    async def start(self, words: tuple[str, ...], folder: Path, size: tuple[int, int]) -> None:
        """Start the program with command-line arguments and a folder; may raise `OSError`."""
        width, height = _within(*size)
        shown = {"COLUMNS": str(width), "ROWS": str(height), FOLDER_VARIABLE: str(folder)}
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "backgammon_tui", *words),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env={**os.environ, **_ENVIRONMENT, **shown},
            start_new_session=True,  # Ctrl-C goes to the server, which ends the program in order.
        )

    # ---- program to page

    async def relay(self) -> None:
        """Forward the program's output until it ends; report if it never started."""
        assert self._process
        assert self._process.stdout
        assert self._process.stderr
        complaints = asyncio.create_task(self._process.stderr.read())
        is_ready = False
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            is_ready = await self._process.stdout.readline() == _READY
            while is_ready:
                head = await self._process.stdout.readexactly(5)
                payload = await self._process.stdout.readexactly(int.from_bytes(head[1:], "big"))
                try:
                    await self._pass_on(head[:1], payload)
                except ConnectionError:
                    self._forget_page()
        text = (await complaints).decode("utf-8", "replace").strip()
        if text:
            print(escaped(text, keep="\n"), file=sys.stderr, flush=True)
        if not is_ready:
            why = text.splitlines()[-1] if text else f"it ended at once ({sys.executable})"
            await self.say(f"{_FAILED}: {escaped(why)}")

    async def _pass_on(self, kind: bytes, payload: bytes) -> None:
        if kind == b"D":
            await self._paint(payload)
            return
        text = json.loads(payload)
        if text["type"] != "file":
            return
        key = secrets.token_hex(16)
        self.files[key] = File(text["name"], text["mime"], b64decode(text["data"]))
        for old in [*self.files][:-_MAX_FILES]:
            del self.files[old]
        await self._notify(json.dumps(["deliver_file_start", key]))

    def _forget_page(self) -> None:
        self._paint = self._notify = _drop

    async def say(self, sentence: str) -> None:
        with suppress(ConnectionError):
            await self._paint(f"\x1b[2J\x1b[H\r\n {sentence}\r\n".encode())

    # ---- page to program

    async def handle_message(self, message: str) -> None:
        """Handle a message; raise `UnreadableMessage` if our pages never send it."""
        try:
            packet = json.loads(message)
        except (ValueError, RecursionError) as error:
            raise UnreadableMessage(str(error)) from None
        match packet:
            case ["stdin", str(text)]:
                await self._send(b"D", text.encode("utf-8", "replace"))
            case ["resize", {"width": int(width), "height": int(height)}]:
                width, height = _within(width, height)
                await self._send_meta({"type": "resize", "width": width, "height": height})
            case ["focus" | "blur" as kind]:
                await self._send_meta({"type": kind})
            case ["ping", str(when)]:
                await self._notify(json.dumps(["pong", when[:40]]))
            case _:
                raise UnreadableMessage("an unknown message")

    async def _send_meta(self, fields: Mapping[str, object]) -> None:
        await self._send(b"M", json.dumps(fields).encode())

    async def _send(self, kind: bytes, payload: bytes) -> None:
        assert self._process
        assert self._process.stdin
        with suppress(ConnectionError, RuntimeError):  # The program may have just ended.
            self._process.stdin.write(kind + len(payload).to_bytes(4, "big") + payload)
            await self._process.stdin.drain()

    async def end(self) -> None:
        process = self._process
        if process is None:
            return
        self._forget_page()
        if process.returncode is None:
            if os.name == "posix":
                process.terminate()  # The program ends in order even during its start.
            else:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._send_meta({"type": "quit"}), 1)
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), _PATIENCE)
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _drop(_: object) -> None:
    pass


def _within(width: int, height: int) -> tuple[int, int]:
    return min(max(width, 1), _WIDEST), min(max(height, 1), _HIGHEST)

"""Textual's driver for a page in a browser, used by `serve`: packets through pipes."""

from __future__ import annotations

import os
from base64 import b64encode
from codecs import getincrementaldecoder
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final, TextIO

from textual.drivers.web_driver import WebDriver

from backgammon_tui.tui.terminal_answers import InputFailed, TerminalClosed
from backgammon_tui.tui.textual_internals import KeyParser

_HEADER_SIZE: Final = 5
"""Length, in bytes, of a packet's header (kind and size)."""


class PageDriver(WebDriver):
    """Ends with the server instead of waiting for it, and delivers whole files."""

    def __init__(self, *args: Any, **more: Any) -> None:  # As in Textual's drivers.
        super().__init__(*args, **more)
        self._write = self._send  # type: ignore[assignment]

    def _send(self, data: bytes) -> int:
        left = memoryview(data)
        with suppress(OSError):
            while left:
                left = left[os.write(self.fileno, left) :]
        return len(data)

    def run_input_thread(self) -> None:
        """Read keys while the server exists; bytes that are not UTF-8 become U+FFFD."""
        try:
            with suppress(OSError):
                self._read_packets()
        except Exception as error:
            # Textual would continue without any input.
            self.send_message(InputFailed(error))
        if not self.exit_event.is_set():
            self.send_message(TerminalClosed())

    def _read_packets(self) -> None:
        parser, received = KeyParser(self._debug), b""
        decode = getincrementaldecoder("utf-8")("replace").decode
        for data in self._input_reader:
            received += data
            while len(received) >= (
                end := _HEADER_SIZE + int.from_bytes(received[1:_HEADER_SIZE], "big")
            ):
                kind, payload, received = received[:1], received[_HEADER_SIZE:end], received[end:]
                if kind != b"D":
                    self._on_meta(kind.decode(), payload)
                    continue
                for message in parser.feed(text) if (text := decode(payload)) else ():
                    self.process_message(message)
            for message in parser.tick():
                self.process_message(message)

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        save_path: Path,
        mime_type: str | None = None,
        **_: object,
    ) -> None:
        """Deliver a file to the browser."""
        content = binary.read()
        data = content.encode() if isinstance(content, str) else content
        file = {"name": save_path.name, "mime": mime_type or "", "data": b64encode(data).decode()}
        self.write_meta({"type": "file", **file})

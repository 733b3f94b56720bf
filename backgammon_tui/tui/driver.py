"""Textual's terminal driver, made robust against closed terminals and arbitrary input."""

from __future__ import annotations

import os
import re
import select
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable
from contextlib import suppress
from itertools import chain
from threading import Thread
from typing import TYPE_CHECKING, Final, TextIO

from textual.drivers.linux_driver import LinuxDriver

from backgammon_tui.tui.terminal_answers import (
    Answers,
    InputFailed,
    TerminalAnswered,
    TerminalClosed,
)
from backgammon_tui.tui.textual_internals import REPORT_US_KEYS, SYNC_END, KeyParser

if TYPE_CHECKING:
    from backgammon_tui.tui.app import BackgammonApp


class TerminalDriver(LinuxDriver):
    """Ends with its terminal instead of waiting for it, and wakes only from its own suspension.

    Not every closed terminal sends a signal, which only reaches the programs it controls.
    """

    _app: BackgammonApp
    _watch: Thread | None = None

    def start_application_mode(self) -> None:
        """Take over the terminal, and watch for its end."""
        # A thread that cannot write dies, and the program would wait for it forever.
        self._file = _Forgiving(sys.__stderr__)  # type: ignore[assignment]
        self._app.shown.forget()  # The program starts or resumes from suspension.
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self.write(REPORT_US_KEYS)
        if question := self._app.underlay.question():
            self.write(question)
        self.flush()
        if self._watch is None:
            self._watch = Thread(target=self._wait_for_end, name="terminal-watch", daemon=True)
            self._watch.start()

    def write(self, data: str) -> None:
        """Write a text; the end of a paint also sends the changed pictures under it."""
        if data == SYNC_END:
            data = self._app.underlay.changes() + data
        super().write(data)

    def stop_application_mode(self) -> None:
        """Restore the terminal and remove our pictures."""
        if self._writer_thread:
            self.write(self._app.underlay.clear_codes())
        super().stop_application_mode()

    def _wait_for_end(self) -> None:
        poll = select.poll()
        poll.register(self.fileno, 0)
        if any(event & select.POLLHUP for _, event in poll.poll()):
            self.send_message(TerminalClosed())

    def run_input_thread(self) -> None:
        """Read keys while the terminal exists; bytes that are not UTF-8 become U+FFFD."""
        try:
            with suppress(OSError):
                self._read_keys()
        except Exception as error:
            # Textual would end the program as if nothing had happened.
            self.send_message(InputFailed(error))

    def _read_keys(self) -> None:
        parser = KeyParser(self._debug)
        decode = getincrementaldecoder("utf-8")("replace").decode
        answers = Answers()
        while not self.exit_event.is_set():
            # On macOS, poll does not support terminals. An incomplete escape sequence waits 0.1 s.
            if select.select([self.fileno], [], [], 0.1)[0]:
                data = os.read(self.fileno, 4096)
                if not data:
                    return
                text = answers.taken_from(decode(data))
                if answers.is_complete:
                    self.send_message(TerminalAnswered(answers.terminal()))
            else:
                text = answers.left_over()
            # An empty text is half a character; the parser would treat it as the end.
            for message in chain(parser.feed(text) if text else (), parser.tick()):
                self.process_message(message)

    def resume_application_mode(self) -> None:
        if self._must_signal_resume:
            super().resume_application_mode()

    def close(self) -> None:
        """Stop writing, and discard Python's pending output for a closed terminal."""
        super().close()
        if self.input_tty and not os.isatty(self.fileno):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            for stream in (sys.__stdout__, sys.__stderr__):
                if stream:
                    os.dup2(nowhere, stream.fileno())


_ATTRIBUTES: Final = re.compile(r"\x1b\[(\d(?:;\d)*);(?=38;2;)")
"""Number of attributes in a sequence whose colour takes four numbers."""


def with_short_sequences(text: str) -> str:
    """Write attributes in separate sequences.

    With two colours they would be eleven numbers, but mlterm reads only ten.
    """
    return _ATTRIBUTES.sub("\x1b[\\1m\x1b[", text)


class _Forgiving:
    """A file that drops its output once writing fails."""

    def __init__(self, file: TextIO | None) -> None:
        assert file
        self._file = file
        self.fileno: Callable[[], int] = file.fileno

    def write(self, text: str) -> None:
        with suppress(OSError):
            self._file.write(with_short_sequences(text))

    def flush(self) -> None:
        with suppress(OSError):
            self._file.flush()

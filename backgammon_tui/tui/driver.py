"""Textual's driver for terminals that may be closed, and for a program that is woken."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TextIO

from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message


class TerminalClosed(Message):
    """There is no terminal any more."""


class TerminalDriver(LinuxDriver):
    """Ends with its terminal instead of waiting for it, and wakes only from its own sleep.

    Not every closed terminal sends a signal: it goes to the programs that it controls.
    """

    _watch: Thread | None = None

    def start_application_mode(self) -> None:
        """Take the terminal, and watch whether it stays."""
        # A thread that cannot write dies, and the program would wait for it for ever.
        self._file = _Forgiving(sys.__stderr__)  # type: ignore[assignment]
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if self._watch is None:
            self._watch = Thread(target=self._wait_for_end, name="terminal-watch", daemon=True)
            self._watch.start()

    def _wait_for_end(self) -> None:
        poll = select.poll()
        poll.register(self.fileno, 0)
        if any(event & select.POLLHUP for _, event in poll.poll()):
            self.send_message(TerminalClosed())

    def run_input_thread(self) -> None:
        """Read keys for as long as there is a terminal."""
        with suppress(OSError):
            super().run_input_thread()

    def resume_application_mode(self) -> None:
        """Take the terminal back if it was given away: the signal to go on comes to others, too."""
        if self._must_signal_resume:
            super().resume_application_mode()

    def close(self) -> None:
        """Stop writing; what Python still has for a closed terminal goes nowhere."""
        super().close()
        if self.input_tty and not os.isatty(self.fileno):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            for stream in (sys.__stdout__, sys.__stderr__):
                if stream:
                    os.dup2(nowhere, stream.fileno())


class _Forgiving:
    """A file; what cannot be written to it any more is lost."""

    def __init__(self, file: TextIO | None) -> None:
        assert file
        self._file = file
        self.fileno: Callable[[], int] = file.fileno

    def write(self, text: str) -> None:
        """Write a text, if there is somewhere to write it."""
        with suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        """Write what waits."""
        with suppress(OSError):
            self._file.flush()

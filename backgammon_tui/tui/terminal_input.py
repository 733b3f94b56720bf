"""Messages on the end of a terminal's input, whatever the driver."""

from __future__ import annotations

from textual.message import Message


class TerminalClosed(Message):
    """There is no terminal any more."""


class InputFailed(Message):
    """The message that input from the terminal has failed for good."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error

"""Lines for standard output and error, with foreign text made harmless."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import TextIO


def one_line(text: str, longest: int = 500) -> str:
    """A text that stays on one line and holds nothing that a terminal would obey."""
    shown = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)
    return shown if len(shown) <= longest else f"{shown[: longest - 3]}..."


def print_line(text: str, stream: TextIO | None = None) -> None:
    """Write one line and make it visible at once."""
    print(text, file=stream or sys.stdout, flush=True)


class ClosedOutput(io.TextIOBase):
    """In the place of an output that was closed before we began: what is printed is lost."""

    def write(self, text: str) -> int:
        """Refuse it, so that nobody takes it for printed.

        Raises:
            OSError: always.
        """
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))

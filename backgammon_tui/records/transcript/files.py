"""A transcript in a file, whatever else the file may be."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from backgammon_tui.records.record import MatchRecord
from backgammon_tui.records.transcript.lines import LONGEST_TRANSCRIPT, TranscriptError
from backgammon_tui.records.transcript.read import read_transcript

_MOST_BYTES: Final = 4 * LONGEST_TRANSCRIPT
"""No text of so many characters has more."""


def read_transcript_file(path: Path) -> MatchRecord:
    """The match in a transcript file.

    Raises:
        OSError: if the file cannot be read.
        ValueError: if no file can be called so.
        TranscriptError: naming the line that is wrong.
    """
    with open(path, "rb", opener=_open_at_once) as file:
        data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise TranscriptError(1, f"a file has at most {_MOST_BYTES:,} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise TranscriptError(line, "this is not UTF-8 text") from None
    return read_transcript(text)


def _open_at_once(path: str, flags: int) -> int:
    """Open a file, but do not wait for somebody to write into a named pipe."""
    if os.name == "nt":
        return os.open(path, flags)
    descriptor = os.open(path, flags | os.O_NONBLOCK)
    os.set_blocking(descriptor, True)
    return descriptor

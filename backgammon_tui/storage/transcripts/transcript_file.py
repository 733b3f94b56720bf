"""A transcript in a file, whatever else the file may be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from backgammon_tui.storage.record import MatchRecord
from backgammon_tui.storage.transcripts.read import read_transcript
from backgammon_tui.storage.transcripts.text_lines import LONGEST_TRANSCRIPT, TranscriptError
from backgammon_tui.text_file import NotText, read_text

_MOST_BYTES: Final = 4 * LONGEST_TRANSCRIPT
"""No text of so many characters has more."""


def read_transcript_file(
    path: Path, tell: Callable[[int], None] = lambda line: None
) -> MatchRecord:
    """The match in a transcript file.

    Args:
        path: The file.
        tell: Is told the number of each line of play that has been read.

    Raises:
        OSError: if the file cannot be read.
        ValueError: if no file can be called so.
        TranscriptError: naming the line that is wrong.
    """
    try:
        text = read_text(path, _MOST_BYTES)
    except NotText as error:
        raise TranscriptError(error.line, error.problem) from None
    return read_transcript(text, tell)

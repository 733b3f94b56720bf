"""Matches in files of this program or of others, told apart by what stands in them."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Final

from backgammon_tui.storage.formats.mat_read import read_mat
from backgammon_tui.storage.record import MatchRecord, Tell
from backgammon_tui.storage.transcripts.read import MOST_BYTES, read_transcript
from backgammon_tui.text_file import read_text

_MAT: Final = re.compile(r"\A\ufeff?(?:[^\S\n]*(?:;[^\n]*)?\n)*[^\S\n]*\d+ point match", re.ASCII)


def read_match_text(text: str, tell: Tell = lambda line: None) -> MatchRecord:
    """Return the match of a transcript or a `.mat` file; a `LineError` says what is wrong."""
    if _MAT.match(text[:5_000]):
        return read_mat(text, date.today().isoformat())
    return read_transcript(text, tell)


def read_match_file(path: Path, tell: Tell = lambda line: None) -> MatchRecord:
    """Return the match in a file, see `read_match_text`."""
    return read_match_text(read_text(path, MOST_BYTES), tell)

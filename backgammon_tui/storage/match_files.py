"""Files of matches: transcripts, and `.mat` files of other programs."""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from datetime import date
from pathlib import Path
from typing import Final

from backgammon_tui.match.record import MatchRecord, ReportProgress
from backgammon_tui.storage.mat import IS_MAT, read_mat
from backgammon_tui.storage.transcripts import HEADING, MAX_BYTES, read_transcript
from backgammon_tui.text_file import LineError, decode, is_visible, read_bytes


def read_match_text(text: str, report: ReportProgress = lambda line: None) -> MatchRecord:
    """Parse a transcript or a `.mat` file.

    Raises:
        PartlyRead: if a fault follows some complete games of a `.mat` file.
        LineError: if the text has another fault, or is of another kind.
    """
    if IS_MAT.match(text[:5_000]):
        return read_mat(text, date.today().isoformat())
    if kind := _other_kind(text):
        raise LineError(1, f"this is {kind}: only transcripts and .mat files can be imported")
    first_line, _, _ = text.partition("\n")
    if not _claims_transcript(text) and is_visible(first_line):
        mat = "a .mat file with a line such as '5 point match'"
        raise LineError(1, f"a transcript begins with {HEADING!r}, {mat}")
    return read_transcript(text, report)


def read_match_file(path: Path) -> MatchRecord:
    return read_match_text(decode_match(read_bytes(path, MAX_BYTES), MAX_BYTES))


def decode_match(data: bytes, max_bytes: int) -> str:
    """Decode the text of a match; other programs write `.mat` files in encodings of Windows."""
    try:
        return decode(data, max_bytes)
    except LineError:
        text = data.decode(_guess_encoding(data), "replace")
        if len(data) > max_bytes or not (IS_MAT.match(text[:5_000]) or _other_kind(text)):
            raise
        return text


def _guess_encoding(data: bytes) -> str:
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return "utf-16"
    return "cp1251" if _CYRILLIC_WORD.search(data.decode("cp1251", "replace")) else "cp1252"


_CYRILLIC_WORD: Final = re.compile(r"(?<![^\W\d_])[\u0400-\u04ff]{2,}(?![^\W\d_])")
"""A word without ASCII letters: words in Western European languages hardly ever lack them."""


def _claims_transcript(text: str) -> bool:
    return text.removeprefix("\ufeff").startswith(HEADING.rpartition(" ")[0])


_KINDS: Final = {
    r"RGMH|HMGR": "an .xg file of eXtreme Gammon, which can export .mat files",
    r"\s*\(;": "an SGF file, which GNU Backgammon can save as a .mat file",
    r'(?:%.*\s*)*\[(?:Event|Site|Date|Round|White|Black|Result) "': "a PGN file of chess",
    r"PK\x03\x04|\x1f\u2039": "an archive",
    r"\u2030PNG|\xff\xd8\xff": "a picture",
    r"\{\\rtf": "a formatted text, which word processors can save as plain text",
    r"\s*\Z": "an empty file",
    r"%PDF": "a PDF file",
    r"\s*<(?:!DOCTYPE|html)": "a web page",
    r"\s*XGID=": "a position, not a match",
    r"SQLite format 3": "a database",
}


def _other_kind(text: str) -> str:
    """Name the kind of a text that is not a match in a known format; empty if it is unknown."""
    if _claims_transcript(text):
        return ""
    return next((kind for start, kind in _KINDS.items() if re.match(start, text, re.I)), "")

"""Transcripts in files that are named on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from backgammon_tui.cli.output import one_line
from backgammon_tui.cli.problem import UsageProblem
from backgammon_tui.records.record import MatchRecord
from backgammon_tui.records.transcript import TranscriptError
from backgammon_tui.records.transcript.files import read_transcript_file


def read_match(name: str) -> MatchRecord:
    """The match in a transcript file.

    Raises:
        UsageProblem: naming the file, and the line where there is one.
    """
    path, name = Path(name), one_line(name, longest=200)
    try:
        return read_transcript_file(path)
    except TranscriptError as error:
        raise UsageProblem(f"{name}: {error}") from error
    except OSError as error:
        raise UsageProblem(f"{name}: {error.strerror}") from None
    except ValueError:
        raise UsageProblem(f"{name}: no such file") from None


def new_file(name: str) -> TextIO:
    """A file that did not exist, open for writing.

    Raises:
        UsageProblem: if it cannot be made.
    """
    try:
        return Path(name).open("x", encoding="utf-8")
    except FileExistsError:
        raise UsageProblem(f"{name}: exists already; a transcript is a new file") from None
    except OSError as error:
        raise UsageProblem(f"{name}: {error.strerror}") from None
    except ValueError as error:
        raise UsageProblem(f"{name}: {error}") from None

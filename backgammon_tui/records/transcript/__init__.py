"""Transcripts: a match as a text file. `FORMAT.md` beside this module is the format."""

from backgammon_tui.records.transcript.lines import TranscriptError
from backgammon_tui.records.transcript.read import read_transcript
from backgammon_tui.records.transcript.write import write_transcript

__all__ = ["TranscriptError", "read_transcript", "write_transcript"]

"""Transcripts: a match as a text file. `FORMAT.md` beside this module describes the format."""

from backgammon_tui.storage.transcripts.read import WrongSeed, read_transcript, read_transcript_file
from backgammon_tui.storage.transcripts.write import write_transcript

__all__ = ["WrongSeed", "read_transcript", "read_transcript_file", "write_transcript"]

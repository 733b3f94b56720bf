"""Matches in memory, in the journal and in transcripts; preferences and other files."""

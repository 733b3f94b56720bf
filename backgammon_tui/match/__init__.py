"""A match in progress: its record and table, consent, and the computer as a player."""

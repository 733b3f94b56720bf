"""A match in progress: its record and table, consent, and the computer at the table."""
